"""Chapter M: jumps, and where they end that fail, in both editions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from battlewright.engine.story import last_step_text
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.record import ChoiceKind, Step
from tests.systems.skirmish.helpers import Fight, Place, jump, walk

pytestmark = pytest.mark.plain

MOVE = ChoiceKind.MOVE
FAR = {"at": (0.5, 23.5)}
"""An enemy out of the way."""
both_editions = pytest.mark.parametrize("edition", ["first", "second"])


def block(top: float, x: float = 8, width: float = 4, **more: Any) -> dict[str, Any]:
    """Terrain from x to x + width, between y = 8 and y = 12."""
    return {"box": [x, 8, width, 4], "top": top, **more}


def mover(at: Place, *pieces: dict[str, Any], agility: int = 3, others: Any = (), **more: Any) -> Fight:
    """Model 0 alone, activated, with an enemy far away (and others)."""
    edition = more.pop("edition", "second")
    fight = Fight(a=[{"at": at, "agility": agility, **more}], b=[FAR, *others], pieces=pieces, edition=edition)
    return fight.activate(0)


def successes(count: int, dice: int) -> list[int]:
    return [4] * count + [3] * (dice - count)


def clauses(fight: Fight) -> list[str]:
    return [told.clause for told in last_step_text(fight.session).sentences]


# Jumps


@pytest.mark.clause("S2.M8")
@pytest.mark.parametrize(
    ("agility", "length", "tested"),
    [(5, 2.5, False), (5, 2.501, True), (4, 2, False), (4, 2.001, True), (1, 0.5, False), (1, 0.501, True)],
)
def test_jumping_up_to_half_the_agility_needs_no_test(agility: int, length: float, tested: bool) -> None:
    roofs = (block(4, x=4), block(4, x=8 + length, width=4))
    fight = mover((8, 10, 4), *roofs, agility=agility).move(jump(8 + length, 10, 4))
    assert fight.node.step == (Step.JUMP_TEST if tested else Step.ACT)
    assert fight.at(0) == ((8, 10, 4) if tested else (8 + length, 10, 4))


@pytest.mark.clause("S2.M8")
def test_several_jumps_in_one_move_are_allowed() -> None:
    fight = mover((5, 10), agility=5)
    jumps = [jump(5 + 2.5 * number, 10) for number in range(1, 5)]
    assert fight.refused(MOVE, *jumps, jump(15.001, 10)) == "S2.M3"
    assert fight.move(*jumps).at(0) == (15, 10, 0)


@pytest.mark.clause("S2.M8")
def test_a_landing_up_to_1_inch_higher_or_lower_is_level_and_more_than_that_higher_is_impossible() -> None:
    for top, clause in ((3, ""), (4, ""), (5, ""), (5.001, "S2.M8"), (7, "S2.M8")):
        fight = mover((8, 10, 4), block(4, x=4), block(top, x=10), agility=5)
        assert fight.refused(MOVE, jump(10, 10, top), walk(11, 10, top)) == clause
    assert mover((5, 10), block(1)).refused(MOVE, jump(6, 10, 1)) != ""  # there is nothing to land on


@pytest.mark.clause("S2.M8", "S2.M12")
def test_a_lower_landing_is_a_drop_that_costs_no_range_and_ends_the_move() -> None:
    fight = mover((5, 10, 8), block(8, x=4), block(2, x=10), agility=5)
    assert fight.refused(MOVE, walk(8, 10, 8), jump(10, 10, 2), walk(11, 10, 2)) == "S2.M12"
    fight.move(walk(8, 10, 8), jump(10, 10, 2))
    assert (fight.at(0), fight.model(0).stress, fight.node.step) == ((10, 10, 2), 2, Step.ACT)


@pytest.mark.clause("S2.M8")
def test_a_jump_leads_through_no_model_and_no_terrain() -> None:
    fight = mover((5, 10), block(2, width=0.5), others=[{"at": (5, 12)}], agility=5)
    assert fight.refused(MOVE, jump(9.5, 10)) == "S2.M2"
    assert fight.refused(MOVE, jump(5, 13.5)) == "S2.M2"


@pytest.mark.clause("S2.M9", "S2.M10", "S2.M11")
@pytest.mark.parametrize(
    ("length", "count", "end", "stress"),
    [
        (3, 4, (11, 4), 0),
        (3, 3, (11, 4), 0),
        (3, 2, (10, 0), 1),
        (3, 1, (9, 0), 1),
        (3, 0, (8, 4), 0),
        (2.5, 3, (10.5, 4), 0),
        (2.5, 2, (10, 0), 1),  # where its base touches the far roof
        (4, 4, (12, 4), 0),
        (4, 3, (11, 0), 1),
    ],
)
def test_each_success_carries_a_jump_1_inch_and_too_few_let_it_come_down_on_the_way(
    length: float, count: int, end: tuple[float, float], stress: int
) -> None:
    roofs = (block(4, x=4), block(4, x=8 + length))
    fight = mover((8, 10, 4), *roofs, agility=4).move(jump(8 + length, 10, 4), walk(8.1 + length, 10, 4))
    assert (fight.node.step, fight.node.dice, fight.node.side) == (Step.JUMP_TEST, 4, 0)
    fight.roll(*successes(count, 4))
    passed = count >= length
    x, level = end
    assert fight.at(0) == (x + (0.1 if passed else 0), 10, level)
    assert (fight.model(0).stress, fight.model(0).ap, fight.node.step) == (stress, 2, Step.ACT)


@pytest.mark.clause("S2.M10")
def test_a_failed_jump_travels_along_its_line_whatever_its_direction() -> None:
    fight = mover((9, 9), agility=5).move(jump(6, 13)).roll(*successes(3, 5))
    assert (fight.at(0), fight.model(0).stress) == ((7.2, 11.4, 0), 0)


# Jumps that fail


@pytest.mark.clause("S2.M10", "S1.M9")
@both_editions
@pytest.mark.parametrize(("count", "end"), [(0, (5, 8, 0)), (1, (6, 8, 0)), (2, (7, 8, 0))])
def test_a_failed_jump_carries_an_inch_for_each_success_and_the_move_ends(
    edition: str, count: int, end: tuple[float, float, float]
) -> None:
    fight = mover((5, 8), agility=4, edition=edition).move(jump(8, 8), walk(9, 8)).roll(*successes(count, 4))
    assert (fight.at(0), fight.model(0).stress, fight.model(0).ap, fight.node.step) == (end, 0, 2, Step.ACT)
    assert clauses(fight) == ["S1.M9" if edition == "first" else "S2.M10"]


@pytest.mark.clause("S2.M10", "S1.M9")
@both_editions
def test_without_a_success_it_balks_and_does_not_fall(edition: str) -> None:
    fight = mover((7.9, 10, 6), block(6, x=4), block(6, x=11), agility=4, edition=edition)
    fight.move(jump(11.1, 10, 6), walk(11.5, 10, 6)).roll(*successes(0, 4))
    assert (fight.at(0), fight.model(0).stress, fight.node.step) == ((7.9, 10, 6), 0, Step.ACT)
    assert not any("falls" in told or "stumbles" in told for told in fight.told())


@pytest.mark.clause("S2.M10", "S1.M9")
@both_editions
def test_a_failed_jump_that_ends_on_the_ledge_does_no_harm(edition: str) -> None:
    fight = mover((6, 10, 6), block(6, x=4), block(6, x=9), agility=4, edition=edition)
    fight.move(jump(9.2, 10, 6)).roll(*successes(2, 4))  # to the very edge
    assert (fight.at(0), fight.model(0).stress) == ((8, 10, 6), 0)
    assert not any("falls" in told for told in fight.told())


@pytest.mark.clause("S2.M10", "S2.M11", "S1.M9", "S1.M10")
@both_editions
@pytest.mark.parametrize(("middle", "level", "stress"), [(0, 0, 2), (3, 3, 1), (4, 4, 0), (6, 6, 0), (7, 7, 0)])
def test_over_a_drop_it_falls_by_the_level_that_it_ends_on(
    edition: str, middle: float, level: float, stress: int
) -> None:
    pieces = [block(6, x=4), block(6, x=12)] + ([block(middle, x=8.5, width=3)] if middle else [])
    fight = mover((8, 10, 6), *pieces, agility=5, toughness=9, edition=edition)
    fight.move(jump(12, 10, 6)).roll(*successes(2, 5))
    assert (fight.at(0), fight.model(0).stress, fight.node.step) == ((10, 10, level), stress, Step.ACT)


TWO_ROOFS: tuple[dict[str, Any], ...] = ({"box": [4, 4, 6, 4], "top": 6}, {"box": [4, 8.5, 6, 4], "top": 6})
"""Two roofs; the first ends at y = 8, 2" in front of (7, 6)."""


