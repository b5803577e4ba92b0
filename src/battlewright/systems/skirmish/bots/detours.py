"""Detours: paths through the cells of the distance map, for where no straight move leads.

A detour skips as many cells as it can by straight legs. What stops a walk between two of them is climbed or jumped
over.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.geometry.distance import Place, length, place_at, root, share
from battlewright.geometry.legs import Fault, Leg, LegKind, set_leg, take_stride, weigh_leg
from battlewright.geometry.paths import ANY_LEVEL, FALLS, SAFE, TESTS, clear_legs, plan_straight
from battlewright.systems.skirmish.bots.attacks import flat_gap
from battlewright.systems.skirmish.bots.candidates import JUST_WITHIN, Room, blank_path, sketch_point
from battlewright.systems.skirmish.bots.distance_map import DETOUR, cell_at, distance_between, next_cell
from battlewright.systems.skirmish.bots.evaluate import SkirmishScratch
from battlewright.systems.skirmish.bots.tables import NO_CELL, THOUSAND, Tables
from battlewright.systems.skirmish.record import MAX_LEGS, ChoiceKind, Purpose, Setting, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.rules.editions import drop_hurts
from battlewright.systems.skirmish.rules.move import clear_gait, range_of, set_gait
from battlewright.systems.skirmish.rules.place import fall_stress
from battlewright.systems.skirmish.rules.refusals import why_refused

MOST_CELLS = 8
"""The most cells of a route that are considered."""


@rule()
def sketch_detour(
    setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int, room: Room, index: int
) -> int:
    """Sketch moves to the next cells on the shortest route to the opponent nearest on foot, as far as a move leads,
    where that route is not straight; where a friend blocks it, on the way round. Return the next free index of the
    room. The last is the one to be tried as a detour."""
    base, map = battle.crowd.bases[who], tables.maps[tables.basics[0].map_of[who]]
    cell, goal, reach, gone = scratch.cell, scratch.goal, scratch.stride, 0
    if cell == NO_CELL or goal == NO_CELL or battle.models[who].ap < 1:
        return index
    straight = length(map.cells[goal].x - base.x, map.cells[goal].y - base.y)
    if scratch.place.block != NO_CELL:
        goal = scratch.over
    elif distance_between(map, cell, goal) <= straight + DETOUR:
        return index
    for _ in range(MOST_CELLS):
        after = next_cell(map, cell, goal)
        gone += distance_between(map, cell, after)
        if after == cell or gone > reach or index >= len(room):
            break
        x, y = map.cells[after].x, map.cells[after].y
        index = sketch_point(setting, battle, who, ChoiceKind.MOVE, x, y, room, index)
        room[index - 1].legs[0].level = map.cells[after].level
        cell = after
    return index


@rule()
def is_detour(setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, whom: int) -> bool:
    """Whether the route to an opponent is longer than the straight line."""
    who = battle.frames[battle.depth - 1].actor
    base, map = battle.crowd.bases[who], tables.maps[tables.basics[0].map_of[who]]
    cell = cell_at(map, base.x, base.y, base.level)
    return distance_between(map, cell, scratch.foes[whom].cell) - DETOUR > flat_gap(battle, who, whom)


@rule()
def take_detour(setting: Setting, battle: Skirmish, tables: Tables, who: int, choice: SkirmishChoice) -> bool:
    """Make a path of a sketch through cells: to its point, or to within reach of the model that it engages. Return
    False, with the sketch unchanged, if there is none."""
    base, end, whom = battle.crowd.bases[who], choice.legs[0], choice.whom
    home_x, home_y, home = base.x, base.y, base.level
    to_x, to_y, to_level = end.x, end.y, end.level
    engages = choice.kind == ChoiceKind.CLOSE_COMBAT
    purpose = Purpose.ENGAGE if engages else Purpose.MOVE
    goal_x, goal_y, goal_level = to_x, to_y, to_level
    if engages:
        target = battle.crowd.bases[whom]
        goal_x, goal_y, goal_level = target.x, target.y, target.level
    goal = cell_at(tables.maps[tables.basics[0].map_of[who]], goal_x, goal_y, goal_level)
    blank_path(choice)
    set_gait(setting, battle.gait, who, purpose, range_of(setting, who, purpose, 0))
    choice.count = lay_detour(setting, battle, tables, who, choice, goal, engages)
    clear_gait(battle.gait, battle.stride)
    base.x, base.y, base.level = home_x, home_y, home
    choice.whom = 0
    if choice.count and why_refused(setting, battle, choice) == 0:
        return True
    clear_legs(choice.legs, 0, MAX_LEGS)
    set_leg(end, 0, to_x, to_y, to_level)
    choice.count = 1
    choice.whom = whom
    return False


@rule()
def lay_detour(
    setting: Setting, battle: Skirmish, tables: Tables, who: int, choice: SkirmishChoice, goal: int, engages: bool
) -> int:
    """Write the legs of a detour as far as it goes, and return their number; 0 if it should engage and does not. Moves
    the base along, and uses up the range of the gait."""
    base, map, legs = battle.crowd.bases[who], tables.maps[tables.basics[0].map_of[who]], choice.legs
    cell, count = cell_at(map, base.x, base.y, base.level), 0
    bend, left = place_at(base.x, base.y, base.level), 0
    if cell == NO_CELL or goal == NO_CELL:
        return 0
    for _ in range(MOST_CELLS):
        after = next_cell(map, cell, goal)
        if after == cell:
            break
        to = place_at(map.cells[after].x, map.cells[after].y, map.cells[after].level)
        spare = battle.gait.range
        battle.gait.range = left
        if left and walk(setting, battle, bend, legs[count - 1], to):
            battle.gait.range = left - battle.stride.cost
        else:
            battle.gait.range = spare
            more = lay_straight(setting, battle, legs[count:], to, SAFE)
            if more == 0:
                return 0 if engages else count + lay_daring(setting, battle, legs[count:], to)
            bend = place_at(base.x, base.y, base.level)
            left = spare if more == 1 and legs[count].way == LegKind.WALK else 0
            count += more
        base.x, base.y, base.level = to.x, to.y, to.level
        cell = after
        if engages:
            more = lay_engagement(setting, battle, who, choice, legs[count:])
            if more:
                return count + more
    return 0 if engages else count


@rule()
def walk(setting: Setting, battle: Skirmish, start: Place, leg: Leg, to: Place) -> bool:
    """Make a leg a walk between two places if that is possible; else leave it as it is."""
    old_x, old_y, old = leg.x, leg.y, leg.level
    set_leg(leg, LegKind.WALK, to.x, to.y, to.level)
    fault = take_stride(setting.terrain, battle.crowd, battle.gait, start.x, start.y, start.level, leg, battle.stride)
    if fault == Fault.NONE:
        return True
    set_leg(leg, LegKind.WALK, old_x, old_y, old)
    return False


@rule()
def lay_straight(setting: Setting, battle: Skirmish, legs: Row[Leg], to: Place, risk: int) -> int:
    """Write the legs straight from the base to a place, use up their range, and return their number."""
    if len(legs) == 0:
        return 0
    base, gait = battle.crowd.bases[battle.gait.who], battle.gait
    count = plan_straight(setting.terrain, battle.crowd, gait, battle.stride, legs, to, risk)
    from_x, from_y, height = base.x, base.y, base.level
    for number in range(count):
        weigh_leg(setting.terrain, gait, from_x, from_y, height, legs[number], battle.stride)
        gait.range -= battle.stride.cost
        from_x, from_y, height = legs[number].x, legs[number].y, legs[number].level
    return count


@rule()
def lay_daring(setting: Setting, battle: Skirmish, legs: Row[Leg], to: Place) -> int:
    """As ``lay_straight`` where no safe legs lead there: with a fall, or else with a test."""
    count = lay_straight(setting, battle, legs, to, FALLS)
    return count or lay_straight(setting, battle, legs, to, TESTS)


@rule()
def lay_engagement(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice, legs: Row[Leg]) -> int:
    """Write the legs from the base to within reach of the model that it engages, and return their number."""
    base, target = battle.crowd.bases[who], battle.crowd.bases[choice.whom]
    threat = setting.weapons[setting.cards[who].blade[choice.weapon]].threat
    dx, dy = base.x - target.x, base.y - target.y
    apart, within = max(root(dx * dx + dy * dy), 1), base.radius + target.radius + max(threat - JUST_WITHIN, 0)
    if apart - within > battle.gait.range or apart <= within:
        return 0
    x, y = target.x + share(dx, within, apart), target.y + share(dy, within, apart)
    return lay_straight(setting, battle, legs, place_at(x, y, ANY_LEVEL), SAFE)


@rule()
def stress_of_falls(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """The expected stress of the falls on a path, in thousandths; a test counts as failed half the time."""
    base, stress = battle.crowd.bases[who], 0
    x, y, level = base.x, base.y, base.level
    set_gait(setting, battle.gait, who, Purpose.MOVE, range_of(setting, who, Purpose.MOVE, 0))
    for number in range(choice.count):
        leg = choice.legs[number]
        weigh_leg(setting.terrain, battle.gait, x, y, level, leg, battle.stride)
        if leg.way != LegKind.DROP or drop_hurts(setting):
            stress += fall_stress(battle.stride.fall) * THOUSAND
        if battle.stride.test:
            stress += fall_stress(battle.stride.height if leg.way == LegKind.CLIMB else level) * THOUSAND // 2
        x, y, level = leg.x, leg.y, leg.level
    clear_gait(battle.gait, battle.stride)
    return stress
