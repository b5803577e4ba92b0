"""Numbers and lists in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

HALF = Fraction(1, 2)
ROUNDED = Fraction(1, 200)
"""Half a percent: chances that would be rounded to 0 or 1 are not."""


def plural(count: int, noun: str) -> str:
    """Return a number with its noun: ``3 dice``, ``1 success``.

    >>> plural(2, "success")
    '2 successes'
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count} dice" if noun == "die" else f"{count} {noun}{'es' if noun.endswith('s') else 's'}"


def seconds_of(seconds: float) -> str:
    """Return a time with its noun: ``0.2 seconds``, ``1 second``.

    >>> seconds_of(1.0), seconds_of(2.504)
    ('1 second', '2.5 seconds')
    """
    number = f"{float(f'{seconds:.3g}'):g}"
    return f"{number} second" if number == "1" else f"{number} seconds"


def bytes_of(count: int) -> str:
    """Return a size with its unit.

    >>> bytes_of(500), bytes_of(64 * 1024), bytes_of(1024 * 1024)
    ('500 bytes', '64 KiB', '1 MiB')
    """
    for unit, size in (("MiB", 1024 * 1024), ("KiB", 1024)):
        if count >= size and count % size == 0:
            return f"{count // size} {unit}"
    return plural(count, "byte")


def listed(names: Sequence[str], last: str = "or") -> str:
    """Join names: ``Ysolde (a1), Wren (a2) or Brann (a3)``; ``none`` if there are none."""
    if len(names) < 2:
        return names[0] if names else "none"
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def percent(chance: Fraction) -> str:
    """Format a chance in whole percent, never rounded to impossible or certain; halves are rounded up, as pages do it.

    >>> percent(Fraction(999, 1000)), percent(Fraction(1, 8))
    ('over 99%', '13%')
    """
    if 0 < chance < ROUNDED:
        return "under 1%"
    if 1 - ROUNDED <= chance < 1:
        return "over 99%"
    return f"{floor(100 * chance + HALF)}%"
