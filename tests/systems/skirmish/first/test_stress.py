"""Chapters C, A and T of the first edition: cards, action points, and stress that is tested at once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.node import NodeKind
from battlewright.engine.story import last_step_text
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Fate, Step
from battlewright.systems.skirmish.setup.files import CharacterSetup
from tests.systems.skirmish.helpers import CARD, Fight, walk

pytestmark = pytest.mark.plain

RIFLE = {"weapons": ["Rifle"]}
CLEAR: dict[str, Any] = {"at": (4, 12), **RIFLE}


def shot_at(toughness: int, stress: int, ap: int = 0, **more: Any) -> Fight:
    """Model 1, with so much stress, has just been shot at from 5 inches with three dice."""
    target = {"at": (10, 12), "toughness": toughness, "weapons": ["Sword"]}
    fight = Fight(a=[CLEAR], b=[target, {"at": (20, 20)}], edition="first", **more)
    return fight.stress(1, stress).edit(Editable.AP, 1, ap).activate(0).shoot(1)


@pytest.mark.clause("S1.C1", "S1.C3")
def test_a_card_has_the_four_abilities_and_their_sum_names_it() -> None:
    fight = Fight(a=[{"melee": 2, "ballistics": 3, "toughness": 4, "agility": 5}], b=[{}], edition="first")
    card = fight.setting.cards[0]
    assert (card.melee, card.ballistics, card.toughness, card.agility) == (2, 3, 4, 5)
    assert fight.model(0).toughness == 4
    assert CharacterSetup.model_validate(CARD | {"agility": 5, "melee": 5}).rank == "Hero"


@pytest.mark.clause("S1.C2")
def test_agility_0_cannot_move_and_ballistics_0_cannot_shoot() -> None:
    fight = Fight(a=[{"agility": 0, "ballistics": 0, **RIFLE}], b=[{}], edition="first").activate(0)
    assert fight.refused(ChoiceKind.MOVE, walk(5, 5)) == "S1.C2"
    assert fight.refused(ChoiceKind.SHOOT, whom=1) == "S1.F1"


@pytest.mark.clause("S1.A1")
def test_three_action_points_a_round_for_activations_and_reactions() -> None:
    fight = Fight(a=[{"at": (4, 12), **RIFLE}], b=[{"at": (12, 12), **RIFLE}], edition="first").activate(0)
    assert [fight.model(who).ap for who in range(2)] == [3, 3]
    fight.shoot(1).choose(ChoiceKind.COVER)
    assert [fight.model(who).ap for who in range(2)] == [1, 2]


@pytest.mark.clause("S1.A1")
def test_rounds_go_on_until_the_limit_and_points_decide() -> None:
    fight = Fight(a=[{}, {}], b=[{}], edition="first", round_limit=1)
    fight.activate(0).stop().activate(2).stop().activate(1).stop()
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)


@pytest.mark.clause("S1.T1", "S1.T2")
@pytest.mark.parametrize(("stress", "tested"), [(0, False), (1, False), (2, True), (7, True)])
def test_damage_adds_stress_and_stress_of_the_toughness_is_tested_as_soon_as_it_is_there(
    stress: int, tested: bool
) -> None:
    fight = shot_at(3, stress).roll(2, 2, 2)
    assert fight.model(1).stress == stress + 1
    assert (fight.node.step == Step.STRESS_TEST) == tested
    if tested:
        assert (fight.node.kind, fight.node.side, fight.node.dice) == (NodeKind.CHANCE, 1, 3)


@pytest.mark.clause("S1.T2")
def test_no_damage_no_test_however_much_stress_there_is() -> None:
    fight = shot_at(3, 9, ap=1).choose(ChoiceKind.NOTHING).roll(1, 1, 1)
    assert (fight.node.step, fight.model(1).toughness) == (Step.ACT, 3)
    fight.stop().activate(1)
    assert fight.node.step == Step.ACT  # nor when it is activated


@pytest.mark.clause("S1.T2")
def test_a_test_never_triggers_another() -> None:
    fight = shot_at(3, 5).roll(2, 2, 2).roll(1, 4, 4)
    assert (fight.model(1).toughness, fight.model(1).stress, fight.node.step) == (2, 6, Step.ACT)


@pytest.mark.clause("S1.T3", "S1.T5")
@given(st.lists(st.integers(1, 6), min_size=4, max_size=4))
def test_each_die_under_4_costs_a_point_of_toughness_and_the_stress_stays(faces: list[int]) -> None:
    fight = shot_at(4, 4).roll(2, 2, 2)
    fight.roll(*faces)
    left = sum(face >= 4 for face in faces)
    if left:
        assert (fight.model(1).toughness, fight.model(1).stress) == (left, 5)
        assert fight.model(1).broke_down == 0
    else:
        assert fight.model(1).fate == Fate.REMOVED


@pytest.mark.clause("S1.T4")
def test_toughness_0_removes_from_the_game() -> None:
    fight = shot_at(1, 0).roll(2, 2, 2).roll(3)
    assert (fight.model(1).fate, fight.base(1).stands) == (Fate.REMOVED, 0)
    assert "S1.T4" in [told.clause for told in last_step_text(fight.session).sentences]
    assert fight.node.step == Step.ACT  # there is another one


@pytest.mark.clause("S1.T4", "S1.A1")
def test_with_the_last_model_the_battle_is_over_in_the_middle_of_an_activation() -> None:
    fight = Fight(a=[CLEAR], b=[{"at": (10, 12), "toughness": 1}], edition="first").edit(Editable.AP, 1, 0)
    fight.activate(0).shoot(1).roll(2, 2, 2).roll(3)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)


@pytest.mark.clause("S1.T4", "S1.A1")
def test_with_a_leader_the_battle_is_over_where_leaders_count() -> None:
    target = {"at": (10, 12), "toughness": 1}
    fight = Fight(a=[CLEAR], b=[target, {}], edition="first", victory="leaders").edit(Editable.AP, 1, 0)
    fight.activate(0).shoot(1).roll(2, 2, 2).roll(3)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)


@pytest.mark.clause("S1.T5")
def test_there_is_no_break_down_and_no_aid() -> None:
    fight = Fight(a=[{"at": (5, 5)}, {"at": (6, 5)}], b=[{}], edition="first").stress(0, 20).activate(0)
    assert (fight.node.step, fight.model(0).ap, fight.model(0).stress) == (Step.ACT, 3, 20)
    fight.stop().activate(2).stop().activate(1)
    assert fight.refused(ChoiceKind.AID, whom=0) == "S1.T5"
