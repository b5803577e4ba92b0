"""The legs of a move: walking, climbing up and down, jumping, dropping; what each costs and where a test is due.

A leg is a straight stretch from where one stands to a point and a level there. How far somebody climbs or jumps
without a test is the rulebook's, and comes in a ``Gait``.
"""

from __future__ import annotations

from enum import IntEnum

from battlewright.engine.record import Record
from battlewright.engine.rule import rule
from battlewright.table.bases import Crowd, is_free, way_is_free
from battlewright.table.ground import (
    Ground,
    Piece,
    contains,
    has_room,
    inner_side,
    is_carried,
    is_on_table,
    level_at,
    reaches_into,
    way_is_clear,
)
from battlewright.table.measure import length

OVER_THE_EDGE = 100
"""A climb or drop ends within a base's width, and this, of where it began."""


class Way(IntEnum):
    """How one gets along a leg. CLIMB is up or down; DROP is to let oneself fall."""

    WALK = 1
    CLIMB = 2
    JUMP = 3
    DROP = 4


class Fault(IntEnum):
    """Why a leg cannot be taken."""

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
    UNKNOWN_WAY = 11


class Leg(Record):
    """One stretch of a path, and the point and level it leads to."""

    way: int
    x: int
    y: int
    level: int


class Gait(Record):
    """How somebody gets about: who, its range, what counts as a step, and what it climbs and jumps without a test.

    Models from ``through_first`` to before ``through_last`` do not hinder it on its way.
    """

    who: int
    range: int
    step: int
    climb: int
    jump: int
    through_first: int
    through_last: int


class Stride(Record):
    """What a leg comes to. ``height`` is climbed, ``test`` is the length that a test must cover (0: no test),
    ``fall`` the height of a drop, after which the move ends."""

    cost: int
    height: int
    test: int
    fall: int


@rule()
def take_stride(ground: Ground, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, out: Stride) -> int:
    """What a leg from here comes to, with so much range left in the gait; the answer is why it cannot be taken."""
    out.cost = length(leg.x - x, leg.y - y)
    out.height = 0
    out.test = 0
    out.fall = 0
    if not is_on_table(ground, leg.x, leg.y, crowd.bases[gait.who].radius):
        return Fault.OFF_TABLE
    if leg.way == Way.WALK:
        return walk(ground, crowd, gait, x, y, level, leg, out)
    if leg.way == Way.CLIMB:
        return climb(ground, crowd, gait, x, y, level, leg, out)
    if leg.way == Way.JUMP:
        return jump(ground, crowd, gait, x, y, level, leg, out)
    if leg.way == Way.DROP:
        return drop(ground, crowd, gait, x, y, level, leg, out)
    return Fault.UNKNOWN_WAY


@rule()
def walk(ground: Ground, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, out: Stride) -> int:
    """On foot: steps up and down are ignored, but there must be something to walk on all the way."""
    base = crowd.bases[gait.who]
    if out.cost > gait.range:
        return Fault.RANGE
    if not way_is_clear(ground, x, y, leg.x, leg.y, level, base.radius, base.height, gait.step):
        return Fault.TERRAIN
    if level > gait.step and not is_carried(ground, x, y, leg.x, leg.y, level - gait.step, level + gait.step):
        return Fault.EDGE
    if level_at(ground, leg.x, leg.y, level + gait.step) != leg.level:
        return Fault.NO_ROOM
    if not way_is_free(crowd, gait.who, x, y, leg.x, leg.y, level, gait.through_first, gait.through_last):
        return Fault.MODEL
    return can_stand(ground, crowd, gait, leg.x, leg.y, leg.level)


@rule()
def climb(ground: Ground, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, out: Stride) -> int:
    """Up or down an edge. Who reaches the top edge with its last range is still put on top."""
    up = leg.level > level
    low_x, low_y, low = (x, y, level) if up else (leg.x, leg.y, leg.level)
    high_x, high_y, high = (leg.x, leg.y, leg.level) if up else (x, y, level)
    out.height = high - low
    if out.height <= gait.step:
        return Fault.NO_CLIMB
    if out.cost > 2 * crowd.bases[gait.who].radius + OVER_THE_EDGE:
        return Fault.TOO_FAR
    if out.height > gait.range or (not up and out.height + out.cost > gait.range):
        return Fault.RANGE
    out.cost = min(out.height + out.cost, gait.range)
    if out.height > gait.climb and not has_ladder(ground, low_x, low_y, high_x, high_y, high):
        out.test = out.height
    return shaft_fault(ground, crowd, gait, x, y, leg, low_x, low_y, low, high)


