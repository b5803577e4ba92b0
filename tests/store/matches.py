"""Matches as a store keeps them, made up for tests."""

from __future__ import annotations

from typing import Any

from battlewright.store.schema import Status
from battlewright.store.store import MatchRow, SeatRow, State
from battlewright.web.security import hashed, new_id


def new_row(status: Status = Status.RUNNING, **more: Any) -> MatchRow:
    """A match with a person and a bot."""
    seats = [SeatRow("a", "person", "Ann", None, hashed("token"), "mine"), SeatRow("b", "greedy")]
    state = more.pop("state", State(status))
    return MatchRow(
        new_id(), "skirmish", {"secret": "00", "é": "ß"}, {"dice": "server"}, **more, state=state, seats=seats
    )


def lines(first: int, count: int = 1) -> list[dict[str, Any]]:
    """Entries of a log."""
    return [{"number": number, "kind": "choice", "seat": "a", "line": "stop"} for number in range(first, first + count)]
