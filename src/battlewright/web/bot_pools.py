"""Thread pools with bounded queues, for bots and odds. Compiled rules release the GIL."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from battlewright.bots.named import BOTS, Bot, NamedBot, named
from battlewright.bots.search import SearchBot
from battlewright.engine.errors import BattlewrightError, TooBusy
from battlewright.engine.observation import Observation
from battlewright.web.limits import Limits

T = TypeVar("T")

ROLLOUTS_A_SECOND = 2_000
"""The rollouts that count as a second of thinking."""


class ThinkingBot:
    """A bot that needs much memory to think: it is created for each choice."""

    def __init__(self, bot: NamedBot, seed: int, index: int) -> None:
        self.bot, self.seed, self.index = bot, seed, index

    def choose(self, seen: Observation) -> Any:
        """Return one of the legal choices."""
        return self.bot.make(self.seed, self.index).choose(seen)


class Pool:
    """A few threads with a bounded queue. Work that does not fit is refused; ``what`` names the work in the message."""

    def __init__(self, what: str, threads: int, waiting: int) -> None:
        self.what, self.threads, self.most = what, threads, waiting
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=what.split()[0])
        self._lock = threading.Lock()
        self.waiting = 0
        """The number of running and waiting jobs; an abandoned job counts until its thread is free."""

    def check(self) -> None:
        """Raise ``TooBusy`` where the queue is full."""
        if self.waiting >= self.threads + self.most:
            load = f"{self.threads} running and {self.most} waiting"
            raise TooBusy(f"The server is busy with {self.what}: {load}. Try again soon.")

    async def run(self, work: Callable[[], T]) -> T:
        """Run work in the pool. Cancelled before it starts, it is dropped; after that it runs to its end."""
        self.check()
        self._count(1)
        doing = self._threads.submit(work)
        doing.add_done_callback(lambda _: self._count(-1))
        return await asyncio.wrap_future(doing)

    def _count(self, change: int) -> None:
        with self._lock:  # threads count as well
            self.waiting += change

    def longest_wait(self, seconds: float) -> float:
        """Return the longest time until new work is done, where each job takes ``seconds``."""
        return seconds * (1 + self.waiting // self.threads)

    async def choose(self, bot: Bot, seen: Observation) -> Any:
        """Let a bot choose."""
        return await self.run(lambda: bot.choose(seen))

    def close(self) -> None:
        """Shut down without waiting."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def server_bot(name: str, limits: Limits) -> NamedBot:
    """Return a bot that may play on a server, by its name. Bots in files may not: they would run on the server."""
    word = name.partition(":")[0]
    if word not in BOTS:
        allowed = ", ".join(BOTS)
        raise BattlewrightError(
            f"There is no bot {name[:40]!r} on this server. There are: {allowed}; or person, remote."
        )
    bot = named(name)
    made = bot.make(0, 0)
    if isinstance(made, SearchBot):
        most, rollouts = round(1000 * limits.search), round(ROLLOUTS_A_SECOND * limits.search)
        if made.milliseconds > most or (made.rollouts or 0) > rollouts:
            how = f"search:{most}ms or search:{rollouts}"
            raise BattlewrightError(f"On this server a bot may think for at most {most} ms: {how}.")
    return bot
