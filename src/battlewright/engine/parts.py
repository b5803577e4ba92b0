"""Parts that several battles share: each is made once, and kept while there is room.

Two threads that want the same part wait for one maker; a thread that wants another one goes on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar, cast

import numpy as np

from battlewright.engine.record import Many, memory_of

T = TypeVar("T")


class Parts:
    """A cache of arrays by their keys, bounded by their bytes: the ones not used for longest are dropped first."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self._lock = Lock()
        self._known: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._sizes: dict[Hashable, int] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The part of this key; it is made if there is none. What a maker raises, all who wait for it hear."""
        with self._lock:
            future = self._known.get(key)
            is_maker = future is None
            if future is None:
                future = self._known[key] = Future()
            self._known.move_to_end(key)
        if is_maker:
            self._make(key, make, future)
        return cast(T, future.result())

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        with self._lock:
            return sum(self._sizes.values())

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._known.clear()
            self._sizes.clear()

    def _make(self, key: Hashable, make: Callable[[], T], future: Future[Any]) -> None:
        try:
            made = make()
        except BaseException as error:
            with self._lock:
                if self._known.get(key) is future:
                    del self._known[key]  # the next one tries again
            future.set_exception(error)
            return
        with self._lock:
            if self._known.get(key) is future:
                self._sizes[key] = size_of(made)
                self._drop(key)
        future.set_result(made)

    def _drop(self, newest: Hashable) -> None:
        """Drop old parts until the rest fits; the newest stays, however large."""
        for key in [key for key in self._known if key in self._sizes and key != newest]:
            if sum(self._sizes.values()) <= self.most_bytes:
                return
            del self._known[key], self._sizes[key]


def size_of(part: Any) -> int:
    """The bytes of a row or array, or of all in a tuple."""
    if isinstance(part, tuple):
        return sum(map(size_of, part))
    if isinstance(part, np.ndarray):
        return part.nbytes
    return memory_of(part).nbytes if isinstance(part, Many) else 0
