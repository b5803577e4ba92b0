"""Outputs that cannot be written: files, and the standard output."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import Command
from tests.cli.test_commands import installed

PLAY = ("play", "formations", "--auto", "--seed", "3", "--replay")
LADDER = ("ladder", "--battles", "2", "--bots", "random,greedy", "--out")
BENCH = ("bench", "--quick", "--out")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", [PLAY, LADDER, BENCH], ids=lambda command: command[0])
@pytest.mark.parametrize("path", ["/proc/nothing.here", "folder", "/dev/null/x"])
def test_a_file_that_cannot_be_written_is_told_of_before_the_work(
    battlewright: Command, command: tuple[str, ...], path: str
) -> None:
    Path("folder").mkdir()
    ran = battlewright(*command, path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: ")
    assert path in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", [PLAY, LADDER], ids=lambda command: command[0])
def test_a_device_is_no_file_to_write_over(battlewright: Command, command: tuple[str, ...]) -> None:
    ran = battlewright(*command, "/dev/full")
    assert (ran.code, ran.out) == (2, "")
    assert re.search(r"/dev/full (already )?exists", ran.err)


def test_looking_whether_a_file_can_be_written_leaves_nothing_behind(battlewright: Command) -> None:
    assert battlewright("play", "formations", "--bots", "nobody", "--replay", "mine").code == 2
    assert list(Path().iterdir()) == []


def test_a_battle_is_resumed_only_where_it_can_be_kept(battlewright: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    battlewright("play", "formations", "--seed", "3", "--replay", "mine", typed="1\nq\n")

    opened: Any = Path.open

    def refuse(path: Path, mode: str = "r", *more: Any, **options: Any) -> Any:
        if "a" in mode:
            raise OSError(30, "Read-only file system")
        return opened(path, mode, *more, **options)

    monkeypatch.setattr(Path, "open", refuse)
    ran = battlewright("play", "--resume", "mine", typed="q\n")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "Error: The battle cannot be written to mine (Read-only file system).\n"


@pytest.mark.parametrize("command", ["roll 1000d1000", "play formations --seed 3", "--help", "shelf forces"])
def test_a_closed_output_is_no_error(tmp_path: Path, command: str) -> None:
    line = f"{installed()} {command} >&- </dev/null"
    ran = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_battle_is_kept_when_the_reader_goes_away(tmp_path: Path) -> None:
    line = f"yes 1 | head -300 | {installed()} play --seat a --seed 3 | head -1"
    ran = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stdout == "Skirmish, seed 3. You lead Lantern Company (a). Type h for help.\n"
    assert ran.stderr == "The battle so far is saved in battle-3.replay.\n"
    assert (tmp_path / "battle-3.replay").read_text().count("--- battle") == 1


def test_the_battle_is_kept_when_the_output_is_full(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [installed(), "play", "formations", "--seed", "3", "--replay", "mine"],
            cwd=tmp_path, input="1\n", stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1] == "Error: The output cannot be written (No space left on device)."
    assert (tmp_path / "mine").is_file()
