"""Lines of fire: what a straight line between two points passes through, and where it enters."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import is_near_line, root, root_exceeds
from battlewright.geometry.footprints import MAX_CORNERS, PARTS, Shape, crosses, enters_at, inner_side, is_over

MISSES = -1
"""Returned if a line does not pass through something."""


@rule()
def meets_piece(piece: Shape, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int) -> int:
    """Return where a line enters the inside of a piece, in parts from its start, or MISSES."""
    if not passes_piece(piece, x0, y0, z0, x1, y1, z1):
        return MISSES
    entry = enters_at(piece, x0, y0, x1, y1)
    above, below = z0 - piece.top, piece.bottom - z0
    if above > 0 or below > 0:
        entry = max(entry, max(above, below) * PARTS // abs(z1 - z0))
    return entry


@rule()
def passes_piece(piece: Shape, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int) -> bool:
    """Whether a line passes through the inside of a piece."""
    if max(z0, z1) <= piece.bottom or min(z0, z1) >= piece.top:
        return False
    if x0 == x1 and y0 == y1:
        return z0 != z1 and is_over(piece, x0, y0)
    return crosses(piece, x0, y0, x1, y1) and (z0 == z1 or passes_inside(piece, x0, y0, z0, x1, y1, z1))


@rule()
def passes_inside(piece: Shape, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int) -> bool:
    """Whether a sloping line that crosses the footprint is between bottom and top somewhere over its inside.

    The line is between them from ``first / rise`` to ``last / rise`` of its length, and on each edge's inner side
    from or up to another fraction. These fractions are compared without rounding.
    """
    rise = abs(z1 - z0)
    first = piece.bottom - z0 if z1 > z0 else z0 - piece.top
    last = piece.top - z0 if z1 > z0 else z0 - piece.bottom
    if last <= 0 or first >= rise:
        return False
    passes = True
    for edge in range(MAX_CORNERS):
        before, after = inner_side(piece, edge, x0, y0), inner_side(piece, edge, x1, y1)
        enters_late = (before < 0) & (-before * rise >= last * (after - before))
        leaves_early = (after < 0) & (before * rise <= first * (before - after))
        passes &= not (enters_late | leaves_early)
    return passes


@rule()
def meets_circle(x: int, y: int, radius: int, x0: int, y0: int, x1: int, y1: int) -> int:
    """Return where a line enters the inside of a circle, seen from above, in parts, or MISSES."""
    if not is_near_line(x, y, x0, y0, x1, y1, radius):
        return MISSES
    dx, dy, px, py = x1 - x0, y1 - y0, x - x0, y - y0
    square, along, across = dx * dx + dy * dy, px * dx + py * dy, px * dy - py * dx
    if square == 0:
        return 0
    half = 0
    if abs(across) <= radius * (abs(dx) + abs(dy)):  # else it is certainly beside the circle, and squares overflow
        half = root(max(radius * radius * square - across * across, 0))
    return max((along - half) * PARTS // square, 0)


@rule()
def meets_base(base: Base, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int) -> int:
    """Return where a line enters a model, between its foot and its top, in parts, or MISSES."""
    if not passes_base(base, x0, y0, z0, x1, y1, z1):
        return MISSES
    entry = meets_circle(base.x, base.y, base.radius, x0, y0, x1, y1)
    above, below = z0 - base.level - base.height, base.level - z0
    if above > 0 or below > 0:
        entry = max(entry, max(above, below) * PARTS // abs(z1 - z0))
    return entry


@rule()
def passes_base(base: Base, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int) -> bool:
    """Whether a line passes through a model, between its foot and its top."""
    if max(z0, z1) <= base.level or min(z0, z1) >= base.level + base.height:
        return False
    if not is_near_line(base.x, base.y, x0, y0, x1, y1, base.radius):
        return False
    square = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)
    return z0 == z1 or square == 0 or slants_through(base, x0, y0, z0, x1, y1, z1, square)


@rule()
def slants_through(base: Base, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int, square: int) -> bool:
    """Whether a sloping line that crosses a base is between its foot and its top somewhere over it.

    The line is between them from ``first / rise`` to ``last / rise`` of its length, and over the base around
    ``along / square``. These fractions are compared without rounding.
    """
    rise, top = abs(z1 - z0), base.level + base.height
    first = base.level - z0 if z1 > z0 else z0 - top
    last = top - z0 if z1 > z0 else z0 - base.level
    if last <= 0 or first >= rise:
        return False
    along = (base.x - x0) * (x1 - x0) + (base.y - y0) * (y1 - y0)
    across = (base.x - x0) * (y1 - y0) - (base.y - y0) * (x1 - x0)
    chord = base.radius * base.radius * square - across * across
    return root_exceeds(chord, along * rise - last * square, rise) and root_exceeds(
        chord, first * square - along * rise, rise
    )
