"""Thread pools with bounded, fair queues, for bots, odds and reports. Compiled rules release the GIL."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from typing import Any, TypeVar

from battlewright.bots.named import BOTS, NamedBot, named
from battlewright.bots.search import SearchBot
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.observation import Observation
from battlewright.play.battle_report import REPORT_SECONDS, match_report
from battlewright.play.battle_report_data import MatchReportData
from battlewright.play.match import Match
from battlewright.web.fair_queue import Accounts, FairQueue
from battlewright.web.limits import Limits
from battlewright.web.reader_processes import GENTLE

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
    """A few threads with a bounded queue, fair to those who ask. Work that does not fit is refused; ``what`` names the
    work in the message."""

    def __init__(
        self,
        what: str,
        threads: int,
        waiting: int,
        waiting_each: int = 0,
        accounts: Accounts | None = None,
        each: int | None = None,
        niceness: int = GENTLE,
    ) -> None:
        self.threads = threads
        self.queue = FairQueue(what, threads, waiting, waiting_each or waiting, accounts or Accounts(), each)
        self._threads = ThreadPoolExecutor(
            threads, thread_name_prefix=what.split()[0], initializer=be_gentle, initargs=(niceness,)
        )

    @property
    def waiting(self) -> int:
        """The number of running and waiting jobs; an abandoned job counts until its thread is free."""
        return self.queue.waiting

    def check(self, who: str = "") -> None:
        """Raise an error where the queue is full, or has enough of an account."""
        self.queue.check(who)

    async def run(
        self,
        work: Callable[[], T],
        who: str = "",
        is_patient: bool = False,
        within: AbstractAsyncContextManager[object] | None = None,
    ) -> T:
        """Run work in the pool. Cancelled before it starts, it is dropped; after that it runs to its end. What is
        patient is never refused, and waits. ``within`` is held while it runs, not while it waits."""
        if not is_patient:
            self.check(who)
        await self.queue.enter(who)
        loop, seconds, has_begun = asyncio.get_running_loop(), 0.0, False

        def charged() -> T:
            nonlocal seconds
            began = time.thread_time()
            try:
                return work()
            finally:
                seconds = time.thread_time() - began

        def leave(_: object = None) -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self.queue.leave, who, seconds)

        try:
            async with within or nullcontext():
                doing = self._threads.submit(charged)
                has_begun = True
                doing.add_done_callback(leave)
                return await asyncio.wrap_future(doing)
        finally:
            if not has_begun:
                leave()

    def longest_wait(self, seconds: float) -> float:
        """Return the longest time until new work is done, where each job takes ``seconds``."""
        return seconds * (1 + self.waiting // self.threads)

    def close(self) -> None:
        """Shut down without waiting."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def be_gentle(niceness: int) -> None:
    """Let this thread give way to the event loop, where the system knows priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


def server_bot(name: str, limits: Limits, system: System) -> NamedBot:
    """Return a bot that may play a system on a server, by its name. Bots in files may not: they would run on the
    server."""
    word = name.partition(":")[0]
    if word not in BOTS:
        allowed = ", ".join(BOTS)
        raise BattlewrightError(
            f"There is no bot {name[:40]!r} on this server. There are: {allowed}; or person, remote."
        )
    bot = named(name).for_system(system)
    made = bot.make(0, 0)
    if isinstance(made, SearchBot):
        most, rollouts = round(1000 * limits.search), most_rollouts(limits)
        if made.milliseconds > most or (made.rollouts or 0) > rollouts:
            how = f"search:{most}ms or search:{rollouts}"
            raise BattlewrightError(f"On this server a bot may think for at most {most} ms: {how}.")
    return bot


def most_rollouts(limits: Limits) -> int:
    """Return the most rollouts that a searching bot may make for a choice."""
    return round(ROLLOUTS_A_SECOND * limits.search)


class Reports:
    """The reports of finished matches, as data: each is computed once, in a queue, and cached. Requests for the same
    report share the work."""

    def __init__(
        self, seconds: float = REPORT_SECONDS, most: int = 200, each: int = 0, accounts: Accounts | None = None
    ) -> None:
        self.pool = Pool("reports", 1, 32, min(each, 8), accounts)
        self.most, self.seconds = most, seconds
        self._known: OrderedDict[str, asyncio.Task[MatchReportData]] = OrderedDict()
        self._asked: Counter[str] = Counter()
        self._begun: dict[str, float] = {}

    async def get(self, id: str, match: Match, who: str = "") -> MatchReportData:
        """Return the report of a finished match, for an account. It is dropped from the queue when nobody waits."""
        task = self._known.get(id)
        if task is None or task.cancelling() or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._known[id] = asyncio.create_task(self._make(id, match, who))
            task.add_done_callback(lambda _: self._begun.pop(id, None))
        self._known.move_to_end(id)
        while len(self._known) > self.most:
            self._known.popitem(last=False)
        self._asked[id] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._asked -= Counter([id])
            if id not in self._asked and id not in self._begun:
                task.cancel()

    def progress(self, id: str) -> float:
        """Return the share of a report that is done: 0 while it waits for its turn, or nobody has asked for it."""
        task = self._known.get(id)
        return 1.0 if task is not None and task.done() else self._begun.get(id, 0.0)

    def close(self) -> None:
        """Shut down without waiting."""
        for task in self._known.values():
            task.cancel()
        self.pool.close()

    async def _make(self, id: str, match: Match, who: str) -> MatchReportData:
        return await self.pool.run(lambda: self._worked_out(id, match), who)

    def _worked_out(self, id: str, match: Match) -> MatchReportData:
        def tell(done: int, total: int) -> None:
            self._begun[id] = done / total

        tell(0, 1)
        return match_report(match, self.seconds, tell).as_data()
