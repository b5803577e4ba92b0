"""Modifiers that count against one attacker alone: in rules, odds and bots, by hand and in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.bots.greedy import GreedyBot
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, Refused, SetupError
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text
from battlewright.systems.heroes.enums import Component, ConditionName
from battlewright.systems.heroes.guide.advice import advise
from battlewright.systems.heroes.guide.edits import Master
from battlewright.systems.heroes.guide.guide import HeroesGuide
from battlewright.systems.heroes.record import NOBODY, ChoiceKind
from battlewright.systems.heroes.rules.defence import defence_against
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.heroes.setup.waves import chain
from battlewright.systems.heroes.system import SYSTEM
from tests.systems.heroes.helpers import Meeting, sheet

MACE = {"name": "Mace", "damage": "2d6", "types": ["bludgeoning"]}
LEATHER = {"dexterity": 7, "armour": "light"}
PARTS = ("DODGE", "PARRY", "ARMOR", "WHOLE")


def against(fight: Meeting, whom: int, attacker: int) -> tuple[int, ...]:
    """Dodge, Parry and Armor against an attacker."""
    return tuple(as_plain(defence_against)(fight.setting, fight.battle, whom, attacker))[:3]


def typed(fight: Meeting, line: str) -> Meeting:
    for edit in Master(fight.session).edits(line):
        fight.session.edit(edit)
    return fight


def two_at_one(**how: Any) -> Meeting:
    """Two attackers (0, 1), and the one with the leather (2)."""
    return Meeting([{"weapons": [MACE]}, {"weapons": [MACE]}], [LEATHER | how])


@pytest.mark.clause("H.D10")
def test_a_modifier_against_one_attacker_counts_against_nobody_else() -> None:
    fight = two_at_one().modify(2, Component.ARMOR, 5, "low wall", against=0)
    dodge, parry, armor = fight.defence(2)
    assert against(fight, 2, 0) == (dodge, parry, armor + 5)
    assert against(fight, 2, 1) == against(fight, 2, NOBODY) == (dodge, parry, armor)


@pytest.mark.clause("H.D10", "H.D8")
@pytest.mark.parametrize(("attacker", "band"), [(0, "the attack is stopped by armour"), (1, "the attack hits")])
def test_the_band_of_an_attack_is_that_against_its_attacker(attacker: int, band: str) -> None:
    fight = two_at_one().modify(2, Component.ARMOR, 5, "low wall", against=0)
    whole = sum(fight.defence(2))
    if attacker == 1:
        fight.end()
    fight.use(2)
    assert whole == 13
    step = fight.roll(3, 4, 4)  # 11 and Strength 3: one more than the Physical Defence
    told = next(each.text for each in last_step_text(step.session).sentences if each.clause == "H.D8")
    assert band in told
    assert f"Physical Defence {whole + 5 if attacker == 0 else whole}" in told


@pytest.mark.clause("H.D10", "H.D6")
def test_of_those_against_all_and_those_against_one_the_highest_bonus_and_the_worst_penalty_count() -> None:
    fight = two_at_one().modify(2, Component.DODGE, 3, "fog").modify(2, Component.DODGE, 5, "smoke", against=0)
    fight.modify(2, Component.DODGE, -2, "mud", against=0).modify(2, Component.DODGE, -1, "ice")
    plain = 7
    assert against(fight, 2, 0)[0] == plain + 5 - 2
    assert against(fight, 2, 1)[0] == fight.defence(2)[0] == plain + 3 - 1
    fight.modify(2, Component.DODGE, 4, "smoke")  # of the same name, against all: it stands beside the other
    assert (against(fight, 2, 0)[0], against(fight, 2, 1)[0]) == (plain + 5 - 2, plain + 4 - 1)
    fight.modify(2, Component.DODGE, 0, "smoke", against=0)
    assert (against(fight, 2, 0)[0], against(fight, 2, 1)[0]) == (plain + 4 - 2, plain + 4 - 1)


@pytest.mark.clause("H.D10", "H.X5")
def test_a_penalty_to_the_whole_against_one_spills_over_and_conditions_count_before_it() -> None:
    fight = two_at_one().modify(2, Component.WHOLE, -8, "in the open", against=0)
    assert against(fight, 2, 0) == (0, 1, 4)
    fight.give(2, ConditionName.ENSNARED).modify(2, Component.DODGE, 5, "fog", against=0)
    assert against(fight, 2, 0) == (0, 0, 0)
    assert fight.modify(2, Component.WHOLE, 9, "luck", against=0).defence(2) == (0, 2, 4)
    assert against(fight, 2, 0) == (1, 2, 4)


@pytest.mark.clause("H.D10", "H.D6")
@given(st.lists(st.tuples(st.sampled_from(PARTS), st.integers(-30, 30).filter(bool)), max_size=6), st.data())
def test_against_one_attacker_it_is_as_if_all_that_counts_against_it_counted_against_all(
    several: list[tuple[str, int]], data: st.DataObject
) -> None:
    one, all_of_it = two_at_one(), two_at_one()
    for condition in data.draw(st.sets(st.sampled_from(["PRONE", "ENSNARED", "BLINDED"]), max_size=2)):
        for fight in (one, all_of_it):
            fight.give(2, ConditionName[condition])
    before = one.defence(2)
    for name, (component, amount) in zip("abcdef", several, strict=False):
        one.modify(2, Component[component], amount, name, against=0)
        all_of_it.modify(2, Component[component], amount, name)
    assert against(one, 2, 0) == all_of_it.defence(2)
    assert against(one, 2, 1) == one.defence(2) == before


@pytest.mark.clause("H.D10")
@pytest.mark.parametrize("component", [Component.WILLPOWER, Component.ATTACK, Component.INITIATIVE])
def test_only_physical_defence_can_be_another_against_one(component: Component) -> None:
    with pytest.raises(Refused, match=r"H\.D10"):
        two_at_one().modify(2, component, 2, against=0)


@pytest.mark.clause("H.D10")
@pytest.mark.parametrize("attacker", [2, 3, 15, -3])
def test_an_attacker_is_another_combatant_of_the_encounter(attacker: int) -> None:
    with pytest.raises(Refused, match=r"H\.D10"):
        two_at_one().modify(2, Component.DODGE, 2, against=attacker)


@pytest.mark.clause("H.D10")
def test_a_modifier_against_one_runs_out_and_says_so() -> None:
    fight = two_at_one().modify(2, Component.DODGE, 4, "smoke", turns=1, against=1)
    assert "gives b1 (b1) +4 to dodge against a2 (a2)." in fight.told()
    fight.end().end().end()
    assert "The modifier of +4 to dodge against a2 (a2) of b1 (b1) has run out." in fight.told()
    assert against(fight, 2, 1) == fight.defence(2)


@pytest.mark.clause("H.D10", "H.D11")
def test_they_are_typed_and_go_by_name_all_or_that_against_one() -> None:
    fight = typed(two_at_one(), "mod b1 heavy cover against a2 for 2")
    assert [each["against"] for each in given_to(fight, 2)] == ["", "a2"]
    assert against(fight, 2, 1)[2] == fight.defence(2)[2] + 5
    typed(fight, "mod b1 heavy cover")
    assert len(given_to(fight, 2)) == 3
    typed(fight, "mod b1 heavy cover off against a2")
    assert [each["against"] for each in given_to(fight, 2)] == ["", ""]
    typed(fight, "mod b1 dodge +2 fog against a1")
    typed(fight, "mod b1 dodge +3 fog for 3 against a2")
    assert [each["turns"] for each in given_to(fight, 2)][-2:] == [None, 3]
    assert len(given_to(typed(fight, "mod b1 fog off"), 2)) == 2
    typed(fight, "mod b1 dodge -2 against a1")
    assert against(fight, 2, 0)[0] == fight.defence(2)[0] - 2
    assert against(typed(fight, "mod b1 dodge 0 against a1"), 2, 0) == fight.defence(2)


def given_to(fight: Meeting, who: int) -> list[dict[str, Any]]:
    """The modifiers on the card of a combatant."""
    cards = HeroesGuide(fight.session).cards()
    return [vars(each) for each in cards[who].modifiers]


@pytest.mark.clause("H.D10")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("mod b1 dodge +2 against b1", r"not its own attacker.*H\.D10"),
        ("mod b1 willpower +2 against a1", r"Willpower is the same against all.*H\.D10"),
        ("mod b1 dodge +2 against evil", "Nobody here is called"),
        ("mod b1 fog off against a1", r"has no modifier 'fog' against a1"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(line: str, why: str) -> None:
    with pytest.raises(BattlewrightError, match=why):
        Master(two_at_one().session).edits(line)


@pytest.mark.clause("H.D10")
def test_odds_are_those_against_the_attacker() -> None:
    fight, other = two_at_one(), two_at_one()
    use = fight.choice(ChoiceKind.USE, action=0, target=2)
    before = advise(fight.session, [use])[0].chances["hit"]
    fight.modify(2, Component.ARMOR, 5, "low wall", against=0)
    other.modify(2, Component.ARMOR, 5, "low wall")
    assert advise(fight.session, [use])[0].chances == advise(other.session, [use])[0].chances
    assert advise(fight.session, [use])[0].chances["hit"] < before
    fight.end()
    assert advise(fight.session, [use])[0].chances["hit"] == before


@pytest.mark.clause("H.D10")
def test_bots_aim_at_whom_they_hit_more_easily() -> None:
    fight = Meeting([{"weapons": [MACE]}, {"weapons": [MACE]}], [{"weapons": [MACE]}, {"weapons": [MACE]}])
    assert GreedyBot().choose(fight.session).target == 2
    fight.modify(2, Component.WHOLE, 4, "low wall", against=0)
    assert GreedyBot().choose(fight.session).target == 3
    assert GreedyBot().choose(fight.end().session).target == 2, "nothing stands between it and the other"


@pytest.mark.clause("H.D10")
def test_where_sheets_are_secret_it_tells_nothing_of_them() -> None:
    """A bot that knows a stand-in chooses as one in the seat of its side, and alike whatever the sheet is."""
    found = set()
    for dexterity in (1, 9):
        foe: dict[str, Any] = {"name": "Foe", "sheet": sheet("Foe", dexterity=dexterity)}
        foe |= {"modifiers": [{"component": "whole", "amount": -3, "against": "a1"}]}
        hero: dict[str, Any] = {
            "name": "Ann",
            "sheet": sheet("Ann"),
            "modifiers": [{"component": "initiative", "amount": 50}],
        }
        sides: list[Any] = [[hero], [{"name": "Other", "sheet": sheet("Other")}, foe]]
        session = Session(SYSTEM, EncounterSetup.model_validate({"sides": sides, "secret_sheets": True}), 3)
        session.roll_typed([1] * session.node.dice)
        assert session.node.side == 0
        choice, seen = GreedyBot().choose(session), GreedyBot().choose(observe(session, 0))
        assert (choice.kind, choice.target) == (seen.kind, seen.target)
        found.add((choice.kind, choice.target))
    assert len(found) == 1


@pytest.mark.clause("H.D10", "H.D11")
def test_a_change_of_who_is_there_keeps_attackers_by_who_they_are_and_drops_those_that_are_gone() -> None:
    fight = (
        two_at_one().modify(2, Component.DODGE, 4, "smoke", against=1).modify(2, Component.DODGE, 2, "fog", against=0)
    )
    fight.session.amend({"kind": "remove", "who": "a1"})
    assert [(each.whom, each.against) for each in fight.battle.modifiers[:3]][-1] == (1, 1)
    kept = [each for each in fight.battle.modifiers[: fight.battle.modifiers_count] if each.against]
    assert [(each.whom, each.against, each.amount) for each in kept] == [(1, 1, 4)]
    assert against(fight, 1, 0)[0] == fight.defence(1)[0] + 4


FILE: dict[str, Any] = {
    "name": "Wall",
    "heroes": [
        {"sheet": "brannoc", "modifiers": [{"component": "armor", "amount": 5, "against": "Ruffian 2"}]},
        "silarn",
    ],
    "foes": [{"sheet": "ruffian", "count": 2, "modifiers": [{"component": "dodge", "amount": 2, "against": "a2"}]}],
    "waves": [{"foes": ["crow-priest"]}],
}


def read(folder: Path, **changes: Any) -> EncounterSetup:
    (folder / "wall.json").write_text(json.dumps(FILE | changes), encoding="utf-8")
    return read_encounter(str(folder / "wall.json"))


@pytest.mark.clause("H.D10")
def test_files_name_attackers_as_rings_name_neighbours(tmp_path: Path) -> None:
    setup = read(tmp_path)
    assert [each.modifiers[0].against for each in setup.combatants if each.modifiers] == ["b2", "a2", "a2"]
    session = Session(SYSTEM, setup, 1)
    made = session.record.modifiers[: session.record.modifiers_count]
    assert [(each.whom, each.against) for each in made] == [(0, 4), (2, 2), (3, 2)]
    assert EncounterSetup.model_validate(setup.model_dump(mode="json")) == setup
    after = chain(setup)[1]
    assert not any(each.modifiers for each in after.sides[0]), "the foe that it was against is not there"
    plain = read_encounter("the-barrow").sides[1][0].modifiers[0]
    assert "against" not in plain.model_dump(), "set-ups without it stay as they were"


@pytest.mark.clause("H.D10")
@pytest.mark.parametrize(
    ("modifier", "why"),
    [
        ({"component": "dodge", "against": "Nobody"}, "there is no 'Nobody' to be against"),
        ({"component": "dodge", "against": "Brannoc"}, "a1 is not its own attacker"),
        ({"component": "reflex", "against": "b1"}, "reflex is the same against all"),
    ],
)
def test_files_are_told_what_is_wrong(tmp_path: Path, modifier: dict[str, Any], why: str) -> None:
    with pytest.raises(SetupError, match=why):
        read(tmp_path, heroes=[{"sheet": "brannoc", "modifiers": [{"amount": 2} | modifier]}])
