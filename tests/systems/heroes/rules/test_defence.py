"""Chapter D: situations, Physical Defence as it stands, and the bands of an attack."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused
from battlewright.engine.story import last_step_text
from battlewright.systems.heroes.enums import Component, ConditionName
from battlewright.systems.heroes.record import Editable
from tests.systems.heroes.helpers import Meeting

pytestmark = pytest.mark.plain

LEATHER = {"armour": "light", "dexterity": 7, "strength": 4}
"""Dodge 7, Parry 2, Armor 4."""


def facing(**how: object) -> Meeting:
    """Somebody (0) against the one with the leather (1)."""
    return Meeting([{}], [LEATHER | how])


def attacked(total: int, **how: object) -> Meeting:
    """An attack roll that comes to so much, with Strength 3."""
    fight = facing(**how).use(1)
    for one in range(1, 9):
        for two in range(1, 9):
            if 1 <= total - 3 - one - two <= 8:
                return fight.roll(one, two, total - 3 - one - two)
    raise AssertionError(total)


def outcome(fight: Meeting) -> str:
    return next(told.text for told in last_step_text(fight.session).sentences if told.clause == "H.D8")


@pytest.mark.clause("H.D8", "H.D7")
@pytest.mark.parametrize(("roll", "words"), [(6, "dodged"), (13, "parried"), (19, "stopped by armour"), (22, "hits.")])
def test_the_four_printed_attack_rolls_against_a_total_of_19(roll: int, words: str) -> None:
    """The document's example, with its own total: Dodge 9, Parry 5, and Armor 5."""
    worn = [{"name": "Leather", "bonuses": {"dodge": 2, "armor": 1}}, {"name": "Rapier", "bonuses": {"parry": 3}}]
    fight = attacked(roll, items=worn)
    assert (fight.defence(1), sum(fight.defence(1))) == ((9, 5, 5), 19)
    assert words in outcome(fight)


@pytest.mark.clause("H.D8")
@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (6, "dodged"),
        (7, "dodged"),
        (8, "parried"),
        (9, "parried"),
        (10, "stopped by armour"),
        (13, "stopped by armour"),
        (14, "hits."),
        (18, "hits."),
        (19, "hits critically"),
        (27, "hits critically"),
    ],
)
def test_up_to_dodge_up_to_parry_up_to_the_whole_up_to_5_more(roll: int, words: str) -> None:
    assert words in outcome(attacked(roll))  # against 7, 9 and 13


@pytest.mark.clause("H.D9", "H.D10")
@pytest.mark.parametrize(("hidden", "bonus"), [(0, 0), (24, 0), (25, 2), (75, 2), (76, 5), (100, 5)])
def test_cover_adds_to_armor_by_the_share_that_it_hides(hidden: int, bonus: int) -> None:
    assert facing(hidden=hidden).defence(1) == (7, 2, 4 + bonus)


@pytest.mark.clause("H.D9")
@pytest.mark.parametrize(
    ("ring", "has"),
    [
        ([], set()),
        ([1], set()),
        ([1, 2], set()),
        ([1, 5], {"flanked"}),
        ([4, 8], {"flanked"}),
        ([1, 2, 3], set()),
        ([7, 8, 1], set()),
        ([1, 2, 4], set()),
        ([6, 7, 8, 1], set()),
        ([1, 3, 5], {"surrounded"}),
        ([1, 2, 5], {"surrounded"}),
        ([8, 3, 5], {"surrounded"}),
        ([1, 2, 3, 4, 5], {"surrounded"}),
        ([1, 2, 3, 4, 5, 6, 7, 8], {"surrounded"}),
    ],
)
def test_flanked_on_two_opposite_sides_surrounded_on_three_that_are_not_in_a_row(
    ring: list[int], has: set[str]
) -> None:
    around = {str(place): f"b{n + 1}" for n, place in enumerate(ring)}
    fight = Meeting([LEATHER | {"ring": around}], [{}] * 8)
    assert fight.has(0) == has
    assert sum(fight.defence(0)) == 13 - (5 if "surrounded" in has else 2 if has else 0)


