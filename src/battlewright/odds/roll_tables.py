"""Roll tables: the lumped outcomes of a chance node with their weights, written by compiled rules.

They are those of ``pools.outcomes``, in the same order. That takes over where a weight may exceed 64 bits, where there
is no room, and for ranked dice.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from typing import Annotated, NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.errors import TooLarge
from battlewright.engine.node import MAX_SIDES, Node, OutcomeSymmetry
from battlewright.engine.record import Int64Row, Record, Row, allocate, bytes_of, copy_of, int64_row, numbers
from battlewright.odds.pools import count_outcomes, outcomes

NO_TABLE = -1
LARGEST = 1 << 52
"""The largest number of rolls that is counted in 64 bits: products on the way are at most some hundred times that."""
MOST_OUTCOMES = 5_000_000
KEPT = 20_000
"""Roll tables of at most this many outcomes are cached for later questions."""
SLICE = 20_000
"""Outcomes made between two checks of the clock."""


class Table(Record):
    """One kind of roll: its node, and where its rows of faces and its weights begin."""

    dice: int
    sides: int
    symmetry: int
    face_class: Annotated[Row[int], MAX_SIDES]
    first: int
    first_weight: int
    count: int


class Written(Record):
    """The number of tables, faces and weights so far."""

    tables: int
    faces: int
    weights: int


class Rolls(NamedTuple):
    """Roll tables: the faces of all their outcomes in a row, the weights, and the total weight of each table."""

    written: Row[Written]
    tables: Row[Table]
    rows: Row[int]
    weights: Int64Row
    totals: Int64Row


def new_rolls(tables: int) -> Rolls:
    """Return room for some roll tables of ordinary size."""
    rows, weights = numbers(4096 * tables), int64_row(256 * tables)
    return Rolls(allocate(Written), allocate(Table, tables), rows, weights, int64_row(tables))


@rule()
def table_of(node: Node, rolls: Rolls) -> int:
    """Return the index of a node's roll table, a new one if it was unknown; NO_TABLE if it cannot be written here."""
    for number in range(rolls.written[0].tables):
        table = rolls.tables[number]
        if table.dice == node.dice and table.sides == node.sides and table.symmetry == node.symmetry:
            same = True
            for face in range(node.sides):
                if table.face_class[face] != node.face_class[face]:
                    same = False
            if same:
                return number
    return add_table(node, rolls)


@rule()
def add_table(node: Node, rolls: Rolls) -> int:
    """Write the roll table of a node and return its index; NO_TABLE if it is ranked, too large, or there is no room."""
    written = rolls.written[0]
    most = most_outcomes(node)
    if (
        most == 0
        or written.tables == len(rolls.tables)
        or most * node.dice > len(rolls.rows) - written.faces
        or most > len(rolls.weights) - written.weights
    ):
        return NO_TABLE
    rows, weights = rolls.rows[written.faces :], rolls.weights[written.weights :]
    if node.symmetry == OutcomeSymmetry.SUMMED:
        count = write_summed(node.dice, node.sides, rows, weights)
    elif node.symmetry == OutcomeSymmetry.COUNTED:
        count = write_counted(node, most, rows, weights)
    else:
        count = write_each(node, most, rows, weights)
    number = written.tables
    table = rolls.tables[number]
    table.dice = node.dice
    table.sides = node.sides
    table.symmetry = node.symmetry
    for face in range(MAX_SIDES):
        table.face_class[face] = node.face_class[face]
    table.first = written.faces
    table.first_weight = written.weights
    table.count = count
    rolls.totals[number] = reduce(weights, count)
    written.tables += 1
    written.faces += count * node.dice
    written.weights += count
    return number


@rule()
def most_outcomes(node: Node) -> int:
    """Return the most outcomes that a node can have; 0 if they are not written here."""
    if node.symmetry == OutcomeSymmetry.RANKED:
        return 0
    rolls = 1
    for _ in range(node.dice):
        if rolls > LARGEST // node.sides:
            return 0
        rolls *= node.sides
    if node.symmetry == OutcomeSymmetry.SUMMED:
        return node.dice * (2 * node.sides - 3) + 2 if node.sides > 1 else 1
    kinds = 0
    for face in range(1, node.sides + 1):
        if shown_by(node, face):
            kinds += 1
    count = 1
    for number in range(kinds - 1 if node.symmetry == OutcomeSymmetry.COUNTED else node.dice):
        count = (
            count * (node.dice + number + 1) // (number + 1)
            if node.symmetry == OutcomeSymmetry.COUNTED
            else count * kinds
        )
    return count


@rule()
def shown_by(node: Node, kind: int) -> int:
    """Return the number of faces that count as this one."""
    count = 0
    for face in range(node.sides):
        if node.face_class[face] == kind:
            count += 1
    return count


