"""Advice in time: what each look gets of a server's threads, where few ask and where many do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from battlewright import systems
from battlewright.bots.adviser import FIRST_LOOK, Advised, Adviser
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import Observation, observe
from battlewright.engine.session import Session
from battlewright.web import advisers
from battlewright.web.advisers import LEAST_LOOK, PATIENCE, AdviceRequest, Advisers
from battlewright.web.limits import Limits
from battlewright.web.models import Look

FORMATIONS = systems.load("formations")
MANY = 20


@pytest.fixture
def seen() -> Observation:
    """An engagement at its first choice, as the side that chooses sees it."""
    session = Session(FORMATIONS, FORMATIONS.setup.read(("river-guard", "goblin-rabble")).setup, 3)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return observe(session, session.node.side)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The milliseconds of the looks, which are taken as ever."""
    found: list[int] = []
    take = Adviser.look

    def look(adviser: Adviser, *asked: Any) -> Advised:
        found.append(asked[3])
        return take(adviser, *asked)

    monkeypatch.setattr(Adviser, "look", look)
    return found


def ask(seen: Observation, look: Look = "first", waited: float = 0.0) -> AdviceRequest:
    return AdviceRequest(seen, look, None, (), time.monotonic() - waited)


def run(work: Callable[[Advisers], Awaitable[None]], threads: int = 2) -> None:
    """Do something with advisers in some threads."""
    made = Advisers(Limits(thinking=threads, waiting_each=64))
    try:
        asyncio.run(asyncio.wait_for(work(made), 60))
    finally:
        made.pool.close()


def test_a_look_that_nobody_else_waits_for_has_its_whole_time(seen: Observation, given: list[int]) -> None:
    async def work(made: Advisers) -> None:
        found = await made.advise("alone", ask(seen))
        assert not found["shortened"]
        assert found["rollouts"] > 0

    run(work)
    assert given == [FIRST_LOOK]


def test_where_many_ask_at_once_all_have_a_star_of_a_shorter_look_that_says_so(
    seen: Observation, given: list[int]
) -> None:
    async def work(made: Advisers) -> None:
        found = await asyncio.gather(*(made.advise(f"match {each}", ask(seen)) for each in range(MANY)))
        assert all(sum(each["marked"] for each in one["advice"]) == 1 for one in found)
        shortened = [each["shortened"] for each in found]
        assert shortened.count(True) >= MANY // 2
        assert shortened.count(True) == sum(each < FIRST_LOOK for each in given)

    run(work)
    assert len(given) == MANY
    assert min(given) >= LEAST_LOOK
    most = 2 * (PATIENCE + FIRST_LOOK) + MANY * LEAST_LOOK
    assert sum(given) <= most, "two threads are through with them while people wait"


def test_who_has_waited_for_long_gets_the_shortest_look_while_others_wait(seen: Observation, given: list[int]) -> None:
    async def work(made: Advisers) -> None:
        asked = [made.advise(f"late {each}", ask(seen, waited=PATIENCE / 1000)) for each in range(2)]
        found = await asyncio.gather(*asked)
        assert [each["shortened"] for each in found] == [True, False]
        assert all(any(each["marked"] for each in one["advice"]) for one in found)

    run(work, threads=1)
    assert given == [LEAST_LOOK, FIRST_LOOK]


def test_the_wait_for_the_odds_counts_for_the_look_after_them(seen: Observation, given: list[int]) -> None:
    async def work(made: Advisers) -> None:
        for each in range(2):
            await made.advise(f"match {each}", ask(seen, "odds", waited=PATIENCE / 1000))
        await asyncio.gather(*(made.advise(f"match {each}", ask(seen)) for each in range(2)))

    run(work, threads=1)
    assert given == [LEAST_LOOK, FIRST_LOOK]


async def begun(made: Advisers) -> None:
    """Wait until a deep look has begun."""
    while not made._deep:
        await asyncio.sleep(0.01)


def test_a_deep_look_ends_when_others_wait(seen: Observation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisers, "DEEP_LOOK", 50_000)

    async def work(made: Advisers) -> None:
        deep = asyncio.create_task(made.advise("deep", ask(seen, "deep")))
        await begun(made)
        first = await made.advise("first", ask(seen))
        found = await deep
        assert found["shortened"]
        assert not first["exact"]
        assert any(each["marked"] for each in first["advice"])

    run(work, threads=1)


def test_a_look_that_nobody_waits_for_any_more_leaves_its_thread(
    seen: Observation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisers, "DEEP_LOOK", 50_000)

    async def work(made: Advisers) -> None:
        deep = asyncio.create_task(made.advise("deep", ask(seen, "deep")))
        await begun(made)
        deep.cancel()
        began = time.perf_counter()
        while made.pool.waiting:
            await asyncio.sleep(0.01)
        assert time.perf_counter() - began < 20

    run(work, threads=1)


def test_odds_that_were_cut_short_are_not_kept(seen: Observation) -> None:
    adviser, made = Adviser(), Advisers(Limits())
    adviser.stop()
    short = made._advised("match", ask(seen, "odds"), adviser)
    whole = made._advised("match", ask(seen, "odds"), Adviser())
    made.pool.close()
    assert all(each["note"] for each in short["advice"])
    assert all(each["parts"] for each in whole["advice"])
