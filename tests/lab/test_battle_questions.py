"""The questions that every system answers, asked about the toy system and about a small engagement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from battlewright.answers.parameters import parameters_of
from battlewright.answers.question import Question
from battlewright.answers.report import Chances, Grid, Report
from battlewright.bots.random import RandomBot
from battlewright.contract.system import System
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.lab import battle_questions as questions
from battlewright.lab.battle_questions import match, match_question, position, questions_of
from battlewright.lab.trials import trials
from battlewright.systems.formations.setup.engagement import EngagementSetup
from tests.changes import changed
from tests.cli.test_odds import DUELLIST
from tests.toy.pig import PIG, PigSetup

FORMATIONS = systems.load("formations")


def ask(system: System, name: str, **typed: Any) -> Report:
    (question,) = [each for each in questions_of(system) if name in (each.name, *each.other_names)]
    return question.answer(**typed)


def kept(session: Session, folder: Path) -> str:
    file = folder / "kept.replay"
    file.write_text(replay.write(session), encoding="utf-8")
    return str(file)


@pytest.fixture
def pig(tmp_path: Path) -> Callable[[int], str]:
    """A replay of Pig after some moves at random, as the name of its file."""

    def play(moves: int) -> str:
        session, bot = Session(PIG, PigSetup(), seed=3), RandomBot(seed=3)
        for _ in range(moves):
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(bot.choose(session))
        return kept(session, tmp_path)

    return play


@pytest.fixture
def duel(tmp_path: Path) -> EngagementSetup:
    """Two duellists, one round."""
    file = tmp_path / "duellist.toml"
    file.write_text(DUELLIST, encoding="utf-8")
    setup = FORMATIONS.setup.read(forces=(str(file), str(file)), rounds=1, opening_penalty=0).setup
    assert isinstance(setup, EngagementSetup)
    return setup


# Who wins


def test_a_system_that_declares_nothing_has_both_questions() -> None:
    assert [each.name for each in questions_of(PIG)] == ["match", "position"]


def test_a_question_of_the_rulebook_takes_the_place_of_the_common_one() -> None:
    names = [each.name for each in questions_of(systems.load("skirmish"))]
    assert names.count("position") == 1
    assert names[-1] == "match"


def test_who_wins_at_pig_is_tried_out_and_says_why() -> None:
    data = ask(PIG, "match", battles=400).data
    assert data["exact"] is False
    assert "Decisions lead back to where they were made" in data["how"]
    assert "400 battles by trial, both sides at random" in data["how"]
    assert sum(Fraction(data[who]) for who in ("a", "b", "draw")) == 1
    low, high = data["interval"]["a"]
    assert low < Fraction(data["a"]) < high
    assert data["draw"] == "0"


def test_a_set_up_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text("goal = 1\n")
    short, usual = (ask(PIG, "match", setup=each, battles=2000).data for each in (str(file), None))
    assert Fraction(short["a"]) > Fraction(usual["a"])  # whoever begins has more of a short game
    file.write_text("goal = 101\n")
    with pytest.raises(BattlewrightError, match="goal"):
        ask(PIG, "match", setup=str(file))


def test_a_system_without_a_usual_set_up_asks_for_a_file() -> None:
    needy = replace(PIG, setup=replace(PIG.setup, model=EngagementSetup))
    assert "`battlewright odds pig match my-setup.toml`" in match_question(needy).help
    with pytest.raises(BattlewrightError, match="Pig has no usual set-up: name a"):
        ask(needy, "match")


def test_a_small_match_is_exact(duel: EngagementSetup) -> None:
    report = match(FORMATIONS, duel)
    assert {key: report.data[key] for key in ("exact", "a", "b", "draw")} == {
        "exact": True, "a": "3/8", "b": "3/8", "draw": "1/4"
    }  # fmt: skip
    (chances,) = [block for block in report.blocks if isinstance(block, Chances)]
    assert list(chances.chances) == ["Duellist (a)", "Duellist (b)", "a draw"]


def test_where_not_every_choice_can_be_tried_nothing_is_called_exact(duel: EngagementSetup) -> None:
    for rules, reason in (
        ({"sides": 3}, "3 sides"),
        ({"free_kinds": {1: frozenset({1})}}, "are free"),
        ({"secret_steps": frozenset({9})}, "secret"),
    ):
        system = changed(FORMATIONS, rules=rules)
        with pytest.raises(BattlewrightError, match=reason):
            questions._solve(Session(system, duel), 0, 1)


@pytest.mark.plain
def test_trials_repeat_with_their_seed_and_leave_the_battle_alone() -> None:
    session = Session(PIG, PigSetup())
    before = session.fingerprint
    one, other = (trials(PIG, session.setting, session.battle, 50, seed=7) for _ in range(2))
    assert one == other
    assert session.fingerprint == before


def test_odds_by_trial_stay_so_whatever_is_made_of_them() -> None:
    session = Session(PIG, PigSetup())
    assert not trials(PIG, session.setting, session.battle, 20).map(str.upper).exact


# What each choice is worth


def test_each_choice_of_pig_has_its_chance_to_win(pig: Callable[[int], str]) -> None:
    data = ask(PIG, "position", replay=pig(0), battles=800).data
    assert (data["at"], data["side"], data["exact"]) == (0, "a", False)
    assert [each["choice"] for each in data["choices"]] == ["roll", "hold"]
    rolled, held = (Fraction(each["winners"]["a"]) for each in data["choices"])
    assert rolled > held  # to hold nothing gives the turn away
    assert [each["best"] for each in data["choices"]] == [True, False]
    assert data["winners"] == data["choices"][0]["winners"]


def test_where_dice_are_waited_for_it_tells_who_wins(pig: Callable[[int], str]) -> None:
    moves = next(count for count in range(1, 9) if waits_for_dice(pig(count)))
    report = position(PIG, pig(moves), None, 1, 200)
    assert report.data["choices"] == []
    assert sum(map(Fraction, report.data["winners"].values())) == 1
    assert any(isinstance(block, Chances) for block in report.blocks)


def waits_for_dice(file: str) -> bool:
    """Whether the battle of a replay waits for dice."""
    session = replay.repeat(replay.read(file, lambda _: PIG))
    return session.node.kind == NodeKind.CHANCE


def test_a_small_position_is_exact_and_the_best_choice_wins_most(duel: EngagementSetup, tmp_path: Path) -> None:
    session = Session(FORMATIONS, duel, seed=1)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    report = position(FORMATIONS, kept(session, tmp_path))
    assert report.data["exact"] is True
    worths = {
        each["choice"]: Fraction(each["winners"][report.data["side"]]) + Fraction(each["winners"]["draw"]) / 2
        for each in report.data["choices"]
    }
    (best,) = [each["choice"] for each in report.data["choices"] if each["best"]]
    assert worths[best] == max(worths.values())
    assert all("interval" not in each for each in report.data["choices"])
    assert any(isinstance(block, Grid) for block in report.blocks)


def test_a_choice_that_is_a_secret_is_not_weighed(pig: Callable[[int], str]) -> None:
    secret = replace(PIG, rules=replace(PIG.rules, secret_steps=frozenset({1})))
    with pytest.raises(BattlewrightError, match="here a choice is made in secret"):
        position(secret, pig(0))


def test_a_replay_of_another_system_is_refused(duel: EngagementSetup, tmp_path: Path) -> None:
    with pytest.raises(BattlewrightError, match="this is a battle of formations, not of pig"):
        position(PIG, kept(Session(FORMATIONS, duel), tmp_path))


# Every question of every system

EVERY = [(name, question) for name in systems.BUILT_IN for question in questions_of(systems.load(name))]


@pytest.mark.parametrize(("name", "question"), EVERY, ids=[f"{name}-{each.name}" for name, each in EVERY])
def test_every_question_has_help_with_an_example(name: str, question: Question) -> None:
    summary, _, rest = question.help.partition("\n\n")
    assert summary
    asked = {f"battlewright odds {name} {each}" for each in (question.name, *question.other_names)}
    assert any(f"`{each}" in rest for each in asked)
    for parameter in parameters_of(question.answer).values():
        assert parameter.help, f"{parameter.name} has no help"


def test_questions_have_names_of_their_own() -> None:
    for name in systems.BUILT_IN:
        names = [
            each for question in questions_of(systems.load(name)) for each in (question.name, *question.other_names)
        ]
        assert len(set(names)) == len(names)
