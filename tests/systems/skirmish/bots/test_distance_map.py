"""How far it is on foot, as bots know it by heart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from battlewright.engine.record import Many, numbers
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.bots.distance_map import (
    DARING,
    FALLING,
    FAR,
    NO_SPOT,
    SLACK,
    WAYS_SIZE,
    next_spot,
    spot_of,
    way_between,
    ways_for,
)
from battlewright.systems.skirmish.bots.make_tables import ways_of
from battlewright.systems.skirmish.bots.tables import WAYS
from battlewright.systems.skirmish.record import MAX_MODELS, Setting
from battlewright.table.measure import INCH
from tests.systems.skirmish.helpers import Fight


@rule()
def find(setting: Many[Setting], lore: Many[int], who: int, x: int, y: int, level: int) -> int:
    """Rules take records; from Python a row is handed over."""
    return spot_of(setting[0], lore, ways_for(setting[0], lore, who), x, y, level)


@rule()
def begin(setting: Many[Setting], lore: Many[int], who: int) -> int:
    return ways_for(setting[0], lore, who)


class Map:
    """The ways of a table with some pieces on it, for the first model."""

    def __init__(self, pieces: Sequence[dict[str, Any]] = (), **card: Any) -> None:
        fight = Fight(a=[{"at": (2, 2)} | card], b=[{"at": (22, 22), "agility": 5}], pieces=pieces)
        self.setting = fight.session.setting
        self.lore = numbers([0] * WAYS + [WAYS + 1, *ways_of(self.setting).tolist()])
        self.ways = begin(self.setting, self.lore, 0)

    def spot(self, x: float, y: float, level: float = 0) -> int:
        return find(self.setting, self.lore, 0, round(x * INCH), round(y * INCH), round(level * INCH))

    def way(self, one: tuple[float, ...], other: tuple[float, ...]) -> float:
        return way_between(self.lore, self.ways, self.spot(*one), self.spot(*other)) / INCH

    def level(self, spot: int) -> float:
        return float(self.lore[self.ways + 4 * spot + 2]) / INCH


WALL = {"box": [0, 11, 20, 1], "top": 6}
"""From the left edge almost to the right one, and too high for anybody here to climb without a test."""


def test_on_an_empty_table_it_is_about_as_far_as_it_looks() -> None:
    table = Map()
    assert table.way((3, 3), (3, 21)) == pytest.approx(18, abs=1.5)
    assert table.way((3, 3), (21, 21)) == pytest.approx(25.5, abs=2)
    assert table.way((3, 3), (3, 3)) == 0


def test_a_wall_is_walked_around() -> None:
    assert Map([WALL]).way((3, 8), (3, 15)) > 30
    assert Map().way((3, 8), (3, 15)) < 9


def test_a_wall_with_no_end_takes_daring() -> None:
    """Up by a test, and down by a fall."""
    way = Map([WALL | {"box": [0, 11, 24, 1]}]).way((3, 8), (3, 15))
    assert 0 < way - (DARING + FALLING) / INCH < 25


def test_who_is_agile_climbs_what_others_walk_around() -> None:
    low = WALL | {"top": 4}
    assert Map([low], agility=4).way((3, 8), (3, 15)) < 18
    assert Map([low], agility=3).way((3, 8), (3, 15)) > 30


def test_low_and_high_are_two_spots_of_one_square() -> None:
    table = Map([{"box": [9, 9, 6, 6], "top": 3}])
    roof = table.spot(12, 12, 3)
    assert table.level(roof) == 3
    bridge = Map([{"box": [9, 9, 6, 6], "bottom": 3, "top": 3.2}])
    assert bridge.level(bridge.spot(12, 12, 3.2)) == 3.2
    assert bridge.level(bridge.spot(12, 12, 0)) == 0
    assert bridge.way((12, 12, 0), (12, 12, 3.2)) > 3


def test_beside_a_house_one_is_not_on_its_roof() -> None:
    """The middle of the square lies under the roof, so that a spot beside it stands for the ground."""
    table = Map([{"box": [9, 4.3, 6, 6], "top": 4}])
    assert table.level(table.spot(12, 3.7, 0)) == 0


def test_the_way_is_followed_from_spot_to_spot() -> None:
    table = Map([WALL])
    spot, goal, steps, gone = table.spot(3, 8), table.spot(3, 15), 0, 0
    whole = way_between(table.lore, table.ways, spot, goal)
    while spot != goal and steps < 60:
        after = next_spot(table.lore, table.ways, spot, goal)
        gone += way_between(table.lore, table.ways, spot, after)
        spot, steps = after, steps + 1
    assert spot == goal
    assert whole <= gone <= whole + steps * SLACK


def test_a_way_leads_over_an_alley_that_nobody_fits_into() -> None:
    """From roof to roof it is a jump; down into the alley and up again would be much farther."""
    roofs = [{"box": [2, 5, 20, 4], "top": 3}, {"box": [2, 10.2, 20, 4], "top": 3}]
    assert Map(roofs, agility=4, base=2).way((12, 8, 3), (12, 11.5, 3)) < 5


def test_each_agility_and_each_base_has_ways_of_its_own() -> None:
    slow, quick, broad = {"agility": 2}, {"agility": 4}, {"agility": 4, "base": 2}
    fight = Fight(
        a=[{"at": (2, 2)} | slow, {"at": (4, 2)} | quick], b=[{"at": (22, 22)} | quick, {"at": (18, 22)} | broad]
    )
    ways = ways_of(fight.session.setting)
    assert len(ways) == MAX_MODELS + 3 * WAYS_SIZE
    assert ways[1] == ways[2]
    assert len(set(ways[:4].tolist())) == 3


def test_a_broad_base_goes_around_where_a_small_one_goes_through() -> None:
    """An alley one and a half inches wide, between two houses that are too high to climb."""
    houses = [{"box": [0, 10, 10.5, 4], "top": 9}, {"box": [12, 10, 8, 4], "top": 9}]
    small, broad = (Map(houses, base=base).way((11.25, 8), (11.25, 16)) for base in (1, 2))
    assert small < 10
    assert 15 < broad < 40


def test_where_no_ways_are_known_nothing_is_far() -> None:
    assert way_between(numbers([0]), 0, NO_SPOT, 3) == 0
    assert np.all(ways_of(Fight(a=[{"at": (2, 2)}], b=[{"at": (22, 22)}]).session.setting) <= FAR)
