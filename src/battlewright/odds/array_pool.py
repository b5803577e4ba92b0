"""Arrays that questions reuse: to allocate and clear them takes longer than to answer a small question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 4
"""The most free arrays that are kept of a kind."""


class ArrayPool(Generic[T]):
    """A pool of arrays by kind, to be reused. It is thread-safe."""

    def __init__(self) -> None:
        self._free: defaultdict[Hashable, list[T]] = defaultdict(list)

    def take(self, kind: Hashable, make: Callable[[], T]) -> T:
        """Return free arrays of a kind, or make new ones."""
        try:
            return self._free[kind].pop()
        except IndexError:
            return make()

    def give_back(self, kind: Hashable, arrays: T) -> None:
        """Return arrays to the pool."""
        if len(self._free[kind]) < MOST:
            self._free[kind].append(arrays)
