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


def plural(count: int, word: str) -> str:
    """A number of things.

    >>> plural(3, "die"), plural(1, "success"), plural(2, "success")
    ('3 dice', '1 success', '2 successes')
    """
    if count == 1:
        return f"1 {word}"
    return f"{count} dice" if word == "die" else f"{count} {word}{'es' if word.endswith('s') else 's'}"
