"""Chapter M: the nearest free spot, where a model is put that does not fit where it would come down."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from math import dist
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from battlewright.engine.record import look
from battlewright.geometry import distance as measure
from battlewright.systems.skirmish.record import ChoiceKind, Setting, Step
from battlewright.systems.skirmish.rules.lines import survey
from battlewright.systems.skirmish.rules.place import come_down
from tests.geometry import helpers as shapes
from tests.modes import nightly_when_plain
from tests.systems.skirmish.helpers import Fight, jump, walk
from tests.systems.skirmish.spot_twin import Box, Figure, Place, Point, Table, nearest_free_spot

pytestmark = pytest.mark.plain

Card = dict[str, Any]
SPEAR: Card = {"weapons": ["Spear"]}
FAR: Card = {"at": (0.5, 23.5)}
TABLES = resources.files("battlewright.systems.skirmish") / "data" / "tables"
SIDE, MOST_OTHERS = 6000, 4


# Against the twin


@cache
def stage() -> Fight:
    """A battle whose table and models are laid out anew for each example."""
    fight = Fight(a=[{}], b=[{}] * MOST_OTHERS)
    terrain = look(Setting, fight.session.setting).terrain
    terrain.width = terrain.depth = SIDE
    return fight


def lay_out(table: Table, came_from: Place, radius: int, height: int) -> Fight:
    fight = stage()
    terrain = fight.setting.terrain
    terrain.count = len(table.boxes)
    for number, box in enumerate(table.boxes):
        shapes.fill(terrain.pieces[number], shapes.box(*box[:4], bottom=box.bottom, top=box.top))
    survey(fight.session.setting)
    spots = [Figure(*came_from, radius, height), *table.others]
    for who in range(1 + MOST_OTHERS):
        stands = who < len(spots)
        shapes.put(fight.base(who), shapes.Spot(*spots[who if stands else 0], stands=stands))
    return fight


coordinates = st.integers(0, SIDE // 100).map(lambda tenths: 100 * tenths) | st.integers(0, SIDE)
levels = st.sampled_from([500, 1000, 1500, 2000, 3000, 4000, 5000])


@st.composite
def boxes(draw: DrawFn) -> Box:
    left, near = draw(coordinates), draw(coordinates)
    top = draw(levels)
    bottom = max(top - 500, 0) if draw(st.booleans()) else 0
    return Box(left, near, left + draw(st.integers(1, 40)) * 100, near + draw(st.integers(1, 40)) * 100, bottom, top)


@st.composite
def tables(draw: DrawFn) -> tuple[Table, Point, Place, int, int]:
    """A table, where a model comes down, where it came from, and how wide (half) and tall it is."""
    table = Table(SIDE, draw(st.lists(boxes(), max_size=5)), [])
    others = []
    for _ in range(draw(st.integers(0, MOST_OTHERS))):
        x, y = draw(coordinates), draw(coordinates)
        radius, height = draw(st.sampled_from([250, 500, 1000, 2000])), draw(st.sampled_from([500, 1500, 3000]))
        others.append(Figure(x, y, table.level(x, y, draw(levels)), radius, height))
    came_x, came_y = draw(coordinates), draw(coordinates)
    came_from = (came_x, came_y, table.level(came_x, came_y, draw(levels | st.just(0))))
    point = came_x + draw(st.integers(-1500, 1500)), came_y + draw(st.integers(-1500, 1500))
    radius = draw(st.sampled_from([250, 500, 500, 750, 1000]))
    return Table(SIDE, table.boxes, others), point, came_from, radius, draw(st.sampled_from([500, 1500, 2500]))


@pytest.mark.clause("S2.M2", "S1.A1")
@given(tables())
def test_the_nearest_free_spot_is_that_of_the_twin(case: tuple[Table, Point, Place, int, int]) -> None:
    table, point, came_from, radius, height = case
    expected = nearest_free_spot(table, point, came_from, radius, height)
    event("none" if expected is None else "the point itself" if expected[:2] == point else "beside it")
    fight = lay_out(table, came_from, radius, height)
    found = come_down(fight.session.setting[0], fight.session.battle[0], 0, *point, measure.Place(*came_from))
    base = fight.base(0)
    assert (found, (base.x, base.y, base.level)) == (expected is not None, expected or came_from)
    spot = fight.battle.spot
    assert (spot.x, spot.y, spot.level) == (0, 0, 0)  # nothing is left of the search


@nightly_when_plain
@pytest.mark.clause("S2.M2")
@pytest.mark.parametrize("point", [(3000, 3000), (3050, 3001), (700, 5300), (3000, 700)])
@pytest.mark.parametrize("radius", [250, 500, 1000])
def test_a_spot_is_looked_for_as_far_as_the_base_is_wide_and_an_inch_more(point: Point, radius: int) -> None:
    came_from, height = (*point, 0), 1500
    for size in (*range(500, 3 * radius + 1400, 500), radius + 1000, radius + 1001):
        table = Table(SIDE, [], [Figure(*point, 0, size, 1500)])
        expected = nearest_free_spot(table, point, came_from, radius, height)
        fight = lay_out(table, came_from, radius, height)
        found = come_down(fight.session.setting[0], fight.session.battle[0], 0, *point, measure.Place(*came_from))
        base = fight.base(0)
        assert (found, (base.x, base.y)) == (expected is not None, (expected or came_from)[:2])
        assert found == (size + radius <= 2 * radius + 1000 and expected is not None)


# On the table


def block(top: float, x: float = 8, width: float = 4, **more: Any) -> Card:
    """Terrain from x to x + width, between y = 8 and y = 12."""
    return {"box": [x, 8, width, 4], "top": top, **more}


def jumper(at: tuple[float, ...], *pieces: Card, others: Any = (), **more: Any) -> Fight:
    """Model 0 of Agility 5, activated, with an enemy far away (and others)."""
    return Fight(a=[{"at": at, "agility": 5} | more], b=[FAR, *others], pieces=pieces).activate(0)


def rooftops() -> list[Card]:
    pieces: list[Card] = tomllib.loads((TABLES / "rooftops.toml").read_text(encoding="utf-8"))["pieces"]
    return pieces


def shoved(fight: Fight) -> Fight:
    """A spear's critical, and no other success."""
    fight.activate(0).engage()
    if fight.node.step == Step.TARGET:
        fight.choose(ChoiceKind.TARGET, whom=1)
    return fight.roll(6, 1, 1).roll(1, 1, 1)


