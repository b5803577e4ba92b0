"""The cells that a move can reach: each with its cost, its risks, and whether such a move may end there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from battlewright.engine.record import Many, Record, allocate, restore
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import Purpose, Setting, Skirmish, Step
from battlewright.systems.skirmish.rules.lines import count_obstacles
from battlewright.systems.skirmish.rules.move import refuse_danger, set_gait, threatens_from
from battlewright.systems.skirmish.rules.refusals import reaches_from
from battlewright.table.cells import SPACING
from battlewright.table.grid import DEAD_END, LAYERS, OCCUPIED, START, Field, flood
from battlewright.table.legs import Leg
from battlewright.table.paths import set_leg

Rows = npt.NDArray[np.int32]
"""Cells as rows of numbers, in the order of the fields of ``Cell``."""
X, Y, LEVEL, COST, TEST, FALLS, BEST, MAY_END = range(8)
"""Columns of such rows."""


class Reached(NamedTuple):
    """A cell that a move can reach: its cost, whether a test is needed on the way, whether it ends in a fall."""

    x: int
    y: int
    level: int
    cost: int
    test: bool
    falls: bool


class Mover(NamedTuple):
    """The model that moves, its purpose, and the range it has left."""

    who: int
    purpose: int
    left: int


class Cell(Record):
    """A state of the grid that a move reaches. ``best`` is 1 for the safest state of its cell, ``may_end`` is 1 if such
    a move may end there."""

    x: int
    y: int
    level: int
    cost: int
    test: int
    falls: int
    best: int
    may_end: int


def cells_of(rows: Rows) -> list[Reached]:
    """Rows as cells."""
    return [
        Reached(x, y, level, cost, bool(test), bool(falls)) for x, y, level, cost, test, falls in rows[:, :6].tolist()
    ]


def records_of(rows: Rows) -> Many[Cell]:
    """Rows, at least one, as records for rules."""
    made = allocate(Cell, len(rows))
    restore(made, rows.tobytes())
    return made


@rule()
def find_reach(setting: Many[Setting], battle: Many[Skirmish], mover: Mover, field: Many[Field]) -> int:
    """Write every cell of the grid that a model reaches into the field. Return the number of states reached."""
    set_gait(setting[0], field[0].gait, mover.who, mover.purpose, mover.left)
    return flood(setting[0].ground, battle[0].crowd, field[0])


@rule()
def list_cells(
    setting: Many[Setting], battle: Many[Skirmish], mover: Mover, field: Many[Field], cells: Many[Cell]
) -> int:
    """Write the states of a filled field where no model stands. Return their number."""
    count, found = 0, field[0]
    for state in range(found.across * found.along * LAYERS * 2):
        if found.costs[state] and not found.ways[state] & OCCUPIED:
            cell, point = cells[count], state // (2 * LAYERS)
            cell.x = point % found.across * SPACING
            cell.y = point // found.across * SPACING
            cell.level = found.levels[state]
            cell.cost = found.costs[state] - 1
            cell.test = state & 1
            cell.falls = 1 if found.ways[state] & DEAD_END else 0
            cell.best = 1 if not state & 1 or not found.costs[state - 1] else 0
            cell.may_end = 1 if may_end(setting[0], battle[0], mover, found, state, cell) else 0
            count += 1
    return count


@rule()
def may_end(setting: Setting, battle: Skirmish, mover: Mover, field: Field, state: int, cell: Cell) -> bool:
    """Whether a move may end at a cell: an engage move with an opponent in reach, a pending cover move with enough
    obstacles in the line, a Move without coming into a threat range where that is forbidden."""
    if mover.purpose == Purpose.ENGAGE:
        for weapon in range(setting.cards[mover.who].blades):
            if reaches_from(setting, battle, mover.who, weapon, cell.x, cell.y, cell.level):
                return True
        return False
    if mover.purpose == Purpose.COVER:
        frame = battle.frames[max(battle.depth - 1, 0)]
        if battle.node.step != Step.COVER_MOVE or frame.target != mover.who:
            return True
        least = frame.obstacles + frame.gain
        return count_obstacles(setting, battle, frame.actor, mover.who, cell.x, cell.y, cell.level) >= least
    return not setting.threat_stops_moves or not is_dangerous(setting, battle, mover.who, field, state)


@rule()
def is_dangerous(setting: Setting, battle: Skirmish, who: int, field: Field, state: int) -> bool:
    """Whether a leg on the way to a state comes into an enemy's threat range."""
    base, at = battle.crowd.bases[who], state
    battle.gait.who = who
    found = False
    while at != START and not found:
        before = field.parents[at]
        set_leg_to(field.leg, field, at)
        x, y, level = base.x, base.y, base.level
        if before != START:
            x, y, level = x_of(field, before), y_of(field, before), field.levels[before]
        found = refuse_danger(setting, battle, Purpose.MOVE, x, y, level, field.leg) != 0
        at = before
    battle.gait.who = 0
    return found


@rule()
def count_cover(
    setting: Many[Setting], battle: Many[Skirmish], who: int, enemies: Many[int], cells: Many[Cell], counts: Many[int]
) -> None:
    """Write the number of obstacles between each cell and all these opponents, where a model would stand there."""
    for index in range(len(cells)):
        cell, count = cells[index], 0
        for number in range(len(enemies)):
            count += count_obstacles(setting[0], battle[0], enemies[number], who, cell.x, cell.y, cell.level)
        counts[index] = count


@rule()
def mark_threat(
    setting: Many[Setting],
    battle: Many[Skirmish],
    who: int,
    weapon: int,
    whom: int,
    cells: Many[Cell],
    marks: Many[int],
) -> None:
    """Mark with 1 the cells from which a melee weapon reaches a model."""
    for index in range(len(cells)):
        cell = cells[index]
        reaches = threatens_from(setting[0], battle[0], who, weapon, whom, cell.x, cell.y, cell.level)
        marks[index] = 1 if reaches else 0


@rule()
def x_of(field: Field, state: int) -> int:
    """The x coordinate of a state."""
    return state // (2 * LAYERS) % field.across * SPACING


@rule()
def y_of(field: Field, state: int) -> int:
    """The y coordinate of a state."""
    return state // (2 * LAYERS) // field.across * SPACING


@rule()
def set_leg_to(leg: Leg, field: Field, state: int) -> None:
    """Set the leg by which a state is reached."""
    set_leg(
        leg, field.ways[state] & ~(DEAD_END | OCCUPIED), x_of(field, state), y_of(field, state), field.levels[state]
    )
