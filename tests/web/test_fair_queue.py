"""Fair queues: whose work is next, and what one address may ask for."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Generator
from functools import partial

import pytest

from battlewright.engine.errors import RateLimited, TooBusy
from battlewright.web import fair_queue
from battlewright.web.fair_queue import Accounts, FairQueue, Turns, at_once
from battlewright.web.pools import Pool


def test_what_was_used_is_forgotten_by_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: at)
    accounts = Accounts()
    accounts.charge("ann", 4.0)
    at += fair_queue.HALF_LIFE
    assert accounts.used("ann") == pytest.approx(2.0)
    accounts.charge("ann", 1.0)
    assert accounts.used("ann") == pytest.approx(3.0)
    assert accounts.used("ben") == 0.0


def test_who_has_used_least_goes_first_however_many_others_wait() -> None:
    accounts, order = Accounts(), []

    async def job(queue: FairQueue, who: str) -> None:
        await queue.enter(who)
        order.append(who)
        await asyncio.sleep(0.01)
        queue.leave(who, 1.0)

    async def work() -> None:
        queue = FairQueue("hats", 1, 64, 64, accounts)
        greedy = [asyncio.create_task(job(queue, "greedy")) for _ in range(20)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(job(queue, who)) for who in ("ann", "ben", "ann")]
        await asyncio.gather(*greedy, *others)
        assert queue.waiting == 0

    asyncio.run(work())
    assert order[:3] == ["greedy", "ann", "ben"], "whoever is at work goes on; all have then used the same"
    assert order[3:6].count("ann") == 1


def test_one_account_has_no_more_places_than_it_may_and_fills_no_queue() -> None:
    async def work() -> None:
        queue = FairQueue("hats", 2, 4, 2, Accounts(), each=1)
        await queue.enter("greedy")
        waiting = [asyncio.create_task(queue.enter("greedy")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(RateLimited, match="At most 2 hats of one address may wait"):
            queue.check("greedy")
        waiting += [asyncio.create_task(queue.enter("greedy")) for _ in range(50)]  # what is patient
        await asyncio.sleep(0)
        queue.check("ann")
        await asyncio.wait_for(queue.enter("ann"), 1)  # its place is free
        others = [asyncio.create_task(queue.enter(who)) for who in ("ben", "eve")]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy, match="busy with hats: 2 running and 4 waiting"):
            queue.check("mia")
        for each in (*waiting, *others):
            each.cancel()
        await asyncio.gather(*waiting, *others, return_exceptions=True)
        assert queue.waiting == 2

    asyncio.run(work())


def test_a_place_that_nobody_waits_for_any_more_goes_to_the_next() -> None:
    async def work() -> None:
        queue = FairQueue("hats", 1, 4, 4, Accounts())
        await queue.enter("ann")
        gone, next_one = asyncio.create_task(queue.enter("ben")), asyncio.create_task(queue.enter("eve"))
        await asyncio.sleep(0)
        queue.leave("ann", 0.0)
        gone.cancel()
        await asyncio.wait_for(next_one, 1)
        assert gone.cancelled()

    asyncio.run(work())


def test_a_pool_charges_what_its_work_has_cost() -> None:
    accounts = Accounts()

    def busy() -> None:
        late = time.thread_time() + 0.05
        while time.thread_time() < late:
            pass

    async def work() -> None:
        pool = Pool("hats", 1, 4, accounts=accounts)
        await pool.run(busy, "ann")
        await pool.run(lambda: time.sleep(0.05), "ben")
        pool.close()

    asyncio.run(work())
    assert accounts.used("ann") >= 0.045
    assert accounts.used("ben") < 0.045


def test_a_thread_that_is_taken_up_by_one_address_serves_the_next_one_before_the_rest() -> None:
    done: list[str] = []
    may_go_on = threading.Event()

    async def work() -> None:
        pool = Pool("hats", 1, 64)
        first = asyncio.create_task(pool.run(may_go_on.wait, "greedy"))
        await asyncio.sleep(0)
        jobs = [asyncio.create_task(pool.run(lambda: done.append("greedy"), "greedy")) for _ in range(30)]
        await asyncio.sleep(0)
        jobs.append(asyncio.create_task(pool.run(lambda: done.append("ann"), "ann")))
        await asyncio.sleep(0)
        may_go_on.set()
        await asyncio.gather(first, *jobs)
        pool.close()

    asyncio.run(work())
    assert done[0] == "ann"


def counted(steps: int) -> Generator[None, None, int]:
    """Work in slices of a millisecond."""
    for _ in range(steps):
        late = time.perf_counter() + 0.001
        while time.perf_counter() < late:
            pass
        yield
    return steps


def test_long_work_leaves_the_loop_to_others_every_few_milliseconds() -> None:
    longest = 0.0

    async def beat() -> None:
        nonlocal longest
        while True:
            began = time.thread_time()
            await asyncio.sleep(0)
            longest = max(longest, time.thread_time() - began)

    async def work() -> None:
        turns, beating = Turns(Accounts()), asyncio.create_task(beat())
        assert await asyncio.gather(*(turns.through(f"{each % 3}", counted(40)) for each in range(12))) == [40] * 12
        beating.cancel()

    asyncio.run(work())
    assert longest < 5 * fair_queue.ROUND


def test_a_short_turn_comes_between_the_slices_of_those_who_have_used_more() -> None:
    async def work() -> float:
        turns = Turns(Accounts())
        long_ones = [asyncio.create_task(turns.through("greedy", counted(100))) for _ in range(5)]
        await asyncio.sleep(0.02)
        began = time.thread_time()
        await turns.take("ann", lambda: None)
        waited = time.thread_time() - began
        assert not any(each.done() for each in long_ones)
        for each in long_ones:
            each.cancel()
        await asyncio.gather(*long_ones, return_exceptions=True)
        return waited

    assert asyncio.run(work()) < 5 * fair_queue.ROUND


def test_turns_that_wait_are_given_many_in_a_round_and_fail_alone() -> None:
    def fails() -> None:
        raise RateLimited("no")

    def busy() -> None:
        late = time.perf_counter() + 2 * fair_queue.ROUND
        while time.perf_counter() < late:
            pass

    async def work() -> None:
        turns, loop, goes = Turns(Accounts()), asyncio.get_running_loop(), 0
        ended: list[int] = []

        def go() -> None:
            nonlocal goes
            goes += 1
            loop.call_soon(go)

        first = asyncio.create_task(turns.take("ann", busy))
        waiting = [asyncio.create_task(turns.take("ann", partial(ended.append, each))) for each in range(50)]
        failing = asyncio.create_task(turns.take("ann", fails))
        await asyncio.sleep(0)
        assert not ended, "the round is over"
        waiting[7].cancel()
        go()
        await asyncio.gather(first, *waiting, return_exceptions=True)
        assert goes <= 5
        assert ended == [each for each in range(50) if each != 7], "what is cancelled is not done"
        with pytest.raises(RateLimited):
            await failing

    asyncio.run(work())


def test_work_in_slices_can_be_done_in_one_go() -> None:
    assert at_once(counted(20)) == 20
