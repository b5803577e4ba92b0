"""The geometry of the table once more: slow, exact, by its definitions, and without a line of the real one.

Numbers are fractions. A root is taken of an integer shifted so far to the left that what is cut off cannot matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

Place = tuple[int | Fraction, int | Fraction]
Shape = Sequence[tuple[int, int]]
Stretch = tuple[Fraction, Fraction]
"""A part of a line, from its beginning (0) to its end (1)."""

BITS = 200
"""Roots are taken to so many binary digits; two roots of numbers of a table that agree in all of them are equal."""


def root(number: int) -> Fraction:
    return Fraction(isqrt(number << (2 * BITS)), 1 << BITS)


def square(one: Place, other: Place) -> Fraction:
    """The square of the distance of two points."""
    return Fraction((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def along(begin: Place, end: Place, part: Fraction) -> Place:
    """The point that a part of a line leads to."""
    return begin[0] + part * (end[0] - begin[0]), begin[1] + part * (end[1] - begin[1])


def turn(one: Place, other: Place, third: Place) -> Fraction:
    """Twice the area of a triangle, above 0 where its corners go round counter-clockwise."""
    return Fraction((other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0]))


def square_to_line(point: Place, begin: Place, end: Place) -> Fraction:
    """The square of the distance of a point from the nearest one of a line."""
    whole = square(begin, end)
    if not whole:
        return square(point, begin)
    dot = (point[0] - begin[0]) * (end[0] - begin[0]) + (point[1] - begin[1]) * (end[1] - begin[1])
    return square(point, along(begin, end, min(max(dot / whole, Fraction(0)), Fraction(1))))


def is_near_line(point: Place, begin: Place, end: Place, reach: int) -> bool:
    return square_to_line(point, begin, end) < reach * reach


def gap_is_at_most(square: int, radii: int, rise: int, most: int) -> bool:
    """Whether (root(square) - radii, at least 0)² + rise² is at most most²."""
    if most < abs(rise):
        return False
    room = root(most * most - rise * rise)
    return root(square) <= radii + room + Fraction(1, 1 << (BITS - 2))


# Footprints


def edges(shape: Shape) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(corner, shape[(i + 1) % len(shape)]) for i, corner in enumerate(shape)]


def contains(shape: Shape, point: Place) -> bool:
    """A point lies on a footprint if it lies on one of the triangles that it falls into."""
    for one, other in edges(shape):
        whole = turn(shape[0], one, other)
        if whole:
            shares = turn(point, one, other), turn(shape[0], point, other), turn(shape[0], one, point)
            if all(share / whole >= 0 for share in shares):
                return True
    return False


def square_to_rim(shape: Shape, point: Place) -> Fraction:
    return min(square_to_line(point, one, other) for one, other in edges(shape))


def is_inside(shape: Shape, point: Place) -> bool:
    return contains(shape, point) and square_to_rim(shape, point) > 0


def reaches_into(shape: Shape, point: Place, radius: int) -> bool:
    return (contains(shape, point) and square_to_rim(shape, point) > 0) or square_to_rim(shape, point) < radius * radius


def meetings(begin: Place, end: Place, one: Place, other: Place) -> list[Fraction]:
    """Where on a line it meets another: at one place, at none, or from one to a second where they run together."""
    a, b = turn(one, other, begin), turn(one, other, end)
    if a != b:
        part = a / (a - b)
        place = along(begin, end, part)
        return [part] if 0 <= part <= 1 and square_to_line(place, one, other) == 0 else []
    if a != 0 or begin == end:
        return []
    whole = square(begin, end)
    parts = [
        ((point[0] - begin[0]) * (end[0] - begin[0]) + (point[1] - begin[1]) * (end[1] - begin[1])) / whole
        for point in (one, other)
    ]
    return [part for part in parts if 0 <= part <= 1]


def stretch_on(shape: Shape, begin: Place, end: Place) -> Stretch | None:
    """From where to where a line is on a footprint or its rim."""
    parts = [Fraction(0), Fraction(1)]
    for one, other in edges(shape):
        parts += meetings(begin, end, one, other)
    on = [part for part in parts if contains(shape, along(begin, end, part))]
    return (min(on), max(on)) if on else None


def crosses(shape: Shape, begin: Place, end: Place) -> bool:
    """Whether a line is inside somewhere: then it is in the middle of its stretch."""
    stretch = stretch_on(shape, begin, end)
    return stretch is not None and is_inside(shape, along(begin, end, (stretch[0] + stretch[1]) / 2))


def square_between_lines(begin: Place, end: Place, one: Place, other: Place) -> Fraction:
    if meetings(begin, end, one, other):
        return Fraction(0)
    return min(
        square_to_line(begin, one, other),
        square_to_line(end, one, other),
        square_to_line(one, begin, end),
        square_to_line(other, begin, end),
    )


def brushes(shape: Shape, begin: Place, end: Place, radius: int) -> bool:
    if crosses(shape, begin, end):
        return True
    return min(square_between_lines(begin, end, one, other) for one, other in edges(shape)) < radius * radius


def widest_gap(shapes: Sequence[Shape], begin: Place, end: Place) -> Fraction:
    """The longest part of a way that lies on none of these footprints."""
    widest, reached = Fraction(0), Fraction(0)
    stretches = [stretch for shape in shapes if (stretch := stretch_on(shape, begin, end)) is not None]
    if not stretches:
        return Fraction(1)
    for first, last in [*sorted(stretches), (Fraction(1), Fraction(1))]:
        widest = max(widest, first - reached)
        reached = max(reached, last)
    return widest


# Lines through solid things. A stretch whose end is not after its beginning is none: the line touches, or misses.


def between_heights(z0: int, z1: int, foot: int, top: int) -> Stretch:
    """From where to where a slanting line is between two heights; it may be beyond its ends."""
    at_foot, at_top = Fraction(foot - z0, z1 - z0), Fraction(top - z0, z1 - z0)
    return min(at_foot, at_top), max(at_foot, at_top)


def both(one: Stretch, other: Stretch) -> Stretch:
    return max(one[0], other[0]), min(one[1], other[1])


def through(plan: Stretch | None, z0: int, z1: int, foot: int, top: int) -> Stretch | None:
    """What of a stretch is also between foot and top; along either of them a level line is not inside."""
    if plan is None:
        return None
    if z0 == z1:
        return plan if foot < z0 < top else None
    return both(plan, between_heights(z0, z1, foot, top))


def through_piece(shape: Shape, foot: int, top: int, begin: Place, z0: int, end: Place, z1: int) -> Stretch | None:
    upright = begin == end and is_inside(shape, begin)
    plan = stretch_on(shape, begin, end) if upright or crosses(shape, begin, end) else None
    return through(plan, z0, z1, foot, top)


def chord(x: int, y: int, radius: int, begin: tuple[int, int], end: tuple[int, int]) -> Stretch | None:
    """From where to where a line is within a circle."""
    if not is_near_line((x, y), begin, end, radius):
        return None
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    px, py = x - begin[0], y - begin[1]
    whole = dx * dx + dy * dy
    if whole == 0:
        return Fraction(0), Fraction(1)
    middle = px * dx + py * dy  # of t in: whole * t² - 2 * middle * t + px² + py² - radius² = 0
    half = root(middle * middle - whole * (px * px + py * py - radius * radius))
    return both(((middle - half) / whole, (middle + half) / whole), (Fraction(0), Fraction(1)))
