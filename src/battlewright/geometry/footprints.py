"""Shapes: the convex footprint of a piece of terrain, and what a point, a base or a straight line has to do with it.

Edges are kept as vectors. Every shape has ``MAX_CORNERS`` of them: the last one is repeated, which changes no answer.
So the tests below always look at the same number of edges, without an early end, and the compiler looks at all of them
at once.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.distance import square_from_line, touches_line

MAX_CORNERS = 8
PARTS = 1 << 20
"""Positions on a straight line are measured in fractions of 1 / PARTS of its length."""
HUGE = 1 << 62


class Span(NamedTuple):
    """A part of a straight line, by its two ends."""

    first: int
    last: int


class Shape(Record):
    """A flat-topped piece of terrain, as the rules look at it. Edge i begins at (x[i], y[i]) and leads (ex[i], ey[i])
    on, with the footprint on its left. See ``Piece`` for the other fields."""

    x: Annotated[Row[int], MAX_CORNERS]
    y: Annotated[Row[int], MAX_CORNERS]
    ex: Annotated[Row[int], MAX_CORNERS]
    ey: Annotated[Row[int], MAX_CORNERS]
    left: int
    right: int
    near: int
    far: int
    bottom: int
    top: int
    corners: int
    ladders: int
    solid: int
    group: int
    hangs: int
    tall: int


@rule()
def inner_side(shape: Shape, edge: int, x: int, y: int) -> int:
    """Return a number above 0 if a point is on the inner side of an edge, 0 on its line, below 0 outside."""
    return shape.ex[edge] * (y - shape.y[edge]) - shape.ey[edge] * (x - shape.x[edge])


@rule()
def least_inside(shape: Shape, x: int, y: int) -> int:
    """Return the least ``inner_side`` of all edges: above 0 inside the footprint, 0 on its boundary, below 0
    outside."""
    least = HUGE
    for edge in range(MAX_CORNERS):
        least = min(least, inner_side(shape, edge, x, y))
    return least


@rule()
def contains(shape: Shape, x: int, y: int) -> bool:
    """Whether a point is on the footprint or its boundary."""
    if x < shape.left or x > shape.right or y < shape.near or y > shape.far:
        return False
    return least_inside(shape, x, y) >= 0


@rule()
def is_over(shape: Shape, x: int, y: int) -> bool:
    """Whether a point is strictly inside the footprint."""
    return least_inside(shape, x, y) > 0


@rule()
def reaches_into(shape: Shape, x: int, y: int, radius: int) -> bool:
    """Whether a round base at a point overlaps the footprint; touching is not overlapping."""
    if x <= shape.left - radius or x >= shape.right + radius or y <= shape.near - radius or y >= shape.far + radius:
        return False
    return least_inside(shape, x, y) > 0 or is_by_an_edge(shape, x, y, radius)


@rule()
def is_by_an_edge(shape: Shape, x: int, y: int, reach: int) -> bool:
    """Whether a point is less than ``reach`` from an edge, its ends included."""
    least = HUGE
    for edge in range(MAX_CORNERS):
        dx, dy, px, py = shape.ex[edge], shape.ey[edge], x - shape.x[edge], y - shape.y[edge]
        least = min(least, beyond(px, py, dx, dy, reach))
    return least < 0


@rule()
def beyond(px: int, py: int, dx: int, dy: int, reach: int) -> int:
    """As ``beyond_line``, from a line's start, without a branch: below 0 if a point is less than ``reach`` from it."""
    along, square, across = px * dx + py * dy, dx * dx + dy * dy, abs(px * dy - py * dx)
    bound = min(across, reach * (abs(dx) + abs(dy)) + 1)  # more is certainly beyond, and its square would overflow
    qx, qy = px - dx, py - dy
    at_start, at_end, beside = px * px + py * py, qx * qx + qy * qy, bound * bound - reach * reach * square
    return at_start - reach * reach if along <= 0 else at_end - reach * reach if along >= square else beside


@rule()
def square_beside(shape: Shape, x: int, y: int, within: int) -> int:
    """Return the squared distance from a point to the footprint, rounded up; beyond ``within``, any number above its
    square."""
    if contains(shape, x, y):
        return 0
    nearest = within * within + 1
    for edge in range(shape.corners):
        x0, y0 = shape.x[edge], shape.y[edge]
        x1, y1 = x0 + shape.ex[edge], y0 + shape.ey[edge]
        if touches_line(x, y, x0, y0, x1, y1, within):
            nearest = min(nearest, square_from_line(x, y, x0, y0, x1, y1))
    return nearest


