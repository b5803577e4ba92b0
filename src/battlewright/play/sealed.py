"""Which entries of a match's log a seat may not read yet: secret choices, and amendments of what is secret."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from battlewright.engine.log import Entry, EntryKind
from battlewright.engine.seats import Seat

if TYPE_CHECKING:
    from battlewright.play.match_state import MatchState


class Sealed:
    """What one seat may not read yet in the log of a match. ``shown`` are the numbers of the secret choices that were
    revealed."""

    def __init__(self, match: MatchState, seat: Seat, shown: Container[int]) -> None:
        self.secret_steps, self.seat, self.shown = match.system.rules.secret_steps, seat, shown
        self.keeps_amendments = not (seat.is_master or match.is_over) and match.session.hides(seat.sees)

    def __call__(self, entry: Entry) -> bool:
        """Whether the seat may not know yet what was chosen, or amended."""
        if entry.kind is EntryKind.AMEND and self.keeps_amendments:
            return True
        if entry.step is None or entry.step.at not in self.secret_steps or self.seat.is_master:
            return False
        return entry.number not in self.shown and self.seat.side != entry.step.side

    def readable(self, entry: Entry) -> Entry:
        """Return an entry as the seat may read it."""
        return entry.sealed if self(entry) else entry.public
