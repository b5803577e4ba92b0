"""Straight paths: legs along one line, over any obstacles."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.geometry.bases import Crowd, models_near_move
from battlewright.geometry.distance import INCH, Place, length, place_at, share
from battlewright.geometry.legs import (
    OVER_THE_EDGE,
    ROUNDING,
    Fault,
    Gait,
    Leg,
    LegKind,
    Stride,
    is_walled_off,
    plan_walk,
    set_leg,
    take_stride,
    walk_to,
)
from battlewright.geometry.terrain import Terrain, level_at, pieces_near_move

SCALE = 128
"""The end of a walk is searched in steps of 1 / SCALE of the line."""
TRY = INCH // 5
"""The distance between landings that are tried."""
ANY_LEVEL = -1
SAFE, TESTS, FALLS = 0, 1, 2
"""The risks that a path may take: none, tests and falls, or falls only. With FALLS it may end at the foot of a fall, on
the wanted level."""


@rule()
def clear_legs(legs: Row[Leg], first: int, last: int) -> None:
    """Clear the legs from ``first`` up to but excluding ``last``."""
    for number in range(first, last):
        set_leg(legs[number], 0, 0, 0, 0)


@rule()
def plan_straight(
    terrain: Terrain, crowd: Crowd, gait: Gait, stride: Stride, legs: Row[Leg], to: Place, risk: int
) -> int:
    """Write the legs of a straight path from the mover's place; return their number, or 0 if there is no path.

    The level of the place may be ANY_LEVEL. The path walks, climbs obstacles, jumps gaps and climbs down. ``risk``
    says whether it also drops, and takes legs that need a test. The range of the gait is reduced on the way and
    restored at the end.
    """
    base = crowd.bases[gait.who]
    x, y, level = base.x, base.y, base.level
    whole = gait.range
    count = 0
    while count < len(legs):
        start = place_at(x, y, level)
        if plan_walk(terrain, crowd, gait, start, to.x, to.y, legs[count], stride) == Fault.NONE:
            gait.range = whole
            count = count + 1 if is_wanted(to.level, legs[count].level) else 0
            clear_legs(legs, count, len(legs))
            return count
        used = cross_obstacle(terrain, crowd, gait, stride, legs[count:], start, to, risk)
        if used == 0:
            break
        count += used
        last = legs[count - 1]
        x, y, level = last.x, last.y, last.level
        if stride.fall > 0 or (x == to.x and y == to.y):
            gait.range = whole
            arrives = risk == FALLS or (x == to.x and y == to.y)
            count = count if arrives and is_wanted(to.level, level) else 0
            clear_legs(legs, count, len(legs))
            return count
    gait.range = whole
    clear_legs(legs, 0, len(legs))
    return 0


@rule()
def cross_obstacle(
    terrain: Terrain, crowd: Crowd, gait: Gait, stride: Stride, legs: Row[Leg], start: Place, to: Place, risk: int
) -> int:
    """Walk to the first obstacle and get over it; return the number of legs, one or two, or 0 if that is impossible."""
    x, y, level = start
    near = walk_before_block(terrain, crowd, gait, start, to)
    foot_x, foot_y, foot = x + share(to.x - x, near, SCALE), y + share(to.y - y, near, SCALE), level
    used = 0
    if foot_x != x or foot_y != y:
        if plan_walk(terrain, crowd, gait, start, foot_x, foot_y, legs[0], stride) != Fault.NONE:
            return 0
        foot = legs[0].level
        gait.range -= stride.cost
        used = 1
    if used == len(legs):
        return 0
    if not write_crossing(terrain, crowd, gait, stride, legs[used], place_at(foot_x, foot_y, foot), to, risk):
        return 0
    gait.range -= stride.cost
    return used + 1


@rule()
def walk_before_block(terrain: Terrain, crowd: Crowd, gait: Gait, start: Place, to: Place) -> int:
    """Return how far a walk leads before something blocks it, in 1 / SCALE of the line; there need not be room to stand
    there. Only what is beside the whole line can block a part of it."""
    x, y, _ = start
    wide = crowd.bases[gait.who].radius + ROUNDING
    pieces = pieces_near_move(terrain, x, y, to.x, to.y, wide)
    models = models_near_move(crowd, gait.who, x, y, to.x, to.y, ROUNDING)
    near, far = 0, SCALE
    while far - near > 1:
        middle = (near + far) // 2
        over_x, over_y = x + share(to.x - x, middle, SCALE), y + share(to.y - y, middle, SCALE)
        if walk_to(terrain, crowd, gait, start, over_x, over_y, pieces, models) >= 0:
            near = middle
        else:
            far = middle
    return near


@rule()
def is_wanted(wanted: int, level: int) -> bool:
    """Whether a level is the wanted one, or any level will do."""
    return wanted == level or wanted < 0


@rule()
def write_crossing(
    terrain: Terrain, crowd: Crowd, gait: Gait, stride: Stride, leg: Leg, start: Place, to: Place, risk: int
) -> bool:
    """Write the leg over the obstacle that stops a walk: up, across, down, or a drop if the risk allows it; False if
    none works."""
    x, y, level = start
    whole = length(to.x - x, to.y - y)
    if whole == 0:
        return False
    edge = min(whole, 2 * crowd.bases[gait.who].radius + OVER_THE_EDGE)
    for attempt in range(4 if risk else 3):
        reach = min(whole, gait.range, 2 * gait.jump) if attempt == 1 else edge
        highest = level + (gait.range if attempt == 0 else gait.step)
        over = 0
        while over < reach:
            over = min(over + TRY, reach)
            over_x, over_y = x + share(to.x - x, over, whole), y + share(to.y - y, over, whole)
            landing = level_at(terrain, over_x, over_y, highest)
            if suits_attempt(attempt, level, landing, gait.step):
                set_leg(leg, kind_of_attempt(attempt), over_x, over_y, landing)
                fault = take_stride(terrain, crowd, gait, x, y, level, leg, stride)
                if fault == Fault.NONE and is_within_risk(stride, risk):
                    return True
                is_blocked = attempt == 1 and (fault == Fault.TERRAIN or fault == Fault.MODEL)
                if is_blocked and is_walled_off(terrain, crowd, gait, start, over_x, over_y):
                    break
    return False


@rule()
def is_within_risk(stride: Stride, risk: int) -> bool:
    """Whether the leg's test and fall are within the risks of ``risk``."""
    return (stride.test == 0 or risk == TESTS) and (stride.fall == 0 or risk != SAFE)


@rule()
def kind_of_attempt(attempt: int) -> int:
    """Return the kind of leg of an attempt; the order is up, across, down, a drop."""
    if attempt == 1:
        return LegKind.JUMP
    return LegKind.DROP if attempt == 3 else LegKind.CLIMB


@rule()
def suits_attempt(attempt: int, level: int, landing: int, step: int) -> bool:
    """Whether a landing suits an attempt: higher, about level, or lower."""
    if attempt == 1:
        return level - step <= landing <= level + step
    return landing > level + step if attempt == 0 else landing < level - step
