"""The legs of a move: walk, climb, jump, drop; their costs, and which need a test.

A leg is a straight line to a point and a level there. The rulebook sets how far a model climbs or jumps without a
test; a ``Gait`` holds these limits.
"""

from __future__ import annotations

from enum import IntEnum

from battlewright.engine.compiler.rule import rule
from battlewright.engine.compiler.scratch import scratch_row
from battlewright.engine.record import Record
from battlewright.geometry.bases import ALL, Crowd, is_free_but_for, move_is_free, move_is_free_by
from battlewright.geometry.bits import lowest_bit
from battlewright.geometry.distance import Place, length, nearest_share, place_at, share
from battlewright.geometry.footprints import PARTS, Shape, contains, enters_at, inner_side, is_over, reaches_into
from battlewright.geometry.terrain import (
    Floors,
    Terrain,
    has_room,
    has_wall,
    highest_in_steps,
    highest_under_line,
    is_carried,
    is_on_table,
    level_at,
    level_of_part,
    level_on,
    list_floors,
    move_is_clear,
    near_line,
    near_point,
    next_change,
    pieces_near_move,
)
from battlewright.geometry.terrain_index import MAX_PIECES

OVER_THE_EDGE = 100
"""A climb or drop leads at most a base's width plus this from its start."""
ROUNDING = 4
"""More than two lines in one direction differ by, where their ends are rounded towards their start."""


class LegKind(IntEnum):
    """The kind of a leg. CLIMB is up or down; DROP is a fall on purpose."""

    WALK = 1
    CLIMB = 2
    JUMP = 3
    DROP = 4


class Fault(IntEnum):
    """Why a leg is illegal."""

    NONE = 0
    RANGE = 1
    OFF_TABLE = 2
    TERRAIN = 3
    MODEL = 4
    EDGE = 5
    NO_ROOM = 6
    NO_CLIMB = 7
    NO_DROP = 8
    TOO_HIGH = 9
    TOO_FAR = 10
    UNKNOWN_KIND = 11
    NOT_NEAREST = 12


class Leg(Record):
    """One leg of a path: its kind, and the point and level it leads to."""

    way: int
    x: int
    y: int
    level: int


@rule()
def set_leg(leg: Leg, way: int, x: int, y: int, level: int) -> None:
    """Set the fields of a leg."""
    leg.way = way
    leg.x = x
    leg.y = y
    leg.level = level


class Gait(Record):
    """How a model moves: who, its range, the height of a step, and how far it climbs and jumps without a test.

    It may move through models from ``through_first`` up to but excluding ``through_last``. While it is ``passing``
    (any leg but the last) a leg may also end where they stand.
    """

    who: int
    range: int
    step: int
    climb: int
    jump: int
    through_first: int
    through_last: int
    passing: int


class Stride(Record):
    """The measurements of a leg. ``far`` is its length seen from above, ``height`` the height climbed, ``test`` the
    length that a test must cover (0: no test), ``fall`` the height of a drop, which ends the move."""

    far: int
    cost: int
    height: int
    test: int
    fall: int


@rule()
def take_stride(terrain: Terrain, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, out: Stride) -> int:
    """Measure a leg from here into ``out``; return why it is illegal with the range left in the gait, or Fault.NONE."""
    weigh_leg(terrain, gait, x, y, level, leg, out)
    if not is_on_table(terrain, leg.x, leg.y, crowd.bases[gait.who].radius):
        return Fault.OFF_TABLE
    if leg.way == LegKind.WALK:
        return refuse_walk(terrain, crowd, gait, x, y, level, leg, out.cost)
    if leg.way == LegKind.CLIMB:
        return refuse_climb(terrain, crowd, gait, x, y, level, leg, out)
    if leg.way == LegKind.JUMP:
        return refuse_jump(terrain, crowd, gait, x, y, level, leg, out)
    if leg.way == LegKind.DROP:
        return refuse_drop(terrain, crowd, gait, x, y, level, leg, out)
    return Fault.UNKNOWN_KIND


