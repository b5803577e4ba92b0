"""Chapter M: a move as a path of legs, its tests and its falls."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import Row, clear
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import INCH, length, place_at, share
from battlewright.geometry.legs import Fault, Gait, Leg, LegKind, Stride, take_stride, weigh_leg
from battlewright.geometry.zones import Zone, enters_zone, zone_at
from battlewright.systems.skirmish.clauses import Clause, First
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    NOBODY,
    STEP,
    VERTICAL_REACH,
    EventKind,
    Frame,
    Path,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.dice import await_test, count_successes
from battlewright.systems.skirmish.rules.editions import (
    clause_of_climb,
    climbed,
    drop_hurts,
    free_climb,
    may_fall_short,
)
from battlewright.systems.skirmish.rules.place import (
    come_down,
    put,
    put_near,
    record_broken_contact,
    set_spot,
    take_fall,
)
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of

FARTHEST = 1 << 24
"""A range greater than any table."""


@rule("S2.M1", "S2.K2", "S2.F10", "S2.C2", "S1.M1", "S1.K1", "S1.F6")
def range_of(setting: Setting, who: int, purpose: int, shorter: int) -> int:
    """The range of a move: twice the Agility for a Move, the Agility to engage, half of it for a cover move."""
    agility = setting.cards[who].agility
    if purpose == Purpose.MOVE:
        return 2 * agility * INCH
    if purpose == Purpose.ENGAGE:
        return agility * INCH
    return max(agility * INCH // 2 - shorter, 0)


@rule("S2.M4", "S2.M8", "S2.K2", "S1.M4", "S1.M8", "S1.K1")
def set_gait(setting: Setting, gait: Gait, who: int, purpose: int, left: int) -> None:
    """Set how a model gets about: its free climb, and jumps of half its Agility. A model that engages passes
    enemies."""
    agility = setting.cards[who].agility
    gait.who = who
    gait.range = left
    gait.step = STEP
    gait.climb = free_climb(setting, who)
    gait.jump = agility * INCH // 2
    gait.through_first = 0
    gait.through_last = 0
    gait.passing = 0
    if purpose == Purpose.ENGAGE:
        enemy = 1 - side_of(setting, who)
        gait.through_first = first_of(setting, enemy)
        gait.through_last = end_of(setting, enemy)


@rule()
def clear_gait(gait: Gait, stride: Stride) -> None:
    """Clear both records, so that equal positions stay equal."""
    clear(gait)
    clear(stride)


@rule("S2.M2", "S2.M3", "S2.M12", "S2.K2", "S1.M2", "S1.M3", "S1.M10", "S1.K1")
def refuse_path(
    setting: Setting, battle: Skirmish, who: int, purpose: int, left: int, choice: SkirmishChoice, count: int
) -> int:
    """Return why the first ``count`` legs of a path are refused, taking every test as passed; 0 if they are allowed."""
    if choice.count < 0 or choice.count > MAX_LEGS:
        return Reason.TOO_MANY_LEGS
    for number in range(MAX_LEGS):
        leg = choice.legs[number]
        if number >= choice.count and (leg.way or leg.x or leg.y or leg.level):
            return Reason.LEGS_NOT_COUNTED
        if number < count and (abs(leg.x) > 1 << 20 or abs(leg.y) > 1 << 20 or abs(leg.level) > 1 << 20):
            return Reason.LEG_OFF_TABLE
    base = battle.crowd.bases[who]
    x, y, level = base.x, base.y, base.level
    set_gait(setting, battle.gait, who, purpose, left)
    refused = 0
    for number in range(count):
        leg = choice.legs[number]
        battle.gait.passing = 1 if number + 1 < choice.count else 0
        refused = refuse_leg(setting, battle, purpose, x, y, level, leg)
        is_last = number + 1 == choice.count and purpose == Purpose.MOVE  # any other move must end where its path does
        if refused == Reason.OUT_OF_RANGE and is_last and falls_short(setting, battle, x, y, level, leg):
            refused = refuse_danger(setting, battle, purpose, x, y, level, leg)
        if refused:
            break
        if battle.stride.fall > 0 and number + 1 < choice.count:
            refused = Reason.GOES_ON_AFTER_FALL
            break
        battle.gait.range -= battle.stride.cost
        x, y, level = leg.x, leg.y, leg.level
    clear_gait(battle.gait, battle.stride)
    return refused


@rule("S2.M2", "S2.M3", "S2.M7", "S2.M8", "S2.M12", "S1.M2", "S1.M3", "S1.M5", "S1.M8", "S1.M10")
def refuse_leg(setting: Setting, battle: Skirmish, purpose: int, x: int, y: int, level: int, leg: Leg) -> int:
    """Return why one leg is refused; 0 if it is allowed."""
    fault = take_stride(setting.terrain, battle.crowd, battle.gait, x, y, level, leg, battle.stride)
    if fault == Fault.NONE:
        return refuse_danger(setting, battle, purpose, x, y, level, leg)
    return reason_of(fault, leg.way)


@rule("S2.M2", "S2.M3", "S2.M4", "S2.M7", "S2.M8", "S2.M12", "S1.M2", "S1.M3", "S1.M5", "S1.M8", "S1.M10")
def reason_of(fault: int, way: int) -> int:
    """The reason to refuse a leg, for a fault of its geometry."""
    if fault == Fault.RANGE:
        return Reason.OUT_OF_RANGE
    if fault == Fault.NOT_NEAREST:
        return Reason.NEARER_ROOM_ON_TOP
    if fault == Fault.TOO_HIGH:
        return Reason.JUMP_TOO_HIGH
    if fault == Fault.NO_DROP:
        return Reason.DROP_TOO_LOW
    if fault == Fault.EDGE:
        return Reason.WALKS_OFF_AN_EDGE
    if fault == Fault.NO_CLIMB:
        return Reason.CLIMB_TOO_LOW
    if fault == Fault.TOO_FAR:
        return Reason.CLIMB_TOO_WIDE if way == LegKind.CLIMB else Reason.DROP_TOO_WIDE
    if fault == Fault.OFF_TABLE:
        return Reason.LEG_OFF_TABLE
    if fault == Fault.UNKNOWN_KIND:
        return Reason.NO_SUCH_WAY
    if fault == Fault.MODEL:
        return Reason.MODEL_IN_THE_WAY
    if fault == Fault.TERRAIN:
        return Reason.TERRAIN_IN_THE_WAY
    return Reason.NO_ROOM_AFTER_CLIMB if way == LegKind.CLIMB else Reason.NO_ROOM_TO_STAND


@rule("S1.M7", "S1.M9")
def falls_short(setting: Setting, battle: Skirmish, x: int, y: int, level: int, leg: Leg) -> bool:
    """Whether only the end of a tested climb or jump is out of range. Where the edition allows it, such a leg may be
    attempted, and fails."""
    if not may_fall_short(setting) or (leg.way != LegKind.CLIMB and leg.way != LegKind.JUMP):
        return False
    left, terrain, gait = battle.gait.range, setting.terrain, battle.gait
    if take_stride(terrain, battle.crowd, gait, x, y, level, leg, battle.stride) != Fault.RANGE:
        return False
    gait.range = FARTHEST
    sound = take_stride(terrain, battle.crowd, gait, x, y, level, leg, battle.stride) == Fault.NONE
    gait.range = left
    return sound and battle.stride.test > 0


@rule("S2.M13", "S1.A1")
def refuse_danger(setting: Setting, battle: Skirmish, purpose: int, x: int, y: int, level: int, leg: Leg) -> int:
    """Return why a leg of a Move is refused where moving into an enemy's threat range is forbidden by option; 0 if it
    is allowed. Leaving the range always is."""
    if not setting.threat_stops_moves or purpose != Purpose.MOVE:
        return 0
    who, start = battle.gait.who, place_at(x, y, level)
    enemy = 1 - side_of(setting, who)
    for other in range(first_of(setting, enemy), end_of(setting, enemy)):
        is_threat = battle.crowd.bases[other].stands and setting.cards[other].blades > 0
        if is_threat and enters_zone(setting.terrain, threat_zone(setting, battle, other, who), start, leg, STEP):
            return Reason.ENEMY_THREAT
    return 0


@rule("S2.M13", "S2.K5")
def threat_zone(setting: Setting, battle: Skirmish, who: int, mover: int) -> Zone:
    """The zone in which the centre of a mover's base is within the threat range of a model."""
    base, threat = battle.crowd.bases[who], longest_threat(setting, who)
    reach, rise = base.radius + battle.crowd.bases[mover].radius + threat, VERTICAL_REACH + threat
    return zone_at(base.x, base.y, reach, base.level - rise, base.level + rise)


