"""Why a choice is refused: every refusal says by which clause, and what would be allowed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.clauses import clause_of
from battlewright.engine.errors import Refused
from battlewright.engine.record import allocate, assign, look
from battlewright.systems.skirmish.clauses import Clause, First
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import MAX_LEGS, ChoiceKind, Editable, SkirmishChoice, Step
from battlewright.systems.skirmish.words.refusals import SENTENCES
from tests.systems.skirmish.helpers import Fight, climb, drop, jump, walk
from tests.systems.skirmish.nodes import (
    BRANN,
    NODES,
    TOWER,
    WREN,
    YSOLDE,
    acting,
    activating,
    aiming,
    answering,
    at_home,
    bound,
    cancelling,
    covering,
    dividing,
    in_fire,
    measuring,
    names,
    naming,
    over,
    placing,
    replaced,
    resolving,
    returning,
    shot_at,
    stray_at_home,
    striking,
    words_of,
)

pytestmark = pytest.mark.plain

SPOT = (0, 5000, 8000, 0)
IN_SHED = (0, 2500, 2500, 0)


class Case(NamedTuple):
    """A choice that is refused at a node: by which clause, for which reason, and a part of what is said."""

    clause: str
    reason: Reason
    node: Callable[[], Fight]
    choice: SkirmishChoice
    part: str


def alone(**card: object) -> Callable[[], Fight]:
    """Somebody with a card of its own is acting."""
    return lambda: Fight([YSOLDE | card], [BRANN]).activate(0)


def tower(at: tuple[float, ...]) -> Callable[[], Fight]:
    """Ysolde is acting, beside or on the tower."""
    return lambda: Fight([YSOLDE | {"at": at}], [BRANN], [TOWER]).activate(0)


def first() -> Fight:
    """Ysolde is acting, in the first edition."""
    return Fight([YSOLDE, WREN], [BRANN], edition="first").activate(0)


def shoving() -> Fight:
    """Ysolde shoves Brann with a critical, at a table of the players' own."""
    spear = {key: value for key, value in (YSOLDE | {"weapons": ["Spear"]}).items() if key != "at"}
    brann = {key: value for key, value in BRANN.items() if key != "at"}
    fight = Fight([spear], [brann], companion=True).activate(0)
    fight.choose(ChoiceKind.CLOSE_COMBAT, whom=1).choose(ChoiceKind.MEASURE, distance=1000)
    return fight.roll(6, 1, 1).roll(1, 1, 1)


def placing_at_home() -> Fight:
    """The first model is to be placed, at a table of the players' own."""
    fight = at_home()
    while fight.node.step != Step.DEPLOY:
        fight.session.undo()
    while len(fight.session.steps) > 1:
        fight.session.undo()
    return fight


def first_shot() -> Fight:
    """Brann is shot at, in the first edition."""
    return first().shoot(2)


def fallen() -> Fight:
    """Ysolde has been removed."""
    return activating().edit(Editable.TOUGHNESS, 0, 0)


def unskilled() -> Fight:
    """Brann, who is shot at, has Ballistics 0."""
    return Fight([YSOLDE], [BRANN | {"ballistics": 0}]).activate(0).shoot(1)


def outreached() -> Fight:
    """Brann resolves a success, and its Sword does not reach Ysolde, whose Spear reaches it."""
    fight = Fight([YSOLDE], [BRANN | {"at": (7.5, 5.0)}]).activate(0).engage(weapon=1)
    return fight.roll(6, 4, 1).roll(6, 5, 1).choose(ChoiceKind.STRIKE, weapon=1)


def threatened() -> Fight:
    return Fight([YSOLDE], [BRANN | {"at": (9.0, 5.0)}], threat_stops_moves=True).activate(0)


def walled_off() -> Fight:
    wall = {"name": "Wall", "box": [9, 3, 0.5, 4], "top": 2, "solid": True}
    return Fight([YSOLDE], [BRANN], [wall], solid_blocks=True).activate(0)


