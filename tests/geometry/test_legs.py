"""The legs of a move: walking, climbing up and down, jumping, dropping."""

from __future__ import annotations

from itertools import product

import pytest

from battlewright.geometry.legs import OVER_THE_EDGE, Fault, LegKind
from tests.geometry.helpers import Block, Spot, box
from tests.geometry.scene import HEIGHT, HOUSE, RADIUS, Scene, Taken, at_foot, on_top

pytestmark = pytest.mark.plain

REACH = 2 * RADIUS + OVER_THE_EDGE
NEAR, RIGHT, FAR, LEFT = 1, 2, 4, 8
"""Ladders on the edges of a box."""


# Walking


@pytest.mark.clause("S2.M3")
def test_a_walk_costs_its_length_rounded_up_and_never_exceeds_the_range() -> None:
    scene = Scene(at=Spot(1000, 1000))
    assert scene.walk(4000, 5000, range=5000) == Taken(Fault.NONE, 5000, 0, 0, 0)
    assert scene.walk(4000, 5000, range=4999).fault == Fault.RANGE
    assert scene.walk(4001, 5000, range=5000).fault == Fault.RANGE
    assert scene.walk(4001, 5000, range=5001) == Taken(Fault.NONE, 5001, 0, 0, 0)
    assert scene.walk(1000, 1000, range=0) == Taken(Fault.NONE, 0, 0, 0, 0)


@pytest.mark.clause("S2.M2")
def test_a_step_of_an_inch_is_ignored_and_a_wall_a_thousandth_higher_blocks() -> None:
    step, wall = box(4000, 0, 4500, 9000, top=1000), box(4000, 0, 4500, 9000, top=1001)
    assert Scene(step, at=Spot(2000, 5000)).walk(8000, 5000) == Taken(Fault.NONE, 6000, 0, 0, 0)
    assert Scene(wall, at=Spot(2000, 5000)).walk(8000, 5000).fault == Fault.TERRAIN


@pytest.mark.clause("S2.M2")
def test_one_walks_onto_a_step_and_stands_at_its_level() -> None:
    scene = Scene(box(4000, 0, 8000, 9000, top=1000), at=Spot(2000, 5000))
    assert scene.walk(6000, 5000, 1000) == Taken(Fault.NONE, 4000, 0, 0, 0)
    assert scene.walk(6000, 5000, 0).fault == Fault.NO_ROOM
    assert scene.walk(4000, 5000, 1000).is_allowed  # on its rim
    assert scene.walk(3999, 5000, 1000).fault == Fault.NO_ROOM
    assert scene.walk(3999, 5000, 0).is_allowed


@pytest.mark.clause("S2.M2")
def test_one_walks_down_from_an_inch_but_not_from_more() -> None:
    low = Scene(box(4000, 0, 8000, 9000, top=1000), at=Spot(6000, 5000, 1000))
    assert low.walk(10_000, 5000, 0) == Taken(Fault.NONE, 4000, 0, 0, 0)
    high = Scene(box(4000, 0, 8000, 9000, top=1001), at=Spot(6000, 5000, 1001))
    assert high.walk(10_000, 5000, 0).fault == Fault.EDGE
    assert high.walk(8000, 5000, 1001).is_allowed


@pytest.mark.clause("S2.M2")
def test_one_walks_up_to_a_wall_and_along_it_but_not_into_it() -> None:
    scene = Scene(HOUSE, at=Spot(8000, 9500))
    assert scene.walk(15_000, 9500).is_allowed
    assert scene.walk(15_000, 9501).fault == Fault.TERRAIN
    scene = Scene(HOUSE, at=Spot(8000, 12_000))
    assert scene.walk(9500, 12_000).is_allowed
    assert scene.walk(9501, 12_000).fault == Fault.TERRAIN


@pytest.mark.clause("S2.M2")
def test_one_walks_beneath_what_is_overhead() -> None:
    for bottom, fault in ((HEIGHT, Fault.NONE), (HEIGHT - 1, Fault.TERRAIN)):
        bridge = box(4000, 0, 5000, 9000, bottom=bottom, top=3000)
        assert Scene(bridge, at=Spot(2000, 5000)).walk(7000, 5000).fault == fault


