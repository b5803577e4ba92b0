"""The groups of an engagement, their actions, and the dice that may be rerolled, as data; and what choices can come to:
whether an action can succeed at all, and in how many ways dice can be rerolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from battlewright.answers.described import Described, SideNumber
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import look, numbers
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    SIDES,
    SLOTS,
    Action,
    ChoiceKind,
    Combination,
    Effect,
    Engagement,
    FormationsChoice,
    FrameKind,
    RollKind,
    Setting,
)
from battlewright.systems.formations.rules.dice import die_succeeds, good_faces, has_combination, score_of, stands_for
from battlewright.systems.formations.rules.groups import MIN_FORMATION, pool, strength
from battlewright.systems.formations.setup.engagement import EngagementSetup, ForceSetup, actions_of
from battlewright.systems.formations.words.names import Names, describe

RollWord = Literal["attack", "test", "order"]
ROLLS: dict[RollKind, RollWord] = {RollKind.ORDER: "order", RollKind.ATTACK: "attack", RollKind.TEST: "test"}
StateWord = Literal["to act", "acting", "has acted", "gone"]


@dataclass(frozen=True)
class ActionCard(Described):
    """An action of a group."""

    index: int
    """Its index among the actions of the group."""
    name: str
    """What it is called."""
    roll: RollWord
    """How it is rolled; an order is not."""
    text: str
    """What it does, in words."""


@dataclass(frozen=True)
class GroupCard(Described):
    """A group."""

    slot: int
    """Its slot in the battle record."""
    number: int
    """The same, as all combatants have it."""
    tag: str
    """Its tag, such as `a1`."""
    name: str
    """What it is called."""
    title: str
    """The same, as all combatants have it."""
    side: SideNumber
    """The side that it fights for."""
    kind: str
    """What its models are."""
    models: int
    """How many models it has."""
    fallen: int
    """How many models it has lost."""
    wounds: int
    """The Wounds that it has."""
    is_formation: bool
    """Whether its models are enough to roll together."""
    state: StateWord
    """What it is about."""
    rerolls: int
    """The Rerolls that it has left."""
    weakened: int
    """How many dice it rolls fewer."""
    exposed: int
    """How much its DEF is lower."""
    dazed: bool
    """Whether it must pass a test before it can act."""
    scores: dict[str, int]
    """Its characteristics as they are now, by name."""
    actions: tuple[ActionCard, ...]
    """What it can do."""


@dataclass(frozen=True)
class Rerollable(Described):
    """A roll that waits for Rerolls. The lists have an entry for each face from 1 to 6."""

    slot: int
    """The group that rolled, by its slot."""
    target: int
    """The group that it rolled against, by its slot."""
    action: str
    """The name of the action; empty if there is none."""
    roll: RollWord
    """How it is rolled."""
    score: int
    """What it is rolled against."""
    shown: tuple[int, ...]
    """How many dice count as each face."""
    stands: tuple[int, ...]
    """The face that each face counts as."""
    succeeds: tuple[bool, ...]
    """Whether each face succeeds."""
    rerolls: int
    """The Rerolls that are left."""


@dataclass(frozen=True)
class ForceCard(Described):
    """A force."""

    name: str
    """What it is called."""
    strength: int
    """Its MIGHT minus its Wounds."""


@dataclass(frozen=True)
class EngagementCard(Described):
    """How an engagement stands."""

    round: int
    """The round that is played."""
    round_limit: int
    """The last round."""
    forces: dict[str, ForceCard]
    """The forces, by side."""


def engagement_card(position: Position) -> EngagementCard:
    """Return how the engagement stands."""
    setting, engagement = look(Setting, position.setting), position.record
    forces = {
        SIDE_LETTERS[side]: ForceCard(force.name, as_plain(strength)(setting, engagement, side))
        for side, force in enumerate(_forces(position))
    }
    return EngagementCard(engagement.round, setting.round_limit, forces)


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
                    slot,
                    names.tag(slot),
                    names.title(slot),
                    names.title(slot),
                    slot // SLOTS,
                    kind.name,
                    group.models,
                    max(began - group.models - second, 0),
                    group.wounds,
                    group.models >= MIN_FORMATION,
                    _state(engagement, slot),
                    group.rerolls,
                    group.weakened + group.opening,
                    group.exposed,
                    bool(group.dazed),
                    scores,
                    actions,
                )
            )
    return tuple(found)


def _state(engagement: Engagement, slot: int) -> StateWord:
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
    rerolls, roll = engagement.groups[frame.actor].rerolls, ROLLS[RollKind(frame.roll)]
    heavy, faces = look(Setting, position.setting).heavy_sixes, range(1, SIDES + 1)
    combines = frame.action >= 0 and Names(position.setup).action(frame.actor, frame.action).combination
    stands = [face if combines else as_plain(stands_for)(frame.roll, face, frame.score, heavy) for face in faces]
    succeeds = tuple(bool(as_plain(die_succeeds)(frame.roll, face, frame.score)) for face in faces)
    shown = tuple(frame.shown)
    return Rerollable(frame.actor, frame.target, action, roll, frame.score, shown, tuple(stands), succeeds, rerolls)


def cannot_succeed(position: Position, choice: FormationsChoice) -> bool:
    """Return whether no dice, as they are rolled now, make an action do any of what it is for."""
    if choice.kind != ChoiceKind.ACT:
        return False
    engagement: Engagement = position.record
    setting = look(Setting, position.setting)
    group = engagement.groups[engagement.frames[engagement.depth - 1].actor]
    action, target = setting.kinds[group.kind].actions[choice.action], engagement.groups[choice.target]
    if action.roll == RollKind.TEST:
        score = as_plain(score_of)(setting.kinds[group.kind], action.against, group.exposed)
        return not as_plain(good_faces)(action.roll, score)
    if action.roll == RollKind.ORDER:
        return False
    score = as_plain(score_of)(setting.kinds[target.kind], action.against, target.exposed)
    dice = as_plain(pool)(setting, group, action)
    most = dice if as_plain(good_faces)(action.roll, score) else 0
    return not ((action.wounds and most) or (action.effect != Effect.NONE and _may_land(action, dice, most)))


def _may_land(action: Action, dice: int, successes: int) -> bool:
    """Return whether an effect may land: by its combination, of dice that are all alike or all different, or by its
    successes."""
    if action.combination == Combination.NONE:
        return successes >= action.needs
    alike = numbers([dice, *[0] * (SIDES - 1)])
    different = numbers([int(face < dice) for face in range(SIDES)])
    return any(as_plain(has_combination)(shown, action.combination) for shown in (alike, different))


def count_rerolls(engagement: Engagement) -> int:
    """Return in how many ways dice can be named for the Rerolls that a group has, none of them too."""
    frame = engagement.frames[engagement.depth - 1]
    rerolls = engagement.groups[frame.actor].rerolls
    ways = [1]  # by the number of dice that are named
    for lying in frame.shown:
        most = min(len(ways) + lying, rerolls + 1)
        ways = [sum(ways[max(named - lying, 0) : named + 1]) for named in range(most)]
    return sum(ways)
