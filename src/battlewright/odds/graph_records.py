"""The state graph of a question: its arrays, its roll tables, and how it is explored."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Generic, NamedTuple

import numpy as np
import numpy.typing as npt

from battlewright.engine.errors import TooLarge
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import (
    Many,
    allocate,
    array_of,
    bytes_of,
    copy_of,
    grown,
    ints_of,
    layout_of,
    look,
    memory_of,
    numbers,
    restore,
    snapshot,
    wides,
    wides_of,
)
from battlewright.engine.rule import ready
from battlewright.engine.system import BattleT, ChoiceT, SettingT, System
from battlewright.engine.time_limit import within
from battlewright.odds.accumulators import Found, SplitGraph
from battlewright.odds.pools import how_many, outcomes
from battlewright.odds.state_graph import (
    TYPICAL,
    Gains,
    Graph,
    Pause,
    Place,
    Question,
    Rolls,
    Search,
    Table,
    Verdict,
    go_to,
    grapher,
    note_beginning,
    read_ends,
    rebase,
    rehash,
    seek,
)

MOST_OUTCOMES = 5_000_000
MOST_CHOICES = 50_000
KEPT = 20_000
"""Roll tables of at most this many outcomes are cached for later questions."""
SLICE = 20_000
"""Positions expanded between two checks of the clock."""


@dataclass(frozen=True)
class Until:
    """Where a question ends before the battle does: when the stack is less deep than ``depth``, or at a decision of
    ``step``. It does not end at its root, unless ``at_once``."""

    depth: int = 0
    step: int = 0
    at_once: bool = False


class Unread(NamedTuple):
    """Numbers of a battle, by their offsets (``record.place_of``), that no rule reads during the question.

    ``gained`` ones are accumulators, which the answer may need; ``forgotten`` ones are not needed at all.
    """

    gained: tuple[int, ...] = ()
    forgotten: tuple[int, ...] = ()


NOTHING_UNREAD = Unread()


@dataclass(frozen=True)
class RollTable:
    """The outcomes of one kind of roll: their weights without a common factor, the total, and all faces in a row."""

    weights: tuple[int, ...]
    total: int
    faces: array[int]


Asked = Callable[[BattleT, Many[ChoiceT]], tuple[Verdict, int]]
"""A callback at a decision: takes the battle, and a row to write the only choice to. Returns the verdict, and what it
adds to the mark."""

_roll_tables: dict[bytes, RollTable] = {}


class StateGraph(Generic[SettingT, BattleT, ChoiceT]):
    """The positions that a question reaches from one or more roots, and the edges between them."""

    def __init__(
        self,
        system: System[SettingT, BattleT, ChoiceT],
        setting: Many[SettingT],
        until: Until,
        seconds: float,
        unread: Unread = NOTHING_UNREAD,
    ) -> None:
        self.system, self.setting, self._until, self.seconds = system, setting, until, seconds
        self.late = float("inf")
        self.battle = allocate(system.battle)
        self.view = look(system.battle, self.battle)
        width = -(-layout_of(system.battle).position // 2)
        self._memory, self._start = wides_of(self.battle, width), wides(width)
        self.listed = allocate(system.choice, system.max_choices)
        self._faces = numbers(system.max_dice)
        self._searches = allocate(Search)
        self.search = look(Search, self._searches)
        self.search.width, self.search.typical = width, TYPICAL
        self.search.until_depth, self.search.until_step = until.depth, until.step
        self._places, self._edges = allocate(Place, 256), numbers(1024)
        self.roll_tables: list[RollTable] = []
        self._changes = wides(2 * width + 2048)
        self._slots = numbers(1024)
        self._tables = allocate(Table, 8)
        self._rows = numbers(256)
        self._written = 0
        self._ints = ints_of(self.battle)
        self._gaining, self._unread = numbers([*unread.gained, *unread.forgotten]), unread
        self._before, self._before_gains = numbers(0), list[int]()
        self._shown, self._first_node = -1, Node()
        self._gains, self._gained = numbers(64 * len(unread.gained)), numbers(len(self._edges))
        self.search.width_of_gains, self.search.forgotten, self.search.gains = *map(len, unread), 1
        self._beginnings: list[tuple[int, tuple[int, ...]]] = []
        self._split: SplitGraph | None = None

    def __len__(self) -> int:
        return len(self._split) if self._split else self.search.places

    @property
    def places(self) -> Many[Place]:
        """All positions, by index."""
        return self._split.places if self._split else self._places

    @property
    def edges(self) -> Many[int]:
        """The successors of all positions, position by position."""
        return self._split.edges if self._split else self._edges

    def begin(self, battle: Many[BattleT]) -> int:
        """Add a root and return its index. All roots must be added before ``explore``."""
        if not self.search.places:
            restore(self.battle, snapshot(battle))
            self.view.tail.silent = 1
            self._start[:] = self._memory
            self._first_node = copy_of(self.view.node)
            self._before = numbers([int(self._ints[place]) for place in memory_of(self._gaining)])
            self._before_gains = memory_of(self._before).tolist()
        self._take(battle)
        gained = self._take_gains()
        self._make_room()
        number = note_beginning(self._memory, self._start, self._searches, self._places, self._changes, self._slots)
        self._memory[:] = self._start
        self.search.roots = 0 if self._until.at_once else self.search.places
        if (number, gained) not in self._beginnings:
            self._beginnings.append((number, gained))
        return self._beginnings.index((number, gained))

    def explore(self, asked: Asked[BattleT, ChoiceT] | None = None, asks: int = 0) -> None:
        """Find every reachable position; ``asked`` answers the decisions of the step ``asks`` (-1: all)."""
        self.search.asks = asks
        explore = ready(grapher(self.system))
        self.seconds = within(2 * self.seconds) / 2  # of a limit, half is left for another answer
        self.late = time.monotonic() + self.seconds  # the clock starts after compilation
        if self.search.roots == 1 and self._first_node.kind == NodeKind.CHANCE:
            self._add_table(self._first_node)  # needed at the first step
        while True:
            pause = explore(
                Question(self.setting, self.battle, self.listed, self._faces, self._memory, self._ints, self._start),
                Graph(self._searches, self._places, self._changes, self._edges, self._slots),
                Rolls(self._tables, self._rows),
                Gains(self._gaining, self._before, self._gains, self._gained),
                SLICE,
            )
            if pause == Pause.FOUND:
                break
            if pause == Pause.ROOM:
                self._make_room()
            elif pause == Pause.OUTCOMES:
                self._add_table(self.view.node)
            elif pause == Pause.ASKED and asked is not None:
                self.search.verdict, self.search.marks = asked(self.view, self.listed)
            elif pause == Pause.TYPICAL:
                self._rebase()
            elif pause == Pause.REFUSED:
                raise AssertionError("a listed choice was refused")
            if self.search.row > MOST_CHOICES and self.view.node.kind == NodeKind.DECISION:
                raise TooLarge(f"A decision has more than {MOST_CHOICES:,} choices here; that is too many to try.")
            self._check_time()
        if self.search.width_of_gains:
            found = Found(self._places, self._edges, self._gained, self._gains)
            self._split = SplitGraph(self._beginnings, found, self.search.gains, self._check_time)

    def leave_to_chance(self, number: int, weights: Sequence[int]) -> None:
        """Turn an explored decision into a chance node with these weights of its choices."""
        assert self._split is None, "choices are left to chance where all numbers are read"
        place = look(Place, self._places, number)
        place.kind, place.table = NodeKind.CHANCE, len(self.roll_tables)
        common = gcd(*weights)
        parts = tuple(weight // common for weight in weights)
        self.roll_tables.append(RollTable(parts, sum(parts), array("i")))

    def show(self, number: int) -> BattleT:
        """Return the battle at a position; the view is reused by the next call."""
        if self._split is None:
            self._go_to(number)
            return self.view
        place, gained = self._split.parts(number)
        if place != self._shown:
            self._go_to(place)
            self._shown = place
        for at, before, gain in zip(self._unread.gained, self._before_gains, gained, strict=False):
            self._ints[at] = before + gain
        return self.view

    def _go_to(self, number: int) -> None:
        self._memory[:] = self._start
        place = look(Place, self._places, number)
        go_to(self._memory, self._changes, place.first_change, place.changes)

    def read(self, numbered: Sequence[int], wanted: Sequence[int]) -> npt.NDArray[np.int64]:
        """Return numbers of the battle (by ``record.place_of``) at each of these positions, one row per position."""
        at = np.asarray(numbered, np.int64)
        parts = self._split.all_parts() if self._split else None
        places = parts[0][at] if parts else at
        rows = numbers(len(at) * len(wanted))
        self._memory[:] = self._start
        self._shown = -1
        read_ends(
            self._memory,
            self._start,
            self._ints,
            self._places,
            self._changes,
            numbers(places.tolist()),
            numbers(wanted),
            rows,
        )
        found = array_of(rows).reshape(len(at), len(wanted)).astype(np.int64)
        for column, place in enumerate(wanted):
            if parts and place in self._unread.gained:
                found[:, column] += parts[1][at, self._unread.gained.index(place)]
        return found

    def find(self, battle: Many[BattleT]) -> int | None:
        """Return the index of a battle's position, or None if the question does not reach it."""
        self._take(battle)
        self._shown = -1
        gained = self._take_gains()
        self._make_room()
        number = seek(self._memory, self._start, 0, self._searches[0], self._places, self._changes, self._slots)
        self._memory[:] = self._start
        if number < 0:
            return None
        return self._split.find(number, gained) if self._split else number

    def _take(self, battle: Many[BattleT]) -> None:
        """Copy the position of a battle into memory; it may end in the middle of a 64-bit word."""
        self._memory[:] = wides_of(battle, self.search.width)
        self.view.tail.silent = 1

    def _take_gains(self) -> tuple[int, ...]:
        """Return the gains of the battle in memory, and reset them there."""
        gained = []
        for place, before in zip(memory_of(self._gaining), self._before_gains, strict=True):
            gained.append(int(self._ints[place]) - before)
            self._ints[place] = before
        return tuple(gained[: len(self._unread.gained)])

    def _check_time(self) -> None:
        """Raise TooLarge past the deadline."""
        if time.monotonic() > self.late:
            expanded, known = self.search.next, self.search.places
            progress = f"{expanded:,} positions were expanded and {known - expanded:,} more were waiting"
            raise TooLarge(
                f"This question takes more than {float(f'{self.seconds:.3g}'):g} seconds to answer exactly: {progress}."
            )

    def _make_room(self) -> None:
        """Double each array that is full."""
        search = self.search
        if search.places >= len(self._places):
            self._places = grown(allocate(Place, 2 * len(self._places)), self._places)
        if search.edges >= len(self._edges):
            self._edges = grown(numbers(2 * len(self._edges)), self._edges)
            self._gained = grown(numbers(len(self._edges)), self._gained)
        if (search.gains + 1) * search.width_of_gains > len(self._gains):
            self._gains = grown(numbers(2 * len(self._gains)), self._gains)
        if search.changes + 2 * search.width > len(self._changes):
            self._changes, changes = wides(2 * len(self._changes)), self._changes
            self._changes[: len(changes)] = changes
        if 2 * search.places >= len(self._slots):
            self._slots = numbers(4 * len(self._slots))
            rehash(self._searches[0], self._places, self._changes, self._slots)

    def _rebase(self) -> None:
        last = look(Place, self._places, self.search.places - 1)
        # two positions differ at most where either differs from the old base
        most = self.search.changes + 2 * self.search.places * last.changes + 4 * self.search.width
        changes = wides(max(most, len(self._changes)))
        rebase(
            self._memory, self._start, self._searches[0], self._places, self._changes, wides(len(self._start)), changes
        )
        self._changes, self.search.typical = changes, TYPICAL * self.search.typical
        memory_of(self._slots)[:] = memory_of(numbers(len(self._slots)))
        rehash(self._searches[0], self._places, self._changes, self._slots)

    def _add_table(self, node: Node) -> None:
        """Add the roll table of a chance node."""
        roll_table = roll_table_of(node, self._check_time)
        if self.search.tables >= len(self._tables):
            self._tables = grown(allocate(Table, 2 * len(self._tables)), self._tables)
        table = look(Table, self._tables, self.search.tables)
        table.dice, table.sides, table.likeness = node.dice, node.sides, node.likeness
        table.alike[:] = node.alike
        table.first, table.count = self._written, len(roll_table.weights)
        end = self._written + len(roll_table.faces)
        if end > len(self._rows):
            self._rows = grown(numbers(max(end, 2 * len(self._rows))), self._rows)
        memory_of(self._rows)[self._written : end] = memoryview(roll_table.faces)
        self._written = end
        self.search.tables += 1
        self.roll_tables.append(roll_table)


def roll_table_of(node: Node, check_time: Callable[[], None] = lambda: None) -> RollTable:
    """Return the roll table of a chance node. ``check_time`` is called now and then, and may raise TooLarge."""
    key = bytes_of(node).tobytes()
    if key in _roll_tables:
        return _roll_tables[key]
    many = how_many(node)
    if many > MOST_OUTCOMES:
        dice = f"{node.dice} dice of {node.sides} sides"
        raise TooLarge(f"{dice} have {many:,} distinct outcomes here; that is too many to try.")
    weights, faces = list[int](), array("i")
    for rolled, weight in outcomes(copy_of(node)):
        weights.append(weight)
        faces.extend(rolled)
        if len(weights) % SLICE == 0:
            check_time()
    common = gcd(*weights)
    roll_table = RollTable(tuple(weight // common for weight in weights), sum(weights) // common, faces)
    if many <= KEPT:
        _roll_tables[key] = roll_table
    return roll_table
