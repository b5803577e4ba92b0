"""Round bases: how far apart, in contact, in each other's way."""

from __future__ import annotations

import pytest
import shapely  # type: ignore[import-untyped]  # it ships no types
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.record import look
from battlewright.geometry.bases import Crowd, is_free, is_within, move_is_free, shares_height, square_between
from battlewright.geometry.distance import INCH, LARGEST, Place, gap_is_at_most
from tests.geometry import twin
from tests.geometry.helpers import Case, Spot, a_base, a_crowd, cases, often, turned

pytestmark = pytest.mark.plain

HEIGHT = 1500
CONTACT = 50
"""Edges at most so far apart are in contact."""


def within(one: Spot, other: Spot, flat: int, rise: int) -> bool:
    return is_within(a_base(one), a_base(other), flat, rise)


# How far apart


@given(cases(2, shapes=0))
def test_a_distance_is_the_same_there_and_back(case: Case) -> None:
    one, other = (a_base(Spot(*point)) for point in case.points)
    assert square_between(one, other) == square_between(other, one) == twin.square(*case.points)


@given(cases(2, shapes=0))
def test_a_distance_does_not_change_when_the_table_is_turned(case: Case) -> None:
    one, other = (a_base(Spot(*point)) for point in case.points)
    quarter = [a_base(Spot(*turned(point))) for point in case.points]
    assert square_between(*quarter) == square_between(one, other)


def test_the_farthest_corners_of_the_largest_table_are_measured() -> None:
    assert square_between(a_base(Spot(0, 0)), a_base(Spot(LARGEST, LARGEST))) == 2 * LARGEST**2


@pytest.mark.clause("S2.D1")
def test_contact_is_a_twentieth_of_an_inch_between_the_edges_and_an_inch_of_height() -> None:
    one = Spot(5000, 5000, level=3000)
    assert within(one, Spot(6050, 5000, level=3000), CONTACT, INCH)
    assert not within(one, Spot(6051, 5000, level=3000), CONTACT, INCH)
    assert within(one, Spot(6050, 5000, level=2000), CONTACT, INCH)
    assert within(one, Spot(6050, 5000, level=4000), CONTACT, INCH)
    assert not within(one, Spot(6050, 5000, level=1999), CONTACT, INCH)
    assert not within(one, Spot(6050, 5000, level=4001), CONTACT, INCH)


@pytest.mark.clause("S2.D1")
def test_contact_of_slanting_neighbours_is_exact() -> None:
    one = Spot(5000, 5000, radius=475)
    assert within(one, Spot(5600, 5800, radius=475), CONTACT, INCH)  # 600, 800, 1000
    assert not within(one, Spot(5600, 5801, radius=475), CONTACT, INCH)


@pytest.mark.clause("S2.K5")
def test_the_vertical_threat_range_is_three_inches_more() -> None:
    threat, one = 2 * INCH, Spot(5000, 5000)
    assert within(one, Spot(8000, 5000, level=5000), threat, threat + 3 * INCH)
    assert not within(one, Spot(8000, 5000, level=5001), threat, threat + 3 * INCH)
    assert not within(one, Spot(8001, 5000, level=5000), threat, threat + 3 * INCH)


