"""The state graph of a question, explored in compiled code.

A position is stored as its changes from a typical base position: a few numbers out of a thousand. Each position is
expanded once: all outcomes of its roll, or all its choices, lead to other positions, which are looked up by their
changes. Outcomes are tabulated once for each kind of roll (see ``roll_tables``). The compiled explorer returns when it
needs a large roll table, more room, or an answer from a callback, and then resumes. Accumulators (see
``accumulators``) are removed from each position, and their gains stored on the edge that leads to it.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Generic, NamedTuple, Protocol

from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import Int64Row, Record, Row
from battlewright.engine.rulebook import B, C, Rules, S, records_of
from battlewright.odds.roll_tables import NO_TABLE, Rolls, table_of

TYPICAL = 64
"""After this many positions, and each time their number has grown by this factor, the last one becomes the base."""
BLOCK = 8
FORCED = -1
"""The side of a decision that a callback made."""
SEED, FACTOR, MASK = 2166136261, 16777619, (1 << 32) - 1


class Pause(IntEnum):
    """Why the explorer returned: all is found, a slice is done, room ran out, a roll has no table, a callback is asked,
    a choice was refused, or a typical base position can be chosen."""

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


class Place(Record):
    """A node of the state graph: its changes and its outgoing edges. ``kind`` is its node kind; OVER is any end.

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


class Search(Record):
    """The progress of the explorer, and where the question ends: below a depth, or at a decision of a step.

    ``position`` is the number of ints of a position, ``width`` that of 64-bit words. ``asks`` is the step whose
    decisions go to the callback (-1: every one, 0: none); its answer adds ``marks`` to the mark. ``typical`` is the
    number of positions after which a new base is chosen. ``gains`` counts the distinct gain rows, each of
    ``width_of_gains`` numbers; ``forgotten`` is how many further numbers are reset.
    """

    position: int
    width: int
    roots: int
    places: int
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
    forgotten: int


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
        for place in range(block, block + BLOCK):
            differs |= memory[place] ^ start[place]
        if differs:
            for place in range(block, block + BLOCK):
                if memory[place] != start[place]:
                    changes[at] = place
                    changes[at + 1] = memory[place]
                    at += 2
    for place in range(whole, width):
        if memory[place] != start[place]:
            changes[at] = place
            changes[at + 1] = memory[place]
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
def seek(
    memory: Int64Row,
    start: Int64Row,
    mark: int,
    search: Search,
    places: Row[Place],
    changes: Int64Row,
    slots: Row[int],
) -> int:
    """Return the index of the position in memory; if it is unknown, -1 minus the slot where it belongs."""
    first = search.changes
    count = write_changes(memory, start, search.width, changes, first)
    search.last = first
    search.last_count = count
    slot = slot_of(changes, first, count, mark, len(slots))
    while slots[slot]:
        known = places[slots[slot] - 1]
        if known.changes == count and known.mark == mark and is_same(changes, known.first_change, first, count):
            return slots[slot] - 1
        slot = (slot + 1) & (len(slots) - 1)
    return -1 - slot


@rule()
def note(
    memory: Int64Row,
    start: Int64Row,
    mark: int,
    search: Search,
    places: Row[Place],
    changes: Int64Row,
    slots: Row[int],
) -> int:
    """Return the index of the position in memory, a new one if it was unknown."""
    found = seek(memory, start, mark, search, places, changes, slots)
    if found >= 0:
        return found
    first, count, number = search.last, search.last_count, search.places
    slots[-1 - found] = number + 1
    places[number].first_change = first
    places[number].changes = count
    places[number].mark = mark
    search.places += 1
    search.changes += 2 * count
    return number


@rule()
def read_ends(
    memory: Int64Row,
    start: Int64Row,
    ints: Row[int],
    places: Row[Place],
    changes: Int64Row,
    ends: Row[int],
    wanted: Row[int],
    out: Row[int],
) -> None:
    """Write the wanted numbers of each end, one row per end. The memory may be anywhere, and is left at the base."""
    for word in range(len(start)):
        memory[word] = start[word]
    at = 0
    for end in range(len(ends)):
        place = places[ends[end]]
        go_to(memory, changes, place.first_change, place.changes)
        for number in range(len(wanted)):
            out[at] = ints[wanted[number]]
            at += 1
        go_back(memory, start, changes, place.first_change, place.changes)


@rule()
def rehash(search: Search, places: Row[Place], changes: Int64Row, slots: Row[int]) -> None:
    """Enter all positions into a hash table, and nothing else."""
    slots[:] = 0
    for number in range(search.places):
        slot = slot_of(changes, places[number].first_change, places[number].changes, places[number].mark, len(slots))
        while slots[slot]:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = number + 1