@pytest.mark.clause("S2.M2", "S2.K11", "S2.M11")
def test_a_shove_from_the_tannery_leads_into_the_alley_behind_it() -> None:
    fight = shoved(Fight(a=[SPEAR | {"at": (4.6, 7.4, 3)}], b=[{"at": (4.6, 8.9, 3)}], pieces=rooftops()))
    assert (fight.at(1), fight.model(1).stress) == ((4.6, 9.9, 0), 2)


@pytest.mark.clause("S2.M2", "S2.K11")
def test_who_is_too_wide_for_the_alley_ends_on_the_nearest_roof_and_not_behind_the_shover() -> None:
    wide = {"at": (4.6, 8.9, 3), "base": 2}
    fight = shoved(Fight(a=[SPEAR | {"at": (4.6, 6.9, 3)}], b=[wide], pieces=rooftops()))
    assert (fight.at(1), fight.model(1).stress) == ((4.6, 10.5, 4), 1)  # the granary, 1" above the roof it left


@pytest.mark.clause("S2.M2", "S2.M10")
@pytest.mark.parametrize(("count", "end"), [(0, (7.4, 10, 4)), (1, (8, 10, 4)), (2, (9.4, 10, 4))])
def test_a_failed_jump_over_an_alley_that_is_too_narrow_ends_on_one_of_its_roofs(
    count: int, end: tuple[float, float, float]
) -> None:
    """The alley, from 8 to 8.8, is 4" long: neither of its ends is in reach."""
    fight = jumper((7.4, 10, 4), block(4, x=4), block(4, x=8.8)).move(jump(10.4, 10, 4), walk(11, 10, 4))
    fight.roll(*[4] * count, *[3] * (5 - count))
    assert (fight.at(0), fight.model(0).stress, fight.node.step) == (end, 0, Step.ACT)


@pytest.mark.clause("S2.M2", "S2.K11")
@pytest.mark.parametrize(("top", "end"), [(5, (9.2, 12, 5)), (5.001, (8, 12, 4))])
def test_nobody_is_put_more_than_1_inch_above_the_level_it_came_from(
    top: float, end: tuple[float, float, float]
) -> None:
    """Over an alley from 8 to 9.2, where somebody fills the stretch between two posts, the far roof is nearer."""
    roofs = [{"box": [4, 8, 4, 8], "top": 4}, {"box": [9.2, 8, 4, 8], "top": top}]
    posts = [{"box": [8, y, 1.2, 2], "top": 3} for y in (9, 13)]
    a, b = SPEAR | {"at": (6.2, 12, 4)}, {"at": (7.7, 12, 4)}
    fight = shoved(Fight(a=[a], b=[b, {"at": (8.6, 12)}], pieces=[*roofs, *posts]))
    assert (fight.at(1), fight.model(1).stress) == (end, 1)


