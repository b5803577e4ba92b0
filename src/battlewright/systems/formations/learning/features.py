"""The features of an engagement for learners, in thousandths: the groups as a side sees them, and each choice.

1000 is one, or the whole. Dice, models, Wounds and characteristics are in tenths: 100 each. A side's own groups come
first.
"""

from __future__ import annotations

from enum import IntEnum

from battlewright.contract.parts import Features
from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    SIDES,
    SLOTS,
    Action,
    ChoiceKind,
    Effect,
    Engagement,
    FormationsChoice,
    Frame,
    FrameKind,
    Group,
    RollKind,
    Setting,
    Step,
)
from battlewright.systems.formations.rules.dice import count_successes, good_faces, score_of
from battlewright.systems.formations.rules.groups import pool, strength, strength_of

ONE = 1000
TENTH = 100
"""The feature value of a die, a model or a Wound."""
MOST = 10 * ONE
"""The bound of all features, of either sign."""


class Table(IntEnum):
    """Features of both forces. Strength is MIGHT minus Wounds, as a share of what a force began with. Of a roll in
    progress: its dice, its score, its successes, and the Rerolls of the player who rolls."""

    ROUND = 0
    ROUNDS_LEFT = 1
    OWN_STRENGTH = 2
    THEIR_STRENGTH = 3
    ROLL_DICE = 4
    ROLL_SCORE = 5
    ROLL_SUCCESSES = 6
    ROLL_REROLLS = 7


class Company(IntEnum):
    """Features of each group. DICE are those of its first action, DEF is the current one."""

    MODELS = 0
    MIGHT_LEFT = 1
    WOUNDS = 2
    ACTED = 3
    REROLLS = 4
    WEAKENED = 5
    EXPOSED = 6
    DAZED = 7
    DICE = 8
    DEF = 9
    ACTING = 10


class Trait(IntEnum):
    """Features of a choice, after its kind.

    *Own* is the group that acts, *their* its target. CHANCE: that a die succeeds. WOUNDS: the mean number.
    SHARE: those Wounds as a share of the MIGHT that the target has left, at most 1. MISSES and SUCCESSES: the dice that
    are rerolled. LEFT: the Rerolls that remain.
    """

    OWN_MODELS = 0
    OWN_MIGHT_LEFT = 1
    OWN_DICE = 2
    OWN_REROLLS = 3
    THEIR_MODELS = 4
    THEIR_MIGHT_LEFT = 5
    THEIR_DICE = 6
    THEIR_ACTED = 7
    DICE = 8
    CHANCE = 9
    WOUNDS = 10
    SHARE = 11
    MISSES = 12
    SUCCESSES = 13
    LEFT = 14


FIRST_STEP = len(Table)
FIRST_GROUP = FIRST_STEP + len(Step)
COMPANY = len(Company)
TABLE_NAMES = (
    *(each.name.lower() for each in Table),
    *(f"step_{each.name.lower()}" for each in Step),
    *(
        f"{side}{number + 1}_{each.name.lower()}"
        for side in ("own", "their")
        for number in range(SLOTS)
        for each in Company
    ),
)
FIRST_ROLL = len(ChoiceKind)
FIRST_EFFECT = FIRST_ROLL + len(RollKind)
FIRST_TRAIT = FIRST_EFFECT + len(Effect)
CHOICE_NAMES = (
    *(f"kind_{each.name.lower()}" for each in ChoiceKind),
    *(f"roll_{each.name.lower()}" for each in RollKind),
    *(f"effect_{each.name.lower()}" for each in Effect),
    *(each.name.lower() for each in Trait),
)


@rule()
def write(out: Row[int], index: int, value: int) -> None:
    """Write a feature, clamped to the bounds."""
    out[index] = min(max(value, -MOST), MOST)


