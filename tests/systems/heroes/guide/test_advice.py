"""Advice about an encounter, held against the exact answers of the rulebook's questions."""

from __future__ import annotations

import json

from battlewright import systems
from battlewright.answers.advice import Advice
from battlewright.contract.guides import guide_of, odds_of
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look
from battlewright.engine.session import Session
from battlewright.systems.heroes.enums import Target
from battlewright.systems.heroes.odds import solved as answers
from battlewright.systems.heroes.record import Action, ChoiceKind, Encounter, HeroesChoice, Setting
from battlewright.systems.heroes.rules.attacks import attack_bonus
from battlewright.systems.heroes.rules.checks import contest_lead
from battlewright.systems.heroes.setup.encounters import read_encounter
from tests.advice import advice_texts


def begun(name: str = "the-barrow") -> Session:
    session = Session(systems.load("heroes"), read_encounter(name), 3)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return session


def uses(session: Session, physical: bool) -> list[tuple[HeroesChoice, Action, Advice]]:
    """The attacks (or contests) that are offered, with their advice."""
    encounter, found = session.record, []
    actor = encounter.frames[encounter.depth - 1].actor
    for choice, advice in zip(session.choices(), odds_of(session, session.choices()), strict=True):
        action = look(Setting, session.setting).cards[actor].actions[choice.action]
        if choice.kind == ChoiceKind.USE and not action.heals and (action.target == Target.PHYSICAL) == physical:
            found.append((choice, action, advice))
    assert found
    return found


def test_a_hit_is_critical_or_not() -> None:
    session = begun()
    encounter: Encounter = session.record
    actor = encounter.frames[encounter.depth - 1].actor
    for choice, action, advice in uses(session, physical=True):
        target = encounter.combatants[choice.target]
        bonus = as_plain(attack_bonus)(look(Setting, session.setting), encounter, actor, action)
        bands = answers.attack(bonus, target.dodge, target.parry, target.armor)
        assert advice.chances["hit"] == bands["hit"] + bands["critical"]
        assert advice.chances["critical"] == bands["critical"]
        assert advice.exact


def test_a_contest_that_is_won_is_a_hit() -> None:
    session = begun()
    encounter: Encounter = session.record
    actor = encounter.frames[encounter.depth - 1].actor
    texts = advice_texts(guide_of(session), session.choices())
    assert texts is not None
    for choice, action, advice in uses(session, physical=False):
        lead = as_plain(contest_lead)(encounter, actor, action, choice.target)
        even = 20
        assert advice.chances["hit"] == answers.contest(even + lead, even).attacker
        assert texts[session.choices().index(choice)].startswith("won ")


def test_all_advice_travels_as_json() -> None:
    session = begun()
    for advice in odds_of(session, session.choices()):
        assert Advice.from_data(json.loads(json.dumps(advice.as_data()))) == advice
