"""What an exploration is given and gives: room for positions, tables of rolls, and the graph of what leads where."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple

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
from battlewright.engine.system import System
from battlewright.odds.accumulators import Found, Unfolded
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
    count_from_another,
    go_to,
    grapher,
    note_beginning,
    read_ends,
    seek,
    spread_again,
)

MOST_OUTCOMES = 5_000_000
MOST_CHOICES = 50_000
KEPT = 20_000
"""Tables of at most so many outcomes are kept for the next question."""
SLICE = 20_000
"""So many positions are looked at between two looks at the clock."""


@dataclass(frozen=True)
class Until:
    """Where a question ends before the battle does: when the stack is less deep than ``depth``, or at a decision of
    ``step``. It does not end where it begins, unless it may do so ``at_once``."""

    depth: int = 0
    step: int = 0
    at_once: bool = False


class Unread(NamedTuple):
    """Numbers of a battle, by their places (``record.place_of``), that no rule reads while the question lasts.

    ``gained`` ones are only added to, and asked about in the end; ``forgotten`` ones are not even asked about.
    """

    gained: tuple[int, ...] = ()
    forgotten: tuple[int, ...] = ()


NOTHING_UNREAD = Unread()


@dataclass(frozen=True)
class Fall:
    """What may fall at a kind of roll: the weights of its outcomes without their common factor, what they come to, and
    the faces of all outcomes in a row."""

    weights: tuple[int, ...]
    total: int
    faces: array[int]


Asked = Callable[[Any, Many[Any]], tuple[Verdict, int]]
"""Somebody outside, asked at a decision: the battle as it stands, and room to write the only choice to. The answer
is what to do there, and what that adds to the mark."""

_falls: dict[bytes, Fall] = {}


class StateGraph:
    """The positions that a question reaches from one or more beginnings, and what leads where."""

    def __init__(
        self, system: System, setting: Many[Any], until: Until, seconds: float, unread: Unread = NOTHING_UNREAD
    ) -> None:
        self.system, self.setting, self._until, self.seconds = system, setting, until, seconds
        self.late = float("inf")
        self.battle: Many[Any] = allocate(system.battle)
        self.view = look(system.battle, self.battle)
        width = -(-layout_of(system.battle).position // 2)
        self._memory, self._start = wides_of(self.battle, width), wides(width)
        self.listed: Many[Any] = allocate(system.choice, system.max_choices)
        self._faces = numbers(system.max_dice)
        self._searches = allocate(Search)
        self.search = look(Search, self._searches)
        self.search.width, self.search.typical = width, TYPICAL
        self.search.until_depth, self.search.until_step = until.depth, until.step
        self._places, self._edges = allocate(Place, 256), numbers(1024)
        self.falls: list[Fall] = []
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
        self._unfolded: Unfolded | None = None

    def __len__(self) -> int:
        return len(self._unfolded) if self._unfolded else self.search.places

    @property
    def places(self) -> Many[Place]:
        """All positions, by their numbers."""
        return self._unfolded.places if self._unfolded else self._places

    @property
    def edges(self) -> Many[int]:
        """The positions that each leads to, one after the other."""
        return self._unfolded.edges if self._unfolded else self._edges

    def begin(self, battle: Many[Any]) -> int:
        """The number of a position to begin with; all are named before the first is explored."""
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

    def explore(self, asked: Asked | None = None, asks: int = 0) -> None:
        """Find every position that can be reached; ``asked`` answers the decisions of the step ``asks`` (-1: all)."""
        self.search.asks = asks
        explore = ready(grapher(self.system))
        self.late = time.monotonic() + self.seconds  # the clock starts once all is compiled
        if self.search.roots == 1 and self._first_node.kind == NodeKind.CHANCE:
            self._add_table(self._first_node)  # it would be asked for at once
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
                self._count_from_a_typical_one()
            elif pause == Pause.REFUSED:
                raise AssertionError("a listed choice was refused")
            if self.search.row > MOST_CHOICES and self.view.node.kind == NodeKind.DECISION:
                raise TooLarge(f"A decision has more than {MOST_CHOICES:,} choices here; that is too many to try.")
            self._check_time()
        if self.search.width_of_gains:
            found = Found(self._places, self._edges, self._gained, self._gains)
            self._unfolded = Unfolded(self._beginnings, found, self.search.gains, self._check_time)

    def leave_to_chance(self, number: int, weights: Sequence[int]) -> None:
        """A decision that was explored is made by chance: each of its choices with its weight."""
        assert self._unfolded is None, "choices are left to chance where all numbers are read"
        place = look(Place, self._places, number)
        place.kind, place.table = NodeKind.CHANCE, len(self.falls)
        common = gcd(*weights)
        parts = tuple(weight // common for weight in weights)
        self.falls.append(Fall(parts, sum(parts), array("i")))

    def show(self, number: int) -> Any:
        """The battle as it stands at a position: the same view every time."""
        if self._unfolded is None:
            self._go_to(number)
            return self.view
        place, gained = self._unfolded.parts(number)
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
        """Some numbers of the battle (by ``record.place_of``) as it stands at each of these positions, row by row."""
        at = np.asarray(numbered, np.int64)
        parts = self._unfolded.all_parts() if self._unfolded else None
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

    def find(self, battle: Many[Any]) -> int | None:
        """The number of the position where a battle stands, if the question reaches it."""
        self._take(battle)
        self._shown = -1
        gained = self._take_gains()
        self._make_room()
        number = seek(self._memory, self._start, 0, self._searches[0], self._places, self._changes, self._slots)
        self._memory[:] = self._start
        if number < 0:
            return None
        return self._unfolded.find(number, gained) if self._unfolded else number

    def _take(self, battle: Many[Any]) -> None:
        """Bring the position of a battle into memory. Where that ends within a word, what follows stays as it is."""
        self._memory[:] = wides_of(battle, self.search.width)
        self.view.tail.silent = 1

    def _take_gains(self) -> tuple[int, ...]:
        """What the battle in memory has gained; it forgets it."""
        gained = []
        for place, before in zip(memory_of(self._gaining), self._before_gains, strict=True):
            gained.append(int(self._ints[place]) - before)
            self._ints[place] = before
        return tuple(gained[: len(self._unread.gained)])

    def _check_time(self) -> None:
        """Nobody waits longer than was said."""
        if time.monotonic() > self.late:
            looked_at, known = self.search.next, self.search.places
            progress = f"{looked_at:,} positions were looked at and {known - looked_at:,} more were known by then"
            raise TooLarge(f"This question takes more than {self.seconds:g} seconds to answer exactly: {progress}.")

    def _make_room(self) -> None:
        """Twice the room, where none is left."""
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
            spread_again(self._searches[0], self._places, self._changes, self._slots)

    def _count_from_a_typical_one(self) -> None:
        last = look(Place, self._places, self.search.places - 1)
        # what two positions differ in lies within what each of them differs in from the old beginning
        most = self.search.changes + 2 * self.search.places * last.changes + 4 * self.search.width
        changes = wides(max(most, len(self._changes)))
        count_from_another(
            self._memory, self._start, self._searches[0], self._places, self._changes, wides(len(self._start)), changes
        )
        self._changes, self.search.typical = changes, TYPICAL * self.search.typical
        memory_of(self._slots)[:] = memory_of(numbers(len(self._slots)))
        spread_again(self._searches[0], self._places, self._changes, self._slots)

    def _add_table(self, node: Node) -> None:
        """Table the roll of the position that is looked at."""
        fall = fall_of(node, self._check_time)
        if self.search.tables >= len(self._tables):
            self._tables = grown(allocate(Table, 2 * len(self._tables)), self._tables)
        table = look(Table, self._tables, self.search.tables)
        table.dice, table.sides, table.likeness = node.dice, node.sides, node.likeness
        table.alike[:] = node.alike
        table.first, table.count = self._written, len(fall.weights)
        end = self._written + len(fall.faces)
        if end > len(self._rows):
            self._rows = grown(numbers(max(end, 2 * len(self._rows))), self._rows)
        memory_of(self._rows)[self._written : end] = memoryview(fall.faces)
        self._written = end
        self.search.tables += 1
        self.falls.append(fall)


def fall_of(node: Node, check_time: Callable[[], None] = lambda: None) -> Fall:
    """The table of a roll; now and then it is asked whether there is time left."""
    key = bytes_of(node).tobytes()
    if key in _falls:
        return _falls[key]
    many = how_many(node)
    if many > MOST_OUTCOMES:
        dice = f"{node.dice} dice of {node.sides} sides"
        raise TooLarge(f"{dice} fall in {many:,} ways that count here; that is too many to try.")
    weights, faces = list[int](), array("i")
    for fallen, weight in outcomes(copy_of(node)):
        weights.append(weight)
        faces.extend(fallen)
        if len(weights) % SLICE == 0:
            check_time()
    common = gcd(*weights)
    fall = Fall(tuple(weight // common for weight in weights), sum(weights) // common, faces)
    if many <= KEPT:
        _falls[key] = fall
    return fall
