"""Chapters W and E: attack rolls, damage by its types, and the pools it goes to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.story import last_step_text
from battlewright.systems.heroes.enums import Band, Component
from battlewright.systems.heroes.record import ChoiceKind, Editable, Step
from tests.systems.heroes.helpers import Meeting

pytestmark = pytest.mark.plain

BARE = {"dexterity": 1, "strength": 1}
"""Dodge 1, Parry 1, Armor 0: a total of 2; Health 8, Wounds 4."""


def strike(weapon: dict[str, Any], *, by: dict[str, Any] | None = None, at: dict[str, Any] | None = None) -> Meeting:
    """An attack that is waiting for its roll."""
    arms = {"name": "Arm", "damage": "1d6", "types": ["slashing"]} | weapon
    return Meeting([{"weapons": [arms]} | (by or {})], [BARE | (at or {})]).use(1)


@pytest.mark.clause("H.W1")
@pytest.mark.parametrize(("attribute", "score"), [("strength", 5), ("dexterity", 8)])
def test_an_attack_rolls_3d8_with_the_governing_attribute_and_the_weapon_s_bonus(attribute: str, score: int) -> None:
    fight = strike({"attribute": attribute, "bonus": 2}, by={"strength": 5, "dexterity": 8})
    assert (fight.node.step, fight.node.dice, fight.node.sides) == (Step.ATTACK_ROLL, 3, 8)
    fight.roll(1, 2, 3)
    assert f"rolls 6 + {score + 2} = {6 + score + 2}" in last_step_text(fight.session).sentences[0].text


@pytest.mark.clause("H.W1", "H.D11")
def test_the_situation_counts_in_an_attack_roll() -> None:
    fight = Meeting([{}], [BARE]).edit(Editable.MODIFIER, 0, -5, Component.ATTACK).use(1).roll(4, 4, 4)
    assert "rolls 12 - 2 = 10" in last_step_text(fight.session).sentences[0].text


@pytest.mark.clause("H.W2")
def test_a_hit_rolls_the_damage_dice_and_a_critical_hit_twice_as_many() -> None:
    hit = strike({"damage": "2d6+1"}, at={"constitution": 12}).roll(1, 1, 1)  # 6 against 2
    assert (hit.battle.frames[2].band, hit.node.step, hit.node.dice, hit.node.sides) == (
        Band.HIT,
        Step.DAMAGE_ROLL,
        2,
        6,
    )
    hit.roll(3, 4)
    assert hit.card(1).health - hit.who(1).health == 8
    critical = strike({"damage": "2d6+1"}, at={"constitution": 12}).roll(8, 8, 8)
    assert (critical.battle.frames[2].band, critical.node.dice) == (Band.CRITICAL, 4)
    critical.roll(1, 1, 1, 1)
    assert critical.card(1).health - critical.who(1).health == 5


@pytest.mark.clause("H.W2")
def test_a_critical_hit_brings_the_weapon_s_critical_effect_and_a_plain_one_does_not() -> None:
    for faces, has in (((1, 1, 1), set()), ((8, 8, 8), {"bleeding"})):
        fight = strike({"critical": "bleeding"}, at={"constitution": 12}).roll(*faces)
        fight.roll(*[1] * fight.node.dice)
        assert fight.has(1) == has


@pytest.mark.clause("H.W3", "H.R0")
def test_a_kinetic_spell_is_resolved_by_the_bands_and_another_by_a_contest() -> None:
    stones = {"name": "Stones", "target": "physical", "damage": "1d4", "types": ["bludgeoning"]}
    sparks = {"name": "Sparks", "target": "reflex", "damage": "1d4", "types": ["lightning"]}
    caster = {"wisdom": 4, "intellect": 4, "spells": [stones, sparks]}
    fight = Meeting([caster], [BARE | {"constitution": 12}]).use(1, action=0)
    assert fight.node.step == Step.ATTACK_ROLL
    fight.roll(1, 1, 1)
    assert "rolls 3 + 4 = 7" in last_step_text(fight.session).sentences[0].text  # 3 and the Spell Power of 4
    fight.roll(2)
    assert fight.card(1).health - fight.who(1).health == 6  # 2 and the Spell Potency of 4 (H.R8)
    assert Meeting([caster], [BARE]).use(1, action=1).node.step == Step.CONTEST_ATTACK


@pytest.mark.clause("H.R8", "H.W2")
def test_spell_potency_is_added_to_a_spell_s_damage() -> None:
    sparks = {"name": "Sparks", "target": "reflex", "damage": "1d4", "types": ["lightning"]}
    fight = Meeting([{"wisdom": 12, "intellect": 7, "spells": [sparks]}], [BARE | {"constitution": 12}]).use(1)
    fight.roll(10).roll(1).roll(12).roll(1).roll(3)
    assert fight.card(1).health - fight.who(1).health == 3 + 7


@pytest.mark.clause("H.E1", "H.E2", "H.E3")
@given(
    st.integers(1, 6),
    st.sets(st.sampled_from(["fire", "frost", "slashing"]), min_size=1),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_resistances_come_off_and_vulnerabilities_on_for_every_type_it_has(
    face: int, types: set[str], resistance: int, vulnerability: int
) -> None:
    tough = {
        "constitution": 12,
        "resistances": {"fire": resistance, "acid": 9},
        "vulnerabilities": {"frost": vulnerability},
    }
    fight = strike({"types": sorted(types)}, at=tough).roll(1, 1, 1).roll(face)
    expected = face - resistance * ("fire" in types) + vulnerability * ("frost" in types)
    assert fight.card(1).health - fight.who(1).health == max(expected, 0)


@pytest.mark.clause("H.E2")
def test_equipment_and_nature_resist_together_down_to_0() -> None:
    worn = {
        "constitution": 12,
        "resistances": {"slashing": 2},
        "items": [{"name": "Mail", "resistances": {"slashing": 3}}],
    }
    fight = strike({}, at=worn).roll(1, 1, 1).roll(5)
    assert fight.who(1).health == fight.card(1).health
    assert "takes 5 off: 0" in fight.told()
    assert "resists all of 5" in fight.told()


@pytest.mark.clause("H.E2")
def test_of_several_items_the_highest_resistance_counts_and_nature_comes_on_top() -> None:
    items = [{"name": f"Cloak {n}", "resistances": {"slashing": n}} for n in (1, 3, 2)]
    fight = strike({}, at={"constitution": 12, "resistances": {"slashing": 1}, "items": items}).roll(1, 1, 1).roll(6)
    assert fight.card(1).health - fight.who(1).health == 6 - 1 - 3


@pytest.mark.clause("H.P1", "H.P2")
def test_damage_goes_to_health_and_what_exceeds_it_becomes_wounds() -> None:
    fight = strike({"damage": "2d6"}, at={"constitution": 3})  # Health 8
    fight.roll(1, 1, 1).roll(6, 5)
    assert (fight.who(1).health, fight.who(1).wounds) == (0, 3)


@pytest.mark.clause("H.P1", "H.P2", "H.E3")
def test_what_is_psychic_alone_goes_to_morale_and_then_to_stress() -> None:
    frail = {"charisma": 1, "intellect": 1, "wisdom": 1}  # Morale 4, Stress 2
    fight = strike({"types": ["psychic"]}, at=frail).roll(1, 1, 1).roll(5)
    each = fight.who(1)
    assert (each.morale, each.stress, each.health) == (0, 1, fight.card(1).health)
    both = strike({"types": ["psychic", "slashing"]}, at=frail).roll(1, 1, 1).roll(5)
    assert (both.who(1).morale, both.who(1).health) == (4, both.card(1).health - 5)


@pytest.mark.clause("H.P3")
def test_without_health_one_is_unconscious_and_with_full_wounds_dead() -> None:
    two = Meeting([{"weapons": [{"name": "Arm", "damage": "2d6", "types": ["fire"]}]}], [BARE, BARE])
    two.use(1).roll(1, 1, 1).roll(4, 4)
    assert (two.has(1), two.who(1).wounds) == ({"near_death", "unconscious"}, 0)
    dead = Meeting([{"weapons": [{"name": "Arm", "damage": "2d6", "types": ["fire"]}]}], [BARE, BARE])
    dead.use(1).roll(1, 1, 1).roll(6, 6)
    assert {"dead"} <= dead.has(1)


@pytest.mark.clause("H.P3")
def test_without_morale_one_is_afraid_and_with_full_stress_broken_and_out() -> None:
    frail = BARE | {"charisma": 1, "intellect": 1, "wisdom": 1}
    doom = {"weapons": [{"name": "Doom", "damage": "1d6", "types": ["psychic"]}]}
    fight = Meeting([doom], [frail, frail]).use(1).roll(1, 1, 1).roll(4)
    assert (fight.has(1), fight.who(1).broken) == ({"afraid"}, 0)
    fight = Meeting([doom], [frail, frail]).use(1).roll(1, 1, 1).roll(6)
    assert fight.who(1).broken == 1
    assert fight.refused(ChoiceKind.USE, target=1) == "H.N1"  # and 1 AP is not enough anyway


@pytest.mark.clause("H.P1", "H.X5")
def test_healing_brings_health_back_up_to_its_size_but_not_to_the_diseased() -> None:
    mender = {"spells": [{"name": "Mend", "heals": True, "damage": "1d6"}], "intellect": 1}
    for condition, health in ((None, 7), ("diseased", 3)):
        hurt = {"conditions": [condition]} if condition else {}
        fight = Meeting([mender, hurt], [{}]).edit(Editable.HEALTH, 1, 3)
        fight.use(1).roll(3)
        assert fight.who(1).health == health
    full = Meeting([mender, {}], [{}]).use(1).roll(6)
    assert full.who(1).health == full.card(1).health
    assert full.refused(ChoiceKind.USE, target=2) == "H.N1"
