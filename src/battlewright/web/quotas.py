"""What the matches and libraries of a server keep, in all and of one address, held against its limits."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from battlewright.engine.errors import RateLimited, TooBusy
from battlewright.store.holdings import Holdings, holdings
from battlewright.store.library import Held, held
from battlewright.store.schema import Status
from battlewright.store.store import MatchRow
from battlewright.web.limits import Limits
from battlewright.web.waits import in_time

if TYPE_CHECKING:
    from battlewright.web.lobby import Lobby

HELD_SECONDS = 5.0
"""How long it is known what all hold, but for what is added here."""


class Quotas:
    """What may still be opened."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._held = -HELD_SECONDS, Holdings(0, 0, 0)
        """What all hold, and when that was counted."""

    async def check(self, who: str, size: int = 0, has_clock: bool = False) -> None:
        """Refuse a new match of an account that has enough, or where all together have."""
        limits = self.lobby.limits
        for is_anew in (False, True):
            full = _why_full(await self._held_by_all(is_anew), limits, size, has_clock)
            if full is None:
                break
        else:
            raise TooBusy(f"The server is full: {full}")
        own = await self._holdings(who, who)
        if own.matches >= limits.open_matches_each:
            most = f"At most {limits.open_matches_each} matches opened from one address may be going on"
            raise RateLimited(f"{most}; end one first.")
        if has_clock and own.clocks >= limits.clocks_each:
            raise RateLimited(f"At most {limits.clocks_each} matches opened from one address may have a clock.")
        if own.stored + size > limits.stored_each:
            raise RateLimited(f"Matches opened from one address may begin with {limits.stored_each:,} bytes.")

    async def _held_by_all(self, is_anew: bool) -> Holdings:
        """Return what all hold, which is counted now and then, and where it matters."""
        if is_anew or self._held[0] < time.monotonic() - HELD_SECONDS:
            self._held = time.monotonic(), await self._holdings(None, "")
        return self._held[1]

    async def _holdings(self, opener: str | None, who: str) -> Holdings:
        counting = self.lobby.store_pool.run(lambda: holdings(self.lobby.store.engine, opener), who, is_patient=True)
        return await in_time(counting)

    def count(self, row: MatchRow) -> None:
        """Count what a new match adds to what all hold."""
        at, held = self._held
        is_open = row.state.status != Status.OVER
        added = int(is_open), int(is_open and _has_clock(row)), row.size
        self._held = at, Holdings(*map(sum, zip(held, added, strict=True)))


class LibraryQuotas:
    """What may still be kept in libraries."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._size = -HELD_SECONDS, 0
        """The bytes in all libraries, and when they were counted."""

    def allow_library(self, own: Held, all_: Held) -> None:
        """Refuse a new library, given what its opener and what all hold."""
        limits = self.lobby.limits
        if all_.libraries >= limits.libraries:
            raise TooBusy(f"The server is full: it keeps {limits.libraries} libraries.")
        if own.libraries >= limits.libraries_each:
            raise RateLimited(f"At most {limits.libraries_each} libraries may be begun from one address.")

    def allow_thing(self, things: int, own: int) -> None:
        """Refuse a larger library, given the things that it would have, and the bytes of its opener."""
        limits = self.lobby.limits
        if things > limits.things:
            raise RateLimited(f"A library has room for {limits.things} things; remove one first.")
        if own > limits.library_bytes_each:
            most = f"{limits.library_bytes_each:,} bytes"
            raise RateLimited(f"Libraries begun from one address have room for {most}; remove something first.")

    async def check(self, size: int, who: str) -> None:
        """Refuse some more bytes where all libraries together have enough; what has room is counted."""
        for seconds in (HELD_SECONDS, 0.0):
            at, stored = self._size
            if at < time.monotonic() - seconds:
                counting = self.lobby.store_pool.run(lambda: held(self.lobby.store.engine), who, is_patient=True)
                at, stored = time.monotonic(), (await in_time(counting)).size
            self._size = at, stored + size
            if stored + size <= self.lobby.limits.library_bytes:
                return
            self._size = at, stored
        raise TooBusy(f"The server is full: its libraries have room for {self.lobby.limits.library_bytes:,} bytes.")


def _why_full(held: Holdings, limits: Limits, size: int, has_clock: bool) -> str | None:
    """Return why a server takes no more; None where it does."""
    if held.matches >= limits.open_matches:
        return f"{limits.open_matches} matches are not over yet."
    if has_clock and held.clocks >= limits.clocks:
        return f"the clocks of {limits.clocks} matches run."
    if held.stored + size > limits.stored:
        return f"its matches may begin with {limits.stored:,} bytes in all."
    return None


def _has_clock(row: MatchRow) -> bool:
    return row.state.due is not None and not row.state.is_pending
