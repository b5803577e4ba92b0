"""The groups of an engagement, their actions, and the dice that may be rerolled, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlewright.engine.data import Data
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.rule import as_plain
from battlewright.engine.system import SEATS
from battlewright.systems.formations.record import MAX_GROUPS, SIDES, SLOTS, Engagement, FrameKind, RollKind, Setting
from battlewright.systems.formations.rules.dice import die_succeeds, stands_for
from battlewright.systems.formations.rules.groups import FEWEST, strength
from battlewright.systems.formations.setup.engagement import EngagementSetup, ForceSetup, actions_of
from battlewright.systems.formations.words.names import Names, describe


@dataclass(frozen=True)
class ActionCard:
    """An action of a group by its index: its name, how it is rolled, and what it does in words."""

    index: int
    name: str
    roll: str
    text: str

    def as_data(self) -> Data:
        """Return it as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class GroupCard:
    """A group by its slot and tag. ``scores`` are its characteristics as they are now, ``fallen`` the models that it
    has lost, and ``state`` is one of: to act, acting, has acted, gone."""

    slot: int
    tag: str
    name: str
    side: int
    kind: str
    models: int
    fallen: int
    wounds: int
    is_formation: bool
    state: str
    rerolls: int
    weakened: int
    exposed: int
    dazed: bool
    scores: tuple[tuple[str, int], ...]
    actions: tuple[ActionCard, ...]

    def as_data(self) -> Data:
        """Return it as plain data; ``number`` is its slot and ``title`` its name, as those of all combatants."""
        actions = [action.as_data() for action in self.actions]
        called = {"number": self.slot, "title": self.name, "side": SEATS[self.side]}
        return {**vars(self), **called, "scores": dict(self.scores), "actions": actions}


@dataclass(frozen=True)
class Rerollable:
    """A roll that waits for Rerolls: whose it is, the action and the score it is rolled against, the number of dice by
    the face that stands for theirs, which face that is for each, which succeed, and the Rerolls that are left."""

    slot: int
    target: int
    action: str
    roll: str
    score: int
    shown: tuple[int, ...]
    stands: tuple[int, ...]
    succeeds: tuple[bool, ...]
    rerolls: int

    def as_data(self) -> Data:
        """Return it as plain data."""
        lists = {name: list(getattr(self, name)) for name in ("shown", "stands", "succeeds")}
        return {**vars(self), **lists}


@dataclass(frozen=True)
class EngagementCard:
    """The engagement: the round and the last one, and the forces by side: name, and strength (MIGHT minus Wounds)."""

    round: int
    round_limit: int
    forces: tuple[tuple[str, int], ...]

    def as_data(self) -> Data:
        """Return it as plain data."""
        forces = {SEATS[side]: {"name": name, "strength": count} for side, (name, count) in enumerate(self.forces)}
        return {"round": self.round, "round_limit": self.round_limit, "forces": forces}


def engagement_card(position: Position) -> EngagementCard:
    """Return how the engagement stands."""
    setting, engagement = look(Setting, position.setting), position.record
    forces = [
        (force.name, as_plain(strength)(setting, engagement, side)) for side, force in enumerate(_forces(position))
    ]
    return EngagementCard(engagement.round, setting.round_limit, tuple(forces))


def _forces(position: Position) -> Sequence[ForceSetup]:
    setup: EngagementSetup = position.setup
    return setup.forces


def group_cards(position: Position) -> tuple[GroupCard, ...]:
    """Return the groups, those that are gone too."""
    engagement: Engagement = position.record
    names, found = Names(position.setup), []
    for slot in range(2 * SLOTS):
        group, place = engagement.groups[slot], slot % SLOTS
        setups = _forces(position)[slot // SLOTS].groups
        began = setups[place].models if place < min(MAX_GROUPS, len(setups)) else 0
        second = engagement.groups[slot + MAX_GROUPS].models if began else 0
        if group.models or began:
            kind = names.kind(slot)
            deflection = max(kind.deflection - group.exposed, 1)
            scores = {"might": kind.might, "dex": kind.dex, "will": kind.will, "def": deflection, "atk": kind.atk}
            actions = tuple(
                ActionCard(index, action.name, action.roll, describe(action))
                for index, action in enumerate(actions_of(kind))
            )
            found.append(
                GroupCard(
                    slot,
                    names.tag(slot),
                    names.title(slot),
                    slot // SLOTS,
                    kind.name,
                    group.models,
                    max(began - group.models - second, 0),
                    group.wounds,
                    group.models >= FEWEST,
                    _state(engagement, slot),
                    group.rerolls,
                    group.weakened + group.opening,
                    group.exposed,
                    bool(group.dazed),
                    tuple(scores.items()),
                    actions,
                )
            )
    return tuple(found)


def _state(engagement: Engagement, slot: int) -> str:
    if not engagement.groups[slot].models:
        return "gone"
    if not engagement.groups[slot].acted:
        return "to act"
    activation = engagement.frames[1]
    return "acting" if activation.kind == FrameKind.ACTIVATION and activation.actor == slot else "has acted"


def pending_reroll(position: Position) -> Rerollable | None:
    """Return the roll that waits for a choice of Rerolls; None if there is none."""
    engagement: Engagement = position.record
    frame = engagement.frames[max(engagement.depth - 1, 0)]
    if position.node.kind != NodeKind.DECISION or frame.kind != FrameKind.ROLL:
        return None
    action = Names(position.setup).action(frame.actor, frame.action).name if frame.action >= 0 else ""
    rerolls, roll = engagement.groups[frame.actor].rerolls, RollKind(frame.roll).name.lower()
    heavy, faces = look(Setting, position.setting).heavy_sixes, range(1, SIDES + 1)
    combines = frame.action >= 0 and Names(position.setup).action(frame.actor, frame.action).combination
    stands = [face if combines else as_plain(stands_for)(frame.roll, face, frame.score, heavy) for face in faces]
    succeeds = tuple(bool(as_plain(die_succeeds)(frame.roll, face, frame.score)) for face in faces)
    shown = tuple(frame.shown)
    return Rerollable(frame.actor, frame.target, action, roll, frame.score, shown, tuple(stands), succeeds, rerolls)
