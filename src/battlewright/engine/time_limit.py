"""A limit for how long an answer may take, set by the caller, checked by the code that works on it.

Where none is set, work takes the time that it needs. An event may end the work as well, from another thread.

>>> with time_limit(60):
...     within(20.0), within(100.0) <= 60, is_time_up()
(20.0, True, False)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

from battlewright.engine.errors import TooLarge
from battlewright.engine.text import seconds_of

_ends: ContextVar[tuple[float, float] | None] = ContextVar("ends", default=None)
"""The moment by which work must be done, and the seconds that it was given."""
_stopped: ContextVar[Event | None] = ContextVar("stopped", default=None)
"""What ends the work."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limit what is done meanwhile, in this thread."""
    token = _ends.set((time.monotonic() + seconds, seconds))
    try:
        yield
    finally:
        _ends.reset(token)


@contextmanager
def until_stopped(stopped: Event) -> Iterator[None]:
    """Let an event end what is done meanwhile, in this thread: from then on no time is left."""
    token = _stopped.set(stopped)
    try:
        yield
    finally:
        _stopped.reset(token)


def is_stopped() -> bool:
    """Return whether an event has ended the work."""
    stopped = _stopped.get()
    return stopped is not None and stopped.is_set()


def within(seconds: float) -> float:
    """Return the seconds that a part of the work may take: those that it wants, or what is left if that is less."""
    if is_stopped():
        return 0.0
    ends = _ends.get()
    return seconds if ends is None else min(seconds, max(ends[0] - time.monotonic(), 0.0))


def is_time_up() -> bool:
    """Return whether the limit has passed, or the work was stopped."""
    ends = _ends.get()
    return is_stopped() or (ends is not None and time.monotonic() > ends[0])


def check_time() -> None:
    """Raise TooLarge when the limit has passed, or the work was stopped."""
    if is_stopped():
        raise TooLarge("The work was stopped.")
    ends = _ends.get()
    if ends and is_time_up():
        raise TooLarge(f"This question takes more than {seconds_of(ends[1])}; ask with smaller numbers.")


class Deadline:
    """A moment by which an answer must be given."""

    def __init__(self, seconds: float) -> None:
        self._late = time.monotonic() + within(seconds)

    @property
    def left(self) -> float:
        """The seconds that are left; 0 when it has passed, or the work was stopped."""
        return 0.0 if is_stopped() else max(self._late - time.monotonic(), 0.0)

    def check(self) -> None:
        """Raise TooLarge when it has passed."""
        if not self.left:
            raise TooLarge("There is no time left.")

    @property
    def exploring(self) -> float:
        """The seconds in which all positions of a question must be found; the rest is for solving them."""
        return 2 * self.left / 3
