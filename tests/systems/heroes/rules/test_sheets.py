"""Chapters A, P, D and R: what a sheet comes to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import SetupError
from battlewright.engine.source import Source, check
from battlewright.systems.heroes.enums import ActionKind, Target
from battlewright.systems.heroes.record import Card
from battlewright.systems.heroes.setup.encounter import card_of, warnings
from battlewright.systems.heroes.setup.files import SHEETS, SheetSetup, read_sheet
from battlewright.systems.heroes.setup.rulings import RulingsSetup
from tests.systems.heroes.helpers import sheet

pytestmark = pytest.mark.plain

Scores = st.integers(1, 12)


def card(**more: Any) -> Card:
    return card_of(SheetSetup.model_validate(sheet(**more)))


def faults(**more: Any) -> list[str]:
    """All that is wrong with a sheet."""
    data = sheet(**more)
    with pytest.raises(SetupError) as raised:
        check(Source("sheet", "", data, {(): 1}), SheetSetup)
    return [str(fault) for fault in raised.value.faults]


@pytest.mark.clause("H.A1")
def test_six_attributes_from_1_to_12() -> None:
    found = faults(strength=0, charisma=13)
    assert [fault.split(": ")[1] for fault in found] == ["attributes.strength", "attributes.charisma"]
    assert all("from 1 to 12" in fault and "(H.A1)" in fault for fault in found)
    assert card(strength=12).attributes[0] == 12


@pytest.mark.clause("H.A2")
def test_each_attribute_affects_what_it_should_and_nothing_else() -> None:
    named = ("health", "morale", "dodge", "parry", "willpower", "fortitude", "reflex", "spell_power", "spell_potency")
    fields = (*named, "initiative")
    low = card()
    moved = {}
    for attribute in ("strength", "constitution", "dexterity", "intellect", "wisdom", "charisma"):
        high = card(**{attribute: 9})
        moved[attribute] = {field for field in fields if getattr(high, field) != getattr(low, field)}
    assert moved == {
        "strength": {"health", "parry", "fortitude"},
        "constitution": {"health", "fortitude"},
        "dexterity": {"health", "dodge", "reflex", "initiative"},
        "intellect": {"morale", "spell_potency", "reflex", "initiative"},
        "wisdom": {"morale", "spell_power", "willpower"},
        "charisma": {"morale", "willpower"},
    }


@pytest.mark.clause("H.A3", "H.D2")
@given(Scores, st.integers(0, 5))
def test_half_the_strength_is_rounded_up(strength: int, bonus: int) -> None:
    made = card(strength=strength, items=[{"name": "Guard", "bonuses": {"parry": bonus}}])
    assert made.parry == (strength + 1) // 2 + bonus


@pytest.mark.clause("H.P1", "H.P2")
@given(Scores, Scores, Scores, st.integers(1, 20))
def test_health_and_morale_by_the_formula_and_half_of_them_in_the_lesser_pools(
    first: int, second: int, third: int, level: int
) -> None:
    made = card(constitution=first, strength=second, dexterity=third, level=level)
    assert made.health == (2 * first + second + third) * level
    assert made.wounds == -(-made.health // 2)
    made = card(charisma=first, intellect=second, wisdom=third, level=level)
    assert made.morale == (2 * first + second + third) * level
    assert made.stress == -(-made.morale // 2)


@pytest.mark.clause("H.P2")
def test_the_numbers_of_the_pools_are_data() -> None:
    rulings = RulingsSetup.model_validate({"pool_first": 3, "pool_others": 2, "pool_parts": 4})
    made = card_of(SheetSetup.model_validate(sheet()), rulings)
    assert (made.health, made.wounds) == (3 * 3 + 2 * 6, 6)


@pytest.mark.clause("H.D1", "H.D4")
@pytest.mark.parametrize(
    ("armour", "dexterity", "bonus", "dodge", "armor"),
    [
        ("unarmored", 12, 8, 20, 0),
        ("light", 7, 2, 9, 4),
        ("light", 12, 2, 12, 4),
        ("medium", 3, 0, 3, 8),
        ("medium", 7, 2, 4, 8),
        ("heavy", 7, 2, 0, 16),
    ],
)
def test_armour_has_a_value_and_limits_dexterity_and_dodge_bonus(
    armour: str, dexterity: int, bonus: int, dodge: int, armor: int
) -> None:
    made = card(armour=armour, dexterity=dexterity, items=[{"name": "Boots", "bonuses": {"dodge": bonus}}])
    assert (made.dodge, made.armor) == (dodge, armor)


@pytest.mark.clause("H.D3")
def test_armor_is_the_value_and_the_armor_bonus() -> None:
    assert card(armour="medium", items=[{"name": "Plates", "bonuses": {"armor": 3}}]).armor == 11


@pytest.mark.clause("H.D5")
@pytest.mark.parametrize(
    ("armour", "strength", "bonus", "attack"),
    [("light", 1, 0, 0), ("medium", 12, 0, -2), ("medium", 12, 1, 0), ("heavy", 12, 4, -2), ("heavy", 12, 5, 0)],
)
def test_who_is_too_weak_for_its_armour_is_warned_and_attacks_at_2_less(
    armour: str, strength: int, bonus: int, attack: int
) -> None:
    given_sheet = sheet(
        armour=armour,
        strength=strength,
        items=[{"name": "Belt", "bonuses": {"strength": bonus}}],
        resistances={"fire": 1},
        vulnerabilities={"frost": 1},
    )
    made = SheetSetup.model_validate(given_sheet)
    assert card_of(made).attack == attack
    assert [field for field, _ in warnings(made)] == (["armour"] if attack else [])


@pytest.mark.clause("H.D5")
def test_by_an_option_armour_asks_for_strength_6_and_9() -> None:
    rulings = RulingsSetup.model_validate({"scaled_armour_strength": True})
    for armour, needed in (("medium", 6), ("heavy", 9)):
        strong = SheetSetup.model_validate(sheet(armour=armour, strength=needed))
        weak = SheetSetup.model_validate(sheet(armour=armour, strength=needed - 1))
        assert (card_of(strong, rulings).attack, card_of(weak, rulings).attack) == (0, -2)


@pytest.mark.clause("H.D6")
def test_item_bonuses_to_one_component_do_not_stack() -> None:
    items = [{"name": f"Ring {n}", "bonuses": {"dodge": n, "willpower": 1}} for n in (1, 3, 2)]
    made = card(items=items)
    assert (made.dodge, made.willpower) == (3 + 3, 3 + 2 + 1)


@pytest.mark.clause("H.D7")
def test_the_document_s_rogue_has_a_physical_defence_of_18() -> None:
    made = card_of(read_sheet("silarn"))
    assert (made.dodge, made.parry, made.armor) == (9, 5, 4)
    assert made.dodge + made.parry + made.armor == 18


@pytest.mark.clause("H.R1", "H.R2", "H.R3")
@given(Scores, Scores)
def test_arcane_defences_are_an_attribute_and_half_of_another(whole: int, halved: int) -> None:
    expected = whole + (halved + 1) // 2
    assert card(wisdom=whole, charisma=halved).willpower == expected
    assert card(constitution=whole, strength=halved).fortitude == expected
    assert card(dexterity=whole, intellect=halved).reflex == expected


@pytest.mark.clause("H.R8")
def test_spell_power_is_wisdom_and_spell_potency_intellect_with_their_bonuses() -> None:
    made = card(wisdom=7, intellect=5, items=[{"name": "Staff", "bonuses": {"spell_power": 2, "spell potency": 1}}])
    assert (made.spell_power, made.spell_potency) == (9, 6)


@pytest.mark.clause("H.N1")
@given(Scores, Scores)
def test_initiative_is_half_of_dexterity_and_intellect_together(dexterity: int, intellect: int) -> None:
    assert card(dexterity=dexterity, intellect=intellect).initiative == (dexterity + intellect + 1) // 2


@pytest.mark.clause("H.E4")
def test_a_creature_without_resistance_or_vulnerability_is_warned_about() -> None:
    bare = SheetSetup.model_validate(sheet())
    assert [field for field, _ in warnings(bare)] == ["resistances", "vulnerabilities"]
    worn = {"name": "Cloak", "resistances": {"fire": 2}}
    made = SheetSetup.model_validate(sheet(items=[worn], vulnerabilities={"frost": 1}))
    assert list(warnings(made)) == []


@pytest.mark.clause("H.R0", "H.W3")
def test_a_spell_says_which_defence_it_targets() -> None:
    found = faults(spells=[{"name": "Puff", "damage": "1d6", "types": ["fire"]}])
    assert len(found) == 1
    assert "says which defence it targets: physical, willpower, fortitude or reflex (H.R0)" in found[0]


@pytest.mark.clause("H.R0", "H.W3")
@pytest.mark.parametrize(
    ("spell", "warned"),
    [
        ({"target": "physical", "types": ["fire"]}, True),
        ({"target": "physical", "types": ["bludgeoning", "lightning"]}, True),
        ({"target": "physical", "types": ["bludgeoning"]}, False),
        ({"target": "physical", "types": ["radiant"]}, False),
        ({"target": "physical", "types": ["fire"], "talent": True}, False),
        ({"target": "reflex", "types": ["fire"]}, False),
    ],
)
def test_an_elemental_spell_that_names_physical_defence_is_allowed_and_warned_of(
    spell: dict[str, Any], warned: bool
) -> None:
    plain: dict[str, Any] = {"resistances": {"fire": 2}, "vulnerabilities": {"frost": 1}}
    made = SheetSetup.model_validate(sheet(**plain, spells=[{"name": "Bolt", "damage": "1d6"} | spell]))
    found = [f"{field}: {text}" for field, text in warnings(made)]
    assert bool(found) == warned
    if warned:
        assert found[0].startswith(
            f"spells: Bolt deals {' and '.join(spell['types'][-1:])} damage and targets Physical"
        )
        assert found[0].endswith("(H.R0)")


@pytest.mark.clause("H.E1", "H.X1")
def test_unknown_types_conditions_and_dice_are_faults_all_at_once() -> None:
    club = {"name": "Club", "damage": "6", "types": ["loud"], "critical": "bored"}
    found = faults(strength=40, weapons=[club], resistances={"wet": 1}, conditions=["sleepy"])
    text = "\n".join(found)
    for word in ("attributes.strength", "damage", "'loud'", "'bored'", "'wet'", "'sleepy'"):
        assert word in text
    assert len(found) == 6


def test_all_shipped_sheets_are_sound_and_have_no_oddities() -> None:
    assert len(SHEETS.names) >= 8
    assert {"silarn", "ruffian", "frost-giant"} <= set(SHEETS.names)
    for name in SHEETS.names:
        oddities = [field for field, _ in warnings(read_sheet(name))]
        assert oddities == (["armour"] if name == "frost-giant" else []), name


HEROES = ("silarn", "brannoc", "mirelle", "sister-oda")
FOES = tuple(name for name in SHEETS.names if not read_sheet(name).player)


def bonuses_to_hit(name: str) -> list[int]:
    """What each attack roll of a sheet adds to its dice."""
    made = card_of(read_sheet(name))
    return [
        each.bonus + made.attack + (made.spell_power if each.kind == ActionKind.SPELL else 0)
        for each in made.actions[: made.actions_count]
        if each.target == Target.PHYSICAL and not each.heals
    ]


@pytest.mark.clause("H.D8", "H.W1")
@pytest.mark.parametrize("foe", FOES)
def test_a_shipped_foe_has_a_believable_physical_defence(foe: str) -> None:
    """About the heroes' bonus and 9 to 11: their worst rolls miss, and only their best are critical."""
    made = card_of(read_sheet(foe))
    usual = [max(bonuses_to_hit(hero)) for hero in HEROES]
    above = made.dodge + made.parry + made.armor - sum(usual) / len(usual)
    assert 9 <= above <= 11, above
    for hero in HEROES:
        for bonus in bonuses_to_hit(hero):
            assert 3 + bonus <= made.dodge + made.parry + made.armor < 24 + bonus - 5


@pytest.mark.clause("H.D7", "H.D8", "H.W1")
def test_the_document_s_ruffians_can_roll_its_6_and_its_22() -> None:
    (bonus,) = bonuses_to_hit("ruffian")
    assert 3 + bonus <= 6
    assert 24 + bonus >= 22


@pytest.mark.clause("H.E1", "H.E3")
def test_a_shipped_hero_has_fire_where_foes_fear_it() -> None:
    fearing = [name for name in FOES if "fire" in read_sheet(name).vulnerabilities]
    assert len(fearing) >= 2
    effects = [each.effect.condition for hero in HEROES for each in read_sheet(hero).actions if each.effect]
    assert "burning" in effects


@pytest.mark.clause("H.R0", "H.E2", "H.E3")
def test_capitals_hide_no_fault() -> None:
    fang = {"name": "Fang", "damage": "1d4", "types": ["piercing"]}
    for condition in ("Poisoned", {"condition": "DISEASED"}):
        (found,) = faults(weapons=[fang | {"effect": condition}])
        assert "says which defence resists it" in found
    (found,) = faults(resistances={"Fire": 1}, vulnerabilities={"fire": 2})
    assert "vulnerabilities.fire: is a resistance too" in found
