"""The sides of a battle, by number and by letter."""

from __future__ import annotations

from battlewright.engine.node import MASTER

SIDE_LETTERS = "abcdefghijklmnop"
"""The letters of the sides, by number."""
MASTER_WORD = "master"
"""What stands for the game master in the place of a side's letter."""


def side_letter(side: int) -> str | None:
    """Return a side's letter; None for nobody, everybody, and the game master."""
    return SIDE_LETTERS[side] if side >= 0 else None


def side_word(side: int) -> str:
    """Return the word for who makes a choice: a side's letter, or ``master``."""
    return MASTER_WORD if side == MASTER else SIDE_LETTERS[side]
