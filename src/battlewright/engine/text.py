"""Numbers and lists as people read them."""

from __future__ import annotations

from fractions import Fraction

ROUNDED = Fraction(1, 200)
"""What is less is shown as nothing, where whole percents are shown."""


def percent(chance: Fraction) -> str:
    """A chance in percent, never rounded to certainty."""
    if 0 < chance < ROUNDED:
        return "under 1%"
    if 1 - ROUNDED < chance < 1:
        return "over 99%"
    return f"{round(100 * chance)}%"