def test_one_does_not_walk_over_the_edge_of_a_roof() -> None:
    scene = on_top(HOUSE)
    assert scene.walk(13_000, 12_000, 3000) == Taken(Fault.NONE, 3000, 0, 0, 0)
    assert scene.walk(14_000, 12_000, 3000).is_allowed  # to its very edge
    assert scene.walk(14_001, 12_000, 3000).fault == Fault.EDGE
    assert scene.walk(14_001, 12_000, 0).fault == Fault.EDGE
    assert scene.walk(9000, 12_000, 0).fault == Fault.EDGE


def test_roofs_that_touch_carry_and_a_gap_between_roofs_does_not() -> None:
    beside, apart = box(14_000, 10_000, 18_000, 14_000), box(14_001, 10_000, 18_000, 14_000)
    assert on_top(HOUSE, beside).walk(17_000, 13_000, 3000).is_allowed
    assert on_top(HOUSE, apart).walk(17_000, 13_000, 3000).fault == Fault.EDGE


@pytest.mark.clause("S2.M2")
@pytest.mark.parametrize(("top", "allowed"), [(1999, False), (2000, True), (4000, True), (4001, False)])
def test_one_walks_to_a_roof_that_is_a_step_lower_or_higher(top: int, allowed: bool) -> None:
    beside = box(14_000, 10_000, 18_000, 14_000, top=top)
    assert on_top(HOUSE, beside).walk(17_000, 13_000, top).is_allowed == allowed


@pytest.mark.clause("S2.M2")
@pytest.mark.parametrize("gap", [0, 1, 1000])
def test_nobody_strides_from_one_step_over_a_gap_to_one_twice_as_high(gap: int) -> None:
    """From 1" to 2" is a step, and from the ground to 1", but not from the ground to 2"."""
    steps = box(2000, 0, 5000, 9000, top=1000), box(5000 + gap, 0, 9000, 9000, top=2000)
    assert Scene(*steps, at=Spot(4000, 5000, 1000)).walk(7000, 5000, 2000).is_allowed == (gap == 0)


@pytest.mark.clause("S2.M2")
def test_one_walks_over_a_step_with_head_and_all() -> None:
    """Over a step of an inch one's head is an inch higher."""
    step = box(4000, 0, 5000, 9000, top=1000)
    for bottom, allowed in ((HEIGHT + 1000, True), (HEIGHT + 999, False)):
        bridge = box(4000, 0, 5000, 9000, bottom=bottom, top=9000)
        assert Scene(step, bridge, at=Spot(2000, 5000)).walk(7000, 5000).is_allowed == allowed


@pytest.mark.clause("S2.M2")
def test_no_walk_leads_through_a_model_and_touching_is_not_in_the_way() -> None:
    other = Spot(5000, 5000)
    scene = Scene(at=Spot(2000, 5000), others=(other,))
    assert scene.walk(4000, 5000).is_allowed
    assert scene.walk(4001, 5000).fault == Fault.MODEL
    assert scene.walk(8000, 5000).fault == Fault.MODEL
    assert Scene(at=Spot(2000, 6000), others=(other,)).walk(8000, 6000).is_allowed
    assert Scene(at=Spot(2000, 5999), others=(other,)).walk(8000, 5999).fault == Fault.MODEL


@pytest.mark.clause("S2.K2")
def test_who_does_not_hinder_may_be_walked_through_but_not_ended_on() -> None:
    others = (Spot(5000, 5000), Spot(5000, 9000))
    scene = Scene(at=Spot(2000, 5000), others=others)
    scene.gait.through_first, scene.gait.through_last = 1, 2
    assert scene.walk(6000, 5000).is_allowed
    assert scene.walk(5999, 5000).fault == Fault.MODEL
    assert scene.walk(4001, 5000).fault == Fault.MODEL
    scene = Scene(at=Spot(2000, 9000), others=others)
    scene.gait.through_first, scene.gait.through_last = 1, 2
    assert scene.walk(8000, 9000).fault == Fault.MODEL  # the other one does


@pytest.mark.clause("S2.K2")
def test_who_is_only_passing_may_turn_where_an_opponent_stands() -> None:
    scene = Scene(at=Spot(2000, 5000), others=(Spot(5000, 5000), Spot(8000, 5000)))
    scene.gait.through_first, scene.gait.through_last, scene.gait.passing = 1, 2, 1
    assert scene.walk(5000, 5000).is_allowed
    assert scene.walk(7001, 5000).fault == Fault.MODEL
    scene.gait.passing = 0
    assert scene.walk(5000, 5000).fault == Fault.MODEL


