"""Chapter X: conditions with their severe forms: what they modify, cost, deal, how long they last, what ends them."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.errors import Refused
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.record import ChoiceKind, Editable, Step
from battlewright.systems.heroes.setup.rulings import RulingsSetup
from tests.systems.heroes.helpers import Meeting

pytestmark = pytest.mark.plain

LEATHER = {"armour": "light", "dexterity": 7, "strength": 4, "constitution": 8}
"""Dodge 7, Parry 2, Armor 4; Health 27."""
FIELDS = ("attack", "willpower", "fortitude", "reflex", "spell_power")


def changes(condition: ConditionName) -> dict[str, int]:
    """What a condition changes about somebody."""
    fight = Meeting([{}], [LEATHER])
    before = dict(zip(("dodge", "parry", "armor"), fight.defence(1), strict=True))
    before |= {name: getattr(fight.who(1), name) for name in FIELDS}
    fight.give(1, condition)
    after = dict(zip(("dodge", "parry", "armor"), fight.defence(1), strict=True))
    after |= {name: getattr(fight.who(1), name) for name in FIELDS}
    return {name: after[name] - before[name] for name in before if after[name] != before[name]}


@pytest.mark.clause("H.X1", "H.X2", "H.X3", "H.X5")
@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("BLINDED", {"attack": -2, "dodge": -2}),
        ("BLIND", {"attack": -5, "dodge": -5}),
        ("STAGGERED", {}),
        ("PRONE", {"dodge": -2, "parry": -2}),
        ("GRAPPLED", {"dodge": -2, "parry": -2}),
        ("PINNED", {"dodge": -7, "parry": -2}),
        ("ENTANGLED", {"dodge": -2}),
        ("ENSNARED", {"dodge": -7}),
        ("PARALYZED", {"dodge": -7, "parry": -2}),
        ("PETRIFIED", {"dodge": -7, "parry": -2, "armor": 5}),
        ("SILENCED", {"spell_power": -5}),
        ("UNCONSCIOUS", {"dodge": -7, "parry": -2}),
        ("MUTE", {}),
        ("BLEEDING", {}),
        ("POISONED", {"fortitude": -2}),
        ("DISEASED", {}),
        ("BURNING", {}),
        ("FROZEN", {}),
        ("STUNNED", {}),
        ("AFRAID", {"attack": -2}),
        ("CONFUSED", {}),
    ],
)
def test_what_each_condition_modifies(condition: str, expected: dict[str, int]) -> None:
    assert changes(ConditionName[condition]) == expected


@pytest.mark.clause("H.X5", "H.D9")
@pytest.mark.parametrize(("ring", "penalty"), [({"p1": 0, "p5": 1}, 2), ({"p1": 0, "p5": 1, "p3": 2}, 5)])
def test_flanked_and_surrounded_take_from_the_whole(ring: dict[str, int], penalty: int) -> None:
    assert sum(Meeting([{}, {}, {}], [LEATHER]).ring(3, **ring).defence(3)) == 13 - penalty


@pytest.mark.clause("H.X1")
def test_a_severe_form_takes_the_place_of_the_milder_one() -> None:
    trip = {"name": "Trip", "target": "reflex", "effect": "staggered", "check": "resistance"}
    throw = {"name": "Throw", "target": "reflex", "effect": "prone", "check": "resistance"}
    for first, second, has in ((0, 1, {"prone"}), (1, 0, {"prone"})):
        fight = Meeting([{"wisdom": 12, "spells": [trip, throw]}], [{}], ap=4)
        for action in (first, second):
            fight.use(1, action=action)
            while fight.node.step in (Step.CONTEST_ATTACK, Step.CONTEST_DEFENCE):
                fight.roll(fight.node.sides if fight.node.step == Step.CONTEST_ATTACK else 1)
        assert fight.has(1) == has


@pytest.mark.clause("H.X5", "H.N1")
@pytest.mark.parametrize(("condition", "ap"), [("STAGGERED", 2), ("PRONE", 2), ("STUNNED", 1), ("BLINDED", 3)])
def test_conditions_cost_action_points(condition: str, ap: int) -> None:
    fight = Meeting([{}], [{}]).give(1, ConditionName[condition]).end()
    assert (fight.actor, fight.who(1).ap) == (1, ap)


@pytest.mark.clause("H.X5")
@pytest.mark.parametrize("condition", ["PARALYZED", "PETRIFIED"])
def test_who_has_no_actions_is_passed_over_but_may_resist(condition: str) -> None:
    fight = Meeting([{}], [{}]).give(1, ConditionName[condition]).end()
    assert (fight.actor, fight.node.step) == (1, Step.RESISTANCE)
    fight.roll(8, 8, 8)
    assert fight.has(1) == set()


@pytest.mark.clause("H.X5")
def test_the_mute_cast_no_spells_and_the_silenced_badly() -> None:
    mage = {
        "spells": [{"name": "Zap", "target": "reflex", "damage": "1d4", "types": ["fire"]}],
        "weapons": [],
        "wisdom": 6,
    }
    fight = Meeting([mage], [{}]).give(0, ConditionName.MUTE)
    assert fight.refused(ChoiceKind.USE, target=1) == "H.X5"
    assert ChoiceKind.USE not in fight.kinds()
    fight = Meeting([mage], [{}]).give(0, ConditionName.SILENCED)
    assert fight.who(0).spell_power == 1


@pytest.mark.clause("H.X2", "H.X5")
@pytest.mark.parametrize(
    ("condition", "sides", "turns", "type"),
    [("BLEEDING", 4, 3, "slashing"), ("POISONED", 4, 6, "acid"), ("BURNING", 6, 3, "fire"), ("FROZEN", 4, 1, "frost")],
)
def test_afflictions_deal_damage_each_turn_for_so_many_turns(condition: str, sides: int, turns: int, type: str) -> None:
    name = condition.lower()
    bite: dict[str, Any] = {"name": "Bite", "damage": "1d4", "types": ["piercing"], "effect": name}
    if name == "poisoned":
        bite |= {"effect": {"condition": name, "defence": "fortitude", "power": 99}}
    fight = Meeting([{"weapons": [bite]}], [{"constitution": 12, "level": 5, "vulnerabilities": {type: 1}}])
    fight.use(1).roll(8, 8, 8).roll(1, 1)
    if name == "poisoned":
        fight.roll(1, 1, 1)  # 3 and Fortitude 14 against 12 and a power of 99
    assert fight.has(1) == {name}
    fight.end()
    for turn in range(turns):
        assert (fight.node.step, fight.node.dice, fight.node.sides) == (Step.TICK, 1, sides)
        before = fight.who(1).health
        fight.roll(2)
        assert before - fight.who(1).health == 3  # with the vulnerability
        assert fight.has(1) == {name}
        fight.end()
        assert (fight.has(1) == {name}) == (turn + 1 < turns)
        fight.initiative().end()
    assert (fight.actor, fight.node.step) == (1, Step.ACT)


@pytest.mark.clause("H.X4")
def test_bloodied_below_half_of_the_health_by_itself_and_only_as_long() -> None:
    fight = Meeting([{}], [{"constitution": 4, "strength": 1, "dexterity": 1}])  # Health 10
    for health, has in ((5, set()), (4, {"bloodied"}), (1, {"bloodied"}), (5, set()), (10, set())):
        assert fight.edit(Editable.HEALTH, 1, health).has(1) == has
    with_more = Meeting([{}], [{"level": 2, "constitution": 7, "strength": 3, "dexterity": 3}])  # Health 40
    assert with_more.edit(Editable.HEALTH, 1, 4).has(1) == {"bloodied"}
    assert with_more.edit(Editable.HEALTH, 1, 3).has(1) == {"near_death"}
    assert with_more.who(1).attack == -2


@pytest.mark.clause("H.X4")
def test_abilities_may_ask_for_somebody_bloodied() -> None:
    fury = {"name": "Fury", "damage": "2d6", "types": ["slashing"], "when": "bloodied"}
    finish = {"name": "Finish", "damage": "2d6", "types": ["slashing"], "against": "bloodied"}
    fight = Meeting([{"weapons": [fury, finish]}], [{}])
    assert [fight.refused(ChoiceKind.USE, action=action, target=1) for action in (0, 1)] == ["H.X4", "H.X4"]
    fight.edit(Editable.HEALTH, 0, 3)
    assert [fight.refused(ChoiceKind.USE, action=action, target=1) for action in (0, 1)] == ["", "H.X4"]
    fight.edit(Editable.HEALTH, 1, 3)
    assert [fight.refused(ChoiceKind.USE, action=action, target=1) for action in (0, 1)] == ["", ""]


@pytest.mark.clause("H.X3", "H.X5")
def test_the_dominated_act_for_the_dominator() -> None:
    bind = {"name": "Bind", "target": "willpower", "effect": "dominated", "check": "resistance"}
    fight = Meeting([{"wisdom": 12, "spells": [bind]}], [{}, {}]).use(1)
    fight.roll(10).roll(1).roll(12).roll(1)
    assert fight.has(1) == {"dominated"}
    fight.end()
    assert (fight.actor, fight.node.side) == (1, 0)
    assert {choice.target for choice in fight.session.choices() if choice.kind == ChoiceKind.USE} == {2}


@pytest.mark.clause("H.X3", "H.X5")
def test_a_row_may_make_another_condition_rule_its_bearer_and_it_ends_with_it() -> None:
    charm = {"name": "Charm", "target": "willpower", "effect": "afraid", "check": "resistance"}
    rules = {"afraid": {"dominated": True}}
    fight = Meeting([{"wisdom": 12, "spells": [charm]}], [{}, {}], conditions=rules).use(1)
    fight.roll(10).roll(1).roll(12).roll(1).end()
    assert (fight.actor, fight.node.side) == (1, 0)
    fight.edit(Editable.CONDITION, 1, 0, ConditionName.AFRAID)
    assert (fight.actor, fight.node.side) == (1, 1)


@pytest.mark.clause("H.X3", "H.X5")
def test_the_confused_choose_their_target_at_random() -> None:
    fight = Meeting([{}, {}], [{}, {}]).give(0, ConditionName.CONFUSED).use(2)
    assert (fight.node.step, fight.node.dice, fight.node.sides) == (Step.CONFUSION, 1, 3)
    fight.roll(1)
    assert (fight.battle.frames[2].target, fight.node.step) == (1, Step.ATTACK_ROLL)


@pytest.mark.clause("H.X3", "H.X5")
def test_the_afraid_do_not_recover_morale() -> None:
    song: dict[str, Any] = {"name": "Song", "heals": True, "damage": "1d6", "types": ["psychic"]}
    fight = Meeting([{"spells": [song]}, {}], [{}]).edit(Editable.MORALE, 1, 5).use(1).roll(2)
    assert fight.who(1).morale == 5 + 2 + 3  # with the Spell Potency
    fight = Meeting([{"spells": [song]}, {}], [{}]).edit(Editable.MORALE, 1, 5).give(1, ConditionName.AFRAID)
    assert fight.use(1).roll(2).who(1).morale == 5


@pytest.mark.clause("H.X5")
def test_every_row_of_the_table_can_be_changed_by_a_set_up() -> None:
    harsh = {"stunned": {"ap": 3}, "burning": {"damage": "2d6"}, "blinded": {"confused": True}}
    fight = Meeting([{}], [{}], conditions=harsh).give(1, ConditionName.STUNNED).end()
    assert (fight.actor, fight.who(1).ap, fight.node.step) == (1, 0, Step.RESISTANCE)  # nothing is left to act with
    fight = Meeting([{}, {}], [{}], conditions=harsh).give(0, ConditionName.BLINDED).use(2)
    assert fight.node.step == Step.CONFUSION
    fight = Meeting([{}], [{}], conditions=harsh).give(1, ConditionName.BURNING, 1).end()
    assert (fight.node.step, fight.node.dice, fight.node.sides) == (Step.TICK, 2, 6)
    assert RulingsSetup.model_validate({}).conditions["burning"].damage == "1d6"


@pytest.mark.clause("H.N1", "H.X5")
@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        ("PRONE", "half movement"),
        ("GRAPPLED", "no movement"),
        ("ENTANGLED", "half movement"),
        ("ENSNARED", "no movement"),
    ],
)
def test_effects_on_movement_are_shown(condition: str, shown: str) -> None:
    fight = Meeting([{}], [{}])
    assert "movement" not in fight.session.words.status(fight.battle)[2][-1]
    fight.give(1, ConditionName[condition])
    assert shown in fight.session.words.status(fight.battle)[2][-1]


@pytest.mark.clause("H.X5", "H.D11")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_condition_that_is_given_for_some_turns_lasts_just_those(turns: int) -> None:
    fight = Meeting([{}], [{}]).give(1, ConditionName.PRONE, turns)
    for turn in range(turns):
        fight.end()
        assert (fight.actor, fight.has(1), fight.who(1).ap) == (1, {"prone"}, 2)
        assert fight.refused(ChoiceKind.RESIST, condition=ConditionName.PRONE) == "H.R9"
        assert fight.end().node.step == Step.INITIATIVE, "it is not shaken off before"
        assert (fight.has(1) == {"prone"}) == (turn + 1 < turns)
        fight.initiative()


@pytest.mark.clause("H.N1", "H.D11")
def test_ap_are_set_in_one_s_own_turn_and_refused_out_of_it() -> None:
    fight = Meeting([{}], [{}])
    with pytest.raises(Refused, match=r"H\.N1"):
        fight.edit(Editable.AP, 1, 1)
    assert fight.edit(Editable.AP, 0, 1).who(0).ap == 1


@pytest.mark.clause("H.P3", "H.X5", "H.D11")
@pytest.mark.parametrize(("pool", "name"), [(Editable.MORALE, "AFRAID"), (Editable.HEALTH, "UNCONSCIOUS")])
def test_what_the_pools_uphold_too_is_not_said_to_be_over(pool: Editable, name: str) -> None:
    condition, title = ConditionName[name], name.title()
    fight = Meeting([{}], [{}, {}]).give(1, condition).edit(pool, 1, 0).give(1, condition, 0)
    assert name.lower() in fight.has(1)
    assert f"ends what made b1 (b1) {title}, but it is still {title} by its pools." in fight.told()
    assert "no longer" not in fight.told()
    fight = Meeting([{}], [{}, {}]).give(1, condition).give(1, condition, 0)
    assert f"b1 (b1) is no longer {title}." in fight.told()


@pytest.mark.clause("H.X5")
def test_what_is_added_to_the_dice_of_a_condition_is_dealt() -> None:
    fight = Meeting([{}], [{"constitution": 12}], conditions={"bleeding": {"damage": "1d4+9"}})
    fight.give(1, ConditionName.BLEEDING).end().roll(2)
    assert fight.card(1).health - fight.who(1).health == 11
    assert "The dice for b1 (b1) show 2 + 9 = 11. Bleeding deals b1 (b1) 11." in fight.told()


@pytest.mark.clause("H.D9")
@pytest.mark.parametrize(("name", "penalty"), [("flanked", "minor_penalty"), ("surrounded", "major_penalty")])
def test_what_flanked_and_surrounded_take_is_set_in_one_place_only(name: str, penalty: str) -> None:
    with pytest.raises(ValueError, match=f"{name} takes {penalty} from the whole: set that"):
        RulingsSetup.model_validate({"conditions": {name: {"whole": -9}}})


@pytest.mark.clause("H.X5")
def test_a_condition_that_comes_again_never_lasts_for_less() -> None:
    torch = {"name": "Torch", "damage": "1d4", "types": ["fire"], "effect": "burning"}
    for given, left in ((9, 9), (1, 3)):
        fight = Meeting([{"weapons": [torch]}], [{"constitution": 12}]).give(1, ConditionName.BURNING, given)
        fight.use(1).roll(8, 8, 8).roll(1, 1)
        assert fight.who(1).effects[ConditionName.BURNING].left == 1 + left
        assert f"is now Burning for {left} turns" in fight.told()
