"""Terrain: convex footprints with a bottom and a top, and where a model may stand."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule
from battlewright.table.chart import Chart, add_to_strips, clear_strips, near_box
from battlewright.table.measure import Place, is_near_line, square_from_line, touches_line

MAX_CORNERS = 8
MAX_PIECES = 40


class MarkerKind(IntEnum):
    """Markers that are placed on the table, or left there by an effect."""

    NONE = 0
    DUST = 1
    FIRE = 2


class Effect(Record):
    """The effect of a hit on a piece of terrain: stress within a radius (0: none), once or each time, and the
    MarkerKind that it leaves."""

    radius: int
    stress: int
    once: int
    leaves: int


class Piece(Record):
    """A flat-topped piece of terrain. Its corners are counter-clockwise; edge i runs from corner i to the next.

    Bit i of ``ladders`` is set if edge i has a ladder. ``group`` numbers the structure that the piece is part of (0:
    none). ``hangs``: some of its underside is free. ``tall``: it is high enough to block a shot. ``left``, ``right``,
    ``near`` and ``far`` are its bounding box, for quick rejection.
    """

    corners: int
    x: Annotated[Many[int], MAX_CORNERS]
    y: Annotated[Many[int], MAX_CORNERS]
    bottom: int
    top: int
    ladders: int
    solid: int
    group: int
    hangs: int
    tall: int
    effect: Effect
    left: int
    right: int
    near: int
    far: int


class Ground(Record):
    """The table, from corner (0, 0), and its terrain. The tail follows from the pieces."""

    width: int
    depth: int
    count: int
    pieces: Annotated[Many[Piece], MAX_PIECES]
    tail: Chart


@rule()
def draw_chart(ground: Ground) -> None:
    """Draw the chart of the pieces, once they are laid out, or anew."""
    clear_strips(ground.tail.across)
    clear_strips(ground.tail.along)
    for number in range(ground.count):
        piece = ground.pieces[number]
        add_to_strips(ground.tail.across, number, piece.left, piece.right)
        add_to_strips(ground.tail.along, number, piece.near, piece.far)
    ground.tail.is_drawn = 1


@rule()
def near_point(ground: Ground, x: int, y: int, reach: int) -> int:
    """Return the pieces, as bits, that may be within ``reach`` of a point."""
    return near_box(ground.tail, ground.count, x - reach, x + reach, y - reach, y + reach)


@rule()
def near_line(ground: Ground, x0: int, y0: int, x1: int, y1: int, reach: int) -> int:
    """Return the pieces, as bits, that may be within ``reach`` of a straight line."""
    left, right = min(x0, x1) - reach, max(x0, x1) + reach
    return near_box(ground.tail, ground.count, left, right, min(y0, y1) - reach, max(y0, y1) + reach)


@rule()
def inner_side(piece: Piece, edge: int, x: int, y: int) -> int:
    """Return a number above 0 if a point is on the inner side of an edge, 0 on its line, below 0 outside."""
    after = edge + 1 if edge + 1 < piece.corners else 0
    ex, ey = piece.x[after] - piece.x[edge], piece.y[after] - piece.y[edge]
    return ex * (y - piece.y[edge]) - ey * (x - piece.x[edge])


@rule()
def contains(piece: Piece, x: int, y: int) -> bool:
    """Whether a point is on the footprint or its boundary."""
    if x < piece.left or x > piece.right or y < piece.near or y > piece.far:
        return False
    for edge in range(piece.corners):
        if inner_side(piece, edge, x, y) < 0:
            return False
    return True


@rule()
def is_on(piece: Piece, x: int, y: int, scale: int) -> bool:
    """As ``contains`` for the point (x / scale, y / scale)."""
    for edge in range(piece.corners):
        after = edge + 1 if edge + 1 < piece.corners else 0
        ex, ey = piece.x[after] - piece.x[edge], piece.y[after] - piece.y[edge]
        if ex * (y - scale * piece.y[edge]) - ey * (x - scale * piece.x[edge]) < 0:
            return False
    return True


@rule()
def is_over(piece: Piece, x: int, y: int) -> bool:
    """Whether a point is strictly inside the footprint."""
    for edge in range(piece.corners):
        if inner_side(piece, edge, x, y) <= 0:
            return False
    return True


@rule()
def reaches_into(piece: Piece, x: int, y: int, radius: int) -> bool:
    """Whether a round base at a point overlaps the footprint; touching is not overlapping."""
    if x <= piece.left - radius or x >= piece.right + radius or y <= piece.near - radius or y >= piece.far + radius:
        return False
    inside = True
    for edge in range(piece.corners):
        if inner_side(piece, edge, x, y) <= 0:
            inside = False
            after = edge + 1 if edge + 1 < piece.corners else 0
            if is_near_line(x, y, piece.x[edge], piece.y[edge], piece.x[after], piece.y[after], radius):
                return True
    return inside


@rule()
def square_beside(piece: Piece, x: int, y: int, within: int) -> int:
    """Return the squared distance from a point to the footprint, rounded up; beyond ``within``, any number above its
    square."""
    if contains(piece, x, y):
        return 0
    nearest = within * within + 1
    for edge in range(piece.corners):
        after = edge + 1 if edge + 1 < piece.corners else 0
        x0, y0, x1, y1 = piece.x[edge], piece.y[edge], piece.x[after], piece.y[after]
        if touches_line(x, y, x0, y0, x1, y1, within):
            nearest = min(nearest, square_from_line(x, y, x0, y0, x1, y1))
    return nearest


@rule()
def crosses(piece: Piece, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a straight line passes through the inside of the footprint; along an edge is not inside."""
    if max(x0, x1) <= piece.left or min(x0, x1) >= piece.right:
        return False
    if max(y0, y1) <= piece.near or min(y0, y1) >= piece.far:
        return False
    if passes_box(piece, x0, y0, x1, y1, 0) >= 0:
        return False
    left, right = False, False
    for corner in range(piece.corners):
        side = (x1 - x0) * (piece.y[corner] - y0) - (y1 - y0) * (piece.x[corner] - x0)
        left = left or side > 0
        right = right or side < 0
    if not (left and right):
        return False
    for edge in range(piece.corners):
        if inner_side(piece, edge, x0, y0) <= 0 and inner_side(piece, edge, x1, y1) <= 0:
            return False
    return True


