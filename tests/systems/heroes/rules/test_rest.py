"""Chapter O: what stays of an encounter, and what a rest between two of them gives back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright import systems
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, look
from battlewright.engine.session import Session
from battlewright.engine.story import sentences
from battlewright.systems.heroes.enums import ConditionName, Target
from battlewright.systems.heroes.record import Editable, Encounter, Setting
from battlewright.systems.heroes.rules.rest import carry_over, comes_back
from battlewright.systems.heroes.setup.after import states_after
from battlewright.systems.heroes.setup.encounter import EncounterSetup, build
from tests.systems.heroes.helpers import Meeting, sheet

pytestmark = pytest.mark.plain

HEROES = systems.load("heroes")
SLEEP = {"name": "Sleep", "target": "willpower", "effect": "unconscious", "check": "resistance"}


def entering(state: dict[str, Any] | None, rest: str = "", **more: Any) -> Session:
    """An encounter that a hero with 12 Health, 6 Wounds, 12 Morale and 6 Stress enters in a state, after a rest."""
    rulings = more.pop("rulings", {})
    hero = {"name": "Ada", "sheet": sheet("Ada", **more)} | ({} if state is None else {"state": state})
    friend, foe = ({"name": name, "sheet": sheet(name)} for name in ("Bea", "Foe"))
    data = {"name": "Test", "sides": [[hero, friend], [foe]], "rest": rest, "rulings": rulings}
    return Session(HEROES, EncounterSetup.model_validate(data))


def pools(session: Session) -> tuple[int, int, int, int]:
    ada = session.record.combatants[0]
    return ada.health, ada.wounds, ada.morale, ada.stress


def conditions(session: Session) -> set[str]:
    ada = session.record.combatants[0]
    return {each.name.lower() for each in ConditionName if ada.effects[each].left}


def test_who_enters_in_a_state_has_what_is_left_and_what_lasts() -> None:
    state = {"health": 3, "wounds": 1, "morale": 0, "stress": 2}
    lasting = ["silenced", {"condition": "diseased", "power": 9}]
    session = entering({**state, "conditions": lasting}, conditions=["prone"])
    assert (pools(session), conditions(session)) == ((3, 1, 0, 2), {"silenced", "diseased"})
    diseased = session.record.combatants[0].effects[ConditionName.DISEASED]
    assert (diseased.defence, diseased.power) == (Target.FORTITUDE, 9)
    assert "afraid" in {
        ConditionName(n).name.lower() for n in range(27) if session.record.combatants[0].caused >> n & 1
    }
    assert conditions(entering({"health": 3}, conditions=["prone"])) == {
        "prone"
    }  # those of the sheet, if none are given
    assert conditions(entering({"conditions": []}, conditions=["prone"])) == set()


@pytest.mark.clause("H.O3")
@given(st.integers(0, 60), st.integers(0, 60))
def test_half_of_what_is_lost_is_rounded_up_and_points_are_never_more_than_it(gone: int, points: int) -> None:
    halved = as_plain(comes_back)(-2, gone)
    assert 2 * halved - gone in (0, 1)
    assert as_plain(comes_back)(-1, gone) == gone
    assert as_plain(comes_back)(points, gone) == min(points, gone)


@pytest.mark.clause("H.O3")
def test_a_breather_gives_back_half_of_lost_health_and_morale_rounded_up() -> None:
    session = entering({"health": 3, "wounds": 4, "morale": 5, "stress": 4}, "breather")
    assert pools(session) == (3 + 5, 4, 5 + 4, 4)
    told = [each.text for each in sentences(session, session.opening) if each.clause == "H.O3"]
    assert told == ["Ada (a1) has rested: it recovers 5 Health and 4 Morale."]


@pytest.mark.clause("H.O3")
def test_a_night_gives_back_all_health_and_morale_two_wounds_and_two_stress() -> None:
    assert pools(entering({"health": 0, "wounds": 4, "morale": 0, "stress": 1}, "night")) == (12, 2, 12, 0)


@pytest.mark.clause("H.O3")
def test_a_rest_ends_its_conditions_and_what_stays_may_forbid_recovery() -> None:
    lasting = ["prone", "afraid", "diseased", "silenced"]
    breath = entering({"health": 2, "morale": 2, "conditions": lasting}, "breather")
    assert (pools(breath), conditions(breath)) == ((2, 0, 2, 0), {"afraid", "diseased", "silenced"})
    night = entering({"health": 2, "morale": 2, "conditions": lasting}, "night")
    assert (pools(night), conditions(night)) == ((2, 0, 12, 0), {"diseased"})


@pytest.mark.clause("H.O3")
def test_who_is_dead_stays_dead_and_nobody_else_than_the_heroes_rests() -> None:
    for dead in ({"health": 0, "wounds": 6}, {"health": 5, "conditions": ["dead"]}):
        session = entering(dead, "night")
        assert pools(session)[:2] == (dead["health"], dead.get("wounds", 0))
        assert "has rested" not in " ".join(each.text for each in sentences(session, session.opening))
    foe = {"name": "Foe", "sheet": sheet("Foe"), "state": {"health": 1}}
    data = {"sides": [[{"name": "Ada", "sheet": sheet("Ada")}], [foe]], "rest": "night"}
    assert Session(HEROES, EncounterSetup.model_validate(data)).record.combatants[1].health == 1


@pytest.mark.clause("H.O3")
def test_a_rest_of_ones_own_is_a_row_of_data() -> None:
    week = {"health": 4, "wounds": "half", "stress": "all", "conditions": ["diseased"]}
    state = {"health": 3, "wounds": 5, "morale": 3, "stress": 5, "conditions": ["diseased"]}
    session = entering(state, "week", rulings={"rests": {"week": week}})
    assert (pools(session), conditions(session)) == ((7, 2, 3, 0), set())


def fought(meeting: Meeting) -> list[dict[str, Any] | None]:
    """The states of the heroes as they would leave an encounter now."""
    states = states_after(meeting.session)
    return [None if each is None else each.model_dump(mode="json") for each in states]


@pytest.mark.clause("H.O3")
def test_what_has_turns_or_is_upheld_ends_with_the_encounter_and_what_lasts_stays() -> None:
    fight = Meeting([{}, {}], [{"spells": [SLEEP]}])
    fight.give(0, ConditionName.BLEEDING, 3).give(0, ConditionName.DISEASED, -1, power=8)
    fight.give(0, ConditionName.STUNNED, by=3).give(1, ConditionName.DEAD)
    fight.edit(Editable.HEALTH, 0, 2)
    kept = [{"condition": "diseased", "defence": "fortitude", "power": 8}]
    assert fought(fight) == [{"health": 2, "conditions": kept}, {"conditions": ["dead"]}]
    assert fought(Meeting([{}], [{}])) == [None]


@pytest.mark.clause("H.O3")
def test_the_rules_carry_a_party_over_just_as_its_file_does() -> None:
    fight = Meeting([{"conditions": ["prone"]}, {}], [{}])
    fight.give(0, ConditionName.PRONE, 0).give(0, ConditionName.POISONED).give(1, ConditionName.MUTE, power=7)
    fight.edit(Editable.HEALTH, 0, 5).edit(Editable.STRESS, 1, 2).edit(Editable.WOUNDS, 1, 1)
    states = states_after(fight.session)
    heroes = tuple(
        each.model_copy(update={"state": state}) for each, state in zip(fight.setup.sides[0], states, strict=True)
    )
    by_file = build(fight.setup.model_copy(update={"sides": (heroes, fight.setup.sides[1])}))
    by_rules = build(fight.setup)
    carry_over(fight.session.setting, fight.session.battle, by_rules)
    entered = []
    for setting in (by_file, by_rules):
        battle = allocate(Encounter)
        HEROES.rules.start(setting, battle)
        entered.append(look(Encounter, battle))
    assert entered[0].node.kind == NodeKind.CHANCE
    for who in range(2):
        one, other = (each.combatants[who] for each in entered)
        for pool in ("health", "wounds", "morale", "stress", "caused", "afflictions", "dodge", "parry", "attack"):
            assert getattr(one, pool) == getattr(other, pool)
        for condition in range(27):
            for field in ("left", "by", "check", "defence", "source", "power"):
                assert getattr(one.effects[condition], field) == getattr(other.effects[condition], field)
    assert look(Setting, by_rules).cards[0].lost.health == 7
