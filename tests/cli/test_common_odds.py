"""``battlewright odds pig``: a system that declares no question is asked about all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.engine import replay
from battlewright.engine.session import Session
from tests.cli.helpers import Command
from tests.toy.pig import PIG, PigSetup


@pytest.fixture(autouse=True)
def _with_pig(monkeypatch: pytest.MonkeyPatch) -> None:
    load = systems.load
    monkeypatch.setattr("battlewright.cli.odds.system_names", lambda: ("pig", "formations"))
    monkeypatch.setattr(systems, "load", lambda name: PIG if name == "pig" else load(name))


def test_who_wins_at_pig(battlewright: Command) -> None:
    data = json.loads(battlewright("odds", "pig", "match", "--battles", "200", "--json").out)
    assert (data["exact"], data["battles"]) == (False, 200)
    assert "Not exact: " in battlewright("odds", "pig", "match", "--battles", "200").out


def test_what_each_choice_of_pig_is_worth(battlewright: Command, tmp_path: Path) -> None:
    file = tmp_path / "pig.replay"
    file.write_text(replay.write(Session(PIG, PigSetup())), encoding="utf-8")
    out = battlewright("odds", "pig", "position", str(file), "--battles", "200").out
    assert "After 0 moves. Not exact: " in out
    assert "a: 0 at stake: roll or hold?" in out
    assert "* is best for player a." in out


def test_every_level_lists_what_may_follow(battlewright: Command) -> None:
    assert all(word in battlewright("odds", "--help").out for word in ("roll", "pig", "formations"))
    assert "match" in battlewright("odds", "pig", "--help").out
    assert "match" in battlewright("odds", "pig").out
    assert "engagement" not in battlewright("odds", "formations", "--help").out
    assert "Two forces" in battlewright("odds", "formations", "engagement", "--help").out


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("pog", "match"), "No such command 'pog'. Did you mean 'pig'?"),
        (("pig", "fight"), "There are: match, position."),
        (("pig", "match", "--battles", "1"), "--battles"),
        (("pig", "position"), "Missing argument"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_questions_get_a_sentence(battlewright: Command, typed: tuple[str, ...], sentence: str) -> None:
    ran = battlewright("odds", *typed)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_set_up_that_is_not_there_is_named(battlewright: Command) -> None:
    ran = battlewright("odds", "pig", "match", "nowhere.toml")
    assert (ran.code, ran.out) == (2, "")
    assert "nowhere.toml: there is no such file" in ran.err