@rule()
def passes_box(piece: Piece, x0: int, y0: int, x1: int, y1: int, reach: int) -> int:
    """Return a number above 0 if a line, made longer at both ends, stays more than ``reach`` away from the bounding
    box; without a reach, 0 if it just touches the box."""
    dx, dy = x1 - x0, y1 - y0
    across = dx * (piece.near + piece.far - 2 * y0) - dy * (piece.left + piece.right - 2 * x0)
    wide, deep = piece.right - piece.left + 2 * reach, piece.far - piece.near + 2 * reach
    return abs(across) - abs(dy) * wide - abs(dx) * deep


@rule()
def brushes(piece: Piece, x0: int, y0: int, x1: int, y1: int, radius: int) -> bool:
    """Whether a round base that moves along a straight line overlaps the footprint."""
    if max(x0, x1) <= piece.left - radius or min(x0, x1) >= piece.right + radius:
        return False
    if max(y0, y1) <= piece.near - radius or min(y0, y1) >= piece.far + radius:
        return False
    if passes_box(piece, x0, y0, x1, y1, radius) > 0 or is_beyond_an_edge(piece, x0, y0, x1, y1, radius):
        return False
    if crosses(piece, x0, y0, x1, y1) or reaches_into(piece, x0, y0, radius) or reaches_into(piece, x1, y1, radius):
        return True
    for corner in range(piece.corners):
        if is_near_line(piece.x[corner], piece.y[corner], x0, y0, x1, y1, radius):
            return True
    return False


@rule()
def is_beyond_an_edge(piece: Piece, x0: int, y0: int, x1: int, y1: int, reach: int) -> bool:
    """Whether both ends of a line are certainly ``reach`` or more beyond one of the edges."""
    for edge in range(piece.corners):
        after = edge + 1 if edge + 1 < piece.corners else 0
        ex, ey = piece.x[after] - piece.x[edge], piece.y[after] - piece.y[edge]
        most = -reach * (abs(ex) + abs(ey))
        one = ex * (y0 - piece.y[edge]) - ey * (x0 - piece.x[edge])
        other = ex * (y1 - piece.y[edge]) - ey * (x1 - piece.x[edge])
        if max(one, other) <= most:
            return True
    return False


@rule()
def is_on_table(ground: Ground, x: int, y: int, radius: int) -> bool:
    """Whether a base is entirely on the table."""
    return radius <= x <= ground.width - radius and radius <= y <= ground.depth - radius


@rule()
def level_at(ground: Ground, x: int, y: int, highest: int) -> int:
    """Return the highest level at a point that is not above ``highest``."""
    return level_on(ground, x, y, highest, near_point(ground, x, y, 0))


@rule()
def level_on(ground: Ground, x: int, y: int, highest: int, among: int) -> int:
    """As ``level_at``, by the pieces of ``among``."""
    level, number, rest = 0, 0, among
    while rest:
        if rest & 1:
            piece = ground.pieces[number]
            if level < piece.top <= highest and contains(piece, x, y):
                level = piece.top
        number += 1
        rest >>= 1
    return level


@rule()
def next_level(ground: Ground, x: int, y: int, above: int) -> int:
    """Return the lowest level at a point that is above ``above``, or -1."""
    found, number, rest = -1, 0, near_point(ground, x, y, 0)
    while rest:
        if rest & 1:
            piece = ground.pieces[number]
            if piece.top > above and (found < 0 or piece.top < found) and contains(piece, x, y):
                found = piece.top
        number += 1
        rest >>= 1
    return found


