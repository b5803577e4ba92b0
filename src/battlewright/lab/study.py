"""A study: so many battles of a pairing, on as many threads as there are workers.

Compiled battles leave Python alone, so threads are enough. They are fought in slices of about a tenth of a second, so
that progress is seen and Ctrl-C is felt; what is done by then is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread

from battlewright.engine.progress import ProgressReport
from battlewright.lab.arena import Arena, Pairing, arena_for
from battlewright.lab.totals import Totals

SLICE = 0.1
"""Seconds that a slice of battles is meant to take."""

Progress = Callable[[int], None]
"""Called with how many battles are done."""


@dataclass(frozen=True)
class Study:
    """What a study came to."""

    totals: Totals
    seconds: float
    interrupted: bool

    @property
    def rate(self) -> float:
        """Battles a second."""
        return self.totals.battles / self.seconds if self.seconds else 0.0

    @property
    def speed(self) -> dict[str, float]:
        """How long it took, as data."""
        return {"seconds": round(self.seconds, 3), "battles_per_second": round(self.rate, 1)}


class Course:
    """How far a study has come: workers take slices from it, and say what they have done."""

    def __init__(self, first: int, battles: int, workers: int) -> None:
        self.next, self.end, self.workers = first, first + battles, workers
        self.done = 0
        self.failed: BaseException | None = None
        self._lock, self._stop = Lock(), Event()

    def take(self, wanted: int) -> tuple[int, int]:
        """The first battle of a slice and how many it has: none when there are no more. The last slices are small, so
        that all workers end together."""
        with self._lock:
            left = 0 if self.stopped() else self.end - self.next
            count = min(wanted, -(-left // self.workers))
            first, self.next = self.next, self.next + count
            return first, count

    def stopped(self) -> bool:
        return self._stop.is_set()

    def stop(self) -> None:
        """No more slices are given out."""
        self._stop.set()

    def work(self, arena: Arena) -> None:
        """What a worker does: slice after slice, each about as long as it should be."""
        wanted = 1
        try:
            while True:
                first, count = self.take(wanted)
                if not count:
                    return
                began = time.perf_counter()
                fought = arena.fight(first, count, self.stopped)
                took = time.perf_counter() - began
                wanted = max(1, min(2 * count, int(count * SLICE / max(took, 1e-6))))
                with self._lock:
                    self.done += fought
        except BaseException as error:
            self.failed = error
            self.stop()


def study(
    pairing: Pairing,
    battles: int,
    seed: int,
    workers: int = 1,
    first: int = 0,
    progress: Progress | None = None,
    making: ProgressReport | None = None,
) -> Study:
    """Fight so many battles of a pairing, the first of which has the number ``first``.

    The same seed gives the same totals, whatever the number of workers. An interrupt (Ctrl-C) ends the study with what
    is done.
    """
    make = arena_for(pairing, seed, making)
    arenas = [make() for _ in range(min(workers, battles))]
    course = Course(first, battles, len(arenas))
    threads = [Thread(target=course.work, args=(arena,), daemon=True) for arena in arenas]
    began = time.perf_counter()
    try:
        for thread in threads:
            thread.start()
        interrupted = _watch(threads, course, progress)
    finally:
        course.stop()
    if course.failed is not None:
        raise course.failed
    seconds = time.perf_counter() - began
    return Study(Totals(pairing.system, [arena.totals for arena in arenas]), seconds, interrupted)


def _watch(threads: list[Thread], course: Course, progress: Progress | None) -> bool:
    """Wait for the workers and tell of their progress. Ctrl-C stops them: a slice that was begun is done soon. The
    answer is whether somebody did."""
    interrupted = False
    while True:
        try:
            while running := [thread for thread in threads if thread.is_alive()]:
                running[0].join(SLICE)
                if progress is not None:
                    progress(course.done)
            return interrupted
        except KeyboardInterrupt:
            interrupted = True
            course.stop()
