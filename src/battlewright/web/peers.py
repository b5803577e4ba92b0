"""The other processes of a server that share its PostgreSQL database.

Any process serves any match, and the database alone decides who was first. What is sent here is a hint, so that who
follows a match through another process hears of a change at once: ``NOTIFY`` after the commit. A hint may be lost, so
matches that somebody follows are looked at every few seconds, too.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from battlewright.engine.errors import StoreError
from battlewright.store.store import Store

if TYPE_CHECKING:
    from battlewright.web.lobby import Lobby

CHANNEL = "battlewright"
PAUSE = 0.03
"""The seconds between two hints: the first of several changes is told at once, later ones together."""
MOST_NAMED = 200
"""The most matches that one hint names: it may have 8,000 bytes."""
LOOK_INTERVAL = 5.0
"""The seconds after which matches that somebody follows are looked at, hint or not."""
PEOPLE = "@"
"""Before the id of a match whose people have changed, and not the match itself."""


class Peers:
    """The other processes, as one of them hears from them."""

    def __init__(self, lobby: Lobby, name: str) -> None:
        self.lobby, self.name = lobby, name
        self.hints = Hints(lobby.store, name, self._hear)
        lobby.store.writer.tell = self.hints.send
        self._changed: set[str] = set()
        """Matches whose people have come or gone here, which the others are still to be told."""
        self._has_changed = asyncio.Event()
        self._looking = [lobby.spawn(work) for work in (self._look(), self._tell_of_people())]

    async def close(self) -> None:
        """Leave: nobody follows a match through this process any more."""
        for task in self._looking:
            task.cancel()
        gone: dict[str, dict[str, int]] = {id: {} for id, room in self.lobby.rooms.items() if room.people.here}
        with suppress(StoreError):
            await asyncio.to_thread(self.lobby.store.save_presence, self.name, gone)
        self.hints.send([PEOPLE + id for id in gone])
        await asyncio.to_thread(self.hints.close)

    def tell_of_people(self, id: str) -> None:
        """Tell the other processes that the people of a match have changed here."""
        self._changed.add(id)
        self._has_changed.set()

    def _hear(self, names: Iterable[str]) -> None:
        """Catch up with matches that another process has changed, where somebody follows them here."""
        rooms = self.lobby.rooms
        if people := [name[1:] for name in names if name.startswith(PEOPLE) and name[1:] in rooms]:
            self.lobby.spawn(self._look_at_people(people))
        for name in names:
            if name in rooms and rooms[name].watchers:
                self.lobby.spawn(self._catch_up(name))

    async def _catch_up(self, id: str) -> None:
        with suppress(Exception):  # whoever asks for the match next is told what is wrong
            await self.lobby.rooms[id].catch_up()

    async def see_people(self, ids: list[str]) -> None:
        """Read who follows some matches through other processes, and their new lines of chat."""
        found = await asyncio.to_thread(self.lobby.store.presence, self.name, ids)
        for id, others in found.items():
            if id in self.lobby.rooms:
                await self.lobby.rooms[id].people.see(others)

    async def _look_at_people(self, ids: list[str]) -> None:
        with suppress(StoreError):
            await self.see_people(ids)

    async def _look(self) -> None:
        """Look at all matches that somebody follows here, now and then."""
        while True:
            await asyncio.sleep(LOOK_INTERVAL)
            followed = [id for id, room in self.lobby.rooms.items() if room.watchers]
            if not followed:
                continue
            with suppress(StoreError):
                store = self.lobby.store
                await asyncio.to_thread(store.set_clock)
                here = {id: dict(self.lobby.rooms[id].people.here) for id in followed}
                await asyncio.to_thread(store.save_presence, self.name, here)
                revisions = await asyncio.to_thread(store.revisions, followed)
                rooms = [self.lobby.rooms[id] for id in followed if id in self.lobby.rooms]
                for room in rooms:  # bots that somebody watches, whose process may be gone
                    room.go_on()
                moved = [room.id for room in rooms if room.row.state.revision != revisions.get(room.id)]
                self._hear([*moved, *(PEOPLE + room.id for room in rooms)])

    async def _tell_of_people(self) -> None:
        """Save who is there, as soon as that has changed, and tell the others."""
        while True:
            await self._has_changed.wait()
            self._has_changed.clear()
            ids, self._changed = self._changed, set()
            rooms = self.lobby.rooms
            here = {id: dict(rooms[id].people.here) if id in rooms else {} for id in ids}
            with suppress(StoreError):
                await asyncio.to_thread(self.lobby.store.save_presence, self.name, here)
            self.hints.send([PEOPLE + id for id in ids])


class Hints:
    """Hints over PostgreSQL: one thread sends them, another one listens. Both connect anew where they have to."""

    def __init__(self, store: Store, name: str, hear: Callable[[list[str]], None]) -> None:
        self._engine, self._name = store.engine, name
        self._hear, self._loop = hear, asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[list[str] | None] = queue.SimpleQueue()
        self._is_closed = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"hints-{work.__name__}", daemon=True)
            for work in (self._send, self._listen)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, names: list[str]) -> None:
        """Name matches that have changed."""
        self._queue.put(names)

    def close(self) -> None:
        """Send what is waiting, and end."""
        self._queue.put(None)
        for thread in self._threads:
            thread.join(2.0)

    def _send(self) -> None:
        self._connected(self._send_on)

    def _send_on(self, connection: Any) -> None:
        while (names := self._waiting()) is not None:
            for first in range(0, len(names), MOST_NAMED):
                told = " ".join([self._name, *names[first : first + MOST_NAMED]])
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, told))
            time.sleep(PAUSE)  # what changes meanwhile is told at once
        self._is_closed.set()

    def _waiting(self) -> list[str] | None:
        """Wait for names; return them with all that have come in meanwhile, or None at the end."""
        found: dict[str, None] = {}
        names = self._queue.get()
        while names is not None:
            found.update(dict.fromkeys(names))
            try:
                names = self._queue.get_nowait()
            except queue.Empty:
                return [*found]
        return None

    def _listen(self) -> None:
        self._connected(self._listen_on)

    def _connected(self, work: Callable[[Any], None]) -> None:
        """Do something with a connection of its own, and with another one where that is lost, until the end."""
        from psycopg import Error  # there where the database is PostgreSQL

        while not self._is_closed.is_set():
            with suppress(Error, SQLAlchemyError):  # the database is away: matches are looked at, too
                connection = self._engine.raw_connection()
                driver: Any = connection.driver_connection
                connection.detach()
                try:
                    driver.autocommit = True
                    work(driver)
                finally:
                    connection.close()
            self._is_closed.wait(1.0)

    def _listen_on(self, connection: Any) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        while not self._is_closed.is_set():
            for hint in connection.notifies(timeout=0.5):
                name, *named = hint.payload.split(" ")
                if name != self._name:
                    with suppress(RuntimeError):  # the server has ended meanwhile
                        self._loop.call_soon_threadsafe(self._hear, named)
