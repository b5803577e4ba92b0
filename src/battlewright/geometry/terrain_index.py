"""The index of terrain: which pieces may be near a place, so that most of them need no closer look.

The table is divided into strips, across and along. The index holds, for each strip, the pieces that begin before its
end and those that end after its beginning: both together give the pieces whose bounding boxes may touch a rectangle, in
four look-ups, however many pieces there are. Sets of pieces are bits.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.distance import LARGEST
from battlewright.geometry.footprints import Shape

MAX_PIECES = 40
STRIP = 10
"""Strips are 2 ** STRIP thousandths of an inch wide."""
STRIPS = (LARGEST >> STRIP) + 1
WORD = 20
"""The pieces in one number of a set; a second number has the others."""


class Strips(Record):
    """The pieces by strips in one direction: those that begin before the end of each strip, and those that end after
    its beginning. The second numbers of all sets come after the first ones."""

    begun: Annotated[Row[int], 2 * STRIPS]
    unended: Annotated[Row[int], 2 * STRIPS]


class TerrainIndex(Record):
    """The pieces of the terrain by strips, and their shapes."""

    across: Strips
    along: Strips
    shapes: Annotated[Row[Shape], MAX_PIECES]


@rule()
def strip_of(at: int) -> int:
    """Return the strip of a coordinate; those off the table belong to the first and the last one."""
    return min(max(at >> STRIP, 0), STRIPS - 1)


@rule()
def near_box(index: TerrainIndex, count: int, left: int, right: int, near: int, far: int) -> int:
    """Return the pieces, as bits, whose bounding boxes may touch a rectangle; ``count`` is the number of all pieces."""
    across, along = index.across, index.along
    last, first, high, low = strip_of(right), strip_of(left), strip_of(far), strip_of(near)
    found = across.begun[last] & across.unended[first] & along.begun[high] & along.unended[low]
    if count <= WORD:
        return found
    more = across.begun[STRIPS + last] & across.unended[STRIPS + first]
    return found | (more & along.begun[STRIPS + high] & along.unended[STRIPS + low]) << WORD


@rule()
def clear_strips(strips: Strips) -> None:
    """Clear the strips."""
    strips.begun[:] = 0
    strips.unended[:] = 0


@rule()
def add_to_strips(strips: Strips, number: int, first: int, last: int) -> None:
    """Add a piece that lies between two coordinates."""
    at, bit = (0, 1 << number) if number < WORD else (STRIPS, 1 << (number - WORD))
    for strip in range(STRIPS):
        if strip_of(first) <= strip:
            strips.begun[at + strip] |= bit
        if strip_of(last) >= strip:
            strips.unended[at + strip] |= bit
