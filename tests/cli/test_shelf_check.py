"""``battlewright shelf check``: a whole collection of files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from tests.cli.helpers import Command
from tests.golden import FOLDER

REPLAY = FOLDER / "heroes-the-barrow.replay"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def collection(**more: str) -> None:
    """A folder with files of all kinds, one of each, and what else lies in such folders."""
    for system in map(systems.load, systems.BUILT_IN):
        for shelf in system.setup.shelves:
            write(f"{shelf.kind}/{shelf.names[0]}.toml", shelf.text(shelf.names[0]))
    write("list.txt", "Watch\nGuard M3 B2 T3 A3 spear\n")
    write("README.md", "# Our battles\n\nPlayed on Fridays.\n")
    write("scan.pdf", "%PDF-1.7\n")
    write("package.json", '{"private": true}')
    write(".hidden/broken.toml", "=")
    for name, text in more.items():
        write(name.replace("_", "."), text)


def write(name: str, text: str) -> None:
    path = Path("mine", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def found(battlewright: Command, *names: str) -> tuple[int, dict[str, Any]]:
    ran = battlewright("shelf", "check", *names, "--json")
    return ran.code, json.loads(ran.out)


def test_each_file_is_recognised_and_what_is_none_is_no_error(battlewright: Command) -> None:
    collection()
    code, told = found(battlewright, "mine")
    assert code == 0
    by_file = {Path(each["file"]).relative_to("mine").as_posix(): each for each in told["files"]}
    for system in map(systems.load, systems.BUILT_IN):
        for shelf in system.setup.shelves:
            each = by_file.pop(f"{shelf.kind}/{shelf.names[0]}.toml")
            assert (each["result"], each["system"], each["kind"]) == ("ok", system.name, shelf.kind)
            assert each["name"] == shelf.read(shelf.names[0]).name
    assert by_file["list.txt"]["figures"] == {"points": 15}
    assert by_file.pop("list.txt")["kind"] == "rosters"
    assert {name: each["result"] for name, each in by_file.items()} == {
        "README.md": "not_ours",
        "scan.pdf": "not_ours",
        "package.json": "not_ours",
    }
    assert told["summary"] == {"files": len(told["files"]), "ok": len(told["files"]) - 3, "wrong": 0} | {
        "not_ours": 3,
        "warnings": 0,
    }


def test_a_line_a_file_with_faults_and_warnings_below_it(battlewright: Command) -> None:
    card = 'name = "Old"\n[[characters]]\nname = "Hand"\nmelee = 7\nballistics = 2\ntoughness = 3\nagility = 3\n'
    armed = f'{card}weapons = ["Sword"]\n'
    collection(odd_toml=armed, wrong_toml=card.replace("7", "12"), bad_txt="Guard M3 B2 T3 A3 axe\n", cut_json="{")
    ran = battlewright("shelf", "check", "mine")
    assert ran.code == 2
    lines = ran.out.splitlines()
    starts = [line.split(maxsplit=1) for line in lines if not line.startswith(" ")]
    told = {words[0]: words[1] for words in starts if len(words) > 1}
    assert told["mine/list.txt"] == "roster Watch, 15 points"
    assert told["mine/README.md"] == "not a file of ours"
    assert told["mine/package.json"].startswith("not a file of ours: it is of no kind that is known here (")
    assert told["mine/wrong.toml"] == "roster Old: 1 fault"
    assert told["mine/bad.txt"] == "roster: 1 fault"
    assert told["mine/cut.json"] == "file: 1 fault"
    below = {line: lines[number - 1] for number, line in enumerate(lines) if line.startswith(" ")}
    assert any("  line 4: characters[0].melee: must be from 0 to 10, not 12" in line for line in below)
    assert any("  line 1: 'axe' is not understood; weapons are Pistol" in line for line in below)
    assert any("  Warning: line 4: characters[0].melee: is 7, and abilities usually" in line for line in below)
    assert lines[-1] == f"{len(starts) - 1} files: {len(starts) - 7} ok, 3 wrong, 3 not ours, 1 warning."


def test_an_encounter_finds_the_sheets_beside_it_and_tells_their_faults(battlewright: Command) -> None:
    sheets = next(shelf for shelf in systems.load("heroes").setup.shelves if shelf.kind == "sheets")
    write("own/hero.toml", sheets.text("silarn"))
    write("own/fight.toml", 'name = "Fight"\nheroes = ["hero.toml"]\nfoes = ["ruffian"]\n')
    assert found(battlewright, "mine")[0] == 0
    write("own/hero.toml", sheets.text("silarn").replace("dexterity", "dexterty", 1))
    code, told = found(battlewright, "mine")
    assert code == 2
    (fight, hero) = told["files"]
    assert (fight["kind"], hero["kind"]) == ("encounters", "sheets")
    assert fight["faults"] == hero["faults"]
    assert {each["file"] for each in hero["faults"]} == {"mine/own/hero.toml"}
    assert "  mine/own/hero.toml:" in battlewright("shelf", "check", "mine/own/fight.toml").out


def test_a_replay_is_played_again(battlewright: Command) -> None:
    text = REPLAY.read_text(encoding="utf-8")
    write("good.replay", text)
    write("forged.replay", text.replace("\nroll 1", "\nroll 2", 1))
    code, told = found(battlewright, "mine")
    assert code == 2
    forged, good = told["files"]
    assert (good["result"], good["system"], good["kind"]) == ("ok", "heroes", "replays")
    assert good["figures"]["moves"] > 100
    assert (forged["result"], forged["faults"]) == ("wrong", [])
    assert "The stream gives" in forged["reason"]


@pytest.mark.parametrize(
    ("names", "said"), [((), "Name a folder with files"), (("nowhere",), "no such folder or file")]
)
def test_a_folder_must_be_named_and_be_there(battlewright: Command, names: tuple[str, ...], said: str) -> None:
    ran = battlewright("shelf", "check", *names)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_list_is_shown_and_played_by_its_file_alone(battlewright: Command) -> None:
    write("list.txt", "Watch (75 points)\nCaptain M4 B4 T4 A4 sword, pistol\n2x Guard M3 B2 T3 A3 - spear\n")
    (shown,) = json.loads(battlewright("shelf", "rosters", "mine/list.txt", "--json").out)
    assert [each["name"] for each in shown["characters"]] == ["Captain", "Guard"]
    played = battlewright("play", "mine/list.txt", "red-hall", "--seat", "none", "--seed", "3")
    assert played.code == 0, played.err
    assert "Guard 2" in played.out
    write("bad.txt", "Watch\nCaptain M4 B4 T4 A4 sward\n")
    refused = battlewright("play", "mine/bad.txt", "red-hall")
    assert (refused.code, refused.out) == (2, "")
    assert "mine/bad.txt:2: 'sward' is not understood" in refused.err
