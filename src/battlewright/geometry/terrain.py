"""Terrain: convex footprints with a bottom and a top, and where a model may stand."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.bits import lowest_bit
from battlewright.geometry.distance import Place
from battlewright.geometry.footprints import (
    MAX_CORNERS,
    PARTS,
    Shape,
    brushes,
    contains,
    enters_at,
    leads_over,
    leads_towards,
    leaves_at,
    reaches_into,
    span_on,
)
from battlewright.geometry.terrain_index import MAX_PIECES, TerrainIndex, add_to_strips, clear_strips, near_box


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
    x: Annotated[Row[int], MAX_CORNERS]
    y: Annotated[Row[int], MAX_CORNERS]
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


class Terrain(Record):
    """The table, from corner (0, 0), and its terrain. The tail follows from the pieces."""

    width: int
    depth: int
    count: int
    pieces: Annotated[Row[Piece], MAX_PIECES]
    tail: TerrainIndex


class Floors(NamedTuple):
    """What a straight line leads over: from where to where on the line, in parts, and how high. The rows have room for
    all pieces."""

    first: Row[int]
    last: Row[int]
    top: Row[int]


@rule()
def index_pieces(terrain: Terrain) -> None:
    """Build the index of the pieces, once they are laid out."""
    clear_strips(terrain.tail.across)
    clear_strips(terrain.tail.along)
    for number in range(terrain.count):
        piece = terrain.pieces[number]
        outline(piece, terrain.tail.shapes[number])
        add_to_strips(terrain.tail.across, number, piece.left, piece.right)
        add_to_strips(terrain.tail.along, number, piece.near, piece.far)


@rule()
def outline(piece: Piece, shape: Shape) -> None:
    """Write the shape of a piece."""
    for number in range(MAX_CORNERS):
        edge = min(number, piece.corners - 1)
        after = edge + 1 if edge + 1 < piece.corners else 0
        shape.x[number] = piece.x[edge]
        shape.y[number] = piece.y[edge]
        shape.ex[number] = piece.x[after] - piece.x[edge]
        shape.ey[number] = piece.y[after] - piece.y[edge]
    shape.left = piece.left
    shape.right = piece.right
    shape.near = piece.near
    shape.far = piece.far
    shape.bottom = piece.bottom
    shape.top = piece.top
    shape.corners = piece.corners
    shape.ladders = piece.ladders
    shape.solid = piece.solid
    shape.group = piece.group
    shape.hangs = piece.hangs
    shape.tall = piece.tall


@rule()
def near_point(terrain: Terrain, x: int, y: int, reach: int) -> int:
    """Return the pieces, as bits, that may be within ``reach`` of a point."""
    return near_box(terrain.tail, terrain.count, x - reach, x + reach, y - reach, y + reach)


@rule()
def near_line(terrain: Terrain, x0: int, y0: int, x1: int, y1: int, reach: int) -> int:
    """Return the pieces, as bits, that may be within ``reach`` of a straight line."""
    left, right = min(x0, x1) - reach, max(x0, x1) + reach
    return near_box(terrain.tail, terrain.count, left, right, min(y0, y1) - reach, max(y0, y1) + reach)


@rule()
def pieces_near_move(terrain: Terrain, x0: int, y0: int, x1: int, y1: int, radius: int) -> int:
    """Return the pieces, as bits, that a round base overlaps as it moves along a straight line."""
    found, rest = 0, near_line(terrain, x0, y0, x1, y1, radius)
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        if brushes(terrain.tail.shapes[number], x0, y0, x1, y1, radius):
            found |= 1 << number
    return found


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
def is_on_table(terrain: Terrain, x: int, y: int, radius: int) -> bool:
    """Whether a base is entirely on the table."""
    return radius <= x <= terrain.width - radius and radius <= y <= terrain.depth - radius


@rule()
def level_at(terrain: Terrain, x: int, y: int, highest: int) -> int:
    """Return the highest level at a point that is not above ``highest``."""
    return level_on(terrain, x, y, highest, near_point(terrain, x, y, 0))


@rule()
def level_on(terrain: Terrain, x: int, y: int, highest: int, among: int) -> int:
    """As ``level_at``, by the pieces of ``among``."""
    level, rest = 0, among
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if level < piece.top <= highest and contains(piece, x, y):
            level = piece.top
    return level


@rule()
def next_level(terrain: Terrain, x: int, y: int, above: int) -> int:
    """Return the lowest level at a point that is above ``above``, or -1."""
    found, rest = -1, near_point(terrain, x, y, 0)
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if piece.top > above and (found < 0 or piece.top < found) and contains(piece, x, y):
            found = piece.top
    return found


@rule()
def is_built_up(terrain: Terrain, x: int, y: int, reach: int) -> bool:
    """Whether any terrain may be within ``reach`` of a point, by bounding boxes."""
    rest = near_point(terrain, x, y, reach)
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if piece.left <= x + reach and piece.right >= x - reach and piece.near <= y + reach and piece.far >= y - reach:
            return True
    return False


@rule()
def hinders(piece: Shape, level: int, height: int, step: int) -> bool:
    """Whether a piece blocks a model of this height on a level: neither just a step nor overhead."""
    return piece.top > level + step and piece.bottom < level + height


@rule()
def has_room(terrain: Terrain, x: int, y: int, level: int, radius: int, height: int, step: int) -> bool:
    """Whether a model fits here: on the level under its centre, on the table, and not in terrain."""
    if not is_on_table(terrain, x, y, radius):
        return False
    among = near_point(terrain, x, y, radius)
    if level_on(terrain, x, y, level + step, among) != level:
        return False
    rest = among
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if hinders(piece, level, height, step) and reaches_into(piece, x, y, radius):
            return False
    return height > step or not stack_hinders(terrain, Place(x, y, level), x, y, radius, height, step, among)


@rule()
def move_is_clear(
    terrain: Terrain, start: Place, to_x: int, to_y: int, radius: int, height: int, step: int, among: int
) -> bool:
    """Whether no terrain of ``among`` blocks a straight move at the level of its start."""
    x, y, level = start
    rest = among
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if hinders(piece, level, height, step) and brushes(piece, x, y, to_x, to_y, radius):
            return False
    return height > step or not stack_hinders(terrain, start, to_x, to_y, radius, height, step, among)


@rule()
def stack_hinders(
    terrain: Terrain, start: Place, to_x: int, to_y: int, radius: int, height: int, step: int, among: int
) -> bool:
    """Whether pieces on one another block a straight move of a model that is no higher than a step. The upper ones are
    overhead, the lower ones just a step; but without a gap between them they count as one."""
    x, y, level = start
    low, high = level + height, level + step
    uppers, rest = 0, among
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        piece = terrain.tail.shapes[number]
        if piece.top > high and low <= piece.bottom <= high and brushes(piece, x, y, to_x, to_y, radius):
            uppers |= 1 << number
    while uppers:
        foot = foot_of_stack(terrain, start, to_x, to_y, radius, terrain.tail.shapes[lowest_bit(uppers)].bottom, among)
        if foot < low:
            return True
        uppers &= uppers - 1
    return False


@rule()
def foot_of_stack(terrain: Terrain, start: Place, to_x: int, to_y: int, radius: int, foot: int, among: int) -> int:
    """Return how far down pieces that a straight move meets are on one another, from the foot of the topmost on."""
    rest = among
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if piece.bottom < foot <= piece.top and brushes(piece, start.x, start.y, to_x, to_y, radius):
            foot, rest = piece.bottom, among
    return foot


@rule()
def highest_under_line(
    terrain: Terrain, x0: int, y0: int, x1: int, y1: int, level: int, highest: int, among: int
) -> int:
    """Return the highest top of ``among`` under a straight line from a level, ignoring tops above ``highest``."""
    found, rest = level, among
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if found < piece.top <= highest and leads_over(piece, x0, y0, x1, y1):
            found = piece.top
    return found


@rule()
def is_carried(terrain: Terrain, x0: int, y0: int, x1: int, y1: int, lowest: int, highest: int, among: int) -> bool:
    """Whether every point of a straight line is on a piece of ``among`` whose top is within these levels."""
    reached = -1
    while reached < PARTS:
        farther, rest = reached, among
        while rest:
            piece = terrain.tail.shapes[lowest_bit(rest)]
            rest &= rest - 1
            is_near = lowest <= piece.top <= highest and leads_towards(piece, x0, y0, x1, y1)
            if is_near and enters_at(piece, x0, y0, x1, y1) <= max(reached, 0):
                farther = max(farther, leaves_at(piece, x0, y0, x1, y1))
        if farther == reached:
            return False
        reached = farther
    return True


@rule()
def list_floors(terrain: Terrain, x0: int, y0: int, x1: int, y1: int, among: int, out: Floors) -> int:
    """Write the pieces of ``among`` that a straight line leads over; return their number."""
    count, rest = 0, among
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if leads_over(piece, x0, y0, x1, y1):
            span = span_on(piece, x0, y0, x1, y1)
            out.first[count] = span.first
            out.last[count] = span.last
            out.top[count] = piece.top
            count += 1
    return count


@rule()
def highest_in_steps(floors: Floors, count: int, level: int, step: int) -> int:
    """Return the highest of some floors to which steps lead from a level, in any order."""
    number = 0
    while number < count:
        top = floors.top[number]
        number += 1
        if level < top <= level + step:
            level, number = top, 0
    return level


@rule()
def next_change(floors: Floors, count: int, at: int) -> int:
    """Return the first position on a line after ``at``, in parts, where a floor begins or ends; or the line's end."""
    found = PARTS
    for number in range(count):
        first, last = floors.first[number], floors.last[number]
        if at < first < found:
            found = first
        if at < last < found:
            found = last
    return found


@rule()
def level_of_part(floors: Floors, count: int, first: int, last: int, highest: int) -> int:
    """Return the highest floor, not above ``highest``, under all of a line between two positions, in parts."""
    level = 0
    for number in range(count):
        top = floors.top[number]
        if level < top <= highest and floors.first[number] <= first and last <= floors.last[number]:
            level = top
    return level


@rule()
def has_wall(terrain: Terrain, high: int, low: int, among: int) -> bool:
    """Whether a piece of ``among`` begins below ``low`` and ends above ``high``."""
    rest = among
    while rest:
        piece = terrain.tail.shapes[lowest_bit(rest)]
        rest &= rest - 1
        if piece.top > high and piece.bottom < low:
            return True
    return False
