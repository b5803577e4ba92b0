"""A batch: many battles of a pairing, on one thread a worker.

Compiled battles release Python's lock, so threads are enough. They are fought in slices of about a tenth of a second,
so that progress shows and Ctrl-C works; the battles done by then are kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread

from battlewright.contract.totals import Totals
from battlewright.engine.progress import ProgressReport
from battlewright.lab.arena import Arena, Pairing, arena_for

SLICE = 0.1
"""The seconds that a slice of battles should take."""

Progress = Callable[[int], None]
"""Called with the number of battles done."""


@dataclass(frozen=True)
class Batch:
    """The results of a batch."""

    totals: Totals
    seconds: float
    interrupted: bool

    @property
    def rate(self) -> float:
        """Return the battles a second."""
        return self.totals.battles / self.seconds if self.seconds else 0.0

    @property
    def speed(self) -> dict[str, float]:
        """Return the time and the speed as data."""
        return {"seconds": round(self.seconds, 3), "battles_per_second": round(self.rate, 1)}


class SliceQueue:
    """The battles of a batch: workers take slices from it and report the battles done."""

    def __init__(self, first: int, battles: int, workers: int) -> None:
        self.next, self.end, self.workers = first, first + battles, workers
        self.done = 0
        self.failed: BaseException | None = None
        self._lock, self._stop = Lock(), Event()

    def take(self, wanted: int) -> tuple[int, int]:
        """Return the first battle of a slice and its length, 0 if none are left. The last slices are small, so that all
        workers end together."""
        with self._lock:
            left = 0 if self.stopped() else self.end - self.next
            count = min(wanted, -(-left // self.workers))
            first, self.next = self.next, self.next + count
            return first, count

    def stopped(self) -> bool:
        return self._stop.is_set()

    def stop(self) -> None:
        """Hand out no more slices."""
        self._stop.set()

    def work(self, arena: Arena) -> None:
        """Fight slice after slice in one worker, each about as long as ``SLICE``."""
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


def fight(
    pairing: Pairing,
    battles: int,
    seed: int,
    workers: int = 1,
    first: int = 0,
    progress: Progress | None = None,
    making: ProgressReport | None = None,
) -> Batch:
    """Fight a number of battles of a pairing, the first of which has the number ``first``.

    The same seed gives the same totals, whatever the number of workers. An interrupt (Ctrl-C) ends the batch with the
    battles that are done.
    """
    make = arena_for(pairing, seed, making)
    arenas = [make() for _ in range(min(workers, battles))]
    queue = SliceQueue(first, battles, len(arenas))
    threads = [Thread(target=queue.work, args=(arena,), daemon=True) for arena in arenas]
    began = time.perf_counter()
    try:
        for thread in threads:
            thread.start()
        interrupted = _watch(threads, queue, progress)
    finally:
        queue.stop()
    if queue.failed is not None:
        raise queue.failed
    seconds = time.perf_counter() - began
    return Batch(Totals(pairing.system, [arena.totals for arena in arenas]), seconds, interrupted)


def _watch(threads: list[Thread], queue: SliceQueue, progress: Progress | None) -> bool:
    """Wait for the workers and report their progress; return whether Ctrl-C was pressed. Ctrl-C stops the workers after
    their current slices."""
    interrupted = False
    while True:
        try:
            while running := [thread for thread in threads if thread.is_alive()]:
                running[0].join(SLICE)
                if progress is not None:
                    progress(queue.done)
            return interrupted
        except KeyboardInterrupt:
            interrupted = True
            queue.stop()
