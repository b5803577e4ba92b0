"""Accumulators: numbers that are factored out of the state graph.

Some numbers of a battle are only added to during a question, and no rule reads them before it ends: the stress that a
clash causes, for instance. Positions that differ only in these have the same successors, so the state graph merges
them and stores the gains on its edges. Here the merged positions are split again by their sums. That runs no rules,
only additions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from battlewright.engine.compiler.rule import ready, rule
from battlewright.engine.record import Record, Row, allocate, grown, look, memory_of, numbers
from battlewright.odds.graph_records import FACTOR, MASK, ArrayPool, Vertex, enter_row

Sums = tuple[int, ...]
"""The total gain of each accumulator."""


class MergedGraph(NamedTuple):
    """The merged state graph: vertices, edges, the gain row of each edge, and the gain rows."""

    vertices: Row[Vertex]
    edges: Row[int]
    gain_of_edge: Row[int]
    gains: Row[int]


class Accumulation(Record):
    """The progress of the split: the number of vertices, edges and sums so far, and the next vertex."""

    width: int
    gains: int
    vertices: int
    edges: int
    sums: int
    next: int


class SplitVertex(Record):
    """A vertex of the split graph: the index of its merged vertex, and the index of its sum."""

    vertex: int
    sum: int


@rule()
def add_gain(
    sums: Row[int],
    sum_slots: Row[int],
    gains: Row[int],
    following: Row[int],
    progress: Accumulation,
    sum: int,
    gain: int,
) -> int:
    """Return the index of a sum plus a gain, computed once per pair."""
    at = sum * progress.gains + gain
    if not following[at]:
        width, new = progress.width, progress.sums
        for number in range(width):
            sums[new * width + number] = sums[sum * width + number] + gains[gain * width + number]
        following[at] = 1 + enter_sum(sums, sum_slots, progress)
    return following[at] - 1


@rule()
def enter_sum(sums: Row[int], sum_slots: Row[int], progress: Accumulation) -> int:
    """Return the index of the sum that was written last; it is new only if no equal sum is known."""
    found = enter_row(sums, progress.width, progress.sums, sum_slots)
    if found == progress.sums:
        progress.sums += 1
    return found


@rule()
def rehash_sums(sums: Row[int], sum_slots: Row[int], progress: Accumulation) -> None:
    """Enter all sums into a new, empty hash table."""
    count = progress.sums
    progress.sums = 0
    for _ in range(count):
        enter_sum(sums, sum_slots, progress)


@rule()
def slot_of_sum(known: Row[SplitVertex], slots: Row[int], vertex: int, sum: int) -> int:
    """Return the slot of a vertex with a sum, empty if it is unknown."""
    size = len(slots)
    spread = ((((vertex * FACTOR) & MASK) ^ sum) * FACTOR) & MASK
    slot = (spread ^ (spread >> 15)) & (size - 1)
    while slots[slot]:
        number = slots[slot] - 1
        if known[number].vertex == vertex and known[number].sum == sum:
            return slot
        slot = (slot + 1) & (size - 1)
    return slot


@rule()
def enter(progress: Accumulation, known: Row[SplitVertex], slots: Row[int], vertex: int, sum: int) -> int:
    """Return the index of a vertex with a sum, a new one if it was unknown."""
    slot = slot_of_sum(known, slots, vertex, sum)
    if slots[slot]:
        return slots[slot] - 1
    number = progress.vertices
    slots[slot] = number + 1
    known[number].vertex = vertex
    known[number].sum = sum
    progress.vertices += 1
    return number


class SplitArrays(NamedTuple):
    """The split state graph: merged vertex and sum of each vertex, their hash table, the vertices, and the edges."""

    known: Row[SplitVertex]
    slots: Row[int]
    vertices: Row[Vertex]
    edges: Row[int]


class SumTable(NamedTuple):
    """All sums, their hash table, and the successor of each sum by each gain row."""

    sums: Row[int]
    slots: Row[int]
    following: Row[int]


@rule()
def split_vertices(progress: Accumulation, found: MergedGraph, arrays: SplitArrays, table: SumTable) -> bool:
    """Split all vertices by their sums. Return False when room runs out; call again with more to continue."""
    vertices, edges, gain_of_edge, gains = found
    known, slots, new_vertices, new_edges = arrays
    sums, sum_slots, following = table
    while progress.next < progress.vertices:
        here = known[progress.next].vertex
        vertex = vertices[here]
        if (
            progress.vertices + vertex.count > len(new_vertices)
            or 2 * (progress.vertices + vertex.count) > len(slots)
            or progress.edges + vertex.count > len(new_edges)
            or (progress.sums + vertex.count + 1) * progress.gains > len(following)
            or (progress.sums + vertex.count + 1) * progress.width > len(sums)
            or 2 * (progress.sums + vertex.count + 1) > len(sum_slots)
        ):
            return False
        made = new_vertices[progress.next]
        made.kind = vertex.kind
        made.side = vertex.side
        made.table = vertex.table
        made.first = progress.edges
        made.count = vertex.count
        sum = known[progress.next].sum
        for edge in range(vertex.first, vertex.first + vertex.count):
            after = add_gain(sums, sum_slots, gains, following, progress, sum, gain_of_edge[edge])
            new_edges[progress.edges] = enter(progress, known, slots, edges[edge], after)
            progress.edges += 1
        progress.next += 1
    return True


@rule()
def sort_split(known: Row[SplitVertex], merged: Row[int], first: Row[int], order: Row[int]) -> None:
    """Sort the split vertices as their merged vertices are sorted: then each comes before its successors, too.

    ``first`` has a 0 for each merged vertex; it counts its vertices, then has the index of the next one in the order.
    """
    for number in range(len(order)):
        first[known[number].vertex] += 1
    at = 0
    for vertex in merged:
        count = first[vertex]
        first[vertex] = at
        at += count
    for number in range(len(order)):
        vertex = known[number].vertex
        order[first[vertex]] = number
        first[vertex] += 1


@rule()
def rehash_vertices(progress: Accumulation, known: Row[SplitVertex], slots: Row[int]) -> None:
    """Enter all vertices into a new, empty hash table."""
    count = progress.vertices
    progress.vertices = 0
    for number in range(count):
        enter(progress, known, slots, known[number].vertex, known[number].sum)


@rule()
def read_merged(known: Row[SplitVertex], numbered: Row[int], found: Row[int]) -> None:
    """Write the merged vertex of each vertex."""
    for at in range(len(numbered)):
        found[at] = known[numbered[at]].vertex


@rule()
def add_column(
    known: Row[SplitVertex], numbered: Row[int], sums: Row[int], width: int, rows: Row[int], columns: int
) -> None:
    """Add the first number of each vertex's sum to the first number of its row."""
    for at in range(len(numbered)):
        rows[at * columns] += sums[known[numbered[at]].sum * width]


