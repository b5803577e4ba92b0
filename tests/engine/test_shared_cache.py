"""Parts that are shared: made once, kept while there is room, and wanted by several threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from battlewright.engine.record import numbers
from battlewright.engine.shared_cache import SharedCache, size_of


def test_a_part_is_made_once() -> None:
    parts, made = SharedCache(1000), []
    for _ in range(3):
        assert len(parts.get("one", lambda: made.append(1) or numbers(10))) == 10  # type: ignore[func-returns-value]
    assert len(made) == 1
    assert parts.size == 40
    parts.clear()
    assert parts.size == 0


def test_what_was_not_used_for_longest_is_dropped_first_and_the_newest_stays() -> None:
    parts, made = SharedCache(100), []

    def get(name: str, count: int = 10) -> None:
        parts.get(name, lambda: made.append(name) or numbers(count))  # type: ignore[func-returns-value]

    for name in ("a", "b", "a", "c"):
        get(name)
    assert (made, parts.size) == (["a", "b", "c"], 80)
    get("a")
    get("b")
    assert made == ["a", "b", "c", "b"], "b was dropped when c came, since a had been used after it"
    get("large", 1000)
    assert parts.size == 4000


def test_two_threads_wait_for_one_maker_and_others_go_on() -> None:
    parts, made, begun, go_on = SharedCache(1000), [], threading.Event(), threading.Event()

    def slowly() -> int:
        made.append(1)
        begun.set()
        assert go_on.wait(10)
        return len(made)

    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(parts.get, "slow", slowly) for _ in range(2)]
        assert begun.wait(10)
        assert parts.get("quick", lambda: 7) == 7
        go_on.set()
        assert [each.result() for each in both] == [1, 1]


def test_what_a_maker_raises_is_raised_and_the_next_one_tries_again() -> None:
    parts = SharedCache(1000)
    with pytest.raises(ZeroDivisionError):
        parts.get("one", lambda: 1 // 0)
    assert parts.get("one", lambda: 5) == 5


def test_sizes_are_counted_in_bytes() -> None:
    assert size_of((numbers(3), np.zeros(2, np.int64))) == 28
    assert size_of("nothing") == 0
