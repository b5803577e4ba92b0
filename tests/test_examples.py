"""The scripts that people start from: each runs, and what it prints is so."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path

import pytest

import battlewright as bw
from battlewright.bots.levels import usual_level
from battlewright.contract.system import as_system
from battlewright.engine.observation import observe
from battlewright.systems.skirmish.record import ChoiceKind
from tests.cli.helpers import Command
from tests.commands import run_script

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted((ROOT / "examples").glob("*.py"))
FRONT_END = ROOT / "docs" / "examples" / "embedding" / "tiny_front_end.py"
REPLAY = ROOT / "docs" / "examples" / "forces" / "short.replay"


def run(name: str, *arguments: str) -> str:
    done = run_script(ROOT / "examples" / name, arguments)
    assert done.code == 0, done.text
    return done.text


def refused(name: str, *arguments: str) -> str:
    done = run_script(ROOT / "examples" / name, arguments)
    assert done.code != 0
    assert "Traceback" not in done.text
    return done.text


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_every_script_says_how_to_run_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert f"python examples/{path.name}" in text.partition('"""\n\n')[0]
    assert f"usage: {path.name}" in run(path.name, "--help")


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_every_script_is_named_where_people_look(path: Path) -> None:
    assert path.name in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


def test_the_bot_of_ones_own_beats_the_random_one() -> None:
    text = run("my_bot.py", "--against", "random", "--battles", "12")
    won, battles = map(int, re.findall(r"won (\d+) of (\d+) battles", text)[0])
    low, high = map(float, re.findall(r"between ([\d.]+)% and ([\d.]+)%", text)[0])
    assert battles == 12
    assert won >= 8
    assert low < 100 * won / battles < high


def test_the_bot_of_ones_own_refuses_what_is_not_there() -> None:
    assert "Did you mean 'rooftops'?" in refused("my_bot.py", "--table", "rofftops")
    assert "--battles must be 1 or more" in refused("my_bot.py", "--battles", "0")


def test_the_study_of_a_weapon_has_a_row_for_each() -> None:
    text = run("study_of_a_weapon.py", "--battles", "20", "--against", "red-hall")
    rows = [line.split() for line in text.splitlines() if line.startswith(("Spear ", "Sword "))]
    assert [row[0] for row in rows[:2]] == ["Spear", "Sword"]
    assert [row[1] for row in rows[:2]] == ["4", "4"], "both cost 4 points"
    assert re.search(r"^Spear instead of Sword: [+-]\d+\.\d% \(±\d+\.\d%\)", text, re.MULTILINE)


def test_the_study_of_a_weapon_refuses_one_that_nobody_carries() -> None:
    assert "Unknown weapon 'Rifle'. Known: Spear, Pistol." in refused("study_of_a_weapon.py", "--replace", "Rifle")
    assert "not 'Swrod' (S2.B1)" in refused("study_of_a_weapon.py", "--weapons", "Swrod")
    assert "--battles must be 1 or more" in refused("study_of_a_weapon.py", "--battles", "-1")


def test_the_report_of_a_replay_tells_its_story() -> None:
    text, replay = run("battle_report.py", str(REPLAY)), bw.Replay.read(REPLAY)
    assert replay.result in text
    for told in bw.step_texts(replay.repeat()):
        assert told.heading in text
        assert all(str(sentence) in text for sentence in told.sentences)
    losses = text.partition("## Losses")[2].partition("##")[0]
    assert "| 1 | Swordsman (a1): 1 model removed, none left. |" in losses
    assert "| b | 2 d6 | 5.00 | 3.50 | +1.50 |" in text


@pytest.mark.parametrize("system", bw.system_names())
def test_a_report_is_written_of_a_battle_of_every_system(system: str, tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    assert str(path) in run("battle_report.py", "--system", system, "--out", str(path))
    text = path.read_text(encoding="utf-8")
    rounds = [int(each) for each in re.findall(r"^### Round (\d+)$", text, re.MULTILINE)]
    assert rounds == list(range(1, max(rounds) + 1))
    assert re.findall(r"^\| [ab] \| \d+ d\d+ \|", text, re.MULTILINE)


def test_a_report_of_what_is_no_replay_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused("battle_report.py", str(tmp_path / "none.replay"))
    nowhere = str(tmp_path / "no folder" / "report.md")
    assert "cannot be written" in refused("battle_report.py", str(REPLAY), "--out", nowhere)


@pytest.mark.parametrize("system", bw.system_names())
def test_the_tiny_front_end_plays_every_system(system: str, tmp_path: Path) -> None:
    done = run_script(FRONT_END, (system, "--seed", "7"), tmp_path, "1\n999\nu\n1\n1\nq\n")
    assert done.code == 0, done.text
    assert done.text.count("Type the number of a choice") == 1
    kept = bw.Replay.read(tmp_path / "battle.replay")
    assert kept.system.name == system
    assert kept.players == {"a": "person", "b": usual_level(as_system(kept.system))}
    assert f"Its {len(kept.repeat().steps)} steps are kept" in done.text


def test_the_tiny_front_end_ends_with_its_input(tmp_path: Path) -> None:
    done = run_script(FRONT_END, ("formations",), tmp_path)
    assert done.code == 0
    assert "The battle is not over." in done.text


def test_the_tiny_front_end_is_tiny() -> None:
    code = re.sub(r'""".*?"""', "", FRONT_END.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip() and "import" not in line]) < 70


# The bot that docs/bots.md begins with


ON_BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ battlewright (.*mine\.py:MyBot.*)$", ON_BOTS, re.MULTILINE)


def test_the_page_about_bots_begins_with_a_bot_and_how_to_run_it() -> None:
    first = ON_BOTS.partition("\n## ")[0]
    assert "examples/bots/mine.py" in first
    assert [line.split()[0] for line in COMMANDS] == ["battle", "battle", "sim", "ladder"]
    assert all(line in first for line in COMMANDS)


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_of_the_page_about_bots_run(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each as it stands, but for the number of battles."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "docs" / "examples" / "bots" / "mine.py", tmp_path)
    done = Command(capsys, monkeypatch)(*re.sub(r"--battles \d+", "--battles 6", line).split())
    assert (done.code, done.err if "Error" in done.err else "") == (0, "")
    assert "MyBot" in done.out or "wins." in done.out or "draw" in done.out


def test_the_bot_of_the_page_about_bots_moves_and_makes_legal_choices() -> None:
    system = bw.load("skirmish")
    namespace = runpy.run_path(str(ROOT / "docs" / "examples" / "bots" / "mine.py"))
    session, bot, kinds = bw.Session(system, system.setup.read().setup, 1), namespace["MyBot"](), set()
    while not session.is_over:
        if session.node.kind == bw.NodeKind.CHANCE:
            session.roll()
        else:
            choice = bot.choose(observe(session, session.node.side))
            kinds.add(ChoiceKind(choice.kind))
            session.choose(choice)  # a choice that is refused raises
    assert {ChoiceKind.MOVE, ChoiceKind.SHOOT, ChoiceKind.CLOSE_COMBAT} <= kinds
