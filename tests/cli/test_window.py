"""What is shown in a small window: nothing is cut off, and the choices stay in sight."""

from __future__ import annotations

import io
import re
import sys

import pytest
from rich.console import Console

from battlewright.cli.map import fitted
from battlewright.cli.screen import Screen
from battlewright.cli.terminal import Stop, Terminal
from battlewright.geometry.scene import Note
from battlewright.play.dice import DiceSource
from battlewright.play.match import Match
from battlewright.play.players import seat_bots
from battlewright.systems import load
from tests.cli.helpers import Command

PLACED = "1\n" * 6
"""The models of side a are placed, and the first is shot at."""


def window(width: int, height: int) -> Console:
    """A window of this size that keeps what it shows."""
    kept = io.StringIO()
    return Console(width=width, height=height, force_terminal=True, color_system=None, highlight=False, file=kept)


def shown(
    monkeypatch: pytest.MonkeyPatch, name: str, typed: str, width: int = 60, height: int = 24, odds: bool = True
) -> str:
    """What a battle of a system shows in a window of this size."""
    system = load(name)
    match = Match(
        system,
        system.setup.read().setup,
        {"b": "random" if system.bots.rank is None else "greedy"},
        DiceSource(seed=7),
        with_master=True,
    )
    table = Terminal(match, ("a",), advice="odds" if odds else "none", bots=seat_bots(match))
    table.screen.console = window(width, height)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    with pytest.raises(Stop):
        table.run()
    assert isinstance(table.screen.console.file, io.StringIO)
    return table.screen.console.file.getvalue()


@pytest.mark.parametrize("name", ["skirmish", "heroes", "formations"])
def test_no_line_is_wider_than_the_window(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    text = shown(monkeypatch, name, f"{PLACED}t\nm\nh\n\nh edits\nl\nq\n")
    assert max(map(len, text.splitlines())) <= 60


def test_a_list_that_is_too_long_with_its_odds_is_shown_without(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, "skirmish", f"{PLACED}1\nl\nq\n", 80).split("which action?")[1]
    short, full = text[: text.index("odds.)") + 7], text[text.index("odds.)") + 7 :]
    assert len(short.splitlines()) <= 24
    assert "(l lists them with their full odds.)" in short
    assert not re.search(r"hit \d+%, critical", short)
    assert "*" not in short, "odds alone do not say which choice is best"
    assert re.search(r"hit \d+%, critical", full)


def test_a_price_and_a_mark_stay_with_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, "skirmish", f"{PLACED}1\nl\nq\n")
    assert not re.search(r"^ *(AP\)|\*)$", text, re.MULTILINE)
    assert "(2 AP)" in text


def test_columns_that_have_no_room_follow_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = shown(monkeypatch, "heroes", "t\nq\n").split("(t also shows: D+P+A, conditions.)", 1)
    assert "D+P+A" not in before
    assert "D+P+A" in after
    assert "Flanked" in after


def test_where_nobody_can_ask_the_whole_table_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.console = window(20, 24)
    screen.show_table([("name", "first", "second"), ("Ada", "12345678", "12345678")], whole=True)
    assert isinstance(screen.console.file, io.StringIO)
    text = screen.console.file.getvalue()
    assert text.count("Ada") == 2
    assert "second" in text


def test_the_columns_at_the_end_of_a_table_wrap_and_no_others() -> None:
    screen = Screen()
    screen.console = window(42, 24)
    row = ("Ada", "3, 4 on the roof", "bow, axe", "tired, wet, cold")
    screen.show_table([("name", "where", "has", "how"), row])
    assert isinstance(screen.console.file, io.StringIO)
    text = screen.console.file.getvalue()
    assert "3, 4 on the roof" in text
    assert "tired, wet, cold" not in text
    assert {"bow", "axe", "tired", "wet", "cold"} <= set(re.findall(r"\w+", text))


def test_a_help_that_is_too_long_waits_before_the_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(monkeypatch, "skirmish", "h\n\nq\n")
    assert "(Enter shows the keys.)" in capsys.readouterr().out
    shown(monkeypatch, "skirmish", "h\nq\n", 100, 60)
    assert "(Enter shows the keys.)" not in capsys.readouterr().out


def test_notes_beside_a_low_map_are_shortened_and_then_left_out() -> None:
    columns, blank = Note("x  y", 0, heading=True), Note()
    side = Note("", 0, "One", heading=True)
    notes = [side, columns, Note("a1", 0), blank, side, Note("x  y", 1, heading=True), Note("b1", 1)]
    assert fitted(notes, 7) == notes
    assert [note.text for note in fitted(notes, 6)] == ["", "x  y", "a1", "", "x  y", "b1"]
    assert [note.text for note in fitted(notes, 5)] == ["", "x  y", "a1", "", "b1"]
    assert list(fitted(notes, 4)) == []


def test_a_long_key_has_a_line_of_its_own() -> None:
    screen = Screen()
    screen.console = window(60, 24)
    lines = screen.key_lines([("h", "help"), ("trap a1 reflex power 5 2d6 fire prone", "a trap goes off")])
    assert lines[1:] == ["  trap a1 reflex power 5 2d6 fire prone", f"{' ' * 23}a trap goes off"]


def test_a_short_list_has_of_the_odds_what_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(monkeypatch, "heroes", "1\nq\n", 80, 12)
    assert re.search(r"^    1  Rapier at Ruffian 1 \(b1\) \(2 AP\)  hit \d+%, critical \d+%$", text, re.MULTILINE)
    assert re.search(r"^    5  Rapier at Crow Priest \(b5\) \(2 AP\)  hit \d+%, critical \d+%$", text, re.MULTILINE)
    assert "(dodged" not in text


def test_a_sentence_that_begins_with_a_number_is_no_list() -> None:
    screen = Screen()
    screen.console = window(20, 24)
    assert screen.broken("    18 of Ada against 14") == "    18 of Ada\n      against 14"
    assert screen.broken("    3  Move to somewhere far") == "    3  Move to\n       somewhere far"


@pytest.mark.parametrize("command", ["rosters red-hall", "forces river-guard"])
def test_words_in_a_narrow_table_are_not_broken(battlewright: Command, command: str) -> None:
    ran = battlewright(*command.split(), columns=60)
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 60
    assert not re.search(r"critica\b|Monste\b", ran.out)