@pytest.mark.clause("S2.M10", "S1.M9")
@both_editions
@pytest.mark.parametrize(("count", "end"), [(0, (7, 6, 6)), (1, (7.074, 6.997, 6)), (2, (7.148, 7.994, 6))])
def test_a_failed_jump_from_2_inches_behind_an_edge_is_still_on_the_roof(
    edition: str, count: int, end: tuple[float, float, float]
) -> None:
    fight = mover((7, 6, 6), *TWO_ROOFS, agility=4, toughness=9, edition=edition)
    fight.move(jump(7.191, 8.562, 6)).roll(*successes(count, 4))
    assert fight.at(0) == pytest.approx(end, abs=0.0015)
    assert fight.model(0).stress == 0


@pytest.mark.clause("S2.M9", "S1.M9")
@both_editions
def test_with_3_successes_that_jump_is_made(edition: str) -> None:
    fight = mover((7, 6, 6), *TWO_ROOFS, agility=4, edition=edition)
    assert fight.move(jump(7.191, 8.562, 6)).roll(*successes(3, 4)).at(0) == (7.191, 8.562, 6)


@pytest.mark.clause("S2.M10", "S1.M9")
@given(
    st.sampled_from(["first", "second"]),
    st.integers(2, 5),
    st.integers(0, 5),
    st.integers(-6000, 6000),
    st.integers(-6000, 6000),
)
def test_a_failed_jump_ends_on_its_line_as_far_as_its_successes_and_its_range_go(
    edition: str, agility: int, count: int, dx: int, dy: int
) -> None:
    square = dx * dx + dy * dy
    longest = 2 * agility * INCH if edition == "second" else 12 * INCH
    assume((agility * INCH // 2) ** 2 < square <= longest**2 and count <= agility)
    fight = mover((12, 12), agility=agility, edition=edition).move(jump(12 + dx / INCH, 12 + dy / INCH))
    assert (fight.node.step, fight.node.dice) == (Step.JUMP_TEST, agility)
    fight.roll(*successes(count, agility))
    far = min(count * INCH, 2 * agility * INCH)
    part = 1 if far * far >= square else far / square**0.5
    assert fight.at(0) == pytest.approx((12 + part * dx / INCH, 12 + part * dy / INCH, 0), abs=0.0021)


# Beyond the range


GAP = (block(4, x=4), block(4, x=11))
"""Two roofs with 3 inches between them."""


@pytest.mark.clause("S1.M9", "S2.M3")
def test_a_long_jump_beyond_the_range_left_may_be_tried_in_the_first_edition_only() -> None:
    legs = walk(7.9, 10, 4), jump(11.1, 10, 4)  # 3.3 on foot leave 2.7 of 6, and the jump is 3.2
    assert mover((4.6, 10, 4), *GAP).refused(MOVE, *legs) == "S2.M3"
    fight = mover((4.6, 10, 4), *GAP, edition="first")
    assert fight.refused(MOVE, *legs) == ""
    fight.move(*legs)
    assert (fight.node.step, fight.node.dice) == (Step.JUMP_TEST, 3)


@pytest.mark.clause("S1.M9", "S1.M10")
@pytest.mark.parametrize(
    ("count", "end", "stress"),
    [(0, (7.9, 10, 4), 0), (1, (8.9, 10, 0), 1), (2, (9.9, 10, 0), 1), (3, (10.5, 10, 0), 1)],
)
def test_beyond_the_range_the_dice_are_rolled_and_it_goes_no_farther_than_its_range(
    count: int, end: tuple[float, float, float], stress: int
) -> None:
    fight = mover((4.6, 10, 4), *GAP, toughness=9, edition="first").move(walk(7.9, 10, 4), jump(11.1, 10, 4))
    fight.roll(*successes(count, 3))
    assert (fight.at(0), fight.model(0).stress, fight.node.step) == (end, stress, Step.ACT)
    assert clauses(fight)[0] == "S1.M9"


@pytest.mark.clause("S1.M9")
def test_with_all_successes_but_too_little_range_it_comes_down_where_its_range_ends() -> None:
    fight = mover((5, 8), edition="first").move(walk(8, 8), jump(11.5, 8)).roll(4, 4, 4)
    assert (fight.at(0), fight.model(0).stress) == ((11, 8, 0), 0)
    fight = mover((5, 8), edition="first").move(walk(8.6, 8), jump(11.5, 8)).roll(4, 4, 4)
    assert fight.at(0) == (11, 8, 0)  # 2.4" were left


@pytest.mark.clause("S1.M9", "S1.M3")
def test_only_the_last_jump_may_fall_short() -> None:
    fight = mover((5, 8), edition="first")
    assert fight.refused(MOVE, walk(8, 8), jump(11.5, 8), walk(12, 8)) == "S1.M3"
    assert fight.refused(MOVE, walk(8, 8), jump(11, 8), walk(11, 8)) == ""


@pytest.mark.clause("S1.M9", "S1.M8", "S2.M3")
@both_editions
def test_a_jump_that_needs_no_test_may_not_be_attempted_beyond_the_range(edition: str) -> None:
    clause = "S1.M3" if edition == "first" else "S2.M3"
    fight = mover((5, 8), agility=2, edition=edition)
    assert fight.refused(MOVE, walk(8.5, 8), jump(9, 8)) == ""
    assert fight.refused(MOVE, walk(8.5, 8), jump(9.001, 8)) == clause
    assert fight.refused(MOVE, walk(8.5, 8), jump(9.5, 8)) == clause


@pytest.mark.clause("S1.M9", "S1.A1", "S2.M13")
def test_where_threat_ranges_stop_moves_a_jump_beyond_the_range_does_not_lead_into_one() -> None:
    def jumps(x: float) -> str:
        fight = Fight(
            a=[{"at": (4, 12)}], b=[FAR, {"at": (12, 12)}], edition="first", threat_stops_moves=True
        ).activate(0)
        return fight.refused(MOVE, walk(7, 12), jump(x, 12))  # 3" are left

    assert [jumps(x) for x in (9.999, 10, 10.001, 10.9)] == ["", "S1.A1", "S1.A1", "S1.A1"]
