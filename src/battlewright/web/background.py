"""Work in the background, for what people build: in one thread of the lowest priority. What a person asks ends what she
asked before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from threading import Event
from typing import Any, TypeVar

from battlewright.engine.errors import Conflict
from battlewright.engine.time_limit import until_stopped
from battlewright.web.fair_queue import Accounts
from battlewright.web.limits import Limits
from battlewright.web.pools import Pool

T = TypeVar("T")

PEOPLE_EACH = 8
"""The most people of one address who may wait."""
SHORTEST = 0.1
"""The least share of its time that work gets where many wait."""
LOWEST = 12
"""The niceness of the thread. With the highest there is, a busy machine could keep it from giving Python's lock back,
for which the event loop would wait."""


class Background:
    """The background work of a server process. A person is an account, and a key of her own."""

    def __init__(self, limits: Limits, accounts: Accounts) -> None:
        self.pool = Pool("estimates", 1, limits.waiting, PEOPLE_EACH, accounts, niceness=LOWEST)
        self._doing: dict[tuple[str, str], asyncio.Task[Any]] = {}

    async def instead(self, who: str, key: str, work: Coroutine[Any, Any, T]) -> T:
        """Do some work for a person instead of what was asked before, which ends with ``Conflict``."""
        person, doing = (who, key), asyncio.ensure_future(work)
        if person in self._doing:
            self._doing[person].cancel()
        self._doing[person] = doing
        try:
            return await doing
        except asyncio.CancelledError:
            if self._doing.get(person) is doing:
                raise
            raise Conflict("Your next request has ended this one.") from None
        finally:
            doing.cancel()
            if self._doing.get(person) is doing:
                del self._doing[person]

    async def run(self, work: Callable[[float], T], seconds: float, who: str) -> T:
        """Run work in its turn; it is given the time that it has, less where others wait. Cancelled, it is stopped."""
        stopped = Event()

        def begun() -> T:
            with until_stopped(stopped):
                return work(seconds * max(1 / self.pool.waiting, SHORTEST))

        try:
            return await self.pool.run(begun, who)
        finally:
            stopped.set()
