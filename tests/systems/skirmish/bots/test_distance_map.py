"""Distances on foot, as bots look them up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row, look, memory_of, offset_of
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.bots.distance_map import (
    DARING,
    FALLING,
    FAR,
    SLACK,
    avoids,
    cell_at,
    detour_cell,
    distance_between,
    next_cell,
)
from battlewright.systems.skirmish.bots.make_tables import map_of, tables_of
from battlewright.systems.skirmish.bots.tables import NO_CELL, Basics, DistanceMap
from battlewright.systems.skirmish.record import Setting
from tests.systems.skirmish.helpers import Fight


@rule()
def find(setting: Row[Setting], maps: Row[DistanceMap], x: int, y: int, level: int) -> int:
    """Rules take records; from Python a row is handed over."""
    return cell_at(maps[0], x, y, level)


@rule()
def between(maps: Row[DistanceMap], cell: int, other: int) -> int:
    return distance_between(maps[0], cell, other)


@rule()
def after(maps: Row[DistanceMap], cell: int, goal: int) -> int:
    return next_cell(maps[0], cell, goal)


@rule()
def over(maps: Row[DistanceMap], cell: int, goal: int, block: int) -> int:
    return detour_cell(maps[0], cell, goal, block)


@rule()
def leads_past(maps: Row[DistanceMap], cell: int, goal: int, block: int) -> bool:
    return avoids(maps[0], cell, goal, block)


class Map:
    """The distance map of a table with some pieces on it, for the first model."""

    def __init__(self, pieces: Sequence[dict[str, Any]] = (), **card: Any) -> None:
        fight = Fight(a=[{"at": (2, 2)} | card], b=[{"at": (22, 22), "agility": 5}], pieces=pieces)
        self.setting = fight.session.setting
        self.maps = map_of(self.setting, 0)

    def cell(self, x: float, y: float, level: float = 0) -> int:
        return find(self.setting, self.maps, round(x * INCH), round(y * INCH), round(level * INCH))

    def distance(self, one: tuple[float, ...], other: tuple[float, ...]) -> float:
        return between(self.maps, self.cell(*one), self.cell(*other)) / INCH

    def level(self, cell: int) -> float:
        return look(DistanceMap, self.maps).cells[cell].level / INCH


WALL = {"box": [0, 11, 20, 1], "top": 6}
"""From the left edge almost to the right one, and too high for anybody here to climb without a test."""


def test_on_an_empty_table_it_is_about_as_far_as_it_looks() -> None:
    table = Map()
    assert table.distance((3, 3), (3, 21)) == pytest.approx(18, abs=1.5)
    assert table.distance((3, 3), (21, 21)) == pytest.approx(25.5, abs=2)
    assert table.distance((3, 3), (3, 3)) == 0


def test_a_wall_is_walked_around() -> None:
    assert Map([WALL]).distance((3, 8), (3, 15)) > 30
    assert Map().distance((3, 8), (3, 15)) < 9


def test_a_wall_with_no_end_takes_daring() -> None:
    """Up by a test, and down by a fall."""
    distance = Map([WALL | {"box": [0, 11, 24, 1]}]).distance((3, 8), (3, 15))
    assert 0 < distance - (DARING + FALLING) / INCH < 25


def test_who_is_agile_climbs_what_others_walk_around() -> None:
    low = WALL | {"top": 4}
    assert Map([low], agility=4).distance((3, 8), (3, 15)) < 18
    assert Map([low], agility=3).distance((3, 8), (3, 15)) > 30


def test_low_and_high_are_two_cells_of_one_square() -> None:
    table = Map([{"box": [9, 9, 6, 6], "top": 3}])
    roof = table.cell(12, 12, 3)
    assert table.level(roof) == 3
    bridge = Map([{"box": [9, 9, 6, 6], "bottom": 3, "top": 3.2}])
    assert bridge.level(bridge.cell(12, 12, 3.2)) == 3.2
    assert bridge.level(bridge.cell(12, 12, 0)) == 0
    assert bridge.distance((12, 12, 0), (12, 12, 3.2)) > 3


def test_beside_a_house_one_is_not_on_its_roof() -> None:
    """The middle of the square lies under the roof, so that a cell beside it stands for the ground."""
    table = Map([{"box": [9, 4.3, 6, 6], "top": 4}])
    assert table.level(table.cell(12, 3.7, 0)) == 0


def test_the_way_is_followed_from_cell_to_cell() -> None:
    table = Map([WALL])
    cell, goal, steps, gone = table.cell(3, 8), table.cell(3, 15), 0, 0
    whole = between(table.maps, cell, goal)
    while cell != goal and steps < 60:
        following = after(table.maps, cell, goal)
        gone += between(table.maps, cell, following)
        cell, steps = following, steps + 1
    assert cell == goal
    assert whole <= gone <= whole + steps * SLACK


def test_where_a_gap_is_blocked_the_way_leads_through_another() -> None:
    """A wall with a gap near the left edge, and one near the right."""
    table = Map(
        [{"box": [0, 11, 4, 1], "top": 9}, {"box": [7, 11, 12, 1], "top": 9}, {"box": [22, 11, 2, 1], "top": 9}]
    )
    here, goal, gap, other = (table.cell(*place) for place in ((5.5, 8), (5.5, 15), (5.5, 11.5), (20.5, 11.5)))
    assert not leads_past(table.maps, here, goal, gap)
    assert leads_past(table.maps, here, goal, other)
    way = over(table.maps, here, goal, gap)
    assert way != gap
    assert leads_past(table.maps, here, way, gap)
    assert leads_past(table.maps, way, goal, gap)
    longer = between(table.maps, here, way) + between(table.maps, way, goal) - between(table.maps, here, goal)
    assert 20 * INCH < longer < 35 * INCH


def test_a_way_leads_over_an_alley_that_nobody_fits_into() -> None:
    """From roof to roof it is a jump; down into the alley and up again would be much farther."""
    roofs = [{"box": [2, 5, 20, 4], "top": 3}, {"box": [2, 10.2, 20, 4], "top": 3}]
    assert Map(roofs, agility=4, base=2).distance((12, 8, 3), (12, 11.5, 3)) < 5


def test_each_agility_and_each_base_has_a_map_of_its_own() -> None:
    slow, quick, broad = {"agility": 2}, {"agility": 4}, {"agility": 4, "base": 2}
    fight = Fight(
        a=[{"at": (2, 2)} | slow, {"at": (4, 2)} | quick], b=[{"at": (22, 22)} | quick, {"at": (18, 22)} | broad]
    )
    tables = tables_of(fight.session.setting)
    assert len(tables.maps) == 3
    assert list(look(Basics, tables.basics).map_of[:4]) == [0, 1, 1, 2]
    assert memory_of(tables.maps[1:2]) == memory_of(map_of(fight.session.setting, 2))


def test_a_broad_base_goes_around_where_a_small_one_goes_through() -> None:
    """An alley one and a half inches wide, between two houses that are too high to climb."""
    houses = [{"box": [0, 10, 10.5, 4], "top": 9}, {"box": [12, 10, 8, 4], "top": 9}]
    small, broad = (Map(houses, base=base).distance((11.25, 8), (11.25, 16)) for base in (1, 2))
    assert small < 10
    assert 15 < broad < 40


def test_where_no_cell_is_known_nothing_is_far() -> None:
    table = Map()
    assert between(table.maps, NO_CELL, 3) == between(table.maps, 3, NO_CELL) == 0
    start = offset_of(DistanceMap, "distances")
    assert max(memory_of(table.maps)[start:]) <= FAR
