"""Who fights a study's battles: the small interface, and threads.

Compiled battles release Python's lock, so threads are enough on one machine. The cluster (``cluster``) has the same
interface. Battle number i of a cell has its own dice, so the same study gives the same numbers on each.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread, current_thread
from typing import NamedTuple, Protocol

from battlewright.engine.progress import ProgressReport
from battlewright.engine.text import plural
from battlewright.lab.recorder import Recorder, Rows, recorder_for
from battlewright.lab.study.file import Plan


class Task(NamedTuple):
    """Battles of a cell, from number ``first`` on."""

    cell: int
    first: int
    battles: int


class TaskResult(NamedTuple):
    """A task that is done: a row for each battle, and the seconds that a worker took."""

    task: Task
    rows: Rows
    seconds: float


Take = Callable[[TaskResult], None]
Done = TaskResult | BaseException | Thread
"""What a thread hands over: a result, what went wrong, and at its end itself."""


class Executor(Protocol):
    """What carries out the tasks of a plan."""

    name: str
    slice: float
    """The seconds that a task should take."""

    @property
    def workers(self) -> int:
        """How many tasks are carried out at the same time."""
        ...

    def run(self, plan: Plan, tasks: Iterable[Task], take: Take) -> None:
        """Carry out all tasks, in any order; ``take`` gets each result, in the caller's thread. The next task is asked
        for when a worker is free, so that it can be as long as the last ones say. After Ctrl-C the results that are
        still on their way are taken before ``KeyboardInterrupt`` is raised."""
        ...

    def close(self) -> None:
        """Let go of workers and connections."""
        ...


class RecorderMakers:
    """Makers of recorders by cell, the last few that were used; threads that want the same one wait for it."""

    MOST = 64

    def __init__(self, plan: Plan, report: ProgressReport | None) -> None:
        self.plan, self._report, self._lock = plan, report, Lock()
        self._made: dict[int, Callable[[], Recorder]] = {}
        self.seconds = 0.0
        """The time that it took to make them, the bots' tables above all; nobody fights meanwhile."""

    def get(self, cell: int) -> Callable[[], Recorder]:
        """Return the maker of recorders for a cell."""
        with self._lock:
            if cell not in self._made:
                if len(self._made) >= self.MOST:
                    self._made.pop(next(iter(self._made)))
                pairing, began = self.plan.cells[cell].pairing, time.perf_counter()
                self._made[cell] = recorder_for(pairing, self.plan.head.seed, self._report, self.plan.is_detailed)
                self.seconds += time.perf_counter() - began
            return self._made[cell]


class Threads:
    """The tasks on threads of this process. ``report`` gets the progress of the bots' tables."""

    slice = 0.1

    def __init__(self, workers: int, report: ProgressReport | None = None) -> None:
        self.name, self._workers, self._report = plural(workers, "thread"), workers, report
        self._makers: tuple[Plan, RecorderMakers] | None = None

    @property
    def workers(self) -> int:
        return self._workers

    def run(self, plan: Plan, tasks: Iterable[Task], take: Take) -> None:
        """Carry out all tasks. An error of a worker ends the others after their current tasks, and is raised."""
        if self._makers is None or self._makers[0] is not plan:
            self._makers = plan, RecorderMakers(plan, self._report)
        waiting, done, stop = _Waiting(tasks), SimpleQueue[Done](), Event()
        arguments = (self._makers[1], waiting, done, stop)
        threads = [Thread(target=_work, args=arguments, daemon=True) for _ in range(self.workers)]
        for thread in threads:
            thread.start()
        interrupted, failed = False, None
        while True:
            try:
                running = any(thread.is_alive() for thread in threads)
                match _next(done, self.slice if running else 0):
                    case None if not running:
                        break
                    case Thread() as ended:
                        ended.join()
                    case BaseException() as error:
                        failed = failed or error
                        stop.set()
                    case TaskResult() as result:
                        take(result)
            except KeyboardInterrupt:
                interrupted = True
                stop.set()
            except BaseException as error:  # what takes the results cannot write them, say
                failed = failed or error
                stop.set()
        if failed is not None:
            raise failed
        if interrupted:
            raise KeyboardInterrupt

    @property
    def preparing(self) -> float:
        """The seconds of the last study before its battles: those for the bots' tables."""
        return self._makers[1].seconds if self._makers else 0.0

    def close(self) -> None:
        """Drop the tables of the last study."""
        self._makers = None


class _Waiting:
    """Tasks that threads ask for one after the other."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._tasks, self._lock = iter(tasks), Lock()

    def next(self) -> Task | None:
        """Return the next task; None: there is none."""
        with self._lock:
            return next(self._tasks, None)


def _next(done: SimpleQueue[Done], seconds: float) -> Done | None:
    try:
        return done.get(timeout=seconds) if seconds else done.get_nowait()
    except Empty:
        return None


def _work(makers: RecorderMakers, waiting: _Waiting, done: SimpleQueue[Done], stop: Event) -> None:
    """Take task after task, in one thread."""
    recorder, cell, number = None, -1, 0
    try:
        while not stop.is_set() and (task := waiting.next()) is not None:
            if recorder is None or cell != task.cell:
                recorder, cell = makers.get(task.cell)(), task.cell
                number = makers.plan.cells[cell].first
            began = time.perf_counter()
            rows = recorder.record(number + task.first, task.battles, stop.is_set)
            if len(rows) < task.battles:  # stopped: whole units count
                rows = rows[: len(rows) - len(rows) % makers.plan.unit]
                task = task._replace(battles=len(rows))
            if len(rows):
                done.put(TaskResult(task, rows, time.perf_counter() - began))
    except BaseException as error:
        done.put(error)
    done.put(current_thread())
