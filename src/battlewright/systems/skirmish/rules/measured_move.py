"""Chapter M where the players keep the table: a move as legs that were measured one by one (S2.A7)."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import Row
from battlewright.geometry.legs import Gait, Leg, LegKind, Stride
from battlewright.systems.skirmish.clauses import Clause, First
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    NOBODY,
    EventKind,
    Frame,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.asking import ask, bring_together, is_measured
from battlewright.systems.skirmish.rules.dice import await_test, count_successes
from battlewright.systems.skirmish.rules.editions import clause_of_climb, climbed, drop_hurts, may_fall_short
from battlewright.systems.skirmish.rules.move import clause_of, clear_gait, end_move, jumped, refuse_path, set_gait
from battlewright.systems.skirmish.rules.place import take_fall
from battlewright.systems.skirmish.rules.sides import side_of


@rule("S2.M2", "S2.A7")
def refuse_any_path(
    setting: Setting, battle: Skirmish, who: int, purpose: int, left: int, choice: SkirmishChoice, count: int
) -> int:
    """Return why the first legs of a path are refused, on a map or by their own measures; 0 if they are allowed."""
    if is_measured(setting):
        return refuse_measured_path(setting, battle, who, purpose, left, choice, count)
    return refuse_path(setting, battle, who, purpose, left, choice, count)


@rule("S2.M3", "S2.M12", "S1.M3", "S1.M7", "S1.M10", "S2.A7")
def refuse_measured_path(
    setting: Setting, battle: Skirmish, who: int, purpose: int, left: int, choice: SkirmishChoice, count: int
) -> int:
    """Return why the first ``count`` measured legs are refused, taking every test as passed; 0 if they are allowed."""
    if choice.count < 0 or choice.count > MAX_LEGS:
        return Reason.TOO_MANY_LEGS
    for number in range(MAX_LEGS):
        leg = choice.legs[number]
        if number >= choice.count and (leg.way or leg.x or leg.y or leg.level):
            return Reason.LEGS_NOT_COUNTED
        if number < count and (abs(leg.x) > 1 << 20 or abs(leg.level) > 1 << 20):
            return Reason.LEG_OFF_TABLE
    set_gait(setting, battle.gait, who, purpose, left)
    refused = 0
    for number in range(count):
        leg = choice.legs[number]
        refused = refuse_measured_leg(battle.gait, leg, battle.stride)
        is_last = number + 1 == choice.count and purpose == Purpose.MOVE
        if refused == Reason.OUT_OF_RANGE and is_last and falls_short_by_measure(setting, battle, leg):
            refused = 0
        if refused == 0 and battle.stride.fall > 0 and number + 1 < choice.count:
            refused = Reason.GOES_ON_AFTER_FALL
        if refused:
            break
        battle.gait.range -= battle.stride.cost
    clear_gait(battle.gait, battle.stride)
    return refused


@rule("S2.M3", "S2.M4", "S2.M8", "S2.M12", "S1.M3", "S1.M10", "S2.A7")
def refuse_measured_leg(gait: Gait, leg: Leg, out: Stride) -> int:
    """Return why one leg is refused by its own measures; 0 if it is allowed. Whether it leads anywhere, the players
    see."""
    weigh_measured_leg(gait, leg, out)
    if leg.x < 0 or leg.y < 0 or leg.y > 1 or (leg.y == 1 and leg.way != LegKind.CLIMB):
        return Reason.LEG_NOT_MEASURED
    if leg.way == LegKind.CLIMB:
        if out.height <= gait.step:
            return Reason.CLIMB_TOO_LOW
        return Reason.OUT_OF_RANGE if out.height + (out.far if leg.level < 0 else 0) > gait.range else 0
    if leg.way == LegKind.DROP and out.fall <= gait.step:
        return Reason.DROP_TOO_LOW
    if leg.way == LegKind.JUMP and leg.level > gait.step:
        return Reason.JUMP_TOO_HIGH
    if leg.way == LegKind.WALK and leg.level != 0:
        return Reason.WALKS_OFF_AN_EDGE
    if leg.way < LegKind.WALK or leg.way > LegKind.DROP:
        return Reason.NO_SUCH_WAY
    return Reason.OUT_OF_RANGE if out.cost > gait.range else 0


@rule("S2.M3", "S2.M4", "S2.M5", "S2.M8", "S2.M12", "S1.M4", "S1.M8", "S2.A7")
def weigh_measured_leg(gait: Gait, leg: Leg, out: Stride) -> None:
    """As ``weigh_leg``, of a leg that was measured by itself: its length, how much higher it ends, and whether there is
    a ladder."""
    out.far = leg.x
    out.cost = leg.x
    out.height = 0
    out.test = 0
    out.fall = 0
    if leg.way == LegKind.CLIMB:
        out.height = abs(leg.level)
        out.cost = min(out.height + out.far, gait.range)
        if out.height > gait.climb and leg.y == 0:
            out.test = out.height
    elif leg.way == LegKind.JUMP:
        out.test = out.far if out.far > gait.jump else 0
        out.fall = -leg.level if -leg.level > gait.step else 0
    elif leg.way == LegKind.DROP:
        out.fall = -leg.level


@rule("S1.M7", "S1.M9", "S2.A7")
def falls_short_by_measure(setting: Setting, battle: Skirmish, leg: Leg) -> bool:
    """Whether only the end of a tested climb or jump is out of range; where the edition allows it, it may be
    attempted, and fails."""
    if not may_fall_short(setting) or (leg.way != LegKind.CLIMB and leg.way != LegKind.JUMP):
        return False
    return refuse_measured_leg(battle.gait, leg, battle.stride) == Reason.OUT_OF_RANGE and battle.stride.test > 0


@rule("S2.M5", "S2.M9", "S2.C4", "S1.M6", "S1.M7", "S1.M9", "S2.A7")
def measured_move_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Take leg after leg, until an Agility test is due or the path ends."""
    while battle.path.next < battle.path.count:
        leg = battle.path.legs[battle.path.next]
        set_gait(setting, battle.gait, frame.actor, frame.purpose, frame.left)
        if leg.way == LegKind.CLIMB and falls_short_by_measure(setting, battle, leg):
            clear_gait(battle.gait, battle.stride)
            emit(battle.tail, EventKind.FELL_SHORT, First.M7, who=frame.actor, length=frame.left, way=leg.way)
            fail_measured_climb(setting, battle, frame, leg)
            return
        weigh_measured_leg(battle.gait, leg, battle.stride)
        if battle.stride.test > 0 and frame.stage != Stage.TESTED:
            step = Step.JUMP_TEST if leg.way == LegKind.JUMP else Step.CLIMB_TEST
            await_test(battle.node, step, side_of(setting, frame.actor), setting.cards[frame.actor].agility)
            clear_gait(battle.gait, battle.stride)
            return
        frame.stage = Stage.BEGIN
        take_measured_leg(setting, battle, frame, leg)
        battle.path.next += 1
    end_move(setting, battle, frame)


