"""The groups of an engagement, their actions, and the dice that may be rerolled, as data."""

from __future__ import annotations

from dataclasses import dataclass

from battlewright.engine.data import Data
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.system import SEATS
from battlewright.systems.formations.record import SLOTS, Engagement, FrameKind, RollKind
from battlewright.systems.formations.rules.groups import FEWEST
from battlewright.systems.formations.setup.engagement import actions_of
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
    """A group by its slot. ``scores`` are its characteristics as they are now, ``state`` is one of: to act, acting, has
    acted."""

    slot: int
    name: str
    side: int
    kind: str
    models: int
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
        """Return it as plain data."""
        actions = [action.as_data() for action in self.actions]
        return {**vars(self), "side": SEATS[self.side], "scores": dict(self.scores), "actions": actions}


@dataclass(frozen=True)
class Rerollable:
    """A roll that waits for Rerolls: whose it is, the action and the score it is rolled against, the number of dice by
    the face that stands for theirs, and the Rerolls that are left."""

    slot: int
    target: int
    action: str
    roll: str
    score: int
    shown: tuple[int, ...]
    rerolls: int

    def as_data(self) -> Data:
        """Return it as plain data."""
        return {**vars(self), "shown": list(self.shown)}


def group_cards(position: Position) -> tuple[GroupCard, ...]:
    """Return the groups that are there."""
    engagement: Engagement = position.record
    names, found = Names(position.setup), []
    for slot in range(2 * SLOTS):
        group = engagement.groups[slot]
        if group.models:
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
                    names.group(slot),
                    slot // SLOTS,
                    kind.name,
                    group.models,
                    group.wounds,
                    group.models >= FEWEST,
                    _state(engagement, slot),
                    group.rerolls,
                    group.weakened,
                    group.exposed,
                    bool(group.dazed),
                    tuple(scores.items()),
                    actions,
                )
            )
    return tuple(found)


def _state(engagement: Engagement, slot: int) -> str:
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
    return Rerollable(frame.actor, frame.target, action, roll, frame.score, tuple(frame.shown), rerolls)
