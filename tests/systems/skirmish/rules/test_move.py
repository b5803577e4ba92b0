"""Chapter M: walking, climbing, dropping, falling, and threat ranges that may stop a Move. Jumps are in
``test_jumps.py``."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.record import MAX_LEGS, ChoiceKind, Step
from tests.systems.skirmish.helpers import Fight, Place, climb, drop, jump, thousandths, walk

pytestmark = pytest.mark.plain

MOVE = ChoiceKind.MOVE
FAR = {"at": (0.5, 23.5)}
"""An enemy out of the way."""


def block(top: float, x: float = 8, width: float = 4, **more: Any) -> dict[str, Any]:
    """Terrain from x to x + width, between y = 8 and y = 12."""
    return {"box": [x, 8, width, 4], "top": top, **more}


def mover(at: Place, *pieces: dict[str, Any], agility: int = 3, others: Any = (), **more: Any) -> Fight:
    """Model 0 alone, activated, with an enemy far away (and others)."""
    scenario = {key: more.pop(key) for key in ("threat_stops_moves",) if key in more}
    fight = Fight(a=[{"at": at, "agility": agility, **more}], b=[FAR, *others], pieces=pieces, **scenario)
    return fight.activate(0)


def successes(count: int, dice: int) -> list[int]:
    return [4] * count + [3] * (dice - count)


@pytest.mark.clause("S2.M1")
def test_a_move_costs_1_ap() -> None:
    fight = mover((5, 8)).move(walk(6, 8))
    assert (fight.model(0).ap, fight.at(0), fight.node.step) == (2, (6, 8, 0), Step.ACT)


@pytest.mark.clause("S2.M1", "S2.M3")
def test_its_range_is_twice_the_agility_to_the_thousandth() -> None:
    fight = mover((5, 8), agility=3)
    assert [fight.refused(MOVE, walk(x, 8)) for x in (11, 11.001)] == ["", "S2.M3"]
    assert [fight.refused(MOVE, walk(8.6, y)) for y in (12.8, 12.801)] == ["", "S2.M3"]
    assert [fight.refused(MOVE, walk(8, 8), walk(8, y)) for y in (11, 11.001)] == ["", "S2.M3"]


@pytest.mark.clause("S2.M1")
@given(st.integers(1, 5), st.integers(-8000, 8000), st.integers(-8000, 8000))
def test_a_straight_way_is_in_range_just_when_it_is_no_longer_than_twice_the_agility(
    agility: int, dx: int, dy: int
) -> None:
    fight = mover((12, 12), agility=agility)
    reached = dx * dx + dy * dy <= (2 * agility * INCH) ** 2
    assert fight.refused(MOVE, walk(12 + dx / INCH, 12 + dy / INCH)) == ("" if reached else "S2.M3")


@pytest.mark.clause("S2.M1")
def test_a_move_without_a_way_or_with_something_foreign_to_it_is_refused() -> None:
    fight = mover((5, 8))
    assert fight.refused(MOVE) == "S2.M1"
    assert fight.refused(MOVE, walk(6, 8), whom=1) == "S2.M1"
    assert [fight.refused(MOVE, (way, 6000, 8000, 0)) for way in (0, 5, -1)] == ["S2.M2"] * 3
    legs = [walk(5 + 0.1 * (number + 1), 8) for number in range(MAX_LEGS)]
    assert fight.refused(MOVE, *legs) == ""
    assert fight.refused(MOVE, *legs, count=MAX_LEGS + 1) == "S2.M1"
    assert fight.refused(MOVE, *legs, count=-1) == fight.refused(MOVE, *legs, count=3) == "S2.M1"


@pytest.mark.clause("S2.M2")
@pytest.mark.parametrize("height", [0.5, 1, 1.5, 6])
@pytest.mark.parametrize("friend", [True, False])
def test_no_way_leads_through_another_model_friend_or_foe_however_low(friend: bool, height: float) -> None:
    for y, clause in ((9, ""), (8.999, "S2.M2"), (8, "S2.M2")):  # at 9 the bases only touch on the way
        other: dict[str, Any] = {"at": (8, y), "height": height}
        fight = Fight(a=[{"at": (5, 8)}, *([other] if friend else [])], b=[FAR, *([] if friend else [other])])
        assert fight.activate(0).refused(MOVE, walk(11, 8)) == clause


@pytest.mark.clause("S2.M2")
def test_no_two_bases_overlap() -> None:
    fight = mover((5, 8), others=[{"at": (8, 8)}])
    assert [fight.refused(MOVE, walk(x, 8)) for x in (7, 7.001, 8)] == ["", "S2.M2", "S2.M2"]


@pytest.mark.clause("S2.M2")
def test_who_comes_down_a_step_does_not_walk_through_a_low_model() -> None:
    fight = mover((7.5, 10, 1), block(1, x=4), others=[{"at": (9.1, 10), "height": 0.5}])
    assert fight.refused(MOVE, walk(8.01, 10), walk(11, 10)) == "S2.M2"
    assert fight.refused(MOVE, walk(11, 10)) == "S2.M2"  # the same way, in one leg


@pytest.mark.clause("S2.M2")
def test_a_low_model_does_not_walk_through_one_that_stands_on_a_step() -> None:
    fight = mover((2, 10), block(1, x=4), others=[{"at": (5.5, 10, 1)}], height=0.5)
    assert fight.refused(MOVE, walk(4.1, 10, 1), walk(7, 10, 1)) == "S2.M2"
    assert fight.refused(MOVE, walk(7, 10, 1)) == "S2.M2"  # the same way, in one leg


@pytest.mark.clause("S2.M2")
def test_obstacles_up_to_1_inch_are_ignored_and_higher_ones_are_not() -> None:
    for top, clause in ((0.5, ""), (1, ""), (1.001, "S2.M2"), (3, "S2.M2")):
        assert mover((6, 10), block(top, width=0.5)).refused(MOVE, walk(11, 10)) == clause
    fight = mover((6, 10), block(1), agility=4)
    assert (fight.refused(MOVE, walk(10, 10, 1)), fight.refused(MOVE, walk(10, 10))) == ("", "S2.M2")
    fight.move(walk(10, 10, 1), walk(10, 13))
    assert fight.at(0) == (10, 13, 0)


@pytest.mark.clause("S2.M2")
def test_a_base_may_not_reach_into_terrain_more_than_1_inch_above_its_level() -> None:
    wall = mover((5, 10), block(3))
    assert [wall.refused(MOVE, walk(x, 10)) for x in (7.5, 7.501)] == ["", "S2.M2"]
    assert [wall.refused(MOVE, walk(7, y), walk(9, y)) for y in (7.5, 7.501)] == ["", "S2.M2"]  # nor on the way
    low = mover((5, 10), block(1))
    assert low.refused(MOVE, walk(7.6, 10)) == ""


@pytest.mark.clause("S2.M2")
def test_a_model_stands_at_the_level_under_its_base_centre_and_may_hang_over_an_edge() -> None:
    low = mover((5, 10), block(1))
    assert (low.refused(MOVE, walk(8, 10, 1)), low.refused(MOVE, walk(7.999, 10, 1))) == ("", "S2.M2")
    roof = mover((10, 10, 3), block(3))
    assert roof.refused(MOVE, walk(8, 10, 3)) == ""
    assert roof.refused(MOVE, walk(7.999, 10, 3)) in {"S2.M2", "S2.M12"}
    assert roof.refused(MOVE, walk(7, 10)) in {"S2.M2", "S2.M12"}  # nobody walks down 3"
    assert roof.refused(MOVE, walk(7, 10), drop(7, 9)) in {"S2.M2", "S2.M12"}


@pytest.mark.clause("S2.M2")
def test_who_walks_under_a_bridge_stays_under_it() -> None:
    fight = mover((6, 10), block(5, bottom=3))
    assert fight.refused(MOVE, walk(10, 10, 5)) == "S2.M2"
    assert fight.move(walk(10, 10)).at(0) == (10, 10, 0)


@pytest.mark.clause("S2.M2")
def test_steps_of_1_inch_each_lead_up_and_down() -> None:
    stairs = [block(1, x=6, width=2), block(2, x=8, width=2), block(3, x=10, width=2)]
    fight = mover((5, 10), *stairs, agility=5).move(walk(7, 10, 1), walk(9, 10, 2), walk(11, 10, 3))
    assert fight.at(0) == (11, 10, 3)
    fight.move(walk(9, 10, 2), walk(7, 10, 1), walk(5, 10))
    assert fight.at(0) == (5, 10, 0)


@pytest.mark.clause("S2.M2")
def test_a_wall_is_not_ignored_because_the_way_to_it_began_on_a_step() -> None:
    wall = mover((6, 10, 1), block(1, x=5, width=2), block(2, x=9, width=0.3), agility=5)
    assert wall.refused(MOVE, walk(7.5, 10), walk(11, 10)) == "S2.M2"
    assert wall.refused(MOVE, walk(11, 10)) == "S2.M2"  # the same way, in one leg


@pytest.mark.clause("S2.M2")
def test_a_rise_of_2_inches_is_not_ignored_because_the_way_to_it_began_higher() -> None:
    low = mover((6, 10, 1), block(1, x=5, width=2), block(2, x=9), agility=5)
    assert low.refused(MOVE, walk(7.5, 10), walk(10, 10, 2)) == "S2.M2"
    assert low.refused(MOVE, walk(10, 10, 2)) == "S2.M2"
    high = mover((5, 10, 2), block(2, x=4, width=2), block(1, x=6, width=3), block(3, x=9), agility=5)
    assert high.refused(MOVE, walk(7.5, 10, 1), walk(10, 10, 3)) == "S2.M2"
    assert high.refused(MOVE, walk(10, 10, 3)) == "S2.M2"


@pytest.mark.clause("S2.M3")
def test_climbed_distance_counts_towards_the_range_up_and_down() -> None:
    up = mover((4.5, 10), block(3))
    assert up.refused(MOVE, walk(7.5, 10), climb(8, 10, 3)) == ""
    assert up.refused(MOVE, walk(4.5, 10.1), walk(7.5, 10), climb(8, 10, 3)) == "S2.M3"
    down = mover((8, 10, 3), block(3))
    assert down.refused(MOVE, climb(7.5, 10), walk(5, 10)) == ""
    assert down.refused(MOVE, climb(7.5, 10), walk(4.999, 10)) == "S2.M3"


@pytest.mark.clause("S2.M3")
def test_jumped_distance_counts_towards_the_range() -> None:
    fight = mover((5, 10), agility=4)
    assert fight.refused(MOVE, walk(11, 10), jump(13, 10)) == ""
    assert fight.refused(MOVE, walk(11.001, 10), jump(13.001, 10)) == "S2.M3"
    assert fight.refused(MOVE, jump(7, 10), walk(13.001, 10)) == "S2.M3"


@pytest.mark.clause("S2.M3")
def test_a_climb_that_the_range_left_does_not_cover_may_not_be_attempted() -> None:
    assert mover((7.5, 10), block(6)).refused(MOVE, climb(8, 10, 6)) == ""
    assert mover((7.5, 10), block(6.001)).refused(MOVE, climb(8, 10, 6.001)) == "S2.M3"


@pytest.mark.clause("S2.M3", "S2.M7")
def test_the_way_to_the_foot_of_a_climb_counts_too() -> None:
    fight = mover((4, 10), block(3))
    assert fight.refused(MOVE, walk(7.5, 10), climb(8, 10, 3)) == "S2.M3"
    assert fight.refused(MOVE, walk(7, 10), climb(8, 10, 3)) == "S2.M3"  # 3" left, and half an inch to the wall


@pytest.mark.clause("S2.M4")
@pytest.mark.parametrize(("top", "tested"), [(2, False), (3, False), (3.001, True), (5, True)])
def test_climbing_up_to_the_agility_needs_no_test(top: float, tested: bool) -> None:
    fight = mover((7.5, 10), block(top)).move(climb(8.1, 10, top))
    assert fight.node.step == (Step.CLIMB_TEST if tested else Step.ACT)
    assert fight.at(0) == ((7.5, 10, 0) if tested else (8.1, 10, top))


@pytest.mark.clause("S2.M4")
def test_only_what_is_no_mere_step_is_climbed_and_only_from_its_foot() -> None:
    assert mover((7.5, 10), block(1)).refused(MOVE, climb(8.1, 10, 1)) == "S2.M4"
    assert mover((6, 10), block(2)).refused(MOVE, climb(8.1, 10, 2)) == "S2.M4"


@pytest.mark.clause("S2.M5", "S2.M6")
@pytest.mark.parametrize(("top", "needed"), [(4.001, 3), (5, 3), (6, 3), (6.001, 4), (8, 4)])
def test_each_success_gives_2_inches_and_they_must_cover_the_whole_height(top: float, needed: int) -> None:
    for count in range(5):
        fight = mover((7.5, 10), block(top), agility=4).move(climb(8.1, 10, top))
        assert (fight.node.step, fight.node.dice, fight.node.side) == (Step.CLIMB_TEST, 4, 0)
        fight.roll(*successes(count, 4))
        assert fight.at(0) == ((8.1, 10, top) if count >= needed else (7.5, 10, 0))
        assert (fight.node.step, fight.model(0).ap) == (Step.ACT, 2)


@pytest.mark.clause("S2.M5")
def test_with_a_ladder_any_height_is_climbed_without_a_test_but_only_where_it_stands() -> None:
    tower = block(7, ladders=["west"])
    assert mover((7.5, 10), tower, agility=4).move(climb(8.1, 10, 7)).at(0) == (8.1, 10, 7)
    assert mover((10, 7.5), tower, agility=4).move(climb(10, 8.1, 7)).node.step == Step.CLIMB_TEST
    assert mover((8, 10, 7), tower, agility=4).move(climb(7.5, 10)).at(0) == (7.5, 10, 0)
    assert mover((7.5, 10), block(8.001, ladders=["west"]), agility=4).refused(MOVE, climb(8, 10, 8.001)) == "S2.M3"


@pytest.mark.clause("S2.M6", "S2.M11")
def test_who_fails_a_climb_falls_lies_at_the_foot_and_its_move_ends() -> None:
    fight = mover((7, 10), block(5), agility=4).move(walk(7.5, 10), climb(8, 10, 5), walk(8.5, 10, 5)).roll(4, 4, 1, 1)
    assert (fight.at(0), fight.model(0).stress, fight.model(0).ap) == ((7.5, 10, 0), 1, 2)
    passed = mover((7, 10), block(5), agility=4).move(walk(7.5, 10), climb(8, 10, 5), walk(8.5, 10, 5)).roll(4, 4, 4, 1)
    assert (passed.at(0), passed.model(0).stress, passed.model(0).ap) == ((8.5, 10, 5), 0, 2)


@pytest.mark.clause("S2.M7")
def test_with_the_last_of_its_range_it_is_still_placed_on_top() -> None:
    fight = mover((4.5, 10), block(3)).move(walk(7.5, 10), climb(8, 10, 3))
    assert fight.at(0) == (8, 10, 3)
    again = mover((4.5, 10), block(3))
    assert again.refused(MOVE, walk(7.5, 10), climb(8, 10, 3), walk(8.001, 10, 3)) == "S2.M3"  # nothing is left


@pytest.mark.clause("S2.M7", "S2.M3")
def test_what_its_range_does_not_cover_takes_it_only_to_the_nearest_spot() -> None:
    fight = mover((4.5, 10), block(3))
    assert fight.refused(MOVE, walk(7.5, 10), climb(8.6, 10, 3)) in {"S2.M3", "S2.M7"}


@pytest.mark.clause("S2.M7")
def test_where_there_is_no_room_on_top_it_cannot_be_climbed() -> None:
    tower = block(6, bottom=3)
    assert mover((7.5, 10), block(3), tower).refused(MOVE, climb(8.1, 10, 3)) == "S2.M7"
    assert mover((7.5, 10), block(3)).refused(MOVE, climb(8.1, 10, 2.5)) == "S2.M7"
    taken = mover((7.5, 10), block(3), others=[{"at": (8.5, 10, 3)}])
    assert taken.refused(MOVE, climb(8.1, 10, 3)) in {"S2.M2", "S2.M7"}


HEIGHTS = [(2.999, 0), (3, 1), (5.999, 1), (6, 2)]


@pytest.mark.clause("S2.M11")
@pytest.mark.parametrize(("height", "stress"), HEIGHTS)
def test_every_full_3_inches_fallen_give_1_stress(height: float, stress: int) -> None:
    climber = mover((7.5, 10), block(height), agility=2 if height <= 3 else 3).move(climb(8, 10, height))
    climber.roll(*[1] * climber.node.dice)
    jumper = mover((8, 10, height), block(height, x=4), block(height, x=13), agility=5).move(jump(13, 10, height))
    jumper.roll(4, 4, 3, 3, 3)
    dropper = mover((8, 10, height), block(height)).move(drop(7.5, 10))
    for fight in (climber, jumper, dropper):
        assert (fight.model(0).stress, fight.at(0)[2], fight.node.step) == (stress, 0, Step.ACT)


@pytest.mark.clause("S2.M11", "S2.M12")
@given(st.integers(1001, 20_000))
def test_a_drop_of_any_height_gives_1_stress_for_every_full_3_inches(height: int) -> None:
    fight = mover((8, 10, height / INCH), block(height / INCH)).move(drop(7.5, 10))
    assert fight.model(0).stress == height // thousandths(3)


@pytest.mark.clause("S2.M12")
def test_climbing_down_needs_a_test_above_the_agility_and_counts_its_height() -> None:
    assert mover((8, 10, 3), block(3)).move(climb(7.5, 10)).at(0) == (7.5, 10, 0)
    for count, stress in ((2, 1), (3, 0)):
        fight = mover((8, 10, 5), block(5)).move(climb(7.5, 10), walk(7.4, 10))
        assert (fight.node.step, fight.node.dice) == (Step.CLIMB_TEST, 3)
        fight.roll(*successes(count, 3))
        assert (fight.at(0), fight.model(0).stress) == ((7.5 if stress else 7.4, 10, 0), stress)
    assert mover((8, 10, 5.501), block(5.501)).refused(MOVE, climb(7.5, 10)) == "S2.M3"


@pytest.mark.clause("S2.M12")
def test_a_drop_on_purpose_takes_the_stress_pays_no_range_for_it_and_ends_the_move() -> None:
    fight = mover((10.5, 10, 10), block(10, x=5, width=8))
    assert fight.refused(MOVE, walk(5.4, 10, 10), drop(4.9, 10)) == "S2.M2"  # no room for its base
    assert fight.refused(MOVE, walk(5.5, 10, 10), drop(4.5, 10), walk(4.4, 10)) == "S2.M12"
    assert fight.refused(MOVE, walk(5.5, 10, 10), drop(4.499, 10)) == "S2.M3"
    fight.move(walk(5.5, 10, 10), drop(4.5, 10))
    assert (fight.at(0), fight.model(0).stress, fight.model(0).ap) == ((4.5, 10, 0), 3, 2)


@pytest.mark.clause("S2.M12")
def test_what_is_no_more_than_a_step_is_not_dropped() -> None:
    assert mover((8, 10, 1), block(1)).refused(MOVE, drop(7.5, 10)) == "S2.M12"
    assert mover((7.5, 10), block(2)).refused(MOVE, drop(8, 10, 2)) == "S2.M12"


@pytest.mark.clause("S2.M13", "S2.K5")
@pytest.mark.parametrize(("weapons", "reach"), [(["Sword"], 2), (["Sword", "Spear"], 3), (["Rifle"], 1)])
def test_with_the_option_a_move_may_not_enter_an_enemys_threat_range(weapons: list[str], reach: float) -> None:
    enemy = {"at": (12, 10), "weapons": weapons}
    fight = mover((8, 10), others=[enemy], threat_stops_moves=True)
    inside = "" if weapons == ["Rifle"] else "S2.M13"
    assert [fight.refused(MOVE, walk(12 - reach - away, 10)) for away in (0.001, 0)] == ["", inside]
    assert fight.refused(MOVE, walk(8, 13), walk(9, 13)) == ""
    assert mover((8, 10), others=[enemy]).refused(MOVE, walk(12 - reach, 10)) == ""  # the option is off


@pytest.mark.clause("S2.M13")
def test_a_threat_range_may_be_left_but_not_entered_again_nor_crossed() -> None:
    inside = mover((10.5, 10), others=[{"at": (12, 10)}], threat_stops_moves=True)
    assert inside.refused(MOVE, walk(8, 10)) == inside.refused(MOVE, walk(10.2, 10)) == ""
    assert inside.refused(MOVE, walk(8.5, 10), walk(10.5, 10)) == "S2.M13"
    across = mover((10.5, 8.5), others=[{"at": (12, 10)}], agility=4, threat_stops_moves=True)
    assert across.refused(MOVE, walk(10.5, 13)) == "S2.M13"
    assert across.refused(ChoiceKind.CLOSE_COMBAT, walk(10.5, 10)) == ""  # who engages may


@pytest.mark.clause("S2.M13")
def test_a_weapon_that_reaches_nothing_beyond_contact_stops_a_move_at_contact() -> None:
    fist = {"name": "Fist", "kind": "melee", "threat": 0, "oppression": 1, "critical": 2, "points": 1}
    enemy = {"at": (8, 5), "weapons": ["Fist"]}
    fight = Fight(a=[{"at": (5, 5)}], b=[enemy], weapons=[fist], threat_stops_moves=True).activate(0)
    assert [fight.refused(MOVE, walk(x, 5)) for x in (6.999, 7)] == ["", "S2.M13"]


@pytest.mark.clause("S2.M13", "S2.M2")
def test_a_threat_range_is_entered_on_the_part_of_a_walk_that_is_on_its_level() -> None:
    enemy, tower = {"at": (11, 11, 5)}, {"box": [10, 10, 2, 2], "top": 5}  # it reaches from level 1 to 9
    terrain: dict[str, Any] = {"agility": 5, "others": [enemy], "threat_stops_moves": True}
    beyond = mover((8, 9.2), tower, {"box": [14, 8, 3, 3], "top": 1}, **terrain)
    assert beyond.refused(MOVE, walk(13.7, 9.2), walk(15.5, 9.2, 1)) == ""
    assert beyond.refused(MOVE, walk(15.5, 9.2, 1)) == ""
    below = mover((8, 9.2), tower, {"box": [10.5, 8.5, 1, 1.4], "top": 1}, **terrain)
    assert below.refused(MOVE, walk(11, 9.2, 1), walk(14, 9.2)) == "S2.M13"
    assert below.refused(MOVE, walk(14, 9.2)) == "S2.M13"


@pytest.mark.clause("S2.M13", "S2.K5")
def test_a_threat_range_is_entered_from_above_too() -> None:
    enemy = {"at": (6.5, 11.2)}
    above = mover((8, 10, 5), block(5), others=[enemy], agility=5, threat_stops_moves=True)
    assert above.refused(MOVE, climb(7.5, 10)) == "S2.M13"


@pytest.mark.clause("S2.M13", "S2.K5")
def test_a_threat_range_reaches_3_inches_and_its_own_length_up() -> None:
    enemy = {"at": (6.5, 11.2)}
    for top, clause in ((4, "S2.M13"), (4.001, "")):
        roof = mover((11, 10, top), block(top), others=[enemy], agility=5, threat_stops_moves=True)
        assert roof.refused(MOVE, walk(8, 10.5, top)) == clause


@pytest.mark.clause("S2.M13", "S2.K5")
def test_who_is_too_far_at_the_foot_and_too_high_on_top_climbs_out_of_the_threat_range() -> None:
    wall = mover((7.5, 10), block(6, width=0.6), others=[{"at": (9.6, 10)}], agility=6, threat_stops_moves=True)
    assert wall.refused(MOVE, climb(8.1, 10, 6)) == ""


@pytest.mark.clause("S2.M13", "S2.K5")
def test_a_hair_more_than_the_threat_range_is_outside_it() -> None:
    past = mover((8, 10.001), others=[{"at": (12, 10)}], threat_stops_moves=True)
    assert [past.refused(MOVE, walk(10, y)) for y in (10.001, 10)] == ["", "S2.M13"]


# Uneven ground


@pytest.mark.clause("S2.M2", "S1.M2")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_a_step_down_is_walked_like_the_step_up_past_a_kerb_that_is_low_for_both(edition: str) -> None:
    pieces = [block(2, 6, 2), block(1.6), {"box": [6, 10.8, 6, 0.1], "top": 2.5}]  # the kerb is 0.3" from the path
    for begin, end in (((7, 10.5, 2), (9, 10.5, 1.6)), ((9, 10.5, 1.6), (7, 10.5, 2))):
        fight = Fight(a=[{"at": begin}], b=[FAR], pieces=pieces, edition=edition).activate(0)
        assert fight.refused(MOVE, walk(*end)) == ""


@pytest.mark.clause("S2.M2", "S2.M3")
def test_stairs_are_walked_in_one_leg_up_and_down_again() -> None:
    stairs = [block(top, x, 1) for x, top in ((8, 0.9), (9, 1.8), (10, 2.7), (11, 1.8), (12, 0.9))]
    fight = mover((7, 10), *stairs, agility=4)
    assert fight.refused(MOVE, walk(10.5, 10, 2.7)) == fight.refused(MOVE, walk(14, 10)) == ""
    assert fight.refused(MOVE, walk(10.5, 10, 0)) == "S2.M2"  # no such level there
    fight.move(walk(14, 10))
    assert (fight.at(0), fight.model(0).stress) == ((14, 10, 0), 0)
    high = mover((7, 10), *stairs[:2], block(2.801, 10, 1), *stairs[3:], agility=4)
    assert high.refused(MOVE, walk(14, 10)) == "S2.M2"


@pytest.mark.clause("S2.M2")
def test_what_is_in_the_way_of_one_part_of_a_walk_blocks_it() -> None:
    steps, beam = [block(1), block(2, 9, 3)], {"box": [10, 8, 1, 4], "bottom": 3, "top": 3.5}
    assert mover((7, 10), *steps).refused(MOVE, walk(11.5, 10, 2)) == ""
    assert mover((7, 10), *steps, beam).refused(MOVE, walk(11.5, 10, 2)) == "S2.M2"  # only level 2 is too high for it
    assert mover((7, 10), block(1, width=5), beam).refused(MOVE, walk(11.5, 10, 1)) == ""
    stander = {"at": (10.5, 10.6, 2)}
    assert mover((7, 10), *steps, others=[stander]).refused(MOVE, walk(11.8, 10, 2)) == "S2.M2"


@pytest.mark.clause("S2.M2")
def test_a_low_model_does_not_stand_in_a_wall_that_is_laid_in_two_courses() -> None:
    courses = [block(1), block(2, bottom=1)]
    for height in (1, 0.5):
        fight = mover((6, 10), *courses, height=height)
        assert fight.refused(MOVE, walk(7.5, 10)) == ""  # it touches the wall
        assert fight.refused(MOVE, walk(7.501, 10)) == "S2.M2"
        assert mover((6, 10), courses[1], height=height).refused(MOVE, walk(8, 10)) == ""  # under what hangs there


@pytest.mark.clause("S2.M2", "S1.M2")
def test_a_climb_or_a_drop_does_not_pass_through_a_model_that_hangs_over_an_edge() -> None:
    pieces = [{"box": [10, 8, 4, 4], "top": 6}, {"box": [6, 8, 3, 4], "top": 3}]
    for hanging, refused in (((8.9, 10, 3), "S2.M2"), ((8.5, 10, 3), "")):
        friend = {"at": hanging}
        foot = Fight(a=[{"at": (9.5, 10), "agility": 6}, friend], b=[FAR], pieces=pieces).activate(0)
        assert foot.refused(MOVE, climb(10.1, 10, 6)) == refused
        top = Fight(a=[{"at": (10.1, 10, 6), "agility": 6}, friend], b=[FAR], pieces=pieces).activate(0)
        for way in (climb(9.5, 10), drop(9.5, 10), jump(9.5, 10)):
            assert top.refused(MOVE, way) == refused
