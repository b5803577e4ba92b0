"""Round bases: distances, overlap, and models in the way of a move."""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.bits import between, lowest_bit
from battlewright.geometry.distance import Place, is_near_line

MAX_BASES = 24
AT_ONCE = 8
"""Bases that are looked at together; MAX_BASES is a multiple of it."""
NO_MODEL = -1
ALL = -1
"""All bits set: every model."""


class Base(Record):
    """A model's base: its centre, the level it stands on, its radius and its height."""

    x: int
    y: int
    level: int
    radius: int
    height: int
    stands: int


class Crowd(Record):
    """All bases of a battle; those with ``stands`` 0 are not on the table."""

    count: int
    bases: Annotated[Row[Base], MAX_BASES]


@rule()
def square_between(one: Base, other: Base) -> int:
    """Return the squared distance between two centres, seen from above."""
    dx, dy = other.x - one.x, other.y - one.y
    return dx * dx + dy * dy


@rule()
def is_within(one: Base, other: Base, flat: int, rise: int) -> bool:
    """Whether two bases are at most ``flat`` apart edge to edge, seen from above, and their levels at most ``rise``."""
    reach = one.radius + other.radius + flat
    return square_between(one, other) <= reach * reach and abs(one.level - other.level) <= rise


@rule()
def shares_height(base: Base, level: int, height: int) -> bool:
    """Whether a model of this height on a level overlaps this base vertically."""
    return base.level < level + height and level < base.level + base.height


@rule()
def is_free(crowd: Crowd, who: int, x: int, y: int, level: int) -> bool:
    """Whether the base of ``who`` would overlap no other base here; touching is not overlapping."""
    return is_free_but_for(crowd, who, x, y, level, 0, 0)


@rule()
def is_free_but_for(crowd: Crowd, who: int, x: int, y: int, level: int, first: int, last: int) -> bool:
    """As ``is_free``, ignoring the models from ``first`` up to but excluding ``last``."""
    return overlapped(crowd, who, x, y, level, first, last) == NO_MODEL


@rule()
def bases_near(crowd: Crowd, x0: int, y0: int, x1: int, y1: int, reach: int) -> int:
    """Return the models on the table, as bits, whose bases may come within ``reach`` of the rectangle between two
    corners. The loop has no branch and a fixed length, so that the compiler looks at several bases at once."""
    left, right, near, far = min(x0, x1) - reach, max(x0, x1) + reach, min(y0, y1) - reach, max(y0, y1) + reach
    found = 0
    for first in range(0, crowd.count, AT_ONCE):
        some = 0
        for number in range(AT_ONCE):
            base = crowd.bases[first + number]
            is_across = (left - base.radius <= base.x) & (base.x <= right + base.radius)
            is_along = (near - base.radius <= base.y) & (base.y <= far + base.radius)
            some |= (is_across & is_along & (base.stands != 0)) << number
        found |= some << first
    return found & between(0, crowd.count)


@rule()
def overlapped(crowd: Crowd, who: int, x: int, y: int, level: int, first: int, last: int) -> int:
    """Return the first model that the base of ``who`` would overlap here, or ``NO_MODEL``.

    Models from ``first`` up to but excluding ``last`` are ignored.
    """
    mover, ignored = crowd.bases[who], between(first, last) | 1 << who
    rest = bases_near(crowd, x, y, x, y, mover.radius) & ~ignored
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        base = crowd.bases[number]
        if shares_height(base, level, mover.height):
            reach = base.radius + mover.radius
            dx, dy = base.x - x, base.y - y
            if dx * dx + dy * dy < reach * reach:
                return number
    return NO_MODEL


@rule()
def move_is_free(
    crowd: Crowd, who: int, start: Place, to_x: int, to_y: int, height: int, first: int, last: int
) -> bool:
    """Whether no model blocks a straight move that takes up ``height`` above the level of its start.

    Models from ``first`` up to but excluding ``last`` are ignored.
    """
    return move_is_free_by(crowd, who, start, to_x, to_y, height, first, last, 0, ALL)


@rule()
def move_is_free_by(
    crowd: Crowd,
    who: int,
    start: Place,
    to_x: int,
    to_y: int,
    height: int,
    first: int,
    last: int,
    less: int,
    among: int,
) -> bool:
    """As ``move_is_free``, for a base whose radius is smaller by ``less``, looking only at the models of ``among`` (as
    bits) alone."""
    radius, ignored = crowd.bases[who].radius - less, between(first, last) | 1 << who
    rest = among & bases_near(crowd, start.x, start.y, to_x, to_y, radius) & ~ignored
    while rest:
        base = crowd.bases[lowest_bit(rest)]
        rest &= rest - 1
        reach, is_level = base.radius + radius, shares_height(base, start.level, height)
        if is_level and is_near_line(base.x, base.y, start.x, start.y, to_x, to_y, reach):
            return False
    return True


@rule()
def models_near_move(crowd: Crowd, who: int, x: int, y: int, to_x: int, to_y: int, more: int) -> int:
    """Return the models, as bits, that could block a straight move on any level, or one ``more`` to its side."""
    wide, found = crowd.bases[who].radius + more, 0
    rest = bases_near(crowd, x, y, to_x, to_y, wide)
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        base = crowd.bases[number]
        if is_near_line(base.x, base.y, x, y, to_x, to_y, base.radius + wide):
            found |= 1 << number
    return found
