"""Advice for any system: the exact chance to win."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from battlewright.answers.exact_guide import WinGuide
from battlewright.contract.guides import guide_of, odds_of
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.odds.solve import solve
from tests.advice import advice_texts
from tests.systems.formations.helpers import Engaged, force
from tests.toy.pig import PIG, PigSetup


def engaged(*others: dict[str, Any]) -> Session:
    """Seat a has the only activation that can still win, with a group of three or a single model."""
    return Engaged(force({"models": 3}, {}), force(*others), round_limit=1).roll(6, 1).session


def test_the_chance_to_win_is_that_of_best_play() -> None:
    session = engaged({"models": 3})
    answer = solve(
        session.system.rules,
        session.setting,
        session.battle,
        lambda battle: battle.node.result,
        lambda result: {0: Fraction(1, 2), 1: Fraction(1)}.get(result, Fraction(0)),
    )
    found = WinGuide(session).advise(session.choices())
    assert [each.chances for each in found] == [{"win": odds.value} for _, odds in answer.choices]
    assert [each.value for each in found] == [odds.value for _, odds in answer.choices]
    assert [each.best for each in found] == [odds.value == answer.value for _, odds in answer.choices]
    assert all(each.exact for each in found)


def test_choices_that_are_equal_are_all_best() -> None:
    """Two opponents who are alike may be attacked."""
    session = engaged({}, {})
    session.choose(session.choices()[0])
    guide = WinGuide(session)
    assert [each.best for each in guide.advise(session.choices())] == [True, True]


def test_advice_is_in_the_order_of_the_choices_that_are_asked_about() -> None:
    session = engaged({"models": 3})
    choices = session.choices()
    found = odds_of(session, choices)
    assert found[0] != found[1]
    assert odds_of(session, [*reversed(choices), choices[0]]) == [*reversed(found), found[0]]
    assert odds_of(session, choices[1:]) == found[1:]
    assert odds_of(session, []) == []


def test_where_nothing_is_known_the_advice_says_so() -> None:
    session = Session(PIG, PigSetup(goal=100), 1)
    assert session.node.kind == NodeKind.DECISION
    assert isinstance(guide_of(session), WinGuide)
    assert all(each.is_late for each in odds_of(session, session.choices(), 0.02))
    assert advice_texts(guide_of(session), session.choices(), (), 0.02) is None


def test_where_decisions_lead_back_the_chance_to_win_is_iterated() -> None:
    """Pig to a goal of 2: whoever does not roll a 1 has it. So the chance of who rolls is x = 5/6 + (1 - x) / 6."""
    session = Session(PIG, PigSetup(goal=2), 1)
    roll, hold = odds_of(session, session.choices())
    assert abs(roll.chances["win"] - Fraction(6, 7)) < Fraction(1, 10**7)
    assert abs(hold.chances["win"] - Fraction(1, 7)) < Fraction(1, 10**7)
    assert (roll.best, hold.best, roll.exact) == (True, False, False)
    assert advice_texts(guide_of(session), session.choices()) == ["wins 86% *", "wins 14%"]
