"""Rules that are compiled while the server already answers: one rulebook after the other, in processes of their own.

The default rulebook is the first; one that somebody asks for goes before those that nobody waits for. Others wait for
their turn, or until somebody asks for them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from battlewright.engine.compiler.precompile import Report
from battlewright.engine.errors import BattlewrightError, TooBusy
from battlewright.web.logs import LOGGER
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
    """The rules of some systems on their way. ``then`` is called when all are done. Those of ``unasked`` are compiled
    only when somebody asks for them."""

    def __init__(
        self,
        names: Sequence[str],
        compile: Compile,
        then: Callable[[], None] = lambda: None,
        unasked: Collection[str] = (),
    ) -> None:
        self.progress = {name: Progress("unasked" if name in unasked else "waiting") for name in names}
        self._compile, self._then = compile, then
        self._first: str | None = None
        """The system that was last asked for."""
        self._is_closed = False
        self._running = threading.Lock()

    @property
    def is_done(self) -> bool:
        """Whether every system that is wanted can be played, as far as its rules can be compiled at all."""
        return not any(each.state in ("waiting", "compiling") for each in self.progress.values())

    def run(self) -> None:
        """Compile the rules of all systems that are wanted; it ends early when it is closed."""
        with self._running:
            while (name := self._next()) is not None:
                self._prepare(name)
            if not self._is_closed:
                self._then()

    def close(self) -> None:
        """End soon: what is being compiled is finished."""
        self._is_closed = True

    def wait(self) -> None:
        """Wait until nothing is being compiled."""
        with self._running:
            pass

    def require(self, name: str) -> None:
        """Raise ``TooBusy`` where the rules of a system are not ready yet; they are then compiled next."""
        progress = self.progress.get(name)
        if progress is None or progress.state == "ready":
            return
        if progress.state == "failed":
            raise BattlewrightError(progress.error)
        self._first = name
        if progress.state == "unasked":
            progress.state = "waiting"
            threading.Thread(target=self.run, name=f"rules of {name}", daemon=True).start()
        raise TooBusy(f"{name.capitalize()} is being prepared: {progress}. Try again then.")

    def _next(self) -> str | None:
        """Return the system to compile now; None where none is left."""
        left = [name for name, each in self.progress.items() if each.state in ("waiting", "compiling")]
        if self._is_closed or not left:
            return None
        return self._first if self._first in left else left[0]

    def _prepare(self, name: str) -> None:
        progress = self.progress[name]
        progress.state, progress.began = "compiling", time.monotonic()

        def tell(done: int, rules: int, rule: str) -> None:
            progress.done, progress.rules = done, rules

        try:
            self._compile(name, tell, lambda: self._next() == name)
        except BattlewrightError as error:
            progress.state, progress.error = "failed", str(error)
        except Exception as error:  # what goes wrong here does not keep the others from being compiled
            LOGGER.error("rules not compiled", exc_info=error, extra={"values": {"system": name}})
            progress.state = "failed"
            progress.error = f"The rules of {name.capitalize()} could not be compiled; the server's log says why."
        else:
            progress.state = "ready" if self._next() == name else "waiting"
