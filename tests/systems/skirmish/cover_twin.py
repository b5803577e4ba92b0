"""The reach of a cover move once more, slow and by its definition: every leg between any two cells is tried."""

from __future__ import annotations

from functools import cache

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.record import allocate, assign, look
from battlewright.geometry.bases import Crowd
from battlewright.geometry.distance import Place
from battlewright.geometry.legs import Fault, Gait, Leg, LegKind, Stride, take_stride
from battlewright.geometry.paths import SAFE, plan_straight
from battlewright.geometry.terrain import Terrain
from battlewright.systems.skirmish.record import MAX_LEGS, Purpose, Setting, Skirmish
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.lines import count_obstacles
from battlewright.systems.skirmish.rules.move import set_gait
from tests.systems.skirmish.helpers import Fight

HALF_INCH = 500
SAFE_WAYS = (LegKind.WALK, LegKind.CLIMB, LegKind.JUMP)


class CoverTwin:
    """Where the target of a shot can go in cover, and what it would gain."""

    def __init__(self, fight: Fight) -> None:
        self.setting, self.battle, self.frame = fight.session.setting, fight.session.battle, fight.frame
        self.base = fight.base(self.frame.target)
        self.range: int = as_plain(cover_range)(look(Setting, self.setting), self.frame)
        self.terrains, self.crowds, self.gaits = allocate(Terrain), allocate(Crowd), allocate(Gait)
        assign(look(Terrain, self.terrains), look(Setting, self.setting).terrain)
        assign(look(Crowd, self.crowds), look(Skirmish, self.battle).crowd)
        as_plain(set_gait)(
            look(Setting, self.setting), look(Gait, self.gaits), self.frame.target, Purpose.COVER, self.range
        )

    def cells(self) -> list[Place]:
        """The points of the half-inch lattice on the table, on every level."""
        terrain = look(Terrain, self.terrains)
        levels = {0, *(terrain.pieces[number].top for number in range(terrain.count))}
        reach = self.range // HALF_INCH + 1
        column, row = self.base.x // HALF_INCH, self.base.y // HALF_INCH
        points = [
            (x, y) for x in range(column - reach, column + reach + 2) for y in range(row - reach, row + reach + 2)
        ]
        return [Place(x * HALF_INCH, y * HALF_INCH, level) for x, y in points for level in levels]

    def reached(self) -> set[Place]:
        """The cells that a straight path, or at most eight legs from cell to cell, reach without a test or a fall."""
        start, cells = Place(self.base.x, self.base.y, self.base.level), self.cells()
        least: dict[Place, int] = {start: 0}
        for _ in range(MAX_LEGS):
            after = dict(least)
            for begin, spent in least.items():
                for end in cells:
                    cost = self.cheapest(begin, end, self.range - spent)
                    if cost is not None:
                        after[end] = min(after.get(end, spent + cost), spent + cost)
            if after == least:
                break
            least = after
        return {cell for cell in cells if cell[:2] != start[:2] and (cell in least or self.goes_straight(cell))}

    @cache  # noqa: B019  (a twin lives as long as its test)
    def cheapest(self, begin: Place, end: Place, left: int) -> int | None:
        """The cost of the cheapest safe leg between two places with so much range left."""
        if (begin.x - end.x) ** 2 + (begin.y - end.y) ** 2 > left * left:
            return None
        legs, strides, gait = allocate(Leg), allocate(Stride), look(Gait, self.gaits)
        leg, stride, costs = look(Leg, legs), look(Stride, strides), []
        for way in SAFE_WAYS:
            leg.way, leg.x, leg.y, leg.level = way, *end
            gait.range = left
            fault = take_stride(self.terrains[0], self.crowds[0], self.gaits[0], *begin, legs[0], strides[0])
            if fault == Fault.NONE and not stride.test and not stride.fall:
                costs.append(stride.cost)
        return min(costs, default=None)

    def goes_straight(self, cell: Place) -> bool:
        look(Gait, self.gaits).range = self.range
        legs, strides = allocate(Leg, MAX_LEGS), allocate(Stride)
        return plan_straight(self.terrains[0], self.crowds[0], self.gaits[0], strides[0], legs, cell, SAFE) > 0

    def obstacles(self, cell: Place) -> int:
        who = self.frame.actor, self.frame.target
        return count_obstacles(self.setting[0], self.battle[0], *who, *cell)

    def could_gain(self) -> bool:
        """Whether a cell has more obstacles in the line than now, and can be reached."""
        return any(self.obstacles(cell) > self.frame.obstacles for cell in self.reached())