@rule()
def weigh_leg(terrain: Terrain, gait: Gait, x: int, y: int, level: int, leg: Leg, out: Stride) -> None:
    """Measure a leg, assuming that it is legal: a climb's height costs range, a drop's does not."""
    rise = leg.level - level
    out.far = length(leg.x - x, leg.y - y)
    out.cost = out.far
    out.height = out.test = out.fall = 0
    if leg.way == LegKind.CLIMB:
        out.height = abs(rise)
        out.cost = min(out.height + out.far, gait.range)
        if out.height > gait.climb and not goes_by_ladder(terrain, x, y, leg, rise):
            out.test = out.height
    elif leg.way == LegKind.JUMP:
        out.test = out.far if out.far > gait.jump else 0
        out.fall = -rise if -rise > gait.step else 0
    elif leg.way == LegKind.DROP:
        out.fall = -rise


@rule()
def plan_walk(
    terrain: Terrain, crowd: Crowd, gait: Gait, start: Place, to_x: int, to_y: int, leg: Leg, out: Stride
) -> int:
    """Write a walk to a point, to the level where it ends; return why it is illegal, or Fault.NONE."""
    x, y, level = start
    set_leg(leg, LegKind.WALK, to_x, to_y, level_at(terrain, to_x, to_y, level + gait.step))
    fault = take_stride(terrain, crowd, gait, x, y, level, leg, out)
    if fault == Fault.NO_ROOM:
        near = near_line(terrain, x, y, to_x, to_y, crowd.bases[gait.who].radius)
        end = walk_to(terrain, crowd, gait, start, to_x, to_y, near, ALL)
        if end >= 0 and end != leg.level:  # by more than one step
            leg.level = end
            fault = take_stride(terrain, crowd, gait, x, y, level, leg, out)
    return fault


@rule()
def refuse_walk(terrain: Terrain, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, cost: int) -> int:
    """Return why a walk is illegal: steps are ignored, but there must be a surface all the way."""
    if cost > gait.range:
        return Fault.RANGE
    near = near_line(terrain, x, y, leg.x, leg.y, crowd.bases[gait.who].radius)
    end = walk_to(terrain, crowd, gait, place_at(x, y, level), leg.x, leg.y, near, ALL)
    if end < 0:
        return -end
    if end != leg.level:
        return Fault.NO_ROOM
    if leg.level == level and gait.through_first == gait.through_last:
        return Fault.NONE  # anything that prevents standing there would have blocked the walk
    return can_stand(terrain, crowd, gait, leg.x, leg.y, leg.level)


@rule()
def walk_to(
    terrain: Terrain, crowd: Crowd, gait: Gait, start: Place, to_x: int, to_y: int, near: int, models: int
) -> int:
    """Return the level on which a walk to a point ends, or, below 0, the fault that blocks it. Only the given pieces
    and models are looked at.

    A walk is judged by its parts, each on one level. But first it is judged as if all of it were on all its levels at
    once: what is allowed then is allowed part by part.
    """
    base, (x, y, level) = crowd.bases[gait.who], start
    highest = highest_under_line(terrain, x, y, to_x, to_y, level, level + gait.step, near)
    lowest = level
    if level > 0 and not is_carried(terrain, x, y, to_x, to_y, level, highest, near):
        lowest = max(highest - gait.step, 0)
        if lowest > 0 and not is_carried(terrain, x, y, to_x, to_y, lowest, highest, near):
            return walk_by_parts(terrain, crowd, gait, start, to_x, to_y, near, models)
    height = highest - lowest + base.height
    fault = block_on_move(terrain, crowd, gait, place_at(x, y, lowest), to_x, to_y, height, near, models)
    if lowest < highest and (fault != Fault.NONE or base.height <= gait.step):
        return walk_by_parts(terrain, crowd, gait, start, to_x, to_y, near, models)
    return level_on(terrain, to_x, to_y, highest, near) if fault == Fault.NONE else -fault


