"""Features of a skirmish for learners, in thousandths: the table as a side sees it, and each choice.

1000 is one, or the whole (the length of the table, the points of a side). A point of an ability, of Toughness or of
stress is 100, and so is an inch. The table is turned so that a side looks at it from its own edge, and its own models
come first.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from battlewright.contract.parts import Features
from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import gap
from battlewright.systems.skirmish.bots.tables import NEEDS, THOUSAND, need_at
from battlewright.systems.skirmish.record import (
    AP,
    MAX_ABILITY,
    MAX_SIDE,
    NOBODY,
    SIDES,
    ChoiceKind,
    Fate,
    Frame,
    FrameKind,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.aid import AID_AP
from battlewright.systems.skirmish.rules.editions import announces_return_fire
from battlewright.systems.skirmish.rules.lines import count_obstacles
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP, fighter, opponent
from battlewright.systems.skirmish.rules.move import longest_threat, range_of
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP, difficulty_at, difficulty_of, lowest_sum
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of
from battlewright.systems.skirmish.rules.split import defender, splitter, striker

ONE = 1000
POINT = 100
FAR = 100
"""The feature value of a point of an ability, and of an inch."""
MOST = 10 * ONE
"""The bound of every feature, above and below 0."""


Table = IntEnum(
    "Table",
    "ROUND ROUNDS_LEFT OWN_POINTS THEIR_POINTS OWN_MODELS THEIR_MODELS OWN_TO_ACTIVATE THEIR_TO_ACTIVATE SHOT_NEED "
    "SHOT_HIT SHOT_OBSTACLES OWN_SUCCESSES OWN_CRITICALS THEIR_SUCCESSES THEIR_CRITICALS",
    start=0,
)
"""The features of the table as a whole. Points and models are shares of those that a side began with.

Of a shot in progress: the sum it needs, the chance to hit, the obstacles. Of a clash: the unresolved successes.
"""
Figure = IntEnum(
    "Figure",
    "ON_TABLE WAITING ACTING TARGETED TOUGHNESS STRESS MARGIN AP ACTIVATED ACROSS AHEAD LEVEL MELEE BALLISTICS "
    "AGILITY POINTS BLADES GUNS",
    start=0,
)
"""The features of each model. ACTING and TARGETED are about the exchange in progress."""
Trait = IntEnum(
    "Trait",
    "OWN_TOUGHNESS OWN_STRESS OWN_MARGIN OWN_AP OWN_MELEE OWN_BALLISTICS THEIR_TOUGHNESS THEIR_STRESS THEIR_MARGIN "
    "THEIR_AP THEIR_MELEE THEIR_POINTS HIT CRITICAL HARM BREAKS RELIEF DISTANCE NEARER OBSTACLES AIM FEAR IN_REACH "
    "IN_DANGER AHEAD HEIGHT RISE USES_CRITICAL AGAINST_CRITICAL COST ATTACK DEFENCE",
    start=0,
)
"""The features of a choice, after its kind.