@rule("S2.K5")
def longest_threat(setting: Setting, who: int) -> int:
    """The longest threat range of a model's melee weapons; 0 without any."""
    card = setting.cards[who]
    longest = 0
    for index in range(card.blades):
        longest = max(longest, setting.weapons[card.blade[index]].threat)
    return longest


@rule("S2.K5")
def threatens(setting: Setting, battle: Skirmish, who: int, weapon: int, whom: int) -> bool:
    """Whether a melee weapon (by its index among those carried) reaches a model. Terrain never blocks it."""
    base = battle.crowd.bases[who]
    return threatens_from(setting, battle, who, weapon, whom, base.x, base.y, base.level)


@rule("S2.K3", "S2.K5")
def threatens_from(
    setting: Setting, battle: Skirmish, who: int, weapon: int, whom: int, x: int, y: int, level: int
) -> bool:
    """Whether a melee weapon would reach a model from a place."""
    base, threat = battle.crowd.bases[whom], setting.weapons[setting.cards[who].blade[weapon]].threat
    reach, dx, dy = base.radius + battle.crowd.bases[who].radius + threat, base.x - x, base.y - y
    return dx * dx + dy * dy <= reach * reach and abs(base.level - level) <= VERTICAL_REACH + threat


@rule()
def set_path(path: Path, base: Base, choice: SkirmishChoice) -> None:
    """Store the path of a move, and where it begins."""
    set_spot(path.start, base.x, base.y, base.level)
    path.count = choice.count
    path.next = 0
    for number in range(choice.count):
        path.legs[number] = choice.legs[number]


