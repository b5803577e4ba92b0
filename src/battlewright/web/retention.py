"""Removal of old matches, finished or abandoned."""

from __future__ import annotations

import asyncio

from battlewright.engine.errors import StoreError
from battlewright.store.store import now
from battlewright.web.lobby import Lobby
from battlewright.web.room import written

DAY = 24 * 3600.0


async def remove_old(lobby: Lobby, keep: float, every: float = DAY) -> None:
    """Remove matches that did not change for ``keep`` seconds: now, and then daily. A match being watched stays."""
    while True:
        try:
            count = await _remove(lobby, now() - round(1000 * keep))
            lobby.log.info("old matches removed", matches=count)
        except StoreError as error:
            lobby.log.warning("old matches could not be removed", error=str(error))
        await asyncio.sleep(every)


async def _remove(lobby: Lobby, before: int) -> int:
    """Remove matches, some at a time, so that others can write between; return how many."""
    looked, count = -1, 0
    while looked != 0:
        old = await asyncio.to_thread(lobby.store.old, before)
        gone = [id for id in old if id not in lobby.rooms or lobby.rooms[id].is_idle]
        for id in gone:
            if id in lobby.rooms:
                lobby.forget(lobby.rooms[id])
        await written(lobby.store.remove_old(before, *gone))
        looked, count = len(gone), count + len(gone)
    return count