def near_cover() -> Fight:
    """Brann has taken cover, and there is a wall to hide behind."""
    wall = {"name": "Wall", "box": [12, 5.3, 0.5, 3], "top": 2}
    return Fight([YSOLDE], [BRANN], [wall]).activate(0).shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)


def under_cover() -> Fight:
    """Brann has taken cover behind a wall already, and there is nothing else to hide behind."""
    wall = {"name": "Wall", "box": [12, 4.5, 0.5, 1], "top": 2}
    fight = Fight([YSOLDE], [BRANN], [wall]).activate(0).shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)
    return fight.roll(1)


def unarmed() -> Fight:
    return Fight([YSOLDE], [BRANN | {"weapons": ["Sword"]}]).activate(0).shoot(1)


def tired() -> Fight:
    """Brann has 1 AP left when it is shot at."""
    fight = Fight([YSOLDE], [BRANN]).edit(Editable.AP, 1, 1)
    return fight.activate(0).shoot(1)


def weary() -> Fight:
    return acting().shoot(2).choose(ChoiceKind.NOTHING).roll(1, 1, 1)


def broken() -> Fight:
    """Ysolde has broken down, and Wren is out of reach of her."""
    fight = activating().stress(0, 4).activate(0).roll(5, 5, 5)
    fight.activate(2).stop()
    fight.put(1, (2, 6))
    return fight.activate(1)


def turned() -> Fight:
    return acting().stop().activate(2).stop()


