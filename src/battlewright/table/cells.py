"""Spots: the lattice, and rings around a point."""

from __future__ import annotations

from battlewright.engine.rule import rule
from battlewright.table.measure import INCH

SPACING = INCH // 2
"""The lattice: spots that are offered, or that count as reachable, lie half an inch apart."""
RING = 250
"""Rings are a quarter of an inch apart."""
DIRECTIONS = 16
COSINES = (1000, 924, 707, 383, 0, -383, -707, -924, -1000, -924, -707, -383, 0, 383, 707, 924)


@rule()
def ring_x(ring: int, direction: int) -> int:
    """How far to the right a spot of a ring lies."""
    return ring * RING * COSINES[direction] // 1000


@rule()
def ring_y(ring: int, direction: int) -> int:
    """How far up a spot of a ring lies."""
    return ring * RING * COSINES[(direction + DIRECTIONS - 4) % DIRECTIONS] // 1000
