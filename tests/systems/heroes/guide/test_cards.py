"""Combatants, their limits and what they can do, as data."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from typing import Any

import pytest

from battlewright import systems
from battlewright.contract.guides import odds_of
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record import allocate, assign, look, offset_of, restore, snapshot
from battlewright.engine.record_text import read_record
from battlewright.engine.session import Session
from battlewright.odds.ends import FieldMeasure
from battlewright.odds.solve import solve
from battlewright.odds.state_graph import Until
from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.guide.edits import Master
from battlewright.systems.heroes.guide.guide import HeroesGuide
from battlewright.systems.heroes.record import ChoiceKind, Encounter, HeroesChoice, Step
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.heroes.setup.files import read_sheet
from tests.systems.heroes.helpers import Meeting


def meeting() -> Meeting:
    return Meeting([{}, {}], [{"dexterity": 5}])


def test_a_card_has_the_numbers_of_the_table_and_the_parts_of_the_sheet() -> None:
    fight = meeting()
    guide = HeroesGuide(observe(fight.session, 1))
    cards = guide.cards()
    assert [(card.tag, card.side) for card in cards] == [("a1", 0), ("a2", 0), ("b1", 1)]
    combatant = fight.session.record.combatants[2]
    brann = cards[2]
    assert brann.defences["dodge"] == combatant.dodge
    assert brann.sheet is not None
    assert brann.sheet.values["Dodge"] == sum(part.value for line in brann.sheet.physical[:1] for part in line.parts)
    data = brann.as_data()
    assert json.loads(json.dumps(data))["numbers"][0]["name"] == "health"
    assert [card.acting for card in cards].count(True) == 1


def test_limits_are_those_of_the_edits() -> None:
    fight = meeting()
    for card in HeroesGuide(fight.session).cards():
        for number in card.numbers:
            set_to(fight, f"set {card.tag} {number.name} {number.most}")
            fight.session.undo()
            with pytest.raises(BattlewrightError):
                set_to(fight, f"set {card.tag} {number.name} {number.most + 1}")


def set_to(fight: Meeting, line: str) -> None:
    for edit in Master(fight.session).edits(line):
        fight.session.edit(edit)


def test_conditions_and_modifiers_are_listed() -> None:
    fight = meeting()
    for line in ("give b1 prone 2", "mod b1 dodge +5 smoke"):
        set_to(fight, line)
    brann = HeroesGuide(fight.session).cards()[2]
    assert [(each.name, each.turns) for each in brann.conditions] == [("Prone", 2)]
    assert [(each.name, each.component, each.amount) for each in brann.modifiers][1:] == [("smoke", "dodge", 5)]


def test_uses_have_exact_chances() -> None:
    uses = HeroesGuide(observe(meeting().session, 0)).uses()
    assert uses
    for use in uses:
        assert use.kind == "attack"
        assert sum(use.chances.values()) == Fraction(1)
        assert use.choice.startswith("use")
        assert json.loads(json.dumps(use.as_data()))["chances"]["hit"]["exact"]


def test_the_damage_of_a_use_is_what_the_rules_take_off_on_average() -> None:
    """Every roll that the rules make is enumerated, from the choice until the next one is due."""
    fight = meeting()
    session, system = fight.session, fight.session.system
    for use in HeroesGuide(session).uses():
        choice = read_record(use.choice, HeroesChoice, ChoiceKind)
        after = Session(system, session.setup, None).battle
        restore(after, snapshot(session.battle))
        made = allocate(HeroesChoice)
        assign(look(HeroesChoice, made), choice)
        assert not system.rules.refusal(session.setting, after, made)
        system.rules.choose(session.setting, after, made)
        pools = [offset_of(Encounter, "combatants", use.target, name) for name in ("health", "wounds")]
        until, before = Until(depth=2, step=Step.ACT, at_once=True), fight.who(use.target).health
        answer = solve(system.rules, session.setting, after, FieldMeasure(tuple(pools)), lambda outcome: 0, until=until)
        lost = answer.odds.map(lambda pool: before - pool[0] + pool[1])  # noqa: B023  (used at once)
        assert use.damage == lost.mean > 0
        assert use.hit == lost.at_least(1)
        assert use.fells is None


def test_what_a_use_does_is_what_advice_says() -> None:
    system = systems.load("heroes")
    session = Session(system, read_encounter("the-barrow"), 3)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    uses = HeroesGuide(session).uses()
    chosen = [read_record(use.choice, HeroesChoice, ChoiceKind) for use in uses]
    for use, advice in zip(uses, odds_of(session, chosen), strict=True):
        assert (use.hit, use.damage) == (advice.chances.get("hit"), advice.parts.get("damage"))
        assert all(advice.chances[name] == chance for name, chance in use.brings.items())
        assert json.loads(json.dumps(use.as_data())) == use.as_data()
    assert any(use.brings for use in uses)


def test_in_a_shipped_encounter_the_outcomes_of_every_use_add_up() -> None:
    system, draw, kinds = systems.load("heroes"), random.Random(1), set()
    session = Session(system, system.setup.read().setup, 1)
    for _ in range(300):
        if session.is_over:
            break
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        for use in HeroesGuide(session).uses():
            kinds.add(use.kind)
            assert sum(use.chances.values()) == (0 if use.kind == "healing" else 1)
        session.choose(draw.choice(session.choices()))
    assert {"attack", "contest"} <= kinds


SHAPE = re.compile(r"H\.[A-Z]\d+")


def test_a_sheet_has_its_clauses_one_by_one_and_a_key_for_each_value() -> None:
    data: Any = break_down(read_sheet("silarn")).as_data()
    lines = [*data["physical"], *data["arcane"], *data["pools"]]
    assert {"dodge", "parry", "armor", "physical_defence", "willpower", "health"} <= {line["key"] for line in lines}
    for each in (*lines, *data["attributes"], *(note for line in lines for note in line["notes"])):
        assert all(SHAPE.fullmatch(clause) for clause in each["clauses"])
    assert any(len(line["clauses"]) > 1 for line in lines)