@rule()
def observe(setting: Row[Setting], battle: Row[Engagement], side: int, out: Row[int]) -> None:
    """Write the features of the engagement as a side sees it."""
    out[:] = 0
    limit = setting[0].round_limit
    write(out, Table.ROUND, ONE * battle[0].round // limit)
    write(out, Table.ROUNDS_LEFT, ONE * (limit - battle[0].round) // limit)
    for relative in range(2):
        of = side if relative == 0 else 1 - side
        begun = max(begun_with(setting[0], of), 1)
        write(out, Table.OWN_STRENGTH + relative, ONE * strength(setting[0], battle[0], of) // begun)
        for index in range(SLOTS):
            at = FIRST_GROUP + (relative * SLOTS + index) * COMPANY
            see_group(setting[0], battle[0], of * SLOTS + index, out[at : at + COMPANY])
    if battle[0].node.kind == NodeKind.DECISION:
        write(out, FIRST_STEP + battle[0].node.step - 1, ONE)
    if battle[0].depth > 0:
        see_roll(battle[0], battle[0].frames[battle[0].depth - 1], out)


@rule()
def begun_with(setting: Setting, side: int) -> int:
    """Return the MIGHT of a force at the start."""
    total = 0
    for index in range(MAX_GROUPS):
        muster = setting.musters[side * MAX_GROUPS + index]
        total += muster.models * setting.kinds[muster.kind].might
    return total


@rule()
def see_roll(battle: Engagement, frame: Frame, out: Row[int]) -> None:
    """Write the features of the roll in progress."""
    if frame.kind == FrameKind.ROLL:
        write(out, Table.ROLL_DICE, frame.dice * TENTH)
        write(out, Table.ROLL_SCORE, frame.score * TENTH)
        write(out, Table.ROLL_REROLLS, battle.groups[frame.actor].rerolls * TENTH)
        write(out, Table.ROLL_SUCCESSES, count_successes(frame.roll, frame.shown, frame.score) * TENTH)


@rule()
def see_group(setting: Setting, battle: Engagement, slot: int, out: Row[int]) -> None:
    """Write the features of one group; none if it is gone."""
    group = battle.groups[slot]
    if group.models == 0:
        return
    kind = setting.kinds[group.kind]
    write(out, Company.MODELS, group.models * TENTH)
    write(out, Company.MIGHT_LEFT, strength_of(setting, group) * TENTH)
    write(out, Company.WOUNDS, group.wounds * TENTH)
    write(out, Company.ACTED, group.acted * ONE)
    write(out, Company.REROLLS, group.rerolls * TENTH)
    write(out, Company.WEAKENED, (group.weakened + group.opening) * TENTH)
    write(out, Company.EXPOSED, group.exposed * TENTH)
    write(out, Company.DAZED, ONE if group.dazed else 0)
    write(out, Company.DICE, pool(setting, group, kind.actions[0]) * TENTH)
    write(out, Company.DEF, max(kind.deflection - group.exposed, 1) * TENTH)
    if battle.depth > 1:
        write(out, Company.ACTING, ONE if battle.frames[battle.depth - 1].actor == slot else 0)


@rule()
def describe(
    setting: Row[Setting], battle: Row[Engagement], side: int, choice: Row[FormationsChoice], out: Row[int]
) -> None:
    """Write the features of one choice of a side."""
    out[:] = 0
    write(out, choice[0].kind - 1, ONE)
    frame = battle[0].frames[battle[0].depth - 1]
    slot = choice[0].group if choice[0].kind == ChoiceKind.ACTIVATE else frame.actor
    group = battle[0].groups[slot]
    kind = setting[0].kinds[group.kind]
    traits = out[FIRST_TRAIT:]
    write(traits, Trait.OWN_MODELS, group.models * TENTH)
    write(traits, Trait.OWN_MIGHT_LEFT, strength_of(setting[0], group) * TENTH)
    write(traits, Trait.OWN_DICE, pool(setting[0], group, kind.actions[0]) * TENTH)
    write(traits, Trait.OWN_REROLLS, group.rerolls * TENTH)
    if choice[0].kind == ChoiceKind.ACT:
        action, target = kind.actions[choice[0].action], battle[0].groups[choice[0].target]
        write(out, FIRST_ROLL + action.roll, ONE)
        write(out, FIRST_EFFECT + action.effect, ONE)
        see_target(setting[0], target, traits)
        see_action(setting[0], group, action, target, traits)
    elif choice[0].kind == ChoiceKind.REROLL:
        see_reroll(frame, group.rerolls, choice[0], traits)


@rule()
def see_target(setting: Setting, target: Group, out: Row[int]) -> None:
    """Write the features of an action's target."""
    write(out, Trait.THEIR_MODELS, target.models * TENTH)
    write(out, Trait.THEIR_MIGHT_LEFT, strength_of(setting, target) * TENTH)
    write(out, Trait.THEIR_DICE, pool(setting, target, setting.kinds[target.kind].actions[0]) * TENTH)
    write(out, Trait.THEIR_ACTED, target.acted * ONE)


@rule()
def see_action(setting: Setting, group: Group, action: Action, target: Group, out: Row[int]) -> None:
    """Write the features of an action by itself: its dice, the chance of each, the mean number of Wounds."""
    if action.roll == RollKind.ORDER:
        return
    dice, score = 1, score_of(setting.kinds[group.kind], action.against, group.exposed)
    if action.roll == RollKind.ATTACK:
        dice = pool(setting, group, action)
        score = score_of(setting.kinds[target.kind], action.against, target.exposed)
    good = good_faces(action.roll, score)
    write(out, Trait.DICE, dice * TENTH)
    write(out, Trait.CHANCE, ONE * good // SIDES)
    if action.roll == RollKind.ATTACK and action.wounds:
        write(out, Trait.WOUNDS, TENTH * dice * good // SIDES)
        write(out, Trait.SHARE, min(ONE * dice * good // SIDES // max(strength_of(setting, target), 1), ONE))


@rule()
def see_reroll(frame: Frame, rerolls: int, choice: FormationsChoice, out: Row[int]) -> None:
    """Write the features of a Reroll."""
    dice, successes = 0, count_successes(frame.roll, choice.dice, frame.score)
    for face in range(SIDES):
        dice += choice.dice[face]
    write(out, Trait.MISSES, (dice - successes) * TENTH)
    write(out, Trait.SUCCESSES, successes * TENTH)
    write(out, Trait.LEFT, (rerolls - dice) * TENTH)


FEATURES = Features(TABLE_NAMES, CHOICE_NAMES, observe, describe)
