"""Numbers and lists as they stand in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

ROUNDED = Fraction(1, 200)
"""Half of one percent: what is less likely, or less than this short of certain, has no whole percent."""


def plural(count: int, noun: str) -> str:
    """A number with its noun: ``3 dice``, ``1 success``.

    >>> plural(2, "success")
    '2 successes'
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count} dice" if noun == "die" else f"{count} {noun}{'es' if noun.endswith('s') else 's'}"


def listed(names: Sequence[str], last: str = "or") -> str:
    """Names in a row: ``Ysolde (a1), Wren (a2) or Brann (a3)``; ``none`` where there is none."""
    if len(names) < 2:
        return names[0] if names else "none"
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def percent(chance: Fraction) -> str:
    """A chance in whole percents, never rounded to impossible or certain.

    >>> percent(Fraction(999, 1000))
    'over 99%'
    """
    if 0 < chance < ROUNDED:
        return "under 1%"
    if 1 - ROUNDED < chance < 1:
        return "over 99%"
    return f"{round(100 * chance)}%"
