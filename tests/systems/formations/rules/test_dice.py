"""Chapter D: what dice mean."""

from __future__ import annotations

import tomllib
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused
from battlewright.engine.node import NodeKind, OutcomeSymmetry, outcome
from battlewright.engine.record import copy_of, numbers
from battlewright.systems.formations.record import Clause, Step
from battlewright.systems.formations.rules.dice import has_double, has_scale, has_triple
from tests.modes import nightly_when_plain
from tests.systems.formations.helpers import ENEMY, Alone, Engaged, force

pytestmark = pytest.mark.plain

EXAMPLES = tomllib.loads((Path(__file__).parents[3] / "examples" / "formations.toml").read_text())["examples"]
SPELL = {"name": "Spell", "dice": 2, "wounds": True}
HEX = {"name": "Hex", "dice": 3, "against": "will", "effect": "weakened"}
LOOK = {"name": "Look", "wounds": True, "combination": "double", "effect": "exposed"}


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["name"] for example in EXAMPLES])
def test_the_examples_of_the_document_come_out(example: dict[str, Any]) -> None:
    with_combination = "double" in example
    actor = force({"models": example.get("models", 1)}, atk=example["atk"], actions=[LOOK])
    alone = Alone(actor, force({"models": 20}, deflection=example["def"]), action=1 if with_combination else 0)
    result = alone.roll(*example["faces"]).outcome
    assert result.successes == example["successes"]
    assert result.wounds == example.get("wounds", example["successes"])
    for name in ("double", "triple", "scale"):
        if name in example:
            assert bool(getattr(result, name)) == example[name], name


@pytest.mark.clause("F.D1")
def test_every_die_has_six_sides() -> None:
    alone = Alone(force(atk=3))
    assert (alone.node.dice, alone.node.sides) == (3, 6)
    engaged = Engaged(force(), force())
    assert (engaged.node.step, engaged.node.dice, engaged.node.sides) == (Step.ROLL_OFF, 2, 6)


@pytest.mark.clause("F.D2")
def test_the_same_face_succeeds_in_an_attack_and_fails_in_a_test() -> None:
    ability = {"name": "Leap", "roll": "test", "against": "dex", "effect": "weakened"}
    attack = Alone(force(), force(deflection=4)).roll(5)
    tested = Alone(force(dex=4, actions=[ability]), action=1).roll(5)
    assert attack.outcome.successes == 1
    assert tested.outcome.successes == 0


@pytest.mark.clause("F.D3")
@pytest.mark.parametrize(("deflection", "face"), list(product(range(1, 8), range(1, 7))))
def test_an_attack_die_wounds_when_it_matches_or_beats_def(deflection: int, face: int) -> None:
    result = Alone(force(atk=1), force({"models": 3}, deflection=deflection)).roll(face).outcome
    assert result.wounds == (1 if face >= deflection else 0)


@pytest.mark.clause("F.D4")
def test_a_spell_says_whether_it_goes_against_def_or_will() -> None:
    target = force({"models": 3}, deflection=6, will=2)
    against_will = Alone(force(actions=[SPELL | {"against": "will"}]), target, action=1)
    against_def = Alone(force(actions=[SPELL]), target, action=1)
    assert against_will.roll(2, 5).outcome.wounds == 2
    assert against_def.roll(2, 5).outcome.wounds == 0


@pytest.mark.clause("F.D5")
def test_an_action_that_does_not_say_it_wounds_causes_none() -> None:
    alone = Alone(force(actions=[HEX]), force({"models": 3}, will=2), action=1).roll(6, 6, 6)
    assert (alone.outcome.successes, alone.outcome.wounds) == (3, 0)
    assert (alone.target.models, alone.target.weakened) == (3, 1)


@pytest.mark.clause("F.D5")
def test_one_success_is_enough_for_an_effect() -> None:
    landed = Alone(force(actions=[HEX]), force(will=5), action=1).roll(1, 5, 2)
    missed = Alone(force(actions=[HEX]), force(will=5), action=1).roll(1, 4, 2)
    assert (landed.outcome.landed, landed.target.weakened) == (1, 1)
    assert (missed.outcome.landed, missed.target.weakened) == (0, 0)