@rule()
def crosses(shape: Shape, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a straight line passes through the inside of the footprint; along an edge is not inside."""
    if max(x0, x1) <= shape.left or min(x0, x1) >= shape.right:
        return False
    if max(y0, y1) <= shape.near or min(y0, y1) >= shape.far:
        return False
    dx, dy, least, most = x1 - x0, y1 - y0, HUGE, -HUGE
    for corner in range(MAX_CORNERS):
        side = dx * (shape.y[corner] - y0) - dy * (shape.x[corner] - x0)
        least, most = min(least, side), max(most, side)
    return least < 0 < most and least_of_better(shape, x0, y0, x1, y1) > 0


@rule()
def least_of_better(shape: Shape, x0: int, y0: int, x1: int, y1: int) -> int:
    """Return, of the ``inner_side`` of each edge at that end of a line which is farther inside, the least."""
    least = HUGE
    for edge in range(MAX_CORNERS):
        least = min(least, max(inner_side(shape, edge, x0, y0), inner_side(shape, edge, x1, y1)))
    return least


@rule()
def brushes(shape: Shape, x0: int, y0: int, x1: int, y1: int, radius: int) -> bool:
    """Whether a round base that moves along a straight line overlaps the footprint."""
    if max(x0, x1) <= shape.left - radius or min(x0, x1) >= shape.right + radius:
        return False
    if max(y0, y1) <= shape.near - radius or min(y0, y1) >= shape.far + radius:
        return False
    if is_beyond_an_edge(shape, x0, y0, x1, y1, radius):
        return False
    if crosses(shape, x0, y0, x1, y1) or reaches_into(shape, x0, y0, radius) or reaches_into(shape, x1, y1, radius):
        return True
    least = HUGE
    for corner in range(MAX_CORNERS):
        least = min(least, beyond(shape.x[corner] - x0, shape.y[corner] - y0, x1 - x0, y1 - y0, radius))
    return least < 0


@rule()
def is_beyond_an_edge(shape: Shape, x0: int, y0: int, x1: int, y1: int, reach: int) -> bool:
    """Whether both ends of a line are certainly ``reach`` or more beyond one of the edges."""
    least = HUGE
    for edge in range(MAX_CORNERS):
        better = max(inner_side(shape, edge, x0, y0), inner_side(shape, edge, x1, y1))
        least = min(least, better + reach * (abs(shape.ex[edge]) + abs(shape.ey[edge])))
    return least <= 0


@rule()
def leads_over(shape: Shape, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a straight line has a point on the footprint or its boundary."""
    return leads_towards(shape, x0, y0, x1, y1) and least_of_better(shape, x0, y0, x1, y1) >= 0


@rule()
def leads_towards(shape: Shape, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a straight line, made longer at both ends, meets the footprint or its boundary, and may do so itself."""
    if max(x0, x1) < shape.left or min(x0, x1) > shape.right:
        return False
    if max(y0, y1) < shape.near or min(y0, y1) > shape.far:
        return False
    dx, dy, least, most = x1 - x0, y1 - y0, HUGE, -HUGE
    for corner in range(MAX_CORNERS):
        side = dx * (shape.y[corner] - y0) - dy * (shape.x[corner] - x0)
        least, most = min(least, side), max(most, side)
    return least <= 0 <= most


@rule()
def enters_at(shape: Shape, x0: int, y0: int, x1: int, y1: int) -> int:
    """Return where a line that crosses the footprint enters it, in parts, rounded down."""
    entry = 0
    for edge in range(shape.corners):
        before, after = inner_side(shape, edge, x0, y0), inner_side(shape, edge, x1, y1)
        if before < 0:
            if after < 0:
                return PARTS + 1
            entry = max(entry, -before * PARTS // (after - before))
    return entry


@rule()
def leaves_at(shape: Shape, x0: int, y0: int, x1: int, y1: int) -> int:
    """Return where a line that crosses the footprint leaves it, in parts, rounded up."""
    exit = PARTS
    for edge in range(shape.corners):
        before, after = inner_side(shape, edge, x0, y0), inner_side(shape, edge, x1, y1)
        if after < 0:
            if before < 0:
                return -1
            exit = min(exit, (before * PARTS + before - after - 1) // (before - after))
    return exit


@rule()
def span_on(shape: Shape, x0: int, y0: int, x1: int, y1: int) -> Span:
    """Return where a line that leads over the footprint enters and leaves it. Both are rounded down, so that a
    footprint which ends where another begins does so in the same position."""
    entry, exit = 0, PARTS
    for edge in range(shape.corners):
        before, after = inner_side(shape, edge, x0, y0), inner_side(shape, edge, x1, y1)
        if before < 0:
            entry = max(entry, -before * PARTS // (after - before))
        elif after < 0:
            exit = min(exit, before * PARTS // (before - after))
    return Span(entry, exit)
