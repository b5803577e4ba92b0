"""A cache of parts that several battles share: each is made once and kept while there is room.

Threads that want the same part wait for the one that makes it; threads that want other parts do not wait.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import TypeVar, cast

import numpy as np

from battlewright.engine.record import Row, memory_of

T = TypeVar("T")


class SharedCache:
    """A least-recently-used cache of arrays by key, bounded by their total bytes."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._lock = Lock()
        self._known: OrderedDict[Hashable, Future[object]] = OrderedDict()
        self._sizes: dict[Hashable, int] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the part with this key, making it if needed. What ``make`` raises, every waiting thread raises."""
        with self._lock:
            is_maker = key not in self._known
            future = self._known.setdefault(key, Future())
            self._known.move_to_end(key)
        if is_maker:
            self._make(key, make, future)
        return cast(T, future.result())

    @property
    def size(self) -> int:
        """The total bytes of the cached parts."""
        with self._lock:
            return sum(self._sizes.values())

    def clear(self) -> None:
        """Drop all parts."""
        with self._lock:
            self._known.clear()
            self._sizes.clear()

    def _make(self, key: Hashable, make: Callable[[], T], future: Future[object]) -> None:
        try:
            made = make()
        except BaseException as error:
            with self._lock:
                if self._known.get(key) is future:
                    del self._known[key]  # the next caller tries again
            future.set_exception(error)
            return
        with self._lock:
            if self._known.get(key) is future:
                self._sizes[key] = size_of(made)
                self._drop(key)
        future.set_result(made)

    def _drop(self, newest: Hashable) -> None:
        """Drop the least recently used parts until the rest fits; the newest stays, however large."""
        for key in [key for key in self._known if key in self._sizes and key != newest]:
            if sum(self._sizes.values()) <= self.most_bytes:
                return
            del self._known[key], self._sizes[key]


def size_of(part: object) -> int:
    """Return the bytes of a row or array, or the sum over a tuple of them."""
    if isinstance(part, tuple):
        return sum(map(size_of, part))
    if isinstance(part, np.ndarray):
        return part.nbytes
    return memory_of(part).nbytes if isinstance(part, Row) else 0