REFUSALS = [
    Case(
        "S2.A6",
        Reason.OUTSIDE_ZONE,
        placing,
        names(ChoiceKind.DEPLOY, SPOT),
        "in its zone (x from 0 to 24, y from 0 to 4)",
    ),
    Case(
        "S2.A6",
        Reason.MUST_PLACE,
        placing,
        names(ChoiceKind.STOP),
        "side a must say where it puts Ysolde (a1) or Wren (a2)",
    ),
    Case(
        "S2.A6",
        Reason.NOT_WAITING,
        placing,
        names(ChoiceKind.DEPLOY, SPOT, who=2),
        "Brann (b1) is not waiting to be placed by side a",
    ),
    Case(
        "S2.A2",
        Reason.MUST_ACTIVATE,
        activating,
        names(ChoiceKind.MOVE),
        "side a must activate Ysolde (a1) or Wren (a2)",
    ),
    Case(
        "S2.A2",
        Reason.NOT_OWN_MODEL,
        activating,
        names(ChoiceKind.ACTIVATE, who=2),
        "Brann (b1) is not a model of side a",
    ),
    Case("S2.A2", Reason.NO_SUCH_MODEL, activating, names(ChoiceKind.ACTIVATE, who=99), "There is no such model"),
    Case(
        "S2.A2",
        Reason.ACTIVATION_NAMES_MORE,
        activating,
        names(ChoiceKind.ACTIVATE, whom=1),
        "An activation takes only a model",
    ),
    Case(
        "S2.A2",
        Reason.ALREADY_ACTIVATED,
        turned,
        names(ChoiceKind.ACTIVATE),
        "Ysolde (a1) has been activated this round",
    ),
    Case(
        "S2.A3",
        Reason.NO_SUCH_ACTION,
        acting,
        names(99),
        "it may move (1 AP), fight in close combat (2), shoot (2), aid (2), or stop",
    ),
    Case(
        "S2.A3",
        Reason.STOP_NAMES_MORE,
        acting,
        names(ChoiceKind.STOP, whom=1),
        "Stop takes no arguments; Ysolde (a1) has 3 AP left",
    ),
    Case(
        "S2.A3",
        Reason.DICE_AWAITED,
        striking,
        names(ChoiceKind.STOP),
        "The dice must be rolled first; nothing can be chosen before",
    ),
    Case("S2.A4", Reason.BATTLE_OVER, over, names(ChoiceKind.STOP), "The battle is over"),
    Case("S2.M1", Reason.NO_LEGS, acting, names(ChoiceKind.MOVE), "A path has 1 to 8 legs"),
    Case(
        "S2.C2", Reason.NO_AGILITY, alone(agility=0), names(ChoiceKind.MOVE, walk(5, 5.5)), "Ysolde (a1) has Agility 0"
    ),
    Case(
        "S2.M2",
        Reason.MODEL_IN_THE_WAY,
        acting,
        names(ChoiceKind.MOVE, walk(5, 5.5)),
        "the base would overlap that of Wren (a2)",
    ),
    Case(
        "S2.M2",
        Reason.LEG_OFF_TABLE,
        acting,
        names(ChoiceKind.MOVE, walk(0.2, 5)),
        "At (0.2, 5) the base would not be wholly on the table",
    ),
    Case(
        "S2.M2",
        Reason.NO_SUCH_WAY,
        acting,
        names(ChoiceKind.MOVE, (7, 5000, 5500, 0)),
        "Leg kind 7 to (5, 5.5) is unknown",
    ),
    Case(
        "S2.M2",
        Reason.TERRAIN_IN_THE_WAY,
        acting,
        names(ChoiceKind.MOVE, walk(7.5, 8)),
        "Terrain is in the way to (7.5, 8)",
    ),
    Case(
        "S2.M3",
        Reason.OUT_OF_RANGE,
        acting,
        names(ChoiceKind.MOVE, walk(12, 5)),
        'The path takes 7", more than the range of 6"; a Move of Agility 3 goes at most 6"',
    ),
    Case(
        "S2.M3",
        Reason.OUT_OF_RANGE,
        lambda: Fight([{"at": (8.9, 11)}], [{"at": (1, 1)}], [{"box": [10, 9, 4, 4], "top": 5.5}]).activate(0),
        names(ChoiceKind.MOVE, climb(10, 11, 5.5)),
        'The path takes 6.1", more than the range of 6"',  # up to the top edge, where it counts as climbed
    ),
    Case(
        "S2.M3",
        Reason.OUT_OF_RANGE,
        acting,
        names(ChoiceKind.MOVE, walk(8, 5), walk(12, 5), walk(12, 9)),
        'The path takes 7", more than the range of 6"',
    ),
    Case(
        "S2.M3",
        Reason.OUT_OF_RANGE,
        acting,
        names(ChoiceKind.CLOSE_COMBAT, walk(9, 5)),
        "an engage move of Agility 3 goes at most 3",
    ),
    Case(
        "S2.M3",
        Reason.OUT_OF_RANGE,
        covering,
        names(ChoiceKind.COVER_MOVE, walk(14, 8)),
        "a cover move of Agility 3 goes at most 1.5",
    ),
    Case(
        "S2.M4",
        Reason.CLIMB_TOO_LOW,
        acting,
        names(ChoiceKind.MOVE, climb(5.5, 5)),
        'A climb goes more than 1" up or down',
    ),
    Case(
        "S2.M7",
        Reason.NO_ROOM_AFTER_CLIMB,
        alone(at=(5.6, 6.4)),
        names(ChoiceKind.MOVE, climb(5.6, 7, 3)),
        "no room for the base",
    ),
    Case(
        "S2.M8", Reason.JUMP_TOO_HIGH, acting, names(ChoiceKind.MOVE, jump(6, 6, 4)), 'A jump lands at most 1" higher'
    ),
    Case(
        "S2.M12",
        Reason.DROP_TOO_LOW,
        acting,
        names(ChoiceKind.MOVE, drop(5.5, 5)),
        'ends at most 1.1" from where it began',
    ),
    Case("S2.M13", Reason.ENEMY_THREAT, threatened, names(ChoiceKind.MOVE, walk(7, 5)), "the threat range of an enemy"),
    Case(
        "S2.K1",
        Reason.NO_SUCH_BLADE,
        acting,
        names(ChoiceKind.CLOSE_COMBAT, weapon=5),
        "one of the melee weapons of Ysolde (a1) (Sword or Spear)",
    ),
    Case(
        "S2.K1",
        Reason.NO_AP_FOR_CLOSE_COMBAT,
        weary,
        names(ChoiceKind.CLOSE_COMBAT),
        "Close combat costs 2 AP, and Ysolde (a1) has 1",
    ),
    Case(
        "S2.K3",
        Reason.NO_OPPONENT_IN_REACH,
        acting,
        names(ChoiceKind.CLOSE_COMBAT),
        'No opponent would be within the Sword\'s threat range of 1" (4" up or down) at the end of the engage move '
        '(up to 3")',
    ),
    Case(
        "S2.K4",
        Reason.TARGET_OUT_OF_REACH,
        aiming,
        names(ChoiceKind.TARGET),
        "must pick an opponent within the Sword's threat range of 1",
    ),
    Case("S2.K7", Reason.MUST_RESOLVE, resolving, names(ChoiceKind.STOP), "(1 success and 1 critical success)"),
    Case("S2.K8", Reason.CANNOT_PARRY, resolving, names(ChoiceKind.PARRY, against=1), "Ysolde (a1) cannot parry that"),
    Case(
        "S2.K9",
        Reason.NOT_THE_CHOSEN_BLADE,
        resolving,
        names(ChoiceKind.STRIKE, weapon=1),
        "Ysolde (a1) strikes only with the Sword",
    ),
    Case(
        "S2.K9",
        Reason.NO_BLADE_TO_STRIKE,
        lambda: resolving().choose(ChoiceKind.STRIKE),
        names(ChoiceKind.STRIKE, weapon=5),
        "in whose threat range Ysolde (a1) is now (Sword or Spear)",
    ),
    Case(
        "S2.F1",
        Reason.NO_SUCH_OPPONENT,
        acting,
        names(ChoiceKind.SHOOT, whom=1),
        "(Rifle or Sniper) and an opponent (Brann (b1))",
    ),
    Case(
        "S2.F1",
        Reason.NO_AP_FOR_SHOT,
        weary,
        names(ChoiceKind.SHOOT, whom=2),
        "A shot costs 2 AP, and Ysolde (a1) has 1",
    ),
    Case(
        "S2.F1",
        Reason.NO_GUN,
        alone(weapons=["Sword"]),
        names(ChoiceKind.SHOOT, whom=1),
        "Ysolde (a1) has no shooting weapon",
    ),
    Case(
        "S2.F1",
        Reason.NO_BALLISTICS,
        alone(ballistics=0),
        names(ChoiceKind.SHOOT, whom=1),
        "Ysolde (a1) has Ballistics 0",
    ),
    Case("S2.F12", Reason.SOLID_IN_LINE, walled_off, names(ChoiceKind.SHOOT, whom=1), "Solid terrain stands between"),
    Case(
        "S2.D1",
        Reason.NOT_BROKEN_DOWN,
        acting,
        names(ChoiceKind.AID, whom=1),
        "Wren (a2) has not broken down this round",
    ),
    Case(
        "S2.D1",
        Reason.NOT_A_FRIEND,
        acting,
        names(ChoiceKind.AID, whom=2),
        "Brann (b1) is not another model of this side",
    ),
    Case(
        "S2.D1",
        Reason.NO_SUCH_FRIEND,
        acting,
        names(ChoiceKind.AID, whom=99),
        "There is no such model. Aid is for",
    ),
    Case("S2.D1", Reason.NO_AP_FOR_AID, weary, names(ChoiceKind.AID, whom=1), "Aid costs 2 AP, and Ysolde (a1) has 1"),
    Case("S2.D1", Reason.NOT_IN_CONTACT, broken, names(ChoiceKind.AID, whom=0), "Ysolde (a1) is not in base contact"),
    Case(
        "S2.D3",
        Reason.NO_SUCH_HELPER,
        replaced,
        names(ChoiceKind.TAKE_PLACE),
        "Only Wren (a2) may take the place of Ysolde (a1) now",
    ),
    Case(
        "S2.F4",
        Reason.MUST_REACT,
        shot_at,
        names(ChoiceKind.STOP),
        "it may take cover (1 AP), return fire (2 AP) or do nothing",
    ),
    Case("S2.F4", Reason.NO_GUN_TO_RETURN, unarmed, names(ChoiceKind.RETURN_FIRE), "Brann (b1) has no shooting weapon"),
    Case(
        "S2.F4",
        Reason.NO_AP_TO_RETURN,
        tired,
        names(ChoiceKind.RETURN_FIRE),
        "Return fire needs 2 AP (Brann (b1) has 1",
    ),
    Case("S2.F4", Reason.WAIVER_NAMES_MORE, returning, names(ChoiceKind.WAIVE, who=1), "or holds its fire"),
    Case(
        "S2.F5",
        Reason.NO_COVER_AFTER_AID,
        bound,
        names(ChoiceKind.COVER),
        "Wren (a2) took an Aid action this round and cannot take cover",
    ),
    Case(
        "S2.F10",
        Reason.MUST_COVER_MOVE,
        covering,
        names(ChoiceKind.COVER_MOVE),
        'it moves up to 1.5" and names its path, or stays',
    ),
    Case(
        "S2.F10",
        Reason.TOO_LITTLE_COVER,
        near_cover,
        names(ChoiceKind.COVER_MOVE, walk(14, 4.5)),
        "with more obstacles in the line to Ysol",
    ),
    Case(
        "S2.F10",
        Reason.TOO_LITTLE_COVER,
        under_cover,
        names(ChoiceKind.COVER_MOVE, walk(14, 6.4)),
        "with no fewer obstacles in the line to Ys",
    ),
    Case(
        "S2.F11",
        Reason.NO_SUCH_GUN_TO_RETURN,
        returning,
        names(ChoiceKind.FIRE, weapon=5),
        "fires one of its shooting weapons (Rifle or Sniper)",
    ),
    Case("S2.A6", Reason.PLACED_AT_ONE_SPOT, placing, names(ChoiceKind.DEPLOY), "side a must say where it puts"),
    Case("S2.A6", Reason.NO_ROOM_IN_ZONE, placing, names(ChoiceKind.DEPLOY, IN_SHED), "There is no room here for Ysol"),
    Case("S2.A2", Reason.OFF_THE_TABLE, fallen, names(ChoiceKind.ACTIVATE), "Ysolde (a1) is not on the table"),
    Case("S2.M1", Reason.MOVE_NAMES_MORE, acting, names(ChoiceKind.MOVE, walk(6, 5), whom=1), "and nothing else"),
    Case("S2.M1", Reason.TOO_MANY_LEGS, acting, names(ChoiceKind.MOVE, walk(6, 5), count=9), "A path has 1 to 8 legs"),
    Case("S2.M1", Reason.LEGS_NOT_COUNTED, acting, names(ChoiceKind.MOVE, walk(6, 5), walk(7, 5), count=1), "8 legs"),
    Case("S2.M2", Reason.NO_ROOM_TO_STAND, acting, names(ChoiceKind.MOVE, walk(5, 4, 2)), "or no such level"),
    Case(
        "S2.M2", Reason.MODEL_IN_THE_WAY, acting, names(ChoiceKind.MOVE, walk(3.5, 6), walk(6.5, 6)), "is in the way to"
    ),
    Case("S2.M4", Reason.CLIMB_TOO_WIDE, tower((5.6, 6.4)), names(ChoiceKind.MOVE, climb(5.6, 8, 4)), "at most 1.1"),
    Case(
        "S2.M7",
        Reason.NEARER_ROOM_ON_TOP,
        tower((5.6, 4.6)),
        names(ChoiceKind.MOVE, walk(5.6, 6.4), climb(5.6, 7.45, 4)),
        "There is room nearer to the edge than (5.6, 7.45) on level 4",
    ),
    Case(
        "S2.M12", Reason.WALKS_OFF_AN_EDGE, tower((5.6, 7.6, 4)), names(ChoiceKind.MOVE, walk(5.6, 6)), "over an edge"
    ),
    Case("S2.M12", Reason.DROP_TOO_WIDE, tower((5.6, 7.2, 4)), names(ChoiceKind.MOVE, drop(5.6, 5.5)), "at most 1.1"),
    Case(
        "S2.M12",
        Reason.GOES_ON_AFTER_FALL,
        tower((5.6, 7.2, 4)),
        names(ChoiceKind.MOVE, drop(5.6, 6.4), walk(5.6, 5)),
        "The path goes on after a fall to (5.6, 6.4)",
    ),
    Case(
        "S2.K1", Reason.CLOSE_COMBAT_NAMES_MORE, acting, names(ChoiceKind.CLOSE_COMBAT, whom=1), "and the engage move"
    ),
    Case("S2.K4", Reason.MUST_TARGET, aiming, names(ChoiceKind.STOP), "Ysolde (a1) must pick an opponent"),
    Case("S2.K7", Reason.NO_SUCH_SUCCESS, resolving, names(ChoiceKind.STRIKE, critical=5), "must resolve a success"),
    Case("S2.K7", Reason.SUCCESS_NAMES_MORE, resolving, names(ChoiceKind.STRIKE, whom=1), "must resolve a success"),
    Case("S2.K7", Reason.NOT_YET_WASTED, resolving, names(ChoiceKind.SPEND), "can still strike or parry"),
    Case(
        "S2.K9", Reason.STRIKE_OUT_OF_REACH, outreached, names(ChoiceKind.STRIKE), "in whose threat range Ysolde (a1)"
    ),
    Case("S2.F1", Reason.SHOT_NAMES_MORE, acting, names(ChoiceKind.SHOOT, who=1, whom=2), "A shot names one of the"),
    Case("S2.F1", Reason.NO_SUCH_GUN, acting, names(ChoiceKind.SHOOT, whom=2, weapon=5), "(Rifle or Sniper)"),
    Case(
        "S2.F4", Reason.NO_BALLISTICS_TO_RETURN, unskilled, names(ChoiceKind.RETURN_FIRE), "Brann (b1) has Ballistics 0"
    ),
    Case("S2.F11", Reason.MUST_FIRE, returning, names(ChoiceKind.STOP), "or holds its fire"),
    Case("S2.D1", Reason.AID_NAMES_MORE, acting, names(ChoiceKind.AID, who=1, whom=1), "Aid takes only a friend"),
    Case("S2.D3", Reason.MUST_TAKE_OR_KEEP_PLACE, replaced, names(ChoiceKind.STOP), "or it keeps its place"),
    Case("S1.K2", Reason.MUST_SPLIT, dividing, names(ChoiceKind.STOP), "puts from 0 to 3 of its dice on attack"),
    Case("S1.K2", Reason.SPLIT_TOO_MANY, dividing, names(ChoiceKind.DIVIDE, attack=4), "puts from 0 to 3 of its dice"),
    Case(
        "S1.K3",
        Reason.SPLIT_NAMES_BLADE,
        dividing,
        names(ChoiceKind.DIVIDE, attack=2, weapon=1),
        "names no weapon here",
    ),
    Case(
        "S1.K3",
        Reason.SPLIT_OUT_OF_REACH,
        answering,
        names(ChoiceKind.DIVIDE, attack=2, weapon=5),
        "Brann (b1) puts dice on attack only with one of its melee weapons (Sword or Spear)",
    ),
    Case("S1.K6", Reason.MUST_CANCEL, cancelling, names(ChoiceKind.STOP), "cancels from 0 to 1 critical success"),
    Case("S1.K6", Reason.CANCEL_TOO_MANY, cancelling, names(ChoiceKind.CANCEL, critical=2), "cancels from 0 to 1 crit"),
    Case("S1.T5", Reason.NO_AID, first, names(ChoiceKind.AID, whom=1), "There is no Aid in the first edition"),
    Case("S2.A7", Reason.MUST_MEASURE, measuring, names(ChoiceKind.STOP), "First the table is measured"),
    Case("S2.A7", Reason.NO_SUCH_MEASURE, measuring, names(ChoiceKind.MEASURE, distance=-1), "no measure of a table"),
    Case(
        "S2.A7",
        Reason.LEG_NOT_MEASURED,
        at_home,
        names(ChoiceKind.MOVE, (1, 2000, 1, 0)),
        "only a climb goes by a ladder",
    ),
    Case("S2.A7", Reason.SHOVED_TOO_FAR, shoving, names(ChoiceKind.MEASURE, distance=1001), "A shove goes no farther"),
    Case("S2.A7", Reason.NOT_TAKEN_BACK, shoving, names(ChoiceKind.TAKE_BACK), "can no longer be taken back"),
    Case("S2.A7", Reason.MUST_SAY_STRUCK, stray_at_home, names(ChoiceKind.EXPLODES, number=6), "with 1 to 5 stress"),
    Case("S2.A7", Reason.NOT_IN_LINE, stray_at_home, names(ChoiceKind.HITS_MODEL, whom=2), "cannot be what was hit"),
    Case("S2.A7", Reason.MUST_NAME_WITHIN, naming, names(ChoiceKind.WITHIN, whom=9), "Name a model on the table"),
    Case("S2.A7", Reason.MUST_SAY_FIRE, in_fire, names(ChoiceKind.NO_EFFECT), "burns or is clear of the fire"),
    Case("S2.A7", Reason.PLACED_BY_PLAYERS, placing_at_home, names(ChoiceKind.DEPLOY, SPOT), "The table is your own"),
    Case("S1.F3", Reason.RETURN_FIRE_COMES_LATER, first_shot, names(ChoiceKind.RETURN_FIRE), "chosen after the shot"),
]