@pytest.mark.clause("H.D9")
def test_surrounded_replaces_flanked_and_both_end_with_the_ring() -> None:
    fight = Meeting([LEATHER], [{}, {}, {}])
    assert fight.ring(0, p1=1, p5=2).has(0) == {"flanked"}
    assert fight.ring(0, p3=3).has(0) == {"surrounded"}
    assert fight.ring(0, p3=-1).has(0) == {"flanked"}
    assert fight.ring(0, p5=-1).has(0) == set()


@pytest.mark.clause("H.D9")
def test_one_opponent_stands_at_one_place_only_and_a_friend_nowhere() -> None:
    fight = Meeting([LEATHER, {}], [{}, {}])
    fight.ring(0, p1=2, p5=2, p3=2)
    assert (list(fight.who(0).ring), fight.has(0)) == ([0, 0, 3, 0, 0, 0, 0, 0], set())
    with pytest.raises(Refused, match=r"H\.D9"):
        fight.ring(0, p5=1)


@pytest.mark.clause("H.D9")
@pytest.mark.parametrize("how", ["unconscious", "dead", "broken", "paralyzed", "petrified", "asleep"])
def test_who_cannot_act_does_not_flank(how: str) -> None:
    fight = Meeting([LEATHER], [{}, {}, {}]).ring(0, p1=1, p5=2)
    assert fight.has(0) == {"flanked"}
    if how in ("paralyzed", "petrified"):
        fight.give(1, ConditionName[how.upper()])
    elif how == "asleep":
        fight.give(1, ConditionName.UNCONSCIOUS)
    else:
        what = {"unconscious": Editable.HEALTH, "dead": Editable.WOUNDS, "broken": Editable.STRESS}[how]
        fight.edit(what, 1, 0 if how == "unconscious" else 6)
    assert fight.has(0) == set()
    assert sum(fight.defence(0)) == 13


@pytest.mark.clause("H.D9")
def test_who_can_act_again_flanks_again() -> None:
    fight = Meeting([LEATHER], [{}, {}, {}]).ring(0, p1=1, p5=2).give(1, ConditionName.PARALYZED)
    assert fight.edit(Editable.CONDITION, 1, 0, ConditionName.PARALYZED).has(0) == {"flanked"}
    assert fight.edit(Editable.HEALTH, 2, 0).edit(Editable.HEALTH, 2, 5).has(0) == {"flanked"}


@pytest.mark.clause("H.D10")
@pytest.mark.parametrize(
    ("amount", "defence"),
    [(-2, (5, 2, 4)), (-7, (0, 2, 4)), (-8, (0, 1, 4)), (-11, (0, 0, 2)), (-40, (0, 0, 0)), (3, (10, 2, 4))],
)
def test_a_penalty_to_the_whole_comes_off_dodge_then_parry_then_armor(amount: int, defence: tuple[int, ...]) -> None:
    fight = facing(modifiers=[{"component": "whole", "amount": amount}])
    assert fight.defence(1) == defence


@pytest.mark.clause("H.D10", "H.D4")
def test_situational_dodge_and_a_bonus_to_the_whole_go_above_the_limit_of_the_armour() -> None:
    for component in ("dodge", "whole"):
        heavy = {"armour": "heavy", "modifiers": [{"component": component, "amount": 5}]}
        assert Meeting([{}], [heavy]).defence(1) == (5, 2, 16)


@pytest.mark.clause("H.D6")
def test_of_situational_modifiers_the_highest_bonus_and_the_worst_penalty_apply() -> None:
    several = [{"component": "dodge", "amount": amount} for amount in (2, 5, -2, -3)]
    assert facing(modifiers=several).defence(1)[0] == 7 + 5 - 3


@pytest.mark.clause("H.D10")
def test_no_component_falls_below_0() -> None:
    several = [{"component": component, "amount": -9} for component in ("dodge", "parry", "armor")]
    assert facing(modifiers=several).defence(1) == (0, 0, 0)


