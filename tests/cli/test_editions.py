"""The first edition of Skirmish on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from battlewright.engine import replay
from battlewright.systems import load
from tests.cli.helpers import Command
from tests.cli.test_battle import CARD, YARD, script
from tests.golden import FOLDER

KEPT = str(FOLDER / "skirmish-stray-shots.replay")
COMMANDS = ("battle", "sim", "ladder")
SMALL = ("--rosters", "gable-foxes", "--table", "ruins", "--battles", "4", "--bots", "random,greedy", "--seed", "3")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def duel() -> tuple[str, ...]:
    """A duel of the first edition in a yard: two people, dice of their own."""
    ada = CARD.format(name="Ada", toughness=3, agility=3, weapons='["Sword", "Spear", "Rifle"]')
    bo = CARD.format(name="Bo", toughness=2, agility=4, weapons='["Sword", "Spear", "Pistol"]')
    Path("one.toml").write_text(f'name = "One"\n{ada}')
    Path("two.toml").write_text(f'name = "Two"\n{bo}')
    Path("yard.toml").write_text(YARD)
    seats = ("--seat", "both", "--dice", "physical", "--seed", "1", "--advice", "none")
    return ("battle", "one.toml", "two.toml", "--table", "yard.toml", "--edition", "first", *seats)


# What is asked for


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_edition_is_told_in_a_sentence(battlewright: Command, command: str) -> None:
    ran = battlewright(command, "--edition", "fst")
    known = "edition must be first or second, not 'fst'. Did you mean 'first'?"
    assert (ran.code, ran.out, ran.err) == (2, "", f"Error: {known}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_names_the_editions(battlewright: Command, command: str) -> None:
    text = " ".join(re.sub(r"[│╭╮╰╯─]", " ", battlewright(command, "--help").out).split())
    assert "--edition" in text
    assert "first or second" in text
    assert f"battlewright {command.replace('battle', 'play')} --edition first" in text


def test_what_is_resumed_has_its_edition(battlewright: Command) -> None:
    ran = battlewright("battle", "--resume", KEPT, "--edition", "first")
    assert ran.code == 2
    assert "has its rosters, table, scenario, edition, options and rounds already; leave them out." in ran.err


def test_an_option_of_the_second_edition_is_refused_in_the_first(battlewright: Command) -> None:
    Path("solid.toml").write_text('name = "Solid"\nsolid_blocks = true\nmodifier_added = true\n')
    ran = battlewright("battle", "--edition", "first", "--scenario", "solid.toml")
    assert (ran.code, ran.out) == (2, "")
    why = "is an option of the second edition (S2.F3); the first has none like it"
    assert f"the battle: scenario.modifier_added: {why}" in ran.err
    assert "solid_blocks" not in ran.err


def test_faults_and_warnings_cite_the_edition(battlewright: Command) -> None:
    Path("poor.toml").write_text('name = "Poor"\npoints_limit = 20\n')
    card = CARD.format(name="Ox", toughness=8, agility=3, weapons=["Sword"])
    Path("odd.toml").write_text(f'name = "Odd"\n{card}{card.replace("Ox", "Bull")}')
    ran = battlewright("battle", "odd.toml", "red-hall", "--edition", "first", "--scenario", "poor.toml")
    assert ran.code == 2
    assert "and abilities usually run from 2 to 5 (S1.C2)" in ran.err
    assert "'Poor' allows 20 (S1.C3)" in ran.err
    assert "S2." not in ran.err


# What is printed


def test_a_battle_says_its_edition_and_cites_no_other(battlewright: Command) -> None:
    command = ("battle", "--edition", "first", "--bots", "random", "--seed", "7", "--rounds", "3")
    ran = battlewright(*command, "--replay", "b.replay")
    assert (ran.code, ran.err) == (0, "")
    assert "Last Stand on Open Field, first edition, 3 rounds." in ran.out
    assert set(re.findall(r"\[(S\d)\.\w+\]", ran.out)) == {"S1"}
    assert "S2." not in ran.out
    data = json.loads(battlewright("replay", "b.replay", "--json").out)
    assert data["edition"] == "first"
    assert 'edition = "first"' in Path("b.replay").read_text()
    session = replay.repeat(replay.read("b.replay", load))
    assert session.setup.edition == "first"


def test_many_battles_say_their_edition(battlewright: Command) -> None:
    command = ("sim", "--battles", "30", "--bots", "random", "--rounds", "4", "--seed", "2")
    first = json.loads(battlewright(*command, "--edition", "first", "--json").out)
    second = json.loads(battlewright(*command, "--json").out)
    assert (first["edition"], second["edition"]) == ("first", "second")
    assert first["nodes"] != second["nodes"]
    assert "Last Stand on Open Field, first edition, 4 rounds." in battlewright(*command, "--edition=first").out


def test_a_ladder_keeps_its_edition(battlewright: Command) -> None:
    ran = battlewright("ladder", *SMALL, "--edition", "first", "--out", "first.json")
    assert ran.code == 0
    assert re.match(r"Ladder of [\d-]+: first edition, 1 match-up, 4 battles, seed 3\.", ran.out)
    assert json.loads(Path("first.json").read_text())["edition"] == "first"
    data = json.loads(battlewright("ladder", *SMALL, "--out", "second.json", "--json").out)
    assert data["edition"] == "second"


# Playing


BEGIN = ("6 1", "deploy a1 6.5 3.5", "deploy b1 6.5 8.5", "6 1")
"""Ada, the only model of her side, is activated."""
CLASH = (*BEGIN, "move 6.5 5.5", "engage b1 spear")
"""She has come within a spear's length of Bo, whose Sword does not reach her."""


