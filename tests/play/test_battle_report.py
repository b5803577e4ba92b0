"""The report of a match: what the dice did, what the choices gave away, and when it was decided."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from battlewright.contract.guides import advise
from battlewright.contract.system import System, system_of
from battlewright.engine.node import Choice
from battlewright.engine.observation import observe
from battlewright.engine.record import Row, look
from battlewright.engine.record_text import read_record
from battlewright.engine.session import Session
from battlewright.odds.solve import solve
from battlewright.play.battle_report import WIN, match_report, report_of
from battlewright.play.dice import DiceSource
from battlewright.play.luck import Rolls, rolls_of
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.systems.formations.setup.engagement import EngagementSetup
from tests.changes import changed
from tests.systems.formations.helpers import Engaged, force
from tests.toy.pig import PIG, Kind, Pig, PigSetup


def chooses(kind: Kind) -> Choice:
    choice = Choice()
    choice.kind = kind
    return choice


ROLL, HOLD = chooses(Kind.ROLL), chooses(Kind.HOLD)


def test_a_bad_choice_gives_away_exactly_what_the_odds_say() -> None:
    """Side a has the only activation that can still win, with a group of three or with a single model."""
    session = Engaged(force({"models": 3}, {}), force({"models": 3}), round_limit=1).roll(6, 1).session
    session.system = changed(system_of(session), guide={"load": None})
    answer = solve(
        session.system.rules,
        session.setting,
        session.battle,
        lambda battle: battle.node.result,
        lambda result: {0: Fraction(1, 2), 1: Fraction(1)}.get(result, Fraction(0)),
    )
    (good, best), (bad, less) = answer.choices
    assert best.value == answer.value > less.value
    session.choose(bad)
    (judged,) = report_of(session).judged
    assert (judged.state, judged.is_best, judged.exact) == ("judged", False, True)
    assert judged.value == best.value - less.value > 0
    assert judged.parts == {WIN: judged.value}
    assert judged.best == session.words.choice(session.record, good)
    session.undo()
    session.choose(good)
    (judged,) = report_of(session).judged
    assert judged.is_best
    assert judged.value == 0
    assert not judged.parts


def test_choices_are_judged_by_the_advice_of_their_own_side(formations: System, engagement: EngagementSetup) -> None:
    match = Match(formations, engagement, dict.fromkeys("ab", "random"), DiceSource(seed=4))
    play_on(match, seat_bots(match), most=30)
    made = report_of(match.session, each=20)
    judged = {each.number: each for each in made.judged}
    compared = 0
    for number, (before, step) in enumerate(match.session.replayed()):
        if number not in judged or judged[number].state != "judged":
            continue
        seen = observe(before, step.side)
        choices = seen.choices()
        given = advise(seen, choices, 20)
        mine = given[choices.index(read_record(step.line, formations.rules.choice, formations.rules.choice_kinds))]
        top = next(each for each in given if each.best)
        assert mine.value is not None
        assert top.value is not None
        assert judged[number].value == top.value - mine.value
        assert judged[number].is_best == mine.best
        if not mine.best:
            assert judged[number].parts == {name: top.parts[name] - mine.parts[name] for name in top.parts}
            compared += 1
    assert compared > 2
    assert {each.state for each in made.judged} == {"judged", "forced"}


def test_the_sums_of_dice_are_told_against_their_average() -> None:
    session = Session(PIG, PigSetup(goal=30), None)
    for face in (6, 5, 6):
        session.choose(ROLL)
        session.roll_typed([face])
    session.choose(HOLD)
    session.choose(ROLL)
    session.roll_typed([2])
    one, other = report_of(session, seconds=0).rolls
    assert (one.side, one.count, one.total, one.expected) == (0, 3, 17, Fraction(21, 2))
    assert one.sigma == pytest.approx(6.5 / math.sqrt(3 * 35 / 12))
    assert (other.side, other.total) == (1, 2)
    assert one.as_data()["dice"] == {"6": 3}


def test_dice_of_several_kinds_add_up() -> None:
    rolls = Rolls(0, "strike-roll", "Strikes")
    rolls.add(6, (1, 2))
    rolls.add(10, (10,))
    assert (rolls.expected, rolls.variance) == (7 + Fraction(11, 2), Fraction(35, 6) + Fraction(99, 12))
    assert rolls.rolls == 2


def test_rolls_are_called_by_the_word_of_their_step(formations: System, engagement: EngagementSetup) -> None:
    match = Match(formations, engagement, dict.fromkeys("ab", "random"), DiceSource(seed=4))
    play_on(match, seat_bots(match), most=12)
    called = {(each.side, each.kind, each.name) for each in rolls_of(match.session)}
    assert (-1, "roll-off", "Roll-offs") in called
    assert (0, "roll", "Action rolls") in called


def test_rolls_without_a_name_are_called_by_the_word_itself() -> None:
    session = Session(PIG, PigSetup(goal=30), None)
    session.choose(ROLL)
    session.roll_typed([6])
    (rolls,) = rolls_of(session)
    assert (rolls.kind, rolls.name) == ("die", "Die")
    session.system = replace(PIG, rules=replace(PIG.rules, steps=None))
    assert rolls_of(session)[0].kind == str(session.steps[1].at)


def by_stakes(setting: Row[Any], battle: Row[Any], tables: Any) -> int:
    """A win chance for a test: half, and a hundredth more or less for each point at stake."""
    pig = look(Pig, battle)
    return 500_000 + 10_000 * int(pig.at_stake) * (1 if pig.turn == 0 else -1)


def test_the_luck_of_a_roll_is_told_against_the_average_over_its_outcomes() -> None:
    system = replace(PIG, bots=replace(PIG.bots, win_chance=by_stakes))
    session = Session(system, PigSetup(goal=30), None)
    session.choose(ROLL)
    session.roll_typed([6])
    session.choose(ROLL)
    session.roll_typed([1])
    made = report_of(session)
    first, second = (moment for moment in made.moments if moment.step.is_roll)
    average = Fraction(2 + 3 + 4 + 5 + 6, 6)
    assert first.luck == Fraction(6 - average, 100)
    assert second.luck == -(Fraction(5 * 6, 6) + average) / 100
    assert made.luck == first.luck + second.luck
    assert first.is_averaged
    data = made.as_data()
    points = float(made.luck or 0)
    assert [data["sides"][side]["win_points"] for side in "ab"] == [points, -points]
    assert data["win_chances"] == [0.5, 0.5, 0.56, 0.56, 0.5]
    assert [moment["number"] for moment in data["key_moments"]] == [1, 3]


def test_without_time_the_luck_of_a_roll_is_told_against_before_it() -> None:
    session = Session(replace(PIG, bots=replace(PIG.bots, win_chance=by_stakes)), PigSetup(goal=30), None)
    session.choose(ROLL)
    session.roll_typed([6])
    (moment,) = (moment for moment in report_of(session, seconds=0).moments if moment.step.is_roll)
    assert (moment.luck, moment.is_averaged) == (Fraction(6, 100), False)


def test_a_finished_battle_has_a_certain_end() -> None:
    session = Session(replace(PIG, bots=replace(PIG.bots, win_chance=by_stakes)), PigSetup(goal=2), None)
    session.choose(ROLL)
    session.roll_typed([6])
    session.choose(HOLD)
    assert report_of(session).moments[-1].after == 1


def test_without_time_nothing_is_judged_and_all_is_counted() -> None:
    session = Session(PIG, PigSetup(goal=20), None)
    session.choose(HOLD)
    session.choose(HOLD)
    side = report_of(session, seconds=0).as_data()["sides"]["a"]
    assert (side["choices"], side["judged"], side["late"]) == (1, 0, 1)


def test_an_interrupt_keeps_what_is_done() -> None:
    session = Session(PIG, PigSetup(goal=2), None)
    for _ in range(4):
        session.choose(HOLD)

    def interrupt(done: int, total: int) -> None:
        assert total == 4
        if done == 2:
            raise KeyboardInterrupt

    made = report_of(session, progress=interrupt)
    assert made.is_interrupted
    assert len(made.judged) == 2


def test_the_report_of_a_match_names_its_seats() -> None:
    match = Match(PIG, PigSetup(goal=4), {"b": "random"}, DiceSource(seed=1))
    match.choose("a", HOLD)
    match.choose("b", HOLD)
    match.undo("a", 0)
    match.choose("a", HOLD)
    match.resign("a")
    made = match_report(match)
    assert [(each.seat, each.number) for each in made.judged] == [("a", 0)]
    assert made.as_data()["players"] == {"a": "person", "b": "random"}
    result = made.as_data()["result"]
    assert result is not None
    assert result["sentence"] == "Side a gives up."