@rule()
def block_on_move(
    terrain: Terrain, crowd: Crowd, gait: Gait, start: Place, to_x: int, to_y: int, height: int, near: int, models: int
) -> int:
    """Return what blocks a straight move that takes up ``height`` above the level of its start: terrain, or a model."""
    who, first, last = gait.who, gait.through_first, gait.through_last
    if not move_is_clear(terrain, start, to_x, to_y, crowd.bases[who].radius, height, gait.step, near):
        return Fault.TERRAIN
    if not move_is_free_by(crowd, who, start, to_x, to_y, height, first, last, 0, models):
        return Fault.MODEL
    return Fault.NONE


@rule()
def walk_by_parts(
    terrain: Terrain, crowd: Crowd, gait: Gait, start: Place, to_x: int, to_y: int, near: int, models: int
) -> int:
    """As ``walk_to``, part by part: the walk is cut wherever its level changes, each time by a step at most."""
    base, (x, y, level) = crowd.bases[gait.who], start
    floors = Floors(scratch_row(MAX_PIECES), scratch_row(MAX_PIECES), scratch_row(MAX_PIECES))
    count = list_floors(terrain, x, y, to_x, to_y, near, floors)
    beside = near & pieces_near_move(terrain, x, y, to_x, to_y, base.radius)
    if has_wall(terrain, highest_in_steps(floors, count, level, gait.step) + gait.step, base.height, beside):
        return -Fault.TERRAIN
    since, at = 0, 0
    while True:
        until = next_change(floors, count, at)
        for end in (at, until):  # where a part begins, floors count that end there
            found = level_of_part(floors, count, at, end, level + gait.step)
            if found != level:
                fault = block_of_part(terrain, crowd, gait, start, to_x, to_y, since, at, level, beside, models)
                if fault != Fault.NONE:
                    return -fault
                if found < level - gait.step:
                    return -Fault.EDGE
                since, level = at, found
        if at == PARTS:
            fault = block_of_part(terrain, crowd, gait, start, to_x, to_y, since, PARTS, level, beside, models)
            return level if fault == Fault.NONE else -fault
        at = until


@rule()
def block_of_part(
    terrain: Terrain,
    crowd: Crowd,
    gait: Gait,
    start: Place,
    to_x: int,
    to_y: int,
    first: int,
    last: int,
    level: int,
    near: int,
    models: int,
) -> int:
    """As ``block_on_move``, for the part of a walk between two positions on its line, on one level."""
    dx, dy, height = to_x - start.x, to_y - start.y, crowd.bases[gait.who].height
    begin_x, begin_y = start.x + nearest_share(dx, first, PARTS), start.y + nearest_share(dy, first, PARTS)
    end_x, end_y = start.x + nearest_share(dx, last, PARTS), start.y + nearest_share(dy, last, PARTS)
    return block_on_move(terrain, crowd, gait, place_at(begin_x, begin_y, level), end_x, end_y, height, near, models)


@rule()
def refuse_climb(
    terrain: Terrain, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, stride: Stride
) -> int:
    """Return why a climb is illegal. A climber that reaches the top edge with its last range is placed on top."""
    if stride.height <= gait.step:
        return Fault.NO_CLIMB
    if stride.far > 2 * crowd.bases[gait.who].radius + OVER_THE_EDGE:
        return Fault.TOO_FAR
    if stride.height > gait.range or least_range(terrain, crowd, gait, x, y, level, leg, stride) > gait.range:
        return Fault.RANGE
    if leg.level > level:
        if stride.height + stride.far > gait.range and not is_nearest(terrain, crowd, gait, x, y, leg, stride.far):
            return Fault.NOT_NEAREST
        return shaft_fault(terrain, crowd, gait, place_at(x, y, leg.level), leg, place_at(x, y, level))
    return shaft_fault(terrain, crowd, gait, place_at(x, y, level), leg, place_at(leg.x, leg.y, leg.level))


