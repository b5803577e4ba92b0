"""The fields of events by name, as ``emit`` takes them: put in order in plain Python, or while a rule is compiled."""

from __future__ import annotations

from collections.abc import Iterable

MAX_FIELDS = 5
"""The most fields of an event."""


def in_order(names: tuple[str, ...], given: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a kind's fields; a ``TypeError`` if those that are given are others."""
    if sorted(names) != sorted(given):
        wanted, found = ", ".join(names) or "none", ", ".join(given) or "none"
        raise TypeError(f"this kind of event has the fields {wanted}, not {found}")
    return names
