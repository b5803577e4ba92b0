"""The path finder for people and bots: the cells that a model can reach, and the legs to a point."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from battlewright.engine.compiler.rule import as_plain, rule
from battlewright.engine.record import Record, Row, allocate, array_of, copy_of, ints_of, look, width_of
from battlewright.geometry.cells import SPACING
from battlewright.geometry.distance import Place, length
from battlewright.geometry.grid import DEAD_END, LAYERS, OCCUPIED, START, Field, flood
from battlewright.geometry.legs import Fault, Leg, LegKind, Stride, set_leg, take_stride
from battlewright.geometry.paths import ANY_LEVEL, clear_legs, plan_straight
from battlewright.geometry.terrain import level_at
from battlewright.systems.skirmish.guide.cells import (
    BEST,
    FALLS,
    MAY_END,
    TEST,
    Cell,
    Mover,
    Rows,
    find_reach,
    is_stopped_by_threats,
    list_cells,
    may_end,
    set_leg_to,
    set_zones,
    x_of,
    y_of,
)
from battlewright.systems.skirmish.record import MAX_LEGS, Purpose, Setting, Skirmish
from battlewright.systems.skirmish.rules.editions import drop_hurts
from battlewright.systems.skirmish.rules.move import refuse_danger, set_gait

LAST_LEG = 2 * SPACING
"""The longest last leg from a cell of the grid to a point."""
MOST_BENDS = 256
"""The most legs of a detour before it is pulled straight."""
MOST_STRAIGHT = 1024
"""The most cells that a straight path alone reaches."""
NO_STATE = -2


class Detour(Record):
    """The path finder's working space: the cheapest end of a detour (a state of the grid, and perhaps a last leg from
    there), and its legs before it is pulled straight. If it is ``careful``, no leg of it comes into a threat range
    where that is forbidden."""

    careful: int
    cost: int
    state: int
    has_last: int
    last: Leg
    tried: Leg
    legs: Annotated[Row[Leg], MOST_BENDS]


@rule()
def find_path(
    setting: Row[Setting],
    battle: Row[Skirmish],
    mover: Mover,
    field: Row[Field],
    detour: Row[Detour],
    legs: Row[Leg],
    to: Place,
) -> int:
    """Write the legs to a point: straight where that is safe, else by a detour. Return their number; 0 if there is no
    path. The field is filled when a detour is first looked for."""
    for risk in range(2):
        set_gait(setting[0], field[0].gait, mover.who, mover.purpose, mover.left)
        count = plan_straight(setting[0].terrain, battle[0].crowd, field[0].gait, field[0].stride, legs, to, risk)
        if count > 0 and is_path_barred(setting[0], battle[0], mover.who, legs, count, detour[0].careful):
            count = 0
        if count == 0:
            if field[0].across == 0:
                if detour[0].careful:
                    set_zones(setting[0], battle[0], mover.who, field[0])
                flood(setting[0].terrain, battle[0].crowd, field[0])
            count = plan_detour(setting[0], battle[0], field[0], detour[0], legs, to, mover.left, risk)
        if count > 0:
            return count
    return 0


@rule()
def is_barred(setting: Setting, battle: Skirmish, who: int, x: int, y: int, level: int, leg: Leg, careful: int) -> bool:
    """Whether a careful Move must not take a leg, because it comes into a threat range."""
    if not careful:
        return False
    battle.gait.who = who
    found = refuse_danger(setting, battle, Purpose.MOVE, x, y, level, leg) != 0
    battle.gait.who = 0
    return found


@rule()
def is_path_barred(setting: Setting, battle: Skirmish, who: int, legs: Row[Leg], count: int, careful: int) -> bool:
    """Whether a careful Move must not take one of these legs."""
    base = battle.crowd.bases[who]
    x, y, level = base.x, base.y, base.level
    for number in range(count):
        leg = legs[number]
        if is_barred(setting, battle, who, x, y, level, leg, careful):
            return True
        x, y, level = leg.x, leg.y, leg.level
    return False


@rule()
def plan_detour(
    setting: Setting, battle: Skirmish, field: Field, detour: Detour, legs: Row[Leg], to: Place, left: int, risk: int
) -> int:
    """Write the legs of a detour over the grid, with a last leg from one of the cells nearest to the point; return
    their number."""
    detour.state = NO_STATE
    for row in range(max((to.y - LAST_LEG) // SPACING, 0), min((to.y + LAST_LEG) // SPACING, field.along - 1) + 1):
        for column in range(
            max((to.x - LAST_LEG) // SPACING, 0), min((to.x + LAST_LEG) // SPACING, field.across - 1) + 1
        ):
            first = (row * field.across + column) * LAYERS * 2
            for state in range(first, first + 2 * LAYERS):
                if field.costs[state] and (risk or is_safe_state(setting, field, state)):
                    try_end(setting, battle, field, detour, to, left, state)
    if detour.state == NO_STATE:
        return 0
    return pull_straight(setting, battle, field, detour, legs, trace_back(field, detour), left)


@rule()
def is_safe_state(setting: Setting, field: Field, state: int) -> bool:
    """Whether a state is reached without a test, and without a fall that hurts."""
    return not state & 1 and (not field.leg_kinds[state] & DEAD_END or not drop_hurts(setting))


@rule()
def try_end(setting: Setting, battle: Skirmish, field: Field, detour: Detour, to: Place, left: int, state: int) -> None:
    """Remember a state as the end of the detour if it is at the point, or if a last leg leads from it to the point, and
    that is cheaper than the best known."""
    x, y, level, cost = x_of(field, state), y_of(field, state), field.levels[state], field.costs[state] - 1
    is_there = x == to.x and y == to.y and (to.level == ANY_LEVEL or to.level == level)
    has_last = 0
    if not is_there or field.leg_kinds[state] & OCCUPIED:
        if field.leg_kinds[state] & DEAD_END:
            return
        field.gait.range = left - cost
        if not find_last_leg(setting, battle, field, detour.tried, to, x, y, level):
            return
        if is_barred(setting, battle, field.gait.who, x, y, level, detour.tried, detour.careful):
            return
        has_last = 1
        cost += field.stride.cost
    if detour.state == NO_STATE or cost < detour.cost:
        detour.cost = cost
        detour.state = state
        detour.has_last = has_last
        set_leg(detour.last, detour.tried.way, detour.tried.x, detour.tried.y, detour.tried.level)


@rule()
def find_last_leg(
    setting: Setting, battle: Skirmish, field: Field, leg: Leg, to: Place, x: int, y: int, level: int
) -> bool:
    """Write the leg from a cell to a point nearby: on foot, or by a drop that does not hurt. False if there is none."""
    set_leg(leg, LegKind.WALK, to.x, to.y, to.level if to.level != ANY_LEVEL else level)
    if take_stride(setting.terrain, battle.crowd, field.gait, x, y, level, leg, field.stride) == Fault.NONE:
        return True
    below = level_at(setting.terrain, to.x, to.y, level)
    if drop_hurts(setting) or (to.level != ANY_LEVEL and to.level != below):
        return False
    set_leg(leg, LegKind.DROP, to.x, to.y, below)
    return take_stride(setting.terrain, battle.crowd, field.gait, x, y, level, leg, field.stride) == Fault.NONE


@rule()
def trace_back(field: Field, detour: Detour) -> int:
    """Write the legs from the mover's place to the end of the detour; return their number."""
    count, state = 0, detour.state
    while state != START:
        count += 1
        state = field.parents[state]
    if count + detour.has_last > MOST_BENDS:
        return 0
    at, state = count, detour.state
    while state != START:
        at -= 1
        set_leg_to(detour.legs[at], field, state)
        state = field.parents[state]
    if detour.has_last:
        detour.legs[count] = detour.last
    return count + detour.has_last