@rule("S2.M5", "S2.M9", "S2.C4", "S1.M6", "S1.M7", "S1.M9")
def move_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Take leg after leg, until an Agility test is due or the path ends. A climb for which too little range is left
    fails without dice."""
    base = battle.crowd.bases[frame.actor]
    while battle.path.next < battle.path.count:
        leg = battle.path.legs[battle.path.next]
        set_gait(setting, battle.gait, frame.actor, frame.purpose, frame.left)
        if leg.way == LegKind.CLIMB and falls_short(setting, battle, base.x, base.y, base.level, leg):
            clear_gait(battle.gait, battle.stride)
            emit(battle.tail, EventKind.FELL_SHORT, First.M7, who=frame.actor, length=frame.left, way=leg.way)
            fail_climb(setting, battle, frame, leg)
            return
        weigh_leg(setting.terrain, battle.gait, base.x, base.y, base.level, leg, battle.stride)
        if battle.stride.test > 0 and frame.stage != Stage.TESTED:
            step = Step.JUMP_TEST if leg.way == LegKind.JUMP else Step.CLIMB_TEST
            await_test(battle.node, step, side_of(setting, frame.actor), setting.cards[frame.actor].agility)
            clear_gait(battle.gait, battle.stride)
            return
        frame.stage = Stage.BEGIN
        take_leg(setting, battle, frame, leg)
        battle.path.next += 1
    end_move(setting, battle, frame)


@rule("S2.M3", "S2.M12", "S2.M7", "S1.M3", "S1.M5", "S1.M10")
def take_leg(setting: Setting, battle: Skirmish, frame: Frame, leg: Leg) -> None:
    """Carry out one leg. Its cost counts towards the range; a drop ends the move."""
    who, fall, tested = frame.actor, battle.stride.fall, battle.stride.test > 0
    is_high = battle.stride.height > battle.gait.climb
    frame.left -= battle.stride.cost
    clear_gait(battle.gait, battle.stride)
    put(battle, who, leg.x, leg.y, leg.level)
    record_broken_contact(setting, battle)
    if leg.way == LegKind.CLIMB:
        clause = clause_of_climb(setting, is_high, tested)
        emit(battle.tail, EventKind.CLIMBED, clause, who=who, x=leg.x, y=leg.y, level=leg.level)
    elif leg.way == LegKind.JUMP:
        jump = Clause.M9 if tested else Clause.M8
        emit(battle.tail, EventKind.JUMPED, jump, who=who, x=leg.x, y=leg.y, level=leg.level)
    elif leg.way == LegKind.DROP:
        emit(battle.tail, EventKind.DROPPED, Clause.M12, who=who, x=leg.x, y=leg.y, level=leg.level)
    else:
        emit(battle.tail, EventKind.MOVED, clause_of(frame.purpose), who=who, x=leg.x, y=leg.y, level=leg.level)
    if fall > 0:
        if drop_hurts(setting):
            take_fall(setting, battle, who, fall, NOBODY)
        battle.path.next = battle.path.count - 1


@rule("S2.M1", "S2.K2", "S2.F10")
def clause_of(purpose: int) -> int:
    """The clause that a move follows."""
    if purpose == Purpose.ENGAGE:
        return Clause.K2
    return Clause.F10 if purpose == Purpose.COVER else Clause.M1


@rule("S2.D3")
def end_move(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """End the move."""
    clear(battle.path)
    record_broken_contact(setting, battle)
    frame.stage = Stage.DONE


@rule("S2.M5", "S2.M6", "S2.M9", "S1.M6", "S1.M7", "S1.M9")
def settle_test(setting: Setting, battle: Skirmish, frame: Frame, faces: Row[int], dice: int) -> None:
    """Apply a test. Each success allows 2" of climb, or 1" of jump within the range left; if they do not cover the
    whole leg, it fails."""
    base = battle.crowd.bases[frame.actor]
    leg = battle.path.legs[battle.path.next]
    successes = count_successes(faces, dice)
    if leg.way == LegKind.JUMP:
        far = min(jumped(successes), frame.left)
        if far >= length(leg.x - base.x, leg.y - base.y):
            frame.stage = Stage.TESTED
        else:
            fail_jump(setting, battle, frame, leg, far)
    elif climbed(setting, successes) >= abs(leg.level - base.level):
        frame.stage = Stage.TESTED
    else:
        fail_climb(setting, battle, frame, leg)


@rule("S2.M9", "S1.M9")
def jumped(successes: int) -> int:
    """The length of a jump that a test's successes allow: 1" each."""
    return successes * INCH


