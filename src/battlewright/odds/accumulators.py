"""Gains kept apart from positions.

Some numbers of a battle are only added to while a question lasts, and no rule reads them before it ends: the stress
that a clash causes. Positions that differ in nothing else lead to the same places, so they are explored once, with what
each way adds; here they are told apart again, by what has been gained in all. That takes no rules, only additions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from battlewright.engine.record import Many, Record, allocate, grown, look, memory_of, numbers
from battlewright.engine.rule import rule
from battlewright.odds.state_graph import FACTOR, MASK, Place

Sums = tuple[int, ...]
"""What has been gained in all, number by number."""


class Found(NamedTuple):
    """Places without their gains, the edges between them, which row of gains each adds, and these rows."""

    places: Many[Place]
    edges: Many[int]
    gained: Many[int]
    gains: Many[int]


class Accumulation(Record):
    """How far it has come: what is known of places with their sums, of ways, and of sums."""

    width: int
    gains: int
    places: int
    edges: int
    sums: int
    next: int


class Known(Record):
    """A place with a sum: the number of the position without its gains, and that of the sum."""

    place: int
    sum: int


@rule()
def add_gain(
    sums: Many[int],
    sum_slots: Many[int],
    gains: Many[int],
    following: Many[int],
    unfolding: Accumulation,
    sum: int,
    gain: int,
) -> int:
    """The number of a sum with a gain added; each is worked out once."""
    at = sum * unfolding.gains + gain
    if not following[at]:
        width, new = unfolding.width, unfolding.sums
        for number in range(width):
            sums[new * width + number] = sums[sum * width + number] + gains[gain * width + number]
        following[at] = 1 + enter_sum(sums, sum_slots, unfolding)
    return following[at] - 1


@rule()
def enter_sum(sums: Many[int], sum_slots: Many[int], unfolding: Accumulation) -> int:
    """The number of the sum that was written last; it is a new one only where it was not known."""
    width, new, size = unfolding.width, unfolding.sums, len(sum_slots)
    spread = 0
    for number in range(width):
        spread = ((spread ^ (sums[new * width + number] & MASK)) * FACTOR) & MASK
    slot = (spread ^ (spread >> 15)) & (size - 1)
    while sum_slots[slot]:
        known = sum_slots[slot] - 1
        same = True
        for number in range(width):
            if sums[known * width + number] != sums[new * width + number]:
                same = False
                break
        if same:
            return known
        slot = (slot + 1) & (size - 1)
    sum_slots[slot] = new + 1
    unfolding.sums += 1
    return new


@rule()
def enter_sums_again(sums: Many[int], sum_slots: Many[int], unfolding: Accumulation) -> None:
    """Enter all sums in a new, empty table of slots."""
    count = unfolding.sums
    unfolding.sums = 0
    for _ in range(count):
        enter_sum(sums, sum_slots, unfolding)


@rule()
def slot_of_sum(known: Many[Known], slots: Many[int], place: int, sum: int) -> int:
    """The slot of a place with a sum; it is empty where that is not known. Those of one place lie together."""
    size = len(slots)
    slot = (((place * FACTOR) & MASK) + sum) & (size - 1)
    while slots[slot]:
        number = slots[slot] - 1
        if known[number].place == place and known[number].sum == sum:
            return slot
        slot = (slot + 1) & (size - 1)
    return slot


@rule()
def enter(unfolding: Accumulation, known: Many[Known], slots: Many[int], place: int, sum: int) -> int:
    """The number of a place with a sum, a new one where it was not known."""
    slot = slot_of_sum(known, slots, place, sum)
    if slots[slot]:
        return slots[slot] - 1
    number = unfolding.places
    slots[slot] = number + 1
    known[number].place = place
    known[number].sum = sum
    unfolding.places += 1
    return number


class Apart(NamedTuple):
    """Places that are told apart: what is known of them, the slots in which they are found again, the places, and the
    edges between them."""

    known: Many[Known]
    slots: Many[int]
    places: Many[Place]
    edges: Many[int]


class SumTable(NamedTuple):
    """All sums, the slots in which they are found again, and which sum follows another by each row of gains."""

    sums: Many[int]
    slots: Many[int]
    following: Many[int]


@rule()
def unfold(unfolding: Accumulation, found: Found, apart: Apart, table: SumTable) -> bool:
    """Tell all places apart by their sums; False if there is no room left, and it may go on with more."""
    places, edges, gained, gains = found
    known, slots, unfolded, ways = apart
    sums, sum_slots, following = table
    while unfolding.next < unfolding.places:
        here = known[unfolding.next].place
        place = places[here]
        if (
            unfolding.places + place.count > len(unfolded)
            or 2 * (unfolding.places + place.count) > len(slots)
            or unfolding.edges + place.count > len(ways)
            or (unfolding.sums + place.count + 1) * unfolding.gains > len(following)
        ):
            return False
        made = unfolded[unfolding.next]
        made.kind = place.kind
        made.seat = place.seat
        made.table = place.table
        made.first = unfolding.edges
        made.count = place.count
        sum = known[unfolding.next].sum
        for edge in range(place.first, place.first + place.count):
            after = add_gain(sums, sum_slots, gains, following, unfolding, sum, gained[edge])
            ways[unfolding.edges] = enter(unfolding, known, slots, edges[edge], after)
            unfolding.edges += 1
        unfolding.next += 1
    return True


@rule()
def enter_again(unfolding: Accumulation, known: Many[Known], slots: Many[int]) -> None:
    """Enter all places in a new, empty table of slots."""
    count = unfolding.places
    unfolding.places = 0
    for number in range(count):
        enter(unfolding, known, slots, known[number].place, known[number].sum)


class Unfolded:
    """Places told apart by what has been gained on the way to them, from beginnings with a sum each."""

    def __init__(
        self, beginnings: Sequence[tuple[int, Sums]], found: Found, rows: int, check_time: Callable[[], None]
    ) -> None:
        self._rows, self._width = rows, len(beginnings[0][1])
        self._unfoldings = allocate(Accumulation)
        self._unfolding = look(Accumulation, self._unfoldings)
        self._unfolding.width, self._unfolding.gains = self._width, rows
        self.places, self.edges = allocate(Place, 0), numbers(0)
        self._known, self._slots = allocate(Known, 0), numbers(0)
        self._sums, self._sum_slots, self._following = numbers(0), numbers(0), numbers(0)
        self._make_room(len(beginnings))
        self._begin(beginnings)
        while not unfold(self._unfoldings[0], found, self._apart, self._sum_table):
            check_time()
            here = look(Known, self._known, self._unfolding.next).place
            self._make_room(look(Place, found.places, here).count)

    def __len__(self) -> int:
        return self._unfolding.places

    @property
    def _apart(self) -> Apart:
        return Apart(self._known, self._slots, self.places, self.edges)

    @property
    def _sum_table(self) -> SumTable:
        return SumTable(self._sums, self._sum_slots, self._following)

    @cached_property
    def _flat_known(self) -> memoryview:
        return memory_of(self._known)

    @property
    def _flat_sums(self) -> memoryview:
        return memory_of(self._sums)

    def parts(self, number: int) -> tuple[int, memoryview]:
        """The place without its gains, and the sum of these."""
        known, sums = self._flat_known, self._flat_sums
        sum = known[2 * number + 1] * self._width
        return known[2 * number], sums[sum : sum + self._width]

    def all_parts(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The same for all: their places, and their sums, row by row."""
        known = np.asarray(self._flat_known[: 2 * len(self)], np.int64).reshape(-1, 2)
        sums = np.asarray(self._flat_sums, np.int64).reshape(-1, self._width)
        return known[:, 0], sums[known[:, 1]]

    def find(self, place: int, sum: Sums) -> int | None:
        """The number of a place with a sum, if it is reached."""
        self._make_room(1)
        known = self._slots[slot_of_sum(self._known, self._slots, place, self._enter_sum(sum))]
        return int(known) - 1 if known else None

    def _begin(self, beginnings: Sequence[tuple[int, Sums]]) -> None:
        for place, sum in beginnings:
            enter(self._unfoldings[0], self._known, self._slots, place, self._enter_sum(sum))

    def _enter_sum(self, sum: Sums) -> int:
        at = self._unfolding.sums * self._width
        memory_of(self._sums)[at : at + self._width] = memory_of(numbers(sum))
        return enter_sum(self._sums, self._sum_slots, self._unfoldings[0])

    def _make_room(self, more: int) -> None:
        """Twice the room, where there is none for so many more places, ways and sums."""
        made = self._unfolding
        if made.places + more > len(self.places):
            size = max(1024, 4 * (made.places + more))
            self.places, self._known = (
                grown(allocate(Place, size), self.places),
                grown(allocate(Known, size), self._known),
            )
        if 2 * (made.places + more) > len(self._slots):
            self._slots = numbers(1 << (8 * (made.places + more)).bit_length())
            enter_again(self._unfoldings[0], self._known, self._slots)
        if made.edges + more > len(self.edges):
            self.edges = grown(numbers(max(2048, 4 * (made.edges + more))), self.edges)
        if made.sums + more + 1 > len(self._following) // self._rows:
            size = max(64, 2 * (made.sums + more + 1))
            self._sums = grown(numbers(size * self._width), self._sums)
            self._following = grown(numbers(size * self._rows), self._following)
            self._sum_slots = numbers(1 << (2 * size).bit_length())
            enter_sums_again(self._sums, self._sum_slots, self._unfoldings[0])