@rule()
def next_kind(node: Node, face: int, step: int) -> int:
    """Return the next face above (``step`` 1) or below (-1) that counts for itself; 0 if there is none."""
    face += step
    while 1 <= face <= node.sides:
        if shown_by(node, face):
            return face
        face += step
    return 0


@rule()
def write_counted(node: Node, count: int, rows: Row[int], weights: Int64Row) -> int:
    """Write every distribution of the dice among the kinds, from all dice of the highest to all of the lowest."""
    dice = node.dice
    highest = next_kind(node, node.sides + 1, -1)
    for die in range(dice):
        rows[die] = highest
    for number in range(count):
        at = number * dice
        if number:  # one die of the highest kind shown goes a kind lower, the others become the highest kind of all
            changed = rows[at - 1]
            lower = next_kind(node, changed, -1)
            is_lowered = False
            for die in range(dice):
                face = rows[at - dice + die]
                if face == changed:
                    face = highest if is_lowered else lower
                    is_lowered = True
                rows[at + die] = face
        weights[number] = orders_of(node, rows[at : at + dice])
    return count


@rule()
def orders_of(node: Node, row: Row[int]) -> int:
    """Return the number of rolls that are counted as these faces, which are sorted."""
    ways, left, same = 1, node.dice, 0
    for die in range(node.dice):
        same = same + 1 if die and row[die] == row[die - 1] else 1
        ways = ways * shown_by(node, row[die])
        ways = ways * left // same
        left -= 1
    return ways


@rule()
def write_each(node: Node, count: int, rows: Row[int], weights: Int64Row) -> int:
    """Write every face of every die, the last die's first."""
    dice = node.dice
    lowest = next_kind(node, 0, 1)
    for die in range(dice):
        rows[die] = lowest
    for number in range(count):
        at = number * dice
        weights[number] = 1
        is_moved = number == 0
        for die in range(dice - 1, -1, -1):
            if number:
                rows[at + die] = rows[at - dice + die]
            if not is_moved:
                following = next_kind(node, rows[at + die], 1)
                is_moved = following > 0
                rows[at + die] = following if is_moved else lowest
            weights[number] *= shown_by(node, rows[at + die])
    return count


@rule()
def write_summed(dice: int, sides: int, rows: Row[int], weights: Int64Row) -> int:
    """Write every sum without the highest face, then every sum with it."""
    if dice == 0:
        weights[0] = 1
        return 1
    without = write_sums(dice, sides - 1, weights) if sides > 1 else 0
    for number in range(without):
        write_faces(dice + number, dice, sides - 1, rows[number * dice :])
    every = weights[without:]
    count = without
    for number in range(write_sums(dice, sides, every)):
        ways = every[number] - (weights[number] if number < without else 0)
        if ways > 0:
            weights[count] = ways
            rows[count * dice] = sides
            write_faces(dice + number - sides, dice - 1, sides, rows[count * dice + 1 :])
            count += 1
    return count


@rule()
def write_sums(dice: int, sides: int, weights: Int64Row) -> int:
    """Write the weights of all sums; return their number. They are the coefficients of ((1 - x^s) / (1 - x))^n, whose
    logarithmic derivative gives each one from three earlier ones; the second half mirrors the first."""
    width = dice * (sides - 1) + 1
    weights[0] = 1
    for k in range(1, (width + 1) // 2):
        value = (k - 1 + dice) * weights[k - 1]
        if k >= sides:
            value += (k - sides - dice * sides) * weights[k - sides]
        if k > sides:
            value += (dice * (sides - 1) - (k - sides - 1)) * weights[k - sides - 1]
        weights[k] = value // k
    for k in range(width // 2):
        weights[width - 1 - k] = weights[k]
    return width


@rule()
def write_faces(total: int, dice: int, sides: int, row: Row[int]) -> None:
    """Write faces with this total."""
    for die in range(dice):
        row[die] = min(sides, total - (dice - 1 - die))
        total -= row[die]


@rule()
def reduce(weights: Int64Row, count: int) -> int:
    """Divide the weights by their common factor; return their total."""
    common, total = weights[0], 0
    for number in range(count):
        one, other = weights[number], common
        while other:
            one, other = other, one % other
        common = one
    for number in range(count):
        weights[number] //= common
        total += weights[number]
    return total


@dataclass(frozen=True)
class RollTable:
    """The outcomes of one kind of roll: their weights without a common factor, the total, and all faces in a row."""

    weights: tuple[int, ...]
    total: int
    faces: array[int]


_roll_tables: dict[bytes, RollTable] = {}


def roll_table_of(node: Node, check_time: Callable[[], None] = lambda: None) -> RollTable:
    """Return the roll table of a chance node. ``check_time`` is called now and then, and may raise TooLarge."""
    key = bytes_of(node).tobytes()
    if key in _roll_tables:
        return _roll_tables[key]
    many = count_outcomes(node)
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