NEVER_MET = {Reason.NO_AP_FOR_COVER, Reason.SOLID_IN_RETURN_LINE}
"""A target that cannot react at all is not asked, and a line is as solid from either end."""


@pytest.mark.parametrize("case", REFUSALS, ids=[f"{case.reason.name} {case.part[:24]}" for case in REFUSALS])
def test_a_refusal_says_why_and_what_would_be_allowed(case: Case) -> None:
    fight = case.node()
    assert Reason(reason_of(fight, case.choice)) == case.reason
    with pytest.raises(Refused) as caught:
        fight.session.choose(case.choice)
    assert caught.value.clause == case.clause
    assert case.part in str(caught.value)


def reason_of(fight: Fight, choice: SkirmishChoice) -> int:
    """The reason for which the rules refuse a choice."""
    one = allocate(SkirmishChoice)
    assign(look(SkirmishChoice, one), choice)
    return fight.session.system.rules.refusal(fight.session.setting, fight.session.battle, one)


def test_every_reason_that_is_met_has_an_example() -> None:
    refusing = {reason for reason in Reason if not reason.name.startswith("EDIT_")}
    assert refusing - NEVER_MET == {case.reason for case in REFUSALS}


def test_every_reason_has_a_sentence() -> None:
    assert set(SENTENCES) == {reason for reason in Reason if not reason.name.startswith("EDIT_")}
    for reason in NEVER_MET:
        fight = shot_at()
        assert "to do nothing costs none" in words_of(fight).refusal(fight.battle, names(ChoiceKind.STOP), reason)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_belongs_to_a_clause(reason: Reason) -> None:
    assert clause_of(reason) in {*Clause, *First}


numbers = st.one_of(st.integers(-3, 30), st.integers(-(1 << 31), (1 << 31) - 1))
garbage = st.fixed_dictionaries(
    dict.fromkeys(("kind", "who", "whom", "weapon", "critical", "against", "count"), numbers)
)
paths = st.lists(st.tuples(numbers, numbers, numbers, numbers), max_size=MAX_LEGS)


@cache
def kept(step: Step | None) -> Fight:
    return NODES[step]() if step else over()


@given(st.sampled_from([None, *Step]), garbage, paths)
def test_whatever_a_choice_holds_there_are_words_for_it(
    step: Step | None, named: dict[str, int], legs: list[tuple[int, int, int, int]]
) -> None:
    fight = kept(step)
    choice = names(named.pop("kind"), *legs, **named)
    assert words_of(fight).choice(fight.battle, choice).strip()
    reason = reason_of(fight, choice)
    if reason:
        assert words_of(fight).refusal(fight.battle, choice, reason).strip()
