"""The path finder: what a model reaches, at which cost, and how it gets to a point."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import Leg, LegKind
from battlewright.systems.skirmish.guide.cells import FALLS, Mover
from battlewright.systems.skirmish.guide.paths import Finder
from battlewright.systems.skirmish.record import ChoiceKind, Purpose
from battlewright.systems.skirmish.setup.files import read_table
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.path_twin import PathTwin

FAR_AWAY = {"at": (22.0, 22.0)}
WALL = {"box": [8, 2, 1, 12], "top": 9}


def alone(pieces: list[dict[str, Any]], at: tuple[float, ...] = (5.0, 8.0), **card: Any) -> Fight:
    return Fight(a=[{"at": at, **card}], b=[FAR_AWAY], pieces=pieces).activate(0)


def finder(fight: Fight, purpose: Purpose = Purpose.MOVE, left: int | None = None) -> Finder:
    agility = fight.setting.cards[0].agility
    reach = 2 * agility * INCH if purpose == Purpose.MOVE else agility * INCH
    return Finder(fight.session.setting, fight.session.battle, 0, int(purpose), reach if left is None else left)


def written(legs: list[Leg]) -> list[tuple[int, int, int, int]]:
    return [(leg.way, leg.x, leg.y, leg.level) for leg in legs]


class Reached(NamedTuple):
    x: int
    y: int
    level: int
    cost: int
    test: bool
    falls: bool


def cells(finder: Finder) -> list[Reached]:
    """Every cell of the grid that can be reached, each by its safest path, the cheapest first."""
    rows: list[list[int]] = finder.best()[:, :6].tolist()
    return [Reached(x, y, level, cost, bool(test), bool(falls)) for x, y, level, cost, test, falls in rows]


def spots(fight: Fight) -> dict[tuple[int, int, int], Reached]:
    return {(spot.x, spot.y, spot.level): spot for spot in cells(finder(fight))}


@pytest.mark.clause("S2.M1")
def test_on_an_empty_table_all_spots_within_the_range_are_reached() -> None:
    found = spots(alone([]))
    near = [(x, y) for x in range(0, 24001, 500) for y in range(0, 24001, 500)]
    within = {(x, y, 0) for x, y in near if (x - 5000) ** 2 + (y - 8000) ** 2 <= 5500**2 and x >= 500}
    assert within - set(found) == set()
    for (x, y, _), spot in found.items():
        straight = ((x - 5000) ** 2 + (y - 8000) ** 2) ** 0.5
        assert straight <= spot.cost <= 1.03 * straight + 10
        assert spot.cost <= 6000
        assert not spot.test
        assert not spot.falls


@pytest.mark.clause("S2.M3")
def test_behind_a_wall_a_spot_costs_the_way_around_it() -> None:
    fight = alone([WALL], at=(7.4, 13.0), agility=4)
    found = spots(fight)
    behind = found[(9500, 13000, 0)]
    assert behind.cost > 3000
    assert (12000, 8000, 0) not in found
    legs = written(finder(fight).path(9500, 13000))
    assert len(legs) > 1
    assert fight.refused(ChoiceKind.MOVE, *legs) == ""


@pytest.mark.clause("S2.M4", "S2.M5")
def test_a_spot_on_top_says_whether_a_test_is_needed() -> None:
    low, high = ({"box": [7, 6, 4, 4], "top": top} for top in (3, 3.5))
    assert not spots(alone([low], at=(6.0, 8.0)))[(7500, 8000, 3000)].test
    assert spots(alone([high], at=(6.0, 8.0)))[(7500, 8000, 3500)].test
    ladder = high | {"ladders": ["west"]}
    assert not spots(alone([ladder], at=(6.0, 8.0)))[(7500, 8000, 3500)].test


@pytest.mark.clause("S2.M8", "S2.M9")
def test_a_gap_is_jumped() -> None:
    roofs = [{"box": [4, 6, 3, 4], "top": 4}, {"box": [8.4, 6, 3, 4], "top": 4}]
    fight = alone(roofs, at=(6.0, 8.0, 4.0), agility=4)
    legs = finder(fight).path(9000, 8000, 4000)
    assert [leg.way for leg in legs].count(LegKind.JUMP) == 1
    assert not spots(fight)[(9000, 8000, 4000)].test
    assert spots(alone(roofs, at=(6.0, 8.0, 4.0), agility=2))[(8500, 8000, 4000)].test


@pytest.mark.clause("S2.M12")
def test_a_drop_ends_the_path() -> None:
    fight = alone([{"box": [4, 6, 3, 4], "top": 7}], at=(6.0, 8.0, 7.0))
    below = spots(fight)[(7500, 8000, 0)]
    assert below.falls
    assert [leg.way for leg in finder(fight).path(7500, 8000, 0)][-1] == LegKind.DROP


@pytest.mark.clause("S2.K2")
def test_who_engages_passes_opponents_but_does_not_end_on_them() -> None:
    row = [{"at": (8.0, y)} for y in (6.0, 7.0, 8.0, 9.0, 10.0)]
    fight = Fight(a=[{"at": (7.0, 8.0), "agility": 4}], b=row).activate(0)
    ends = {(spot.x, spot.y) for spot in cells(finder(fight, Purpose.ENGAGE))}
    assert (9000, 8000) in ends
    assert (8000, 8000) not in ends
    assert (9000, 8000) not in {(spot.x, spot.y) for spot in cells(finder(fight, left=4 * INCH))}


@pytest.mark.clause("S2.K2", "S2.K3")
def test_who_engages_finds_the_way_up_from_where_an_opponent_stands() -> None:
    """An alley as wide as a base, an opponent in it at the foot of a step, and another on top."""
    walls = [{"box": [4, y, 6, 1], "top": 9} for y in (8.5, 10.5)]
    pieces = [*walls, {"box": [7.5, 9.5, 4, 1], "top": 2}]
    fight = Fight(a=[{"at": (5.5, 10), "agility": 6}], b=[{"at": (7, 10)}, {"at": (9.5, 10, 2)}], pieces=pieces)
    guide = finder(fight.activate(0), Purpose.ENGAGE)
    assert (8500, 10_000, 2000) in {(spot.x, spot.y, spot.level) for spot in cells(guide)}
    legs = written(guide.path(8500, 10_000, 2000))
    assert [way for way, *_ in legs] == [LegKind.WALK, LegKind.CLIMB, LegKind.WALK]
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, *legs) == ""


@pytest.mark.clause("S2.M2")
@pytest.mark.parametrize("table", ["ruins", "rooftops", "open-field", "wood", "bridge"])
def test_the_path_to_every_spot_is_one_that_the_rules_allow(table: str) -> None:
    pieces = read_table(table).model_dump(mode="json", exclude_defaults=True, exclude_none=True)["pieces"]
    fight = alone(pieces, at=(12.0, 2.0), agility=4)
    guide = finder(fight)
    reached = cells(guide)
    assert len(reached) > 100
    for spot in reached[:: max(len(reached) // 60, 1)]:
        legs = written(guide.path(spot.x, spot.y, spot.level))
        assert legs, spot
        assert legs[-1][1:] == (spot.x, spot.y, spot.level)
        assert fight.refused(ChoiceKind.MOVE, *legs) == "", spot


def test_a_point_between_the_spots_is_reached_too_and_nowhere_has_no_path() -> None:
    fight = alone([WALL], at=(7.4, 13.0), agility=4)
    finder = Finder(fight.session.setting, fight.session.battle, 0, Purpose.MOVE, 8 * INCH)
    legs = finder.path(9777, 13123)
    assert written(legs)[-1][1:] == (9777, 13123, 0)
    assert fight.refused(ChoiceKind.MOVE, *written(legs)) == ""
    assert finder.path(20000, 3000) == []
    assert finder.path(8500, 8000, 0) == []


@pytest.mark.clause("S1.M4", "S1.M10")
def test_in_the_first_edition_a_drop_is_safe_and_3_inches_are_climbed_by_everybody() -> None:
    roof = {"box": [5, 5, 4, 4], "top": 3}
    for edition, safe in (("first", True), ("second", False)):
        above, below = {"at": (5.6, 7.0, 3.0), "agility": 2}, {"at": (4.4, 7.0), "agility": 2}
        up = Fight(a=[above], b=[FAR_AWAY], pieces=[roof], edition=edition).activate(0)
        found = finder(up, left=2 * INCH)  # too little to climb down
        assert [leg.way for leg in found.path(4400, 7000)] == [LegKind.WALK, LegKind.DROP]
        falls = found.best()[found.best()[:, FALLS] == 1]
        assert bool(found.are_safe(falls)[0]) == safe
        down = Fight(a=[below], b=[FAR_AWAY], pieces=[roof], edition=edition).activate(0)
        assert next(each for each in cells(finder(down)) if each.level == 3 * INCH).test != safe


@pytest.mark.clause("S1.M10")
def test_in_the_first_edition_a_drop_is_taken_rather_than_a_climb_with_a_test() -> None:
    tower = {"box": [5, 5, 4, 4], "top": 5}
    fight = Fight(a=[{"at": (5.6, 7.0, 5.0)}], b=[FAR_AWAY], pieces=[tower], edition="first").activate(0)
    for x in (4000, 4300, 4450):
        assert [leg.way for leg in finder(fight).path(x, 7000)][-1] == LegKind.DROP


@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("table", ["ruins", "rooftops", "open-field", "wood", "bridge"])
def test_paths_are_those_of_a_slow_and_plain_path_finder(table: str, edition: str) -> None:
    pieces = read_table(table).model_dump(mode="json", exclude_defaults=True, exclude_none=True)["pieces"]
    draw = random.Random(f"{table} {edition}")
    b = [{"at": (10.5 + 3 * number, 2.0)} for number in range(2)]
    fight = Fight(a=[{"at": (12.0, 2.0), "agility": 4}], b=b, pieces=pieces, edition=edition).activate(0)
    for purpose, left in ((Purpose.MOVE, 8 * INCH), (Purpose.ENGAGE, 4 * INCH)):
        quick = finder(fight, purpose)
        twin = PathTwin(fight.session.setting, fight.session.battle, Mover(0, int(purpose), left))
        for _ in range(12):
            x, y = (draw.randrange(1000, 12_000) + more for more in (6000, -500))
            assert written(quick.path(x, y)) == written(twin.path(x, y))
        for cell in draw.sample(cells(quick), 8):
            place = cell.x, cell.y, cell.level
            assert written(quick.path(*place)) == written(twin.path(*place))