@rule()
def pull_straight(
    setting: Setting, battle: Skirmish, field: Field, detour: Detour, legs: Row[Leg], total: int, left: int
) -> int:
    """Pull a detour straight by skipping as many bends as possible; return the number of legs, or 0 if too many are
    left."""
    base = battle.crowd.bases[field.gait.who]
    x, y, level = base.x, base.y, base.level
    field.gait.range = left
    first, count = 0, 0
    while first < total and count < len(legs):
        skipped = walks_from(detour, first, total)
        while skipped > 0:
            field.gait.passing = 1 if first + skipped + 1 < total else 0
            leg = detour.legs[first + skipped]
            fault = take_stride(setting.terrain, battle.crowd, field.gait, x, y, level, leg, field.stride)
            barred = is_barred(setting, battle, field.gait.who, x, y, level, leg, detour.careful)
            if fault == Fault.NONE and not barred:
                break
            skipped -= 1
        legs[count] = detour.legs[first + skipped]
        x, y, level = legs[count].x, legs[count].y, legs[count].level
        count += 1
        first += skipped + 1
    field.gait.passing = 0
    if first < total:
        count = 0
    clear_legs(legs, count, len(legs))
    return count


@rule()
def walks_from(detour: Detour, first: int, total: int) -> int:
    """The number of walks that follow on the leg ``first`` of a detour, if that is one too."""
    last = first
    while last < total and detour.legs[last].way == LegKind.WALK:
        last += 1
    return max(last - 1 - first, 0)


