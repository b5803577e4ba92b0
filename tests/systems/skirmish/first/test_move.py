"""Chapter M of the first edition: moves, climbs that may fall short, falls. More about jumps that fail is in
``test_jumps.py``, for both editions."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.node import NodeKind
from battlewright.engine.story import last_step_text
from battlewright.systems.skirmish.record import ChoiceKind, Fate, Step
from tests.systems.skirmish.helpers import Fight, Place, climb, drop, jump, walk

pytestmark = pytest.mark.plain

MOVE = ChoiceKind.MOVE
FAR = {"at": (0.5, 23.5)}


def block(top: float, x: float = 8, width: float = 4, **more: Any) -> dict[str, Any]:
    """Terrain from x to x + width, between y = 8 and y = 12."""
    return {"box": [x, 8, width, 4], "top": top, **more}


def mover(at: Place, *pieces: dict[str, Any], agility: int = 3, **more: Any) -> Fight:
    """Model 0 alone, activated, with an enemy far away."""
    return Fight(a=[{"at": at, "agility": agility, **more}], b=[FAR], pieces=pieces, edition="first").activate(0)


def successes(count: int, dice: int) -> list[int]:
    return [4] * count + [3] * (dice - count)


def clauses(fight: Fight) -> list[str]:
    return [told.clause for told in last_step_text(fight.session).sentences]


@pytest.mark.clause("S1.M1")
def test_a_move_costs_1_ap_and_goes_twice_the_agility() -> None:
    fight = mover((5, 8))
    assert [fight.refused(MOVE, walk(x, 8)) for x in (11, 11.001)] == ["", "S1.M3"]
    fight.move(walk(11, 8))
    assert (fight.model(0).ap, clauses(fight)) == (2, ["S1.M1"])
    assert fight.refused(MOVE) == "S1.M1"


@pytest.mark.clause("S1.M2")
def test_obstacles_up_to_1_inch_are_ignored_but_no_models() -> None:
    for top, clause in ((0.5, ""), (1, ""), (1.001, "S1.M2")):
        assert mover((6, 10), block(top, width=0.5)).refused(MOVE, walk(11, 10)) == clause
    for y, clause in ((9, ""), (8.999, "S1.M2")):
        low = {"at": (8, y), "height": 0.5}
        fight = Fight(a=[{"at": (5, 8)}], b=[FAR, low], edition="first").activate(0)
        assert fight.refused(MOVE, walk(11, 8)) == clause


@pytest.mark.clause("S1.M3")
def test_climbed_and_jumped_distance_count_towards_the_range() -> None:
    fight = mover((7.5, 10), block(2)).move(climb(8.5, 10, 2), walk(11.5, 10, 2))  # 2 up, 1 over, 3 on
    assert fight.at(0) == (11.5, 10, 2)
    fight = mover((7.5, 10), block(2))
    assert fight.refused(MOVE, climb(8.5, 10, 2), walk(11.501, 10, 2)) == "S1.M3"
    assert mover((5, 8)).refused(MOVE, *[jump(6.5, 8), jump(8, 8), jump(9.5, 8), jump(11, 8)]) == ""
    assert mover((5, 8)).refused(MOVE, *[jump(6.5, 8), jump(8, 8), jump(9.5, 8), walk(11.001, 8)]) == "S1.M3"


@pytest.mark.clause("S1.M4")
@pytest.mark.parametrize("agility", [2, 5])
def test_3_inches_are_climbed_without_a_test_by_everyone(agility: int) -> None:
    fight = mover((7.5, 10), block(3), agility=agility).move(climb(8, 10, 3))
    assert (fight.at(0), fight.node.step) == ((8, 10, 3), Step.ACT)
    assert "S1.M4" in clauses(fight)
    fight = mover((7.5, 10), block(3.001), agility=agility).move(climb(8, 10, 3.001))
    assert (fight.node.step, fight.node.dice) == (Step.CLIMB_TEST, agility)


@pytest.mark.clause("S1.M4")
def test_a_ladder_of_any_height_is_climbed_without_a_test() -> None:
    fight = mover((7.5, 10), block(7, ladders=["west"]), agility=5).move(climb(8, 10, 7))
    assert (fight.at(0), fight.node.step) == ((8, 10, 7), Step.ACT)


@pytest.mark.clause("S1.M5")
def test_who_reaches_the_top_edge_is_put_at_the_nearest_spot_on_top() -> None:
    fight = mover((4.5, 10), block(3))
    assert fight.refused(MOVE, walk(7.5, 10), climb(8.5, 10, 3)) == "S1.M5"  # farther on than the nearest spot
    fight.move(walk(7.5, 10), climb(8.01, 10, 3))  # 3 on foot and 3 up: nothing is left for the way over the edge
    assert fight.at(0) == (8.01, 10, 3)


@pytest.mark.clause("S1.M6")
@pytest.mark.parametrize(("height", "needed"), [(3.001, 1), (5, 1), (5.001, 2), (7, 2), (7.5, 3)])
def test_each_success_adds_2_inches_to_the_3_that_need_no_test(height: float, needed: int) -> None:
    for rolled in range(5):
        fight = mover((7.5, 10), block(height), agility=4, toughness=9).move(climb(8, 10, height))
        assert (fight.node.step, fight.node.dice) == (Step.CLIMB_TEST, 4)
        fight.roll(*successes(rolled, 4))
        assert (fight.at(0)[2] == height) == (rolled >= needed)


@pytest.mark.clause("S1.M7", "S1.M10")
def test_with_too_few_successes_a_climber_falls_the_height_it_tried() -> None:
    fight = mover((7.5, 10), block(6.5), agility=4, toughness=9).move(climb(8, 10, 6.5), walk(9, 10, 6.5))
    fight.roll(4, 3, 3, 3)
    assert (fight.at(0), fight.model(0).stress, fight.node.step) == ((7.5, 10, 0), 2, Step.ACT)
    assert clauses(fight) == ["S1.M10", "S1.M10"]


@pytest.mark.clause("S1.M7")
def test_a_climb_beyond_the_range_left_may_be_tried_and_fails_without_dice() -> None:
    fight = mover((4, 10), block(4), agility=3, toughness=9)
    assert fight.refused(MOVE, walk(7.5, 10), climb(8, 10, 4)) == ""  # 3.5 on foot leave 2.5
    fight.move(walk(7.5, 10), climb(8, 10, 4))
    assert (fight.at(0), fight.model(0).stress, fight.node.step) == ((7.5, 10, 0), 1, Step.ACT)
    assert "S1.M7" in clauses(fight)
    second = Fight(a=[{"at": (4, 10)}], b=[FAR], pieces=[block(4)]).activate(0)
    assert second.refused(MOVE, walk(7.5, 10), climb(8, 10, 4)) == "S2.M3"


@pytest.mark.clause("S1.M7")
def test_only_the_last_leg_may_fall_short_and_what_else_is_wrong_is_refused() -> None:
    fight = mover((4, 10), block(4))
    assert fight.refused(MOVE, walk(7.5, 10), climb(8, 10, 4), walk(9, 10, 4)) == "S1.M3"
    assert fight.refused(MOVE, walk(7, 10), climb(11, 10, 4)) == "S1.M4"
    assert fight.refused(MOVE, walk(10.001, 7)) == "S1.M3"  # nobody walks beyond the range


@pytest.mark.clause("S1.M8")
def test_a_jump_of_half_the_agility_is_free_and_may_be_repeated() -> None:
    fight = mover((5, 8), agility=4).move(jump(7, 8), jump(9, 8), walk(10, 8))
    assert (fight.at(0), fight.node.step, fight.model(0).ap) == ((10, 8, 0), Step.ACT, 2)
    assert clauses(fight) == ["S1.M8", "S1.M8", "S1.M1"]
    assert mover((5, 8), agility=4).move(jump(7.001, 8)).node.step == Step.JUMP_TEST


GAP = (block(4, x=4), block(4, x=11))
"""Two roofs with 3 inches between them."""


@pytest.mark.clause("S1.M9")
def test_each_success_carries_a_longer_jump_1_inch() -> None:
    for rolled in range(5):
        fight = mover((7.9, 10, 4), *GAP, agility=4, toughness=9).move(jump(11.1, 10, 4))  # 3.2 inches
        fight.roll(*successes(rolled, 4))
        assert (fight.at(0) == (11.1, 10, 4)) == (rolled == 4)


@pytest.mark.clause("S1.M9", "S1.M10")
@pytest.mark.parametrize(("rolled", "x", "level"), [(0, 7.9, 4), (1, 8.9, 0), (2, 9.9, 0), (3, 10.5, 0)])
def test_a_failed_jump_comes_down_as_far_along_as_its_successes_carry_it(rolled: int, x: float, level: float) -> None:
    fight = mover((7.9, 10, 4), *GAP, agility=4, toughness=9).move(jump(11.1, 10, 4), walk(11.5, 10, 4))
    fight.roll(*successes(rolled, 4))
    assert (fight.at(0), fight.model(0).stress) == ((x, 10, level), 1 if rolled else 0)  # at 10.9 there is no room
    assert fight.node.step == Step.ACT


@pytest.mark.clause("S1.M10")
@pytest.mark.parametrize(("top", "stress"), [(3.1, 1), (5.9, 1), (6, 2), (8.9, 2), (9, 3)])
def test_a_fall_gives_1_stress_for_every_full_3_inches(top: float, stress: int) -> None:
    fight = mover((7.5, 10), block(top), agility=5, toughness=9).move(climb(8, 10, top)).roll(*successes(0, 5))
    assert fight.model(0).stress == stress


@pytest.mark.clause("S1.M4", "S1.M7")
@pytest.mark.parametrize("top", [2.9, 3])
def test_a_low_wall_beyond_the_range_may_not_be_attempted(top: float) -> None:
    fight = mover((2.5, 10), block(top))
    assert fight.refused(MOVE, walk(7.5, 10), climb(8, 10, top)) == "S1.M3"  # 5 on foot leave 1
    near = mover((7.5 - 6 + top, 10), block(top))
    assert near.refused(MOVE, walk(7.5, 10), climb(8, 10, top)) == ""
    assert mover((2.5, 10), block(3.001)).refused(MOVE, walk(7.5, 10), climb(8, 10, 3.001)) == ""  # this needs a test


@pytest.mark.clause("S1.M4", "S1.M7")
def test_a_ladder_beyond_the_range_may_not_be_attempted() -> None:
    fight = mover((4, 10), block(4, ladders=["west"]))
    assert fight.refused(MOVE, walk(7.5, 10), climb(8, 10, 4)) == "S1.M3"  # 3.5 on foot leave 2.5
    for ladders, clause in ((["west"], "S1.M3"), (["south"], "")):  # without it a test is due
        assert mover((7.5, 10), block(7, ladders=ladders)).refused(MOVE, climb(8, 10, 7)) == clause


@pytest.mark.clause("S1.M7", "S1.M10", "S1.M4")
def test_climbing_down_beyond_the_range_is_tried_only_where_it_needs_a_test() -> None:
    high = mover((9, 10, 5), block(5), toughness=9)
    assert high.refused(MOVE, walk(8.2, 10, 5), climb(7.4, 10)) == ""  # 5.2 are left of 6
    high.move(walk(8.2, 10, 5), climb(7.4, 10))
    assert (high.at(0), high.model(0).stress, high.node.step) == ((7.4, 10, 0), 1, Step.ACT)
    low = mover((11.9, 10, 3), block(3))
    assert low.refused(MOVE, walk(8.2, 10, 3), climb(7.4, 10)) == "S1.M3"


@pytest.mark.clause("S1.M10")
def test_to_drop_on_purpose_causes_no_stress_and_ends_the_move() -> None:
    fight = mover((8.2, 10, 6), block(6), toughness=3).move(drop(7.4, 10))
    assert (fight.at(0), fight.model(0).stress, fight.model(0).ap, fight.node.step) == ((7.4, 10, 0), 0, 2, Step.ACT)
    assert fight.refused(MOVE, walk(7, 10)) == ""
    fight = mover((8.2, 10, 6), block(6))
    assert fight.refused(MOVE, drop(7.4, 10), walk(7, 10)) == "S1.M10"


@pytest.mark.clause("S1.M10", "S1.M4")
def test_climbing_down_is_climbing() -> None:
    assert mover((8.2, 10, 3), block(3)).move(climb(7.4, 10)).node.step == Step.ACT
    fight = mover((8.2, 10, 4), block(4), toughness=9).move(climb(7.4, 10))
    assert fight.node.step == Step.CLIMB_TEST
    fight.roll(1, 1, 1)
    assert (fight.at(0), fight.model(0).stress) == ((7.4, 10, 0), 1)


@pytest.mark.clause("S1.M10", "S1.T2")
def test_a_fall_is_a_damaging_event() -> None:
    fight = mover((7.5, 10), block(4), toughness=1).move(climb(8, 10, 4)).roll(1, 1, 1)
    assert (fight.node.kind, fight.node.step, fight.node.dice) == (NodeKind.CHANCE, Step.STRESS_TEST, 1)
    fight.roll(3)
    assert (fight.model(0).fate, fight.node.kind) == (Fate.REMOVED, NodeKind.OVER)


@pytest.mark.clause("S1.K1", "S1.F6", "S1.M7", "S1.M9")
def test_only_a_move_may_try_what_its_range_does_not_cover() -> None:
    """A pounce and a cover move must end where they say, which nobody reaches."""
    fight = Fight(a=[{"at": (7, 6), "agility": 4}], b=[{"at": (7, 13)}], edition="first").activate(0)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, jump(7, 11)) == "S1.M3"
    block = {"box": [5, 7, 4, 4], "top": 5}
    fight = Fight(a=[{"at": (7, 6), "agility": 4}], b=[{"at": (7, 9, 5)}], pieces=[block], edition="first").activate(0)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, climb(7, 7.1, 5)) == "S1.M3"
    gun = {"weapons": ["Rifle"]}
    fight = Fight(a=[{"at": (12, 2)} | gun], b=[{"at": (12, 12), "agility": 6}], edition="first").activate(0)
    fight.shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)
    assert fight.refused(ChoiceKind.COVER_MOVE, jump(3, 12.3)) == "S1.M3"