@often
@given(cases(2, shapes=0, reaches=3), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_within_is_flat_and_rise_apart(case: Case, level: int, higher: int, rise: int) -> None:
    (begin, end), (radius, other_radius, flat) = case.points, (reach // 3 for reach in case.reaches)
    one, other = Spot(*begin, level, radius), Spot(*end, higher, other_radius)
    near = gap_is_at_most(int(twin.square(begin, end)), radius + other_radius, 0, flat)
    assert within(one, other, flat, rise) == within(other, one, flat, rise)
    assert within(one, other, flat, rise) == (near and abs(level - higher) <= rise)


# Beside each other, or one above the other


@pytest.mark.parametrize(
    ("level", "height", "beside"),
    [(0, 3000, False), (0, 3001, True), (4499, 1, True), (4500, 1, False), (3000, 1500, True), (2000, 1000, False)],
)
def test_heights_that_only_touch_are_not_shared(level: int, height: int, beside: bool) -> None:
    assert shares_height(a_base(Spot(0, 0, level=3000, height=1500)), level, height) == beside


@given(*[st.integers(0, 9)] * 2, *[st.integers(1, 5)] * 2)
def test_heights_are_shared_both_ways_or_not_at_all(level: int, other: int, height: int, tall: int) -> None:
    one = shares_height(a_base(Spot(0, 0, level, height=height)), other, tall)
    assert one == shares_height(a_base(Spot(0, 0, other, height=tall)), level, height)
    assert one == bool(set(range(level, level + height)) & set(range(other, other + tall)))


# In each other's way


@pytest.mark.clause("S2.M2")
def test_bases_may_touch_but_not_overlap() -> None:
    crowd = a_crowd(Spot(1000, 1000), Spot(5000, 5000))
    assert is_free(crowd[0], 0, 4000, 5000, 0)
    assert not is_free(crowd[0], 0, 4001, 5000, 0)
    assert is_free(crowd[0], 0, 4400, 4200, 0)  # 0.6" and 0.8" away
    assert not is_free(crowd[0], 0, 4400, 4201, 0)


@pytest.mark.clause("S2.M2")
def test_a_base_does_not_stand_in_its_own_way() -> None:
    crowd = a_crowd(Spot(1000, 1000), Spot(5000, 5000))
    assert is_free(crowd[0], 0, 1001, 1000, 0)
    assert move_is_free(crowd[0], 0, Place(1000, 1000, 0), 1100, 1000, HEIGHT, 0, 0)


def test_who_does_not_stand_is_in_nobodys_way() -> None:
    crowd = a_crowd(Spot(1000, 5000), Spot(5000, 5000, stands=False))
    assert is_free(crowd[0], 0, 5000, 5000, 0)
    assert move_is_free(crowd[0], 0, Place(1000, 5000, 0), 9000, 5000, HEIGHT, 0, 0)


def test_only_those_that_are_counted_are_there() -> None:
    crowd = a_crowd(Spot(1000, 5000), Spot(5000, 5000))
    look(Crowd, crowd).count = 1
    assert is_free(crowd[0], 0, 5000, 5000, 0)
    assert move_is_free(crowd[0], 0, Place(1000, 5000, 0), 9000, 5000, HEIGHT, 0, 0)


def test_who_stands_above_or_below_is_not_in_the_way() -> None:
    crowd = a_crowd(Spot(1000, 5000, height=1500), Spot(5000, 5000, level=3000, height=1500))
    for level, free in ((0, True), (1500, True), (1501, False), (4499, False), (4500, True)):
        assert is_free(crowd[0], 0, 5000, 5000, level) == free
        assert move_is_free(crowd[0], 0, Place(1000, 5000, level), 9000, 5000, HEIGHT, 0, 0) == free


@pytest.mark.clause("S2.M2")
def test_no_path_leads_through_another_model() -> None:
    crowd = a_crowd(Spot(1000, 5000), Spot(5000, 5000))
    assert not move_is_free(crowd[0], 0, Place(1000, 5000, 0), 9000, 5000, HEIGHT, 0, 0)
    assert move_is_free(crowd[0], 0, Place(1000, 6000, 0), 9000, 6000, HEIGHT, 0, 0)  # along its rim
    assert not move_is_free(crowd[0], 0, Place(1000, 5999, 0), 9000, 5999, HEIGHT, 0, 0)
    assert move_is_free(crowd[0], 0, Place(1000, 5000, 0), 4000, 5000, HEIGHT, 0, 0)  # up to it
    assert not move_is_free(crowd[0], 0, Place(1000, 5000, 0), 4001, 5000, HEIGHT, 0, 0)
    assert move_is_free(crowd[0], 0, Place(4000, 5000, 0), 1000, 5000, HEIGHT, 0, 0)  # away from it


def test_those_in_between_do_not_hinder() -> None:
    crowd = a_crowd(Spot(1000, 5000), Spot(4000, 5000), Spot(6000, 5000), Spot(8000, 5000))
    for first, last, end in ((0, 0, 3000), (1, 2, 5000), (1, 3, 7000), (1, 4, 9000), (2, 4, 3000), (0, 3, 7000)):
        assert move_is_free(crowd[0], 0, Place(1000, 5000, 0), end, 5000, HEIGHT, first, last)
        assert not move_is_free(crowd[0], 0, Place(1000, 5000, 0), end + 1, 5000, HEIGHT, first, last) or end == 9000


@often
@given(cases(4, shapes=0, reaches=3), st.lists(st.booleans(), min_size=2, max_size=2))
def test_a_way_is_free_when_no_base_on_it_is_nearer_than_both_radii(case: Case, standing: list[bool]) -> None:
    (begin, end, *others), (radius, *radii) = case.points, [reach // 2 for reach in case.reaches]
    spots = [Spot(*at, 0, wide, 1, here) for at, wide, here in zip(others, radii, standing, strict=True)]
    crowd = a_crowd(Spot(*begin, 0, radius, 1), *spots)
    hit = [twin.is_near_line((s.x, s.y), begin, end, s.radius + radius) and s.stands for s in spots]
    ends_on = [twin.square((s.x, s.y), end) < (s.radius + radius) ** 2 and s.stands for s in spots]
    assert move_is_free(crowd[0], 0, Place(*begin, 0), *end, HEIGHT, 0, 0) == (not any(hit))
    assert move_is_free(crowd[0], 0, Place(*begin, 0), *end, HEIGHT, 1, 2) == (not hit[1])
    assert move_is_free(crowd[0], 0, Place(*begin, 0), *end, HEIGHT, 0, 3)
    assert is_free(crowd[0], 0, *end, 0) == (not any(ends_on))
    assert move_is_free(crowd[0], 0, Place(*begin, 0), *end, HEIGHT, 0, 0) <= is_free(crowd[0], 0, *end, 0)


@given(cases(3, shapes=0, reaches=2))
def test_a_way_is_free_when_shapely_says_so(case: Case) -> None:
    (begin, end, other), (radius, wide) = case.points, [reach // 2 for reach in case.reaches]
    crowd = a_crowd(Spot(*begin, 0, radius, 1), Spot(*other, 0, wide, 1))
    distance = shapely.LineString([begin, end]).distance(shapely.Point(other))
    if abs(distance - radius - wide) > 1e-6 * case.size:
        assert move_is_free(crowd[0], 0, Place(*begin, 0), *end, HEIGHT, 0, 0) == (distance > radius + wide)
