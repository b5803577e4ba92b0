"""Many battles on the command line."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.helpers import Command
from tests.cli.test_commands import installed
from tests.processes import started

KEYS = ["battles", "wins", "interval", "seconds", "battles_per_second"]
TIMED = ("seconds", "battles_per_second", "workers")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_json_has_what_was_promised_and_more(battlewright: Command) -> None:
    ran = battlewright("sim", "lantern-company", "red-hall", "--battles", "60", "--seed", "7", "--json")
    assert (ran.code, ran.err) == (0, "")
    data = json.loads(ran.out)
    assert list(data)[:5] == KEYS
    assert data["battles"] == 60 == sum(data["wins"].values())
    for who in ("a", "b", "draw"):
        low, high = data["interval"][who]
        assert 0 <= low <= data["wins"][who] / 60 <= high <= 1
    assert data["battles_per_second"] == pytest.approx(60 / data["seconds"], rel=0.05)
    assert sum(data["rounds"]["battles"].values()) == 60
    assert set(data["survivors"]["b"]) == {"models", "points"}
    assert data["sides"]["a"] == {"roster": "Lantern Company", "bot": "greedy"}
    assert (data["seed"], data["table"], data["scenario"]) == (7, "Open Field", "Last Stand")
    assert data["first_player"]["of"] == data["side_a"]["of"] == 60 - data["wins"]["draw"]
    assert data["interrupted"] is False


def test_the_same_seed_gives_the_same_totals_with_any_number_of_workers(battlewright: Command) -> None:
    command = ("sim", "--battles", "41", "--seed", "5", "--json", "--bots", "random", "--workers")
    found = [json.loads(battlewright(*command, workers).out) for workers in ("1", "2", "3")]
    assert [each["workers"] for each in found] == [1, 2, 3]
    for each in found:
        for key in TIMED:
            del each[key]
    assert found[0] == found[1] == found[2]


def test_a_and_b_are_the_rosters_as_they_were_named(battlewright: Command) -> None:
    command = ("--battles", "40", "--seed", "5", "--json", "--bots")
    one = json.loads(battlewright("sim", "lantern-company", "red-hall", *command, "greedy,random").out)
    other = json.loads(battlewright("sim", "red-hall", "lantern-company", *command, "random,greedy").out)
    assert one["wins"]["a"] > 30
    assert other["wins"]["b"] > 30
    assert other["sides"]["b"] == one["sides"]["a"] == {"roster": "Lantern Company", "bot": "greedy"}


def test_the_first_battle_is_the_one_that_battle_plays(battlewright: Command) -> None:
    same = (
        "red-hall",
        "gable-foxes",
        "--seed",
        "12",
        "--table",
        "ruins",
        "--rounds",
        "3",
        "--json",
        "--bots",
        "greedy",
    )
    one, played = (
        json.loads(battlewright(*command, *same).out) for command in (("sim", "--battles", "1"), ("battle",))
    )
    assert one["wins"] == {"a": 0, "b": 0, "draw": 0} | {played["result"]["winner"]: 1}
    assert one["rounds"]["battles"] == {str(played["rounds"]): 1}
    for seat in "ab":
        for name in ("models", "points"):
            assert one["survivors"][seat][name]["mean"] == played["sides"][seat][name]


def test_people_read_who_wins_and_what_is_left(battlewright: Command) -> None:
    ran = battlewright(
        "sim", "red-hall", "red-hall", "--battles", "30", "--seed", "2", "--rounds", "3", "--bots", "random"
    )
    assert (ran.code, ran.err) == (0, "")
    for part in (
        "Red Hall (a) (random) against Red Hall (b) (random)",
        "Last Stand on Open Field, second edition, 3 rounds.",
        "30 battles",
        "Red Hall (b) wins",
        "a draw",
        "points of Red Hall (a)",
        "by the side that began",
        "Seed 2.",
        "30 battles in ",
    ):
        assert part in ran.out


def test_rosters_and_tables_may_be_files(battlewright: Command) -> None:
    card = 'melee = 3\nballistics = 3\ntoughness = 3\nagility = 3\nweapons = ["Sword"]'
    Path("one.toml").write_text(f'name = "One"\n[[characters]]\nname = "Ada"\n{card}\n')
    Path("yard.toml").write_text('name = "Yard"\nwidth = 12\ndepth = 12\n')
    ran = battlewright(
        "sim", "one.toml", "one.toml", "--table", "yard.toml", "--battles", "50", "--seed", "1", "--json"
    )
    data = json.loads(ran.out)
    assert (data["battles"], data["table"]) == (50, "Yard")
    Path("two.toml").write_text(f'name = "Two"\n[[characters]]\nname = "Bo"\n{card.replace("3", "0", 1)}\nage = 4\n')
    ran = battlewright("sim", "one.toml", "two.toml", "--battles", "5")
    assert ran.code == 2
    assert "two.toml" in ran.err
    assert "age" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--battles", "0"), "battles must be a whole number from 1 to 1,000,000,000, not 0."),
        (("--battles", "-5"), "battles must be a whole number from 1 to 1,000,000,000, not -5."),
        (("--battles", "1000000001"), "battles must be a whole number from 1 to 1,000,000,000, not 1000000001."),
        (("--battles", "many"), "battles must be a whole number from 1 to 1,000,000,000, not 'many'."),
        (("--workers", "0"), "workers must be a whole number from 1 to 64, not 0."),
        (("--seed", "-1"), "seed must be a whole number from 0 to 18,446,744,073,709,551,615, not -1."),
        (("--rounds", "0"), "rounds must be a whole number from 1 to 50, not 0."),
        (("--bots", "clever"), "Unknown bot 'clever'. Known: random, greedy"),
        (("--bots", ""), "Unknown bot ''"),
        (("--bots", "greedy,random,greedy"), "not 3"),
        (("red-hall",), "A battle has two rosters, not 1"),
        (("red-hall", "red-hal"), "Unknown roster 'red-hal'. Did you mean 'red-hall'?"),
        (("--table", "nowhere"), "Unknown table 'nowhere'"),
        (("--scenario", "nothing"), "Unknown scenario 'nothing'"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(battlewright: Command, arguments: tuple[str, ...], said: str) -> None:
    ran = battlewright("sim", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: ")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def interrupted(arguments: list[str], shown: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with its error output at a terminal, and interrupt it as soon as that shows a pattern."""
    terminal, its_end = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    command = [installed(), *arguments]
    with started(command, cwd=folder, stdout=subprocess.PIPE, stderr=its_end, env=environment) as running:
        os.close(its_end)
        seen = b""
        while not re.search(shown, seen):
            seen += os.read(terminal, 65536)
            assert running.poll() is None, seen
        running.send_signal(signal.SIGINT)
        out = running.communicate(timeout=60)[0]
    os.close(terminal)
    return subprocess.CompletedProcess(arguments, running.returncode, out, seen.decode())


def test_an_interrupt_tells_of_the_battles_that_are_done(tmp_path: Path) -> None:
    asked = ["sim", "--battles", "100000000", "--bots", "random", "--seed", "4"]
    ran = interrupted([*asked, "--json"], rb"[1-9]\d*/100000000", tmp_path)
    data = json.loads(ran.stdout)
    assert (ran.returncode, data["interrupted"]) == (130, True)
    assert 0 < data["battles"] < 100_000_000
    assert sum(data["wins"].values()) == data["battles"]
    ran = interrupted(asked, rb"[1-9]\d*/100000000", tmp_path)
    assert ran.returncode == 130
    assert "of 100,000,000 battles are done." in ran.stdout.splitlines()[-1]
