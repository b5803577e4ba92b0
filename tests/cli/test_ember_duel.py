"""The system of the tutorial, installed as its package says: every command knows it."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from battlewright import systems
from tests.cli.helpers import Command
from tests.packages import EMBER_DUEL, install

MOST_LINES = 300


@pytest.fixture(autouse=True)
def ember_duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    entry = tomllib.loads((EMBER_DUEL / "pyproject.toml").read_text())["project"]["entry-points"][systems.GROUP]
    for name, value in entry.items():
        install(tmp_path / "site", name, value)
    monkeypatch.syspath_prepend(str(EMBER_DUEL))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.chdir(tmp_path)
    systems.load.cache_clear()
    yield
    systems.load.cache_clear()


def test_it_is_as_short_as_the_tutorial_says() -> None:
    files = [*EMBER_DUEL.rglob("*.py"), *EMBER_DUEL.rglob("*.toml")]
    assert sum(len(file.read_text().splitlines()) for file in files) <= MOST_LINES
    assert 7 <= len(systems.load("ember-duel").catalogue.clauses) <= 10


def test_it_keeps_the_contract(tmp_path: Path) -> None:
    script = """
from battlewright.conformance import check
from ember_duel.system import EMBER_DUEL, DuelSetup
report = check(EMBER_DUEL, [DuelSetup(), DuelSetup(health=3, last_turn=5)], battles=4)
print(report.battles, report.refusals > 100)
"""
    paths = f"{EMBER_DUEL}:{Path(__file__).parents[2] / 'src'}"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env={"PYTHONPATH": paths}
    )
    assert (done.stdout, done.stderr) == ("8 True\n", "")


def test_it_is_played_in_the_terminal_with_the_chance_to_win_behind_each_choice(battlewright: Command) -> None:
    ran = battlewright("play", "ember-duel", "--health", "4", "--seed", "3", typed="1\n" * 60)
    assert ran.code == 0
    for said in ("The Ember duel, seed 3. You lead side a.", "a: Turn: choose", "  wins 4", "[E.S1]", "Side a wins."):
        assert said in ran.out


def test_its_odds_are_exact(battlewright: Command) -> None:
    data = json.loads(battlewright("odds", "ember-duel", "match", "--health", "2", "--last-turn", "2", "--json").out)
    assert data["exact"] is True
    # with its ember a strike hits on a 3 or more; side b strikes back if it still can
    assert (data["a"], data["b"], data["draw"]) == ("2/3", "2/9", "1/9")


def test_many_are_fought_and_a_bot_is_rated(battlewright: Command) -> None:
    data = json.loads(battlewright("sim", "ember-duel", "--battles", "400", "--seed", "1", "--json").out)
    assert sum(data["wins"].values()) == data["battles"] == 400
    rated = json.loads(battlewright("ladder", "ember-duel", "--battles", "10", "--seed", "1", "--json").out)
    assert [each["bot"] for each in rated["ratings"]] == ["search:64", "random"]
    assert rated["match_ups"] == ["the usual set-up"]


def test_a_study_varies_it(battlewright: Command, tmp_path: Path) -> None:
    sweep = ("lab", "sweep", "health", "4..8/4", "--system", "ember-duel", "--precision", "0.2")
    ran = battlewright(*sweep, "--out", str(tmp_path / "sweep"), "--json")
    assert [cell["labels"]["health"] for cell in json.loads(ran.out)["cells"]] == ["4", "8"]