def test_two_people_divide_their_dice(battlewright: Command, duel: tuple[str, ...]) -> None:
    dice = ("5 6 1", "4 1", "4", "1 2")
    ran = battlewright(*duel, typed=script(*CLASH, "split 3 0", "split 1 2", *dice, "q"))
    assert (ran.code, ran.err) == (0, "")
    assert "Ada (a1) has 3 dice on attack and 0 on defence. [S1.K4]" in ran.out
    assert "Bo (b1) has 1 die on attack and 2 on defence. [S1.K4]" in ran.out
    assert "Ada (a1) gets 1 critical success through to Bo (b1). [S1.K6]" in ran.out
    assert 'Bo (b1) is shoved back 1" by Ada (a1). [S1.K1]' in ran.out


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("split", "Type the dice on attack and those on defence, such as: split 2 1"),
        ("split two one", "Type the dice on attack and those on defence, such as: split 2 1"),
        ("split 2 2", "Bo (b1) must split 3 dice, all of them, such as: split 2 1 [S1.K2]"),
        ("split 2 1 sword", "no such weapon of Bo (b1) reaches Ada (a1) [S1.K3]"),
        ("split 2 1 axe", "Unknown melee weapon 'axe'. Known: Sword, Spear."),
        ("divide attack=2", "Bo (b1) puts dice on attack only with one of its melee weapons (Sword or Spear)"),
        ("divide attack=9", "Bo (b1) puts from 0 to 3 of its dice on attack, all others on defence"),
        ("divide weapon=1 attack=3", "Bo (b1) has 3 dice on attack and 0 on defence."),
        ("4", "Bo (b1) has 3 dice on attack and 0 on defence."),
        ("split 0 3", "Bo (b1) has 0 dice on attack and 3 on defence."),
        ("move 6 6", "It is not the moment to move."),
        ("h", "S1.C1          a clause of the rulebook"),
    ],
)
def test_whatever_is_typed_at_a_division_gets_an_answer(
    battlewright: Command, duel: tuple[str, ...], answer: str, sentence: str
) -> None:
    ran = battlewright(*duel, typed=script(*CLASH, "split 2 1", answer, "q"))
    assert ran.code == 0
    assert sentence in ran.out.split("b: Bo (b1) against Ada (a1)", 1)[1]


def test_a_weapon_is_asked_for_where_two_reach(battlewright: Command, duel: tuple[str, ...]) -> None:
    near = (*BEGIN, "move 6.5 6.5", "engage b1 sword", "split 2 1")
    ran = battlewright(*duel, typed=script(*near, "split 1 2", "split 1 2 sw", "q"))
    assert "With the Sword or the Spear? Type the weapon too: split 1 2 WEAPON" in ran.out
    assert "b: 1 die on attack with the Sword, 2 on defence" in ran.out


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("split 2 1", "It is not the moment to split."),
        ("aid whom=0", "There is no Aid in the first edition, in which nobody breaks down"),
        ("move 1 11.5", "; in reach is: move "),
        ("engage b1 sword", "[S1.K1]"),
    ],
)
def test_refusals_cite_the_first_edition(
    battlewright: Command, duel: tuple[str, ...], answer: str, sentence: str
) -> None:
    ran = battlewright(*duel, typed=script(*BEGIN, answer, "q"))
    assert sentence in ran.out.split("which action?", 1)[1]
    assert "S2." not in ran.out


def test_a_drop_that_does_no_harm_is_offered_and_found(battlewright: Command, duel: tuple[str, ...]) -> None:
    up = ("6 1", "deploy a1 9.5 3.5", "1", "6 1", "move 9.5 5 4")
    ran = battlewright(*duel, typed=script(*up, "move 7.4 6.3", "q"))
    assert re.search(r'  walk [0-9.]+", drop 4"', ran.out)
    assert "Ada (a1) drops to (7.4, 6.3). [S1.M10]" in ran.out
    assert 'drop 4", towards Bo (b1)' in ran.out
