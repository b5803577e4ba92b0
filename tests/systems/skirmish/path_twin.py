"""The path finder once more, slow and plain: a straight path or a detour over the grid, pulled straight."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.record import Row, allocate, copy_of, look
from battlewright.geometry.cells import SPACING
from battlewright.geometry.distance import Place
from battlewright.geometry.grid import DEAD_END, LAYERS, OCCUPIED, START, Field
from battlewright.geometry.legs import Fault, Leg, LegKind, Stride, take_stride
from battlewright.geometry.paths import ANY_LEVEL, plan_straight
from battlewright.geometry.terrain import level_at
from battlewright.systems.skirmish.guide.cells import Mover, find_reach
from battlewright.systems.skirmish.guide.paths import LAST_LEG
from battlewright.systems.skirmish.record import MAX_LEGS, Setting, Skirmish
from battlewright.systems.skirmish.rules.editions import drop_hurts
from battlewright.systems.skirmish.rules.move import set_gait

Where = tuple[int, int, int]


def leg_to(way: int, x: int, y: int, level: int) -> Leg:
    made = Leg()
    made.way, made.x, made.y, made.level = way, x, y, level
    return made


class PathTwin:
    """What ``Finder.path`` must find."""

    def __init__(self, setting: Row[Setting], battle: Row[Skirmish], mover: Mover) -> None:
        self.setting, self.battle = look(Setting, setting), look(Skirmish, battle)
        self.mover, self.may_drop = mover, not as_plain(drop_hurts)(self.setting)
        row = allocate(Field)
        find_reach(setting, battle, mover, row)
        self.field = look(Field, row)

    def path(self, x: int, y: int, level: int = ANY_LEVEL) -> list[Leg]:
        for risk in (0, 1):
            found = self.straight(x, y, level, risk) or self.detour(x, y, level, risk)
            if found:
                return found
        return []

    def straight(self, x: int, y: int, level: int, risk: int) -> list[Leg]:
        field, legs = self.field, Row(memoryview(bytearray(16 * MAX_LEGS)).cast("i"), 0, MAX_LEGS, Leg)
        as_plain(set_gait)(self.setting, field.gait, *self.mover)
        where, to = (self.setting.terrain, self.battle.crowd), Place(x, y, level)
        count = as_plain(plan_straight)(*where, field.gait, field.stride, legs, to, risk)
        return [copy_of(legs[number]) for number in range(count)]

    def detour(self, x: int, y: int, level: int, risk: int) -> list[Leg]:
        """The cheapest: to a cell near the point, and on from there."""
        found: list[tuple[int, list[Leg]]] = []
        for state in self.states_near(x, y):
            way, cost, here = self.field.leg_kinds[state], self.field.costs[state] - 1, self.place(state)
            if not risk and (state & 1 or (way & DEAD_END and not self.may_drop)):
                continue
            if here[:2] == (x, y) and level in (ANY_LEVEL, here[2]) and not way & OCCUPIED:
                found.append((cost, self.back(state)))
            elif not way & DEAD_END:
                self.field.gait.range = self.mover.left - cost
                last = self.last(here, x, y, level)
                if last:
                    found.append((cost + self.field.stride.cost, [*self.back(state), last]))
        return self.pull(min(found, key=lambda each: each[0])[1]) if found else []

    def last(self, here: Where, x: int, y: int, level: int) -> Leg | None:
        walk = leg_to(LegKind.WALK, x, y, here[2] if level == ANY_LEVEL else level)
        if not self.fault(here, walk):
            return walk
        below = as_plain(level_at)(self.setting.terrain, x, y, here[2])
        drop = leg_to(LegKind.DROP, x, y, below)
        return drop if self.may_drop and level in (ANY_LEVEL, below) and not self.fault(here, drop) else None

    def states_near(self, x: int, y: int) -> list[int]:
        field, found = self.field, []
        for row in range(max((y - LAST_LEG) // SPACING, 0), min((y + LAST_LEG) // SPACING, field.along - 1) + 1):
            for column in range(
                max((x - LAST_LEG) // SPACING, 0), min((x + LAST_LEG) // SPACING, field.across - 1) + 1
            ):
                first = (row * field.across + column) * LAYERS * 2
                found += [state for state in range(first, first + 2 * LAYERS) if field.costs[state]]
        return found

    def place(self, state: int) -> Where:
        row, column = divmod(state // (2 * LAYERS), self.field.across)
        return column * SPACING, row * SPACING, self.field.levels[state]

    def back(self, state: int) -> list[Leg]:
        legs = []
        while state != START:
            legs.append(leg_to(self.field.leg_kinds[state] & ~(DEAD_END | OCCUPIED), *self.place(state)))
            state = self.field.parents[state]
        return legs[::-1]

    def pull(self, legs: list[Leg]) -> list[Leg]:
        """Skip as many bends as possible."""
        base = self.battle.crowd.bases[self.mover.who]
        here, pulled = (base.x, base.y, base.level), list[Leg]()
        self.field.gait.range = self.mover.left
        while legs:
            walks = next((number for number, leg in enumerate(legs) if leg.way != LegKind.WALK), len(legs))
            for number in range(max(walks - 1, 0), -1, -1):
                self.field.gait.passing = number + 1 < len(legs)
                if number == 0 or not self.fault(here, legs[number]):
                    break
            pulled.append(legs[number])
            here, legs = (legs[number].x, legs[number].y, legs[number].level), legs[number + 1 :]
        self.field.gait.passing = 0
        return pulled if len(pulled) <= MAX_LEGS else []

    def fault(self, here: Where, leg: Leg) -> int:
        stride: Stride = self.field.stride
        return as_plain(take_stride)(
            self.setting.terrain, self.battle.crowd, self.field.gait, *here, leg, stride
        ) != int(Fault.NONE)
