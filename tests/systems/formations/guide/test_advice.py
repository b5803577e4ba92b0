"""Advice about an engagement: what a choice gains now, and what it changes later."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from battlewright.answers.advice import Advice
from battlewright.contract.guides import guide_of, odds_of
from battlewright.odds import Answer, Until, solve
from battlewright.systems.formations.odds import situations
from battlewright.systems.formations.odds.reports import _solve
from battlewright.systems.formations.record import Engagement
from tests.advice import advice_texts
from tests.systems.formations.helpers import ENEMY, Engaged, force

ORDER = {"name": "Again!", "roll": "order", "effect": "rerolls", "amount": 2}
HEX = {"name": "Hex", "roll": "attack", "against": "will", "dice": 3, "effect": "dazed", "dazed_by": "will"}
RUST = {"name": "Rust", "roll": "attack", "against": "will", "dice": 3, "effect": "exposed", "amount": 2}


def engaged(*groups: dict[str, Any], **more: Any) -> Engaged:
    """Seat a is to act first, with its first group, against a formation of six."""
    return Engaged(force(*groups, **more), force({"models": 6}, will=2)).roll(6, 1).activate(0)


def found(fight: Engaged) -> list[Advice]:
    return odds_of(fight.session, fight.session.choices())


def named(fight: Engaged, action: int, target: int = ENEMY) -> Advice:
    choices = fight.session.choices()
    return found(fight)[next(at for at, each in enumerate(choices) if (each.action, each.target) == (action, target))]


def until_the_activation_ends(fight: Engaged) -> Answer[int, Any]:
    def balance(battle: Engagement) -> int:
        signs = {slot: 1 if slot < ENEMY else -1 for slot in range(2 * ENEMY)}
        return sum(sign * (battle.groups[slot].models - battle.groups[slot].wounds) for slot, sign in signs.items())

    session, before = fight.session, balance(fight.battle)
    measure = lambda battle: balance(battle) - before  # noqa: E731
    return solve(session.system.rules, session.setting, session.battle, measure, int, until=Until(depth=2))


def test_what_a_choice_gains_now_is_what_the_rules_give() -> None:
    """Models of MIGHT 1: each Wound removes one. Without Rerolls there is nothing to play well."""
    fight = engaged({"models": 4}, {})
    answer = until_the_activation_ends(fight)
    assert [each.parts["now"] for each in found(fight)] == [odds.value for _, odds in answer.choices]
    assert all(each.value == sum(each.parts.values()) for each in found(fight))


def test_what_is_only_estimated_is_not_called_exact() -> None:
    """That the other force acts before a friend does is left out of what an order is worth."""
    fight = engaged({}, {"models": 5}, actions=[ORDER])
    assert not named(fight, 1, target=1).exact
    assert named(fight, 1, target=0).exact


def test_a_hit_is_that_something_happens_to_the_target() -> None:
    wounds = _solve(situations.attack(4, 4), lambda battle: battle.outcome.wounds)
    assert named(engaged({"models": 4}, {}), 0).chances == {"hit": wounds.at_least(1)}


@pytest.mark.clause("F.D10")
def test_an_order_is_worth_the_rerolls_of_the_next_attack() -> None:
    """The friends attack next, with five dice: two Rerolls turn misses into hits."""
    fight = engaged({}, {"models": 5}, actions=[ORDER])
    order = named(fight, 1, target=1)
    plain, helped = (
        _solve(situations.attack(5, 4, rerolls), lambda battle: battle.outcome.wounds).mean for rerolls in (0, 2)
    )
    assert not order.chances
    assert order.parts["now"] == 0
    assert order.parts["later"] == helped - plain > 0
    assert named(fight, 1, target=0).parts["later"] == 0  # it has acted, and the others have not


@pytest.mark.clause("F.D10")
def test_an_order_may_be_the_best_choice() -> None:
    """One die is worth half a Wound, two Rerolls of ten dice nearly a whole one."""
    fight = Engaged(force({}, {"models": 10}, actions=[ORDER]), force({"models": 20})).roll(6, 1).activate(0)
    best = [choice for choice, each in zip(fight.session.choices(), found(fight), strict=True) if each.best]
    assert [(choice.action, choice.target) for choice in best] == [(1, 1)]


@pytest.mark.parametrize("action", [HEX, RUST])
def test_an_effect_on_an_opponent_has_a_value(action: dict[str, Any]) -> None:
    """Whoever is dazed may lose its next action; whoever is exposed is hit more easily by those who follow."""
    effect = named(engaged({}, {"models": 3}, actions=[action]), 1)
    assert effect.parts["now"] == 0
    assert effect.parts["later"] > 0
    assert 0 < effect.chances["hit"] < 1


def test_an_effect_that_ends_at_once_says_why_it_is_worth_nothing() -> None:
    """After the last activation of a round nobody is exposed any more."""
    fight = engaged({}, actions=[RUST])
    fight.act(ENEMY).roll(1).activate(ENEMY).act(0).roll(1, 1, 1, 1, 1, 1)
    fight.roll(1, 6).activate(ENEMY).act(0).roll(1, 1, 1, 1, 1, 1).activate(0)
    rust = named(fight, 1)
    assert rust.chances["hit"] == 0
    assert rust.note == "the round ends, and the effect with it"


def test_equal_bests_are_all_marked() -> None:
    """Two single opponents who are alike, and a third that no Wound removes."""
    fight = Engaged(force({"models": 3}), force({}, {}, {"models": 3})).roll(6, 1).activate(0)
    texts = advice_texts(guide_of(fight.session), fight.session.choices())
    assert texts is not None
    best = max(each.value or Fraction(0) for each in found(fight))
    assert [text.endswith("*") for text in texts] == [each.value == best for each in found(fight)]
    assert [each.best for each in found(fight)][:2] in ([True, True], [False, False])


def test_without_time_there_is_no_advice() -> None:
    fight = engaged({"models": 4})
    assert all(each.is_late for each in odds_of(fight.session, fight.session.choices(), 0.0))