@pytest.mark.clause("S2.M2", "S2.M10")
@pytest.mark.parametrize(("below", "end"), [((10, 10), (9, 10)), ((10.3, 10), (9.3, 10)), ((10, 9.4), (9.2, 10.0))])
def test_who_comes_down_on_somebody_is_put_beside_whoever_stands_below(below: Point, end: tuple[float, float]) -> None:
    fight = jumper((8, 10, 4), block(4, x=4), block(4, x=13), others=[{"at": below}])
    fight.move(jump(13, 10, 4)).roll(4, 4, 3, 3, 3)
    x, y, level = fight.at(0)
    assert (level, fight.model(0).stress) == (0, 1)
    assert dist((x, y), below) >= 1
    assert dist((x, y), (10, 10)) <= dist(end, (10, 10)) + 1e-9
    table = Table(
        24000,
        [Box(4000, 8000, 8000, 12000, 0, 4000), Box(13000, 8000, 17000, 12000, 0, 4000)],
        [
            Figure(round(1000 * below[0]), round(1000 * below[1]), 0, 500, 1500),
        ],
    )
    expected = nearest_free_spot(table, (10000, 10000), (8000, 10000, 4000), 500, 1500)
    assert expected == (round(1000 * x), round(1000 * y), 0)


@pytest.mark.clause("S2.M2", "S2.M10")
def test_of_equally_near_spots_it_is_the_one_nearer_to_where_it_came_from() -> None:
    fight = jumper((8, 10, 4), block(4, x=4), block(4, x=13), others=[{"at": (10, 10)}])
    assert fight.move(jump(13, 10, 4)).roll(4, 4, 3, 3, 3).at(0) == (9, 10, 0)


@pytest.mark.clause("S2.M2", "S2.M10")
def test_the_level_at_the_point_goes_before_a_nearer_roof() -> None:
    fight = jumper((8, 10, 4), block(4, x=4), block(4, x=11), others=[{"at": (10, 10)}])
    fight.move(jump(11, 10, 4)).roll(4, 4, 3, 3, 3)
    assert (fight.at(0), fight.model(0).stress) == ((9, 10, 0), 1)
    fight = jumper((8, 10, 4), block(4, x=4), block(4, x=10.9), others=[{"at": (9.9, 10)}])
    fight.move(jump(10.9, 10, 4)).roll(4, 4, 3, 3, 3)
    assert (fight.at(0)[2], fight.model(0).stress) == (0, 1)  # the far roof is 0.9" away, the ground about 1"


FLOOR: Card = {"box": [0, 0, 24, 24], "bottom": 2.5, "top": 3}
"""An upper floor over the whole table; under it there is room to stand."""


@pytest.mark.clause("S2.M2", "S2.K11")
def test_nobody_falls_through_a_floor() -> None:
    loft = {"box": [4, 8, 6, 8], "bottom": 5.5, "top": 6}
    a, b = SPEAR | {"at": (8.4, 12, 6)}, {"at": (9.9, 12, 6)}
    fight = shoved(Fight(a=[a], b=[b, {"at": (11, 12, 3)}], pieces=[FLOOR, loft]))
    assert (fight.at(1)[2], fight.model(1).stress) == (3, 2)  # beside the one on the floor
    assert dist(fight.at(1)[:2], (11, 12)) >= 1
    giant = {"at": (11, 12, 3), "base": 4, "height": 2}
    fight = shoved(Fight(a=[a], b=[b, giant], pieces=[FLOOR, loft]))
    assert (fight.at(1), fight.model(1).stress) == ((10, 12, 6), 1)  # on the loft, for the floor is full


GIANT: Card = {"at": (11, 10), "base": 4, "height": 3}


@pytest.mark.clause("S2.M2", "S2.M10")
def test_where_there_is_no_free_spot_it_goes_back_to_where_its_move_began_which_is_no_fall() -> None:
    pieces = block(6, x=0, width=8), block(6, x=14)
    fight = jumper((6, 10, 6), *pieces, others=[GIANT], agility=6)
    fight.move(walk(8, 10, 6), jump(14, 10, 6)).roll(4, 4, 4, 3, 3, 3)
    assert (fight.at(0), fight.model(0).stress, fight.model(0).ap) == ((6, 10, 6), 0, 2)
    assert (fight.node.step, fight.model(1).stress) == (Step.ACT, 0)


@pytest.mark.clause("S2.M2", "S2.K11")
def test_where_there_is_no_free_spot_a_shove_leads_back_to_where_it_began() -> None:
    """It stands on the tip of a sign that no point of the lattice meets."""
    pieces = [{"box": [4, 8, 4.5, 6], "top": 6}, {"box": [9.899, 11.999, 0.002, 0.002], "bottom": 5.5, "top": 6}]
    a, b = SPEAR | {"at": (8.4, 10.5, 6)}, {"at": (9.9, 12, 6)}
    fight = shoved(Fight(a=[a], b=[b, GIANT | {"at": (10.607, 12.707)}], pieces=pieces))
    assert (fight.at(1), fight.model(1).stress) == ((9.9, 12, 6), 1)
    assert not any("falls" in told for told in fight.told())
