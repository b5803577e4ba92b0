"""Chapter D: situations, Physical Defence as it stands, and the bands of an attack."""

from __future__ import annotations

import pytest

from battlewright.systems.heroes.record import Editable
from battlewright.systems.heroes.terms import Component
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
    return next(told.text for told in fight.session.moves[-1].told if told.clause == "H.D8")


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
        ([1, 2, 3], {"surrounded"}),
        ([1, 3, 5], {"surrounded"}),
        ([1, 2, 3, 4, 5, 6, 7, 8], {"surrounded"}),
    ],
)
def test_flanked_on_two_opposite_sides_surrounded_on_three(ring: list[int], has: set[str]) -> None:
    fight = facing(ring=ring)
    assert fight.has(1) == has
    assert sum(fight.defence(1)) == 13 - (5 if "surrounded" in has else 2 if has else 0)


@pytest.mark.clause("H.D9")
def test_surrounded_replaces_flanked_and_both_end_with_the_ring() -> None:
    fight = facing()
    for ring, has in ((0b10001, {"flanked"}), (0b10011, {"surrounded"}), (0b10001, {"flanked"}), (0, set())):
        assert fight.edit(Editable.RING, 1, ring).has(1) == has


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
        assert "game master" in fight.session.moves[-1].told[0].text
        fight.edit(Editable.MODIFIER, 1, 0, component)
        assert getattr(fight.who(1), name) == before
    fight.edit(Editable.MODIFIER, 1, 5, Component.DODGE).edit(Editable.MODIFIER, 1, -2, Component.DODGE)
    assert fight.defence(1)[0] == 7 + 5 - 2
    kept = [modifier.component - 1 for modifier in fight.who(1).modifiers if modifier.component]
    assert kept == [Component.INITIATIVE, Component.DODGE, Component.DODGE]
