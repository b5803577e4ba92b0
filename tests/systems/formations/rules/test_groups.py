"""Chapter G: formations, Wounds, and the engagement."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.errors import Refused
from battlewright.engine.node import Edit, NodeKind
from battlewright.engine.story import last_step_text
from battlewright.systems.formations.record import MAX_GROUPS, Clause, Editable, FormationsChoice, Step
from tests.systems.formations.helpers import ENEMY, Alone, Engaged, force

pytestmark = pytest.mark.plain

DAZE = {"name": "Daze", "dice": 1, "against": "will", "effect": "dazed", "dazed_by": "dex"}
ORDER = {"name": "Again!", "roll": "order", "effect": "rerolls", "amount": 2}


@pytest.mark.clause("F.G1")
def test_a_formation_attacks_as_one_with_the_dice_of_all_its_models() -> None:
    assert Alone(force({"models": 5}, atk=3)).node.dice == 15
    assert Alone(force({"models": 1}, atk=3)).node.dice == 3


@pytest.mark.clause("F.G1")
def test_below_three_models_a_formation_breaks_and_its_models_act_singly() -> None:
    engaged = Engaged(force({"models": 4}), force({"models": 4}, atk=1, deflection=4)).roll(6, 1)
    engaged.attack(0, ENEMY, 6, 6, 1, 1)
    groups = engaged.battle.groups
    assert (groups[ENEMY].models, groups[ENEMY + MAX_GROUPS].models) == (1, 1)
    assert sorted(choice.group for choice in engaged.session.choices()) == [ENEMY, ENEMY + MAX_GROUPS]
    engaged.activate(ENEMY).act(0)
    assert engaged.node.dice == 1


@pytest.mark.clause("F.G1")
def test_models_of_a_formation_that_had_acted_do_not_act_again_this_round() -> None:
    engaged = Engaged(force({"models": 4}), force({"models": 3})).roll(1, 6)
    engaged.attack(ENEMY, 0, 1, 1, 1)
    engaged.attack(0, ENEMY, 6, 1, 1, 1)
    assert engaged.battle.round == 2  # nobody was left to act
    assert engaged.node.step == Step.ROLL_OFF


@pytest.mark.clause("F.G1")
def test_a_broken_formation_never_forms_again() -> None:
    engaged = Engaged(force({"models": 4}), force({"models": 4})).roll(6, 1)
    engaged.attack(0, ENEMY, 6, 6, 1, 1)
    engaged.attack(ENEMY, 0, 1).attack(ENEMY + MAX_GROUPS, 0, 1)
    assert engaged.battle.round == 2
    engaged.roll(1, 6).activate(ENEMY).act(0)
    assert engaged.node.dice == 1


@pytest.mark.clause("F.G1")
def test_the_wounds_of_a_broken_formation_stay_with_the_model_that_took_them() -> None:
    alone = Alone(force({"models": 3}, atk=2), force({"models": 4}, might=2)).roll(6, 6, 6, 6, 6, 1)
    groups = alone.battle.groups
    assert (groups[ENEMY].models, groups[ENEMY].wounds) == (1, 1)
    assert (groups[ENEMY + MAX_GROUPS].models, groups[ENEMY + MAX_GROUPS].wounds) == (1, 0)


@pytest.mark.clause("F.G2")
def test_wounds_fall_on_one_model_until_it_is_removed_then_on_the_next() -> None:
    for wounds, models, left in ((1, 5, 1), (2, 5, 2), (3, 4, 0), (4, 4, 1), (6, 3, 0)):
        faces = [6] * wounds + [1] * (6 - wounds)
        target = Alone(force({"models": 6}), force({"models": 5}, might=3)).roll(*faces).target
        assert (target.models, target.wounds) == (models, left)


@pytest.mark.clause("F.G2")
def test_more_wounds_than_a_single_model_has_might_are_lost() -> None:
    engaged = Engaged(force(atk=6), force({}, {}, might=2)).roll(6, 1)
    engaged.attack(0, ENEMY, 6, 6, 6, 6, 6, 6)
    assert engaged.battle.groups[ENEMY].models == 0
    assert (engaged.battle.groups[ENEMY + 1].models, engaged.battle.groups[ENEMY + 1].wounds) == (1, 0)


@pytest.mark.clause("F.G3")
def test_a_roll_is_declared_rolled_rerolled_then_read_for_combinations_successes_and_wounds() -> None:
    look = {"name": "Look", "wounds": True, "combination": "double", "effect": "exposed"}
    engaged = Engaged(force({"rerolls": 1}, atk=2, actions=[look]), force({"models": 5})).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1)
    assert [told.rsplit(" [")[0].split(":")[-1].strip() for told in engaged.told()] == [
        "Look at Kind (b1).",
        "2 dice against 4.",
    ]
    engaged.roll(5, 6)
    assert engaged.node.step == Step.REROLL
    reroll = FormationsChoice()
    reroll.kind, reroll.dice[5] = 3, 1
    engaged.session.choose(reroll)
    assert engaged.node.step == Step.ROLL_AGAIN
    engaged.roll(5)
    clauses = [told.clause for told in last_step_text(engaged.session).sentences]
    assert clauses == ["F.D9", "F.D2", "F.D5", "F.D3", "F.G2"]


@pytest.mark.clause("F.G3")
def test_nothing_can_be_chosen_while_dice_must_fall() -> None:
    engaged = Engaged(force(), force())
    with pytest.raises(Refused, match=r"Dice must be rolled now .* \[F.G3\]"):
        engaged.activate(0)


@pytest.mark.clause("F.G4")
def test_the_winner_of_the_roll_off_acts_first_each_round_and_then_they_alternate() -> None:
    engaged = Engaged(force({}, {}), force({}, {})).roll(2, 5)
    sides = []
    for _ in range(4):
        sides.append(engaged.node.side)
        slot = engaged.session.choices()[0].group
        engaged.attack(slot, 0 if sides[-1] else ENEMY, 1)
    assert sides == [1, 0, 1, 0]
    assert (engaged.battle.round, engaged.node.step) == (2, Step.ROLL_OFF)
    assert engaged.roll(6, 5).node.side == 0


@pytest.mark.clause("F.G4")
def test_when_one_force_has_no_group_left_to_act_the_other_goes_on() -> None:
    engaged = Engaged(force(), force({}, {}, {})).roll(6, 1)
    engaged.attack(0, ENEMY, 1)
    for slot in (ENEMY, ENEMY + 1, ENEMY + 2):
        assert engaged.node.side == 1
        engaged.attack(slot, 0, 1)
    assert engaged.battle.round == 2


@pytest.mark.clause("F.G4")
@pytest.mark.parametrize(
    ("slot", "why"),
    [(ENEMY, "the enemy's"), (1, "has acted"), (5, "nobody there"), (-1, "nowhere"), (1000, "nowhere")],
)
def test_only_a_group_of_ones_own_that_has_not_acted_may_be_activated(slot: int, why: str) -> None:
    engaged = Engaged(force({}, {}), force()).roll(6, 1).attack(1, ENEMY, 1).attack(ENEMY, 0, 1)
    before = engaged.session.fingerprint
    with pytest.raises(Refused, match="must activate a group of its own") as refused:
        engaged.activate(slot)
    assert (refused.value.clause, engaged.session.fingerprint) == ("F.G4", before), why


@pytest.mark.clause("F.G4")
@pytest.mark.parametrize(("target", "action"), [(0, 0), (ENEMY + 1, 0), (-1, 0), (99, 0), (ENEMY, 1), (ENEMY, -1)])
def test_an_attack_needs_an_action_of_the_kind_and_an_enemy_that_is_there(target: int, action: int) -> None:
    engaged = Engaged(force(), force()).roll(6, 1).activate(0)
    with pytest.raises(Refused, match="at a group of the enemy"):
        engaged.act(target, action)


@pytest.mark.clause("F.G4")
def test_the_engagement_ends_when_one_force_is_gone() -> None:
    engaged = Engaged(force(), force()).roll(6, 1).attack(0, ENEMY, 6)
    assert (engaged.node.kind, engaged.node.result) == (NodeKind.OVER, 1)
    assert engaged.session.words.result(engaged.node) == "Force (a) wins."


@pytest.mark.clause("F.G4")
@pytest.mark.parametrize(
    ("might_a", "might_b", "faces_a", "faces_b", "result"),
    [(3, 3, 6, 1, 1), (3, 3, 1, 6, 2), (3, 3, 1, 1, 0), (4, 3, 1, 6, 0), (4, 3, 1, 1, 1), (5, 3, 1, 6, 1)],
)
def test_at_the_round_limit_the_greater_might_minus_wounds_wins(
    might_a: int, might_b: int, faces_a: int, faces_b: int, result: int
) -> None:
    engaged = Engaged(force(might=might_a), force(might=might_b), round_limit=1).roll(6, 1)
    engaged.attack(0, ENEMY, faces_a).attack(ENEMY, 0, faces_b)
    assert (engaged.node.kind, engaged.node.result) == (NodeKind.OVER, result)


@pytest.mark.clause("F.G4")
def test_an_engagement_has_five_rounds_unless_its_setup_says_otherwise() -> None:
    engaged = Engaged(force(might=9), force(might=9))
    for _ in range(5):
        assert engaged.node.kind != NodeKind.OVER
        engaged.roll(6, 1).attack(0, ENEMY, 1).attack(ENEMY, 0, 1)
    assert engaged.node.kind == NodeKind.OVER


@pytest.mark.clause("F.G5")
def test_heavy_sixes_add_a_second_wound_but_not_against_def_six() -> None:
    for deflection, faces, plain, heavy in ((4, (6, 5, 3), 2, 3), (5, (6, 6, 1), 2, 4), (6, (6, 6, 6), 3, 3)):
        target = force({"models": 20}, deflection=deflection)
        assert Alone(force(atk=3), target).roll(*faces).outcome.wounds == plain
        assert Alone(force(atk=3), target, heavy_sixes=True).roll(*faces).outcome.wounds == heavy


@pytest.mark.clause("F.G5", "F.D5")
def test_heavy_sixes_do_not_make_a_harmless_spell_wound() -> None:
    hex_ = {"name": "Hex", "dice": 2, "against": "will", "effect": "weakened"}
    alone = Alone(force(actions=[hex_]), force(), action=1, heavy_sixes=True).roll(6, 6)
    assert alone.outcome.wounds == 0


@pytest.mark.clause("F.D8")
def test_a_dazed_group_that_fails_its_test_loses_its_action() -> None:
    engaged = Engaged(force(actions=[DAZE]), force(dex=3)).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(5)
    engaged.activate(ENEMY)
    assert (engaged.node.kind, engaged.node.dice) == (NodeKind.CHANCE, 1)
    engaged.roll(4)
    assert engaged.told()[:2] == [
        "Kind (b1): test failed (3 or less). [F.D6]",
        "Kind (b1): the action is lost. [F.D8]",
    ]
    assert engaged.battle.round == 2


@pytest.mark.clause("F.D8")
def test_a_dazed_group_that_passes_its_test_acts_and_is_dazed_no_more() -> None:
    engaged = Engaged(force(actions=[DAZE]), force(dex=3)).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(5)
    engaged.activate(ENEMY).roll(2)
    assert engaged.node.step == Step.ACT
    engaged.act(0).roll(1)
    assert engaged.battle.groups[ENEMY].dazed == 0


@pytest.mark.clause("F.D8", "F.D6")
@pytest.mark.parametrize(("name", "score"), [("might", 2), ("dex", 3), ("will", 4), ("deflection", 5)])
def test_the_test_of_a_dazed_group_is_of_the_characteristic_that_the_action_names(name: str, score: int) -> None:
    daze = DAZE | {"dazed_by": "def" if name == "deflection" else name}
    scores: dict[str, Any] = {"might": 2, "dex": 3, "will": 4, "deflection": 5}
    engaged = Engaged(force(actions=[daze]), force(**scores)).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(6).activate(ENEMY).roll(score)
    assert engaged.told()[0] == f"Kind (b1): test passed ({score} or less). [F.D6]"


@pytest.mark.clause("F.D10", "F.D8")
def test_the_test_of_a_dazed_group_may_be_rerolled() -> None:
    engaged = Engaged(force(actions=[DAZE]), force({"rerolls": 1}, dex=3)).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(5).activate(ENEMY).roll(6)
    assert engaged.node.step == Step.REROLL
    reroll = FormationsChoice()
    reroll.kind, reroll.dice[0] = 3, 1
    engaged.session.choose(reroll)
    assert engaged.roll(3).node.step == Step.ACT


@pytest.mark.clause("F.D7")
def test_a_natural_one_is_told_with_its_clause() -> None:
    engaged = Engaged(force(actions=[DAZE]), force(dex=6)).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(5).activate(ENEMY).roll(1)
    assert engaged.told()[:2] == [
        "Kind (b1): a natural 1 passes no test. [F.D7]",
        "Kind (b1): test failed (6 or less). [F.D6]",
    ]


@pytest.mark.clause("F.D10")
def test_a_shouted_order_grants_rerolls_to_a_friend_only() -> None:
    engaged = Engaged(force({}, {}, actions=[ORDER]), force()).roll(6, 1).activate(0)
    with pytest.raises(Refused, match="its own force") as refused:
        engaged.act(ENEMY, action=1)
    assert refused.value.clause == "F.D10"
    engaged.act(1, action=1)
    assert engaged.battle.groups[1].rerolls == 2


@pytest.mark.clause("F.D10", "F.G1")
def test_the_rerolls_of_a_formation_are_lost_when_it_breaks() -> None:
    alone = Alone(force({"models": 3}), force({"models": 3, "rerolls": 4})).roll(6, 1, 1)
    assert alone.target.rerolls == 0


@pytest.mark.clause("F.D5")
def test_a_weakened_group_rolls_fewer_dice_once() -> None:
    howl = {"name": "Howl", "dice": 1, "against": "will", "effect": "weakened", "amount": 3}
    engaged = Engaged(force(might=9, actions=[howl]), force(might=9, atk=5)).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(6)
    assert engaged.activate(ENEMY).act(0).node.dice == 2
    engaged.roll(1, 1).roll(1, 6)
    assert engaged.activate(ENEMY).act(0).node.dice == 5


@pytest.mark.clause("F.D5", "F.D10")
def test_effects_and_rerolls_add_up() -> None:
    actions = [
        {"name": "Howl", "dice": 1, "against": "will", "effect": "weakened", "amount": 2},
        {"name": "Rust", "dice": 1, "against": "will", "effect": "exposed", "amount": 1},
        ORDER,
    ]
    engaged = Engaged(force({}, {}, {}, {}, {}, {}, might=9, actions=actions), force(might=9, atk=5)).roll(6, 1)
    for slot, action in ((0, 1), (2, 2)):
        engaged.activate(slot).act(ENEMY, action).roll(6)
        if slot == 0:
            engaged.activate(ENEMY).act(0, 0)
            assert engaged.node.dice == 3
            engaged.roll(1, 1, 1)
    for slot, action in ((1, 1), (3, 1), (4, 2)):
        engaged.activate(slot).act(ENEMY, action).roll(6)
    engaged.activate(5).act(0, 3).roll(6, 1).activate(1).act(0, 3)
    target = engaged.battle.groups[ENEMY]
    assert (target.weakened, engaged.battle.groups[0].rerolls) == (4, 4)


@pytest.mark.clause("F.D5")
def test_a_group_exposed_twice_is_lower_by_both_but_never_below_def_one() -> None:
    rust = {"name": "Rust", "dice": 1, "against": "will", "effect": "exposed", "amount": 2}
    engaged = Engaged(force({}, {}, {}, might=9, actions=[rust]), force(might=9, deflection=4)).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(6).attack(ENEMY, 0, 1)
    engaged.activate(1).act(ENEMY, action=1).roll(6)
    assert engaged.battle.groups[ENEMY].exposed == 4
    engaged.activate(2).act(ENEMY)
    assert engaged.told()[-1] == "1 die against 1. [F.D3]"


@pytest.mark.clause("F.D6", "F.D5")
def test_an_exposed_group_tests_its_lowered_def() -> None:
    rust = {"name": "Rust", "dice": 1, "against": "will", "effect": "exposed", "amount": 2}
    brace = {"name": "Brace", "roll": "test", "against": "def", "effect": "weakened"}
    engaged = Engaged(force(actions=[rust]), force(deflection=5, actions=[brace])).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(6).activate(ENEMY).act(0, action=1).roll(4)
    assert engaged.told()[0] == "Kind (b1): test failed (3 or less). [F.D6]"


@pytest.mark.clause("F.D5", "F.D3")
def test_an_attack_with_no_dice_left_is_resolved_without_a_roll() -> None:
    howl = {"name": "Howl", "dice": 1, "against": "will", "effect": "weakened", "amount": 9}
    engaged = Engaged(force(actions=[howl]), force()).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(6)
    engaged.activate(ENEMY).act(0)
    assert engaged.battle.round == 2
    assert "Kind (b1): Attack at Kind (a1). [F.G3]" in engaged.told()


@pytest.mark.clause("F.D5", "F.G4")
def test_an_exposed_group_has_a_lower_def_until_the_round_ends() -> None:
    rust = {"name": "Rust", "dice": 1, "against": "will", "effect": "exposed", "amount": 2}
    engaged = Engaged(force({}, {}, might=9, actions=[rust]), force(might=9, deflection=5)).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(6)
    engaged.attack(ENEMY, 0, 1).activate(1).act(ENEMY)
    assert engaged.told()[-1] == "1 die against 3. [F.D3]"
    engaged.roll(1).roll(6, 1).activate(0).act(ENEMY)
    assert engaged.told()[-1] == "1 die against 5. [F.D3]"


def change(engaged: Engaged, what: Editable, who: int, value: int) -> None:
    edit = Edit()
    edit.what, edit.who, edit.value = what, who, value
    engaged.session.edit(edit)


@pytest.mark.clause("F.G1", "F.G2")
def test_a_game_master_may_change_wounds_models_rerolls_and_the_round() -> None:
    engaged = Engaged(force(), force({"models": 5}, might=3)).roll(6, 1)
    change(engaged, Editable.WOUNDS, ENEMY, 2)
    change(engaged, Editable.REROLLS, 0, 7)
    change(engaged, Editable.ROUND, 0, 4)
    assert engaged.told() == ["The game master sets the round from 1 to 4."]
    change(engaged, Editable.MODELS, ENEMY, 2)
    groups = engaged.battle.groups
    assert (groups[ENEMY].wounds, groups[0].rerolls, engaged.battle.round) == (2, 7, 4)
    assert (groups[ENEMY].models, groups[ENEMY + MAX_GROUPS].models) == (1, 1)


@pytest.mark.clause("F.G4")
def test_an_edit_that_removes_the_last_group_ends_the_engagement() -> None:
    engaged = Engaged(force(), force()).roll(6, 1)
    change(engaged, Editable.MODELS, ENEMY, 0)
    assert (engaged.node.kind, engaged.node.result) == (NodeKind.OVER, 1)


@pytest.mark.clause("F.G3")
@pytest.mark.parametrize(
    ("what", "who", "value", "clause"),
    [
        (Editable.WOUNDS, ENEMY, 3, Clause.G2),
        (Editable.WOUNDS, ENEMY, -1, Clause.G2),
        (Editable.MODELS, ENEMY, 6, Clause.G1),
        (Editable.REROLLS, 0, 1001, Clause.D10),
        (Editable.ROUND, 0, 6, Clause.G4),
        (Editable.ROUND, 3, 2, Clause.G4),
        (Editable.WOUNDS, 7, 0, Clause.G4),
        (Editable.WOUNDS, 480, 0, Clause.G4),
    ],
)
def test_an_edit_that_the_rules_could_not_have_led_to_is_refused(
    what: Editable, who: int, value: int, clause: Clause
) -> None:
    engaged = Engaged(force(), force({"models": 5}, might=3)).roll(6, 1)
    before = engaged.session.fingerprint
    with pytest.raises(Refused) as refused:
        change(engaged, what, who, value)
    assert (refused.value.clause, engaged.session.fingerprint) == (f"F.{clause.name}", before)


@pytest.mark.clause("F.G3")
def test_a_roll_is_not_interrupted_by_an_edit() -> None:
    engaged = Engaged(force(), force()).roll(6, 1).activate(0)
    with pytest.raises(Refused, match=r"F\.G3"):
        change(engaged, Editable.REROLLS, 0, 1)


@pytest.mark.clause("F.G6")
def test_the_group_that_opens_an_engagement_has_fewer_dice_and_no_other() -> None:
    forces = force({"models": 5}, {"models": 4}), force({"models": 20})
    engaged = Engaged(*forces, opening_penalty=2).roll(6, 1).activate(0)
    assert engaged.told() == ["Kind (a1) opens the engagement: 2 dice fewer in this activation. [F.G6]"]
    engaged.act(ENEMY)
    assert engaged.node.dice == 3
    engaged.roll(1, 1, 1)
    assert engaged.activate(ENEMY).act(1).node.dice == 20
    engaged.roll(*[1] * 20).activate(1).act(ENEMY)
    assert engaged.node.dice == 4
    engaged.roll(1, 1, 1, 1)
    assert engaged.battle.round == 2
    engaged.roll(6, 1).activate(0).act(ENEMY)
    assert engaged.node.dice == 5  # the second round opens without a penalty


@pytest.mark.clause("F.G6")
def test_without_a_penalty_the_first_group_has_all_its_dice() -> None:
    assert Engaged(force({"models": 5}), force()).roll(6, 1).activate(0).act(ENEMY).node.dice == 5


@pytest.mark.clause("F.G6")
def test_who_opens_by_something_else_than_an_attack_has_all_dice_in_the_next_activation() -> None:
    order = {"name": "Aim", "roll": "order", "effect": "rerolls", "amount": 1}
    engaged = Engaged(force({"models": 5}, actions=[order]), force({"models": 5}), opening_penalty=2)
    engaged.roll(6, 1).activate(0).act(0, action=1).attack(ENEMY, 0, 1, 1, 1, 1, 1)
    engaged.roll(6, 1).activate(0).act(ENEMY)
    assert (engaged.battle.round, engaged.node.dice) == (2, 5)


@pytest.mark.clause("F.G6")
def test_the_opening_counts_once_also_where_the_first_group_removes_itself() -> None:
    powder = {"name": "Powder", "roll": "test", "against": "dex", "effect": "exposed", "amount": 1}
    powder |= {"failure": "wounds", "failure_amount": 9}
    engaged = Engaged(force({}, {"models": 5}, actions=[powder]), force({"models": 5}), opening_penalty=2)
    engaged.roll(6, 1).activate(0).act(ENEMY, action=1).roll(6)
    assert engaged.battle.groups[0].models == 0
    engaged.activate(ENEMY).act(1)
    assert engaged.node.dice == 5
    assert not any("F.G6" in line for line in engaged.told())


@pytest.mark.clause("F.G6")
def test_who_breaks_up_while_it_opens_has_all_dice_afterwards() -> None:
    powder = {"name": "Powder", "roll": "test", "against": "dex", "effect": "exposed", "amount": 1}
    powder |= {"failure": "wounds", "failure_amount": 1}
    one = force({"models": 3}, atk=3, actions=[powder])
    engaged = Engaged(one, force({"models": 5}), opening_penalty=2).roll(6, 1)
    engaged.activate(0).act(ENEMY, action=1).roll(6)
    assert [group.models for group in engaged.battle.groups if group.models] == [1, 1, 5]
    assert not any(group.opening or group.weakened for group in engaged.battle.groups)


@pytest.mark.clause("F.G6", "F.G4")
def test_an_edit_of_the_round_does_not_bring_the_opening_back() -> None:
    engaged = Engaged(force({"models": 5}), force({"models": 5}), opening_penalty=2).roll(6, 1)
    engaged.attack(0, ENEMY, 1, 1, 1).attack(ENEMY, 0, 1, 1, 1, 1, 1).roll(6, 1)
    change(engaged, Editable.ROUND, 0, 1)
    engaged.activate(0).act(ENEMY)
    assert engaged.node.dice == 5


@pytest.mark.clause("F.G6", "F.G4")
def test_an_edit_of_the_round_does_not_spare_the_opening_either() -> None:
    engaged = Engaged(force({"models": 5}), force({"models": 5}), opening_penalty=2).roll(6, 1)
    change(engaged, Editable.ROUND, 0, 3)
    engaged.activate(0).act(ENEMY)
    assert engaged.node.dice == 3


@pytest.mark.clause("F.G6")
def test_a_group_that_is_weakened_already_opens_with_both() -> None:
    engaged = Engaged(force({"models": 5}), force({"models": 5}), opening_penalty=2)
    engaged.battle.groups[0].weakened = 1
    engaged.roll(6, 1).activate(0).act(ENEMY)
    assert engaged.node.dice == 2