*Own* is the model that acts; *their* is the model it is about: the one that the choice names, else the nearest
opponent from where the model ends up. MARGIN: the stress until it breaks down. HARM: the mean stress of a shot, of
a strike, or of dice on attack if none is cancelled. BREAKS: the chance that this breaks them down (in the first
edition: that they are tested). RELIEF: the stress that Aid takes off. NEARER: how much nearer they are than before.
AIM and FEAR: the chance of the best gun from there, and of theirs back. IN_REACH and IN_DANGER: the share of the
opponents on the table that could be engaged from there, and that could engage. AHEAD: how far up the table it ends.
COST: its action points. ATTACK and DEFENCE: the dice on each.
"""

FIRST_STEP = len(Table)
STEPS = tuple(step for step in Step if step <= Step.CANCEL)
KINDS = tuple(kind for kind in ChoiceKind if kind <= ChoiceKind.CANCEL)
"""Those of battles on a map: bots play no others."""
FIRST_FIGURE = FIRST_STEP + len(STEPS)
FIGURE = len(Figure)
TABLE_NAMES = (
    *(each.name.lower() for each in Table),
    *(f"step_{each.name.lower()}" for each in STEPS),
    *(
        f"{side}{number + 1}_{each.name.lower()}"
        for side in ("own", "their")
        for number in range(MAX_SIDE)
        for each in Figure
    ),
)
FIRST_TRAIT = len(KINDS)
CHOICE_NAMES = (*(f"kind_{each.name.lower()}" for each in KINDS), *(each.name.lower() for each in Trait))


def rolls_from(dice: int, sides: int) -> npt.NDArray[np.int64]:
    """The number of rolls of ``dice`` dice with a total of 0 or more, of 1 or more, and so on."""
    totals = np.ones(1, np.int64)
    for _ in range(dice):
        totals = np.convolve(totals, [0] + [1] * sides)
    return np.pad(np.cumsum(totals[::-1])[::-1], (0, NEEDS))[:NEEDS]


def _chances(without: int) -> npt.NDArray[np.int32]:
    """The chances of a shot by dice and need, in thousandths: to hit, less those to hit with ``without`` sides alone.
    There are none without dice."""
    rows = [
        THOUSAND * (rolls_from(dice, SIDES) - rolls_from(dice, without)) // SIDES**dice
        for dice in range(1, MAX_ABILITY + 1)
    ]
    return np.concatenate([np.zeros(NEEDS), *rows]).astype(np.int32)


HITS, CRITICALS = _chances(0), _chances(SIDES - 1)


@rule()
def hit_chance(dice: int, need: int) -> int:
    """The chance that a shot hits, in thousandths."""
    return int(HITS[dice * NEEDS + need_at(need)])


@rule()
def critical_chance(dice: int, need: int) -> int:
    """The chance that a shot hits with a 6 among its dice, in thousandths."""
    return int(CRITICALS[dice * NEEDS + need_at(need)])


@rule()
def write(out: Row[int], index: int, value: int) -> None:
    """Write a feature, clamped to the bounds."""
    out[index] = min(max(value, -MOST), MOST)


@rule()
def observe(setting: Row[Setting], battle: Row[Skirmish], side: int, out: Row[int]) -> None:
    """Write the features of the table as a side sees it."""
    out[:] = 0
    see_battle(setting[0], battle[0], side, out)
    if battle[0].node.kind == NodeKind.DECISION:
        write(out, FIRST_STEP + battle[0].node.step - 1, ONE)
    if battle[0].depth > 0:
        see_exchange(setting[0], battle[0], battle[0].frames[battle[0].depth - 1], side, out)
    for relative in range(2):
        first = first_of(setting[0], side if relative == 0 else 1 - side)
        end = end_of(setting[0], side if relative == 0 else 1 - side)
        for who in range(first, end):
            index = FIRST_FIGURE + (relative * MAX_SIDE + who - first) * FIGURE
            see_model(setting[0], battle[0], who, side, out[index : index + FIGURE])


@rule()
def see_battle(setting: Setting, battle: Skirmish, side: int, out: Row[int]) -> None:
    """Write the progress of the battle, and what is left of both sides."""
    write(out, Table.ROUND, ONE * battle.round // setting.round_limit)
    write(out, Table.ROUNDS_LEFT, ONE * (setting.round_limit - battle.round) // setting.round_limit)
    for relative in range(2):
        of = side if relative == 0 else 1 - side
        points, all_points, count, waiting = 0, 0, 0, 0
        for who in range(first_of(setting, of), end_of(setting, of)):
            all_points += setting.cards[who].points
            if battle.models[who].fate != Fate.REMOVED:
                points += setting.cards[who].points
                count += 1
                if battle.models[who].activated == 0:
                    waiting += 1
        models = max(end_of(setting, of) - first_of(setting, of), 1)
        write(out, Table.OWN_POINTS + relative, ONE * points // max(all_points, 1))
        write(out, Table.OWN_MODELS + relative, ONE * count // models)
        write(out, Table.OWN_TO_ACTIVATE + relative, ONE * waiting // models)


@rule()
def see_exchange(setting: Setting, battle: Skirmish, frame: Frame, side: int, out: Row[int]) -> None:
    """Write the features of the shot or the clash in progress."""
    if frame.kind == FrameKind.SHOT:
        write(out, Table.SHOT_NEED, frame.need * POINT // 2)
        write(out, Table.SHOT_HIT, hit_chance(setting.cards[frame.actor].ballistics, frame.need))
        write(out, Table.SHOT_OBSTACLES, frame.obstacles * POINT)
    elif frame.kind == FrameKind.CLASH:
        mine = side_of(setting, frame.actor) == side
        write(out, Table.OWN_SUCCESSES, (frame.own if mine else frame.their) * POINT)
        write(out, Table.OWN_CRITICALS, (frame.own_critical if mine else frame.their_critical) * POINT)
        write(out, Table.THEIR_SUCCESSES, (frame.their if mine else frame.own) * POINT)
        write(out, Table.THEIR_CRITICALS, (frame.their_critical if mine else frame.own_critical) * POINT)


@rule()
def see_model(setting: Setting, battle: Skirmish, who: int, side: int, out: Row[int]) -> None:
    """Write the features of one model; none for a removed one."""
    model, card, base = battle.models[who], setting.cards[who], battle.crowd.bases[who]
    if model.fate == Fate.REMOVED:
        return
    write(out, Figure.WAITING, ONE if model.fate == Fate.WAITING else 0)
    write(out, Figure.TOUGHNESS, model.toughness * POINT)
    write(out, Figure.STRESS, model.stress * POINT)
    write(out, Figure.MARGIN, (model.toughness - model.stress) * POINT)
    write(out, Figure.AP, model.ap * ONE // AP)
    write(out, Figure.ACTIVATED, ONE * model.activated)
    write(out, Figure.MELEE, card.melee * POINT)
    write(out, Figure.BALLISTICS, card.ballistics * POINT)
    write(out, Figure.AGILITY, card.agility * POINT)
    write(out, Figure.POINTS, card.points * POINT // 2)
    write(out, Figure.BLADES, ONE if card.blades else 0)
    write(out, Figure.GUNS, ONE if card.guns else 0)
    if base.stands:
        write(out, Figure.ON_TABLE, ONE)
        across = base.x if side == 0 else setting.terrain.width - base.x
        write(out, Figure.ACROSS, ONE * across // setting.terrain.width)
        write(out, Figure.AHEAD, ahead(setting, base.y, side))
        write(out, Figure.LEVEL, base.level * FAR // ONE)
    if battle.depth > 1:
        frame = battle.frames[battle.depth - 1]
        write(out, Figure.ACTING, ONE if frame.actor == who else 0)
        clash = frame.kind == FrameKind.CLASH or frame.kind == FrameKind.DIVISION
        exchange = clash or frame.kind == FrameKind.SHOT
        write(out, Figure.TARGETED, ONE if exchange and frame.target == who else 0)


@rule()
def ahead(setting: Setting, y: int, side: int) -> int:
    """The distance of a place up the table, from a side's own edge."""
    return ONE * (y if side == 0 else setting.terrain.depth - y) // setting.terrain.depth


