"""Weapons and rosters on the command line, with the figures of both editions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from battlewright.cli.print_report import show
from battlewright.systems.skirmish.guide import shelf
from battlewright.systems.skirmish.guide.weapons import NOTE
from battlewright.systems.skirmish.setup.files import WEAPONS
from tests.cli.helpers import Command

SLING = """name = "Slingers"
[[weapons]]
name = "Sling [long]"
kind = "shooting"
modifier = 1.5
damage = 2
points = 3
[[characters]]
name = "Ada"
melee = 2
ballistics = 3
toughness = 3
agility = 2
weapons = ["Sling [long]", "Sword"]
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("slingers.toml").write_text(SLING)


def line_of(name: str, text: str) -> str:
    """The line of a weapon, with single blanks."""
    return next(" ".join(line.split()) for line in text.splitlines() if line.lstrip().startswith(name))


@pytest.mark.clause("S2.F3", "S1.F2", "S1.F8")
def test_a_sniper_reads_plus_2_in_the_second_edition_and_minus_2_in_the_first(battlewright: Command) -> None:
    ran = battlewright("weapons")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"modifier +modifier *\n.*2nd ed. +1st ed.", ran.out)
    assert line_of("Sniper", ran.out) == 'Sniper shooting - 1 no return fire, cover move 1" shorter +2 -2 5'
    assert line_of("Pistol", ran.out) == "Pistol shooting - 1 2 -1 +1 3"
    assert line_of("Rifle", ran.out) == "Rifle shooting - 1 D3 0 0 4"
    assert line_of("Spear", ran.out) == 'Spear melee 2" 1 1 and a shove - - 4'
    assert line_of("Sword", ran.out) == 'Sword melee 1" 1 2 - - 4'


def test_weapons_of_a_rosters_own_come_after_the_shipped_ones(battlewright: Command) -> None:
    ran = battlewright("weapons", "slingers.toml", "red-hall")
    assert (ran.code, ran.err) == (0, "")
    assert "Slingers (slingers.toml): weapons of its own" in ran.out
    assert line_of("Sling", ran.out.partition("of its own")[2]) == "Sling [long] shooting - 2 - +1.5 -1.5 3"
    assert "Red Hall (red-hall) has no weapons of its own." in ran.out
    data = json.loads(battlewright("weapons", "slingers.toml", "red-hall", "--json").out)
    names = [(entry["roster"], entry["name"]) for entry in data]
    assert names == [
        *((None, name.title()) for name in WEAPONS.names),
        ("slingers.toml", "Sling [long]"),
    ]
    assert data[-1]["modifiers"] == {"first": -1.5, "second": 1.5}
    assert {entry["name"]: entry["modifiers"] for entry in data[:5]} == {
        "Pistol": {"first": 1, "second": -1},
        "Rifle": {"first": 0, "second": 0},
        "Sniper": {"first": -2, "second": 2},
        "Spear": None,
        "Sword": None,
    }
    sword = data[4]
    assert [sword[field] for field in ("kind", "threat", "oppression", "damage", "critical", "points")] == [
        "melee", 1, 1, None, 2, 4,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("red-hal", "Did you mean 'red-hall'?"), ("nowhere.toml", "nowhere.toml: there is no such file")],
)
def test_weapons_of_nobody_get_one_sentence(battlewright: Command, name: str, sentence: str) -> None:
    ran = battlewright("weapons", name)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert sentence in ran.err


@pytest.mark.clause("S2.C3", "S1.C3")
def test_rosters_show_ranks_and_both_modifiers_where_they_differ(battlewright: Command) -> None:
    ran = battlewright("rosters", "slingers.toml", "gable-foxes")
    assert "Slingers (slingers.toml): 17 points" in ran.out
    assert "Minion (10)" in ran.out
    assert "Sling [long]: modifier +1.5 (first edition -1.5), stress 2" in ran.out
    assert "Sniper: modifier +2 (first edition -2), stress 1, critical: no return fire" in ran.out
    assert "Rifle: modifier 0, stress 1, critical D3" in battlewright("rosters", "powder-guild").out
    (data,) = json.loads(battlewright("rosters", "slingers.toml", "--json").out)
    (ada,) = data["characters"]
    assert (data["points"], data["models"]) == (17, 1)
    assert (ada["rank"], ada["sum"], ada["points"], ada["weapons"]) == ("Minion", 10, 17, ["Sling [long]", "Sword"])
    carried: list[dict[str, Any]] = ada["carried"]
    assert [(weapon["name"], weapon["modifiers"]) for weapon in carried] == [
        ("Sling [long]", {"first": -1.5, "second": 1.5}),
        ("Sword", None),
    ]


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("command", ["weapons", "rosters", "scenarios"])
def test_it_all_fits_a_terminal(
    command: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    show(shelf.show(command, ()), False)
    lines = [line for line in capsys.readouterr().out.splitlines() if line != NOTE]
    assert max(len(line) for line in lines) <= columns
    assert not any("…" in line for line in lines)
