"""Rolls of an engagement as data: what each die counted for, and what came of them."""

from __future__ import annotations

import random
from collections import Counter

from battlewright import systems
from battlewright.engine.events import events_in
from battlewright.engine.node import NodeKind
from battlewright.engine.roll_results import Counted, RollResult
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text, step_texts
from battlewright.systems.formations.record import Combination, EventKind, RollKind
from battlewright.systems.formations.setup.engagement import FORCES, EngagementSetup, read_force
from tests.systems.formations.helpers import ENEMY, Engaged, force

FORMATIONS = systems.load("formations")
HEX = {"name": "Hex", "effect": "weakened", "combination": "double"}
LEAP = {"name": "Leap", "roll": "test", "against": "dex", "effect": "exposed"}


def last(engaged: Engaged) -> RollResult:
    """What the last roll meant."""
    roll = last_step_text(engaged.session).roll
    assert roll is not None
    return roll


def counted(roll: RollResult) -> list[str]:
    return [str(die.counted) for die in roll.dice]


def test_the_dice_of_a_roll_off_are_of_the_sides() -> None:
    engaged = Engaged(force(), force()).roll(3, 3)
    roll = last(engaged)
    assert ([die.side for die in roll.dice], roll.outcome, roll.verdict) == (["a", "b"], "tied", "A tie")
    assert roll.reading == "3 against 3"
    roll = last(engaged.roll(2, 5))
    assert (roll.outcome, roll.reading, roll.verdict) == ("decided", "2 against 5", "Force first")


def test_each_die_of_an_attack_is_a_success_or_not() -> None:
    engaged = Engaged(force({"models": 3}), force({"models": 3})).roll(6, 1).attack(0, ENEMY, 3, 4, 6)
    roll = last(engaged)
    assert counted(roll) == ["failure", "success", "success"]
    assert {die.of.tag if die.of else "" for die in roll.dice} == {"a1"}
    assert (roll.needed, roll.outcome, roll.verdict, roll.good) == (4, "hit", "2 successes", True)
    assert roll.reading == "needed 4+"


def test_heavy_sixes_are_critical_where_the_ruling_has_them() -> None:
    engaged = Engaged(force({"models": 3}), force({"models": 5}), heavy_sixes=True).roll(6, 1).attack(0, ENEMY, 3, 4, 6)
    assert counted(last(engaged)) == ["failure", "success", "critical"]
    engaged = Engaged(force({"models": 3}), force(deflection=6), heavy_sixes=True).roll(6, 1).attack(0, ENEMY, 3, 4, 6)
    assert counted(last(engaged)) == ["failure", "failure", "success"]  # a target of 6 has no heavy sixes


def test_a_combination_is_the_outcome_of_an_action_that_looks_for_it() -> None:
    for faces, outcome, verdict in (
        ((1, 1, 6), "double", "A Double, 1 success"),
        ((1, 2, 3), "no-double", "No Double, 0 successes"),
    ):
        engaged = Engaged(force({"models": 3}, actions=[HEX]), force()).roll(6, 1).activate(0).act(ENEMY, 1)
        roll = last(engaged.roll(*faces))
        assert (roll.outcome, roll.verdict, roll.good) == (outcome, verdict, outcome == "double")


def test_a_test_passes_or_fails_and_never_passes_with_a_one() -> None:
    expected = {
        3: ("passed", "Passed", True),
        4: ("failed", "Failed", False),
        1: ("failed", "Failed: a natural 1", False),
    }
    for face, (outcome, verdict, good) in expected.items():
        engaged = Engaged(force(actions=[LEAP]), force()).roll(6, 1).activate(0).act(ENEMY, 1)
        roll = last(engaged.roll(face))
        assert (roll.outcome, roll.verdict, roll.good, roll.needed, roll.or_less) == (outcome, verdict, good, 3, True)
        assert counted(roll) == ["success" if good else "failure"]


def test_nothing_has_come_of_dice_that_may_still_be_rolled_again() -> None:
    engaged = Engaged(force({"rerolls": 1}), force()).roll(6, 1).activate(0).act(ENEMY).roll(1)
    roll = last(engaged)
    assert (counted(roll), roll.outcome, roll.good) == (["failure"], "", None)
    assert engaged.session.words.about(engaged.battle) == 0


def test_the_rolls_of_whole_engagements_agree_with_their_events() -> None:
    forces, seen = [read_force(name) for name in FORCES.names], Counter[str]()
    for seed, (a, b) in enumerate([(0, 1), (2, 3), (3, 0), (1, 2)]):
        setup = EngagementSetup(forces=(forces[a], forces[b]), round_limit=3, heavy_sixes=seed == 1)
        session, chance = Session(FORMATIONS, setup, seed), random.Random(seed)
        while not session.is_over:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(chance.choice(session.choices()))
        for (before, step), told in zip(session.replayed(), step_texts(session), strict=True):
            if told.roll is None:
                continue
            roll, frame = told.roll, before.record.frames[before.record.depth - 1]
            events = {event.kind: event for event in events_in(FORMATIONS.rules.event_kinds, step.events)}
            assert [die.face for die in roll.dice] == list(step.faces)
            seen[roll.outcome] += 1
            wins = sum(die.counted in (Counted.SUCCESS, Counted.CRITICAL) for die in roll.dice)
            if EventKind.SUCCESSES in events and roll.kind == "roll":
                assert wins == events[EventKind.SUCCESSES]["successes"]
                heavy = events[EventKind.HEAVY]["wounds"] if EventKind.HEAVY in events else 0
                assert sum(die.counted == Counted.CRITICAL for die in roll.dice) == heavy
            if EventKind.SUCCESSES in events:
                assert roll.good == bool(events.keys() & {EventKind.WOUNDED, EventKind.EFFECT})
            if EventKind.COMBINATION in events:
                name = Combination(events[EventKind.COMBINATION]["combination"]).name.lower()
                assert roll.outcome == (name if events[EventKind.COMBINATION]["landed"] else f"no-{name}")
            if frame.roll == RollKind.TEST and roll.outcome:
                assert (roll.outcome == "passed") == (EventKind.PASSED in events) == (wins == 1)
            if EventKind.FIRST in events:
                assert [die.side for die in roll.dice] == ["a", "b"]
            else:
                assert roll.kind == "roll-off" or {die.of and die.of.number for die in roll.dice} == {frame.actor}
    assert {"hit", "missed", "decided"} <= seen.keys()
