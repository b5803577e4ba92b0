"""Shapes: one footprint, and points, bases and lines beside it, as a twin in fractions has them."""

from __future__ import annotations

from math import ceil, floor

import pytest
import shapely  # type: ignore[import-untyped]  # it ships no types
from hypothesis import given
from hypothesis import strategies as st

from battlewright.geometry.footprints import (
    PARTS,
    brushes,
    contains,
    crosses,
    enters_at,
    inner_side,
    is_over,
    leaves_at,
    reaches_into,
)
from tests.geometry import twin
from tests.geometry.helpers import Case, Corners, Point, a_piece, cases, moved, often, room_to_move, turned
from tests.modes import nightly_when_plain

pytestmark = pytest.mark.plain

SQUARE = ((2, 2), (6, 2), (6, 6), (2, 6))
DIAMOND = ((2, 0), (4, 2), (2, 4), (0, 2))


@often
@given(cases(1))
def test_a_point_is_on_a_footprint_when_the_twin_says_so(case: Case) -> None:
    (shape,), (point,) = case.shapes, case.points
    assert contains(a_piece(shape), *point) == twin.contains(shape, point)


@often
@given(cases(1))
def test_a_piece_lies_over_a_point_when_the_twin_says_so(case: Case) -> None:
    (shape,), (point,) = case.shapes, case.points
    assert is_over(a_piece(shape), *point) == twin.is_inside(shape, point)


@often
@given(cases(1, reaches=1))
def test_a_base_overlaps_a_footprint_when_the_twin_says_so(case: Case) -> None:
    (shape,), (point,), (radius,) = case.shapes, case.points, case.reaches
    assert reaches_into(a_piece(shape), *point, radius) == twin.reaches_into(shape, point, radius)


@often
@given(cases(2))
def test_a_line_runs_through_a_footprint_when_the_twin_says_so(case: Case) -> None:
    (shape,), (begin, end) = case.shapes, case.points
    if begin != end:
        assert crosses(a_piece(shape), *begin, *end) == twin.crosses(shape, begin, end)


@often
@given(cases(2, reaches=1))
def test_a_moved_base_overlaps_a_footprint_when_the_twin_says_so(case: Case) -> None:
    (shape,), (begin, end), (radius,) = case.shapes, case.points, case.reaches
    assert brushes(a_piece(shape), *begin, *end, radius) == twin.brushes(shape, begin, end, radius)


@nightly_when_plain
@pytest.mark.parametrize("shape", [DIAMOND, ((1, 1), (3, 1), (3, 3), (1, 3)), ((0, 0), (4, 0), (4, 1), (1, 4))])
def test_every_line_on_a_small_grid_is_as_the_twin_says(shape: Corners) -> None:
    piece = a_piece(shape)
    places = [(x, y) for x in range(5) for y in range(5)]
    for begin in places[::2]:
        for end in places:
            if begin != end:
                assert crosses(piece, *begin, *end) == twin.crosses(shape, begin, end), (begin, end)
            assert brushes(piece, *begin, *end, 1) == twin.brushes(shape, begin, end, 1), (begin, end)


@given(cases(2, reaches=1))
def test_shapely_agrees_where_it_is_sure(case: Case) -> None:
    (shape,), (begin, end), (radius,) = case.shapes, case.points, case.reaches
    piece, polygon, sure = a_piece(shape), shapely.Polygon(shape), 1e-6 * case.size
    point, line = shapely.Point(begin), shapely.LineString([begin, end])
    if polygon.exterior.distance(point) > sure:
        assert contains(piece, *begin) == polygon.contains(point)
    if abs(polygon.distance(point) - radius) > sure:
        assert reaches_into(piece, *begin, radius) == (polygon.distance(point) < radius or polygon.distance(point) == 0)
    if abs(polygon.distance(line) - radius) > sure:
        assert brushes(piece, *begin, *end, radius) == (polygon.distance(line) < radius or polygon.distance(line) == 0)
    if begin != end:
        within = line.intersection(polygon.buffer(-sure)).length
        if within > sure or line.distance(polygon) > sure:
            assert crosses(piece, *begin, *end) == (within > sure)


@given(cases(2, reaches=1), st.tuples(st.booleans(), st.booleans()))
def test_nothing_changes_when_all_is_turned_moved_or_reversed(case: Case, toward: tuple[int, int]) -> None:
    (shape,), (begin, end), (radius,) = case.shapes, case.points, case.reaches
    by = room_to_move([*shape, begin, end], toward)

    def seen(shape: Corners, begin: Point, end: Point) -> tuple[bool, ...]:
        piece = a_piece(shape)
        return (
            contains(piece, *begin),
            reaches_into(piece, *begin, radius),
            crosses(piece, *begin, *end),
            brushes(piece, *begin, *end, radius),
        )

    here = seen(shape, begin, end)
    assert seen(tuple(map(turned, shape)), turned(begin), turned(end)) == here
    assert seen(tuple(moved(corner, by) for corner in shape), moved(begin, by), moved(end, by)) == here
    assert seen(shape[1:] + shape[:1], begin, end) == here  # whichever corner comes first
    assert seen(shape, end, begin)[2:] == here[2:]