@pytest.mark.clause("F.D5")
def test_an_effect_that_names_a_number_needs_as_many_successes() -> None:
    action = HEX | {"needs": 2}
    assert Alone(force(actions=[action]), force(will=5), action=1).roll(1, 5, 2).outcome.landed == 0
    assert Alone(force(actions=[action]), force(will=5), action=1).roll(6, 5, 2).outcome.landed == 1


@pytest.mark.clause("F.D6", "F.D7")
@pytest.mark.parametrize("score", range(1, 11))
def test_a_test_of_score_n_passes_with_n_minus_one_faces_and_at_most_five(score: int) -> None:
    ability = {"name": "Leap", "roll": "test", "against": "dex", "effect": "weakened"}
    passed = [
        face for face in range(1, 7) if Alone(force(dex=score, actions=[ability]), action=1).roll(face).outcome.landed
    ]
    assert passed == list(range(2, min(score, 6) + 1))


@pytest.mark.clause("F.D6")
@pytest.mark.parametrize("characteristic", ["might", "dex", "will", "def"])
def test_any_characteristic_can_be_tested_even_def(characteristic: str) -> None:
    ability = {"name": "Try", "roll": "test", "against": characteristic, "effect": "weakened"}
    name = "deflection" if characteristic == "def" else characteristic
    scores: dict[str, Any] = {"might": 2, "dex": 2, "will": 2, "deflection": 2} | {name: 5}
    assert Alone(force(**scores, actions=[ability]), action=1).roll(5).outcome.landed == 1
    assert Alone(force(**scores, actions=[ability]), action=1).roll(6).outcome.landed == 0


@pytest.mark.clause("F.D6")
def test_an_attack_is_not_a_test() -> None:
    low = Alone(force(dex=6, might=6, will=6), force({"models": 3}, deflection=4)).roll(3)
    assert low.outcome.successes == 0


@pytest.mark.clause("F.D7")
def test_a_natural_one_means_nothing_in_an_attack() -> None:
    assert Alone(force(), force(deflection=1)).roll(1).outcome.wounds == 1


@pytest.mark.clause("F.D8")
def test_a_test_carries_out_what_it_states_for_success_and_for_failure() -> None:
    ability = {"name": "Risk", "roll": "test", "against": "will", "effect": "exposed", "amount": 2}
    ability |= {"failure": "wounds", "failure_amount": 1}
    actor = force({"models": 3}, will=4, actions=[ability])
    passed = Alone(actor, action=1).roll(4)
    failed = Alone(actor, action=1).roll(5)
    assert (passed.target.exposed, passed.battle.groups[0].models) == (2, 3)
    assert (failed.target.exposed, failed.battle.groups[0].models) == (0, 1)


@pytest.mark.clause("F.D9")
@given(st.lists(st.integers(1, 6), min_size=0, max_size=12))
def test_combinations_agree_with_looking_at_the_dice(faces: list[int]) -> None:
    shown = numbers([faces.count(face) for face in range(1, 7)])
    assert bool(has_double(shown)) == any(faces.count(face) >= 2 for face in faces)
    assert bool(has_triple(shown)) == any(faces.count(face) >= 3 for face in faces)
    assert bool(has_scale(shown)) == any({low, low + 1, low + 2} <= set(faces) for low in range(1, 5))


@pytest.mark.clause("F.D9")
def test_a_combination_is_looked_for_after_rerolls_and_needs_no_success() -> None:
    alone = Alone(force({"rerolls": 1}, atk=2, actions=[LOOK]), force(deflection=6), action=1)
    alone.roll(1, 2)
    assert alone.reroll(two=1) == 0
    result = alone.roll(1).outcome
    assert (result.double, result.successes, result.landed) == (1, 0, 1)


@pytest.mark.clause("F.D10")
def test_one_reroll_throws_one_die_again_and_the_second_result_stands() -> None:
    alone = Alone(force({"rerolls": 1}, atk=2), force({"models": 3}, deflection=4)).roll(5, 6)
    assert alone.node.step == Step.REROLL
    assert alone.reroll(four=1) == 0  # a success, thrown again against all reason
    assert alone.roll(1).outcome.wounds == 1


@pytest.mark.clause("F.D10")
def test_more_dice_than_rerolls_are_refused() -> None:
    alone = Alone(force({"rerolls": 1}, atk=3)).roll(1, 1, 1)
    assert alone.reroll(one=2) == Clause.D10