@rule()
def rebase(
    memory: Int64Row,
    start: Int64Row,
    search: Search,
    places: Row[Place],
    changes: Int64Row,
    other_start: Int64Row,
    other_changes: Int64Row,
) -> None:
    """Make the last position the base, and rewrite the changes of all positions relative to it."""
    last = places[search.places - 1]
    go_to(memory, changes, last.first_change, last.changes)
    for at in range(len(start)):
        other_start[at] = memory[at]
    go_back(memory, start, changes, last.first_change, last.changes)
    used = 0
    for number in range(search.places):
        place = places[number]
        go_to(memory, changes, place.first_change, place.changes)
        count = write_changes(memory, other_start, search.width, other_changes, used)
        go_back(memory, start, changes, place.first_change, place.changes)
        place.first_change = used
        place.changes = count
        used += 2 * count
    search.changes = used
    for at in range(len(start)):
        start[at] = other_start[at]
        memory[at] = other_start[at]


@rule()
def take_gains(ints: Row[int], search: Search, gaining: Row[int], before: Row[int], gains: Row[int]) -> int:
    """Return the index of the current gain row, a new one if it was unknown, and reset the accumulators."""
    width, new = search.width_of_gains, search.gains
    for number in range(width):
        gains[new * width + number] = ints[gaining[number]] - before[number]
        ints[gaining[number]] = before[number]
    for number in range(width, width + search.forgotten):
        ints[gaining[number]] = before[number]
    for row in range(new):
        same = True
        for number in range(width):
            if gains[row * width + number] != gains[new * width + number]:
                same = False
                break
        if same:
            return row
    search.gains += 1
    return new


@rule()
def has_room(
    search: Search, places: Row[Place], changes: Int64Row, edges: Row[int], slots: Row[int], gains: Row[int]
) -> bool:
    """Whether there is room for one more position of any size."""
    return (
        (search.gains + 1) * search.width_of_gains <= len(gains)
        and search.places < len(places)
        and 2 * search.places < len(slots)
        and search.edges < len(edges)
        and search.changes + 2 * search.width <= len(changes)
    )


@rule()
def is_end(search: Search, node: Node, depth: int) -> bool:
    """Whether the question ends here; at a root only if the battle is over."""
    if node.kind == NodeKind.OVER:
        return True
    if search.next < search.roots:
        return False
    return depth < search.until_depth or (node.kind == NodeKind.DECISION and node.step == search.until_step)


class Exploration(NamedTuple, Generic[S, B, C]):
    """The question: a battle and its setting, scratch for choices and faces, the battle's memory as 64-bit words and as
    ints, and the base position."""

    setting: Row[S]
    battle: Row[B]
    listed: Row[C]
    faces: Row[int]
    memory: Int64Row
    ints: Row[int]
    start: Int64Row


class Graph(NamedTuple):
    """The state graph: positions, their changes from the base, the edges, and the hash table of positions."""

    search: Row[Search]
    places: Row[Place]
    changes: Int64Row
    edges: Row[int]
    slots: Row[int]


class Gains(NamedTuple):
    """The accumulators: their offsets, their values at the root, the gain rows, and the gain row of each edge."""

    gaining: Row[int]
    before: Row[int]
    gains: Row[int]
    gained: Row[int]


class Wanted(NamedTuple):
    """What differs between questions of a system: where they end, their accumulators, and the first new base."""

    depth: int
    step: int
    gained: int
    forgotten: int
    typical: int


@rule()
def clear_graph(graph: Graph, rolls: Rolls, wanted: Wanted) -> None:
    """Forget all positions and roll tables, for another question."""
    search, written = graph.search[0], rolls.written[0]
    for slot in range(len(graph.slots)):
        graph.slots[slot] = 0
    written.tables = written.faces = written.weights = 0
    search.places = search.edges = search.changes = search.next = search.row = search.last = search.last_count = 0
    search.verdict = search.marks = search.asks = search.roots = 0
    search.gains = 1
    search.until_depth = wanted.depth
    search.until_step = wanted.step
    search.width_of_gains = wanted.gained
    search.forgotten = wanted.forgotten
    search.typical = wanted.typical


@rule()
def take_position(given: Row[int], ints: Row[int], search: Search, kept: Gains) -> None:
    """Copy a position into memory. Its gains are reset there, and written behind the last gain row."""
    for at in range(search.position):
        ints[at] = given[at]
    width, gaining = search.width_of_gains, kept.gaining
    for number in range(width + search.forgotten):
        if number < width:
            kept.gains[search.gains * width + number] = ints[gaining[number]] - kept.before[number]
        ints[gaining[number]] = kept.before[number]


