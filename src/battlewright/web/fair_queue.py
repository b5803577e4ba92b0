"""Who is next: work is charged to who asked for it, and who has used least goes first.

``who`` is an account: a client's network, as a hash (``Lobby.account``), or an empty text for the server itself.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Generator
from heapq import heapify, heappop, heapreplace
from typing import Any, TypeVar

from battlewright.engine.errors import RateLimited, TooBusy

T = TypeVar("T")

HALF_LIFE = 20.0
"""The seconds after which half of what an account has used is forgotten."""
SHORT = 0.1
"""The seconds in which nothing of note is forgotten."""
MOST_ACCOUNTS = 10_000
"""The most accounts that are remembered."""
ROUND = 0.005
"""The seconds that turns may take before the event loop looks after everything else."""


class Accounts:
    """The seconds of work that each account has used of late."""

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def used(self, who: str) -> float:
        """Return the seconds that an account has used; those of long ago count less."""
        seconds, at = self._used.get(who, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE) if seconds else 0.0

    def charge(self, who: str, seconds: float) -> None:
        """Add to what an account has used."""
        known, now = self._used.get(who), time.monotonic()
        if known is not None and now - known[1] < SHORT:
            self._used[who] = known[0] + seconds, known[1]
            return
        self._used[who] = self.used(who) + seconds, now
        self._used.move_to_end(who)
        if len(self._used) > MOST_ACCOUNTS:
            self._used.popitem(last=False)


class FairQueue:
    """A number of places for jobs, and those who wait for one: the account with the fewest jobs at work goes first, of
    several the one that has used least. It belongs to the event loop.

    ``what`` names the jobs in messages. ``most`` and ``most_each`` are how many may wait, of all accounts and of one;
    ``each`` is how many places one account may have.
    """

    def __init__(
        self, what: str, places: int, most: int, most_each: int, accounts: Accounts, each: int | None = None
    ) -> None:
        self.what, self.places, self.most, self.most_each, self.accounts = what, places, most, most_each, accounts
        self.each = each or places
        self._running: Counter[str] = Counter()
        self._taken = 0
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def waiting(self) -> int:
        """The number of running and waiting jobs."""
        return self._taken + (sum(map(len, self._waiting.values())) if self._waiting else 0)

    def check(self, who: str) -> None:
        """Raise an error where an account may not add another job. Of the jobs of one account no more count for the
        others than it may have."""
        waiting = sum(min(len(each), self.most_each) for each in self._waiting.values())
        if self._taken >= self.places and waiting >= self.most:
            load = f"{self.places} running and {self.most} waiting"
            raise TooBusy(f"The server is busy with {self.what}: {load}. Try again soon.")
        if len(self._waiting.get(who, ())) >= self.most_each:
            raise RateLimited(f"At most {self.most_each} {self.what} of one address may wait. Try again soon.")

    async def enter(self, who: str) -> None:
        """Wait for a place. Cancelled, the wait ends."""
        if self._taken < self.places and self._running[who] < self.each:  # others who wait have all that they may
            self.take(who)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just got the place
                self.leave(who, 0.0)
            else:
                self._drop(who, turn)
            raise

    def leave(self, who: str, seconds: float) -> None:
        """Give a place back after some seconds of work."""
        self.accounts.charge(who, seconds)
        self._taken -= 1
        self._running[who] -= 1
        if not self._running[who]:
            del self._running[who]
        while self._waiting and self._taken < self.places and self._admit_next():
            pass

    def take(self, who: str) -> None:
        """Take a place that is free."""
        self._taken += 1
        self._running[who] += 1

    def _admit_next(self) -> bool:
        """Give a place to who is next; return whether there is anybody."""
        may = [each for each in self._waiting if self._running[each] < self.each]
        if not may:
            return False
        who = min(may, key=lambda each: (self._running[each], self.accounts.used(each)))
        turn = self._waiting[who][0]
        self._drop(who, turn)
        if not turn.done():
            self.take(who)
            turn.set_result(None)
        return True

    def _drop(self, who: str, turn: asyncio.Future[None]) -> None:
        waiting = self._waiting.get(who)
        if waiting is not None and turn in waiting:
            waiting.remove(turn)
            if not waiting:
                del self._waiting[who]


class Turns:
    """The time of the event loop, in rounds. When one is over everything else on the loop comes first, and then, of
    those who wait, who has used least; what takes longer than a round is done in slices."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._spent = 0.0
        self._waiting: dict[str, deque[tuple[asyncio.Future[Any], Callable[[], Any]]]] = {}

    async def take(self, who: str, work: Callable[[], T]) -> T:
        """Return what a short piece of work returns, in its turn. Cancelled before that, it is not done."""
        if self._spent < ROUND and not self._waiting:
            return self.at_once(who, work)
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append((turn, work))
        return await turn

    def at_once(self, who: str, work: Callable[[], T]) -> T:
        """Return what a short piece of work returns that cannot wait for its turn."""
        if not self._spent:
            asyncio.get_running_loop().call_soon(self._begin_round)
        began = time.perf_counter()
        try:
            return work()
        finally:
            seconds = time.perf_counter() - began
            self._spent += seconds
            self._accounts.charge(who, seconds)

    async def through(self, who: str, steps: Generator[None, None, T]) -> T:
        """Return what a long piece of work returns, which yields often: at least every millisecond or so."""
        found: list[T] = []
        while not found:
            await self.take(who, lambda: _go_on(steps, found))
        return found[0]

    def _begin_round(self) -> None:
        """Give turns to those who wait, until the round is over: many in one go, as each go of the loop costs time."""
        self._spent = 0.0
        order = [(self._accounts.used(who), who) for who in self._waiting]
        heapify(order)
        while order and self._spent < ROUND:
            who = order[0][1]
            turn, work = self._waiting[who].popleft()
            if not turn.done():  # somebody still waits for it
                try:
                    turn.set_result(self.at_once(who, work))
                except BaseException as error:
                    turn.set_exception(error)
            if self._waiting[who]:
                heapreplace(order, (self._accounts.used(who), who))
            else:
                del self._waiting[who]
                heappop(order)


def _go_on(steps: Generator[None, None, T], found: list[T]) -> None:
    """Go on with work until its round is over, or until what it returns is found."""
    late = time.perf_counter() + ROUND
    try:
        while time.perf_counter() < late:
            next(steps)
    except StopIteration as end:
        found.append(end.value)


def at_once(steps: Generator[None, None, T]) -> T:
    """Return what work in slices returns, without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