@rule()
def drop(ground: Ground, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, out: Stride) -> int:
    """Over an edge on purpose: the height costs no range."""
    out.fall = level - leg.level
    if out.fall <= gait.step:
        return Fault.NO_DROP
    if out.cost > 2 * crowd.bases[gait.who].radius + OVER_THE_EDGE:
        return Fault.TOO_FAR
    if out.cost > gait.range:
        return Fault.RANGE
    return shaft_fault(ground, crowd, gait, x, y, leg, leg.x, leg.y, leg.level, level)


@rule()
def jump(ground: Ground, crowd: Crowd, gait: Gait, x: int, y: int, level: int, leg: Leg, out: Stride) -> int:
    """Through the air at one's level; the landing may be lower, which is a drop."""
    base = crowd.bases[gait.who]
    if out.cost > gait.range:
        return Fault.RANGE
    if leg.level > level + gait.step:
        return Fault.TOO_HIGH
    if not way_is_clear(ground, x, y, leg.x, leg.y, level, base.radius, base.height, gait.step):
        return Fault.TERRAIN
    if not way_is_free(crowd, gait.who, x, y, leg.x, leg.y, level, gait.through_first, gait.through_last):
        return Fault.MODEL
    if out.cost > gait.jump:
        out.test = out.cost
    if level - leg.level > gait.step:
        out.fall = level - leg.level
        if level_at(ground, leg.x, leg.y, level + gait.step) != leg.level:
            return Fault.NO_ROOM
    return can_stand(ground, crowd, gait, leg.x, leg.y, leg.level)


@rule()
def can_stand(ground: Ground, crowd: Crowd, gait: Gait, x: int, y: int, level: int) -> int:
    """Whether there is room to end here: no terrain, no other base."""
    base = crowd.bases[gait.who]
    if not has_room(ground, x, y, level, base.radius, base.height, gait.step):
        return Fault.NO_ROOM
    if not is_free(crowd, gait.who, x, y, level):
        return Fault.MODEL
    return Fault.NONE


@rule()
def shaft_fault(
    ground: Ground, crowd: Crowd, gait: Gait, x: int, y: int, leg: Leg, low_x: int, low_y: int, low: int, high: int
) -> int:
    """Whether the way between a foot and a top edge is clear: overhead at the foot, and across at the top."""
    base = crowd.bases[gait.who]
    for number in range(ground.count):
        piece = ground.pieces[number]
        if piece.bottom < high + base.height and piece.top > low + gait.step:
            if piece.top == high:
                if is_over(piece, low_x, low_y):
                    return Fault.TERRAIN
            elif piece.bottom >= low + base.height and reaches_into(piece, low_x, low_y, base.radius):
                return Fault.TERRAIN
    if not way_is_clear(ground, x, y, leg.x, leg.y, high, base.radius, base.height, gait.step):
        return Fault.TERRAIN
    if not way_is_free(crowd, gait.who, x, y, leg.x, leg.y, high, gait.through_first, gait.through_last):
        return Fault.MODEL
    return can_stand(ground, crowd, gait, leg.x, leg.y, leg.level)


@rule()
def is_over(piece: Piece, x: int, y: int) -> bool:
    """Whether a piece lies over a point, its rim not counted."""
    for edge in range(piece.corners):
        if inner_side(piece, edge, x, y) <= 0:
            return False
    return True


@rule()
def has_ladder(ground: Ground, low_x: int, low_y: int, high_x: int, high_y: int, top: int) -> bool:
    """Whether the way from a foot to a top goes over an edge with a ladder."""
    for number in range(ground.count):
        piece = ground.pieces[number]
        if piece.ladders and piece.top == top and contains(piece, high_x, high_y):
            for edge in range(piece.corners):
                if (piece.ladders >> edge) & 1 and crosses_edge(piece, edge, low_x, low_y, high_x, high_y):
                    return True
    return False


@rule()
def crosses_edge(piece: Piece, edge: int, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a way from outside to inside goes over this edge (its ends count)."""
    if inner_side(piece, edge, x0, y0) > 0:
        return False
    after = edge + 1 if edge + 1 < piece.corners else 0
    dx, dy = x1 - x0, y1 - y0
    one = dx * (piece.y[edge] - y0) - dy * (piece.x[edge] - x0)
    other = dx * (piece.y[after] - y0) - dy * (piece.x[after] - x0)
    return (one <= 0 <= other) or (other <= 0 <= one)
