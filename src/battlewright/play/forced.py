"""Forced choices in the log of a match.

A front end makes a forced choice by itself (``Position.forced``). An undo then goes back to the last real decision, and
a game master's edit may come before the forced choices that were just made.
"""

from __future__ import annotations

from collections.abc import Container

from battlewright.engine.log import Entry, EntryKind
from battlewright.engine.observation import Observation, observe
from battlewright.play.match import Match


def before(match: Match, entry: Entry) -> Observation:
    """Return the position before a step that stands, as its seat may know it."""
    place = match.standing.index(entry)
    position, _ = next(match.session.replayed(place, place + 1))
    return observe(position, match.seats[entry.seat].sees, None, entry.seat, match.seats)


def was_forced(match: Match, entry: Entry) -> bool:
    """Return whether a step that stands was a forced choice."""
    return entry.kind is EntryKind.CHOICE and before(match, entry).forced() is not None


def last_decision(match: Match, seats: Container[str]) -> Entry | None:
    """Return the last step that stands and was decided at these seats: a game master's change, faces that were typed,
    or a choice that was not forced."""
    typed = (EntryKind.EDIT, EntryKind.AMEND, EntryKind.TYPED)
    own = (entry for entry in reversed(match.standing) if entry.seat in seats or entry.kind in typed)
    return next((entry for entry in own if not was_forced(match, entry)), None)


def decided_last(match: Match, seat: str) -> int | None:
    """Return the number of the last step of a seat that it was asked for, or None."""
    own = (entry for entry in reversed(match.standing) if entry.seat == seat)
    return next((entry.number for entry in own if not was_forced(match, entry)), None)


def forced_just_now(match: Match) -> Entry | None:
    """Return the first of the forced choices after which nothing else has happened, or None."""
    first = None
    for entry in reversed(match.standing):
        if not was_forced(match, entry):
            break
        first = entry
    return first
