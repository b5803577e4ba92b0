"""The options of Skirmish's rules on the command line: switched on, told, refused and shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from battlewright.engine import replay
from battlewright.systems import load
from battlewright.systems.skirmish.setup.battle import OPTIONS, SCENARIOS
from tests.cli.helpers import Command
from tests.golden import FOLDER

KEPT = str(FOLDER / "skirmish-stray-shots.replay")
COMMANDS = ("battle", "sim", "ladder")
QUICK = {
    "battle": ("--bots", "random", "--rounds", "1", "--seed", "7"),
    "sim": ("--bots", "random", "--rounds", "1", "--seed", "7", "--battles", "4", "--workers", "1"),
    "ladder": ("--rosters", "red-hall", "--table", "ruins", "--battles", "2", "--workers", "1", "--out", "l.json"),
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def plain(text: str) -> str:
    """A help or a table as running text."""
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", text).split())


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_gets_one_sentence_with_those_that_there_are(battlewright: Command, command: str) -> None:
    ran = battlewright(command, "--option", "solid_block")
    known = "Did you mean 'solid_blocks'? Known: threat_stops_moves, modifier_added, solid_blocks, companion."
    assert (ran.code, ran.out, ran.err) == (2, "", f"Error: Unknown option 'solid_block'. {known}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_that_the_edition_lacks_is_refused_in_one_sentence(battlewright: Command, command: str) -> None:
    ran = battlewright(command, "--option", "solid_blocks", "--option", "modifier_added", "--edition", "first")
    why = "--option modifier_added is an option of the second edition (S2.F3); the first has none like it."
    assert (ran.code, ran.out, ran.err) == (2, "", f"Error: {why}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_names_all_options_with_an_example(battlewright: Command, command: str) -> None:
    text = plain(battlewright(command, "--help").out)
    assert all(name in text for name in OPTIONS)
    assert re.search(rf"battlewright {command.replace('battle', 'play')} [^,]*--option \w+", text)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("edition", ["first", "second"])
def test_options_come_on_top_of_those_of_the_scenario(battlewright: Command, command: str, edition: str) -> None:
    asked = (*QUICK[command], "--scenario", "no-way-past", "--edition", edition)
    both = ["threat_stops_moves", "solid_blocks"]
    assert json.loads(battlewright(command, *asked, "--json").out)["options"] == both[:1]
    more = (*asked, "--option", "solid_blocks", "--option", "solid_blocks")
    Path("l.json").unlink(missing_ok=True)  # another ladder is not written over
    assert json.loads(battlewright(command, *more, "--json").out)["options"] == both
    assert f"{edition} edition with threat_stops_moves and solid_blocks, " in battlewright(command, *more).out


def test_the_replay_carries_the_options(battlewright: Command) -> None:
    asked = ("battle", *QUICK["battle"], "--option", "solid_blocks", "--option", "modifier_added")
    ran = battlewright(*asked, "--replay", "b.replay")
    assert (ran.code, ran.err) == (0, "")
    session = replay.repeat(replay.read("b.replay", load))
    assert session.setup.scenario.options == ["modifier_added", "solid_blocks"]
    assert json.loads(battlewright("replay", "b.replay", "--json").out)["options"] == ["modifier_added", "solid_blocks"]


def test_what_is_resumed_has_its_options(battlewright: Command) -> None:
    ran = battlewright("battle", "--resume", KEPT, "--option", "solid_blocks")
    assert (ran.code, ran.out) == (2, "")
    assert "has its rosters, table, scenario, edition, options and rounds already; leave them out." in ran.err


def test_an_option_makes_other_battles(battlewright: Command) -> None:
    asked = ("sim", "red-hall", "gable-foxes", "--bots", "random", "--battles", "40", "--seed", "2", "--edition=first")
    one, other = (
        json.loads(battlewright(*asked, *more, "--workers", "1", "--json").out)
        for more in ((), ("--option", "threat_stops_moves"))
    )
    assert one["nodes"] != other["nodes"]


def test_an_encounter_of_heroes_has_no_such_options(battlewright: Command) -> None:
    ran = battlewright("sim", "heroes", "--option", "solid_blocks")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "Error: No such option: --option. Try 'battlewright sim heroes --help'.\n"


# What is shown


def test_scenarios_show_their_options_and_all_that_there_are(battlewright: Command) -> None:
    one = battlewright("scenarios", "no-way-past").out
    assert "threat_stops_moves: a Move may not enter the threat range of an enemy (S2.M13, S1.A1)" in one
    assert "solid_blocks" not in one
    shown = plain(battlewright("scenarios").out)
    for name, option in OPTIONS.items():
        assert f"{name} {option.about} {option.clause} {'S1.A1' if option.in_first else 'not there'}" in shown
    data = json.loads(battlewright("scenarios", "--json").out)
    assert [entry["options"] for entry in data if entry["scenario"] == "no-way-past"] == [["threat_stops_moves"]]
    assert [entry["scenario"] for entry in data if not entry["options"]] == [
        name for name in SCENARIOS.names if name != "no-way-past"
    ]
