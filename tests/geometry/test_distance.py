"""Lengths without floats."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isqrt

import pytest
import shapely  # type: ignore[import-untyped]  # it ships no types
from hypothesis import given
from hypothesis import strategies as st

from battlewright.geometry.distance import (
    INCH,
    LARGEST,
    gap,
    gap_is_at_most,
    is_near_line,
    length,
    nearest_share,
    root,
    root_exceeds,
    share,
    square_from_line,
    touches_line,
)
from tests.geometry import twin
from tests.geometry.helpers import LONGEST_REACH, Case, cases, moved, often, room_to_move, turned

pytestmark = pytest.mark.plain

SIDES = st.integers(-LARGEST, LARGEST) | st.integers(-8, 8)
SMALL = st.integers(0, 12)
RADII = SMALL | st.integers(0, 10 * INCH)
RISES = SMALL | st.integers(0, 24 * INCH)


# Roots


@given(st.integers(0, 2**62) | st.integers(0, 100))
def test_a_root_is_the_largest_number_whose_square_is_not_more(square: int) -> None:
    assert root(square) == isqrt(square)


@given(st.integers(1, 2**31), st.integers(-1, 1))
def test_a_root_is_exact_on_both_sides_of_a_square(number: int, beside: int) -> None:
    square = number * number + beside
    assert root(square) == isqrt(square)


@pytest.mark.parametrize("bit", range(63))
def test_a_root_is_exact_beside_every_power_of_two(bit: int) -> None:
    for square in ((1 << bit) - 1, 1 << bit, (1 << bit) + 1):
        assert root(square) == isqrt(square)


def test_the_root_of_the_largest_number_of_64_bits_is_found() -> None:
    assert root(2**63 - 1) == 3037000499


@pytest.mark.parametrize("square", [0, -1, -(2**62)])
def test_what_is_not_above_0_has_the_root_0(square: int) -> None:
    assert root(square) == 0


@given(st.integers(0, 2**62) | SMALL, st.integers(-(2**44), 2**44) | st.integers(-12, 12), st.integers(1, 30 * INCH))
def test_a_root_exceeds_a_fraction_without_rounding(square: int, part: int, whole: int) -> None:
    assert root_exceeds(square, part, whole) == (part < 0 or square * whole * whole > part * part)


@given(st.integers(0, 2**31 - 1), st.integers(-1, 1), st.integers(1, 30 * INCH), st.integers(-1, 1))
def test_a_root_is_compared_exactly_beside_a_whole_one(number: int, more: int, whole: int, beside: int) -> None:
    square, part = max(number * number + more, 0), number * whole + beside
    expected = part < 0 or square * whole * whole > part * part
    assert root_exceeds(square, part, whole) == expected


@pytest.mark.parametrize("part", [-1, 0, 1])
def test_what_has_no_root_exceeds_nothing(part: int) -> None:
    assert not root_exceeds(-1, part, 1)
    assert root_exceeds(0, part, 1) == (part < 0)


# Lengths


def test_a_length_is_exact_where_it_is_whole() -> None:
    assert length(3, 4) == 5
    assert length(-5 * INCH, 12 * INCH) == 13 * INCH
    assert length(0, 0) == 0


def test_a_length_is_rounded_up() -> None:
    assert length(1, 1) == 2
    assert length(1000, 1) == 1001
    assert length(LARGEST, LARGEST) == 101824


@given(SIDES, SIDES)
def test_a_length_is_the_least_whole_number_that_covers_the_way(dx: int, dy: int) -> None:
    found = length(dx, dy)
    assert found * found >= dx * dx + dy * dy
    assert found == 0 or (found - 1) ** 2 < dx * dx + dy * dy


@given(SIDES, SIDES)
def test_a_length_is_the_same_in_every_direction(dx: int, dy: int) -> None:
    assert {length(-dx, -dy), length(dy, dx), length(-dy, dx)} == {length(dx, dy)}


@given(SIDES, SIDES, SIDES, SIDES)
def test_a_detour_is_never_shorter(dx: int, dy: int, ex: int, ey: int) -> None:
    assert length(dx + ex, dy + ey) <= length(dx, dy) + length(ex, ey)


@given(SIDES, st.integers(0, LARGEST), st.integers(1, 2 * LARGEST))
def test_a_share_is_the_same_to_either_side_and_never_too_much(part: int, times: int, whole: int) -> None:
    found = share(part, times, whole)
    assert found == -share(-part, times, whole)
    assert abs(found) == abs(part) * times // whole


@given(SIDES, st.integers(0, 1 << 20), st.integers(1, 1 << 20))
def test_the_nearest_share_is_never_off_by_more_than_a_half(part: int, times: int, whole: int) -> None:
    assert abs(nearest_share(part, times, whole) - Fraction(part * times, whole)) <= Fraction(1, 2)
    assert nearest_share(part, whole, whole) == part


@often
@given(cases(3, shapes=0, reaches=1))
def test_the_distance_from_a_line_is_that_of_the_twin_rounded_up(case: Case) -> None:
    (point, begin, end), (reach,) = case.points, case.reaches
    square = twin.square_to_line(point, begin, end)
    if square <= reach * reach:
        assert square_from_line(*point, *begin, *end) == ceil(square)


# Points near a line


@often
@given(cases(3, shapes=0, reaches=1))
def test_near_a_line_is_what_the_twin_says(case: Case) -> None:
    (point, begin, end), (reach,) = case.points, case.reaches
    assert is_near_line(*point, *begin, *end, reach) == twin.is_near_line(point, begin, end, reach)
    assert touches_line(*point, *begin, *end, reach) == (twin.square_to_line(point, begin, end) <= reach * reach)


@given(cases(3, shapes=0, reaches=1))
def test_near_a_line_is_what_shapely_says(case: Case) -> None:
    (point, begin, end), (reach,) = case.points, case.reaches
    distance = shapely.LineString([begin, end]).distance(shapely.Point(point))
    if abs(distance - reach) > 1e-6 * case.size:
        assert is_near_line(*point, *begin, *end, reach) == (distance < reach)


@given(cases(3, shapes=0, reaches=1), st.tuples(st.booleans(), st.booleans()))
def test_near_a_line_stays_so_when_all_is_turned_moved_or_reversed(case: Case, toward: tuple[int, int]) -> None:
    (point, begin, end), (reach,) = case.points, case.reaches
    by = room_to_move(case.points, toward)
    near = is_near_line(*point, *begin, *end, reach)
    assert is_near_line(*point, *end, *begin, reach) == near
    assert is_near_line(*turned(point), *turned(begin), *turned(end), reach) == near
    assert is_near_line(*moved(point, by), *moved(begin, by), *moved(end, by), reach) == near


@given(st.tuples(*[SMALL] * 6), SMALL, st.integers(1, 1500))
def test_near_a_line_does_not_depend_on_the_unit(places: tuple[int, ...], reach: int, unit: int) -> None:
    x, y, x0, y0, x1, y1 = (place * unit for place in places)
    assert is_near_line(x, y, x0, y0, x1, y1, reach * unit) == is_near_line(*places, reach)  # type: ignore[call-arg]


@given(cases(2, shapes=0, reaches=1))
def test_near_a_line_without_length_is_near_its_point(case: Case) -> None:
    (point, other), (reach,) = case.points, case.reaches
    assert is_near_line(*point, *other, *other, reach) == (twin.square(point, other) < reach * reach)


def test_to_touch_a_line_is_not_to_be_near_it() -> None:
    assert touches_line(0, 5, -10, 0, 10, 0, 5)
    assert not touches_line(0, 6, -10, 0, 10, 0, 5)
    assert touches_line(13, 4, -10, 0, 10, 0, 5)
    assert not is_near_line(0, 5, -10, 0, 10, 0, 5)
    assert is_near_line(0, 5, -10, 0, 10, 0, 6)
    assert not is_near_line(13, 4, -10, 0, 10, 0, 5)
    assert is_near_line(13, 4, -10, 0, 10, 0, 6)
    assert not is_near_line(0, 0, -10, 0, 10, 0, 0)


@pytest.mark.parametrize("reach", [0, 1, INCH, LONGEST_REACH])
def test_the_longest_lines_of_the_largest_table_fit_into_64_bits(reach: int) -> None:
    corners = [(0, 0), (LARGEST, 0), (LARGEST, LARGEST), (0, LARGEST)]
    for begin in corners:
        for end in corners:
            for point in (*corners, (LARGEST // 2, LARGEST // 2), (LARGEST // 2, LARGEST // 2 - reach)):
                assert is_near_line(*point, *begin, *end, reach) == twin.is_near_line(point, begin, end, reach)


# Gaps


SQUARES = st.builds(lambda dx, dy: dx * dx + dy * dy, SIDES, SIDES) | st.integers(0, 400)


@pytest.mark.clause("S2.F1")
@often
@given(SQUARES, RADII, RISES, st.integers(-3, 110 * INCH) | SMALL)
def test_a_gap_is_compared_without_any_rounding(square: int, radii: int, rise: int, most: int) -> None:
    assert gap_is_at_most(square, radii, rise, most) == twin.gap_is_at_most(square, radii, rise, most)
    assert gap_is_at_most(square, radii, -rise, most) == gap_is_at_most(square, radii, rise, most)


@pytest.mark.clause("S2.F1")
@often
@given(st.integers(0, 8), st.integers(1, 8), st.integers(1, 300))
def test_a_gap_that_is_whole_is_at_most_itself_and_no_less(radii: int, k: int, unit: int) -> None:
    """Centres along one line: the flat gap is whole, and with the rise the sides are 3 : 4 : 5."""
    flat, rise, whole = 3 * k * unit, 4 * k * unit, 5 * k * unit
    square = (flat + radii * unit) ** 2
    assert gap(square, radii * unit, rise) == whole
    assert gap_is_at_most(square, radii * unit, rise, whole)
    assert not gap_is_at_most(square, radii * unit, rise, whole - 1)
    assert not gap_is_at_most(square + 1, radii * unit, rise, whole)


@pytest.mark.clause("S2.F1")
@often
@given(SQUARES, RADII, RISES)
def test_a_gap_is_the_least_whole_number_that_covers_it(square: int, radii: int, rise: int) -> None:
    found = gap(square, radii, rise)
    assert twin.gap_is_at_most(square, radii, rise, found)
    assert not twin.gap_is_at_most(square, radii, rise, found - 1)


@pytest.mark.clause("S2.F1")
@given(SQUARES, RADII, RISES, st.integers(-3, 110 * INCH) | SMALL)
def test_a_gap_agrees_with_its_comparison(square: int, radii: int, rise: int, most: int) -> None:
    assert gap_is_at_most(square, radii, rise, most) == (gap(square, radii, rise) <= most)


@pytest.mark.clause("S2.F1")
def test_the_distance_is_that_of_the_edges_in_three_dimensions() -> None:
    assert gap((8 * INCH) ** 2, INCH, 0) == 7 * INCH
    assert gap((4 * INCH) ** 2, INCH, 4 * INCH) == 5 * INCH
    assert gap((4 * INCH) ** 2 + 1, INCH, 4 * INCH) == 5 * INCH + 1


@pytest.mark.clause("S2.F1")
@pytest.mark.parametrize("apart", [0, 1, 999, 1000])
def test_bases_that_touch_or_overlap_are_no_distance_apart(apart: int) -> None:
    assert gap(apart * apart, INCH, 0) == 0
    assert gap(apart * apart, INCH, 3 * INCH) == 3 * INCH
    assert gap_is_at_most(apart * apart, INCH, 0, 0)
