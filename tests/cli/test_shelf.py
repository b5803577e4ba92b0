"""What ``battlewright shelf KIND NAME --json`` prints can be used as a file of that kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from battlewright import systems
from battlewright.contract.file_schemas import kinds_of, schema_of
from battlewright.engine.compiler.stamps import FOLDER_VARIABLE
from battlewright.engine.errors import SetupError
from battlewright.engine.record import look
from battlewright.engine.shelf import Shelf
from battlewright.systems.skirmish.odds.figures import read_weapon
from battlewright.systems.skirmish.record import Setting
from battlewright.systems.skirmish.setup.files import ROSTERS, WEAPONS, read_roster, shipped_weapons
from tests.cli.helpers import Command

SHELVES = [shelf for name in systems.names() for shelf in systems.load(name).setup.shelves]
SHIPPED = [(shelf, name) for shelf in SHELVES if shelf.kind != "weapons" for name in shelf.names]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def printed(battlewright: Command, *words: str) -> str:
    ran = battlewright("shelf", *words, "--json")
    assert ran.code == 0, ran.err
    Path("x.json").write_text(ran.out, encoding="utf-8")
    return "x.json"


@pytest.mark.parametrize(("shelf", "name"), SHIPPED, ids=[f"{shelf.singular} {name}" for shelf, name in SHIPPED])
def test_what_is_shown_reads_as_the_shipped_file(shelf: Shelf[Any], name: str, battlewright: Command) -> None:
    assert shelf.read(printed(battlewright, shelf.kind, name)) == shelf.read(name)


def test_what_was_read_can_be_shown_and_read_again(battlewright: Command) -> None:
    first = ROSTERS.read(printed(battlewright, "rosters", "quarry-brood"))
    assert ROSTERS.read(printed(battlewright, "rosters", "x.json")) == first


def test_one_weapon_of_those_shown_is_a_weapon_file(battlewright: Command) -> None:
    shown = json.loads(Path(printed(battlewright, "weapons")).read_text(encoding="utf-8"))
    for entry, weapon in zip(shown, shipped_weapons(), strict=True):
        Path("one.json").write_text(json.dumps(entry), encoding="utf-8")
        assert WEAPONS.read("one.json") == read_weapon("one.json", weapon.kind) == weapon


def test_several_at_once_are_refused_with_a_reason(battlewright: Command) -> None:
    file = printed(battlewright, "rosters", "red-hall", "gable-foxes")
    with pytest.raises(SetupError, match="a list of 2 rosters, and one is needed"):
        ROSTERS.read(file)


def test_a_fault_in_what_was_shown_is_found_on_its_line(battlewright: Command) -> None:
    file = Path(printed(battlewright, "rosters", "red-hall"))
    text = file.read_text(encoding="utf-8").replace('"melee": ', '"melee": 9', 1)
    file.write_text(text, encoding="utf-8")
    line = text[: text.index('"melee": 9')].count("\n") + 1
    with pytest.raises(SetupError, match=rf"x\.json:{line}: characters\[0\]\.melee"):
        ROSTERS.read("x.json")


@pytest.mark.parametrize(
    ("kind", "name", "command"),
    [
        ("rosters", "red-hall", ["battle", "x.json", "gable-foxes"]),
        ("tables", "ruins", ["battle", "--table", "x.json"]),
        ("scenarios", "last-stand", ["battle", "--scenario", "x.json"]),
        ("encounters", "the-barrow", ["play", "x.json", "--seat", "none"]),
        ("forces", "river-guard", ["play", "x.json", "marsh-coven", "--seat", "none"]),
        ("sheets", "silarn", ["sheet", "x.json"]),
    ],
)
def test_commands_take_what_is_shown(kind: str, name: str, command: list[str], battlewright: Command) -> None:
    """And tell the same as with the shipped name."""
    printed(battlewright, kind, name)
    seed = [] if command[0] == "sheet" else ["--seed", "7"]
    told, shipped = (
        battlewright(*(word.replace("x.json", each) for word in command), *seed) for each in ("x.json", name)
    )
    assert (told.code, shipped.code) == (0, 0), told.err
    assert told.out.replace("x.json", name) == shipped.out


def test_a_roster_may_have_its_own_version_of_a_shipped_weapon(battlewright: Command) -> None:
    """In every command and in the battle: the other side's weapon of that name stays as it ships."""
    sword = next(weapon for weapon in shipped_weapons() if weapon.name == "Sword")
    shown = json.loads(Path(printed(battlewright, "rosters", "red-hall")).read_text(encoding="utf-8"))[0]
    changed = sword.model_dump(mode="json") | {"oppression": 3}
    shown["weapons"] = [*shown["weapons"], changed]
    shown["characters"][0]["weapons"] = ["Sword"]
    Path("mine.json").write_text(json.dumps(shown), encoding="utf-8")
    roster = read_roster("mine.json")
    (carried,) = roster.carried(roster.characters[0])
    assert (carried.name, carried.oppression) == ("Sword", 3)
    system = systems.load("skirmish")
    setup = system.setup.read(("mine.json", "lantern-company"), "open-field").setup
    setting = look(Setting, system.setup.build(setup))
    found = {
        who: setting.weapons[setting.cards[who].blade[0]].stress
        for who, (_, card) in enumerate(model for side in setup.rosters for model in side.models)
        if card.weapons and card.weapons[0] == "Sword"
    }
    own = {amount for who, amount in found.items() if who < setting.first_of_b}
    others = {amount for who, amount in found.items() if who >= setting.first_of_b}
    assert own == {3}
    assert others == {sword.oppression}


