"""The people of a match: who is there, and what they write to each other.

Whoever has a WebSocket open is there, through this process or another one. Lines of chat are kept in the store,
beside the log of the match and never in it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from battlewright.engine.errors import Conflict, Forbidden, RateLimited, WriteConflict
from battlewright.engine.seats import SPECTATOR
from battlewright.store.store import ChatRow, now
from battlewright.web import models
from battlewright.web.waits import in_time, written

if TYPE_CHECKING:
    from battlewright.web.room import Room


class People:
    """The people of a room."""

    def __init__(self, room: Room) -> None:
        self.room, self.lobby = room, room.lobby
        self.changes = 0
        """How often somebody came, left or wrote."""
        self.here: Counter[str] = Counter()
        """The connections of each seat through this process."""
        self._others: Counter[str] = Counter()
        """Those through other processes."""
        self._lines: list[ChatRow] | None = None
        """The lines of chat; None until somebody asks for them."""
        self._writing = asyncio.Lock()

    def enter(self, seats: Sequence[str]) -> None:
        """Count a new connection of some seats that share a device, or without any of a spectator."""
        self._count(1, seats or (SPECTATOR,))

    def leave(self, seats: Sequence[str]) -> None:
        """Count a connection that has ended."""
        self._count(-1, seats or (SPECTATOR,))

    def _count(self, change: int, seats: Sequence[str]) -> None:
        before = self._who()
        self.here.update(dict.fromkeys(seats, change))
        self.here = +self.here
        if self._who() != before:
            self._changed()
        if self.lobby.peers is not None:
            self.lobby.peers.tell_of_people(self.room.id)

    async def see_all(self) -> None:
        """Read the lines of chat, and who is there through other processes."""
        if self.lobby.peers is not None:
            await self.lobby.peers.see_people([self.room.id])
        await self._load()

    async def see(self, others: Counter[str]) -> None:
        """Take over who is there through other processes, and what was written there."""
        before = self._who(), len(self._lines or ())
        self._others = others
        async with self._writing:
            if self._lines is not None:
                self._lines = None
                await self._load()
        if (self._who(), len(self._lines or ())) != before:
            self._changed()

    def _who(self) -> tuple[list[str], int]:
        """Return the seats whose people are there, and the number of spectators."""
        there = self.here + self._others
        return [row.seat for row in self.room.row.seats if there[row.seat]], there[SPECTATOR]

    async def _load(self) -> None:
        """Read the lines of chat, unless they are in memory."""
        if self._lines is None:
            lines = await in_time(asyncio.to_thread(self.lobby.store.chat, self.room.id))
            if self._lines is None:  # nobody else has read them meanwhile
                self._lines = lines

    async def write(self, seat: str, text: str) -> models.ChatLine:
        """Write a line of chat; return it once it is committed."""
        rate = self.lobby.limits.chat_rate
        if not self.lobby.limits.chat_lines:
            raise Forbidden("This server has no chat.")
        async with self._writing:
            number = await self._next_number()
            wait = self.lobby.chat_rates.wait(f"{self.room.id} {seat}")
            if wait:
                raise RateLimited(f"Rate limit: at most {rate:g} lines of chat per second. Wait {wait:.1f} s.")
            while True:
                line = ChatRow(number, seat, text, now())
                try:
                    await written(self.lobby.store.add_chat(self.room.id, line))
                    break
                except WriteConflict:  # somebody has written through another process meanwhile
                    self._lines = None
                    number = await self._next_number()
                except BaseException:
                    self._lines = None  # what is in the store may differ
                    raise
            cast("list[ChatRow]", self._lines).append(line)
        self._changed()
        if self.lobby.peers is not None:
            self.lobby.peers.tell_of_people(self.room.id)
        return line_data(line)

    async def _next_number(self) -> int:
        """Return the number of the next line. Raises ``Conflict`` where there is no room for one."""
        await self._load()
        number = len(self._lines or ())
        if number >= self.lobby.limits.chat_lines:
            raise Conflict(f"The chat of this match is full: it has {number} lines.")
        return number

    def data(self, since: int) -> models.People:
        """Return who is there, and the lines of chat from a number on."""
        there, watching = self._who()
        return {"there": there, "watching": watching, "chat": [line_data(line) for line in (self._lines or ())[since:]]}

    def _changed(self) -> None:
        self.changes += 1
        for notify in self.room.watchers:
            notify()


def line_data(line: ChatRow) -> models.ChatLine:
    """Return a line of chat as data."""
    return cast("models.ChatLine", asdict(line))
