"""The clock of a match with a time for each decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlewright.engine.log import STEPS, Entry, EntryKind
from battlewright.engine.node import MASTER
from battlewright.play.match import Match

if TYPE_CHECKING:
    from battlewright.web.room import Room

RESETS_CLOCK = STEPS | {
    EntryKind.UNDO, EntryKind.CLAIM, EntryKind.LEAVE, EntryKind.LATE, EntryKind.HAND, EntryKind.RETURN,
    EntryKind.PART,
}  # fmt: skip
"""The entries that restart the clock of a decision; dice that another seat has declined do too."""


def due_at(room: Room, first: int, is_pending: bool) -> int | None:
    """Return when the server has something to do: now, or when a seat's time is up. A request to the other seats
    does not extend that."""
    if is_pending:
        return None if room.waits_for_watchers else room.lobby.store.now()
    seconds = room.row.terms.get("seconds")
    if seconds is None or room.match.session.node.side == MASTER:  # a game master may take any time
        return None
    time, before, log = room.lobby.store.now(), room.row.state, room.match.log
    is_new = any(entry.kind in RESETS_CLOCK or _is_doubt(log[entry.number - 1], entry) for entry in log[first:])
    return time + 1000 * int(seconds) if is_new or before.due is None or before.is_pending else before.due


def end_time(match: Match) -> None:
    """End the time of the first seat that is asked: it is handed to the computer, or has lost the match."""
    seat = next((name for name in match.to_act if match.seats[name].side is not None), match.to_act[0])
    match.let_run_out(seat)


def _is_doubt(before: Entry, entry: Entry) -> bool:
    """Whether an entry declines another seat's dice. Withdrawing one's own request gains no time."""
    return entry.kind is EntryKind.DECLINE and before.kind is EntryKind.CLAIM and before.seat != entry.seat
