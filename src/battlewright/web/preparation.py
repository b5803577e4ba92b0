"""Rules that are compiled while the server already answers: one rulebook after the other, in processes of their own.

The default rulebook is the first; one that somebody wants to play goes before those that nobody waits for."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from battlewright.engine.compiler.precompile import Report
from battlewright.engine.errors import BattlewrightError, TooBusy
from battlewright.web.models import PreparationState

GoesOn = Callable[[], bool]
Compile = Callable[[str, Report, GoesOn], None]
"""Compiles the rules of a system, if they are not: its name, what is told of the progress, whether to go on."""
SOON = 0.1
"""The share of the rules after which the time that is left can be estimated."""


@dataclass
class Progress:
    """How far the rules of a system are."""

    state: PreparationState = "waiting"
    done: int = 0
    rules: int = 0
    error: str = ""
    began: float = 0.0

    @property
    def seconds(self) -> int | None:
        """The seconds that are left; None as long as nobody knows."""
        if self.state != "compiling" or self.done < SOON * self.rules:
            return None
        spent = time.monotonic() - self.began
        return max(1, round(spent * (self.rules - self.done) / self.done)) if self.done else None

    def __str__(self) -> str:
        if self.state != "compiling" or not self.rules:
            return "its rules are compiled soon"
        left = f", about {self.seconds} s more" if self.seconds else ""
        return f"{self.done} of {self.rules} rules are compiled{left}"


class Preparation:
    """The rules of some systems on their way. ``then`` is called when all are done."""

    def __init__(self, names: Sequence[str], compile: Compile, then: Callable[[], None] = lambda: None) -> None:
        self.progress = {name: Progress() for name in names}
        self._compile, self._then = compile, then
        self._first: str | None = None
        """The system that was last asked for by somebody who waits to play it."""
        self._is_closed = False

    @property
    def is_done(self) -> bool:
        """Whether every system can be played, as far as its rules can be compiled at all."""
        return all(each.state in ("ready", "failed") for each in self.progress.values())

    def run(self) -> None:
        """Compile the rules of all systems; it ends early when it is closed."""
        while (name := self._next()) is not None:
            self._prepare(name)
        if not self._is_closed:
            self._then()

    def close(self) -> None:
        """End soon: what is being compiled is finished."""
        self._is_closed = True

    def require(self, name: str, is_urgent: bool = False) -> None:
        """Raise ``TooBusy`` where the rules of a system are not ready yet; they are compiled next if it is urgent."""
        progress = self.progress.get(name)
        if progress is None or progress.state == "ready":
            return
        if progress.state == "failed":
            raise BattlewrightError(progress.error)
        if is_urgent:
            self._first = name
        raise TooBusy(f"{name.capitalize()} is being prepared: {progress}. Try again then.")

    def _next(self) -> str | None:
        """Return the system to compile now; None where none is left."""
        left = [name for name, each in self.progress.items() if each.state in ("waiting", "compiling")]
        if self._is_closed or not left:
            return None
        return self._first if self._first in left else left[0]

    def _prepare(self, name: str) -> None:
        progress = self.progress[name]
        progress.began = time.monotonic()

        def tell(done: int, rules: int, rule: str) -> None:
            progress.state, progress.done, progress.rules = "compiling", done, rules

        try:
            self._compile(name, tell, lambda: self._next() == name)
        except BattlewrightError as error:
            progress.state, progress.error = "failed", str(error)
            return
        if self._next() == name:
            progress.state = "ready"
