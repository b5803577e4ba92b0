"""The cells that a move can reach: each with its cost, its risks, and whether such a move may end there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row, allocate, restore
from battlewright.geometry.cells import SPACING
from battlewright.geometry.grid import DEAD_END, LAYERS, OCCUPIED, Field, flood
from battlewright.geometry.legs import Leg, set_leg
from battlewright.systems.skirmish.record import Purpose, Setting, Skirmish, Step
from battlewright.systems.skirmish.rules.lines import count_obstacles
from battlewright.systems.skirmish.rules.move import set_gait, threat_zone, threatens_from
from battlewright.systems.skirmish.rules.refusals import reaches_from
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of

Rows = npt.NDArray[np.int32]
"""Cells as rows of numbers, in the order of the fields of ``Cell``."""
X, Y, LEVEL, COST, TEST, FALLS, BEST, MAY_END = range(8)
"""Columns of such rows."""


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


def records_of(rows: Rows) -> Row[Cell]:
    """Rows, at least one, as records for rules."""
    made = allocate(Cell, len(rows))
    restore(made, rows.tobytes())
    return made


@rule()
def find_reach(setting: Row[Setting], battle: Row[Skirmish], mover: Mover, field: Row[Field]) -> int:
    """Write every cell of the grid that a model reaches into the field. Return the number of states reached."""
    set_gait(setting[0], field[0].gait, mover.who, mover.purpose, mover.left)
    if is_stopped_by_threats(setting[0], mover.purpose):
        set_zones(setting[0], battle[0], mover.who, field[0])
    return flood(setting[0].terrain, battle[0].crowd, field[0])


@rule("S2.M13")
def is_stopped_by_threats(setting: Setting, purpose: int) -> bool:
    """Whether a move may not come into a threat range."""
    return setting.threat_stops_moves != 0 and purpose == Purpose.MOVE


@rule("S2.M13")
def set_zones(setting: Setting, battle: Skirmish, who: int, field: Field) -> None:
    """Set the threat ranges of all enemies as the zones that paths keep out of."""
    count, enemy = 0, 1 - side_of(setting, who)
    for other in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[other].stands and setting.cards[other].blades > 0:
            zone, kept = threat_zone(setting, battle, other, who), field.zones[count]
            kept.x = zone.x
            kept.y = zone.y
            kept.reach = zone.reach
            kept.low = zone.low
            kept.high = zone.high
            count += 1
    field.zone_count = count


@rule()
def list_cells(setting: Row[Setting], battle: Row[Skirmish], mover: Mover, field: Row[Field], cells: Row[Cell]) -> int:
    """Write the states of a filled field where no model stands. Return their number."""
    count, found = 0, field[0]
    for state in range(found.across * found.along * LAYERS * 2):
        if found.costs[state] and not found.leg_kinds[state] & OCCUPIED:
            cell, point = cells[count], state // (2 * LAYERS)
            cell.x = point % found.across * SPACING
            cell.y = point // found.across * SPACING
            cell.level = found.levels[state]
            cell.cost = found.costs[state] - 1
            cell.test = state & 1
            cell.falls = 1 if found.leg_kinds[state] & DEAD_END else 0
            cell.best = 1 if not state & 1 or not found.costs[state - 1] else 0
            cell.may_end = 1 if may_end(setting[0], battle[0], mover, cell) else 0
            count += 1
    return count


@rule()
def may_end(setting: Setting, battle: Skirmish, mover: Mover, cell: Cell) -> bool:
    """Whether a move may end at a cell that it reaches: an engage move with an opponent in reach, a pending cover move
    with enough obstacles in the line, a Move anywhere."""
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
    return True


@rule()
def count_cover(
    setting: Row[Setting], battle: Row[Skirmish], who: int, enemies: Row[int], cells: Row[Cell], counts: Row[int]
) -> None:
    """Write the number of obstacles between each cell and all these opponents, where a model would stand there."""
    for index in range(len(cells)):
        cell, count = cells[index], 0
        for number in range(len(enemies)):
            count += count_obstacles(setting[0], battle[0], enemies[number], who, cell.x, cell.y, cell.level)
        counts[index] = count


@rule()
def mark_threat(
    setting: Row[Setting], battle: Row[Skirmish], who: int, weapon: int, whom: int, cells: Row[Cell], marks: Row[int]
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
        leg,
        field.leg_kinds[state] & ~(DEAD_END | OCCUPIED),
        x_of(field, state),
        y_of(field, state),
        field.levels[state],
    )
