"""Carrying out a study: battle after battle in each cell, until its intervals are narrow enough.

Every cell fights the same battle numbers, so cells that differ in one thing have the same dice for the rest (common
random numbers), and sides swap sides in pairs. After some battles a study looks at its intervals and decides for each
cell whether to go on. When it looks depends on the results alone, so a study that was stopped and goes on comes to the
same numbers as one that was never stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from battlewright.contract.counts import Counts
from battlewright.engine.errors import BattlewrightError
from battlewright.lab.recorder import Rows, counts_of
from battlewright.lab.study.checkpoint import Checkpoint, Chunk
from battlewright.lab.study.executors import Executor, Task, TaskResult
from battlewright.lab.study.file import Cell, Plan
from battlewright.lab.study.intervals import next_look
from battlewright.lab.study.measures import Estimate, Sums, estimates

LARGE = 1_000_000
"""A study of more battles keeps the sums of each cell instead of a row for each battle."""
UNKNOWN_RATE = 400.0, 4.0
"""Battles a second that are assumed before any is fought: by compiled bots, and by bots that play from Python."""


@dataclass(frozen=True)
class StudyProgress:
    """How far a study is: battles done and expected in all, cells that are precise enough, and seconds left."""

    battles: int
    expected: int
    cells: int
    of: int
    left: float


Progress = Callable[[StudyProgress], None]


@dataclass(frozen=True)
class CellResult:
    """What a cell came to."""

    cell: Cell
    sums: Sums
    estimates: tuple[Estimate, ...]
    is_precise: bool
    rows: Rows | None = None
    counts: Counts | None = None
    """What the battles of a plan that is not detailed came to."""

    @property
    def battles(self) -> int:
        return self.sums.battles if self.counts is None else self.counts.battles


@dataclass(frozen=True)
class Outcome:
    """What a study came to, so far if it was interrupted."""

    plan: Plan
    cells: tuple[CellResult, ...]
    seconds: float
    interrupted: bool
    executor: str
    before: int = 0
    """The battles that an earlier run had fought."""

    @property
    def battles(self) -> int:
        return sum(each.battles for each in self.cells)


@dataclass
class _StudyRun:
    """The cells on their way: the chunks that are done, and the battles that each has looked at."""

    plan: Plan
    chunks: list[dict[int, Chunk]] = field(default_factory=list)
    fought: list[int] = field(default_factory=list)
    counts: list[Counts] = field(default_factory=list)
    looked: list[int] = field(default_factory=list)
    expected: list[int] = field(default_factory=list)
    spent: dict[str, tuple[int, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        count = len(self.plan.cells)
        self.chunks, self.fought, self.looked = [{} for _ in range(count)], [0] * count, [0] * count
        self.counts = [Counts.none(self.plan.system.lab.tally_names)] * count
        self.expected = [next_look(0, 1.0, 1.0, self.plan.head.limit)] * count

    def add(self, chunk: Chunk) -> None:
        self.chunks[chunk.task.cell][chunk.task.first] = chunk
        self.fought[chunk.task.cell] += chunk.task.battles

    @property
    def done(self) -> int:
        return sum(self.fought)

    def take(self, fought: TaskResult) -> Chunk:
        """Add battles that are done: with their sums, and their rows where those are kept; or only their counts."""
        plan, task = self.plan, fought.task
        bots = plan.cells[task.cell].bots
        before = self.spent.get(bots, (0, 0.0))
        self.spent[bots] = before[0] + task.battles, before[1] + fought.seconds
        if plan.is_detailed:
            small = self.done + task.battles <= LARGE
            keeps = plan.head.keep == "battles" or (plan.head.keep == "auto" and small)
            sums = Sums.of(fought.rows, plan.measures, plan.unit, plan.out)
            chunk = Chunk(task, sums, fought.rows if keeps else None)
        else:
            self.counts[task.cell] += counts_of(plan.system, fought.rows)
            chunk = Chunk(task, Sums.none(()), None)
        self.add(chunk)
        return chunk

    def missing(self, cell: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the battles before ``end`` that are not done, as ranges."""
        at = 0
        for first in sorted(self.chunks[cell]):
            if first >= end:
                break
            if first > at:
                yield at, first - at
            at = first + self.chunks[cell][first].task.battles
        if at < end:
            yield at, end - at

    def tasks(self, cell: int, end: int, seconds: float, workers: int) -> Iterator[Task]:
        """Yield the tasks for the battles before ``end``, each of about ``seconds``."""
        for first, count in list(self.missing(cell, end)):
            at, last = first, first + count
            while at < last:
                size = min(max(int(self.rate(cell) * seconds), 1), -(-(last - at) // workers))
                size = min(size + size % 2, last - at)
                yield Task(cell, at, size)
                at += size

    def rate(self, cell: int) -> float:
        """Return the battles that a worker fights in a second, as far as is known."""
        which = self.plan.cells[cell]
        battles, seconds = self.spent.get(which.bots, (0, 0.0))
        return battles / seconds if seconds > 0 else UNKNOWN_RATE[not which.pairing.is_compiled]

    def first_chunks(self, cell: int) -> list[Chunk]:
        """Return the chunks from battle 0 on without a gap, up to what was looked at last or as far as they go."""
        found, at = [], 0
        while (chunk := self.chunks[cell].get(at)) is not None:
            found.append(chunk)
            at += chunk.task.battles
        return found

    def sums(self, cell: int, end: int | None = None) -> Sums:
        """Return the sums of the battles before ``end``, or of all without a gap."""
        total = Sums.none(self.plan.measures)
        for chunk in self.first_chunks(cell):
            if end is None or chunk.task.first + chunk.task.battles <= end:
                total = total + chunk.sums
        return total


def run(
    plan: Plan, executor: Executor, checkpoint: Checkpoint | None = None, progress: Progress | None = None
) -> Outcome:
    """Carry out a study. Ctrl-C ends it with what is done; whatever else goes wrong, what is done is in the
    checkpoint."""
    run_state, began, reported = _StudyRun(plan), time.perf_counter(), 0.0
    for chunk in checkpoint.found if checkpoint else ():
        run_state.add(chunk)
    before, going, interrupted = run_state.done, list(range(len(plan.cells))), False

    def take(fought: TaskResult) -> None:
        nonlocal reported
        chunk = run_state.take(fought)
        if checkpoint is not None:
            checkpoint.add(chunk)
        if progress is not None and time.perf_counter() - reported > 0.1:
            reported = time.perf_counter()
            progress(_progress_of(run_state, going, executor.workers))

    try:
        while going:
            ends = {cell: _next(run_state, cell) for cell in going}
            asked = (run_state.tasks(cell, end, executor.slice, executor.workers) for cell, end in ends.items())
            executor.run(plan, chain.from_iterable(asked), take)
            for cell, end in ends.items():
                run_state.looked[cell] = end
            going = [cell for cell in going if not _is_done(run_state, cell)]
    except KeyboardInterrupt:
        interrupted = True
    except BattlewrightError as error:
        if checkpoint is not None:
            checkpoint.close()
            if checkpoint.kept:
                where = f"are kept in {checkpoint.path}; the same command goes on with them"
                error.add_note(f"{checkpoint.kept:,} battles {where}.")
            else:
                checkpoint.remove()
        raise
    if checkpoint is not None:
        checkpoint.commit()
    seconds = time.perf_counter() - began
    results = tuple(
        _result(run_state, cell, None if interrupted else run_state.looked[cell]) for cell in range(len(plan.cells))
    )
    return Outcome(plan, results, seconds, interrupted, executor.name, before)


def _worst(plan: Plan, found: list[Estimate]) -> float:
    """Return how much too wide the widest interval is: 1 or less is precise enough."""
    ratios = [
        each.half / plan.precision[measure.name]
        for measure, each in zip(plan.measures, found, strict=True)
        if measure.name in plan.precision
    ]
    return max(ratios, default=0.0)


def _looked(run_state: _StudyRun, cell: int) -> list[Estimate]:
    plan = run_state.plan
    return estimates(run_state.sums(cell, run_state.looked[cell]), plan.measures, plan.precision, plan.unit)


def _next(run_state: _StudyRun, cell: int) -> int:
    """Return the number of battles after which to look next."""
    count, limit = run_state.looked[cell], run_state.plan.head.limit
    if not run_state.plan.precision:
        return limit + (limit % 2 if run_state.plan.is_detailed else 0)
    ratio = _worst(run_state.plan, _looked(run_state, cell)) if count else 1.0
    return next_look(count, ratio, 1.0, limit)


def _is_done(run_state: _StudyRun, cell: int) -> bool:
    plan, count = run_state.plan, run_state.looked[cell]
    ratio = _worst(plan, _looked(run_state, cell))
    expected = min(max(int(count * ratio * ratio), count), plan.head.limit)
    run_state.expected[cell] = expected if ratio > 1 else count
    return ratio <= 1 or count >= plan.head.limit


def _progress_of(run_state: _StudyRun, going: list[int], workers: int) -> StudyProgress:
    expected = [max(each) for each in zip(run_state.expected, run_state.fought, strict=True)]
    left = sum((expected[cell] - run_state.fought[cell]) / run_state.rate(cell) for cell in going)
    return StudyProgress(
        run_state.done, sum(expected), len(run_state.plan.cells) - len(going), len(run_state.plan.cells), left / workers
    )


def _result(run_state: _StudyRun, cell: int, end: int | None) -> CellResult:
    plan = run_state.plan
    sums = run_state.sums(cell, end)
    found = estimates(sums, plan.measures, plan.precision, plan.unit)
    chunks = [chunk for chunk in run_state.first_chunks(cell) if end is None or chunk.task.first < end]
    kept = [chunk.rows for chunk in chunks if chunk.rows is not None]
    rows = np.concatenate(kept) if kept and len(kept) == len(chunks) else None
    precise = sums.battles > 0 and _worst(plan, found) <= 1
    return CellResult(
        plan.cells[cell], sums, tuple(found), precise, rows, None if plan.is_detailed else run_state.counts[cell]
    )
