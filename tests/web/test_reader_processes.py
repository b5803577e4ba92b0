"""Processes that read what is large: one that takes too long is ended, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

from battlewright.engine.errors import (
    BattlewrightError,
    Fault,
    Refused,
    SetupError,
    TooBusy,
    TooLarge,
    UnknownError,
)
from battlewright.web.pools import Pool
from battlewright.web.reader_processes import Process, ReaderPool

T = TypeVar("T")


def never_ends() -> None:
    while True:
        pass


def add(one: int, other: int) -> tuple[int, int]:
    sys.stdout.write("this is no answer\n")
    sys.stdout.flush()
    return os.getpid(), one + other


def refuse(which: int) -> None:
    raise (
        Refused("S2.F1", "It may not."),
        UnknownError("hat", "hta", ["hat"]),
        SetupError([Fault("a.toml", 3, "name", "is missing")], is_too_long=True),
    )[which]


def end_oneself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def within(seconds: float, work: Callable[[ReaderPool], Awaitable[T]], waiting: int = 4) -> T:
    """Do something with readers, one at a time."""

    async def run() -> T:
        readers = ReaderPool(seconds, 1, waiting)
        try:
            return await work(readers)
        finally:
            await readers.close()

    return asyncio.run(asyncio.wait_for(run(), 60))


def test_work_is_done_elsewhere_and_the_process_is_kept() -> None:
    async def work(readers: ReaderPool) -> list[tuple[int, int]]:
        return [await readers.run(add, 2, 3), await readers.run(add, 4, 5)]

    (one, five), (other, nine) = within(30, work)
    assert (five, nine) == (5, 9)
    assert one == other != os.getpid()


def test_work_without_an_end_is_ended_in_time_and_the_next_one_is_done() -> None:
    async def work(readers: ReaderPool) -> float:
        await readers.run(add, 1, 1)  # the process has imported this module
        readers.seconds = 0.2
        began = time.monotonic()
        with pytest.raises(TooLarge, match=r"took more than 0.2 seconds; send a smaller file"):
            await readers.run(never_ends)
        took = time.monotonic() - began
        readers.seconds = 30
        assert (await readers.run(add, 2, 3))[1] == 5
        return took

    assert within(30, work) < 20


def test_work_that_nobody_waits_for_any_more_is_ended() -> None:
    async def work(readers: ReaderPool) -> int:
        await readers.run(add, 1, 1)
        left = [asyncio.create_task(readers.run(never_ends)) for _ in range(3)]
        await asyncio.sleep(0.2)
        for each in left:
            each.cancel()
        began = time.monotonic()
        assert (await readers.run(add, 2, 3))[1] == 5
        assert time.monotonic() - began < 20
        return readers.waiting

    assert within(30, work) == 0


def test_a_process_without_a_server_ends_by_itself() -> None:
    process = Process()
    process.start()
    with pytest.raises(EOFError):
        process.exchange(pickle.dumps((0.1, never_ends, ())))
    process.close()


def test_refusals_come_back_as_they_were() -> None:
    async def work(readers: ReaderPool) -> list[BaseException]:
        found: list[BaseException] = []
        for which in range(3):
            with pytest.raises(BattlewrightError) as caught:
                await readers.run(refuse, which)
            found.append(caught.value)
        return found

    refused, unknown, long = within(30, work)
    assert isinstance(refused, Refused)
    assert (refused.clause, str(refused)) == ("S2.F1", "It may not. [S2.F1]")
    assert isinstance(unknown, UnknownError)
    assert "Did you mean 'hat'?" in str(unknown)
    assert isinstance(long, SetupError)
    assert long.is_too_long
    assert long.faults == (Fault("a.toml", 3, "name", "is missing"),)


def test_a_mistake_is_raised_here_and_a_process_that_dies_is_replaced() -> None:
    async def work(readers: ReaderPool) -> int:
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            await readers.run(divmod, 1, 0)
        with pytest.raises(TooLarge, match="needs more memory than the server has"):
            await readers.run(end_oneself)
        return (await readers.run(add, 2, 3))[1]

    assert within(30, work) == 5


def test_where_too_many_wait_the_next_one_is_refused() -> None:
    async def work(readers: ReaderPool) -> None:
        tasks = [asyncio.create_task(readers.run(add, 1, 1)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy, match="busy with large files"):
            await readers.run(add, 1, 1)
        await asyncio.gather(*tasks)

    within(30, work, waiting=1)


def test_a_pool_drops_work_that_nobody_waits_for_before_its_turn() -> None:
    done: list[str] = []
    has_begun, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        has_begun.set()
        may_end.wait(20)
        done.append("slow")

    async def run() -> Any:
        pool = Pool("hats are counted", 1, 8)
        first = asyncio.create_task(pool.run(slow))
        others = [asyncio.create_task(pool.run(lambda: done.append("other"))) for _ in range(5)]
        await asyncio.to_thread(has_begun.wait, 20)
        for each in [first, *others]:
            each.cancel()
        await asyncio.sleep(0)
        assert pool.waiting == 1  # the first one has begun: a thread cannot be ended
        may_end.set()
        await pool.run(lambda: done.append("last"))
        assert pool.waiting == 0
        pool.close()

    asyncio.run(asyncio.wait_for(run(), 20))
    assert done == ["slow", "last"]
