"""Ways round about: where nothing straight will do, a path by the spots that bots know by heart.

A route leads from spot to spot, straight past as many as can be; what stops a walk between two of them is climbed or
jumped over.
"""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.bots.candidates import JUST_WITHIN, blank_path, sketch_point
from battlewright.systems.skirmish.bots.distance_map import (
    FAR,
    LEVEL,
    NO_SPOT,
    SPOT_PLACES,
    next_spot,
    spot_of,
    way_between,
    ways_for,
)
from battlewright.systems.skirmish.bots.evaluate import DETOUR, PLACES, flat_gap
from battlewright.systems.skirmish.bots.tables import THOUSAND
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    ChoiceKind,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
)
from battlewright.systems.skirmish.rules.editions import drop_hurts
from battlewright.systems.skirmish.rules.move import clear_gait, range_of, set_gait
from battlewright.systems.skirmish.rules.place import fall_stress
from battlewright.systems.skirmish.rules.refusals import why_refused
from battlewright.systems.skirmish.rules.sides import end_of, first_of, seat_of
from battlewright.table.legs import Fault, Leg, Way, take_stride, weigh_leg
from battlewright.table.measure import length, root, share
from battlewright.table.paths import ANY_LEVEL, FALLS, SAFE, TESTS, clear_legs, plan_straight, set_leg

MOST_STEPS = 8
"""How many spots of a way are looked at."""


@rule()
def sketch_route(
    setting: Setting,
    battle: Skirmish,
    lore: Many[int],
    notes: Many[int],
    who: int,
    room: Many[SkirmishChoice],
    place: int,
) -> int:
    """The next spots on the shortest way to the opponent who is nearest on foot, as far as a move leads; and where that
    way is not straight, a path along it."""
    base, ways, enemy = battle.crowd.bases[who], ways_for(setting, lore, who), 1 - seat_of(setting, who)
    spot = spot_of(setting, lore, ways, base.x, base.y, base.level)
    reach, goal, least = range_of(setting, who, Purpose.MOVE, 0), NO_SPOT, FAR
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[whom].stands and notes[PLACES + whom] != NO_SPOT:
            way = way_between(lore, ways, spot, notes[PLACES + whom])
            if way < least:
                goal, least = notes[PLACES + whom], way
    if spot == NO_SPOT or goal == NO_SPOT or battle.models[who].ap < 1:
        return place
    gone, target = 0, ways + goal * SPOT_PLACES
    to_x, to_y = lore[target], lore[target + 1]
    straight = length(to_x - base.x, to_y - base.y)
    for _ in range(MOST_STEPS):
        after = next_spot(lore, ways, spot, goal)
        gone += way_between(lore, ways, spot, after)
        if after == spot or gone > reach or place >= len(room):
            break
        x, y = lore[ways + after * SPOT_PLACES], lore[ways + after * SPOT_PLACES + 1]
        place = sketch_point(setting, battle, who, ChoiceKind.MOVE, x, y, room, place)
        room[place - 1].legs[0].level = lore[ways + after * SPOT_PLACES + LEVEL]
        spot = after
    if place < len(room) and least > straight + DETOUR:
        last = sketch_point(setting, battle, who, ChoiceKind.MOVE, to_x, to_y, room, place) - 1
        room[last].legs[0].level = lore[target + LEVEL]
        if go_round(setting, battle, lore, who, room[last]):
            return place + 1
    return place


@rule()
def leads_round(setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], whom: int) -> bool:
    """Whether the way to an opponent is longer than a straight one."""
    who = battle.frames[battle.depth - 1].actor
    base, ways = battle.crowd.bases[who], ways_for(setting, lore, who)
    spot = spot_of(setting, lore, ways, base.x, base.y, base.level)
    return way_between(lore, ways, spot, notes[PLACES + whom]) - DETOUR > flat_gap(battle, who, whom)


