"""The state graph of a question, explored in compiled code.

A position is stored as its changes from a typical base position: a few numbers out of a thousand. Each position is
expanded once: all outcomes of its roll, or all its choices, lead to other positions, which are looked up by their
changes. Outcomes are tabulated once for each kind of roll (see ``roll_tables``). The compiled explorer returns when it
needs a large roll table, more room, or an answer from a callback, and then resumes. Accumulators (see
``accumulators``) are removed from each position, and their gains stored on the edge that leads to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import Int64Row, Record, Row
from battlewright.engine.rulebook import B, C, S
from battlewright.odds.roll_tables import Rolls

TYPICAL = 64
"""After this many positions, and each time their number has grown by this factor, the last one becomes the base."""
BLOCK = 8
FORCED = -1
"""The side of a decision that a callback made."""
SEED, FACTOR, MASK = 2166136261, 16777619, (1 << 32) - 1
MOST_FREE = 4
"""The most free arrays that are kept of a kind."""

T = TypeVar("T")


class Pause(IntEnum):
    """Why the explorer returned: all is found, a slice is done, room ran out, a roll has no table, a callback is asked,
    or a typical base position can be chosen."""

    FOUND = 0
    SLICE = 1
    ROOM = 2
    OUTCOMES = 3
    ASKED = 4
    TYPICAL = 6


class Verdict(IntEnum):
    """A callback's answer at a decision: none yet, try all choices, only the first in the list, or end the question."""

    NONE = 0
    ALL = 1
    ONLY = 2
    END = 3


class Vertex(Record):
    """A position in the state graph: its changes and its outgoing edges. ``kind`` is its node kind; OVER is any end.

    ``side`` is the side that chooses. ``mark`` separates equal positions that were reached differently. ``table`` is
    the index of its roll table.
    """

    first_change: int
    changes: int
    mark: int
    kind: int
    side: int
    table: int
    first: int
    count: int


class Progress(Record):
    """The progress of the explorer, and where the question ends: below a depth, or at a decision of a step.

    ``position`` is the number of ints of a position, ``width`` that of 64-bit words. ``asks`` is the step whose
    decisions go to the callback (-1: every one, 0: none); its answer adds ``marks`` to the mark. ``typical`` is the
    number of positions after which a new base is chosen. ``gains`` counts the distinct gain rows, each of
    ``width_of_gains`` numbers; ``ignored`` is how many further numbers are reset.
    """

    position: int
    width: int
    roots: int
    vertices: int
    edges: int
    changes: int
    next: int
    row: int
    last: int
    last_count: int
    until_depth: int
    until_step: int
    asks: int
    verdict: int
    marks: int
    typical: int
    width_of_gains: int
    gains: int
    ignored: int


class Exploration(NamedTuple, Generic[S, B, C]):
    """What a question explores: a battle and its setting, and scratch for choices and faces."""

    setting: Row[S]
    battle: Row[B]
    listed: Row[C]
    faces: Row[int]


class Memory(NamedTuple):
    """The memory of the battle that is explored, as 64-bit words and as ints, and the base position."""

    words: Int64Row
    ints: Row[int]
    base: Int64Row


class Graph(NamedTuple):
    """The state graph: positions, their changes from the base, the edges, and the hash table of positions."""

    progress: Row[Progress]
    vertices: Row[Vertex]
    changes: Int64Row
    edges: Row[int]
    slots: Row[int]


class Gains(NamedTuple):
    """The accumulators: their offsets, their values at the root, the gain rows, and the gain row of each edge."""

    offsets: Row[int]
    before: Row[int]
    gains: Row[int]
    gain_of_edge: Row[int]


@rule()
def go_to(memory: Int64Row, changes: Int64Row, first: int, count: int) -> None:
    """Go from the base to a position."""
    for change in range(first, first + 2 * count, 2):
        memory[changes[change]] = changes[change + 1]


@rule()
def go_back(memory: Int64Row, start: Int64Row, changes: Int64Row, first: int, count: int) -> None:
    """Go from a position back to the base."""
    for change in range(first, first + 2 * count, 2):
        memory[changes[change]] = start[changes[change]]


@rule()
def write_changes(memory: Int64Row, start: Int64Row, width: int, changes: Int64Row, first: int) -> int:
    """Write the changes from the base, in 64-bit words; return their number."""
    at = first
    whole = width - width % BLOCK
    for block in range(0, whole, BLOCK):
        differs = 0
        for word in range(block, block + BLOCK):
            differs |= memory[word] ^ start[word]
        if differs:
            for word in range(block, block + BLOCK):
                if memory[word] != start[word]:
                    changes[at] = word
                    changes[at + 1] = memory[word]
                    at += 2
    for word in range(whole, width):
        if memory[word] != start[word]:
            changes[at] = word
            changes[at + 1] = memory[word]
            at += 2
    return (at - first) // 2


@rule()
def is_same(changes: Int64Row, one: int, other: int, count: int) -> bool:
    """Whether two lists of changes agree."""
    for at in range(2 * count):
        if changes[one + at] != changes[other + at]:
            return False
    return True


