"""Integer lengths: roots, distances, and distances from a straight line."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from battlewright.engine.compiler.rule import rule

INCH = 1000
"""All lengths are thousandths of an inch."""
LARGEST = 72 * INCH
"""The longest side of a table; with it, and reaches up to 20", every product below stays within 64 bits."""
LARGEST_ROOT = 3_037_000_499
"""The largest number whose square 64 bits hold."""
EXACT = 1 << 52
"""Below this the floating-point root, rounded down, is exact."""


class Place(NamedTuple):
    """A point of the table and a level there."""

    x: int
    y: int
    level: int


@rule()
def place_at(x: int, y: int, level: int) -> Place:
    """Return a place, inside a rule, where all its numbers must have the same width."""
    return Place(x, y, level)


@rule()
def root(square: int) -> int:
    """Return the square root, rounded down: the floating-point root, corrected in integers where that is needed."""
    if square <= 0:
        return 0
    if square < EXACT:
        return int(sqrt(square))
    guess = min(int(sqrt(square)), LARGEST_ROOT)
    while guess * guess > square:
        guess -= 1
    while guess < LARGEST_ROOT and (guess + 1) * (guess + 1) <= square:
        guess += 1
    return guess


@rule()
def small_root(square: int) -> int:
    """As ``root``, for squares from 0 up to ``EXACT``: without a branch, so that the compiler takes several at once."""
    return int(sqrt(square))


@rule()
def root_exceeds(square: int, part: int, whole: int) -> bool:
    """Whether the square root of a number is more than ``part / whole``, without rounding; ``whole`` is above 0."""
    if part < 0:
        return square >= 0
    quotient, rest = part // whole, part % whole
    guess = root(square)
    if quotient != guess:
        return quotient < guess
    return 2 * quotient * rest * whole + rest * rest < (square - quotient * quotient) * whole * whole


@rule()
def length(dx: int, dy: int) -> int:
    """Return the length of a line, rounded up, so that a range is never exceeded."""
    square = dx * dx + dy * dy
    found = root(square)
    return found if found * found == square else found + 1


@rule()
def share(part: int, times: int, whole: int) -> int:
    """Return ``part * times / whole``, rounded towards 0."""
    product = part * times
    return product // whole if product >= 0 else -((-product) // whole)


@rule()
def nearest_share(part: int, times: int, whole: int) -> int:
    """Return ``part * times / whole``, rounded to the nearest integer."""
    return (2 * part * times + whole) // (2 * whole)


@rule()
def is_near_line(x: int, y: int, x0: int, y0: int, x1: int, y1: int, reach: int) -> bool:
    """Whether a point is less than ``reach`` from the line segment between two others."""
    return beyond_line(x, y, x0, y0, x1, y1, reach) < 0


@rule()
def touches_line(x: int, y: int, x0: int, y0: int, x1: int, y1: int, reach: int) -> bool:
    """Whether a point is at most ``reach`` from the line segment between two others."""
    return beyond_line(x, y, x0, y0, x1, y1, reach) <= 0


@rule()
def beyond_line(x: int, y: int, x0: int, y0: int, x1: int, y1: int, reach: int) -> int:
    """Compare the distance from a point to a line segment with ``reach``: below 0 if less, 0 if equal, else above 0."""
    dx, dy = x1 - x0, y1 - y0
    px, py = x - x0, y - y0
    along = px * dx + py * dy
    square = dx * dx + dy * dy
    if along <= 0:
        return px * px + py * py - reach * reach
    if along >= square:
        return (x - x1) * (x - x1) + (y - y1) * (y - y1) - reach * reach
    across = abs(px * dy - py * dx)
    if across > reach * (abs(dx) + abs(dy)):  # certainly farther than reach, and the squares below would overflow
        return 1
    return across * across - reach * reach * square


@rule()
def square_from_line(x: int, y: int, x0: int, y0: int, x1: int, y1: int) -> int:
    """Return the squared distance from a point to a nearby line segment, rounded up."""
    dx, dy = x1 - x0, y1 - y0
    along, square = (x - x0) * dx + (y - y0) * dy, dx * dx + dy * dy
    if along <= 0:
        return (x - x0) * (x - x0) + (y - y0) * (y - y0)
    if along >= square:
        return (x - x1) * (x - x1) + (y - y1) * (y - y1)
    across = (x - x0) * dy - (y - y0) * dx
    return -(-across * across // square)


@rule()
def gap_is_at_most(square: int, radii: int, rise: int, most: int) -> bool:
    """Whether two bases are at most ``most`` apart edge to edge, in three dimensions.

    ``square`` is the squared distance between the centres, ``radii`` the sum of both radii, ``rise`` the difference of
    the levels. The distance is the root of (root(square) - radii)² + rise², compared without rounding.
    """
    room = most * most - rise * rise
    if most < 0 or room < 0:
        return False
    over = square - radii * radii - room
    if over <= 0:
        return True
    if over > 2 * radii * most:
        return False
    return over * over <= 4 * radii * radii * room


@rule()
def gap(square: int, radii: int, rise: int) -> int:
    """Return the distance of two bases edge to edge in three dimensions, rounded up; 0 if they touch on one level."""
    flat = root(square)
    if rise == 0:
        return max(flat - radii if flat * flat == square else flat + 1 - radii, 0)
    flat = max(flat - radii, 0)
    found = root(flat * flat + rise * rise)
    while not gap_is_at_most(square, radii, rise, found):
        found += 1
    return found
