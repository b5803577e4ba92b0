"""A game master's hand: damage of a type, healing and conditions, to one or to several at once."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.systems.heroes.enums import Check, ConditionName, DamageType
from battlewright.systems.heroes.guide.edits import Master
from battlewright.systems.heroes.guide.guide import HeroesGuide
from battlewright.systems.heroes.record import Editable
from tests.systems.heroes.helpers import Meeting

pytestmark = pytest.mark.plain

FIRE, FROST, PSYCHIC = (1 << type for type in (DamageType.FIRE, DamageType.FROST, DamageType.PSYCHIC))
TOUGH = {"resistances": {"fire": 3}, "vulnerabilities": {"frost": 2}}


def typed(fight: Meeting, line: str) -> Meeting:
    """Carry out a line as a game master types it."""
    for edit in Master(fight.session).edits(line):
        fight.session.edit(edit)
    return fight


def damage(fight: Meeting, who: int, value: int, types: int) -> Meeting:
    return fight.edit(Editable.DAMAGE, who, value, types=types)


def many(**rulings: Any) -> Meeting:
    return Meeting([{"level": 3}, {"level": 3}], [{"level": 3}, TOUGH | {"level": 3}], **rulings)


@pytest.mark.clause("H.E2", "H.E3", "H.D11")
@pytest.mark.parametrize(
    ("value", "types", "dealt"), [(8, FIRE, 5), (8, FROST, 10), (8, FIRE | FROST, 7), (2, FIRE, 0)]
)
def test_damage_by_hand_goes_through_resistances_and_vulnerabilities(value: int, types: int, dealt: int) -> None:
    fight = many()
    full = fight.who(3).health
    damage(fight, 3, value, types)
    assert full - fight.who(3).health == dealt
    assert fight.told().startswith(f"The game master deals b2 (b2) {value} ")


@pytest.mark.clause("H.P1", "H.P2", "H.E3")
def test_damage_by_hand_fills_wounds_once_health_is_gone_and_psychic_damage_takes_morale() -> None:
    fight = many()
    damage(fight, 2, fight.who(2).health + 2, FIRE)
    assert (fight.who(2).health, fight.who(2).wounds) == (0, 2)
    assert "unconscious" in fight.has(2)
    morale = fight.who(3).morale
    assert damage(fight, 3, 4, PSYCHIC).who(3).morale == morale - 4


@pytest.mark.clause("H.P1", "H.X5")
def test_healing_by_hand_gives_back_no_more_than_is_lost_and_nothing_where_it_is_forbidden() -> None:
    fight = damage(many(), 0, 9, FIRE)
    full = fight.card(0).health
    assert fight.edit(Editable.HEALING, 0, 4).who(0).health == full - 5
    fight.give(0, ConditionName.DISEASED)
    assert fight.edit(Editable.HEALING, 0, 4).who(0).health == full - 5
    assert "is Diseased and recovers nothing" in fight.told()
    damage(fight, 0, 5, PSYCHIC)
    assert fight.edit(Editable.HEALING, 0, 99, types=PSYCHIC).who(0).morale == fight.card(0).morale


@pytest.mark.clause("H.P3", "H.E1", "H.P1")
def test_damage_without_a_type_and_anything_at_the_dead_are_refused() -> None:
    fight = many().give(3, ConditionName.DEAD)
    for clause, what, who, more in (
        ("H.E1", Editable.DAMAGE, 2, {}),
        ("H.P3", Editable.DAMAGE, 3, {"types": FIRE}),
        ("H.P3", Editable.HEALING, 3, {}),
        ("H.P1", Editable.HEALING, 0, {"types": FIRE}),
        ("H.N1", Editable.HEALING, 0, {"of": 1}),
    ):
        with pytest.raises(Refused, match=clause):
            fight.edit(what, who, 3, **more)


@pytest.mark.clause("H.E2", "H.D11")
def test_one_line_may_be_about_several() -> None:
    fight = many()
    before = [fight.who(who).health for who in range(4)]
    typed(fight, "damage b1 b2 and a1 8 fire")
    assert [was - fight.who(who).health for who, was in enumerate(before)] == [8, 0, 8, 5]
    assert "prone" in typed(fight, "give everybody prone 2").has(3)
    typed(fight, "end foes prone")
    assert ["prone" in fight.has(who) for who in range(4)] == [True, True, False, False]
    typed(fight, "mod heroes dense fog for 2")
    assert [each.whom for each in fight.battle.modifiers[4:6]] == [0, 1]
    assert fight.who(0).dodge > fight.card(0).dodge - 2


@pytest.mark.clause("H.P1", "H.P3")
def test_of_a_group_are_meant_those_whom_it_can_be_said_of() -> None:
    fight = damage(damage(many(), 0, 9, FIRE), 1, 9, FIRE).give(1, ConditionName.DEAD)
    health = fight.who(1).health
    typed(fight, "heal heroes 4")
    assert (fight.who(0).health, fight.who(1).health) == (fight.card(0).health - 5, health)
    with pytest.raises(BattlewrightError, match="Dead"):
        typed(fight, "heal a2 4")


@pytest.mark.clause("H.E1", "H.P1", "H.R11")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("damage b1 fire", "The amount is a whole number from 1 to 999, not 'fire'"),
        ("damage b1", "Say how much, such as: damage b1 8 fire"),
        ("damage b1 8", "Damage has one type or several, such as: damage b1 8 fire"),
        ("damage b1 8 silly", "type of damage"),
        ("heal a1 5 wounds", "What comes back is health or morale"),
        ("set a1 a2 health 3", "Set is about one combatant, not about a2"),
        ("give a1 stunned maintenance", "add 'by NAME'"),
        ("heal foes 5000", "from 1 to 999"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line: str, why: str) -> None:
    fight = many()
    with pytest.raises(BattlewrightError, match=why):
        typed(fight, line)


@pytest.mark.clause("H.R11")
def test_the_check_of_what_is_given_by_hand_may_be_said() -> None:
    fight = typed(many(), "give b1 stunned by a1 maintenance")
    assert fight.who(2).effects[ConditionName.STUNNED].check == Check.MAINTENANCE
    fight = typed(many(masters_check="ask"), "give b1 stunned by a1")
    assert fight.who(2).effects[ConditionName.STUNNED].check == Check.RESISTANCE


@pytest.mark.clause("H.E2", "H.P1")
def test_the_forms_of_damage_and_healing_take_several() -> None:
    fight = many()
    forms = {form.title: form for form in HeroesGuide(fight.session).master_forms()}
    for title, line in (("Damage", "damage foes and a1 3 fire and frost"), ("Healing", "heal b1 and a1 3 morale")):
        whom, amount, *_ = forms[title].blanks
        assert (whom.several, amount.least, amount.most) == (True, 1, 999)
        assert {"everybody", "heroes", "foes", "a1", "b2"} <= {option.words for option in whom.options}
        assert len(Master(fight.session).edits(line)) == (3 if title == "Damage" else 2)