@rule()
def measure_path(
    setting: Row[Setting], battle: Row[Skirmish], mover: Mover, field: Row[Field], legs: Row[Leg], strides: Row[Stride]
) -> None:
    """Measure the legs of a path, each with the range that the legs before it have left."""
    base, gait = battle[0].crowd.bases[mover.who], field[0].gait
    set_gait(setting[0], gait, mover.who, mover.purpose, mover.left)
    x, y, level = base.x, base.y, base.level
    for number in range(len(strides)):
        leg = legs[number]
        take_stride(setting[0].terrain, battle[0].crowd, gait, x, y, level, leg, strides[number])
        gait.range -= strides[number].cost
        x, y, level = leg.x, leg.y, leg.level
    gait.range = mover.left


@rule()
def list_straight(
    setting: Row[Setting],
    battle: Row[Skirmish],
    mover: Mover,
    field: Row[Field],
    legs: Row[Leg],
    careful: int,
    cells: Row[Cell],
) -> int:
    """Write the grid points of a filled field that no state reaches, but a straight path does: steps from cell to cell
    are longer than a straight line, so there are such points beside those that are reached, at the end of the range.
    Return their number."""
    count, found, base = 0, field[0], battle[0].crowd.bases[mover.who]
    for point in range(found.across * found.along):
        x, y = point % found.across * SPACING, point // found.across * SPACING
        far = length(x - base.x, y - base.y)
        is_at_the_end = mover.left * 3 // 4 < far <= mover.left
        if is_at_the_end and count < len(cells) and not is_reached(found, point) and is_beside(found, point):
            to, used, risk = Place(x, y, ANY_LEVEL), 0, 0
            while used == 0 and risk < 2:
                set_gait(setting[0], found.gait, mover.who, mover.purpose, mover.left)
                used = plan_straight(setting[0].terrain, battle[0].crowd, found.gait, found.stride, legs, to, risk)
                risk += 1
            if used > 0 and not is_path_barred(setting[0], battle[0], mover.who, legs, used, careful):
                set_straight_cell(setting[0], battle[0], mover, found, legs, used, cells[count])
                count += 1
    return count


@rule()
def is_beside(field: Field, point: int) -> bool:
    """Whether a grid point lies beside one of which a state is reached."""
    column, row = point % field.across, point // field.across
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            x, y = column + dx, row + dy
            if 0 <= x < field.across and 0 <= y < field.along and is_reached(field, y * field.across + x):
                return True
    return False


@rule()
def is_reached(field: Field, point: int) -> bool:
    """Whether a state of a grid point is reached."""
    for state in range(point * LAYERS * 2, (point + 1) * LAYERS * 2):
        if field.costs[state]:
            return True
    return False


