"""Candidate points: cells of the grid, and rings around a point."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.geometry.distance import INCH

SPACING = INCH // 2
"""Cells of the grid, which are offered or count as reachable, are half an inch apart."""
RING = 250
"""Rings are a quarter of an inch apart."""
DIRECTIONS = 16
COSINES = (1000, 924, 707, 383, 0, -383, -707, -924, -1000, -924, -707, -383, 0, 383, 707, 924)


@rule()
def ring_x(ring: int, direction: int) -> int:
    """Return the x offset of a point on a ring."""
    return ring * RING * COSINES[direction] // 1000


@rule()
def ring_y(ring: int, direction: int) -> int:
    """Return the y offset of a point on a ring."""
    return ring * RING * COSINES[(direction + DIRECTIONS - 4) % DIRECTIONS] // 1000
