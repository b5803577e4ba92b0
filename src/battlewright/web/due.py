"""What is due: matches in which the server has something to do, as the store has them.

Bots that are to play and time that is up are rows of the store, which one process claims for a time. So a match that
waits needs no memory.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from battlewright.engine.errors import NoSuchMatch, StoreError, TooBusy
from battlewright.store.store import CLAIM

if TYPE_CHECKING:
    from battlewright.web.lobby import Lobby

INTERVAL = 0.5
"""The seconds between two looks at what is due."""
LONG = 3600 * 1000
"""The milliseconds after which a match that could not be loaded is tried again."""
MOST_AT_ONCE = 40
"""The most matches that are loaded at once since something is due in them."""


class Due:
    """What is due in the matches of a lobby."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.claims: set[str] = set()
        """The matches in which this process does what is due."""
        self._busy = 0
        """How many matches are being seen to."""

    async def run(self) -> None:
        """See to what is due, whenever there is anything."""
        renewed = 0.0
        while True:
            due: list[str] = []
            try:
                if time.monotonic() - renewed > CLAIM / 3000 and (thinking := self._thinking()):
                    renewed = time.monotonic()
                    await asyncio.to_thread(self.lobby.store.claim_again, thinking)
                due = await asyncio.to_thread(self.lobby.store.claim_due, max(MOST_AT_ONCE - self._busy, 0))
                for id in due:
                    self.lobby.spawn(self.see_to(id))
            except StoreError as error:
                self.lobby.log.warning("database does not answer", error=str(error))
                await asyncio.sleep(1.0)
            await asyncio.sleep(INTERVAL / 10 if due else INTERVAL)

    def _thinking(self) -> list[str]:
        return [id for id in self.claims if id in self.lobby.rooms and self.lobby.rooms[id].is_thinking]

    async def see_to(self, id: str, seconds: float = 0.0) -> None:
        """See to a match that this process has claimed."""
        self._busy += 1
        try:
            await asyncio.sleep(seconds)
            self.claims.add(id)
            await (await self.lobby.room(id)).see_to()
        except (StoreError, TooBusy) as error:  # it is still due when the claim has ended
            self.lobby.log.warning("match not loaded yet; retrying", match=id, error=str(error))
        except NoSuchMatch:
            pass
        except Exception as error:  # one that is damaged does not keep the others from going on
            self.lobby.log.warning("match could not be loaded", match=id, error=str(error))
            with suppress(StoreError):
                await asyncio.to_thread(self.lobby.store.claim_again, [id], LONG)
        finally:
            self._busy -= 1
            if id not in self.lobby.rooms or not self.lobby.rooms[id].is_thinking:
                self.claims.discard(id)

    async def release(self) -> None:
        """Let other processes go on with what this one has claimed."""
        with suppress(StoreError):
            await asyncio.to_thread(self.lobby.store.claim_again, [*self.claims], None)
