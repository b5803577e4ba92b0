"""Lines of fire: what a straight line passes through, and where it comes upon it."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest
import shapely  # type: ignore[import-untyped]  # it ships no types
from hypothesis import given
from hypothesis import strategies as st

from battlewright.geometry.distance import INCH, LARGEST
from battlewright.geometry.footprints import PARTS
from battlewright.geometry.lines import MISSES, meets_base, meets_circle, meets_piece
from tests.geometry import twin
from tests.geometry.helpers import Block, Case, Point, Spot, a_base, a_piece, box, cases, often, turned

pytestmark = pytest.mark.plain

HEIGHTS = st.integers(0, 6) | st.integers(0, 12).map(lambda half: half * INCH // 2) | st.integers(0, 12 * INCH)


def agrees(found: int, stretch: twin.Stretch | None, rounding: Fraction) -> bool:
    """Whether a line comes upon something just when the twin says, and where, to what is lost in rounding."""
    if stretch is None or stretch[0] >= stretch[1]:
        return found == MISSES  # to touch is not to cross
    return found != MISSES and abs(Fraction(found, PARTS) - stretch[0]) <= rounding


def a_thousandth_of(begin: Point, end: Point) -> Fraction:
    """A thousandth of an inch, and what is lost when places are counted in parts, as a part of a line."""
    return Fraction(3, PARTS) + 1 / max(Fraction(1), twin.root(int(twin.square(begin, end))))


# Pieces of terrain


@pytest.mark.clause("S2.F2")
@often
@given(cases(2), HEIGHTS, HEIGHTS, HEIGHTS, HEIGHTS)
def test_a_line_meets_a_piece_where_the_twin_says(case: Case, z0: int, z1: int, foot: int, top: int) -> None:
    (shape,), (begin, end) = case.shapes, case.points
    foot, top = min(foot, top), max(foot, top, min(foot, top) + 1)
    if begin != end:
        found = meets_piece(a_piece(Block(shape, foot, top)), *begin, z0, *end, z1)
        assert agrees(found, twin.through_piece(shape, foot, top, begin, z0, end, z1), Fraction(2, PARTS))


@pytest.mark.clause("S2.F2")
@often
@given(cases(2), st.integers(0, 3))
def test_a_level_line_meets_a_piece_exactly(case: Case, level: int) -> None:
    (shape,), (begin, end) = case.shapes, case.points
    if begin != end:
        found = meets_piece(a_piece(Block(shape, 1, 3)), *begin, level, *end, level)
        stretch = twin.through_piece(shape, 1, 3, begin, level, end, level)
        assert found == (MISSES if stretch is None else floor(stretch[0] * PARTS))


@pytest.mark.clause("S2.F2")
@given(cases(2, shapes=4))
def test_shapely_counts_as_many_obstacles_on_a_level_line(case: Case) -> None:
    begin, end = case.points
    line, sure = shapely.LineString([begin, end]), 1e-6 * case.size
    for shape in case.shapes if begin != end else []:
        polygon = shapely.Polygon(shape)
        within = line.intersection(polygon.buffer(-sure))
        found = meets_piece(a_piece(shape), *begin, 1, *end, 1)
        if within.length > sure:
            on = line.intersection(polygon)
            assert found / PARTS * line.length == pytest.approx(shapely.Point(begin).distance(on), abs=0.2)
        elif line.distance(polygon) > sure:
            assert found == MISSES


@given(cases(2), HEIGHTS, HEIGHTS)
def test_a_line_meets_a_piece_both_ways_or_not_at_all(case: Case, z0: int, z1: int) -> None:
    (shape,), (begin, end) = case.shapes, case.points
    piece = a_piece(Block(shape, 0, 3000))
    there, back = meets_piece(piece, *begin, z0, *end, z1), meets_piece(piece, *end, z1, *begin, z0)
    assert (there == MISSES) == (back == MISSES)


@given(cases(2), HEIGHTS, HEIGHTS)
def test_a_line_meets_a_piece_at_the_same_place_when_all_is_turned(case: Case, z0: int, z1: int) -> None:
    (shape,), (begin, end) = case.shapes, case.points
    found = meets_piece(a_piece(Block(shape, 0, 3000)), *begin, z0, *end, z1)
    quarter = a_piece(Block(tuple(map(turned, shape)), 0, 3000))
    assert meets_piece(quarter, *turned(begin), z0, *turned(end), z1) == found


@pytest.mark.clause("S2.F2")
def test_a_level_line_meets_what_is_between_foot_and_top() -> None:
    piece = a_piece(box(4000, 4000, 8000, 8000, bottom=1000, top=3000))
    for level, met in ((999, False), (1000, False), (1001, True), (2999, True), (3000, False)):
        assert meets_piece(piece, 0, 6000, level, 16_000, 6000, level) == (PARTS // 4 if met else MISSES)


@pytest.mark.clause("S2.F2")
def test_a_line_along_a_wall_or_up_to_it_does_not_meet_it() -> None:
    piece = a_piece(box(4000, 4000, 8000, 8000))
    assert meets_piece(piece, 0, 4000, 750, 9000, 4000, 750) == MISSES
    assert meets_piece(piece, 0, 6000, 750, 4000, 6000, 750) == MISSES
    assert meets_piece(piece, 0, 6000, 750, 4001, 6000, 750) != MISSES
    assert meets_piece(piece, 0, 8000, 750, 8000, 0, 750) == MISSES  # through a corner
    assert meets_piece(piece, 0, 6000, 0, 9000, 6000, 0) == MISSES  # along its foot
    assert meets_piece(piece, 0, 6000, 3000, 9000, 6000, 3000) == MISSES  # along its top


@pytest.mark.clause("S2.F2")
def test_a_line_from_a_roof_passes_over_what_is_low_enough() -> None:
    """From 4" down to the ground, over 8": at 4" it is 2" high."""
    for top, met in ((1000, False), (1999, False), (2000, False), (2001, True), (3000, True)):
        piece = a_piece(box(3000, 0, 4000, 2000, top=top))
        assert (meets_piece(piece, 0, 1000, 4000, 8000, 1000, 0) != MISSES) == met


@pytest.mark.clause("S2.F2")
def test_a_line_passes_beneath_what_is_high_enough() -> None:
    """From the ground up to 4", over 8": at 4" it is 2" high."""
    for foot, met in ((1000, True), (1999, True), (2000, False), (2001, False), (3000, False)):
        piece = a_piece(box(3000, 0, 4000, 2000, bottom=foot, top=6000))
        assert (meets_piece(piece, 0, 1000, 0, 8000, 1000, 4000) != MISSES) == met


@pytest.mark.clause("S2.F2")
def test_a_line_may_come_upon_a_piece_from_above_or_beneath() -> None:
    piece = a_piece(box(2000, 0, 7000, 2000, bottom=1000, top=2000))
    assert meets_piece(piece, 0, 1000, 4000, 8000, 1000, 0) == PARTS // 2  # through its top, halfway
    assert meets_piece(piece, 0, 1000, 0, 8000, 1000, 4000) == PARTS // 4  # through its side, at its foot's height
    assert meets_piece(piece, 1000, 1000, 0, 5000, 1000, 2000) == PARTS // 2  # through its foot
    assert meets_piece(piece, 4000, 1000, 1500, 8000, 1000, 0) == 0  # it begins inside


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize("far", [3000, 4000, 5000, 7000])
def test_a_slanting_line_that_only_touches_an_edge_does_not_meet_the_piece(far: int) -> None:
    """The line rises by as much as it goes."""
    over = a_piece(box(1000, 0, 2000, 2000, top=1000))
    assert meets_piece(over, 0, 1000, 0, far, 1000, far) == MISSES
    assert meets_piece(over, far, 1000, far, 0, 1000, 0) == MISSES
    beneath = a_piece(box(500, 0, 1000, 2000, bottom=1000, top=1200))
    assert meets_piece(beneath, 0, 1000, 0, far, 1000, far) == MISSES
    assert meets_piece(beneath, far, 1000, far, 0, 1000, 0) == MISSES


@pytest.mark.clause("S2.F2")
def test_a_line_straight_up_meets_the_floor_between() -> None:
    floor = a_piece(box(1000, 0, 2000, 2000, bottom=1500, top=2000))
    assert meets_piece(floor, 1500, 1000, 0, 1500, 1000, 3000) == PARTS // 2
    assert meets_piece(floor, 1500, 1000, 3000, 1500, 1000, 0) == PARTS // 3
    assert meets_piece(floor, 1500, 1000, 0, 1500, 1000, 1500) == MISSES
    assert meets_piece(floor, 1000, 1000, 0, 1000, 1000, 3000) == MISSES  # along its side


# Circles and models


@pytest.mark.clause("S2.F2")
@often
@given(cases(3, shapes=0, reaches=1))
def test_a_line_meets_a_circle_when_the_twin_says_so(case: Case) -> None:
    (centre, begin, end), (radius,) = case.points, case.reaches
    found = meets_circle(*centre, radius, *begin, *end)
    assert (found == MISSES) == (twin.chord(*centre, radius, begin, end) is None)
    assert (found == MISSES) == (meets_circle(*centre, radius, *end, *begin) == MISSES)


@st.composite
def models_on_a_line(draw: st.DrawFn) -> tuple[Spot, Point, Point]:
    """A line over the table, and a model beside it that it often just grazes."""
    radius = draw(st.sampled_from([INCH // 2, 630, INCH]))
    place = st.tuples(st.integers(0, LARGEST), st.integers(0, LARGEST)) | st.tuples(*[st.integers(0, 8 * INCH)] * 2)
    begin, end = draw(place), draw(place)
    whole = max(float(twin.root(int(twin.square(begin, end)))), 1.0)
    along = draw(st.integers(0, 100)) / 100
    aside = radius * draw(st.sampled_from([-0.999, -0.99, -0.9, 0.5, 0.0, 0.3, 0.95, 0.995, 1.0])) / whole
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    x, y = round(begin[0] + along * dx - aside * dy), round(begin[1] + along * dy + aside * dx)
    x, y = min(max(x, 0), LARGEST), min(max(y, 0), LARGEST)
    return Spot(x, y, draw(HEIGHTS), radius, draw(st.integers(1, 3 * INCH))), begin, end


@pytest.mark.clause("S2.F2")
@often
@given(models_on_a_line())
def test_a_line_comes_upon_a_circle_where_the_twin_says_to_a_thousandth(case: tuple[Spot, Point, Point]) -> None:
    spot, begin, end = case
    stretch = twin.chord(spot.x, spot.y, spot.radius, begin, end)
    found = meets_circle(spot.x, spot.y, spot.radius, *begin, *end)
    assert (found == MISSES) == (stretch is None)
    assert stretch is None or abs(Fraction(found, PARTS) - stretch[0]) <= a_thousandth_of(begin, end)


@pytest.mark.clause("S2.F2")
def test_what_a_line_comes_upon_first_is_first() -> None:
    """The line hits one model a fortieth of an inch before it grazes another, larger one."""
    begin, end = (1653, 35_008), (41_962, 2710)
    hit, grazed = Spot(12_644, 26_201, radius=500), Spot(11_653, 25_714, radius=1000)
    truly = [twin.chord(spot.x, spot.y, spot.radius, begin, end) or (2, 2) for spot in (hit, grazed)]
    assert truly[0][0] < truly[1][0] - Fraction(1, 2100)
    found = [meets_base(a_base(spot), *begin, 750, *end, 750) for spot in (hit, grazed)]
    assert MISSES < found[0] < found[1]


@pytest.mark.clause("S2.F2")
@often
@given(models_on_a_line(), HEIGHTS, HEIGHTS)
def test_a_line_meets_a_model_where_the_twin_says(case: tuple[Spot, Point, Point], z0: int, z1: int) -> None:
    spot, begin, end = case
    if (*begin, z0) == (*end, z1):
        return
    stretch = twin.chord(spot.x, spot.y, spot.radius, begin, end)
    stretch = twin.through(stretch, z0, z1, spot.level, spot.level + spot.height)
    assert agrees(meets_base(a_base(spot), *begin, z0, *end, z1), stretch, a_thousandth_of(begin, end))


@pytest.mark.clause("S2.F2")
def test_a_line_along_a_rim_does_not_meet_the_model() -> None:
    assert meets_circle(5000, 5500, 500, 0, 5000, 9000, 5000) == MISSES
    assert meets_circle(5000, 5499, 500, 0, 5000, 9000, 5000) != MISSES
    assert meets_circle(5000, 5000, 500, 0, 5000, 4500, 5000) == MISSES
    assert meets_circle(5000, 5000, 500, 0, 5000, 4501, 5000) != MISSES


@pytest.mark.clause("S2.F2")
def test_a_line_comes_upon_a_circle_at_its_rim() -> None:
    assert meets_circle(5000, 5000, 1000, 0, 5000, 8000, 5000) == PARTS // 2
    assert meets_circle(5000, 5300, 500, 3600, 5000, 7600, 5000) == PARTS // 4  # 0.3", 0.4", 0.5"
    assert meets_circle(5000, 5000, 1000, 5500, 5000, 8000, 5000) == 0  # it begins inside
    assert meets_circle(5000, 5000, 1000, 5500, 5000, 5500, 5000) == 0  # and ends there


@pytest.mark.clause("S2.F2")
def test_a_level_line_meets_a_model_between_its_foot_and_its_top() -> None:
    model = a_base(Spot(5000, 5000, level=1000, radius=1000, height=1500))
    for level, met in ((999, False), (1000, False), (1001, True), (2499, True), (2500, False)):
        assert meets_base(model, 0, 5000, level, 8000, 5000, level) == (PARTS // 2 if met else MISSES)


@pytest.mark.clause("S2.F2")
def test_a_line_straight_up_meets_the_model_between() -> None:
    model = a_base(Spot(5000, 5000, level=3000, height=1500))
    assert meets_base(model, 5000, 5000, 0, 5000, 5000, 6000) == PARTS // 2
    assert meets_base(model, 5000, 5000, 6000, 5000, 5000, 0) == PARTS // 4
    assert meets_base(model, 5500, 5000, 0, 5500, 5000, 6000) == MISSES
    assert meets_base(model, 5000, 5000, 0, 5000, 5000, 3000) == MISSES


@pytest.mark.clause("S2.F2")
def test_a_slanting_line_passes_over_a_model_or_meets_it() -> None:
    """From 4" down to the ground, over 8"; the model stands from 3" to 4", where the line is 2.5" to 2" high."""
    for height, met in ((1000, False), (1999, False), (2000, False), (2001, True)):
        model = a_base(Spot(3500, 1000, radius=500, height=height))
        assert (meets_base(model, 0, 1000, 4000, 8000, 1000, 0) != MISSES) == met


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize("far", [4000, 5000, 9000])
def test_a_slanting_line_that_only_touches_the_rim_of_a_models_top_does_not_meet_it(far: int) -> None:
    """The line rises by as much as it goes, and comes to the near rim of one base at 1", to the far one at 2"."""
    before, behind = Spot(1500, 1000, level=2000), Spot(1500, 1000, height=1000)
    for spot in (before, behind):
        for begin, end in ((0, far), (far, 0)):
            assert meets_base(a_base(spot), begin, 1000, begin, end, 1000, end) == MISSES
    lower, taller = Spot(1500, 1000, level=1999), Spot(1500, 1000, height=1001)
    for spot in (lower, taller):
        assert meets_base(a_base(spot), 0, 1000, 0, far, 1000, far) != MISSES
