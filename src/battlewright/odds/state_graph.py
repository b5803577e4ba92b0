"""The state graph of a question: its arrays, its roll tables, and how it is explored."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Generic, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from battlewright.engine.compiler.rule import ready
from battlewright.engine.errors import TooLarge
from battlewright.engine.node import NodeKind
from battlewright.engine.record import (
    Row,
    allocate,
    array_of,
    grown,
    int64_row,
    int64_view,
    ints_of,
    layout_of,
    look,
    memory_of,
    numbers,
)
from battlewright.engine.rulebook import BattleT, ChoiceT, Rules, SettingT
from battlewright.engine.text import seconds_of
from battlewright.engine.time_limit import is_stopped, within
from battlewright.odds.accumulators import MergedGraph, SplitGraph
from battlewright.odds.explorer import explorer
from battlewright.odds.graph_records import (
    TYPICAL,
    ArrayPool,
    Exploration,
    Gains,
    Graph,
    Memory,
    Pause,
    Progress,
    Verdict,
    Vertex,
    add_root,
    clear_graph,
    find_position,
    go_to,
    read_ends,
    rebase,
    rehash,
    sort_topologically,
)
from battlewright.odds.roll_tables import Rolls, RollTable, Table, Written, new_rolls, roll_table_of

MOST_CHOICES = 50_000
SLICE = 20_000
"""Positions expanded between two checks of the clock."""
WIDEST = 1 << 61
"""Weights and values in 64 bits stay below this."""


@dataclass(frozen=True)
class Until:
    """Where a question ends before the battle does: when the stack is less deep than ``depth``, or at a decision of
    ``step``. It does not end at its root, unless ``at_once``."""

    depth: int = 0
    step: int = 0
    at_once: bool = False


class StateReduction(NamedTuple):
    """Numbers that no rule reads during a question, so the state graph leaves them out: their offsets in the battle
    (``record.offset_of``).

    ``accumulated`` ones are only added to, and the answer may need them; ``ignored`` ones are not needed at all.
    """

    accumulated: tuple[int, ...] = ()
    ignored: tuple[int, ...] = ()


NO_REDUCTION = StateReduction()


Asked = Callable[[BattleT, Row[ChoiceT]], tuple[Verdict, int]]
"""A callback at a decision: takes the battle, and a row to write the only choice to. Returns the verdict, and what it
adds to the mark."""


class Arrays(NamedTuple, Generic[BattleT, ChoiceT]):
    """The arrays of a state graph, with views of its battle and its progress."""

    battle: Row[BattleT]
    view: BattleT
    listed: Row[ChoiceT]
    faces: Row[int]
    memory: Memory
    progress: Progress
    graph: Graph
    gain_of_edge: Row[int]
    rolls: Rolls


_pool: ArrayPool[Arrays] = ArrayPool()
NO_NUMBERS = numbers(0)


def new_arrays(rules: Rules[SettingT, BattleT, ChoiceT]) -> Arrays[BattleT, ChoiceT]:
    """Return arrays for a question of ordinary size."""
    battle, progress_row = allocate(rules.battle), allocate(Progress)
    progress, position = look(Progress, progress_row), layout_of(rules.battle).position
    progress.position, progress.width = position, -(-position // 2)
    width = progress.width
    return Arrays(
        battle,
        look(rules.battle, battle),
        allocate(rules.choice, rules.max_choices),
        numbers(rules.max_dice),
        Memory(int64_view(battle, width), ints_of(battle), int64_row(width)),
        progress,
        Graph(progress_row, allocate(Vertex, 2048), int64_row(2 * width + 32768), numbers(8192), numbers(4096)),
        numbers(8192),
        new_rolls(16),
    )


class StateGraph(Generic[SettingT, BattleT, ChoiceT]):
    """The positions that a question reaches from one or more roots, and the edges between them.

    When it is dropped, another one uses its arrays: keep none of its views and rows without it. ``order`` is the
    topological order of all positions, each before its successors; None if there is a loop.
    """

    def __init__(
        self,
        rules: Rules[SettingT, BattleT, ChoiceT],
        setting: Row[SettingT],
        until: Until,
        seconds: float,
        reduction: StateReduction = NO_REDUCTION,
    ) -> None:
        self.rules, self.setting, self._until, self.seconds = rules, setting, until, seconds
        self.late = float("inf")
        self._arrays: Arrays[BattleT, ChoiceT] = _pool.take(rules, lambda: new_arrays(rules))
        arrays = self._arrays
        self.battle, self.listed, self._memory = arrays.battle, arrays.listed, arrays.memory
        self.view: BattleT = arrays.view
        self.progress, self._graph, self.rolls = arrays.progress, arrays.graph, arrays.rolls
        ready(clear_graph)(self._graph, self.rolls)
        progress = self.progress
        progress.until_depth, progress.until_step, progress.typical = until.depth, int(until.step), TYPICAL
        progress.width_of_gains, progress.ignored = len(reduction.accumulated), len(reduction.ignored)
        self._reduction = reduction
        offsets = numbers([*reduction.accumulated, *reduction.ignored]) if any(reduction) else NO_NUMBERS
        gains = numbers(64 * len(reduction.accumulated)) if reduction.accumulated else NO_NUMBERS
        before = numbers(len(offsets)) if any(reduction) else NO_NUMBERS
        self._accumulators = Gains(offsets, before, gains, arrays.gain_of_edge)
        self._large_tables: dict[int, RollTable] = {}
        self._shown = -1
        self.order: Row[int] | None = None
        self._roots: list[tuple[int, tuple[int, ...]]] = []
        self._split: SplitGraph | None = None

    def __del__(self) -> None:
        _pool.give_back(self.rules, self._arrays)

    def __len__(self) -> int:
        return len(self._split) if self._split is not None else self.progress.vertices

    @property
    def vertices(self) -> Row[Vertex]:
        """All positions, by index."""
        return (self._graph if self._split is None else self._split.arrays).vertices

    @property
    def edges(self) -> Row[int]:
        """The successors of all positions, position by position."""
        return (self._graph if self._split is None else self._split.arrays).edges

    def begin(self, battle: Row[BattleT]) -> int:
        """Add a root and return its index. All roots must be added before ``explore``."""
        if self.progress.vertices:
            self._make_room()
        number = ready(add_root)(ints_of(battle), self._memory, self._graph, self._accumulators)
        self.progress.roots = 0 if self._until.at_once else self.progress.vertices
        root = number, self._last_gains()
        if root not in self._roots:
            self._roots.append(root)
        return self._roots.index(root)

    def explore(self, asked: Asked[BattleT, ChoiceT] | None = None, asks: int = 0) -> None:
        """Find every reachable position; ``asked`` answers the decisions of the step ``asks`` (-1: all)."""
        self.progress.asks = asks
        explore = ready(explorer(self.rules))
        self.seconds = within(2 * self.seconds) / 2  # of a limit, half is left for another answer
        self.late = time.monotonic() + self.seconds  # the clock starts after compilation
        question = Exploration(self.setting, self.battle, self.listed, self._arrays.faces)
        while True:
            self._check_time()
            pause = explore(question, self._memory, self._graph, self.rolls, self._accumulators, SLICE)
            if pause == Pause.FOUND:
                break
            if pause == Pause.ROOM:
                self._make_room()
            elif pause == Pause.OUTCOMES:
                node = self.view.node
                self._add_table(roll_table_of(node, self._check_time))
                table = look(Table, self.rolls.tables, self.tables - 1)
                table.dice, table.sides, table.symmetry = node.dice, node.sides, node.symmetry
                table.face_class[:] = node.face_class
            elif pause == Pause.ASKED and asked is not None:
                self.progress.verdict, self.progress.marks = asked(self.view, self.listed)
            elif pause == Pause.TYPICAL:
                self._rebase()
            if self.progress.row > MOST_CHOICES and self.view.node.kind == NodeKind.DECISION:
                raise TooLarge(f"A decision has more than {MOST_CHOICES:,} choices here; that is too many to try.")
        count, vertices, edges = self.progress.vertices, self._graph.vertices, self._graph.edges
        order = numbers(count)
        is_sorted = ready(sort_topologically)(vertices, edges, numbers(count), order)
        if self.progress.width_of_gains:
            found = MergedGraph(vertices, edges, self._accumulators.gain_of_edge, self._accumulators.gains)
            self._split = SplitGraph(self._roots, found, self.progress.gains, self._check_time)
            order = self._split.sort(order) if is_sorted else order
        self.order = order if is_sorted else None

    def leave_to_chance(self, number: int, weights: Sequence[int]) -> None:
        """Turn an explored decision into a chance node with these weights of its choices."""
        assert self._split is None, "choices are left to chance where all numbers are read"
        vertex = look(Vertex, self._graph.vertices, number)
        common = gcd(*weights)
        parts = tuple(weight // common for weight in weights)
        vertex.kind, vertex.table = NodeKind.CHANCE, self.tables
        self._add_table(RollTable(parts, sum(parts), array("i")))

    @property
    def tables(self) -> int:
        """The number of roll tables."""
        return look(Written, self.rolls.written).tables

    @property
    def is_wide(self) -> bool:
        """Whether any roll table has weights beyond 64 bits."""
        return bool(self._large_tables)

    def roll_weights(self, number: int) -> Sequence[int]:
        """Return the weights of a roll table, in the order of the edges."""
        if number in self._large_tables:
            return self._large_tables[number].weights
        table = look(Table, self.rolls.tables, number)
        weights = array_of(self.rolls.weights)[table.first_weight : table.first_weight + table.count]
        return cast("list[int]", weights.tolist())

    def show(self, number: int) -> BattleT:
        """Return the battle at a position; the view is reused by the next call."""
        if self._split is None:
            self._go_to(number)
            return self.view
        vertex, sums = self._split.parts(number)
        if vertex != self._shown:
            self._go_to(vertex)
            self._shown = vertex
        for offset, before, gain in zip(
            self._reduction.accumulated, memory_of(self._accumulators.before), sums, strict=False
        ):
            self._memory.ints[offset] = before + gain
        return self.view

    def _go_to(self, number: int) -> None:
        words, vertex = self._memory.words, look(Vertex, self._graph.vertices, number)
        words[:] = self._memory.base
        ready(go_to)(words, self._graph.changes, vertex.first_change, vertex.changes)

    def read(self, numbered: Sequence[int], wanted: Sequence[int]) -> npt.NDArray[np.int64]:
        """Return numbers of the battle (by ``record.offset_of``) at each of these positions, one row per position."""
        rows = array_of(self.rows(numbers(list(numbered)), numbers(wanted)))
        return rows.reshape(len(numbered), len(wanted)).astype(np.int64)

    def rows(self, numbered: Row[int], wanted: Row[int]) -> Row[int]:
        """Return the same, row after row."""
        vertices = self._split.merged(numbered) if self._split is not None else numbered
        rows = numbers(len(numbered) * len(wanted))
        self._shown = -1
        ready(read_ends)(self._memory, self._graph, vertices, wanted, rows)
        if self._split is not None:
            column_of = {offset: column for column, offset in enumerate(array_of(wanted).tolist())}
            for number, offset in enumerate(self._reduction.accumulated):
                if offset in column_of:
                    self._split.add_sums(numbered, number, rows, column_of[offset], len(wanted))
        return rows

    def find(self, battle: Row[BattleT]) -> int | None:
        """Return the index of a battle's position, or None if the question does not reach it."""
        self._shown = -1
        self._make_room()
        number = ready(find_position)(ints_of(battle), self._memory, self._graph, self._accumulators)
        if number < 0:
            return None
        return self._split.find(number, self._last_gains()) if self._split is not None else number

    def _last_gains(self) -> tuple[int, ...]:
        """Return the gains of the position that was taken last."""
        width = self.progress.width_of_gains
        first = self.progress.gains * width
        return tuple(memory_of(self._accumulators.gains)[first : first + width]) if width else ()

    def _check_time(self) -> None:
        """Raise TooLarge past the deadline, or once the work was stopped."""
        if is_stopped() or time.monotonic() >= self.late:
            expanded, known = self.progress.next, self.progress.vertices
            done = f"{expanded:,} positions were expanded and {known - expanded:,} more were waiting"
            raise TooLarge(f"This question takes more than {seconds_of(self.seconds)} to answer exactly: {done}.")

    def _make_room(self) -> None:
        """Double each array that is full."""
        progress, (progress_row, vertices, changes, edges, slots) = self.progress, self._graph
        offsets, before, gains, gain_of_edge = self._accumulators
        is_crowded = 2 * progress.vertices >= len(slots)
        if progress.vertices >= len(vertices):
            vertices = grown(allocate(Vertex, 2 * len(vertices)), vertices)
        if progress.edges >= len(edges):
            edges, gain_of_edge = grown(numbers(2 * len(edges)), edges), grown(numbers(2 * len(edges)), gain_of_edge)
        if (progress.gains + 1) * progress.width_of_gains > len(gains):
            gains = grown(numbers(2 * len(gains)), gains)
        if progress.changes + 2 * progress.width > len(changes):
            changes = grown(int64_row(2 * len(changes)), changes)
        slots = numbers(4 * len(slots)) if is_crowded else slots
        self._graph = Graph(progress_row, vertices, changes, edges, slots)
        self._accumulators = Gains(offsets, before, gains, gain_of_edge)
        if is_crowded:
            ready(rehash)(self._graph)

    def _rebase(self) -> None:
        progress, graph = self.progress, self._graph
        last = look(Vertex, graph.vertices, progress.vertices - 1)
        # two positions differ at most where either differs from the old base
        most = progress.changes + 2 * progress.vertices * last.changes + 4 * progress.width
        changes = int64_row(2 * most)
        ready(rebase)(self._memory, graph, int64_row(progress.width), changes)
        progress.typical *= TYPICAL
        self._graph = graph._replace(changes=changes)
        ready(rehash)(self._graph)

    def _add_table(self, roll_table: RollTable) -> None:
        """Add a roll table that was made in Python; its node is written by the caller."""
        written, number = look(Written, self.rolls.written), self.tables
        self._make_room_for(roll_table)
        _, tables, rows, weights, totals = self.rolls
        table, count = look(Table, tables, number), len(roll_table.weights)
        table.first, table.first_weight, table.count = written.faces, written.weights, count
        memory_of(rows)[written.faces : written.faces + len(roll_table.faces)] = memoryview(roll_table.faces)
        if roll_table.total < WIDEST:
            array_of(weights)[written.weights : written.weights + count] = roll_table.weights
            totals[number] = roll_table.total
        else:
            self._large_tables[number] = roll_table
        written.tables, written.weights = number + 1, written.weights + count
        written.faces += len(roll_table.faces)

    def _make_room_for(self, roll_table: RollTable) -> None:
        written, tables, rows, weights, totals = self.rolls
        used = look(Written, written)
        if used.tables >= len(tables):
            tables = grown(allocate(Table, 2 * len(tables)), tables)
            totals = grown(int64_row(2 * len(totals)), totals)
        faces, count = used.faces + len(roll_table.faces), used.weights + len(roll_table.weights)
        rows = grown(numbers(2 * faces), rows) if faces > len(rows) else rows
        weights = grown(int64_row(2 * count), weights) if count > len(weights) else weights
        self.rolls = Rolls(written, tables, rows, weights, totals)