def test_a_model_on_the_roof_and_one_at_its_foot_do_not_hinder_each_other() -> None:
    foot, roof = Spot(9500, 12_500), Spot(10_000, 12_000, 3000)
    assert Scene(HOUSE, at=Spot(9500, 9000), others=(roof,)).walk(9500, 15_000).is_allowed
    assert Scene(HOUSE, at=Spot(10_000, 10_000, 3000), others=(foot,)).walk(10_000, 14_000, 3000).is_allowed
    tall = Spot(9500, 12_500, height=3001)
    assert Scene(HOUSE, at=Spot(10_000, 10_000, 3000), others=(tall,)).walk(10_000, 14_000, 3000).fault == Fault.MODEL


@pytest.mark.parametrize("way", LegKind)
@pytest.mark.parametrize(("x", "y"), [(499, 5000), (5000, 499), (23_501, 5000), (5000, 23_501), (-9000, 5000)])
def test_no_leg_leads_off_the_table(way: LegKind, x: int, y: int) -> None:
    near = Spot(min(max(x, 600), 23_400), min(max(y, 600), 23_400))
    assert Scene(at=near).take(way, x, y).fault == Fault.OFF_TABLE


def test_a_walk_may_end_at_the_edge_of_the_table() -> None:
    assert Scene(at=Spot(2000, 2000)).walk(500, 500).is_allowed
    assert Scene(at=Spot(22_000, 22_000)).walk(23_500, 23_500).is_allowed


@pytest.mark.parametrize("way", [0, 5, -1, 2**31 - 1])
def test_another_way_is_not_known(way: int) -> None:
    assert Scene(at=Spot(2000, 2000)).take(way, 3000, 2000).fault == Fault.UNKNOWN_KIND


@pytest.mark.parametrize("way", [*LegKind, 9])
def test_a_leg_to_nowhere_is_refused(way: int) -> None:
    """It is checked, not trusted; numbers beyond these a choice may not hold."""
    odd = (1, -(1 << 20), 1 << 20)
    for x, y, level in product((12_000, *odd), (12_000, *odd), odd):
        assert not on_top(HOUSE).take(way, x, y, level).is_allowed


# Climbing


@pytest.mark.clause("S2.M3", "S2.M4")
def test_a_climb_costs_its_height_and_the_way_over_the_edge() -> None:
    assert at_foot(HOUSE).climb(10_100, 12_000, 3000) == Taken(Fault.NONE, 3600, 3000, 0, 0)
    assert on_top(HOUSE).climb(9500, 12_000, 0) == Taken(Fault.NONE, 3500, 3000, 0, 0)


@pytest.mark.clause("S2.M3")
def test_a_climb_that_the_range_does_not_cover_is_not_attempted() -> None:
    assert at_foot(HOUSE).climb(10_000, 12_000, 3000, range=2999).fault == Fault.RANGE
    assert at_foot(HOUSE).climb(10_000, 12_000, 3000, range=3000).is_allowed
    assert on_top(HOUSE).climb(9500, 12_000, 0, range=3499).fault == Fault.RANGE
    assert on_top(HOUSE).climb(9500, 12_000, 0, range=3500).is_allowed


@pytest.mark.clause("S2.M7")
@pytest.mark.parametrize(("range", "cost"), [(3000, 3000), (3001, 3001), (3499, 3499), (3500, 3500), (3501, 3500)])
def test_who_reaches_the_top_edge_with_its_last_range_is_put_on_top(range: int, cost: int) -> None:
    assert at_foot(HOUSE).climb(10_000, 12_000, 3000, range=range) == Taken(Fault.NONE, cost, 3000, 0, 0)


@pytest.mark.clause("S2.M7")
def test_a_climb_ends_within_a_bases_width_and_a_tenth_of_an_inch() -> None:
    scene = at_foot(HOUSE)
    assert scene.climb(9500 + REACH, 12_000, 3000).is_allowed
    assert scene.climb(9501 + REACH, 12_000, 3000).fault == Fault.TOO_FAR
    assert scene.climb(9500 + REACH, 12_001, 3000).fault == Fault.TOO_FAR
    scene = Scene(HOUSE, at=Spot(9500 + REACH, 12_000, 3000))
    assert scene.climb(9500, 12_000, 0).is_allowed
    assert scene.climb(9499, 12_000, 0).fault == Fault.TOO_FAR