@rule("S2.M6", "S2.M11", "S2.K2", "S1.M7", "S1.M10")
def fail_climb(setting: Setting, battle: Skirmish, frame: Frame, leg: Leg) -> None:
    """Let a climber fall the height that it attempted, to the foot or the nearest free spot, and end the move."""
    base = battle.crowd.bases[frame.actor]
    x, y, level = base.x, base.y, base.level
    foot_x, foot_y, foot = (leg.x, leg.y, leg.level) if leg.level < level else (x, y, level)
    if put_near(setting, battle, frame.actor, place_at(foot_x, foot_y, foot), place_at(x, y, level)):
        take_fall(setting, battle, frame.actor, abs(leg.level - level), NOBODY)
    else:
        go_back(battle, frame.actor)
    if base.x != foot_x or base.y != foot_y:
        emit(battle.tail, EventKind.MOVED, Clause.M2, who=frame.actor, x=base.x, y=base.y, level=base.level)
    end_move(setting, battle, frame)


@rule("S2.M10", "S2.M11", "S2.K2", "S1.M9", "S1.M10")
def fail_jump(setting: Setting, battle: Skirmish, frame: Frame, leg: Leg, far: int) -> None:
    """Let a jumper come down ``far`` along its jump, there or at the nearest free spot, and end the move. The level
    where it lands decides how far it falls."""
    base = battle.crowd.bases[frame.actor]
    x, y, level = base.x, base.y, base.level
    whole = length(leg.x - x, leg.y - y)
    over_x, over_y = x + share(leg.x - x, far, whole), y + share(leg.y - y, far, whole)
    lands = come_down(setting, battle, frame.actor, over_x, over_y, place_at(x, y, level))
    if not lands:
        go_back(battle, frame.actor)
    emit(battle.tail, EventKind.JUMPED, Clause.M10, who=frame.actor, x=base.x, y=base.y, level=base.level)
    if lands and level - base.level > STEP:
        take_fall(setting, battle, frame.actor, level - base.level, NOBODY)
    end_move(setting, battle, frame)


@rule("S2.M2")
def go_back(battle: Skirmish, who: int) -> None:
    """Return a model to where its move began, because no spot is free. That is no fall."""
    put(battle, who, battle.path.start.x, battle.path.start.y, battle.path.start.level)
