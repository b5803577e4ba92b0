"""The commands ``study`` and ``lab``."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.helpers import Command
from tests.processes import started

STUDY = """
[study]
name = "Heavy sixes"
system = "formations"
precision = {precision}
limit = 60000

[setup]
forces = ["iron-company", "river-guard"]

[vary]
heavy_sixes = [false, true]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sixes.toml").write_text(STUDY.format(precision=0.05))
    return tmp_path


def test_a_study_is_carried_out_printed_and_written(battlewright: Command, folder: Path) -> None:
    ran = battlewright("study", "sixes.toml")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Heavy sixes (Formations, seed 1)")
    for part in ("heavy_sixes", "95% interval", "Side a wins", "Written: sixes.parquet and sixes.html."):
        assert part in ran.out
    assert sorted(path.name for path in folder.iterdir()) == ["sixes.html", "sixes.parquet", "sixes.toml"]
    again = battlewright("study", "sixes.parquet", "--out", "again", "--workers", "1", "--json")
    data = json.loads(again.out)
    assert data["cells"][1]["labels"] == {"heavy_sixes": "yes"}
    assert data["files"] == {"table": "again.parquet", "report": "again.html"}
    assert (folder / "again.html").read_bytes() == (folder / "sixes.html").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("study", "none.toml"), "none.toml: there is no such file"),
        (("study", "bad.toml"), "bad.toml:7: vary.hevy_sixes: there is nothing called 'hevy_sixes' here. Did you mean"),
        (("study", "sixes.toml", "--out", "no/where"), "there is no folder no"),
        (("study", "sixes.toml", "--cluster", "local:x"), "local takes the number of processes"),
        (("study", "sixes.toml", "--cluster", "local:2", "--workers", "2"), "--workers is for threads"),
        (
            ("study", "sixes.toml", "--out", "mine"),
            "mine.html exists and is not a study's; choose other files with --out",
        ),
        (("lab", "sweep", "weapons.speer.threat", "1,2"), "vary.weapons.speer.threat: there is nothing called 'speer'"),
        (("lab", "sweep", "rounds", "3..1"), "The range 3..1 is empty"),
        (("lab", "matchups", "--set", "table"), "--set table: write it as NAME=VALUE"),
        (("lab", "matchups", "--precision", "0"), "study.precision: must be more than 0"),
        (("lab", "fair-points", "formations"), "fair_points: Formations has no prices"),
        (
            ("study", "roster.toml"),
            "roster.toml is not a study: a study has a table [study] with the name of its system",
        ),
        (("lab", "encounter", "--levels", "x"), "setup: level must be a whole number from 1 to 20, not 'x'."),
        (("lab", "encounter", "--levels", "0..2"), "setup: level must be a whole number from 1 to 20, not 0."),
        (("lab", "encounter", "nope"), "Unknown encounter 'nope'. Known: cudgels-in-the-alley"),
        (("lab", "matchups", "--set", "table=3"), "Unknown table '3'"),
        (("lab", "matchups", "--set", "rounds=yes"), "setup: rounds must be a whole number from 1 to 50, not true."),
    ],
)
def test_mistakes_are_a_sentence_and_nothing_is_written(
    battlewright: Command, folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    (folder / "mine.html").write_text("<p>mine</p>")
    (folder / "roster.toml").write_text('name = "Red Hall"\ncharacters = []\n')
    (folder / "bad.toml").write_text('[study]\nsystem = "formations"\n\n[setup]\n\n[vary]\nhevy_sixes = [true]\n')
    before = sorted(path.name for path in folder.iterdir())
    ran = battlewright(*arguments)
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert sorted(path.name for path in folder.iterdir()) == before


def test_replays_are_kept_beside_the_table(battlewright: Command, folder: Path) -> None:
    (folder / "kept.toml").write_text('[study]\nsystem = "formations"\nbots = "random"\nprecision = 0.2\nreplays = 2\n')
    (folder / "kept-replays").write_text("mine")
    refused = battlewright("study", "kept.toml")
    assert (refused.code, refused.out) == (2, "")
    assert "kept-replays is not a folder" in refused.err
    assert not (folder / "kept.parquet").exists(), "nothing was fought"
    (folder / "kept-replays").unlink()
    ran = battlewright("study", "kept.toml")
    assert "Written: kept.parquet, kept.html and kept-replays." in ran.out
    names = sorted(path.name for path in (folder / "kept-replays").iterdir())
    assert names == ["cell-0-battle-0.replay", "cell-0-battle-1.replay"]
    assert battlewright("replay", f"kept-replays/{names[1]}").code == 0


def test_ready_questions_are_asked_by_their_names(battlewright: Command, folder: Path) -> None:
    ran = battlewright(
        "lab", "matchups", "river-guard", "iron-company", "goblin-rabble", "--precision", "0.15", "--json"
    )
    data = json.loads(ran.out)
    assert {bot: len(places) for bot, places in data["ranking"].items()} == {"greedy": 3, "random": 3}
    assert (folder / "matchups.html").is_file()
    ran = battlewright("lab", "first-player", "formations", "--precision", "0.15", "--out", "begin")
    assert "With greedy, the side that begins wins" in ran.out
    ran = battlewright(
        "lab", "encounter", "the-toll-bridge", "--levels", "1,2", "--precision", "0.2", "--bots", "random"
    )
    assert "the-toll-bridge" in ran.out
    assert "The heroes win most often" in ran.out
    assert "side a" not in ran.out.lower()
    assert "How often the heroes win" in (folder / "encounter.html").read_text(encoding="utf-8")
    asked = ("--system", "formations", "--set", "forces=river-guard,marsh-coven", "--precision", "0.15")
    ran = battlewright("lab", "sweep", "round_limit", "2..4", *asked, "--out", "rounds")
    assert ran.code == 0
    assert (folder / "rounds.parquet").is_file()
    ran = battlewright("lab", "fair-points", "--match-ups", "20", "--battles", "2", "--bots", "random")
    assert "Sniper, 5 points:" in ran.out


@pytest.mark.parametrize("question", ["matchups", "sweep", "first-player", "encounter", "fair-points"])
def test_every_ready_question_has_help_with_examples(battlewright: Command, question: str) -> None:
    ran = battlewright("lab", question, "--help")
    assert ran.code == 0
    assert f"battlewright lab {question}" in " ".join(ran.out.split())
    assert "--json" in ran.out


LONG = ("long.toml", "--workers", "1")


def interrupted(folder: Path) -> subprocess.CompletedProcess[str]:
    """A study on one thread that is stopped by Ctrl-C once some of its battles are written."""
    command = [sys.executable, "-m", "battlewright", "study", *LONG]
    kept, until = folder / "long.checkpoint", time.monotonic() + 60
    with started(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while time.monotonic() < until and not (kept.exists() and kept.stat().st_size > 20_000):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    return subprocess.CompletedProcess(command, running.returncode, out, err)


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(battlewright: Command, folder: Path) -> None:
    (folder / "long.toml").write_text(STUDY.format(precision=0.03))
    part = interrupted(folder)
    assert part.returncode == 130, part.stderr
    assert "Interrupted. The progress is saved in long.checkpoint; run the same command to continue." in part.stdout
    assert "Stopped early" in (folder / "long.html").read_text()
    assert (folder / "long.parquet").is_file()
    went_on = battlewright("study", *LONG)
    assert went_on.code == 0
    assert "of them before" in went_on.out
    assert not (folder / "long.checkpoint").exists()
    battlewright("study", "long.toml", "--out", "alone")
    assert (folder / "long.parquet").read_bytes() == (folder / "alone.parquet").read_bytes()
    assert (folder / "long.html").read_bytes() == (folder / "alone.html").read_bytes()