@rule()
def set_straight_cell(
    setting: Setting, battle: Skirmish, mover: Mover, field: Field, legs: Row[Leg], used: int, cell: Cell
) -> None:
    """Set a cell from the legs that lead there."""
    base = battle.crowd.bases[mover.who]
    x, y, level = base.x, base.y, base.level
    cell.cost = 0
    cell.test = 0
    cell.falls = 0
    for number in range(used):
        leg = legs[number]
        field.gait.range = mover.left - cell.cost
        take_stride(setting.terrain, battle.crowd, field.gait, x, y, level, leg, field.stride)
        cell.cost += field.stride.cost
        if field.stride.test > 0:
            cell.test = 1
        if field.stride.fall > 0:
            cell.falls = 1
        x, y, level = leg.x, leg.y, leg.level
    field.gait.range = mover.left
    cell.x = x
    cell.y = y
    cell.level = level
    cell.best = 1
    cell.may_end = 1 if may_end(setting, battle, mover, cell) else 0


@rule()
def level_below(setting: Row[Setting], x: int, y: int, level: int) -> int:
    """The highest level at a point that is not above this one."""
    return level_at(setting[0].terrain, x, y, level)


class Finder:
    """The path finder of one model in a battle as it stands now."""

    def __init__(self, setting: Row[Setting], battle: Row[Skirmish], who: int, purpose: int, left: int) -> None:
        self.setting, self.battle, self.who, self.purpose, self.left = setting, battle, who, purpose, left
        self._mover = Mover(who, int(purpose), left)
        self._field, self._detour = allocate(Field), allocate(Detour)
        self._is_careful = bool(as_plain(is_stopped_by_threats)(look(Setting, setting), int(purpose)))
        self._careless = allocate(Field) if self._is_careful else self._field
        self._legs = allocate(Leg, MAX_LEGS)
        self._rows: Rows | None = None
        self._may_drop = not as_plain(drop_hurts)(look(Setting, setting))

    @property
    def rows(self) -> Rows:
        """The states that are reached, the cheapest first, one per row with the numbers of a ``Cell``."""
        if self._rows is None:
            count = find_reach(self.setting, self.battle, self._mover, self._field)
            cells = allocate(Cell, max(count, 1))
            count = list_cells(self.setting, self.battle, self._mover, self._field, cells)
            rows = array_of(ints_of(cells)).reshape(-1, width_of(Cell))[:count]
            x, y, level, cost = rows.T[:4]
            self._rows = rows[np.lexsort((level, x, y, cost))]
        return self._rows

    def ends(self) -> Rows:
        """As ``rows``, those where such a move may end, and the cells that a straight path alone reaches."""
        rows, (width, cells) = self.rows, (width_of(Cell), allocate(Cell, MOST_STRAIGHT))
        careful = int(self._is_careful)
        count = list_straight(self.setting, self.battle, self._mover, self._field, self._legs, careful, cells)
        found: Rows = np.concatenate((rows, array_of(ints_of(cells)).reshape(-1, width)[:count]))
        ends: Rows = found[found[:, MAY_END] == 1]
        return ends

    def best(self) -> Rows:
        """As ``rows``, with the safest state of each cell alone."""
        found: Rows = self.rows[self.rows[:, BEST] == 1]
        return found

    def safe(self) -> Rows:
        """As ``best``, without the cells that need a test or end in a fall that hurts."""
        rows = self.best()
        return rows[self.are_safe(rows)]

    def are_safe(self, rows: Rows) -> npt.NDArray[np.bool_]:
        """Whether each cell is reached without a test, and without a fall that hurts."""
        found: npt.NDArray[np.bool_] = (rows[:, TEST] == 0) & (self._may_drop | (rows[:, FALLS] == 0))
        return found

    def path(self, x: int, y: int, level: int = ANY_LEVEL, careful: bool = False) -> list[Leg]:
        """The legs to a point: straight where that is safe, else by a detour; empty if there is no path. A careful path
        keeps out of threat ranges where a Move may not come into them."""
        careful = careful and self._is_careful
        look(Detour, self._detour).careful = int(careful)
        field, to = self._field if careful else self._careless, Place(x, y, level)
        count = find_path(self.setting, self.battle, self._mover, field, self._detour, self._legs, to)
        return [copy_of(look(Leg, self._legs, number)) for number in range(count)]

    def strides(self, legs: Row[Leg], count: int) -> list[Stride]:
        """The measurements of the legs of a path."""
        strides = allocate(Stride, max(count, 1))
        if count:
            measure_path(self.setting, self.battle, self._mover, self._field, legs, strides)
        return [copy_of(look(Stride, strides, number)) for number in range(count)]
