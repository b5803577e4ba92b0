"""Files over HTTP: rosters and the like, checked and worked out as the command line does."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from battlewright import systems
from battlewright.contract.file_schemas import schema_of
from tests.commands import run_command
from tests.web.server import Server

ROSTERS = "/api/systems/skirmish/rosters"
HOB: dict[str, Any] = {"name": "Hob", "melee": 4, "ballistics": 2, "toughness": 4, "agility": 3, "weapons": ["Sword"]}


@pytest.fixture
def web(shared_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shared_server.url, timeout=30) as client:
        yield client


def roster(**changed: Any) -> dict[str, Any]:
    return {"file": {"name": "Mine", "characters": [HOB | changed]}}


def test_what_ships_is_shown_as_the_command_line_shows_it(web: httpx.Client, tmp_path: Path) -> None:
    for name in systems.names():
        for shelf in systems.load(name).setup.shelves:
            printed = run_command(["battlewright", "shelf", name, shelf.kind, "--json"], tmp_path, {})
            shown, _ = json.JSONDecoder().raw_decode(printed.text)  # warnings come after it
            assert web.get(f"/api/systems/{name}/{shelf.kind}").json()[shelf.kind] == shown
    for name, kind, file in (("heroes", "sheets", "silarn"), ("formations", "forces", "goblin-rabble")):
        found = web.get(f"/api/systems/{name}/{kind}/{file}").json()
        assert found["shown"]["name"] == found["file"]["name"]


def test_a_roster_is_worked_out_and_comes_back_as_a_file(web: httpx.Client, tmp_path: Path) -> None:
    axe = {"name": "Axe", "kind": "melee", "threat": 1, "oppression": 2, "critical": 3, "shove": True, "points": 6}
    asked = {
        "file": {"name": "Mine", "weapons": [axe], "characters": [HOB | {"weapons": ["Axe", "Sniper"], "count": 2}]}
    }
    found = web.post(ROSTERS, json=asked).json()
    assert found["file"] == asked["file"] == tomllib.loads(found["toml"])
    (tmp_path / "mine.toml").write_text(found["toml"])
    printed = run_command(["battlewright", "shelf", "rosters", "mine.toml", "--json"], tmp_path, {})
    assert json.loads(printed.text) == [found["shown"] | {"roster": "mine.toml"}]
    assert found["shown"]["characters"][0]["rank"] == "Ordinary Mortal"
    assert found["shown"]["points"] == 2 * found["shown"]["characters"][0]["points"]
    assert found["shown"]["characters"][0]["carried"][1]["modifiers"] == {"first": -2, "second": 2}
    again = web.post(ROSTERS, json={"name": "mine.json", "text": json.dumps([found["shown"]])}).json()
    assert again["file"] == found["file"]


def test_what_is_odd_is_a_warning_in_the_words_of_an_edition(web: httpx.Client) -> None:
    for edition, clause in (("", "S2.C2"), ("S2", "S2.C2"), ("S1", "S1.C2")):
        (warning,) = web.post(ROSTERS, json=roster(melee=7) | {"edition": edition}).json()["warnings"]
        message = f"is 7, and abilities usually run from 2 to 5 ({clause})"
        assert warning == {"field": "characters[0].melee", "message": message}


def test_faults_come_with_their_fields_in_the_words_of_the_command_line(web: httpx.Client, tmp_path: Path) -> None:
    text = 'name = "Mine"\n[[characters]]\nname = "Hob"\nmelee = 11\ntoughness = 0\nagility = 3\nweapons = ["Gun"]\n'
    answer = web.post(ROSTERS, json={"name": "mine.toml", "text": text})
    assert answer.status_code == 400
    (tmp_path / "mine.toml").write_text(text)
    printed = run_command(["battlewright", "shelf", "rosters", "mine.toml"], tmp_path, {})
    assert printed.code == 2
    fields = {each["field"] for each in answer.json()["faults"]}
    assert fields == {f"characters[0].{name}" for name in ("ballistics", "melee", "toughness", "weapons[0]")}
    for fault in answer.json()["faults"]:
        assert fault["message"].split(" (")[0][:40] in " ".join(printed.text.split())
    first = web.post(ROSTERS, json=roster(melee=11) | {"edition": "S1"}).json()
    assert first["faults"][0]["message"] == "must be from 0 to 10, not 11 (S1.C2)"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"text": "a = 1", "file": {}}, 422),
        ({"name": "mine.toml", "text": "a = "}, 400),
        ({"name": "mine.json", "text": "[" * 5000}, 400),
        ({"name": "mine", "text": "a = 1"}, 400),
        ({"name": "../mine.exe", "text": "a = 1"}, 400),
        ({"name": "red-hall.toml", "file": {"name": None}}, 400),
        ({"file": {"name": "NUL \0", "characters": []}}, 422),
        ({"file": {"characters": [{"name": "x"}] * 300}}, 400),
        ({"file": {"name": 10**25}}, 400),
        ({"file": {"name": "x", "about": 300_000 * "x"}}, 413),
        ({"file": {"name": "x", "about": 70_000 * "x"}}, 413),
        ({"file": {"name": "x"}, "edition": "nine letters"}, 422),
    ],
)
def test_bad_files_get_a_sentence(web: httpx.Client, body: dict[str, Any], status: int) -> None:
    answer = web.post(ROSTERS, json=body)
    assert answer.status_code == status, answer.text
    assert len(answer.json()["error"]) > 10


@pytest.mark.parametrize("lines", [1000, 7000])  # read at once; read in a process
def test_of_many_faults_the_first_come_and_the_others_are_counted(web: httpx.Client, lines: int) -> None:
    answer = web.post(ROSTERS, json={"text": "".join(f"[a{number}]\n" for number in range(lines))})
    assert answer.status_code == 400
    assert len(answer.json()["faults"]) == 50
    assert answer.json()["faults"][2]["field"] == "a0"
    assert answer.json()["more_faults"] == lines + 2 - 50  # a name and characters are missing too
    assert answer.json()["error"].endswith(f"and {lines + 2 - 50:,} more")


def test_a_large_set_up_is_read_and_played(web: httpx.Client) -> None:
    toml = f"# {40_000 * '-'}\n{web.post(ROSTERS, json=roster()).json()['toml']}"
    asked = {"names": ["mine.toml", "red-hall"], "files": {"mine.toml": toml}}
    assert "Mine" in web.post("/api/systems/skirmish/preview", json=asked).json()["titles"]["a"]
    made = web.post("/api/matches", json=asked | {"system": "skirmish", "players": {"a": "person", "b": "greedy"}})
    assert made.status_code == 201, made.text


def test_a_roster_of_many_thousand_lines_is_refused_at_once_and_holds_nobody_up(web: httpx.Client) -> None:
    began = time.monotonic()
    for _ in range(4):
        answer = web.post(ROSTERS, json={"text": "".join(f"[a{number}]\n" for number in range(25_000))})
        assert answer.status_code == 413
        assert "a file of rosters may have at most 64 KiB" in answer.json()["error"]
    assert web.get(f"{ROSTERS}/red-hall").status_code == 200
    assert time.monotonic() - began < 10


def test_unknown_kinds_and_names_get_a_sentence(web: httpx.Client) -> None:
    assert "Unknown kind 'hats'" in web.get("/api/systems/skirmish/hats").json()["error"]
    assert web.post("/api/systems/skirmish/hats", json=roster()).status_code == 400
    assert "red-hall" in web.get(f"{ROSTERS}/red-hal").json()["error"]
    for name in ("..%2F..%2Fpyproject.toml", "%2Fetc%2Fpasswd.json", "pyproject.toml"):
        answer = web.get(f"{ROSTERS}/{name}")
        assert answer.status_code in (400, 404)
        assert "no such file" in answer.json()["error"] or "nothing at this address" in answer.json()["error"]


def test_the_file_of_a_checked_roster_is_played(web: httpx.Client) -> None:
    toml = web.post(ROSTERS, json=roster()).json()["toml"]
    asked = {"system": "skirmish", "names": ["mine.toml", "red-hall"], "files": {"mine.toml": toml}}
    made = web.post("/api/matches", json=asked | {"players": {"a": "person", "b": "greedy"}})
    assert made.status_code in (200, 201), made.text
    assert "Mine" in web.get(f"/api/matches/{made.json()['match']}").text


def test_a_file_begins_with_a_template(web: httpx.Client) -> None:
    heroes = next(each for each in web.get("/api/systems").json()["systems"] if each["name"] == "heroes")
    templates = "/api/systems/heroes/sheets/templates"
    for each in heroes["templates"]["sheets"]:
        usual, highest = (
            web.get(f"{templates}/{each['name']}{query}").json() for query in ("", f"?level={each['levels']}")
        )
        assert usual["shown"]["level"] == 1
        assert highest["file"]["level"] == each["levels"]
        assert usual["warnings"] == highest["warnings"] == []
        assert web.post("/api/systems/heroes/sheets", json={"file": highest["file"]}).json()["toml"] == highest["toml"]
    assert "1 to 10, not 99" in web.get(f"{templates}/brute?level=99").json()["error"]
    assert web.get(f"{templates}/brute?level=many").status_code == 422
    assert "minion, brute" in web.get(f"{templates}/dragon").json()["error"]
    assert web.get("/api/systems/skirmish/rosters/templates/brute").status_code == 400


def test_what_a_file_is_is_found_in_it(web: httpx.Client) -> None:
    for system in map(systems.load, systems.names()):
        for shelf in system.setup.shelves:
            for name in shelf.names:
                found = web.post("/api/files", json={"name": "some.toml", "text": shelf.text(name)}).json()
                assert (found["system"], found["kind"], found["file"]["name"]) == (
                    system.name,
                    shelf.kind,
                    shelf.read(name).name,
                )
    text = 'name = "x"\nabout = "y"\ncharacters = [{}]'
    faulty = web.post("/api/files", json={"name": "r.toml", "text": text})
    assert {each["field"] for each in faulty.json()["faults"]} >= {"characters[0].melee"}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.pdf", "%PDF-1.7\n", "a.pdf: the file must be TOML or JSON, with a name that ends in .toml or .json"),
        ("a.toml", "%PDF-1.7\n", "this is not valid TOML"),
        ("a.json", "[1, 2]", "the whole of the file must be one object"),
        ("a.toml", "", "a.toml is of no kind that is known here (forces, sheets"),
        ("a.toml", 'colour = "red"\nsize = 4', "it has 'colour', 'size'"),
        ("a.json", '{"name": "Hob", "system": {}, "prototypeToken": {}}', "a.json is a sheet of Foundry VTT"),
        ("a.replay", "format = 3\n--- battle\nroll 1 2\n", "a.replay is a replay: open it on the start page"),
        ("a.toml", 'characters = [{name = "x"}]\n' * 9, "this is not valid TOML"),
    ],
)
def test_what_is_no_file_of_ours_gets_a_sentence(web: httpx.Client, name: str, text: str, said: str) -> None:
    answer = web.post("/api/files", json={"name": name, "text": text})
    assert answer.status_code == 400
    assert said in answer.json()["error"]


def test_schemas_are_served_and_each_file_names_its_own(
    web: httpx.Client, shared_server: Server, tmp_path: Path
) -> None:
    """Editors ask the server for it: Taplo finds a fault by the address in the first line."""
    for system in web.get("/api/systems").json()["systems"]:
        assert [*system["schemas"]] == [*system["shelves"], "setup"]
        for kind, address in system["schemas"].items():
            answer = web.get(address)
            assert "max-age" in answer.headers["cache-control"]
            if system["name"] in systems.names():
                assert answer.json() == schema_of(systems.load(system["name"]), kind)
    assert "Unknown kind 'hats'" in web.get("/api/schemas/skirmish/hats").json()["error"]
    for toml in (web.get(f"{ROSTERS}/red-hall").json()["toml"], web.post(ROSTERS, json=roster()).json()["toml"]):
        assert toml.startswith(f"#:schema {shared_server.url}/api/schemas/skirmish/rosters\n")
        file = tmp_path / "mine.toml"
        for text, is_valid in ((toml, True), (toml.replace("melee", "melle"), False)):
            file.write_text(text)
            command = [f"{Path(sys.executable).parent / 'taplo'}", "lint", "--no-auto-config", file.name]
            ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert (ran.returncode == 0) == is_valid, ran.stderr
            assert is_valid or "'melle' was unexpected" in ran.stderr


def test_a_plain_list_is_a_roster_too(web: httpx.Client) -> None:
    text = "Night Watch (75 points)\nCaptain M4 B4 T4 A4 sword, pistol\n2x Guard M3 B2 T3 A3 - spear\n"
    found = web.post("/api/files", json={"name": "list.txt", "text": text}).json()
    assert (found["kind"], found["file"]["name"], found["shown"]["points"]) == ("rosters", "Night Watch", 53)
    assert web.post(ROSTERS, json={"name": "list.txt", "text": text}).json() == found
    asked = {"system": "skirmish", "names": ["list.txt", "red-hall"], "files": {"list.txt": text}}
    assert web.post("/api/matches", json=asked | {"players": {"a": "person", "b": "greedy"}}).status_code == 201
    wrong = web.post("/api/files", json={"name": "list.txt", "text": f"{text}Scout M2 B2 T3 sward\n"})
    assert wrong.status_code == 400
    messages = {each["message"].split(";")[0]: each["line"] for each in wrong.json()["faults"]}
    assert messages == {
        "'sward' is not understood": 4,
        "Scout lacks agility: all four are needed, as in '2x Guard M3 B2 T3 A3 - spear'": 4,
    }
    none = web.post("/api/files", json={"name": "notes.txt", "text": "See you on Friday."})
    assert none.status_code == 400
    assert "notes.txt is no list of characters" in none.json()["error"]
