"""What docs/getting-started.md says about the commands and the opponent is so."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.bots.levels import usual_level
from tests.cli.helpers import Command
from tests.commands import run_command

PAGE = (Path(__file__).parents[2] / "docs" / "getting-started.md").read_text(encoding="utf-8")
COMMANDS = [line for line in re.findall(r"^\$ battlewright (.*)$", PAGE, re.MULTILINE) if not line.startswith("copy ")]
SECTIONS = {
    "skirmish": "The first battle in the terminal",
    "formations": "The first engagement",
    "heroes": "The first encounter",
}


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the page speaks of."""
    folder = tmp_path_factory.mktemp("made")
    copied = run_command(["battlewright", "copy", "force", "iron-company"], folder, {})
    (folder / "my-force.toml").write_text(copied.text, encoding="utf-8")
    assert run_command(["battlewright", "play"], folder, {}, "q\n").code == 0
    assert (folder / "battle.replay").exists()
    return folder


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_page_runs_as_it_stands(line: str, made: Path, battlewright: Command) -> None:
    shutil.copytree(made, ".", dirs_exist_ok=True)
    ran = battlewright(*line.split(), typed="q\n")
    assert (ran.code, ran.err) == (0, "")


def test_the_page_says_how_its_own_file_is_made() -> None:
    assert "$ battlewright copy force iron-company > my-force.toml" in PAGE


@pytest.mark.parametrize("name", SECTIONS)
def test_the_page_says_who_the_opponent_is(name: str) -> None:
    assert f"level `{usual_level(systems.load(name))}`" in re.sub(
        r"\[(level)\]\([^)]*\)", r"\1", section(SECTIONS[name])
    )


@pytest.mark.parametrize("option", ["--level", "--opponent"])
def test_a_level_is_named_and_a_resumed_battle_may_name_another(battlewright: Command, option: str) -> None:
    battlewright("play", option, "easy", typed="q\n")
    assert re.search(r'^b = "easy"$', Path("battle.replay").read_text(encoding="utf-8"), re.MULTILINE)
    ran = battlewright("play", "--resume", "battle.replay", option, "hard", typed="q\n")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r'^b = "hard"$', Path("battle.replay").read_text(encoding="utf-8"), re.MULTILINE)


def test_a_resumed_battle_has_the_same_seat_and_opponent(battlewright: Command) -> None:
    battlewright("play", "--seat", "b", "--bots", "random", typed="q\n")
    ran = battlewright("play", "--resume", "battle.replay", typed="q\n")
    assert "You lead The Hollow King (b)." in ran.out
    assert re.search(r'^a = "random"$', Path("battle.replay").read_text(encoding="utf-8"), re.MULTILINE)