@rule()
def least_range(
    terrain: Terrain, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, stride: Stride
) -> int:
    """Return the least range with which a measured leg may be begun: on a climb up, that to the top edge."""
    if leg.way == LegKind.CLIMB and leg.level > level:
        foot = distance_to_foot(terrain, x, y, leg, stride.far)
        return stride.height + max(foot - crowd.bases[gait.who].radius, 0)
    return stride.height + stride.far


@rule()
def distance_to_foot(terrain: Terrain, x: int, y: int, leg: Leg, far: int) -> int:
    """Return the distance along the leg from the centre of a climber's base to the edge that it climbs."""
    nearest, rest = far, near_point(terrain, leg.x, leg.y, 0)
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if piece.top == leg.level and contains(piece, leg.x, leg.y):
            nearest = min(nearest, (enters_at(piece, x, y, leg.x, leg.y) * far + PARTS - 1) // PARTS)
    return nearest


@rule()
def is_nearest(terrain: Terrain, crowd: Crowd, gait: Gait, x: int, y: int, leg: Leg, far: int) -> bool:
    """Whether no nearer place on top has room: a climber without range left is placed at the nearest one."""
    over = distance_to_foot(terrain, x, y, leg, far)
    while over < far - OVER_THE_EDGE:
        over_x, over_y = x + share(leg.x - x, over, far), y + share(leg.y - y, over, far)
        if can_stand(terrain, crowd, gait, over_x, over_y, leg.level) == Fault.NONE:
            return False
        over += OVER_THE_EDGE
    return True


@rule()
def refuse_drop(
    terrain: Terrain, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, stride: Stride
) -> int:
    """Return why a drop is illegal. Its height costs no range."""
    if stride.fall <= gait.step:
        return Fault.NO_DROP
    if stride.far > 2 * crowd.bases[gait.who].radius + OVER_THE_EDGE:
        return Fault.TOO_FAR
    if stride.far > gait.range:
        return Fault.RANGE
    return shaft_fault(terrain, crowd, gait, place_at(x, y, level), leg, place_at(leg.x, leg.y, leg.level))


@rule()
def refuse_jump(
    terrain: Terrain, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, stride: Stride
) -> int:
    """Return why a jump is illegal. It is at the level of its start; a lower landing is a drop."""
    base, start = crowd.bases[gait.who], place_at(x, y, level)
    if stride.far > gait.range:
        return Fault.RANGE
    if leg.level > level + gait.step:
        return Fault.TOO_HIGH
    near = near_line(terrain, x, y, leg.x, leg.y, base.radius)
    if not move_is_clear(terrain, start, leg.x, leg.y, base.radius, base.height, gait.step, near):
        return Fault.TERRAIN
    first, last = gait.through_first, gait.through_last
    if not move_is_free(crowd, gait.who, start, leg.x, leg.y, base.height, first, last):
        return Fault.MODEL
    if stride.fall > 0:
        if level_at(terrain, leg.x, leg.y, level + gait.step) != leg.level:
            return Fault.NO_ROOM
        if not is_open_above(terrain, leg.x, leg.y, leg.level, level, base.radius, base.height, gait.step):
            return Fault.TERRAIN
        shaft = stride.fall + base.height
        if not move_is_free(crowd, gait.who, place_at(leg.x, leg.y, leg.level), leg.x, leg.y, shaft, first, last):
            return Fault.MODEL
    return can_stand(terrain, crowd, gait, leg.x, leg.y, leg.level)


@rule()
def is_walled_off(terrain: Terrain, crowd: Crowd, gait: Gait, start: Place, to_x: int, to_y: int) -> bool:
    """Whether a jump is blocked so that every longer one in the same direction is. The ends of both are rounded, so
    their lines are not quite the same: what blocks this one must block a base that is a little narrower."""
    base = crowd.bases[gait.who]
    radius = max(base.radius - ROUNDING, 0)
    near = near_line(terrain, start.x, start.y, to_x, to_y, base.radius)
    if not move_is_clear(terrain, start, to_x, to_y, radius, base.height, gait.step, near):
        return True
    first, last = gait.through_first, gait.through_last
    return not move_is_free_by(crowd, gait.who, start, to_x, to_y, base.height, first, last, ROUNDING, ALL)


@rule()
def goes_by_ladder(terrain: Terrain, x: int, y: int, leg: Leg, rise: int) -> bool:
    """Whether a climb, up or down, crosses an edge with a ladder."""
    if rise > 0:
        return has_ladder(terrain, x, y, leg.x, leg.y, leg.level)
    return has_ladder(terrain, leg.x, leg.y, x, y, leg.level - rise)


@rule()
def can_stand(terrain: Terrain, crowd: Crowd, gait: Gait, x: int, y: int, level: int) -> int:
    """Return what prevents standing here, terrain or another base; Fault.NONE if nothing does."""
    base = crowd.bases[gait.who]
    if not has_room(terrain, x, y, level, base.radius, base.height, gait.step):
        return Fault.NO_ROOM
    first, last = (gait.through_first, gait.through_last) if gait.passing else (0, 0)
    if not is_free_but_for(crowd, gait.who, x, y, level, first, last):
        return Fault.MODEL
    return Fault.NONE


@rule()
def shaft_fault(terrain: Terrain, crowd: Crowd, gait: Gait, edge: Place, leg: Leg, foot: Place) -> int:
    """Return what blocks a climb or drop between a foot and a top edge: overhead at the foot, or across at the top.

    ``edge`` is the start of the leg, at the level of the top.
    """
    base = crowd.bases[gait.who]
    fault = can_stand(terrain, crowd, gait, leg.x, leg.y, leg.level)
    if fault != Fault.NONE:
        return fault
    if not is_open_above(terrain, foot.x, foot.y, foot.level, edge.level, base.radius, base.height, gait.step):
        return Fault.TERRAIN
    near = near_line(terrain, edge.x, edge.y, leg.x, leg.y, base.radius)
    if not move_is_clear(terrain, edge, leg.x, leg.y, base.radius, base.height, gait.step, near):
        return Fault.TERRAIN
    first, last, shaft = gait.through_first, gait.through_last, edge.level - foot.level + base.height
    if not move_is_free(crowd, gait.who, foot, foot.x, foot.y, shaft, first, last):
        return Fault.MODEL
    if not move_is_free(crowd, gait.who, edge, leg.x, leg.y, base.height, first, last):
        return Fault.MODEL
    return Fault.NONE


@rule()
def is_open_above(terrain: Terrain, x: int, y: int, low: int, high: int, radius: int, height: int, step: int) -> bool:
    """Whether nothing is overhead between a foot and an upper level, except the boundary of that level's floor."""
    floors, rest = 0, near_point(terrain, x, y, radius)
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if piece.bottom < high + height and piece.top > low + step:
            if piece.top == high:
                floors += 2 if is_over(piece, x, y) else (1 if contains(piece, x, y) else 0)
            elif piece.bottom >= low + height and reaches_into(piece, x, y, radius):
                return False
    return floors < 2  # a point under the seam of two floors is under both


@rule()
def has_ladder(terrain: Terrain, low_x: int, low_y: int, high_x: int, high_y: int, top: int) -> bool:
    """Whether the line from a foot to a top crosses an edge with a ladder."""
    rest = near_point(terrain, high_x, high_y, 0)
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if piece.ladders and piece.top == top and contains(piece, high_x, high_y):
            for edge in range(piece.corners):
                if (piece.ladders >> edge) & 1 and crosses_edge(piece, edge, low_x, low_y, high_x, high_y):
                    return True
    return False


@rule()
def crosses_edge(piece: Shape, edge: int, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a line from outside to inside crosses this edge, its ends included."""
    if inner_side(piece, edge, x0, y0) > 0:
        return False
    dx, dy = x1 - x0, y1 - y0
    one = dx * (piece.y[edge] - y0) - dy * (piece.x[edge] - x0)
    other = one + dx * piece.ey[edge] - dy * piece.ex[edge]
    return (one <= 0 <= other) or (other <= 0 <= one)