@rule()
def clear_split(progress: Accumulation, arrays: SplitArrays, table: SumTable, width: int, gains: int) -> None:
    """Clear all vertices and sums; a sum has ``width`` numbers, and there are ``gains`` gain rows."""
    for slot in range(len(arrays.slots)):
        arrays.slots[slot] = 0
    for slot in range(len(table.slots)):
        table.slots[slot] = 0
    for at in range(len(table.following)):
        table.following[at] = 0
    progress.width = width
    progress.gains = gains
    progress.vertices = progress.edges = progress.sums = progress.next = 0


class Arrays(NamedTuple):
    """All arrays of a split."""

    progress: Row[Accumulation]
    vertices: SplitArrays
    sums: SumTable


_pool: ArrayPool[Arrays] = ArrayPool()


def new_arrays() -> Arrays:
    """Return arrays for a question of ordinary size."""
    vertices = SplitArrays(allocate(SplitVertex, 4096), numbers(16384), allocate(Vertex, 4096), numbers(16384))
    return Arrays(allocate(Accumulation), vertices, SumTable(numbers(512), numbers(512), numbers(4096)))


class SplitGraph:
    """The state graph with its vertices split by sums, from roots with a sum each."""

    def __init__(
        self, roots: Sequence[tuple[int, Sums]], found: MergedGraph, rows: int, check_time: Callable[[], None]
    ) -> None:
        self._rows, self._width = rows, len(roots[0][1])
        self._pooled = _pool.take(None, new_arrays)
        self._progress_row, self.arrays, self._table = self._pooled
        self._progress = look(Accumulation, self._progress_row)
        ready(clear_split)(self._progress_row[0], self.arrays, self._table, self._width, rows)
        self._make_room(len(roots))
        for vertex, sum in roots:
            ready(enter)(self._progress_row[0], self.arrays.known, self.arrays.slots, vertex, self._enter_sum(sum))
        while not ready(split_vertices)(self._progress_row[0], found, self.arrays, self._table):
            check_time()
            here = look(SplitVertex, self.arrays.known, self._progress.next).vertex
            self._make_room(look(Vertex, found.vertices, here).count)

    def __del__(self) -> None:
        _pool.give_back(None, self._pooled)

    def __len__(self) -> int:
        return self._progress.vertices

    def parts(self, number: int) -> tuple[int, memoryview]:
        """Return the merged vertex and the sum of a vertex."""
        vertex, sum = memory_of(self.arrays.known)[2 * number : 2 * number + 2]
        return vertex, memory_of(self._table.sums)[sum * self._width : (sum + 1) * self._width]

    def merged(self, numbered: Row[int]) -> Row[int]:
        """Return the merged vertices of these vertices."""
        found = numbers(len(numbered))
        ready(read_merged)(self.arrays.known, numbered, found)
        return found

    def add_sums(self, numbered: Row[int], number: int, rows: Row[int], column: int, columns: int) -> None:
        """Add one number of the sums of these vertices to a column of rows."""
        ready(add_column)(self.arrays.known, numbered, self._table.sums[number:], self._width, rows[column:], columns)

    def sort(self, merged: Row[int]) -> Row[int]:
        """Return the vertices in topological order, given that of the merged vertices."""
        order = numbers(len(self))
        ready(sort_split)(self.arrays.known, merged, numbers(len(merged)), order)
        return order

    def find(self, vertex: int, sum: Sums) -> int | None:
        """Return the index of a vertex with a sum, or None if it is not reached."""
        self._make_room(1)
        known, slots = self.arrays.known, self.arrays.slots
        found = slots[slot_of_sum(known, slots, vertex, self._enter_sum(sum))]
        return int(found) - 1 if found else None

    def _enter_sum(self, sum: Sums) -> int:
        at = self._progress.sums * self._width
        memory_of(self._table.sums)[at : at + self._width] = memory_of(numbers(sum))
        return ready(enter_sum)(self._table.sums, self._table.slots, self._progress_row[0])

    def _make_room(self, more: int) -> None:
        """Enlarge the arrays if they lack room for ``more`` vertices, edges and sums."""
        made, (known, slots, vertices, edges), (sums, sum_slots, following) = self._progress, self.arrays, self._table
        if made.vertices + more > len(vertices):
            size = 4 * (made.vertices + more)
            vertices, known = grown(allocate(Vertex, size), vertices), grown(allocate(SplitVertex, size), known)
        if 2 * (made.vertices + more) > len(slots):
            slots = numbers(1 << (8 * (made.vertices + more)).bit_length())
            rehash_vertices(self._progress_row[0], known, slots)
        if made.edges + more > len(edges):
            edges = grown(numbers(4 * (made.edges + more)), edges)
        size = made.sums + more + 1
        if size * self._rows > len(following):
            following = grown(numbers(2 * size * self._rows), following)
        if size * self._width > len(sums) or 2 * size > len(sum_slots):
            sums = grown(numbers(max(2 * size * self._width, len(sums))), sums)
            sum_slots = numbers(1 << (4 * size).bit_length())
            rehash_sums(sums, sum_slots, self._progress_row[0])
        self.arrays, self._table = SplitArrays(known, slots, vertices, edges), SumTable(sums, sum_slots, following)