@pytest.mark.clause("S2.M7")
def test_who_has_no_room_on_top_cannot_climb() -> None:
    assert at_foot(HOUSE, others=(Spot(11_000, 12_000, 3000),)).climb(10_000, 12_000, 3000).is_allowed
    assert at_foot(HOUSE, others=(Spot(10_999, 12_000, 3000),)).climb(10_000, 12_000, 3000).fault == Fault.MODEL
    chimney = box(10_500, 10_000, 11_000, 14_000, bottom=3000, top=5000)
    assert at_foot(HOUSE, chimney).climb(10_000, 12_000, 3000).is_allowed
    assert at_foot(HOUSE, chimney).climb(10_001, 12_000, 3000).fault == Fault.NO_ROOM


@pytest.mark.clause("S2.M7")
def test_who_has_no_range_left_is_put_at_the_nearest_spot_to_a_tenth_of_an_inch() -> None:
    assert at_foot(HOUSE).climb(10_100, 12_000, 3000, range=3000).is_allowed
    assert at_foot(HOUSE).climb(10_101, 12_000, 3000, range=3000).fault == Fault.NOT_NEAREST
    assert at_foot(HOUSE).climb(10_101, 12_000, 3000, range=3600).fault == Fault.NOT_NEAREST
    assert at_foot(HOUSE).climb(10_101, 12_000, 3000, range=3601).is_allowed


@pytest.mark.clause("S2.M3", "S2.M7")
def test_who_has_no_range_left_climbs_only_what_its_base_touches() -> None:
    """A base a tenth of an inch from the wall needs as much range to come to it."""
    scene = Scene(HOUSE, at=Spot(9400, 12_000))
    assert scene.climb(10_000, 12_000, 3000, range=3100) == Taken(Fault.NONE, 3100, 3000, 0, 0)
    assert scene.climb(10_000, 12_000, 3000, range=3099).fault == Fault.RANGE


@pytest.mark.clause("S2.M7")
def test_a_climb_ends_on_the_level_that_is_there() -> None:
    assert at_foot(HOUSE).climb(10_000, 12_000, 2999).fault == Fault.NO_ROOM
    assert at_foot(HOUSE).climb(10_000, 12_000, 3001).fault == Fault.NO_ROOM
    assert at_foot(HOUSE).climb(9999, 12_000, 3000).fault == Fault.NO_ROOM
    assert on_top(HOUSE).climb(9500, 12_000, 1).fault == Fault.NO_ROOM
    assert not on_top(HOUSE).climb(9501, 12_000, 0).is_allowed  # the foot is in the wall


@pytest.mark.clause("S2.M2")
@pytest.mark.parametrize("top", [500, 1000])
def test_a_step_is_not_climbed(top: int) -> None:
    step = box(10_000, 10_000, 14_000, 14_000, top=top)
    assert at_foot(step).climb(10_000, 12_000, top).fault == Fault.NO_CLIMB
    assert on_top(step, level=top).climb(9500, 12_000, 0).fault == Fault.NO_CLIMB
    assert at_foot(step).climb(9000, 12_000, 0).fault == Fault.NO_CLIMB


@pytest.mark.clause("S2.M2")
def test_a_thousandth_more_than_a_step_is_climbed() -> None:
    wall = box(10_000, 10_000, 14_000, 14_000, top=1001)
    assert at_foot(wall).climb(10_000, 12_000, 1001) == Taken(Fault.NONE, 1501, 1001, 0, 0)


@pytest.mark.clause("S2.M4", "S2.M5", "S2.M12")
@pytest.mark.parametrize(("top", "test"), [(3999, 0), (4000, 0), (4001, 4001), (7000, 7000)])
def test_a_climb_up_or_down_needs_a_test_of_its_whole_height_if_it_is_higher_than_one_climbs(
    top: int, test: int
) -> None:
    tower = box(10_000, 10_000, 14_000, 14_000, top=top)
    assert at_foot(tower).climb(10_000, 12_000, top) == Taken(Fault.NONE, top + 500, top, test, 0)
    assert on_top(tower, level=top).climb(9500, 12_000, 0) == Taken(Fault.NONE, top + 500, top, test, 0)