@rule()
def add_root(given: Row[int], memory: Int64Row, ints: Row[int], start: Int64Row, graph: Graph, kept: Gains) -> int:
    """Add a position as a root; return its index. The first one is the base, and its tail that of all; the tail begins
    with ``silent``, which is set."""
    search = graph.search[0]
    if search.places == 0:
        for at in range(search.position, len(ints)):
            ints[at] = given[at]
        ints[search.position] = 1
        for number in range(len(kept.before)):
            kept.before[number] = given[kept.gaining[number]]
    take_position(given, ints, search, kept)
    if search.places == 0:
        for at in range(search.width):
            start[at] = memory[at]
    found = note(memory, start, 0, search, graph.places, graph.changes, graph.slots)
    go_back(memory, start, graph.changes, search.last, search.last_count)
    return found


@rule()
def find_position(given: Row[int], memory: Int64Row, ints: Row[int], start: Int64Row, graph: Graph, kept: Gains) -> int:
    """Return the index of a position, below 0 if it is unknown."""
    search = graph.search[0]
    take_position(given, ints, search, kept)
    found = seek(memory, start, 0, search, graph.places, graph.changes, graph.slots)
    go_back(memory, start, graph.changes, search.last, search.last_count)
    return found


class Explore(Protocol):
    """The explorer, for the records of one system; ``most`` is how many positions it expands."""

    def __call__(self, asked: Exploration[S, B, C], graph: Graph, rolls: Rolls, kept: Gains, most: int, /) -> int: ...


@cache
def grapher(rules: Rules) -> Explore:
    """Return the compiled explorer of a system's positions. It runs until it must pause, and returns why."""
    choices, choose, roll = rules.choices, rules.choose, rules.roll

    def explore(asked: Exploration[S, B, C], graph: Graph, rolls: Rolls, kept: Gains, most: int) -> int:
        setting, battle, listed, faces, memory, ints, start = asked
        search, places, changes, edges, slots = graph.search[0], graph.places, graph.changes, graph.edges, graph.slots
        tables, rows = rolls.tables, rolls.rows
        gaining, before, gains, gained = kept
        while search.next < search.places:
            if most == 0:
                return Pause.SLICE
            if search.places > search.typical and search.row == 0:
                return Pause.TYPICAL
            most -= 1
            here = places[search.next]
            go_to(memory, changes, here.first_change, here.changes)
            node = battle[0].node
            here.kind = node.kind
            here.side = node.side
            if search.row == 0:
                here.first = search.edges
            if is_end(search, node, battle[0].depth):
                here.kind = NodeKind.OVER
            elif node.kind == NodeKind.DECISION and (search.asks == -1 or search.asks == node.step):
                if search.verdict == Verdict.NONE:
                    return Pause.ASKED
                if search.verdict == Verdict.END:
                    here.kind = NodeKind.OVER
            if here.kind == NodeKind.CHANCE:
                number = table_of(node, rolls)
                if number == NO_TABLE:
                    return Pause.OUTCOMES
                here.table = number
                table = tables[number]
                dice = node.dice
                while search.row < table.count:
                    if not has_room(search, places, changes, edges, slots, gains):
                        return Pause.ROOM
                    at = table.first + search.row * dice
                    for die in range(dice):
                        faces[die] = rows[at + die]
                    roll(setting, battle, faces)
                    gained[search.edges] = take_gains(ints, search, gaining, before, gains)
                    edges[search.edges] = note(memory, start, here.mark, search, places, changes, slots)
                    search.edges += 1
                    search.row += 1
                    go_back(memory, start, changes, search.last, search.last_count)
                    go_to(memory, changes, here.first_change, here.changes)
            elif here.kind == NodeKind.DECISION:
                only = search.verdict == Verdict.ONLY
                if only:
                    here.side = FORCED
                while True:
                    first = search.row
                    count = 1 if only else choices(setting, battle, listed, first)
                    for place in range(count):
                        if not has_room(search, places, changes, edges, slots, gains):
                            return Pause.ROOM
                        choose(setting, battle, listed[place : place + 1])
                        gained[search.edges] = take_gains(ints, search, gaining, before, gains)
                        mark = here.mark + search.marks if only else here.mark
                        edges[search.edges] = note(memory, start, mark, search, places, changes, slots)
                        search.edges += 1
                        search.row += 1
                        go_back(memory, start, changes, search.last, search.last_count)
                        go_to(memory, changes, here.first_change, here.changes)
                    if only or count < len(listed):
                        break
            go_back(memory, start, changes, here.first_change, here.changes)
            here.count = search.edges - here.first
            search.next += 1
            search.row = 0
            search.verdict = Verdict.NONE
        return Pause.FOUND

    return rule_for(explore, records_of(rules))