@rule("S2.M3", "S2.M12", "S1.M3", "S1.M10", "S2.A7")
def take_measured_leg(setting: Setting, battle: Skirmish, frame: Frame, leg: Leg) -> None:
    """Carry out one leg. Its cost counts towards the range; a drop ends the move."""
    who, fall, tested = frame.actor, battle.stride.fall, battle.stride.test > 0
    is_high = battle.stride.height > battle.gait.climb
    frame.left -= battle.stride.cost
    clear_gait(battle.gait, battle.stride)
    clause = clause_of_leg(setting, frame.purpose, leg.way, is_high, tested)
    emit(battle.tail, EventKind.WENT, clause, who=who, way=leg.way, length=leg.x, height=leg.level)
    if fall > 0:
        if drop_hurts(setting):
            take_fall(setting, battle, who, fall, NOBODY)
        battle.path.next = battle.path.count - 1


@rule("S2.M1", "S2.M4", "S2.M8", "S2.M12", "S1.M4", "S1.M8")
def clause_of_leg(setting: Setting, purpose: int, way: int, is_high: bool, tested: bool) -> int:
    """The clause that a leg follows."""
    if way == LegKind.CLIMB:
        return clause_of_climb(setting, is_high, tested)
    if way == LegKind.JUMP:
        return Clause.M9 if tested else Clause.M8
    return Clause.M12 if way == LegKind.DROP else clause_of(purpose)


@rule("S2.M5", "S2.M6", "S2.M9", "S1.M6", "S1.M7", "S1.M9", "S2.A7")
def settle_measured_test(setting: Setting, battle: Skirmish, frame: Frame, faces: Row[int], dice: int) -> None:
    """Apply a test. Each success allows 2" of climb, or 1" of jump within the range left; if they do not cover the
    whole leg, it fails."""
    leg, successes = battle.path.legs[battle.path.next], count_successes(faces, dice)
    if leg.way == LegKind.JUMP:
        far = min(jumped(successes), frame.left)
        if far >= leg.x:
            frame.stage = Stage.TESTED
        else:
            fail_measured_jump(setting, battle, frame, far)
    elif climbed(setting, successes) >= abs(leg.level):
        frame.stage = Stage.TESTED
    else:
        fail_measured_climb(setting, battle, frame, leg)


@rule("S2.M6", "S2.M11", "S1.M7", "S1.M10", "S2.A7")
def fail_measured_climb(setting: Setting, battle: Skirmish, frame: Frame, leg: Leg) -> None:
    """Let a climber fall the height that it attempted, and end the move."""
    take_fall(setting, battle, frame.actor, abs(leg.level), NOBODY)
    break_off(battle, frame)
    end_move(setting, battle, frame)


@rule("S2.M10", "S2.M11", "S1.M9", "S1.M10", "S2.A7")
def fail_measured_jump(setting: Setting, battle: Skirmish, frame: Frame, far: int) -> None:
    """End the move ``far`` along a jump, and ask how far down the model comes; without a success it stays."""
    emit(battle.tail, EventKind.FAILED_JUMP, Clause.M10, who=frame.actor, length=far)
    break_off(battle, frame)
    end_move(setting, battle, frame)
    if far > 0:
        ask(battle, Measured.LANDING, frame.actor, NOBODY)


@rule("S2.K3", "S2.A7")
def break_off(battle: Skirmish, frame: Frame) -> None:
    """After a failed engage move, forget the opponent that the attack was meant for: who is in reach is asked anew."""
    if frame.purpose == Purpose.ENGAGE:
        battle.frames[battle.depth - 2].target = NOBODY
        bring_together(battle)