@pytest.mark.clause("S2.M5")
@pytest.mark.parametrize(("ladders", "test"), [(LEFT, 0), (NEAR, 7000), (RIGHT, 7000), (FAR, 7000), (LEFT | NEAR, 0)])
def test_with_a_ladder_on_the_edge_that_it_goes_over_no_climb_needs_a_test(ladders: int, test: int) -> None:
    tower = box(10_000, 10_000, 14_000, 14_000, top=7000, ladders=ladders)
    assert at_foot(tower).climb(10_000, 12_000, 7000).test == test
    assert on_top(tower, level=7000).climb(9500, 12_000, 0).test == test


@pytest.mark.clause("S2.M5")
def test_round_a_corner_only_the_edge_that_is_gone_over_counts() -> None:
    """From before the corner: over the near edge, over the left one, or over the corner itself."""
    corner = Spot(9700, 9600)
    for ladders, x, y, test in (
        (NEAR, 10_100, 10_000, 0),
        (LEFT, 10_100, 10_000, 7000),
        (LEFT, 10_000, 10_100, 0),
        (NEAR, 10_000, 10_100, 7000),
        (NEAR, 10_300, 10_400, 0),
        (LEFT, 10_300, 10_400, 0),
        (FAR, 10_300, 10_400, 7000),
    ):
        tower = box(10_000, 10_000, 14_000, 14_000, top=7000, ladders=ladders)
        taken = Scene(tower, at=corner).climb(x, y, 7000)
        assert (taken.fault, taken.test) == (Fault.NONE, test), (ladders, x, y)


@pytest.mark.clause("S2.M5")
def test_a_ladder_of_another_piece_does_not_help() -> None:
    tower = box(10_000, 10_000, 14_000, 14_000, top=7000)
    beside = box(10_000, 14_000, 14_000, 16_000, top=7000, ladders=LEFT)
    lower = box(10_000, 10_000, 14_000, 14_000, top=5000, ladders=LEFT)
    assert at_foot(tower, beside, lower).climb(10_000, 12_000, 7000).test == 7000
    assert at_foot(tower, beside, lower).climb(10_000, 13_000, 7000).is_allowed is False  # too far


@pytest.mark.clause("S2.M7")
def test_nobody_climbs_or_drops_through_a_floor() -> None:
    floor = box(10_000, 10_000, 14_000, 14_000, bottom=2800, top=3000)
    for x in (10_001, 10_500, 12_000):
        assert Scene(floor, at=Spot(x, 12_000)).climb(x, 12_000, 3000).fault == Fault.TERRAIN
        assert Scene(floor, at=Spot(x, 12_000, 3000)).climb(x, 12_000, 0).fault == Fault.TERRAIN
        assert Scene(floor, at=Spot(x, 12_000, 3000)).drop(x, 12_000, 0).fault == Fault.TERRAIN
    assert Scene(floor, at=Spot(10_000, 12_000)).climb(10_500, 12_000, 3000).is_allowed  # from its rim


@pytest.mark.clause("S2.M7")
def test_nobody_climbs_or_drops_through_the_seam_of_a_floor() -> None:
    """Two floors that touch carry like one, so they close like one."""
    floors = (
        box(10_000, 10_000, 12_000, 14_000, bottom=2800, top=3000),
        box(12_000, 10_000, 14_000, 14_000, bottom=2800, top=3000),
    )
    assert Scene(*floors, at=Spot(12_000, 12_000)).climb(12_000, 12_000, 3000).fault == Fault.TERRAIN
    assert Scene(*floors, at=Spot(12_000, 12_000)).climb(12_600, 12_000, 3000).fault == Fault.TERRAIN
    assert Scene(*floors, at=Spot(12_000, 12_000, 3000)).climb(12_000, 12_000, 0).fault == Fault.TERRAIN
    assert Scene(*floors, at=Spot(12_000, 12_000, 3000)).drop(12_000, 12_000, 0).fault == Fault.TERRAIN


@pytest.mark.clause("S2.M7")
def test_nobody_climbs_past_a_balcony_overhead() -> None:
    """A balcony reaches as far over the foot as one touches it from beneath."""
    tower = box(10_000, 10_000, 14_000, 14_000, top=5000)
    for left, fault in ((9000, Fault.TERRAIN), (8999, Fault.TERRAIN), (9999, Fault.TERRAIN)):
        balcony = box(left, 11_000, 10_000, 13_000, bottom=2000, top=2200)
        assert at_foot(tower, balcony).climb(10_000, 12_000, 5000).fault == fault
        assert on_top(tower, balcony, level=5000).climb(9500, 12_000, 0).fault == fault
        assert on_top(tower, balcony, level=5000).drop(9500, 12_000, 0).fault == fault
    beside = box(9000, 12_500, 10_000, 14_000, bottom=2000, top=2200)
    assert at_foot(tower, beside).climb(10_000, 12_000, 5000).is_allowed
    assert on_top(tower, beside, level=5000).drop(9500, 12_000, 0).is_allowed