@rule()
def describe(
    setting: Row[Setting], battle: Row[Skirmish], side: int, choice: Row[SkirmishChoice], out: Row[int]
) -> None:
    """Write the features of one choice of a side. Leaves the battle as it was."""
    out[:] = 0
    write(out, choice[0].kind - 1, ONE)
    traits = out[FIRST_TRAIT:]
    frame = battle[0].frames[battle[0].depth - 1]
    who = doer_of(battle[0], frame, choice[0])
    see_doer(setting[0], battle[0], who, traits)
    base = battle[0].crowd.bases[who]
    x, y, level, stood = base.x, base.y, base.level, base.stands
    if choice[0].count > 0:
        end = choice[0].legs[choice[0].count - 1]
        base.x, base.y, base.level = end.x, end.y, end.level
    whom = named_by(battle[0], frame, choice[0])
    if whom == NOBODY:
        whom = nearest(setting[0], battle[0], who)
    see_place(setting[0], battle[0], who, side, level if stood else base.level, traits)
    if whom != NOBODY:
        see_other(setting[0], battle[0], who, whom, traits)
        if choice[0].count > 0 and stood:
            other = battle[0].crowd.bases[whom]
            write(traits, Trait.NEARER, (apart(other, base, x, y, level) - distance(battle[0], who, whom)) * FAR // ONE)
        see_harm(setting[0], battle[0], frame, choice[0], who, whom, traits)
    write(traits, Trait.COST, cost_of(setting[0], choice[0].kind) * ONE // AP)
    base.x, base.y, base.level = x, y, level


@rule()
def doer_of(battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """The model that acts by a choice."""
    step = battle.node.step
    if step == Step.DEPLOY or step == Step.ACTIVATE or choice.kind == ChoiceKind.TAKE_PLACE:
        return choice.who
    if step == Step.RESOLVE:
        return fighter(frame)
    if step == Step.DIVIDE:
        return splitter(frame)
    if step == Step.CANCEL:
        return defender(frame)
    if step == Step.ACT or step == Step.TARGET:
        return frame.actor
    return frame.target


@rule()
def named_by(battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """The model that a choice is about; NOBODY if it names none."""
    step = battle.node.step
    if choice.kind == ChoiceKind.SHOOT or choice.kind == ChoiceKind.AID or choice.kind == ChoiceKind.TARGET:
        return choice.whom
    if step == Step.RESOLVE:
        return opponent(frame)
    if step == Step.DIVIDE and splitter(frame) == frame.actor:
        return frame.target
    if step == Step.CANCEL:
        return striker(frame)
    if step == Step.DEPLOY or step == Step.ACTIVATE or step == Step.ACT:
        return NOBODY
    return frame.actor


@rule()
def cost_of(setting: Setting, kind: int) -> int:
    """The action points of a kind of choice. An announced return shot is already paid for."""
    if kind == ChoiceKind.MOVE:
        return 1
    if kind == ChoiceKind.CLOSE_COMBAT:
        return CLOSE_COMBAT_AP
    if kind == ChoiceKind.SHOOT or kind == ChoiceKind.RETURN_FIRE:
        return SHOT_AP
    if kind == ChoiceKind.AID:
        return AID_AP
    if kind == ChoiceKind.FIRE:
        return 0 if announces_return_fire(setting) else SHOT_AP
    return COVER_AP if kind == ChoiceKind.COVER else 0


@rule()
def nearest(setting: Setting, battle: Skirmish, who: int) -> int:
    """The opponent nearest to a model, seen from above; NOBODY if there is none on the table."""
    base, enemy = battle.crowd.bases[who], 1 - side_of(setting, who)
    found, least = NOBODY, 1 << 60
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        other = battle.crowd.bases[whom]
        square = (other.x - base.x) * (other.x - base.x) + (other.y - base.y) * (other.y - base.y)
        if other.stands and square < least:
            found, least = whom, square
    return found


@rule()
def distance(battle: Skirmish, who: int, whom: int) -> int:
    """The distance between the edges of two models."""
    base = battle.crowd.bases[who]
    return apart(battle.crowd.bases[whom], base, base.x, base.y, base.level)


@rule()
def apart(other: Base, base: Base, x: int, y: int, level: int) -> int:
    """The distance that the edge of a base would have from another's if it stood at this place."""
    square = (other.x - x) * (other.x - x) + (other.y - y) * (other.y - y)
    return gap(square, base.radius + other.radius, other.level - level)


@rule()
def see_doer(setting: Setting, battle: Skirmish, who: int, out: Row[int]) -> None:
    """Write the features of the model that acts."""
    model = battle.models[who]
    write(out, Trait.OWN_TOUGHNESS, model.toughness * POINT)
    write(out, Trait.OWN_STRESS, model.stress * POINT)
    write(out, Trait.OWN_MARGIN, (model.toughness - model.stress) * POINT)
    write(out, Trait.OWN_AP, model.ap * ONE // AP)
    write(out, Trait.OWN_MELEE, setting.cards[who].melee * POINT)
    write(out, Trait.OWN_BALLISTICS, setting.cards[who].ballistics * POINT)


@rule()
def see_place(setting: Setting, battle: Skirmish, who: int, side: int, was: int, out: Row[int]) -> None:
    """Write where the model ends up, and the opponents that could be engaged from there, or could engage."""
    base, enemy = battle.crowd.bases[who], 1 - side
    write(out, Trait.AHEAD, ahead(setting, base.y, side))
    write(out, Trait.HEIGHT, base.level * FAR // ONE)
    write(out, Trait.RISE, (base.level - was) * FAR // ONE)
    ours = reach_of(setting, who) + base.radius
    in_reach, in_danger, there = 0, 0, 0
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        other = battle.crowd.bases[whom]
        if other.stands:
            there += 1
            square = (other.x - base.x) * (other.x - base.x) + (other.y - base.y) * (other.y - base.y)
            far = ours + other.radius
            if setting.cards[who].blades and square <= far * far:
                in_reach += 1
            far = reach_of(setting, whom) + other.radius + base.radius
            if setting.cards[whom].blades and square <= far * far:
                in_danger += 1
    write(out, Trait.IN_REACH, ONE * in_reach // max(there, 1))
    write(out, Trait.IN_DANGER, ONE * in_danger // max(there, 1))


@rule()
def reach_of(setting: Setting, who: int) -> int:
    """The distance from its edge at which a model strikes after an engage move, with its longest blade."""
    return range_of(setting, who, Purpose.ENGAGE, 0) + longest_threat(setting, who)


@rule()
def aim(setting: Setting, who: int, distance: int, obstacles: int) -> int:
    """The chance of a model's best gun at a distance."""
    card, least = setting.cards[who], 1 << 30
    if card.guns == 0:
        return 0
    for gun in range(card.guns):
        least = min(least, difficulty_at(setting, setting.weapons[card.gun[gun]], distance, obstacles))
    return hit_chance(card.ballistics, lowest_sum(least))


@rule()
def see_other(setting: Setting, battle: Skirmish, who: int, whom: int, out: Row[int]) -> None:
    """Write the features of the model that a choice is about, as seen from where the acting model ends up."""
    model, base = battle.models[whom], battle.crowd.bases[whom]
    write(out, Trait.THEIR_TOUGHNESS, model.toughness * POINT)
    write(out, Trait.THEIR_STRESS, model.stress * POINT)
    write(out, Trait.THEIR_MARGIN, (model.toughness - model.stress) * POINT)
    write(out, Trait.THEIR_AP, model.ap * ONE // AP)
    write(out, Trait.THEIR_MELEE, setting.cards[whom].melee * POINT)
    write(out, Trait.THEIR_POINTS, setting.cards[whom].points * POINT // 2)
    far = distance(battle, who, whom)
    write(out, Trait.DISTANCE, far * FAR // ONE)
    if side_of(setting, who) != side_of(setting, whom):
        obstacles = count_obstacles(setting, battle, who, whom, base.x, base.y, base.level)
        write(out, Trait.OBSTACLES, obstacles * POINT)
        write(out, Trait.AIM, aim(setting, who, far, obstacles))
        write(out, Trait.FEAR, aim(setting, whom, far, obstacles))


@rule()
def see_harm(
    setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice, who: int, whom: int, out: Row[int]
) -> None:
    """Write the direct effect of a shot, a strike or Aid."""
    margin = battle.models[whom].toughness - battle.models[whom].stress
    if choice.kind == ChoiceKind.SHOOT or choice.kind == ChoiceKind.FIRE:
        target, card = battle.crowd.bases[whom], setting.cards[who]
        obstacles = count_obstacles(setting, battle, who, whom, target.x, target.y, target.level)
        need = lowest_sum(difficulty_of(setting, battle, who, choice.weapon, whom, obstacles))
        hit, critical = hit_chance(card.ballistics, need), critical_chance(card.ballistics, need)
        weapon = setting.weapons[card.gun[choice.weapon]]
        worst = 2 if weapon.critical_d3 else weapon.critical
        write(out, Trait.HIT, hit)
        write(out, Trait.CRITICAL, critical)
        write(out, Trait.HARM, ((hit - critical) * weapon.stress + critical * worst) // 10)
        breaks = hit if weapon.stress >= margin else critical if worst >= margin else 0
        write(out, Trait.BREAKS, breaks)
    elif choice.kind == ChoiceKind.STRIKE:
        weapon = setting.weapons[setting.cards[who].blade[choice.weapon]]
        stress = weapon.critical if choice.critical else weapon.stress
        write(out, Trait.HARM, stress * POINT)
        write(out, Trait.BREAKS, ONE if stress >= margin else 0)
    elif choice.kind == ChoiceKind.DIVIDE:
        blade = frame.weapon if who == frame.actor else choice.weapon
        weapon = setting.weapons[setting.cards[who].blade[blade]]
        write(out, Trait.HARM, choice.attack * (2 * weapon.stress + weapon.critical) * POINT // SIDES)
        write(out, Trait.ATTACK, choice.attack * POINT)
        write(out, Trait.DEFENCE, (setting.cards[who].melee - choice.attack) * POINT)
    elif choice.kind == ChoiceKind.AID:
        write(out, Trait.RELIEF, min(1 + battle.models[who].caused, battle.models[whom].stress) * POINT)
    write(out, Trait.USES_CRITICAL, ONE * choice.critical)
    write(out, Trait.AGAINST_CRITICAL, ONE * choice.against)


FEATURES = Features(TABLE_NAMES, CHOICE_NAMES, observe, describe)
