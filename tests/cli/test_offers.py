"""What a person is offered at the terminal, in which order, and what is not asked."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from battlewright.contract.guides import guide_of
from battlewright.engine.session import Session
from battlewright.systems import load
from tests.cli.helpers import Command
from tests.cli.test_battle import CARD, script

FIELD = 'name = "Field"\nwidth = 12\ndepth = 12\n'
PLACED = ("6 1", "deploy a1 6 3.5", "deploy b1 6 8.5", "6 1")
"""Side a has placed Ada and begins; Bo is 4" away."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def duel() -> tuple[str, ...]:
    """A duel of two people on an open field, with dice of their own."""
    ada = CARD.format(name="Ada", toughness=3, agility=3, weapons='["Sword", "Rifle"]')
    bo = CARD.format(name="Bo", toughness=2, agility=4, weapons='["Pistol"]')
    Path("one.toml").write_text(f'name = "One"\n{ada}')
    Path("two.toml").write_text(f'name = "Two"\n{bo}')
    Path("field.toml").write_text(FIELD)
    people = ("--seat", "both", "--dice", "physical", "--seed", "1", "--advice", "none", "--map", "never")
    return ("battle", "one.toml", "two.toml", "--table", "field.toml", *people)


def offered(text: str) -> list[str]:
    """The lines of the last list of choices."""
    return re.findall(r"^ +\d+  (.*)$", text[text.rindex("which action?") :], re.MULTILINE)


def test_every_action_shows_its_price_and_to_stop_comes_last(battlewright: Command, duel: tuple[str, ...]) -> None:
    lines = offered(battlewright(*duel, typed=script(*PLACED, "q")).out)
    assert lines[0] == 'Shoot Bo (b1) with the Rifle: 4" away (2 AP)'
    assert lines[-1] == "Stop (3 AP left)"
    assert all(line.endswith(" (2 AP)") for line in lines if line.startswith("Close combat"))
    assert all(line.endswith(" (1 AP)") for line in lines if line.startswith("Move"))


def test_the_number_of_a_line_chooses_what_it_says(battlewright: Command, duel: tuple[str, ...]) -> None:
    lines = offered(battlewright(*duel, typed=script(*PLACED, "q")).out)
    stopped = battlewright(*duel, typed=script(*PLACED, str(len(lines)), "q"))
    assert "a: Stop (3 AP left)" in stopped.out
    shot = battlewright(*duel, typed=script(*PLACED, "1", "q"))
    assert "a: Shoot Bo (b1) with the Rifle" in shot.out


def test_an_only_choice_is_made_without_a_question(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, typed=script(*PLACED, "q"))
    assert "a: Activate Ada (a1)  (the only choice)\n" in ran.out
    assert "Which model" not in ran.out.split("activates first")[1]
    assert "(the only choice)" not in ran.out.split("activates first")[0]  # where to place Ada is for people to say


def test_undo_goes_back_to_what_was_decided_last(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, typed=script(*PLACED, "u", "u", "q"))
    assert "Taken back: typed 6 1" in ran.out
    assert "Taken back: b: Place Bo (b1)" in ran.out
    assert "Taken back: a: Activate" not in ran.out


def test_undo_in_a_resumed_battle_skips_only_choices_too(battlewright: Command, duel: tuple[str, ...]) -> None:
    battlewright(*duel, "--replay", "kept", typed=script(*PLACED, "q"))
    ran = battlewright("play", "--resume", "kept", "--dice", "physical", typed=script("u", "u", "q"))
    assert "Taken back: typed 6 1" in ran.out
    assert "Taken back: b: Place Bo (b1)" in ran.out


def test_where_all_was_forced_there_is_nothing_to_take_back(battlewright: Command, duel: tuple[str, ...]) -> None:
    against = [word for word in duel if word not in ("both", "--dice", "physical")]
    against.insert(against.index("--seat") + 1, "b")
    Path("two.toml").write_text(Path("one.toml").read_text())
    ran = battlewright(*against, typed=script("1", "u", "u", "q"))
    assert ran.out.count("Taken back: b: Place") == 1
    assert "You have nothing to take back." in ran.out