@pytest.mark.clause("S2.M2")
def test_a_model_at_the_top_edge_is_in_the_way_of_a_climb() -> None:
    at_edge = Spot(10_000, 12_900, 3000)
    assert at_foot(HOUSE, others=(at_edge,)).climb(10_400, 12_000, 3000).fault == Fault.MODEL
    scene = at_foot(HOUSE, others=(at_edge,))
    scene.gait.through_first, scene.gait.through_last = 1, 2
    assert scene.climb(10_500, 12_000, 3000).is_allowed  # past it, where it hinders nobody


@pytest.mark.clause("S2.M2")
def test_a_climber_does_not_end_on_a_model_at_the_foot() -> None:
    assert on_top(HOUSE, others=(Spot(8500, 12_000),)).climb(9500, 12_000, 0).is_allowed
    assert on_top(HOUSE, others=(Spot(8501, 12_000),)).climb(9500, 12_000, 0).fault == Fault.MODEL


# Jumping


def roofs(gap: int, top: int = 3000) -> tuple[Block, Block]:
    return HOUSE, box(14_000 + gap, 10_000, 20_000, 14_000, top=top)


def at_gap(*blocks: Block, others: tuple[Spot, ...] = ()) -> Scene:
    """The mover stands on the right edge of the house."""
    return Scene(*blocks, at=Spot(14_000, 12_000, 3000), others=others)


@pytest.mark.clause("S2.M8", "S2.M9")
@pytest.mark.parametrize(("gap", "test"), [(1500, 0), (2000, 0), (2001, 2001), (3000, 3000)])
def test_a_jump_longer_than_one_jumps_needs_a_test_of_its_whole_length(gap: int, test: int) -> None:
    assert at_gap(*roofs(gap)).jump(14_000 + gap, 12_000, 3000) == Taken(Fault.NONE, gap, 0, test, 0)


@pytest.mark.clause("S2.M8")
def test_the_length_of_a_jump_is_that_of_the_way_of_the_centre_rounded_up() -> None:
    scene = at_gap(*roofs(1200))
    assert scene.jump(15_200, 13_600, 3000) == Taken(Fault.NONE, 2000, 0, 0, 0)
    assert scene.jump(15_200, 13_601, 3000) == Taken(Fault.NONE, 2001, 0, 2001, 0)


@pytest.mark.clause("S2.M3")
def test_a_jump_that_the_range_does_not_cover_is_not_attempted() -> None:
    assert at_gap(*roofs(2000)).jump(16_000, 12_000, 3000, range=2000).is_allowed
    assert at_gap(*roofs(2000)).jump(16_000, 12_000, 3000, range=1999).fault == Fault.RANGE


@pytest.mark.clause("S2.M8")
@pytest.mark.parametrize(
    ("top", "fault", "fall"),
    [
        (4001, Fault.TOO_HIGH, 0),
        (4000, Fault.NONE, 0),
        (3000, Fault.NONE, 0),
        (2000, Fault.NONE, 0),
        (1999, Fault.NONE, 1001),
        (1001, Fault.NONE, 1999),
    ],
)
def test_a_landing_may_be_an_inch_higher_and_lower_is_a_drop(top: int, fault: Fault, fall: int) -> None:
    taken = at_gap(*roofs(1500, top)).jump(15_500, 12_000, top)
    assert taken == Taken(fault, 1500, 0, 0, fall)


@pytest.mark.clause("S2.M8", "S2.M12")
def test_one_jumps_from_a_roof_to_the_ground() -> None:
    assert at_gap(HOUSE).jump(16_500, 12_000, 0) == Taken(Fault.NONE, 2500, 0, 2500, 3000)
    assert at_gap(HOUSE).jump(14_500, 12_000, 0) == Taken(Fault.NONE, 500, 0, 0, 3000)
    assert at_gap(HOUSE).jump(14_499, 12_000, 0).fault == Fault.NO_ROOM  # in the wall


