"""Round bases: distances, overlap, and models in the way of a move."""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule
from battlewright.table.bits import lowest_bit
from battlewright.table.measure import Place, is_near_line

MAX_BASES = 24
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
    bases: Annotated[Many[Base], MAX_BASES]


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
def overlapped(crowd: Crowd, who: int, x: int, y: int, level: int, first: int, last: int) -> int:
    """Return the first model that the base of ``who`` would overlap here, or ``NO_MODEL``.

    Models from ``first`` up to but excluding ``last`` are ignored.
    """
    mover = crowd.bases[who]
    for number in range(crowd.count):
        base = crowd.bases[number]
        counts = number != who and not first <= number < last and base.stands
        if counts and shares_height(base, level, mover.height):
            reach = base.radius + mover.radius
            dx, dy = base.x - x, base.y - y
            if dx * dx + dy * dy < reach * reach:
                return number
    return NO_MODEL


@rule()
def way_is_free(crowd: Crowd, who: int, start: Place, to_x: int, to_y: int, height: int, first: int, last: int) -> bool:
    """Whether no model blocks a straight move that takes up ``height`` above the level of its start.

    Models from ``first`` up to but excluding ``last`` are ignored.
    """
    return way_is_free_by(crowd, who, start, to_x, to_y, height, first, last, 0, ALL)


@rule()
def way_is_free_by(
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
    """As ``way_is_free``, for a base whose radius is ``less`` by so much, with an eye to the models of ``among`` (as
    bits) alone."""
    mover = crowd.bases[who]
    left, right, near, far = min(start.x, to_x), max(start.x, to_x), min(start.y, to_y), max(start.y, to_y)
    rest = among & ((1 << crowd.count) - 1) & ~(1 << who)
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        base = crowd.bases[number]
        reach = base.radius + mover.radius - less  # most are beside the line: all of this is compared at once
        is_across = (left - reach < base.x) & (base.x < right + reach)
        is_near = is_across & (near - reach < base.y) & (base.y < far + reach)
        counts = is_near and not first <= number < last and base.stands
        is_level = counts and shares_height(base, start.level, height)
        if is_level and is_near_line(base.x, base.y, start.x, start.y, to_x, to_y, reach):
            return False
    return True


@rule()
def models_by_way(crowd: Crowd, who: int, x: int, y: int, to_x: int, to_y: int, more: int) -> int:
    """Return the models, as bits, that could block a straight move on any level, or one ``more`` to its side."""
    mover, found = crowd.bases[who], 0
    left, right, near, far = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
    for number in range(crowd.count):
        base = crowd.bases[number]
        reach = base.radius + mover.radius + more
        is_across = (left - reach < base.x) & (base.x < right + reach)
        is_near = is_across & (near - reach < base.y) & (base.y < far + reach)
        if is_near and base.stands and is_near_line(base.x, base.y, x, y, to_x, to_y, reach):
            found |= 1 << number
    return found
