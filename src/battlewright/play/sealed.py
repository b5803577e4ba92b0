"""Which entries of a match's log a seat may not read yet: secret choices, and the text of amendments, which may hold
what nobody has found."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from battlewright.engine.log import Entry, EntryKind
from battlewright.engine.record import Row
from battlewright.engine.seats import Seat
from battlewright.engine.view import view_step

if TYPE_CHECKING:
    from battlewright.play.match_state import MatchState


class Sealed:
    """What one seat may not read yet in the log of a match. ``shown`` are the numbers of the secret choices that were
    revealed."""

    def __init__(self, match: MatchState, seat: Seat, shown: Container[int]) -> None:
        self.match, self.secret_steps = match, match.system.rules.secret_steps
        self.seat, self.shown = seat, shown
        self.hides = not seat.is_master and match.session.hides(seat.sees)
        self.keeps_amendments = not (seat.is_master or match.is_over)

    def __call__(self, entry: Entry) -> bool:
        """Whether the seat may not know yet what was chosen, or amended."""
        if entry.kind is EntryKind.AMEND and self.keeps_amendments:
            return True
        if entry.step is None or entry.step.at not in self.secret_steps or self.seat.is_master:
            return False
        return entry.number not in self.shown and self.seat.side != entry.step.side

    def readable(self, entry: Entry) -> Entry:
        """Return an entry as the seat may read it."""
        read = entry.sealed if self(entry) else entry.public
        if not self.hides:
            return read
        if read.step is None:  # what a game master has made of a suggestion may tell what is hidden
            return replace(read, line="") if read.kind is EntryKind.ACCEPT else read
        setting = self._setting_of(read)
        if setting is None:
            line = "" if read.step.is_change else read.step.line
            return replace(read, step=replace(read.step, events=b"", line=line))
        return replace(read, step=view_step(self.match.system, setting, read.step, self.seat.sees))

    def _setting_of(self, entry: Entry) -> Row[Any] | None:
        """Return the setting by which the numbers of a step are meant; None for one that was taken back where the
        set-up was amended: who is who in it is not known any more."""
        tables = self.match.session.tables
        if self._was_amended and entry.number not in self._indices:
            return None
        index = self._indices.get(entry.number, len(self._indices)) if len(tables) > 1 else 0
        after = index + (entry.kind is EntryKind.AMEND)
        return next(laid.table.setting for laid in reversed(tables) if laid.begins <= after)

    @cached_property
    def _was_amended(self) -> bool:
        """Whether the set-up was ever amended."""
        return any(entry.kind is EntryKind.AMEND for entry in self.match.log)

    @cached_property
    def _indices(self) -> dict[int, int]:
        """The indices of the steps of the battle, by the numbers of their entries."""
        return {entry.number: index for index, entry in enumerate(self.match.standing)}