@pytest.mark.clause("S2.M8")
def test_one_lands_on_what_is_there() -> None:
    scene = at_gap(*roofs(1500, 1800))
    assert scene.jump(15_500, 12_000, 1800).is_allowed
    assert scene.jump(15_500, 12_000, 0).fault == Fault.NO_ROOM  # beneath the roof
    assert scene.jump(15_500, 12_000, 2500).fault == Fault.NO_ROOM  # in the air
    table = box(15_500, 10_000, 20_000, 14_000, bottom=1700, top=1800)
    assert at_gap(HOUSE, table).jump(15_500, 12_000, 0).fault == Fault.NO_ROOM


@pytest.mark.clause("S2.M8")
def test_a_jump_past_a_wall_or_a_model_is_refused() -> None:
    low, wall = box(15_000, 10_000, 15_100, 14_000, top=4000), box(15_000, 10_000, 15_100, 14_000, top=4001)
    assert at_gap(*roofs(2000), low).jump(16_000, 12_000, 3000).is_allowed
    assert at_gap(*roofs(2000), wall).jump(16_000, 12_000, 3000).fault == Fault.TERRAIN
    pillar = box(14_900, 10_000, 15_100, 11_500, top=9000)
    assert at_gap(*roofs(2000), pillar).jump(16_000, 12_000, 3000).is_allowed  # along it
    assert at_gap(*roofs(2000), pillar).jump(16_000, 11_999, 3000).fault == Fault.TERRAIN
    flying, below = Spot(15_000, 12_999, 2000), Spot(15_000, 12_000, 0)
    assert at_gap(*roofs(2000), others=(flying,)).jump(16_000, 12_000, 3000).fault == Fault.MODEL
    assert at_gap(*roofs(2000), others=(below,)).jump(16_000, 12_000, 3000).is_allowed


@pytest.mark.clause("S2.M2", "S2.M8")
def test_a_jump_does_not_end_on_a_model() -> None:
    assert at_gap(*roofs(2000), others=(Spot(17_000, 12_000, 3000),)).jump(16_000, 12_000, 3000).is_allowed
    assert at_gap(*roofs(2000), others=(Spot(16_999, 12_000, 3000),)).jump(16_000, 12_000, 3000).fault == Fault.MODEL
    assert at_gap(HOUSE, others=(Spot(16_999, 12_000),)).jump(16_000, 12_000, 0).fault == Fault.MODEL


# Dropping


@pytest.mark.clause("S2.M12")
def test_a_drop_pays_no_range_for_its_height() -> None:
    assert on_top(HOUSE).drop(9500, 12_000, 0) == Taken(Fault.NONE, 500, 0, 0, 3000)
    assert on_top(HOUSE).drop(9500, 12_000, 0, range=500).is_allowed
    assert on_top(HOUSE).drop(9500, 12_000, 0, range=499).fault == Fault.RANGE


@pytest.mark.clause("S2.M12")
def test_a_drop_needs_a_height_of_more_than_a_step() -> None:
    for top, fault in ((1000, Fault.NO_DROP), (1001, Fault.NONE)):
        block = box(10_000, 10_000, 14_000, 14_000, top=top)
        assert on_top(block, level=top).drop(9500, 12_000, 0).fault == fault
    assert at_foot(HOUSE).drop(10_000, 12_000, 3000).fault == Fault.NO_DROP  # nobody drops upwards


@pytest.mark.clause("S2.M12")
def test_a_drop_ends_within_a_bases_width_and_a_tenth_of_an_inch() -> None:
    scene = on_top(HOUSE)
    assert scene.drop(10_000 - REACH, 12_000, 0).is_allowed
    assert scene.drop(9999 - REACH, 12_000, 0).fault == Fault.TOO_FAR


@pytest.mark.clause("S2.M2", "S2.M12")
def test_a_drop_ends_where_there_is_room() -> None:
    assert on_top(HOUSE).drop(9501, 12_000, 0).fault == Fault.NO_ROOM
    assert on_top(HOUSE, others=(Spot(8500, 12_000),)).drop(9500, 12_000, 0).is_allowed
    assert on_top(HOUSE, others=(Spot(8501, 12_000),)).drop(9500, 12_000, 0).fault == Fault.MODEL
    step = box(9000, 10_000, 10_000, 14_000, top=1500)
    assert on_top(HOUSE, step).drop(9500, 12_000, 1500) == Taken(Fault.NONE, 500, 0, 0, 1500)
    assert on_top(HOUSE, step).drop(9500, 12_000, 0).fault == Fault.NO_ROOM
