"""The sides of a battle, by number and by letter."""

from __future__ import annotations

SIDE_LETTERS = "abcdefghijklmnop"
"""The letters of the sides, by number."""


def side_letter(side: int) -> str | None:
    """Return a side's letter; None for nobody, or for everybody."""
    return SIDE_LETTERS[side] if side >= 0 else None