@given(cases(2, reaches=1), st.integers(1, 500))
def test_nothing_depends_on_the_unit(case: Case, unit: int) -> None:
    (shape,), (begin, end), (radius,) = case.shapes, case.points, case.reaches
    if case.size <= 8:
        larger = [(x * unit, y * unit) for x, y in shape]
        one, other = a_piece(shape), a_piece(tuple(larger))
        x0, y0, x1, y1 = (place * unit for place in (*begin, *end))
        assert crosses(other, x0, y0, x1, y1) == crosses(one, *begin, *end)
        assert brushes(other, x0, y0, x1, y1, radius * unit) == brushes(one, *begin, *end, radius)


@given(cases(2, reaches=2))
def test_what_holds_for_less_holds_for_more(case: Case) -> None:
    (shape,), (begin, end), (less, more) = case.shapes, case.points, sorted(case.reaches)
    piece = a_piece(shape)
    if brushes(piece, *begin, *end, less):
        assert brushes(piece, *begin, *end, more)
    if reaches_into(piece, *begin, less) or reaches_into(piece, *end, less) or crosses(piece, *begin, *end):
        assert brushes(piece, *begin, *end, less)
    if reaches_into(piece, *begin, 0):
        assert contains(piece, *begin)


def test_the_inner_side_of_an_edge_is_to_its_left() -> None:
    piece = a_piece(SQUARE)
    assert [inner_side(piece, edge, 4, 3) > 0 for edge in range(4)] == [True] * 4
    assert [inner_side(piece, edge, 6, 1) > 0 for edge in range(4)] == [False, False, True, True]
    assert inner_side(piece, 1, 6, 1) == 0


def test_the_rim_belongs_to_a_footprint() -> None:
    piece = a_piece(SQUARE)
    assert [contains(piece, x, 4) for x in (1, 2, 3, 6, 7)] == [False, True, True, True, False]
    assert contains(piece, 6, 6)
    assert not contains(piece, 7, 6)


def test_to_touch_is_not_to_overlap() -> None:
    piece = a_piece(SQUARE)
    assert not reaches_into(piece, 9, 4, 3)
    assert reaches_into(piece, 8, 4, 3)
    assert not reaches_into(piece, 9, 10, 5)  # the corner, 3 and 4 away
    assert reaches_into(piece, 9, 9, 5)
    assert not reaches_into(piece, 6, 4, 0)
    assert reaches_into(piece, 5, 4, 0)


def test_along_an_edge_or_through_a_corner_is_not_through_the_inside() -> None:
    piece = a_piece(SQUARE)
    assert not crosses(piece, 0, 2, 8, 2)
    assert not crosses(piece, 2, 2, 2, 6)
    assert not crosses(piece, 0, 4, 4, 0)
    assert not crosses(piece, 0, 4, 2, 4)
    assert crosses(piece, 0, 4, 3, 4)
    assert crosses(piece, 2, 2, 6, 6)
    assert crosses(piece, 3, 3, 4, 5)


def test_a_base_may_be_moved_along_an_edge_but_not_nearer() -> None:
    piece = a_piece(SQUARE)
    assert not brushes(piece, 0, 9, 8, 9, 3)
    assert brushes(piece, 0, 8, 8, 8, 3)
    assert brushes(piece, 0, 0, 8, 8, 0)
    assert not brushes(piece, 0, 2, 8, 2, 0)


# Where a line comes on and off


@often
@given(cases(2))
def test_a_line_comes_on_and_off_where_the_twin_says(case: Case) -> None:
    (shape,), (begin, end) = case.shapes, case.points
    piece, stretch = a_piece(shape), twin.stretch_on(shape, begin, end)
    entry, exit = enters_at(piece, *begin, *end), leaves_at(piece, *begin, *end)
    if stretch is None:
        assert entry >= exit - 1  # it has left before it came
    else:
        assert (entry, exit) == (floor(stretch[0] * PARTS), ceil(stretch[1] * PARTS))


@given(cases(2))
def test_a_line_the_other_way_comes_on_where_it_left(case: Case) -> None:
    (shape,), (begin, end) = case.shapes, case.points
    piece = a_piece(shape)
    if twin.stretch_on(shape, begin, end) is not None:
        assert enters_at(piece, *begin, *end) == PARTS - leaves_at(piece, *end, *begin)


def test_a_line_that_is_never_on_a_footprint_comes_on_beyond_its_end() -> None:
    piece = a_piece(SQUARE)
    assert enters_at(piece, 0, 0, 8, 1) > PARTS
    assert leaves_at(piece, 0, 0, 8, 1) < 0


def test_a_line_is_on_a_footprint_from_rim_to_rim() -> None:
    piece = a_piece(SQUARE)
    assert (enters_at(piece, 0, 4, 8, 4), leaves_at(piece, 0, 4, 8, 4)) == (PARTS // 4, PARTS * 3 // 4)
    assert (enters_at(piece, 3, 4, 5, 4), leaves_at(piece, 3, 4, 5, 4)) == (0, PARTS)
    assert (enters_at(piece, 6, 4, 8, 4), leaves_at(piece, 6, 4, 8, 4)) == (0, 0)
    assert (enters_at(piece, 0, 4, 2, 4), leaves_at(piece, 0, 4, 2, 4)) == (PARTS, PARTS)