@pytest.mark.clause("H.D11")
def test_any_modifier_can_be_added_and_removed_on_the_fly() -> None:
    fight = facing()
    for component, name in (
        (Component.WILLPOWER, "willpower"),
        (Component.REFLEX, "reflex"),
        (Component.ATTACK, "attack"),
    ):
        before = getattr(fight.who(1), name)
        fight.edit(Editable.MODIFIER, 1, 5, component)
        assert getattr(fight.who(1), name) == before + 5
        assert "game master" in last_step_text(fight.session).sentences[0].text
        fight.edit(Editable.MODIFIER, 1, 0, component)
        assert getattr(fight.who(1), name) == before
    fight.edit(Editable.MODIFIER, 1, 5, Component.DODGE).edit(Editable.MODIFIER, 1, -2, Component.DODGE)
    assert fight.defence(1)[0] == 7 + 5 - 2
    kept = [each.component for each in fight.battle.modifiers[: fight.battle.modifiers_count] if each.whom == 1]
    assert kept == [Component.INITIATIVE, Component.DODGE, Component.DODGE]


@pytest.mark.clause("H.D6", "H.D11")
def test_named_modifiers_are_kept_by_name_and_go_by_name() -> None:
    fight = facing().modify(1, Component.DODGE, 5, "dense fog").modify(1, Component.DODGE, 3, "smoke")
    assert fight.defence(1)[0] == 7 + 5  # the highest bonus
    fight.modify(1, Component.DODGE, -2, "knee-deep mud").modify(1, Component.DODGE, -4, "ice")
    assert fight.defence(1)[0] == 7 + 5 - 4  # and the worst penalty
    assert fight.modify(1, Component.DODGE, 0, "dense fog").defence(1)[0] == 7 + 3 - 4
    assert fight.modify(1, Component.DODGE, 0, "dense fog").defence(1)[0] == 7 + 3 - 4  # it takes away nothing else
    assert fight.modify(1, Component.DODGE, 4, "smoke").defence(1)[0] == 7 + 4 - 4  # in the place of the smoke
    assert fight.modify(1, Component.DODGE, 0, "ice").defence(1)[0] == 7 + 4 - 2
    assert "It is called 'ice'." in fight.told()


@pytest.mark.clause("H.D6")
def test_any_number_of_named_modifiers_apply_and_one_too_many_is_refused() -> None:
    fight = facing()
    room = len(fight.battle.modifiers) - fight.battle.modifiers_count
    for n in range(room):
        fight.modify(1, Component.PARRY, 1 + n % 40, f"charm {n}")
    assert fight.defence(1)[1] == 2 + 40
    with pytest.raises(Refused, match=r"H\.D11"):
        fight.modify(1, Component.PARRY, 9, "one too many")
    fight.modify(1, Component.PARRY, 60, "charm 3")
    assert fight.defence(1)[1] == 2 + 60


@pytest.mark.clause("H.D6")
def test_a_modifier_lasts_for_its_turns() -> None:
    fight = facing().modify(1, Component.DODGE, 5, "dense fog", turns=2).modify(1, Component.ARMOR, 1, turns=1)
    assert fight.defence(1) == (12, 2, 5)
    fight.end().end()  # the first turn of who has it
    assert fight.defence(1) == (12, 2, 4)
    fight.initiative().end().end()
    assert fight.defence(1) == (7, 2, 4)
    assert "The modifier of +5 to dodge of a1" not in fight.told()
    assert "has run out. It is called 'dense fog'." in fight.told()