def test_a_secret_choice_that_is_forced_is_not_printed_before_its_time(
    battlewright: Command, duel: tuple[str, ...]
) -> None:
    """Bo has no blade: it can put its dice on defence only. Ada begins, and divides her dice unseen."""
    clash = (*PLACED, "move 6 7", "1", "split 2 1", "q")
    ran = battlewright(*duel, "--edition", "first", typed=script(*clash))
    divided = ran.out.split("Ada (a1) has divided its dice.")[0]
    assert "on defence. [S1.K4]" not in divided
    assert "Bo (b1) has 0 dice on attack and 3 on defence. [S1.K4]" in ran.out


def test_dice_that_were_typed_wrong_are_taken_back_at_once(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, typed=script("6 1", "u", "1 6", "q"))
    assert "Taken back: typed 6 1" in ran.out
    assert "Two (b) wins the roll-off" in ran.out


def test_where_dice_are_asked_for_the_list_says_so(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, typed=script("l", "6 1", "l", "q"))
    assert "There is nothing to choose now: the dice must be rolled." in ran.out
    assert ran.out.count("  1  Place Ada (a1) at") == 2


def test_an_edit_comes_before_an_only_choice(battlewright: Command, duel: tuple[str, ...]) -> None:
    """Ada is activated at once, and numbers are changed between activations only: so before that."""
    ran = battlewright(*duel, typed=script(*PLACED, "set a1 ap 2", "set a1 ap 9", "h edits", "q"))
    assert "a: Ada (a1), 2 AP: which action?" in ran.out
    assert ran.out.count("a: Activate Ada (a1)  (the only choice)") == 2
    assert "AP is a whole number from 0 to 3, not '9' [S2.A1]" in ran.out
    assert "add explosion p1 2" in ran.out
    moves = Path("battle-1.replay").read_text().split("--- battle")[1]
    assert moves.index("edit ap value=2") < moves.index("a: activate")


def test_an_edit_after_something_was_done_waits(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, typed=script(*PLACED, "move 6 4", "set a1 ap 3", "q"))
    assert "Numbers are changed between activations, not while a model acts [S2.A3]" in ran.out
    assert "2 AP: which action?" in ran.out.split("Numbers are changed")[1]


def test_an_edit_of_an_engagement_is_taken_back(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed="set a1 rerolls 3\nu\nq\n")
    assert re.search(r"Taken back: The game master sets .* from \d+ to 3\.", ran.out)
    assert "edit" not in Path("battle-7.replay").read_text().split("--- battle")[1]


def test_an_edit_is_taken_back_in_words(battlewright: Command) -> None:
    ran = battlewright("play", "heroes", "--seed", "3", typed="mod b1 attack +5 bless\nu\nround 3\nu\nq\n")
    assert "Taken back: The game master gives Ruffian 1 (b1) +5 to attack.\n" in ran.out
    assert "Taken back: The game master sets the round from 1 to 3.\n" in ran.out


@pytest.mark.parametrize("name", ["skirmish", "heroes", "formations"])
def test_the_help_begins_with_the_game_in_a_few_lines(battlewright: Command, name: str) -> None:
    """What the columns of the table mean is said, and the lesson leaves room for the keys in a window of 24 rows."""
    ran = battlewright("play", name, "--seed", "3", typed="1\n" * 8 + "h\nq\n")
    system = load(name)
    session = Session(system, system.setup.read().setup, 1)
    lesson = guide_of(session).lesson
    assert lesson
    assert all(line in ran.out for line in lesson)
    assert sum(len(textwrap.wrap(line, 80, subsequent_indent="  ")) for line in lesson) <= 14
    headings = [each for each in session.words.status(session.record)[0] if re.fullmatch(r"[A-Z]+|[A-Z]\+.*", each)]
    assert headings
    assert all(re.search(rf"\b{re.escape(heading)}\b", " ".join(lesson)) for heading in headings)
