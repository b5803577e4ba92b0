"""The path finder for people and bots: the cells that a model can reach, and the legs to a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from battlewright.engine.record import Many, allocate, copy_of, look
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import MAX_LEGS, Setting, Skirmish
from battlewright.systems.skirmish.rules.editions import drop_hurts
from battlewright.systems.skirmish.rules.move import set_gait
from battlewright.table.cells import SPACING
from battlewright.table.grid import DEAD_END, LAYERS, OCCUPIED, START, Field, flood
from battlewright.table.ground import level_at
from battlewright.table.legs import Fault, Leg, Stride, Way, take_stride
from battlewright.table.measure import Place
from battlewright.table.paths import ANY_LEVEL, plan_straight

LAST_LEG = 2 * SPACING
"""The longest last leg from a cell of the grid to a point."""


@dataclass(frozen=True)
class Reached:
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


@rule()
def find_reach(setting: Many[Setting], battle: Many[Skirmish], mover: Mover, field: Many[Field]) -> int:
    """Write every cell of the grid that a model reaches into the field. Return the number of states reached."""
    set_gait(setting[0], field[0].gait, mover.who, mover.purpose, mover.left)
    return flood(setting[0].ground, battle[0].crowd, field[0])


@rule()
def find_straight(
    setting: Many[Setting],
    battle: Many[Skirmish],
    mover: Mover,
    field: Many[Field],
    legs: Many[Leg],
    to: Place,
    daring: int,
) -> int:
    """Write the legs of a straight path, and return their number."""
    set_gait(setting[0], field[0].gait, mover.who, mover.purpose, mover.left)
    return plan_straight(setting[0].ground, battle[0].crowd, field[0].gait, field[0].stride, legs, to, daring)


@rule()
def measure_leg(
    setting: Many[Setting], battle: Many[Skirmish], field: Many[Field], x: int, y: int, level: int, leg: Many[Leg]
) -> int:
    """Measure a leg from a point (in the field's stride). Return why it cannot be taken; 0 if it can."""
    return take_stride(setting[0].ground, battle[0].crowd, field[0].gait, x, y, level, leg[0], field[0].stride)


@rule()
def level_below(setting: Many[Setting], x: int, y: int, level: int) -> int:
    """The highest level at a point that is not above this one."""
    return level_at(setting[0].ground, x, y, level)


class Finder:
    """The path finder of one model in a battle as it stands now."""

    def __init__(self, setting: Many[Setting], battle: Many[Skirmish], who: int, purpose: int, left: int) -> None:
        self.setting, self.battle, self.who, self.purpose, self.left = setting, battle, who, purpose, left
        self._mover = Mover(who, int(purpose), left)
        self._field = allocate(Field)
        self._legs = allocate(Leg, MAX_LEGS)
        self._flooded = False
        self._may_drop = not drop_hurts(setting[0])

    def is_safe(self, cell: Reached) -> bool:
        """Whether a cell is reached without a test, and without a fall that hurts."""
        return not cell.test and (self._may_drop or not cell.falls)

    @property
    def field(self) -> Field:
        """The field, filled."""
        if not self._flooded:
            find_reach(self.setting, self.battle, self._mover, self._field)
            self._flooded = True
        return look(Field, self._field)

    def cells(self) -> list[Reached]:
        """Every cell of the grid that can be reached, each by its safest path, the cheapest first."""
        field, found = self.field, []
        for state in range(0, field.across * field.along * LAYERS * 2, 2):
            best = state if field.costs[state] else state + 1
            if field.costs[best] and not field.ways[best] & OCCUPIED:
                found.append(self._cell(best))
        return sorted(found, key=lambda cell: (cell.cost, cell.y, cell.x, cell.level))

    def path(self, x: int, y: int, level: int = ANY_LEVEL) -> list[Leg]:
        """The legs to a point: straight where that is safe, else by a detour; empty if there is no path."""
        for daring in (0, 1):
            straight = self._straight(x, y, level, daring)
            if straight:
                return straight
            about = self._about(x, y, level, daring)
            if about:
                return about
        return []

    def _straight(self, x: int, y: int, level: int, daring: int) -> list[Leg]:
        to = Place(x, y, level)
        count = find_straight(self.setting, self.battle, self._mover, self._field, self._legs, to, daring)
        return [copy_of(look(Leg, self._legs, number)) for number in range(count)]

    def _about(self, x: int, y: int, level: int, daring: int) -> list[Leg]:
        """A detour over the grid, with a last leg on foot from one of the cells nearest to the point."""
        field = self.field
        best: list[Leg] = []
        cheapest = 0
        for state in self._states_near(x, y):
            cell = self._cell(state)
            if not daring and not self.is_safe(cell):
                continue
            is_taken = field.ways[state] & OCCUPIED
            if (cell.x, cell.y) == (x, y) and level in (ANY_LEVEL, cell.level) and not is_taken:
                legs, cost = self._back(state), cell.cost
            elif not field.ways[state] & DEAD_END:
                field.gait.range = self.left - cell.cost
                last = self._last(cell, x, y, level)
                if last is None:
                    continue
                legs, cost = [*self._back(state), last], cell.cost + self._stride.cost
            else:
                continue
            if not best or cost < cheapest:
                best, cheapest = legs, cost
        return self._pull(best)

    def _last(self, cell: Reached, x: int, y: int, level: int) -> Leg | None:
        """The leg from a cell to a point nearby: on foot, or by a drop that does not hurt."""
        walk = _leg(Way.WALK, x, y, level if level != ANY_LEVEL else cell.level)
        if self._fault(cell.x, cell.y, cell.level, walk) == Fault.NONE:
            return walk
        below = level_below(self.setting, x, y, cell.level)
        if not self._may_drop or level not in (ANY_LEVEL, below):
            return None
        drop = _leg(Way.DROP, x, y, below)
        return drop if self._fault(cell.x, cell.y, cell.level, drop) == Fault.NONE else None

    def _states_near(self, x: int, y: int) -> list[int]:
        field, found = self.field, []
        for row in range(max((y - LAST_LEG) // SPACING, 0), min((y + LAST_LEG) // SPACING, field.along - 1) + 1):
            for column in range(
                max((x - LAST_LEG) // SPACING, 0), min((x + LAST_LEG) // SPACING, field.across - 1) + 1
            ):
                first = (row * field.across + column) * LAYERS * 2
                found += [state for state in range(first, first + 2 * LAYERS) if field.costs[state]]
        return found

    def _cell(self, state: int) -> Reached:
        field = self.field
        row, column = divmod(state // (2 * LAYERS), field.across)
        falls = bool(field.ways[state] & DEAD_END)
        return Reached(
            column * SPACING, row * SPACING, field.levels[state], field.costs[state] - 1, bool(state & 1), falls
        )

    def _back(self, state: int) -> list[Leg]:
        """The legs from the start to a state."""
        legs = []
        while state != START:
            cell = self._cell(state)
            legs.append(_leg(self.field.ways[state] & ~(DEAD_END | OCCUPIED), cell.x, cell.y, cell.level))
            state = self.field.parents[state]
        return legs[::-1]

    def _pull(self, legs: list[Leg]) -> list[Leg]:
        """Pull a path straight by skipping as many bends as possible; empty if too many legs are left."""
        base = look(Skirmish, self.battle).crowd.bases[self.who]
        x, y, level = base.x, base.y, base.level
        pulled: list[Leg] = []
        self.field.gait.range = self.left
        while legs:
            steps = next((number for number, leg in enumerate(legs) if leg.way != Way.WALK), len(legs))
            for number in range(max(steps - 1, 0), -1, -1):
                self.field.gait.passing = number + 1 < len(legs)
                if number == 0 or self._fault(x, y, level, legs[number]) == Fault.NONE:
                    break
            pulled.append(legs[number])
            x, y, level = legs[number].x, legs[number].y, legs[number].level
            legs = legs[number + 1 :]
        self.field.gait.passing = 0
        return pulled if len(pulled) <= MAX_LEGS else []

    @property
    def _stride(self) -> Stride:
        return look(Field, self._field).stride

    def _fault(self, x: int, y: int, level: int, leg: Leg) -> int:
        row = allocate(Leg)
        look(Leg, row).way, look(Leg, row).x, look(Leg, row).y, look(Leg, row).level = leg.way, leg.x, leg.y, leg.level
        return measure_leg(self.setting, self.battle, self._field, x, y, level, row)


def _leg(way: int, x: int, y: int, level: int) -> Leg:
    made = Leg()
    made.way, made.x, made.y, made.level = way, x, y, level
    return made