@rule()
def slot_of(changes: Int64Row, first: int, count: int, mark: int, size: int) -> int:
    """Return the first slot to probe for a list of changes; ``size`` is a power of two."""
    spread = SEED ^ mark
    for at in range(first, first + 2 * count, 2):
        value = changes[at + 1]
        spread = ((spread ^ (changes[at] << 20) ^ value ^ (value >> 29)) * FACTOR) & MASK
        spread ^= spread >> 15
    return spread & (size - 1)


@rule()
def seek(memory: Memory, mark: int, graph: Graph) -> int:
    """Return the index of the position in memory; if it is unknown, -1 minus the slot where it belongs."""
    progress, changes, slots = graph.progress[0], graph.changes, graph.slots
    first = progress.changes
    count = write_changes(memory.words, memory.base, progress.width, changes, first)
    progress.last = first
    progress.last_count = count
    slot = slot_of(changes, first, count, mark, len(slots))
    while slots[slot]:
        known = graph.vertices[slots[slot] - 1]
        if known.changes == count and known.mark == mark and is_same(changes, known.first_change, first, count):
            return slots[slot] - 1
        slot = (slot + 1) & (len(slots) - 1)
    return -1 - slot


@rule()
def enter_position(memory: Memory, mark: int, graph: Graph) -> int:
    """Return the index of the position in memory, a new one if it was unknown."""
    found = seek(memory, mark, graph)
    if found >= 0:
        return found
    progress = graph.progress[0]
    number, vertex = progress.vertices, graph.vertices[progress.vertices]
    graph.slots[-1 - found] = number + 1
    vertex.first_change = progress.last
    vertex.changes = progress.last_count
    vertex.mark = mark
    progress.vertices += 1
    progress.changes += 2 * progress.last_count
    return number


@rule()
def read_ends(memory: Memory, graph: Graph, ends: Row[int], wanted: Row[int], out: Row[int]) -> None:
    """Write the wanted numbers of each end, one row per end. The memory may be anywhere, and is left at the base."""
    words, ints, base = memory
    for word in range(len(base)):
        words[word] = base[word]
    at = 0
    for end in range(len(ends)):
        vertex = graph.vertices[ends[end]]
        go_to(words, graph.changes, vertex.first_change, vertex.changes)
        for number in range(len(wanted)):
            out[at] = ints[wanted[number]]
            at += 1
        go_back(words, base, graph.changes, vertex.first_change, vertex.changes)


@rule()
def rehash(graph: Graph) -> None:
    """Enter all positions into the hash table, and nothing else."""
    slots = graph.slots
    slots[:] = 0
    for number in range(graph.progress[0].vertices):
        vertex = graph.vertices[number]
        slot = slot_of(graph.changes, vertex.first_change, vertex.changes, vertex.mark, len(slots))
        while slots[slot]:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = number + 1


@rule()
def rebase(memory: Memory, graph: Graph, other_base: Int64Row, other_changes: Int64Row) -> None:
    """Make the last position the base, and write the changes of all positions relative to it into other changes."""
    words, _, base = memory
    progress, changes = graph.progress[0], graph.changes
    last = graph.vertices[progress.vertices - 1]
    go_to(words, changes, last.first_change, last.changes)
    for at in range(len(base)):
        other_base[at] = words[at]
    go_back(words, base, changes, last.first_change, last.changes)
    used = 0
    for number in range(progress.vertices):
        vertex = graph.vertices[number]
        go_to(words, changes, vertex.first_change, vertex.changes)
        count = write_changes(words, other_base, progress.width, other_changes, used)
        go_back(words, base, changes, vertex.first_change, vertex.changes)
        vertex.first_change = used
        vertex.changes = count
        used += 2 * count
    progress.changes = used
    for at in range(len(base)):
        base[at] = other_base[at]
        words[at] = other_base[at]


@rule()
def take_gains(ints: Row[int], progress: Progress, offsets: Row[int], before: Row[int], gains: Row[int]) -> int:
    """Return the index of the current gain row, a new one if it was unknown, and reset the accumulators."""
    width, new = progress.width_of_gains, progress.gains
    for number in range(width):
        gains[new * width + number] = ints[offsets[number]] - before[number]
        ints[offsets[number]] = before[number]
    for number in range(width, width + progress.ignored):
        ints[offsets[number]] = before[number]
    for row in range(new):
        same = True
        for number in range(width):
            if gains[row * width + number] != gains[new * width + number]:
                same = False
                break
        if same:
            return row
    progress.gains += 1
    return new


@rule()
def has_room(graph: Graph, gains: Row[int]) -> bool:
    """Whether there is room for one more position of any size."""
    progress = graph.progress[0]
    return (
        (progress.gains + 1) * progress.width_of_gains <= len(gains)
        and progress.vertices < len(graph.vertices)
        and 2 * progress.vertices < len(graph.slots)
        and progress.edges < len(graph.edges)
        and progress.changes + 2 * progress.width <= len(graph.changes)
    )


