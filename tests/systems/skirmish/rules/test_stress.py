"""Chapter T: stress, break-downs, stress tests, and who is removed."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.node import NodeKind
from battlewright.engine.story import last_step_text
from battlewright.systems.skirmish.record import ChoiceKind, Fate, Step
from tests.systems.skirmish.helpers import Fight, climb, drop, walk

pytestmark = pytest.mark.plain

RIFLE = {"weapons": ["Rifle"]}


def stressed(toughness: int, stress: int) -> Fight:
    """Model 0 with so much stress, just activated; it has a friend (1) and an enemy (2)."""
    fight = Fight(a=[{"at": (5, 8), "toughness": toughness}, {}], b=[{}])
    return fight.stress(0, stress).activate(0)


def state(fight: Fight, who: int = 0) -> tuple[int, int]:
    return fight.model(who).toughness, fight.model(who).stress


@pytest.mark.clause("S2.T1")
def test_stress_is_counted_for_each_character_from_0() -> None:
    fight = Fight(a=[{"at": (5, 8)}, {"at": (7, 8)}], b=[{"at": (6, 10)}])
    assert [fight.model(who).stress for who in range(3)] == [0, 0, 0]
    fight.stress(1, 2)
    assert [fight.model(who).stress for who in range(3)] == [0, 2, 0]


@pytest.mark.clause("S2.T1")
def test_stress_has_no_upper_limit() -> None:
    fight = Fight(a=[{"at": (5, 8), "melee": 10}], b=[{"at": (6.5, 8), "melee": 0, "toughness": 1}])
    fight.stress(1, 1000).activate(0).engage().roll(*[6] * 10)
    assert fight.model(1).stress == 1020


@pytest.mark.clause("S2.T1", "S2.T3")
def test_stress_never_falls_below_0() -> None:
    fight = stressed(3, 3).roll(6, 6, 6)  # 0 left, and then the Toughness is taken off
    assert state(fight) == (3, 0)


@pytest.mark.clause("S2.T1", "S2.D2")
def test_aid_takes_no_more_stress_than_there_is() -> None:
    fight = Fight(a=[{"at": (5, 8)}, {"at": (6, 8)}], b=[{}]).stress(0, 3).activate(0).roll(4, 4, 4)
    assert state(fight) == (3, 0)
    fight.activate(2).stop().activate(1).choose(ChoiceKind.AID, whom=0)
    assert state(fight) == (3, 0)


@pytest.mark.clause("S2.T2")
@pytest.mark.parametrize(("stress", "dice"), [(4, 3), (5, 3), (6, 2), (7, 2), (12, 2), (100, 2)])
def test_stress_of_at_least_twice_the_toughness_lowers_it_by_1_once_and_before_the_test(stress: int, dice: int) -> None:
    fight = stressed(3, stress)
    assert (fight.node.step, fight.node.dice) == (Step.STRESS_TEST, dice)
    assert state(fight) == (dice, stress)
    assert ("S2.T2" in [told.clause for told in last_step_text(fight.session).sentences]) == (dice == 2)


@pytest.mark.clause("S2.T2", "S2.T5")
@pytest.mark.parametrize("stress", [2, 3, 50])
def test_toughness_0_by_doubled_stress_removes_at_once_without_a_test(stress: int) -> None:
    fight = stressed(1, stress)
    assert (fight.model(0).fate, fight.base(0).stands) == (Fate.REMOVED, 0)
    assert (fight.node.kind, fight.node.step, fight.node.side) == (NodeKind.DECISION, Step.ACTIVATE, 1)


@pytest.mark.clause("S2.T2")
def test_a_toughness_that_was_lowered_counts_for_the_next_doubling() -> None:
    fight = stressed(3, 4).roll(2, 4, 4)  # Toughness 2, stress 2
    fight.activate(2).stop().activate(1).stop().roll(6, 1)
    fight.stress(0, 4).activate(0)
    assert (fight.node.dice, state(fight)) == (1, (1, 4))


@pytest.mark.clause("S2.T3")
@pytest.mark.parametrize("stress", [0, 1, 2])
def test_with_less_stress_than_toughness_a_model_acts_and_loses_nothing(stress: int) -> None:
    fight = stressed(3, stress)
    assert (fight.node.step, fight.model(0).ap, state(fight)) == (Step.ACT, 3, (3, stress))
    assert fight.model(0).broke_down == 0


@pytest.mark.clause("S2.T3")
def test_with_as_much_stress_as_toughness_it_breaks_down_and_loses_all_action_points() -> None:
    fight = stressed(3, 3)
    assert (fight.node.kind, fight.node.step, fight.node.side) == (NodeKind.CHANCE, Step.STRESS_TEST, 0)
    assert (fight.model(0).ap, fight.model(0).broke_down) == (0, 1)
    fight.roll(4, 4, 4)
    assert (fight.model(0).ap, fight.model(0).activated) == (0, 1)
    assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 1)  # the activation is over


@pytest.mark.clause("S2.T3")
def test_stress_is_then_lowered_by_the_toughness_left_after_the_test() -> None:
    assert state(stressed(3, 5).roll(4, 4, 4)) == (3, 2)
    assert state(stressed(3, 5).roll(2, 4, 4)) == (2, 3)
    assert state(stressed(3, 5).roll(2, 3, 4)) == (1, 4)


@pytest.mark.clause("S2.T3", "S2.A1")
def test_who_broke_down_has_no_reactions_until_the_next_round() -> None:
    fight = Fight(a=[{"at": (5, 8), **RIFLE}], b=[{"at": (9, 8), **RIFLE}, {}]).stress(0, 3)
    fight.activate(0).roll(4, 4, 4)
    fight.activate(1).shoot(0)
    assert (fight.node.kind, fight.node.step) == (NodeKind.CHANCE, Step.SHOT_ROLL)  # it is not asked
    fight.roll(1, 1, 1).stop().activate(2).stop()
    fight.roll(1, 6).activate(1).shoot(0)
    assert fight.node.step == Step.REACT
    assert fight.kinds() == {ChoiceKind.NOTHING, ChoiceKind.COVER, ChoiceKind.RETURN_FIRE}


@pytest.mark.clause("S2.T3", "S2.T6")
def test_before_its_activation_an_over_stressed_model_reacts_normally() -> None:
    fight = Fight(a=[{"at": (5, 8), **RIFLE}], b=[{"at": (12, 8), **RIFLE}]).stress(1, 30)
    fight.activate(0).shoot(1)
    assert fight.kinds() == {ChoiceKind.NOTHING, ChoiceKind.COVER, ChoiceKind.RETURN_FIRE}
    fight.choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1)
    assert (fight.node.step, fight.node.side) == (Step.RETURN_FIRE, 1)  # not a stress test
    fight.choose(ChoiceKind.FIRE)
    assert state(fight, 1) == (3, 30)


@pytest.mark.clause("S2.T4")
def test_each_failure_costs_toughness_a_1_adds_stress_and_a_6_removes_some() -> None:
    assert state(stressed(5, 7).roll(1, 2, 4, 5, 6)) == (3, 7 + 1 - 1 - 3)
    assert state(stressed(5, 7).roll(1, 1, 4, 4, 4)) == (3, 7 + 2 - 3)
    assert state(stressed(5, 7).roll(6, 6, 6, 4, 4)) == (5, 0)
    assert state(stressed(5, 9).roll(3, 3, 3, 3, 4)) == (1, 9 - 1)


@pytest.mark.clause("S2.T4", "S2.T5")
def test_all_dice_fall_at_once_and_only_then_is_toughness_0_looked_for() -> None:
    fight = stressed(3, 4)
    assert fight.node.dice == 3  # as many as the Toughness was before the roll
    fight.roll(2, 2, 6)
    assert (fight.model(0).fate, state(fight)) == (Fate.FIELDED, (1, 2))
    fight.session.undo()
    fight.roll(1, 1, 1)
    assert fight.model(0).fate == Fate.REMOVED
    assert fight.node.step == Step.ACTIVATE  # and no second test


@pytest.mark.clause("S2.T5", "S2.T3")
def test_toughness_0_removes_from_the_game_and_nothing_is_lowered_any_more() -> None:
    fight = stressed(2, 3).roll(3, 2)
    assert (fight.model(0).fate, fight.base(0).stands) == (Fate.REMOVED, 0)
    assert "S2.T5" in [told.clause for told in last_step_text(fight.session).sentences]
    assert last_step_text(fight.session).sentences[-1].clause == "S2.T5"  # no recovery after it
    fight.activate(2)
    assert fight.refused(ChoiceKind.MOVE, walk(12, 20)) == ""
    fight.stop()
    assert [choice.who for choice in fight.session.choices()] == [1]


@pytest.mark.clause("S2.T5")
def test_who_is_removed_is_in_nobodys_way_and_cannot_be_aimed_at() -> None:
    fight = Fight(a=[{"at": (5, 8), "toughness": 1}, {}], b=[{"at": (8, 8), **RIFLE}]).stress(0, 2).activate(0)
    fight.activate(2)
    assert fight.refused(ChoiceKind.SHOOT, whom=0) == "S2.F1"
    assert fight.refused(ChoiceKind.MOVE, walk(3, 8)) == ""


@pytest.mark.clause("S2.T6")
def test_stress_from_a_shot_is_not_looked_at_before_the_targets_own_activation() -> None:
    fight = Fight(a=[{"at": (5, 8), "weapons": ["Pistol"]}], b=[{"at": (7, 8), "toughness": 1, **RIFLE}, {}])
    fight.activate(0).shoot(1).choose(ChoiceKind.RETURN_FIRE).roll(6, 6, 6)
    assert (state(fight, 1), fight.model(1).fate) == ((1, 2), Fate.FIELDED)
    assert (fight.node.step, fight.node.side) == (Step.RETURN_FIRE, 1)  # it lives to take its reaction
    fight.choose(ChoiceKind.FIRE).choose(ChoiceKind.NOTHING).roll(5, 5, 5)
    assert state(fight, 0) == (3, 1)
    fight.stop()
    assert fight.model(1).fate == Fate.FIELDED
    fight.activate(1)
    assert fight.model(1).fate == Fate.REMOVED


@pytest.mark.clause("S2.T6", "S2.M11")
def test_stress_from_a_fall_in_ones_own_activation_is_not_looked_at_either() -> None:
    tower = {"box": [8, 8, 4, 4], "top": 7}
    fight = Fight(a=[{"at": (8, 10, 7), "toughness": 1}, {}], b=[{}], pieces=[tower]).activate(0)
    fight.move(drop(7.4, 10))
    assert (state(fight), fight.model(0).fate) == ((1, 2), Fate.FIELDED)
    assert (fight.node.step, fight.node.side, fight.model(0).ap) == (Step.ACT, 0, 2)  # it goes on
    fight.move(walk(5, 10)).stop()
    assert fight.model(0).fate == Fate.FIELDED


@pytest.mark.clause("S2.T6")
def test_stress_from_a_failed_climb_does_not_test_at_once() -> None:
    wall = {"box": [8, 8, 4, 4], "top": 5}
    fight = Fight(a=[{"at": (10, 7.5), "toughness": 1}, {}], b=[{}], pieces=[wall]).activate(0)
    fight.move(climb(10, 8.2, 5)).roll(1, 1, 1)
    assert (state(fight), fight.node.step, fight.model(0).ap) == ((1, 1), Step.ACT, 2)


@pytest.mark.clause("S2.T6")
def test_stress_from_a_clash_tests_neither_side_at_once() -> None:
    fight = Fight(a=[{"at": (5, 8), "toughness": 1}], b=[{"at": (6.5, 8), "toughness": 1}])
    fight.activate(0).engage().roll(6, 1, 1).roll(4, 1, 1)
    fight.choose(ChoiceKind.STRIKE, critical=1)
    assert (state(fight, 0), state(fight, 1)) == ((1, 1), (1, 2))
    assert (fight.node.step, fight.node.side, fight.model(0).ap) == (Step.ACT, 0, 1)


@pytest.mark.clause("S2.T7", "S2.D1")
def test_a_break_down_is_remembered_until_the_round_ends() -> None:
    fight = Fight(a=[{"at": (5, 8)}, {"at": (6, 8)}], b=[{}]).stress(0, 5)
    fight.activate(0).roll(4, 4, 4)
    fight.activate(2).stop().activate(1)
    assert (fight.model(0).broke_down, fight.model(1).broke_down) == (1, 0)
    assert ChoiceKind.AID in fight.kinds()
    fight.stop().roll(6, 1).activate(1)
    assert fight.model(0).broke_down == 0
    assert ChoiceKind.AID not in fight.kinds()
    assert fight.refused(ChoiceKind.AID, whom=0) == "S2.D1"


@pytest.mark.clause("S2.T7")
def test_lost_toughness_never_returns() -> None:
    fight = Fight(a=[{"at": (5, 8)}, {"at": (6, 8)}], b=[{}]).stress(0, 3)
    fight.activate(0).roll(2, 2, 4)
    assert state(fight) == (1, 2)
    fight.activate(2).stop().activate(1).choose(ChoiceKind.AID, whom=0).stop()
    assert state(fight) == (1, 1)
    fight.roll(6, 1)
    assert (fight.battle.round, state(fight)) == (2, (1, 1))


def expected(toughness: int, stress: int, faces: tuple[int, ...]) -> tuple[int, int, int, int]:
    """What an activation comes to: Toughness and stress left, action points, and how many dice are rolled."""
    toughness -= stress >= 2 * toughness
    if toughness == 0:
        return 0, 0, 0, 0
    if stress < toughness:
        return toughness, stress, 3, 0
    dice = faces[:toughness]
    left = toughness - sum(face <= 3 for face in dice)
    if left <= 0:
        return 0, 0, 0, toughness
    return left, max(stress + dice.count(1) - dice.count(6) - left, 0), 0, toughness


def carried_out(fight: Fight, faces: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The same, from a model that has just been activated."""
    dice = fight.node.dice if fight.node.step == Step.STRESS_TEST else 0
    if dice:
        fight.roll(*faces[:dice])
    model = fight.model(0)
    assert (model.fate == Fate.REMOVED) == (model.toughness == 0)
    return model.toughness, model.stress, model.ap, dice


@pytest.mark.clause("S2.T2", "S2.T3", "S2.T4", "S2.T5")
@given(st.integers(1, 10), st.integers(0, 25), st.lists(st.integers(1, 6), min_size=10, max_size=10).map(tuple))
def test_an_activation_comes_to_what_the_rulebook_says(toughness: int, stress: int, faces: tuple[int, ...]) -> None:
    fight = stressed(toughness, stress)
    assert carried_out(fight, faces) == expected(toughness, stress, faces)


@pytest.mark.clause("S2.T4")
@pytest.mark.parametrize(("toughness", "stress"), [(1, 1), (2, 2), (2, 3), (3, 3), (3, 5), (4, 8), (3, 20)])
def test_every_stress_test_of_up_to_three_dice_comes_out_as_written(toughness: int, stress: int) -> None:
    fight = stressed(toughness, stress)
    for faces in product(range(1, 7), repeat=fight.node.dice):
        assert carried_out(fight, faces) == expected(toughness, stress, faces)
        fight.session.undo()