@pytest.mark.clause("F.D10")
def test_dice_that_do_not_lie_there_cannot_be_named() -> None:
    alone = Alone(force({"rerolls": 3}, atk=3)).roll(1, 1, 6)
    assert alone.reroll(four=2) == Clause.D10
    assert alone.reroll(one=-1) == Clause.D10


@pytest.mark.clause("F.D10")
def test_rerolls_may_be_kept_for_later() -> None:
    alone = Alone(force({"rerolls": 2}, atk=1)).roll(1)
    assert alone.reroll() == 0
    assert alone.node.kind == NodeKind.OVER
    assert alone.battle.groups[0].rerolls == 2


@pytest.mark.clause("F.D10")
def test_the_die_of_a_test_may_be_rerolled() -> None:
    ability = {"name": "Leap", "roll": "test", "against": "dex", "effect": "weakened"}
    alone = Alone(force({"rerolls": 1}, dex=4, actions=[ability]), action=1).roll(6)
    assert alone.reroll(one=1) == 0
    assert alone.roll(2).outcome.landed == 1


@pytest.mark.clause("F.D11", "F.G3")
def test_no_die_is_thrown_a_third_time() -> None:
    alone = Alone(force({"rerolls": 5}, atk=2)).roll(1, 1)
    assert alone.reroll(one=1) == 0
    alone.roll(1)
    assert alone.node.kind == NodeKind.OVER
    assert alone.battle.groups[0].rerolls == 4


@pytest.mark.clause("F.D11")
def test_all_eight_dice_of_four_archers_may_be_rerolled() -> None:
    alone = Alone(force({"models": 4, "rerolls": 8}, atk=2), force({"models": 20}, deflection=4))
    alone.roll(1, 1, 1, 1, 1, 1, 1, 1)
    assert alone.reroll(one=8) == 0
    assert alone.roll(4, 4, 4, 4, 4, 4, 4, 4).outcome.wounds == 8


@pytest.mark.clause("F.D10")
@given(faces=st.lists(st.integers(1, 6), min_size=1, max_size=5), rerolls=st.integers(1, 5))
def test_every_way_to_reroll_is_listed_once(faces: list[int], rerolls: int) -> None:
    alone = Alone(force({"rerolls": rerolls}, atk=len(faces), actions=[LOOK]), action=1).roll(*faces)
    counts = [faces.count(face) for face in range(1, 7)]
    every = [way for way in product(*(range(count + 1) for count in counts)) if sum(way) <= rerolls]
    assert sorted(alone.listed()) == sorted(every)
    assert alone.listed()[0] == (0,) * 6


@pytest.mark.clause("F.D2", "F.G5")
@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("deflection", range(1, 8))
def test_faces_are_alike_just_when_they_count_the_same(deflection: int, heavy: bool) -> None:
    alone = Alone(force(atk=1), force({"models": 9}, deflection=deflection), heavy_sixes=heavy)
    node = copy_of(alone.node)
    assert node.symmetry == OutcomeSymmetry.COUNTED
    wounds = {}
    for face in range(1, 7):
        again = Alone(force(atk=1), force({"models": 9}, deflection=deflection), heavy_sixes=heavy)
        wounds[face] = again.roll(face).outcome.wounds
    for one, other in product(range(1, 7), repeat=2):
        assert (outcome(node, [one]) == outcome(node, [other])) == (wounds[one] == wounds[other])