@pytest.mark.parametrize(
    ("kind", "name", "asked", "said"),
    [
        ("sheet", "silarn", ("play", "heroes", "it.toml"), "it.toml is a sheet, not an encounter."),
        ("sheet", "silarn", ("shelf", "encounters", "it.toml"), "it.toml is a sheet, not an encounter."),
        ("encounter", "the-barrow", ("shelf", "sheets", "it.toml"), "it.toml is an encounter, not a sheet."),
        ("roster", "red-hall", ("play", "--table", "it.toml"), "it.toml is a roster, not a table."),
        ("table", "ruins", ("play", "it.toml", "red-hall"), "it.toml is a table, not a roster."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_of_another_kind_gets_one_sentence(
    battlewright: Command, kind: str, name: str, asked: tuple[str, ...], said: str
) -> None:
    Path("it.toml").write_text(battlewright("copy", kind, name).out, encoding="utf-8")
    ran = battlewright(*asked)
    assert (ran.code, ran.out, ran.err) == (2, "", f"Error: {said}\n")


@pytest.mark.parametrize(
    ("table", "said"),
    [("nowhere", "Unknown table 'nowhere'."), ("nowhere.toml", "nowhere.toml: there is no such file")],
)
def test_a_scenario_whose_table_is_missing_is_refused(battlewright: Command, table: str, said: str) -> None:
    Path("mine.toml").write_text(f'name = "Mine"\ntable = "{table}"\n')
    ran = battlewright("shelf", "scenarios", "mine.toml")
    assert (ran.code, ran.out) == (2, "")
    assert f"mine.toml:2: table: {said}" in ran.err


def test_a_schema_is_printed_by_the_kind(battlewright: Command) -> None:
    for name in systems.names():
        for kind in kinds_of(systems.load(name)):
            expected = schema_of(systems.load(name), kind)
            assert json.loads(battlewright("shelf", "schema", name, kind).out) == expected
            assert json.loads(battlewright("shelf", name, "schema", kind).out) == expected
    assert json.loads(battlewright("shelf", "schema", "rosters").out)["title"] == "Skirmish: roster"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Name a kind: forces, "),
        (("roster",), "Unknown kind 'roster'. Did you mean 'rosters'?"),
        (("setup",), "Several systems have a setup (formations, heroes, skirmish): name one before it."),
        (("skirmish", "sheets"), "Unknown kind 'sheets'."),
        (("rosters", "red-hall"), "Unknown kind 'rosters red-hall'."),
    ],
)
def test_an_unclear_schema_is_asked_for_again(battlewright: Command, words: tuple[str, ...], said: str) -> None:
    ran = battlewright("shelf", "schema", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize(("shelf", "name"), SHIPPED[::5], ids=[name for _, name in SHIPPED[::5]])
def test_a_copy_tells_editors_where_its_schema_is(shelf: Shelf[Any], name: str, battlewright: Command) -> None:
    copied = battlewright("copy", shelf.singular, name).out
    line, _, text = copied.partition("\n")
    assert text == shelf.text(name)
    address = line.removeprefix("#:schema ")
    Path("mine.toml").write_text(copied, encoding="utf-8")
    assert shelf.read("mine.toml") == shelf.read(name)
    schema = json.loads(Path(url2pathname(urlsplit(address).path)).read_text(encoding="utf-8"))
    (system,) = (each for each in map(systems.load, systems.names()) if shelf in each.setup.shelves)
    assert schema == schema_of(system, shelf.kind)


def test_a_copy_is_made_where_nothing_can_be_written(battlewright: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a-file").touch()
    monkeypatch.setenv(FOLDER_VARIABLE, "a-file/there")
    assert battlewright("copy", "roster", "red-hall").out == ROSTERS.text("red-hall")