@rule()
def is_built_up(ground: Ground, x: int, y: int, reach: int) -> bool:
    """Whether any terrain may be within ``reach`` of a point, by bounding boxes."""
    number, rest = 0, near_point(ground, x, y, reach)
    while rest:
        if rest & 1:
            piece = ground.pieces[number]
            if (
                piece.left <= x + reach
                and piece.right >= x - reach
                and piece.near <= y + reach
                and piece.far >= y - reach
            ):
                return True
        number += 1
        rest >>= 1
    return False


@rule()
def hinders(piece: Piece, level: int, height: int, step: int) -> bool:
    """Whether a piece blocks a model of this height on a level: neither just a step nor overhead."""
    return piece.top > level + step and piece.bottom < level + height


@rule()
def has_room(ground: Ground, x: int, y: int, level: int, radius: int, height: int, step: int) -> bool:
    """Whether a model fits here: on the level under its centre, on the table, and not in terrain."""
    if not is_on_table(ground, x, y, radius):
        return False
    among = near_point(ground, x, y, radius)
    if level_on(ground, x, y, level + step, among) != level:
        return False
    number, rest = 0, among
    while rest:
        if rest & 1:
            piece = ground.pieces[number]
            if hinders(piece, level, height, step) and reaches_into(piece, x, y, radius):
                return False
        number += 1
        rest >>= 1
    return True


@rule()
def way_is_clear(
    ground: Ground, start: Place, to_x: int, to_y: int, radius: int, height: int, step: int, among: int
) -> bool:
    """Whether no terrain of ``among`` blocks a straight move at the level of its start."""
    x, y, level = start
    number, rest = 0, among
    while rest:
        if rest & 1:
            piece = ground.pieces[number]
            if hinders(piece, level, height, step) and brushes(piece, x, y, to_x, to_y, radius):
                return False
        number += 1
        rest >>= 1
    return True


PARTS = 1 << 20
"""Positions on a straight line are measured in fractions of 1 / PARTS of its length."""


@rule()
def enters_at(piece: Piece, x0: int, y0: int, x1: int, y1: int) -> int:
    """Return where a line that crosses the footprint enters it, in parts, rounded down."""
    entry = 0
    for edge in range(piece.corners):
        before, after = inner_side(piece, edge, x0, y0), inner_side(piece, edge, x1, y1)
        if before < 0:
            if after < 0:
                return PARTS + 1
            entry = max(entry, -before * PARTS // (after - before))
    return entry


@rule()
def leaves_at(piece: Piece, x0: int, y0: int, x1: int, y1: int) -> int:
    """Return where a line that crosses the footprint leaves it, in parts, rounded up."""
    exit = PARTS
    for edge in range(piece.corners):
        before, after = inner_side(piece, edge, x0, y0), inner_side(piece, edge, x1, y1)
        if after < 0:
            if before < 0:
                return -1
            exit = min(exit, (before * PARTS + before - after - 1) // (before - after))
    return exit


@rule()
def highest_on_way(ground: Ground, x0: int, y0: int, x1: int, y1: int, level: int, highest: int, among: int) -> int:
    """Return the highest top of ``among`` under a straight line from a level, ignoring tops above ``highest``."""
    found, number, rest = level, 0, among
    while rest:
        if rest & 1:
            piece = ground.pieces[number]
            if found < piece.top <= highest and leads_over(piece, x0, y0, x1, y1):
                found = piece.top
        number += 1
        rest >>= 1
    return found


@rule()
def leads_over(piece: Piece, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a straight line has a point on the footprint or its boundary."""
    if not leads_towards(piece, x0, y0, x1, y1):
        return False
    for edge in range(piece.corners):
        if inner_side(piece, edge, x0, y0) < 0 and inner_side(piece, edge, x1, y1) < 0:
            return False
    return True


@rule()
def leads_towards(piece: Piece, x0: int, y0: int, x1: int, y1: int) -> bool:
    """Whether a straight line, made longer at both ends, meets the footprint or its boundary, and may do so itself."""
    if max(x0, x1) < piece.left or min(x0, x1) > piece.right:
        return False
    if max(y0, y1) < piece.near or min(y0, y1) > piece.far:
        return False
    if passes_box(piece, x0, y0, x1, y1, 0) > 0:
        return False
    left, right = False, False
    for corner in range(piece.corners):
        side = (x1 - x0) * (piece.y[corner] - y0) - (y1 - y0) * (piece.x[corner] - x0)
        left = left or side >= 0
        right = right or side <= 0
    return left and right


@rule()
def is_carried(ground: Ground, x0: int, y0: int, x1: int, y1: int, lowest: int, highest: int, among: int) -> bool:
    """Whether every point of a straight line is on a piece of ``among`` whose top is within these levels."""
    reached = -1
    while reached < PARTS:
        farther, number, rest = reached, 0, among
        while rest:
            if rest & 1:
                piece = ground.pieces[number]
                is_near = lowest <= piece.top <= highest and leads_towards(piece, x0, y0, x1, y1)
                if is_near and enters_at(piece, x0, y0, x1, y1) <= max(reached, 0):
                    farther = max(farther, leaves_at(piece, x0, y0, x1, y1))
            number += 1
            rest >>= 1
        if farther == reached:
            return False
        reached = farther
    return True
