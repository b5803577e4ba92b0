"""Bots of one's own that do what no bot may: a sentence names the bot, the battle and its seed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import battlewright as bw
from battlewright.engine.observation import Observation
from tests.cli.helpers import Command

BOTS = """
class Nothing:
    def choose(self, seen):
        return None

class Text:
    def choose(self, seen):
        return "attack b1"

class Illegal:
    def choose(self, seen):
        return type(seen.choices()[0])()

class Breaks:
    def choose(self, seen):
        return seen.choices()[1_000_000]

class Unmade:
    def __init__(self):
        raise ValueError("no such weights")

    def choose(self, seen):
        return seen.choices()[0]
"""
WRONG = {
    "Nothing": r"returns None {place}; a bot returns one of seen\.choices\(\), or another .+ allow\.",
    "Text": r"returns 'attack b1' {place}; a bot returns one of seen\.choices\(\), .+",
    "Illegal": r"makes a choice that is not allowed {place}: Side . must activate a group of its own .+ \[F\.G4\]",
    "Breaks": r"fails {place} \(IndexError: list index out of range; .+mine\.py, line 16\)\.",
}


@pytest.fixture(autouse=True)
def _bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(BOTS)
    Path("study.toml").write_text(
        '[study]\nsystem = "formations"\nprecision = 0.2\nseed = 7\nbots = ["mine.py:Nothing", "random"]\n'
    )


SIM = (("sim", "formations", "--battles", "3"), r"in battle \d of seed 7, after \d+ steps?")
ELSEWHERE = {
    "ladder": (("ladder", "formations", "--battles", "3"), r"in battle \d+ of seed \d+, after \d+ steps?"),
    "play": (("play", "formations", "--auto"), r"at seat a in the match of seed 7, after \d+ steps?"),
    "against": (("play", "formations", "--seat", "b"), r"at seat a in the match of seed 7, after \d+ steps?"),
}


@pytest.mark.parametrize(
    ("bot", "command", "place"),
    [*((bot, *SIM) for bot in WRONG), *(("Nothing", *each) for each in ELSEWHERE.values())],
    ids=[*WRONG, *ELSEWHERE],
)
def test_a_wrong_bot_is_named_with_its_battle(
    battlewright: Command, bot: str, command: tuple[str, ...], place: str
) -> None:
    seat, _, rest = place.partition("in ")
    ran = battlewright(*command, "--bots", f"mine.py:{bot},random", "--seed", "7", typed="1\n" * 9)
    assert ran.code == 2
    said = WRONG[bot].replace("{place}", f"in {rest}")
    assert re.fullmatch(rf"Error: The bot mine\.py:{bot} {seat}{said}\n", ran.err), ran.err


def test_a_study_names_a_wrong_bot_too(battlewright: Command) -> None:
    ran = battlewright("study", "study.toml")
    assert (ran.code, ran.out) == (2, "")
    assert re.search(
        r"Error: The bot mine\.py:Nothing returns None in battle \d+ of seed 7, after \d+ steps?; ", ran.err
    )


def test_a_bot_that_cannot_be_made_is_named(battlewright: Command) -> None:
    ran = battlewright("sim", "formations", "--bots", "mine.py:Unmade", "--battles", "2")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "Error: mine.py: the bot Unmade cannot be made (ValueError: no such weights).\n"


class Mute:
    def choose(self, seen: Observation) -> None:
        return None


def test_a_bot_that_a_program_seats_is_named_by_its_class() -> None:
    system = bw.load("formations")
    match = bw.Match(system, system.setup.read(), dice=bw.DiceSource(seed=7))
    with pytest.raises(
        bw.BotError, match=r"The bot Mute at seat \w returns None in the match of seed 7, after 1 step;"
    ):
        bw.play_on(match, {"a": Mute(), "b": Mute()})  # type: ignore[dict-item]
    assert len(match.log) == 1
