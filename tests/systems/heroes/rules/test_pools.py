"""Chapter P: what follows from the pools, for just as long as its cause; how creatures respond to being Bloodied."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.node import NodeKind
from battlewright.systems.heroes.enums import Component, ConditionName
from battlewright.systems.heroes.record import ChoiceKind, Editable, Step
from battlewright.systems.heroes.setup.encounter import card_of
from battlewright.systems.heroes.setup.files import SheetSetup
from tests.systems.heroes.helpers import Meeting, sheet

pytestmark = pytest.mark.plain

SLEEP = {"name": "Sleep", "target": "willpower", "effect": "unconscious", "check": "resistance"}
MEND = {"name": "Mend", "heals": True, "damage": "1d6"}


def cast(fight: Meeting, at: int, action: int = 0) -> Meeting:
    """A contest that is won."""
    return fight.use(at, action).roll(10).roll(1).roll(12).roll(1)


@pytest.mark.clause("H.P3")
def test_unconscious_and_dead_follow_health_and_wounds_whichever_way_they_change() -> None:
    fight = Meeting([{}], [{}, {}]).edit(Editable.HEALTH, 1, 0)
    assert fight.has(1) == {"near_death", "unconscious"}
    assert fight.edit(Editable.WOUNDS, 1, 6).has(1) == {"near_death", "dead"}
    assert fight.edit(Editable.WOUNDS, 1, 1).has(1) == {"near_death", "unconscious"}  # at Health 0 it is not awake
    assert fight.edit(Editable.HEALTH, 1, 4).has(1) == {"bloodied"}


@pytest.mark.clause("H.P3", "H.X4")
@given(st.lists(st.tuples(st.sampled_from(["HEALTH", "WOUNDS", "MORALE", "STRESS"]), st.integers(0, 12)), max_size=8))
def test_what_comes_of_the_pools_is_there_if_and_only_if_its_cause_is(changes: list[tuple[str, int]]) -> None:
    fight = Meeting([{}], [{}, {}])  # Health and Morale 12, Wounds and Stress 6
    for what, value in changes:
        fight.edit(Editable[what], 1, value if what in ("HEALTH", "MORALE") else value // 2)
        each = fight.who(1)
        expected = {
            "dead": each.wounds == 6,
            "unconscious": each.health == 0 and each.wounds < 6,
            "afraid": each.morale == 0,
            "near_death": each.health < 2,
            "bloodied": 2 <= each.health < 6,
        }
        assert fight.has(1) == {name for name, due in expected.items() if due}
        assert each.broken == (each.stress == 6)


@pytest.mark.clause("H.P3", "H.R9")
def test_fear_that_comes_of_morale_0_is_not_shaken_off() -> None:
    fight = Meeting([{}], [{}]).edit(Editable.MORALE, 1, 0).end()
    assert (fight.actor, fight.has(1), fight.who(1).attack) == (1, {"afraid"}, -2)
    assert fight.refused(ChoiceKind.RESIST, condition=ConditionName.AFRAID) == "H.R9"
    assert fight.end().node.step == Step.INITIATIVE  # without a check at the end of the turn
    assert fight.has(1) == {"afraid"}


@pytest.mark.clause("H.P3", "H.R9")
def test_the_same_condition_from_a_spell_goes_by_its_own_rule() -> None:
    scare = {"name": "Scare", "target": "willpower", "effect": "afraid", "check": "resistance"}
    fight = cast(Meeting([{"wisdom": 12, "spells": [scare]}], [{}]), 1, 0).end()
    fight.edit(Editable.MORALE, 1, 0).end().roll(8, 8, 8)  # what the spell brought is shaken off
    assert (fight.who(1).effects[ConditionName.AFRAID].left, fight.has(1)) == (0, {"afraid"})
    assert fight.initiative().edit(Editable.MORALE, 1, 1).has(1) == set()


@pytest.mark.clause("H.P3", "H.N1")
def test_who_comes_back_acts_from_the_next_round_on() -> None:
    healer = {"wisdom": 12, "weapons": [], "spells": [MEND]}
    fight = Meeting([healer, {}], [{}]).edit(Editable.HEALTH, 1, 0)
    fight.use(1).roll(4)
    assert (fight.who(1).health > 0, "unconscious" in fight.has(1)) == (True, False)
    fight.end()
    assert fight.actor == 2  # not the one who came back
    fight.end()
    assert (fight.node.step, fight.node.dice) == (Step.INITIATIVE, 3)
    fight.initiative().end()
    assert fight.actor == 1


@pytest.mark.clause("H.P3", "H.X5", "H.R9")
def test_who_sleeps_by_a_spell_may_wake_at_the_end_of_its_turn_and_acts_from_the_next_round_on() -> None:
    fight = cast(Meeting([{"wisdom": 12, "spells": [SLEEP], "weapons": []}], [{}, {}]), 1).end()
    assert (fight.actor, fight.node.step, fight.has(1)) == (1, Step.RESISTANCE, {"unconscious"})
    fight.roll(1, 1, 1)
    assert (fight.actor, fight.has(1)) == (2, {"unconscious"})
    fight.end()
    assert fight.node.dice == 3  # it has a place in the next round, for another try
    fight.initiative().end()
    assert (fight.actor, fight.node.step) == (1, Step.RESISTANCE)
    fight.roll(8, 8, 8)
    assert (fight.has(1), fight.actor) == (set(), 2)


@pytest.mark.clause("H.P3", "H.N1")
def test_a_side_that_sleeps_has_lost() -> None:
    fight = cast(Meeting([{"wisdom": 12, "spells": [SLEEP], "weapons": []}], [{}]), 1)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)


@pytest.mark.clause("H.P3")
def test_nothing_works_on_the_dead() -> None:
    healer = {"weapons": [], "spells": [MEND]}
    fight = Meeting([healer, {}], [{}]).edit(Editable.WOUNDS, 1, 6)
    assert fight.refused(ChoiceKind.USE, target=1) == "H.N1"
    by_hand = Meeting([healer, {}], [{}]).give(1, ConditionName.DEAD)
    assert by_hand.refused(ChoiceKind.USE, target=1) == "H.N1"
    assert by_hand.edit(Editable.CONDITION, 1, 0, ConditionName.DEAD).refused(ChoiceKind.USE, target=1) == ""


@pytest.mark.clause("H.X4")
@pytest.mark.parametrize(
    ("response", "attack", "dodge", "has"),
    [
        ("none", 0, 3, {"bloodied"}),
        ("weakened", -2, 3, {"bloodied"}),
        ("afraid", -2, 3, {"bloodied", "afraid"}),
        ("frenzied", 2, 1, {"bloodied"}),
        ({"attack": 4, "dodge": -3, "ap": 1}, 4, 0, {"bloodied"}),
    ],
)
def test_a_sheet_says_how_a_creature_responds_to_being_bloodied(
    response: Any, attack: int, dodge: int, has: set[str]
) -> None:
    fight = Meeting([{}], [{"bloodied": response}]).edit(Editable.HEALTH, 1, 5)
    assert (fight.who(1).attack, fight.who(1).dodge, fight.has(1)) == (attack, dodge, has)
    fight.end()
    assert fight.who(1).ap == (2 if isinstance(response, dict) else 3)
    fight.edit(Editable.HEALTH, 1, 6)
    assert (fight.who(1).attack, fight.who(1).dodge, fight.has(1)) == (0, 3, set())


@pytest.mark.clause("H.X4")
def test_the_response_lasts_while_somebody_is_near_death_too() -> None:
    fight = Meeting([{}], [{"bloodied": "frenzied"}]).edit(Editable.HEALTH, 1, 1)
    assert (fight.has(1), fight.who(1).attack) == ({"near_death"}, 2 - 2)


@pytest.mark.clause("H.X4")
def test_the_numbers_of_a_response_are_data_and_an_odd_one_is_a_fault() -> None:
    harsh = {"frenzied": {"attack": 5}}
    fight = Meeting([{}], [{"bloodied": "frenzied"}], responses=harsh).edit(Editable.HEALTH, 1, 5)
    assert fight.who(1).attack == 5
    for odd, reason in (("bored", "none, weakened, afraid, frenzied"), ({"turns": 2}, "has no turns")):
        with pytest.raises(ValueError, match=reason):
            SheetSetup.model_validate(sheet(bloodied=odd))


@pytest.mark.clause("H.X1", "H.X5")
def test_a_sheet_s_conditions_are_kept() -> None:
    fight = Meeting([{}], [{"conditions": ["prone", "afraid", "unconscious", "poisoned"]}, {}])
    assert fight.has(1) == {"prone", "afraid", "unconscious", "poisoned"}


@pytest.mark.clause("H.X4", "H.D9", "H.X5")
@pytest.mark.parametrize("condition", ["bloodied", "near death", "flanked", "surrounded", "dominated"])
def test_or_they_are_refused_where_nothing_would_keep_them(condition: str) -> None:
    with pytest.raises(ValueError, match="a sheet cannot enter with it"):
        SheetSetup.model_validate(sheet(conditions=[condition]))


@pytest.mark.clause("H.D5", "H.A2")
def test_an_item_s_bonus_to_an_attribute_raises_all_that_it_affects() -> None:
    named = ("health", "morale", "dodge", "parry", "willpower", "fortitude", "reflex", "spell_power", "spell_potency")
    fields = (*named, "wounds", "stress", "initiative")
    for attribute in ("strength", "constitution", "dexterity", "intellect", "wisdom", "charisma"):
        item = {"name": "Charm", "bonuses": {attribute: 4}}
        worn = card_of(SheetSetup.model_validate(sheet(items=[item])))
        higher: dict[str, Any] = {attribute: 7}
        born = card_of(SheetSetup.model_validate(sheet(**higher)))
        assert [getattr(worn, field) for field in fields] == [getattr(born, field) for field in fields], attribute


@pytest.mark.clause("H.D5", "H.W1", "H.D6")
def test_the_attack_and_the_power_of_a_weapon_go_by_the_raised_attribute_and_of_two_items_the_higher() -> None:
    items = [{"name": f"Belt {n}", "bonuses": {"strength": n}} for n in (5, 2)]
    made = card_of(SheetSetup.model_validate(sheet(strength=9, items=items)))
    assert made.actions[0].bonus == 14
    assert made.bonuses[Component.STRENGTH] == 5
