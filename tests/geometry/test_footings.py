"""What lies on or beside a footprint, and levels one above the other."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.geometry.distance import LARGEST
from battlewright.geometry.footprints import contains, reaches_into, square_beside
from battlewright.geometry.terrain import is_on, next_level
from tests.geometry import twin
from tests.geometry.helpers import Block, Case, a_ground, a_piece, box, cases, laid, often

pytestmark = pytest.mark.plain

HOUSE = box(4000, 4000, 8000, 8000)


# Between the thousandths


@pytest.mark.clause("S2.F2")
@often
@given(cases(1), st.integers(1, 8), st.integers(-7, 7), st.integers(-7, 7))
def test_a_point_between_the_thousandths_is_on_a_footprint_when_the_twin_says_so(
    case: Case, scale: int, more_x: int, more_y: int
) -> None:
    (shape,), ((x, y),) = case.shapes, case.points
    across, along = x * scale + more_x, y * scale + more_y
    assert is_on(laid(shape), across, along, scale) == twin.contains(
        shape, (Fraction(across, scale), Fraction(along, scale))
    )


@given(cases(1))
def test_a_whole_point_is_on_a_footprint_or_its_rim(case: Case) -> None:
    (shape,), ((x, y),) = case.shapes, case.points
    piece = laid(shape)
    assert is_on(piece, x, y, 1) == contains(a_piece(shape), x, y) == is_on(piece, 3 * x, 3 * y, 3)


@pytest.mark.clause("S2.F2")
def test_the_middle_of_a_triangle_is_on_it_though_it_lies_between_the_thousandths() -> None:
    triangle = laid(((0, 0), (1, 0), (0, 1)))
    assert is_on(triangle, 1, 1, 3)
    assert is_on(triangle, 1, 1, 2)  # on its rim
    assert not is_on(triangle, 51, 50, 100)


# Beside a footprint


@pytest.mark.clause("S2.F9")
@often
@given(cases(1, reaches=1))
def test_the_distance_from_a_footprint_is_that_of_the_twin_rounded_up(case: Case) -> None:
    (shape,), (point,), (within,) = case.shapes, case.points, case.reaches
    square = Fraction(0) if twin.contains(shape, point) else twin.square_to_rim(shape, point)
    found = square_beside(a_piece(shape), *point, within)
    if square <= within * within:
        assert found == ceil(square)
    else:
        assert found > within * within


@pytest.mark.clause("S2.F9")
def test_a_point_is_beside_an_edge_or_a_corner_or_on_the_footprint() -> None:
    house = a_piece(HOUSE)
    for x, y, far in ((3000, 6000, 1000), (6000, 6000, 0), (4000, 4000, 0), (1000, 0, 5000), (8000, 8001, 1)):
        assert square_beside(house, x, y, 6000) == far * far
    assert square_beside(house, 2999, 6000, 1000) > 1000 * 1000
    assert not reaches_into(house, 1000, 0, 5000)  # to be so near is not to overlap


# Levels


@pytest.mark.clause("S2.A6")
def test_levels_are_found_one_above_the_other() -> None:
    terrain = a_ground(HOUSE, box(4000, 4000, 6000, 8000, bottom=5500, top=6000), box(4000, 4000, 6000, 6000, top=1000))
    levels, level = [], 0
    while level >= 0:
        levels.append(level)
        level = next_level(terrain[0], 5000, 5000, level)
    assert levels == [0, 1000, 3000, 6000]
    assert [next_level(terrain[0], 7000, 5000, above) for above in (0, 2999, 3000)] == [3000, 3000, -1]
    assert next_level(terrain[0], 3999, 5000, 0) == -1


@pytest.mark.clause("S2.A6")
@given(cases(1, shapes=3), st.lists(st.integers(0, 4), min_size=3, max_size=3), st.integers(-1, LARGEST) | st.just(2))
def test_the_next_level_is_the_lowest_top_above_under_a_point(case: Case, tops: list[int], above: int) -> None:
    (point,) = case.points
    terrain = a_ground(*(Block(shape, 0, top) for shape, top in zip(case.shapes, tops, strict=True)))
    higher = [top for shape, top in zip(case.shapes, tops, strict=True) if top > above and twin.contains(shape, point)]
    assert next_level(terrain[0], *point, above) == min(higher, default=-1)