@pytest.mark.clause("F.D9")
def test_where_a_combination_counts_every_face_counts() -> None:
    node = Alone(force(atk=2, actions=[LOOK]), action=1).node
    assert [node.face_class[face - 1] for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("F.D12")
def test_a_tied_roll_off_is_rolled_again_until_it_is_decided() -> None:
    engaged = Engaged(force(), force())
    engaged.roll(4, 4)
    assert engaged.told() == ["A tie: the roll-off goes on. [F.D12]"]
    engaged.roll(1, 1).roll(2, 5)
    assert (engaged.node.step, engaged.node.side) == (Step.ACTIVATE, 1)


@pytest.mark.clause("F.D9")
@pytest.mark.parametrize(
    ("combination", "faces", "landed"),
    [
        ("double", (2, 2, 5), True),
        ("double", (1, 2, 3), False),
        ("triple", (2, 2, 5), False),
        ("triple", (4, 4, 4), True),
        ("triple", (1, 2, 3), False),
        ("scale", (4, 4, 4), False),
        ("scale", (4, 6, 5), True),
        ("scale", (6, 1, 2), False),
    ],
)
def test_an_action_lands_by_the_combination_it_names(combination: str, faces: tuple[int, ...], landed: bool) -> None:
    action = {"name": "Look", "combination": combination, "effect": "exposed"}
    alone = Alone(force(atk=3, actions=[action]), force(deflection=6), action=1).roll(*faces)
    assert (bool(alone.outcome.landed), alone.target.exposed) == (landed, int(landed))


@pytest.mark.clause("F.D5", "F.D9")
@pytest.mark.parametrize(("wounds", "expected", "clause"), [(True, 1 + 3, "F.D3"), (False, 3, "F.D5")])
def test_an_effect_may_be_more_wounds(wounds: bool, expected: int, clause: str) -> None:
    action = {"name": "Rend", "wounds": wounds, "combination": "double", "effect": "wounds", "amount": 3}
    target = force({"models": 9}, deflection=4)
    assert Alone(force(atk=3, actions=[action]), target, action=1).roll(2, 2, 5).outcome.wounds == expected
    assert Alone(force(atk=3, actions=[action]), target, action=1).roll(1, 2, 5).outcome.wounds == int(wounds)
    engaged = Engaged(force(atk=3, actions=[action]), target).roll(6, 1).activate(0).act(ENEMY, 1).roll(2, 2, 5)
    assert f"Kind (b1): {expected} Wounds. [{clause}]" in engaged.told()


@pytest.mark.clause("F.D4")
def test_the_dice_of_a_spell_are_its_own_for_each_model_and_its_clause_is_told() -> None:
    spell = {"name": "Storm", "dice": 10, "against": "will", "wounds": True}
    engaged = Engaged(force({"models": 4}, actions=[spell]), force({"models": 20}, might=4, will=5)).roll(6, 1)
    engaged.activate(0).act(ENEMY, 1)
    assert engaged.told()[-1] == "40 dice against 5. [F.D4]"
    engaged.roll(*[6] * 40)
    assert "Kind (b1): 40 Wounds. [F.D3]" in engaged.told()
    assert engaged.battle.groups[ENEMY].models == 10


@pytest.mark.clause("F.D10")
def test_naming_more_dice_than_lie_there_is_refused_whatever_the_number() -> None:
    for count in range(3, 12):
        alone = Alone(force({"models": 4, "rerolls": 20}, atk=2)).roll(1, 1, 6, 6, 6, 6, 6, 6)
        assert alone.reroll(one=count) == Clause.D10


@nightly_when_plain
@pytest.mark.clause("F.D10", "F.D11")
def test_the_list_of_rerolls_goes_on_where_its_room_ends() -> None:
    """Twenty dice have more ways to be rerolled than one listing holds; the last is to reroll them all."""
    faces = [1 + die % 6 for die in range(20)]
    alone = Alone(force({"rerolls": 20, "models": 10}, atk=2, actions=[LOOK]), action=1).roll(*faces)
    counts = [faces.count(face) for face in range(1, 7)]
    every: list[tuple[int, ...]] = []
    while page := alone.listed(first=len(every)):
        every += page
    assert len(every) == len(set(every)) == prod(count + 1 for count in counts)
    assert every[-1] == tuple(counts)


@pytest.mark.clause("F.G3", "F.G4")
@pytest.mark.parametrize("field", ["group", "action", "target", "dice"])
def test_a_choice_with_something_that_does_not_belong_to_it_is_refused(field: str) -> None:
    engaged = Engaged(force({"rerolls": 1}, atk=2), force({"models": 3})).roll(6, 1)
    refused = 0
    for step in range(3):
        choice = engaged.session.choices()[0]
        foreign = {0: ("action", "target", "dice"), 1: ("group", "dice"), 2: ("group", "action", "target")}[step]
        if field in foreign:
            before = engaged.session.fingerprint
            stray = copy_of(choice)
            if field == "dice":
                stray.dice[3] = 1
            else:
                setattr(stray, field, 1)
            with pytest.raises(Refused):
                engaged.session.choose(stray)
            assert engaged.session.fingerprint == before
            refused += 1
        engaged.session.choose(choice)
        if step == 1:
            engaged.roll(5, 6)
    assert refused == 2
