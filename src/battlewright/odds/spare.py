"""Arrays that one question leaves for the next: to allocate and clear them takes longer than to answer a small one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 4
"""The most that are kept of a kind."""


class Spare(Generic[T]):
    """A store of arrays by their kind. Several threads may use it."""

    def __init__(self) -> None:
        self._kept: defaultdict[Hashable, list[T]] = defaultdict(list)

    def take(self, kind: Hashable, make: Callable[[], T]) -> T:
        """Return arrays of a kind that nobody uses, or make some."""
        try:
            return self._kept[kind].pop()
        except IndexError:
            return make()

    def give_back(self, kind: Hashable, arrays: T) -> None:
        """Keep arrays for later."""
        if len(self._kept[kind]) < MOST:
            self._kept[kind].append(arrays)
