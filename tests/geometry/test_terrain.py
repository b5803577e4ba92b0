"""Footprints, levels, and what is in the way on them."""

from __future__ import annotations

from fractions import Fraction

import pytest
import shapely  # type: ignore[import-untyped]  # it ships no types
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from battlewright.geometry import terrain as rules
from battlewright.geometry.distance import INCH, LARGEST, Place
from battlewright.geometry.footprints import PARTS
from battlewright.geometry.terrain import (
    Terrain,
    has_room,
    hinders,
    is_on_table,
    level_at,
    near_line,
)
from tests.geometry import twin
from tests.geometry.helpers import (
    Block,
    Case,
    Corners,
    Point,
    a_ground,
    a_piece,
    box,
    cases,
    often,
)

pytestmark = pytest.mark.plain

SQUARE = ((2, 2), (6, 2), (6, 6), (2, 6))
DIAMOND = ((2, 0), (4, 2), (2, 4), (0, 2))
ROUNDING = Fraction(4, PARTS)
"""Where a line comes on and off footprints is rounded; a gap shorter than this may be overlooked."""

FOUR_INCH_SQUARE = box(4000, 4000, 8000, 8000)
STEP = INCH
RADIUS, HEIGHT = 500, 1500


def is_carried(terrain: Terrain, x0: int, y0: int, x1: int, y1: int, lowest: int, highest: int) -> bool:
    """By the pieces near the line, as a walk asks it."""
    return rules.is_carried(terrain, x0, y0, x1, y1, lowest, highest, near_line(terrain, x0, y0, x1, y1, 0))


def highest_under_line(terrain: Terrain, x0: int, y0: int, x1: int, y1: int, level: int, highest: int) -> int:
    return rules.highest_under_line(terrain, x0, y0, x1, y1, level, highest, near_line(terrain, x0, y0, x1, y1, 0))


def move_is_clear(terrain: Terrain, start: Place, to_x: int, to_y: int, radius: int, height: int, step: int) -> bool:
    near = near_line(terrain, start.x, start.y, to_x, to_y, radius)
    return rules.move_is_clear(terrain, start, to_x, to_y, radius, height, step, near)


# Several footprints


def carried(shapes: list[Corners], begin: Point, end: Point) -> bool:
    terrain = a_ground(*(Block(shape) for shape in shapes))
    return is_carried(terrain[0], *begin, *end, 3000, 3000)


@often
@given(cases(2, shapes=3))
def test_a_way_over_footprints_is_carried_when_the_twin_says_so(case: Case) -> None:
    begin, end = case.points
    gap = twin.widest_gap(case.shapes, begin, end)
    if gap == 0 or gap > ROUNDING:
        assert carried(case.shapes, begin, end) == (gap == 0)