@rule()
def is_end(progress: Progress, node: Node, depth: int) -> bool:
    """Whether the question ends here; at a root only if the battle is over."""
    if node.kind == NodeKind.OVER:
        return True
    if progress.next < progress.roots:
        return False
    return depth < progress.until_depth or (node.kind == NodeKind.DECISION and node.step == progress.until_step)


@rule()
def clear_graph(graph: Graph, rolls: Rolls) -> None:
    """Clear all positions and roll tables, for another question."""
    progress, written = graph.progress[0], rolls.written[0]
    for slot in range(len(graph.slots)):
        graph.slots[slot] = 0
    written.tables = written.faces = written.weights = 0
    progress.vertices = progress.edges = progress.changes = progress.next = progress.row = 0
    progress.last = progress.last_count = progress.verdict = progress.marks = progress.asks = progress.roots = 0
    progress.gains = 1


@rule()
def take_position(given: Row[int], ints: Row[int], progress: Progress, accumulators: Gains) -> None:
    """Copy a position into memory. Its gains are reset there, and written behind the last gain row."""
    for at in range(progress.position):
        ints[at] = given[at]
    width, offsets = progress.width_of_gains, accumulators.offsets
    for number in range(width + progress.ignored):
        if number < width:
            accumulators.gains[progress.gains * width + number] = ints[offsets[number]] - accumulators.before[number]
        ints[offsets[number]] = accumulators.before[number]


@rule()
def add_root(given: Row[int], memory: Memory, graph: Graph, accumulators: Gains) -> int:
    """Add a position as a root; return its index. The first one is the base, and its tail that of all; the tail begins
    with ``silent``, which is set."""
    progress, (words, ints, base) = graph.progress[0], memory
    if progress.vertices == 0:
        for at in range(progress.position, len(ints)):
            ints[at] = given[at]
        ints[progress.position] = 1
        for number in range(len(accumulators.before)):
            accumulators.before[number] = given[accumulators.offsets[number]]
    take_position(given, ints, progress, accumulators)
    if progress.vertices == 0:
        for at in range(progress.width):
            base[at] = words[at]
    found = enter_position(memory, 0, graph)
    go_back(words, base, graph.changes, progress.last, progress.last_count)
    return found


@rule()
def find_position(given: Row[int], memory: Memory, graph: Graph, accumulators: Gains) -> int:
    """Return the index of a position, below 0 if it is unknown."""
    progress = graph.progress[0]
    take_position(given, memory.ints, progress, accumulators)
    found = seek(memory, 0, graph)
    go_back(memory.words, memory.base, graph.changes, progress.last, progress.last_count)
    return found


@rule()
def enter_row(rows: Row[int], width: int, new: int, slots: Row[int]) -> int:
    """Return the index of a row of numbers that was written at the index ``new``, behind all known ones; it is new only
    if no equal row is known. ``slots`` is the hash table of the known ones; its size is a power of two."""
    spread, size = 0, len(slots)
    for number in range(new * width, new * width + width):
        spread = ((spread ^ (rows[number] & MASK)) * FACTOR) & MASK
    slot = (spread ^ (spread >> 15)) & (size - 1)
    while slots[slot]:
        known, same = slots[slot] - 1, True
        for number in range(width):
            if rows[known * width + number] != rows[new * width + number]:
                same = False
                break
        if same:
            return known
        slot = (slot + 1) & (size - 1)
    slots[slot] = new + 1
    return new


@rule()
def sort_topologically(vertices: Row[Vertex], edges: Row[int], before: Row[int], order: Row[int]) -> bool:
    """Sort the positions topologically, each before its successors; False if there is a loop.

    ``before`` has a 0 for each position; it counts the edges to it from positions that are not yet sorted.
    """
    count = len(order)
    for number in range(count):
        for edge in range(vertices[number].first, vertices[number].first + vertices[number].count):
            before[edges[edge]] += 1
    ready = 0
    for number in range(count):
        if before[number] == 0:
            order[ready] = number
            ready += 1
    done = 0
    while done < ready:
        vertex = vertices[order[done]]
        for edge in range(vertex.first, vertex.first + vertex.count):
            before[edges[edge]] -= 1
            if before[edges[edge]] == 0:
                order[ready] = edges[edge]
                ready += 1
        done += 1
    return done == count


class ArrayPool(Generic[T]):
    """A thread-safe pool of arrays by kind, to be reused: to make new ones takes longer than to answer a small
    question."""

    def __init__(self) -> None:
        self._free: defaultdict[Hashable, list[T]] = defaultdict(list)

    def take(self, kind: Hashable, make: Callable[[], T]) -> T:
        """Return free arrays of a kind, or make new ones."""
        try:
            return self._free[kind].pop()
        except IndexError:
            return make()

    def give_back(self, kind: Hashable, arrays: T) -> None:
        """Return arrays to the pool."""
        if len(self._free[kind]) < MOST_FREE:
            self._free[kind].append(arrays)