@pytest.mark.clause("H.D6", "H.X5")
def test_conditions_add_up_and_come_on_top_of_the_situation() -> None:
    fight = facing(dexterity=9).modify(1, Component.DODGE, -2, "mud")
    fight.give(1, ConditionName.PRONE)
    assert fight.defence(1) == (9 - 2 - 2, 0, 4)
    fight.give(1, ConditionName.GRAPPLED).give(1, ConditionName.ENTANGLED)
    assert fight.defence(1) == (9 - 2 - 2 - 2 - 2, 0, 4)
    fight.modify(1, Component.DODGE, 5, "dense fog")
    assert fight.defence(1)[0] == 9 - 2 - 2 - 2 - 2 + 5
    blind = facing(dexterity=9).give(1, ConditionName.BLINDED).modify(1, Component.WHOLE, -2, "sun in the eyes")
    assert blind.defence(1)[0] == 9 - 2 - 2


@pytest.mark.clause("H.D6", "H.D9")
def test_flanked_is_situational_and_so_the_worse_of_it_and_of_another_penalty_counts() -> None:
    fight = Meeting([LEATHER], [{}, {}]).ring(0, p1=1, p5=2).modify(0, Component.WHOLE, -3, "uphill")
    assert sum(fight.defence(0)) == 13 - 3


@pytest.mark.clause("H.X5")
@pytest.mark.parametrize("condition", ["PINNED", "ENSNARED", "PARALYZED", "UNCONSCIOUS"])
def test_where_a_row_says_0_it_is_0_whatever_is_added(condition: str) -> None:
    fight = Meeting([{}], [LEATHER, {}]).modify(1, Component.DODGE, 5, "dense fog")
    assert fight.give(1, ConditionName[condition]).defence(1)[0] == 0


@pytest.mark.clause("H.D10", "H.X5")
@pytest.mark.parametrize("condition", ["PINNED", "ENSNARED", "PARALYZED", "PETRIFIED", "UNCONSCIOUS"])
def test_a_bonus_to_the_whole_counts_also_where_a_condition_holds_dodge_at_0(condition: str) -> None:
    fight = Meeting([{}], [LEATHER, {}]).give(1, ConditionName[condition])
    before = sum(fight.defence(1))
    fight.modify(1, Component.WHOLE, 9, "luck").modify(1, Component.DODGE, 5, "dense fog")
    assert (fight.defence(1)[0], sum(fight.defence(1))) == (9, before + 9)


@pytest.mark.clause("H.D10")
@pytest.mark.parametrize(
    ("bonus", "penalty", "defence"),
    [(5, 0, (3, 2, 8)), (5, -2, (1, 2, 8)), (2, -2, (0, 0, 8)), (0, -9, (0, 0, 0)), (1, -7, (0, 0, 2))],
)
def test_the_whole_is_added_up_with_what_conditions_change_of_it_before_it_is_counted(
    bonus: int, penalty: int, defence: tuple[int, ...]
) -> None:
    """In medium armour, Ensnared and Blinded: Dodge 0, Parry 2, Armor 8, and 2 less for the whole."""
    fight = Meeting([{}], [LEATHER | {"armour": "medium"}]).give(1, ConditionName.ENSNARED)
    fight.give(1, ConditionName.BLINDED)
    for amount, name in ((bonus, "luck"), (penalty, "mud")):
        if amount:
            fight.modify(1, Component.WHOLE, amount, name)
    assert fight.defence(1) == defence


@pytest.mark.clause("H.D10", "H.D6")
@given(st.lists(st.tuples(st.sampled_from(["DODGE", "PARRY", "ARMOR", "WHOLE"]), st.integers(-30, 30)), max_size=6))
def test_no_part_falls_below_0_and_a_bonus_to_the_whole_counts_in_full(several: list[tuple[str, int]]) -> None:
    fight, named = facing(), list(zip("abcdef", several, strict=False))
    for name, (component, amount) in named:
        fight.modify(1, Component[component], amount, name)
    whole = [amount for component, amount in several if component == "WHOLE"]
    change = max([0, *whole]) + min([0, *whole])
    parts = fight.defence(1)
    for name, (component, _) in named:
        if component == "WHOLE":
            fight.modify(1, Component.WHOLE, 0, name)
    assert min(parts) >= 0
    assert sum(parts) == max(sum(fight.defence(1)) + change, 0)