@st.composite
def tiled(draw: DrawFn) -> tuple[list[Corners], Point, Point]:
    """Tiles side by side, and a way that is often on them all along."""
    unit = draw(st.sampled_from([1, 3, 1000, 9000]))
    slant = draw(st.integers(0, unit // 3))
    tiles: list[Corners] = []
    for _ in range(draw(st.integers(1, 6))):
        left, near = draw(st.integers(0, 4)) * unit, draw(st.integers(0, 4)) * unit
        wide, deep = draw(st.integers(1, 3)) * unit, draw(st.integers(1, 3)) * unit
        tiles.append(
            ((left, near), (left + wide, near), (left + wide + slant, near + deep), (left + slant, near + deep))
        )
    corner = st.sampled_from([corner for tile in tiles for corner in tile])
    place = corner | st.tuples(st.integers(0, 7 * unit), st.integers(0, 7 * unit))
    return tiles, draw(place), draw(place)


@often
@given(tiled())
def test_a_way_over_tiles_is_carried_when_the_twin_says_so(case: tuple[list[Corners], Point, Point]) -> None:
    tiles, begin, end = case
    gap = twin.widest_gap(tiles, begin, end)
    if gap == 0 or gap > ROUNDING:
        assert carried(tiles, begin, end) == (gap == 0)
        assert carried(tiles[::-1], end, begin) == (gap == 0)


@given(tiled())
def test_a_way_over_tiles_is_carried_when_shapely_says_so(case: tuple[list[Corners], Point, Point]) -> None:
    tiles, begin, end = case
    floor, line = shapely.union_all([shapely.Polygon(tile) for tile in tiles]), shapely.LineString([begin, end])
    if not floor.buffer(0.01).covers(line):
        assert not carried(tiles, begin, end)
    if floor.buffer(-0.01).covers(line):
        assert carried(tiles, begin, end)


@given(cases(1, shapes=2))
def test_a_way_without_length_is_carried_where_one_stands_on_something(case: Case) -> None:
    (point,) = case.points
    on = any(twin.contains(shape, point) for shape in case.shapes)
    assert carried(case.shapes, point, point) == on


def test_two_roofs_that_touch_carry_and_a_thousandth_between_them_does_not() -> None:
    one, other = box(0, 0, 4000, 4000), box(4000, 0, 8000, 4000)
    assert is_carried(a_ground(one, other)[0], 1000, 1000, 7000, 3000, 3000, 3000)
    apart = box(4001, 0, 8000, 4000)
    assert not is_carried(a_ground(one, apart)[0], 1000, 1000, 7000, 3000, 3000, 3000)
    assert not is_carried(a_ground(one, box(4001, 0, LARGEST, 4000))[0], 0, 1000, LARGEST, 1000, 3000, 3000)


def test_roofs_that_touch_in_a_corner_carry_through_it_and_nowhere_else() -> None:
    terrain = a_ground(box(0, 0, 4000, 4000), box(4000, 4000, 8000, 8000))
    assert is_carried(terrain[0], 1000, 1000, 7000, 7000, 3000, 3000)
    assert is_carried(terrain[0], 3000, 1000, 5000, 7000, 3000, 3000)
    assert not is_carried(terrain[0], 3000, 1001, 5000, 7001, 3000, 3000)


def test_only_roofs_within_the_levels_carry() -> None:
    terrain = a_ground(box(0, 0, 4000, 4000, top=3000), box(4000, 0, 8000, 4000, top=4000))
    way = (1000, 1000, 7000, 1000)
    assert is_carried(terrain[0], *way, 3000, 4000)
    assert not is_carried(terrain[0], *way, 3000, 3999)
    assert not is_carried(terrain[0], *way, 3001, 4000)
    assert not is_carried(a_ground()[0], *way, 0, 4000)


# Levels and room


def test_a_base_lies_on_the_table_as_a_whole() -> None:
    terrain = a_ground(width=20_000, depth=10_000)
    assert is_on_table(terrain[0], 500, 500, 500)
    assert is_on_table(terrain[0], 19_500, 9_500, 500)
    for x, y in ((499, 500), (500, 499), (19_501, 9_500), (19_500, 9_501)):
        assert not is_on_table(terrain[0], x, y, 500)


@pytest.mark.clause("S2.M2")
def test_a_model_stands_at_the_level_under_the_centre_of_its_base() -> None:
    terrain = a_ground(FOUR_INCH_SQUARE, box(5000, 5000, 6000, 6000, bottom=3000, top=5000))
    assert level_at(terrain[0], 3999, 6000, LARGEST) == 0
    assert level_at(terrain[0], 4000, 6000, LARGEST) == 3000
    assert level_at(terrain[0], 5500, 5500, LARGEST) == 5000
    assert level_at(terrain[0], 5500, 5500, 4999) == 3000
    assert level_at(terrain[0], 5500, 5500, 2999) == 0


@given(cases(1, shapes=3), st.lists(st.integers(0, 4), min_size=3, max_size=3), st.integers(0, 4))
def test_the_level_is_the_highest_top_under_a_point(case: Case, tops: list[int], highest: int) -> None:
    (point,) = case.points
    terrain = a_ground(*(Block(shape, 0, top) for shape, top in zip(case.shapes, tops, strict=True)))
    under = [top for shape, top in zip(case.shapes, tops, strict=True) if twin.contains(shape, point)]
    assert level_at(terrain[0], *point, highest) == max((top for top in under if top <= highest), default=0)


@given(cases(2, shapes=3), st.lists(st.integers(0, 4), min_size=3, max_size=3), st.integers(0, 4))
def test_the_highest_on_a_way_is_the_highest_top_that_it_leads_over(case: Case, tops: list[int], highest: int) -> None:
    begin, end = case.points
    terrain = a_ground(*(Block(shape, 0, top) for shape, top in zip(case.shapes, tops, strict=True)))
    on = [top for shape, top in zip(case.shapes, tops, strict=True) if twin.stretch_on(shape, begin, end)]
    found = highest_under_line(terrain[0], *begin, *end, 1, highest)
    assert found in {1, *tops}
    assert found >= max((top for top in on if top <= highest), default=1)
    if case.size <= 8:  # where nothing is missed by less than is lost in rounding
        assert found == max(1, *(top for top in on if top <= highest), 0)


@pytest.mark.clause("S2.M2")
@pytest.mark.parametrize(
    ("bottom", "top", "level", "in_the_way"),
    [
        (0, 1000, 0, False),  # an inch high
        (0, 1001, 0, True),
        (1500, 3000, 0, False),  # overhead
        (1499, 3000, 0, True),
        (0, 3000, 2000, False),
        (0, 3001, 2000, True),
        (0, 3000, 3000, False),  # one stands on it
    ],
)
def test_terrain_up_to_an_inch_above_a_level_is_ignored(bottom: int, top: int, level: int, in_the_way: bool) -> None:
    block = box(4000, 4000, 8000, 8000, bottom, top)
    assert hinders(a_piece(block), level, HEIGHT, STEP) == in_the_way
    assert move_is_clear(a_ground(block)[0], Place(0, 6000, level), 9000, 6000, RADIUS, HEIGHT, STEP) != in_the_way


@pytest.mark.clause("S2.M2")
def test_a_base_may_hang_over_an_edge_but_not_reach_into_terrain() -> None:
    terrain = a_ground(FOUR_INCH_SQUARE)
    assert has_room(terrain[0], 4000, 6000, 3000, RADIUS, HEIGHT, STEP)  # half of it hangs over
    assert not has_room(terrain[0], 3999, 6000, 3000, RADIUS, HEIGHT, STEP)  # its centre is not on top
    assert has_room(terrain[0], 3500, 6000, 0, RADIUS, HEIGHT, STEP)  # it touches the wall
    assert not has_room(terrain[0], 3501, 6000, 0, RADIUS, HEIGHT, STEP)
    assert not has_room(terrain[0], 6000, 6000, 0, RADIUS, HEIGHT, STEP)
    assert has_room(terrain[0], 3700, 3600, 0, RADIUS, HEIGHT, STEP)  # it touches the corner: 0.3" and 0.4" away
    assert not has_room(terrain[0], 3701, 3600, 0, RADIUS, HEIGHT, STEP)


@pytest.mark.clause("S2.M2")
def test_one_stands_on_a_step_and_not_in_it() -> None:
    terrain = a_ground(box(4000, 4000, 8000, 8000, top=1000))
    assert has_room(terrain[0], 6000, 6000, 1000, RADIUS, HEIGHT, STEP)
    assert not has_room(terrain[0], 6000, 6000, 0, RADIUS, HEIGHT, STEP)
    assert has_room(terrain[0], 3700, 6000, 0, RADIUS, HEIGHT, STEP)


def test_one_stands_beneath_a_floor_that_is_high_enough() -> None:
    floor = box(4000, 4000, 8000, 8000, bottom=1500, top=1700)
    assert has_room(a_ground(floor)[0], 6000, 6000, 0, RADIUS, 1500, STEP)
    assert not has_room(a_ground(floor)[0], 6000, 6000, 0, RADIUS, 1501, STEP)
    assert has_room(a_ground(floor)[0], 6000, 6000, 1700, RADIUS, 1500, STEP)


def test_one_stands_on_the_table_only() -> None:
    terrain = a_ground(width=10_000, depth=10_000)
    assert has_room(terrain[0], 500, 9_500, 0, RADIUS, HEIGHT, STEP)
    assert not has_room(terrain[0], 499, 9_500, 0, RADIUS, HEIGHT, STEP)
    assert not has_room(terrain[0], 5_000, 5_000, 1, RADIUS, HEIGHT, STEP)


@pytest.mark.clause("S2.M2")
def test_a_move_along_a_wall_is_clear_and_a_thousandth_nearer_is_not() -> None:
    terrain = a_ground(FOUR_INCH_SQUARE)
    assert move_is_clear(terrain[0], Place(1000, 3500, 0), 11_000, 3500, RADIUS, HEIGHT, STEP)
    assert not move_is_clear(terrain[0], Place(1000, 3501, 0), 11_000, 3501, RADIUS, HEIGHT, STEP)
    assert move_is_clear(terrain[0], Place(1000, 6000, 0), 3500, 6000, RADIUS, HEIGHT, STEP)
    assert not move_is_clear(terrain[0], Place(1000, 6000, 0), 3501, 6000, RADIUS, HEIGHT, STEP)


@given(cases(2, shapes=3, reaches=1), st.lists(st.sampled_from([(0, 1), (0, 2), (3, 9)]), min_size=3, max_size=3))
def test_a_way_is_clear_when_nothing_that_hinders_is_brushed(case: Case, heights: list[tuple[int, int]]) -> None:
    (begin, end), (radius,) = case.points, case.reaches
    blocks = [Block(shape, *height) for shape, height in zip(case.shapes, heights, strict=True)]
    hit = any(
        twin.brushes(block.corners, begin, end, radius) for block in blocks if (block.bottom, block.top) == (0, 2)
    )
    assert move_is_clear(a_ground(*blocks)[0], Place(*begin, 0), *end, radius, 3, 1) != hit