@rule()
def go_round(setting: Setting, battle: Skirmish, lore: Many[int], who: int, choice: SkirmishChoice) -> bool:
    """Make a path of a sketch by way of spots: to its point, or to within reach of whom it is to engage. False where
    there is none, and the sketch is as it was."""
    base, end, whom = battle.crowd.bases[who], choice.legs[0], choice.whom
    home_x, home_y, home = base.x, base.y, base.level
    to_x, to_y, to_level = end.x, end.y, end.level
    engages = choice.kind == ChoiceKind.CLOSE_COMBAT
    purpose = Purpose.ENGAGE if engages else Purpose.MOVE
    goal_x, goal_y, goal_level = to_x, to_y, to_level
    if engages:
        target = battle.crowd.bases[whom]
        goal_x, goal_y, goal_level = target.x, target.y, target.level
    goal = spot_of(setting, lore, ways_for(setting, lore, who), goal_x, goal_y, goal_level)
    blank_path(choice)
    set_gait(setting, battle.gait, who, purpose, range_of(setting, who, purpose, 0))
    choice.count = lay_route(setting, battle, lore, who, choice, goal, engages)
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
def lay_route(
    setting: Setting, battle: Skirmish, lore: Many[int], who: int, choice: SkirmishChoice, goal: int, engages: bool
) -> int:
    """The legs of a route, as far as it goes; the answer is how many, 0 where nobody would be engaged. The base goes
    along as they are laid, and the range of the gait is used up."""
    base, ways, legs = battle.crowd.bases[who], ways_for(setting, lore, who), choice.legs
    spot, count = spot_of(setting, lore, ways, base.x, base.y, base.level), 0
    bend_x, bend_y, bend, left = base.x, base.y, base.level, 0
    if spot == NO_SPOT or goal == NO_SPOT:
        return 0
    for _ in range(MOST_STEPS):
        after = next_spot(lore, ways, spot, goal)
        if after == spot:
            break
        at = ways + after * SPOT_PLACES
        x, y, level = lore[at], lore[at + 1], lore[at + LEVEL]
        spare = battle.gait.range
        battle.gait.range = left
        if left and walk(setting, battle, bend_x, bend_y, bend, legs[count - 1], x, y, level):
            battle.gait.range = left - battle.stride.cost
        else:
            battle.gait.range = spare
            more = lay_straight(setting, battle, legs[count:], x, y, level, SAFE)
            if more == 0:
                return 0 if engages else count + lay_daring(setting, battle, legs[count:], x, y, level)
            bend_x, bend_y, bend = base.x, base.y, base.level
            left = spare if more == 1 and legs[count].way == Way.WALK else 0
            count += more
        base.x, base.y, base.level = x, y, level
        spot = after
        if engages:
            more = lay_engagement(setting, battle, who, choice, legs[count:])
            if more:
                return count + more
    return 0 if engages else count


@rule()
def walk(
    setting: Setting, battle: Skirmish, x: int, y: int, level: int, leg: Leg, to_x: int, to_y: int, to_level: int
) -> bool:
    """Make a leg a walk between two points, if that can be; else it stays as it is."""
    old_x, old_y, old = leg.x, leg.y, leg.level
    set_leg(leg, Way.WALK, to_x, to_y, to_level)
    if take_stride(setting.ground, battle.crowd, battle.gait, x, y, level, leg, battle.stride) == Fault.NONE:
        return True
    set_leg(leg, Way.WALK, old_x, old_y, old)
    return False


@rule()
def lay_straight(setting: Setting, battle: Skirmish, legs: Many[Leg], x: int, y: int, level: int, daring: int) -> int:
    """The legs straight from where the base is to a point; the answer is how many, and their range is used up."""
    if len(legs) == 0:
        return 0
    base, gait = battle.crowd.bases[battle.gait.who], battle.gait
    count = plan_straight(setting.ground, battle.crowd, gait, battle.stride, legs, x, y, level, daring)
    from_x, from_y, height = base.x, base.y, base.level
    for number in range(count):
        weigh_leg(setting.ground, gait, from_x, from_y, height, legs[number], battle.stride)
        gait.range -= battle.stride.cost
        from_x, from_y, height = legs[number].x, legs[number].y, legs[number].level
    return count


@rule()
def lay_daring(setting: Setting, battle: Skirmish, legs: Many[Leg], x: int, y: int, level: int) -> int:
    """The same where nothing safe leads there: by a fall, or else by a test."""
    count = lay_straight(setting, battle, legs, x, y, level, FALLS)
    return count or lay_straight(setting, battle, legs, x, y, level, TESTS)


@rule()
def lay_engagement(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice, legs: Many[Leg]) -> int:
    """The legs from where the base is to within reach of whom it is to engage; the answer is how many."""
    base, target = battle.crowd.bases[who], battle.crowd.bases[choice.whom]
    threat = setting.weapons[setting.cards[who].blade[choice.weapon]].threat
    dx, dy = base.x - target.x, base.y - target.y
    apart, within = max(root(dx * dx + dy * dy), 1), base.radius + target.radius + max(threat - JUST_WITHIN, 0)
    if apart - within > battle.gait.range or apart <= within:
        return 0
    x, y = target.x + share(dx, within, apart), target.y + share(dy, within, apart)
    return lay_straight(setting, battle, legs, x, y, ANY_LEVEL, SAFE)


@rule()
def stress_of_falls(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """The stress that falls on a path are likely to cause, in thousandths: a test is taken to fail half the time."""
    base, stress = battle.crowd.bases[who], 0
    x, y, level = base.x, base.y, base.level
    set_gait(setting, battle.gait, who, Purpose.MOVE, range_of(setting, who, Purpose.MOVE, 0))
    for number in range(choice.count):
        leg = choice.legs[number]
        weigh_leg(setting.ground, battle.gait, x, y, level, leg, battle.stride)
        if leg.way != Way.DROP or drop_hurts(setting):
            stress += fall_stress(battle.stride.fall) * THOUSAND
        if battle.stride.test:
            stress += fall_stress(battle.stride.height if leg.way == Way.CLIMB else level) * THOUSAND // 2
        x, y, level = leg.x, leg.y, leg.level
    clear_gait(battle.gait, battle.stride)
    return stress
