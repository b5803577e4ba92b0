"""The command line: what it prints, and how it refuses."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from battlewright import systems
from battlewright.answers.plain_setup import PlainReader
from battlewright.cli.commands import command_of, run_command
from battlewright.engine.errors import BattlewrightError
from battlewright.systems.skirmish.setup.files import ROSTERS
from battlewright.version import __version__
from tests.cli.helpers import Command
from tests.golden import FOLDER
from tests.processes import started


def test_a_roll_shows_faces_and_total(battlewright: Command) -> None:
    ran = battlewright("roll", "3d8+2", "--seed", "4")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "3d8 [2 6 6] + 2 = 16   (seed 4)\n"


def test_a_roll_as_json_holds_the_same(battlewright: Command) -> None:
    data = json.loads(battlewright("roll", "2d6-1d4-1", "--seed", "4", "--json").out)
    assert data["total"] == sum(data["faces"][:2]) - data["faces"][2] - 1
    assert (data["notation"], data["modifier"], data["seed"]) == ("2d6-1d4-1", -1, 4)
    assert [term["sign"] for term in data["dice"]] == [1, -1]


def test_without_a_seed_the_new_one_is_shown_and_repeats_the_roll(battlewright: Command) -> None:
    first = json.loads(battlewright("roll", "10d6", "--json").out)
    again = json.loads(battlewright("roll", "10d6", "--json", "--seed", str(first["seed"])).out)
    assert first == again


@pytest.mark.parametrize("notation", ["D6", "2D6", "d3", "3d8+4", "2d6-1", "1000d6", "d1000", "2d6 + d4 + 1"])
def test_every_sensible_notation_is_rolled(battlewright: Command, notation: str) -> None:
    assert battlewright("roll", notation).code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("roll", "3dd"), "Cannot read the dice notation '3dd'"),
        (("roll", "0d6"), "The number of dice must be from 1 to 1,000, not 0"),
        (("roll", "1001d6"), "The number of dice must be from 1 to 1,000, not 1001"),
        (("roll", "--", "-5d6x"), "Cannot read the dice notation '-5d6x'"),
        (("roll", ""), "The dice notation is empty"),
        (("roll", "7"), "has no dice"),
        (("roll", "2d6", "--seed", "x"), "--seed"),
        (("roll", "2d6", "--seed", "-1"), "--seed"),
        (("roll",), "Missing argument"),
        (("rol", "2d6"), "No such command 'rol'. Did you mean 'roll'?"),
        (("roll", "2d6", "--loud"), "No such option: --loud"),
        (("rules", "chess"), "Unknown system or clause 'chess'"),
        (("rules", "F.D99"), "Did you mean: F.D9"),
        (("copy", "roaster", "x"), "Did you mean 'roster'?"),
        (("copy", "sheet", "nobody"), "Unknown sheet 'nobody'. Known: ash-shaman, barrow-wight"),
        (("forces", "river-gard"), "Did you mean 'river-guard'?"),
        (("forces", "nowhere.toml"), "nowhere.toml: there is no such file"),
        (("forces", "README.md"), "must be TOML or JSON"),
        (("replay", "nowhere.replay"), "nowhere.replay: the replay cannot be read (No such file or directory)"),
        (("replay", "README.md"), "this is not a replay"),
        (("play", "river-guard"), "An engagement has two forces, not 1"),
        (("play", "heros"), "Did you mean 'heroes'?"),
        (("sim", "the-barow"), "Did you mean 'the-barrow'?"),
        (("play", "--seat", "c"), "seat must be a, b, both or none, not 'c'."),
        (("play", "--dice", "loaded"), "dice must be stream or physical, not 'loaded'."),
        (("play", "--json"), "--json needs --seat none"),
        (("play", "--rounds", "0"), "rounds must be a whole number from 1 to 50, not 0."),
        (("play", "--seat", "none", "--json", "--dice", "physical"), "no --dice physical"),
        (("play", "--resume", ""), "(no name): this is not an ordinary file, as a replay must be"),
        (("play", "--replay", ""), "--replay needs the name of a file"),
        (("play", "--replay", "README.md"), "README.md already exists"),
        (("forces", ""), "Unknown force ''"),
        (("replay", "/dev/zero"), "this is not an ordinary file, as a replay must be"),
        (("", "x"), "No such command ''. There are: after, backup, battle, bench"),
        (("roll", "-1d6"), "Write -- before a value that begins with a minus"),
        (("play", "--resume", "nowhere"), "the replay cannot be read"),
        (("play", "formations", "--resume", "x", "--seed", "1"), "the replay cannot be read"),
        (("bench", "--speed"), "No such option: --speed"),
        (("compile", "--workers", "0"), "--workers"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_gets_one_clear_sentence_and_exit_code_2(
    battlewright: Command, arguments: tuple[str, ...], sentence: str
) -> None:
    ran = battlewright(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("Error: ")
    assert sentence in ran.err
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) <= 2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40)
@given(st.text(max_size=30).filter(lambda text: "\x00" not in text))
def test_no_notation_ends_in_a_traceback(battlewright: Command, notation: str) -> None:
    ran = battlewright("roll", "--", notation)
    assert ran.code in (0, 2)
    assert (ran.code == 0) == (ran.err == "")


def test_rules_read_like_a_rulebook_and_show_the_code_to_those_who_ask(battlewright: Command) -> None:
    text, code = battlewright("rules", "f.d9"), battlewright("rules", "f.d9", "--code")
    assert (text.code, code.code) == (0, 0)
    assert text.out.startswith("Formations\nF.D9  Double: two equal dice")
    for part in ("has_scale", "test_a_combination_is_looked_for"):
        assert part not in text.out
        assert part in code.out


def test_a_shipped_file_is_copied_as_it_is_and_can_be_played(
    battlewright: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copied = battlewright("copy", "roster", "red-hall").out
    assert copied == battlewright("copy", "rosters", "red-hall").out
    assert copied.partition("\n")[2] == ROSTERS.text("red-hall"), "the first line tells editors where the schema is"
    Path("mine.toml").write_text(copied.replace('name = "Red Hall"', 'name = "My Hall"', 1))
    assert "My Hall" in battlewright("rosters", "mine.toml").out


def test_a_bot_of_ones_own_plays_and_is_studied(
    battlewright: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("class First:\n    def choose(self, seen):\n        return seen.choices()[0]\n")
    ran = battlewright("play", "formations", "--auto", "--bots", "mine.py:First,random", "--seed", "1", "--json")
    assert json.loads(ran.out)["seats"][0]["player"] == "mine.py:First"
    data = json.loads(
        battlewright("sim", "formations", "--bots", "mine.py:First,random", "--battles", "4", "--json").out
    )
    assert data["battles"] == 4
    assert "Unknown bot in mine.py 'Last'" in battlewright("play", "--bots", "mine.py:Last").err


def test_rules_of_one_edition_say_what_they_stand_for(battlewright: Command) -> None:
    data = json.loads(battlewright("rules", "s1", "--json").out)
    assert {entry["id"].partition(".")[0] for entry in data} == {"S1"}
    assert next(entry["stands_for"] for entry in data if entry["id"] == "S1.K7") == ["S2.K7", "S2.K10"]
    assert "(Replaces" in battlewright("rules", "S1.K7").out


def test_rules_as_json_hold_every_clause_with_its_places(battlewright: Command) -> None:
    data = json.loads(battlewright("rules", "formations", "--json").out)
    assert [entry["id"] for entry in data] == [clause.id for clause in systems.load("formations").catalogue]
    for entry in data:
        assert entry["functions"], entry["id"]
        assert entry["tests"], entry["id"]
        assert set(entry) == {"system", "id", "number", "kind", "summary", "source", "stands_for", "functions", "tests"}
        assert all(Path(cited["file"]).is_file() for cited in entry["functions"] + entry["tests"])
    every = json.loads(battlewright("rules", "--json").out)
    assert data == [entry for entry in every if entry["system"] == "formations"]
    assert {entry["system"] for entry in every} == set(systems.names())


def test_forces_are_listed_and_looked_at(battlewright: Command) -> None:
    everything = json.loads(battlewright("forces", "--json").out)
    assert "river-guard" in [entry["force"] for entry in everything]
    assert "Captain Ysolde" in battlewright("forces", "river-guard").out


def test_the_faults_of_several_files_come_together(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('name = "One"\n')
    (tmp_path / "two.json").write_text('{"name": 2}')
    ran = battlewright("forces", str(tmp_path / "one.toml"), str(tmp_path / "two.json"))
    assert ran.code == 2
    assert "5 faults" in ran.err
    assert "one.toml:1: kinds: is missing" in ran.err
    assert "two.json:1: name:" in ran.err


def test_unknown_forces_are_told_of_together_with_faulty_ones(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text("name = 1\n")
    ran = battlewright("forces", "nope", str(tmp_path / "one.toml"))
    assert "Unknown force 'nope'" in ran.err
    assert "one.toml:1: name: must be" in ran.err


def test_names_with_brackets_are_shown_as_they_are(battlewright: Command, tmp_path: Path) -> None:
    text = Path("src/battlewright/systems/formations/data/forces/river-guard.toml").read_text()
    for old, new in (("River Guard", "x [/b]"), ("Ford archers", "Ford [red]archers[/red]"), ("Loose again!", "[/i]")):
        text = text.replace(old, new)
    (tmp_path / "odd.toml").write_text(text)
    ran = battlewright("forces", str(tmp_path / "odd.toml"))
    assert ran.code == 0
    for name in ("x [/b]", "Ford [red]archers[/red]", "[/i]: order, 6 Rerolls"):
        assert name in ran.out
    played = battlewright("play", str(tmp_path / "odd.toml"), "iron-company", "--seat", "none", "--seed", "1")
    assert "Ford [red]archers[/red]" in played.out


def test_a_replay_is_told_again(battlewright: Command) -> None:
    path = FOLDER / "formations-edited.replay"
    ran = battlewright("replay", str(path))
    assert ran.code == 0
    battle = path.read_text().split("--- battle")[1]
    told = [line.strip() for line in battle.splitlines() if line.startswith("  ")]
    assert len(told) > 20
    assert [line for line in told if line not in ran.out] == []


def test_a_replay_as_json_holds_moves_and_clauses(battlewright: Command) -> None:
    data = json.loads(battlewright("replay", str(FOLDER / "formations-edited.replay"), "--json").out)
    assert data["over"] is True
    assert data["result"]["winner"] in ("a", "b", "draw")
    assert {told["clause"] for move in data["moves"] for told in move["sentences"]} >= {"F.D3", "F.G4", "F.D12"}


def test_the_version_and_the_help_are_printed(battlewright: Command) -> None:
    assert battlewright("--version").out == f"battlewright {__version__}\n"
    ran = battlewright("--help")
    for command in (
        "play", "battle", "replay", "roll", "rules", "forces", "rosters", "weapons", "tables", "scenarios", "compile",
        "bench",
    ):  # fmt: skip
        assert command in ran.out
        helped = battlewright(command, "--help")
        assert helped.code == 0
        assert "Example" in helped.out
    assert battlewright().code == 0


def installed() -> str:
    found = shutil.which("battlewright", path=str(Path(sys.executable).parent))
    assert found, "the console command is not installed beside Python"
    return found


def test_the_installed_command_works_from_another_folder(tmp_path: Path) -> None:
    ran = subprocess.run([installed(), "roll", "d6", "--seed", "1"], cwd=tmp_path, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "1d6 [6] = 6   (seed 1)\n")


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [installed(), *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, timeout=120, **options)


@pytest.mark.parametrize("command", ["rules --json", "play formations --seat none --seed 1", "--version"])
def test_output_that_cannot_be_written_gives_a_sentence(command: str) -> None:
    with Path("/dev/full").open("w") as full:
        ran = run(*command.split(), stdout=full)
    assert (ran.returncode, ran.stderr) == (2, "Error: The output cannot be written (No space left on device).\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{installed()} rules --json | head -1"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("[\n", "")


def test_what_a_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    text = Path("src/battlewright/systems/formations/data/forces/river-guard.toml").read_text(encoding="utf-8")
    (tmp_path / "cjk.toml").write_text(text.replace("Ford archers", "弓兵"), encoding="utf-8")
    command = ("play", str(tmp_path / "cjk.toml"), "iron-company", "--seat", "none", "--seed", "1")
    ran = run(*command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\\u5f13\\u5175 (a1)" in ran.stdout


def test_without_any_input_the_computer_plays(tmp_path: Path) -> None:
    command = f"cd {tmp_path} && {installed()} play formations --seed 3 <&-"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "the computer plays on" in ran.stdout


def test_a_pipe_is_no_replay(battlewright: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not an ordinary file, as a replay must be" in battlewright.refusal("replay", str(tmp_path / "pipe"))


@pytest.mark.nightly
def test_a_cold_start_says_that_it_compiles(tmp_path: Path) -> None:
    environment = os.environ | {"BATTLEWRIGHT_CACHE_DIR": str(tmp_path)}
    command = ("play", "formations", "--seat", "none", "--seed", "1", "--json")
    cold = run(*command, stdout=subprocess.PIPE, env=environment)
    assert " rules for the first time; this takes " in cold.stderr
    warm = run(*command, stdout=subprocess.PIPE, env=environment)
    assert (warm.stderr, json.loads(warm.stdout)) == ("", json.loads(cold.stdout))


def test_a_closed_window_keeps_the_battle(tmp_path: Path) -> None:
    command = [installed(), "play", "formations", "--seed", "5"]
    with started(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        while "Who acts next?" not in playing.stdout.readline():
            assert playing.poll() is None
        playing.send_signal(signal.SIGTERM)
        assert "saved in battle-5.replay" in playing.communicate(timeout=60)[0]


def test_interrupting_a_battle_keeps_what_is_done(tmp_path: Path) -> None:
    command = [installed(), "play", "formations", "--seed", "5"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with started(command, cwd=tmp_path, **pipes) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        for _ in range(4):
            playing.stdin.write("1\n")
        playing.stdin.flush()
        while "Who acts next?" not in playing.stdout.readline():
            assert playing.poll() is None
        time.sleep(1)
        rest = ""
        for _ in range(3):  # as a person presses Ctrl-C again
            playing.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                rest = playing.communicate(timeout=20)[0]
                break
    assert playing.returncode == 0, rest
    assert "saved in battle-5.replay" in rest
    assert (tmp_path / "battle-5.replay").read_text().startswith("format = 4")
    again = subprocess.run(
        [installed(), "play", "--resume", "battle-5.replay"], cwd=tmp_path, input="", capture_output=True, text=True
    )
    assert again.returncode == 0, again.stderr
    assert "wins" in again.stdout or "draw" in again.stdout


class Guard(BaseModel):
    defence: Annotated[int, Field(alias="def", le=9)] = 4
    to_hit: Annotated[int, Field(alias="to-hit")] = 2


def test_an_option_may_have_a_name_that_python_keeps_for_itself(capsys: pytest.CaptureFixture[str]) -> None:
    given: dict[str, Any] = {}
    command = command_of(lambda **typed: given.update(typed), "Guard.", PlainReader(Guard, "Guard"))
    run_command(command, "guard", ["--def", "3", "--to-hit", "1"])
    assert given == {"def": 3, "to-hit": 1}
    with pytest.raises(BattlewrightError, match=r"^def must be a whole number from -2,147,483,647 to 9, not 10\.$"):
        run_command(command, "guard", ["--def", "10"])
    run_command(command, "guard", ["--help"])
    assert "--to-hit" in capsys.readouterr().out
