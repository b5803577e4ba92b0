"""The schemas of files, by the tools that editors ask: Taplo and Tombi, two language servers for TOML."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from pydantic import BaseModel

from battlewright import systems
from battlewright.contract.file_schemas import SETUP, kinds_of, schema_line, schema_of
from battlewright.contract.system import System
from battlewright.engine import replay
from tests.golden import FOLDER, GOLDEN
from tests.processes import started

SYSTEMS = [systems.load(name) for name in systems.BUILT_IN]
KINDS = [(system, kind) for system in SYSTEMS for kind in kinds_of(system)]
SHIPPED = [(system, shelf, name) for system in SYSTEMS for shelf in system.setup.shelves for name in shelf.names]
TOOLS = {
    "taplo": ("lint", "--no-auto-config", "--colors", "never"),
    "tombi": ("lint", "--offline", "--no-cache", "--quiet"),
}
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all schemas."""
    made = tmp_path_factory.mktemp("schemas")
    for system, kind in KINDS:
        (made / f"{system.name}-{kind}.json").write_text(json.dumps(schema_of(system, kind)), encoding="utf-8")
    return made


def lint(tool: str, file: Path) -> tuple[int, str]:
    """What a tool says of a file, by the schema that its first line names."""
    ran = subprocess.run([BIN / tool, *TOOLS[tool], file.name], cwd=file.parent, capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


def written(folder: Path, system: System, kind: str, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(schema_line(f"./{system.name}-{kind}.json") + text, encoding="utf-8")
    return file


def parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The parts of a file that have fields of their own."""
    return (each for each in (schema, *schema.get("$defs", {}).values()) if "properties" in each)


@pytest.mark.parametrize(("system", "kind"), KINDS, ids=[f"{system.name} {kind}" for system, kind in KINDS])
def test_every_field_is_told_and_no_other_is_allowed(system: System, kind: str) -> None:
    schema = schema_of(system, kind)
    assert schema["title"].startswith(f"{system.title}: ")
    for part in parts(schema):
        assert part["additionalProperties"] is False
        assert part["description"]
        assert [name for name, field in part["properties"].items() if not field.get("description")] == []


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(
    ("system", "shelf", "name"), SHIPPED, ids=[f"{each[1].singular} {each[2]}" for each in SHIPPED]
)
def test_what_ships_is_valid(folder: Path, tool: str, system: System, shelf: Any, name: str) -> None:
    code, said = lint(tool, written(folder, system, shelf.kind, shelf.text(name)))
    assert code == 0, said


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("name", GOLDEN)
def test_the_set_ups_of_the_golden_battles_are_valid(folder: Path, tool: str, name: str) -> None:
    played = replay.read(FOLDER / f"{name}.replay", systems.load)
    assert isinstance(played.setup, BaseModel)
    data = played.setup.model_dump(mode="json", by_alias=True, exclude_none=True)
    code, said = lint(tool, written(folder, systems.load(played.system.name), SETUP, tomli_w.dumps(data)))
    assert code == 0, said


FAULTS = [
    ("skirmish", "rosters", "red-hall", "count = 4", "cuont = 4", "cuont"),
    ("skirmish", "rosters", "red-hall", "melee = 5", "melee = 11", "11"),
    ("skirmish", "tables", "ruins", "box", "bix", "bix"),
    ("skirmish", "scenarios", "hold-the-middle", '"hold"', '"hxld"', "hxld"),
    ("skirmish", "weapons", "rifle", '"shooting"', '"shoting"', "shoting"),
    ("heroes", "sheets", "silarn", "armour", "armuor", "armuor"),
    ("heroes", "sheets", "silarn", '"bleeding"', '"blxeding"', "blxeding"),
    ("heroes", "encounters", "the-barrow", "foes", "fows", "fows"),
    ("formations", "forces", "river-guard", '"weakened"', '"weakend"', "weakend"),
    ("formations", "forces", "river-guard", "def = 4", "dof = 4", "dof"),
]


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(("name", "kind", "file", "right", "wrong", "told"), FAULTS, ids=[each[-2] for each in FAULTS])
def test_a_misspelt_key_and_a_wrong_word_are_found(
    folder: Path, tool: str, name: str, kind: str, file: str, right: str, wrong: str, told: str
) -> None:
    system = systems.load(name)
    (shelf,) = (each for each in system.setup.shelves if each.kind == kind)
    assert right in shelf.text(file)
    code, said = lint(tool, written(folder, system, kind, shelf.text(file).replace(right, wrong, 1)))
    assert code != 0
    assert told in said


class Editor:
    """An editor that has one file open, as far as a language server is asked by it."""

    def __init__(self, server: subprocess.Popen[str], file: Path) -> None:
        assert isinstance(server.stdin, io.TextIOWrapper)
        assert isinstance(server.stdout, io.TextIOWrapper)
        self._to, self._from = server.stdin.buffer, server.stdout.buffer
        self._file, self._number = file.as_uri(), 0
        self.ask("initialize", {"processId": None, "rootUri": file.parent.as_uri(), "capabilities": {}})
        self._send({"method": "initialized", "params": {}})
        opened = {"uri": self._file, "languageId": "toml", "version": 1, "text": file.read_text()}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
        self.ask("textDocument/diagnostic", {"textDocument": {"uri": self._file}})

    def completed(self, line: int, character: int) -> set[str]:
        """The labels of what is offered at a place."""
        return {each["label"].strip('"') for each in self._at("completion", line, character)}

    def hovered(self, line: int, character: int) -> str:
        """What is told of what stands at a place."""
        return str(self._at("hover", line, character)["contents"]["value"])

    def _at(self, what: str, line: int, character: int) -> Any:
        place = {"textDocument": {"uri": self._file}, "position": {"line": line, "character": character}}
        return self.ask(f"textDocument/{what}", place)

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while (answer := self._next()).get("id") != self._number or "method" in answer:
            if "id" in answer and "method" in answer:
                self._send({"id": answer["id"], "result": None})
        return answer["result"]

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._to.flush()

    def _next(self) -> dict[str, Any]:
        length = 0
        while line := self._from.readline().strip():
            if line.lower().startswith(b"content-length"):
                length = int(line.partition(b":")[2])
        found: dict[str, Any] = json.loads(self._from.read(length))
        return found


SHEET = """
armour = ""
conditions = [""]
level = 3

[resistances]
f
"""


def test_an_editor_completes_words_and_tells_of_fields(folder: Path) -> None:
    file = written(folder, systems.load("heroes"), "sheets", SHEET)
    command = [str(BIN / "tombi"), "lsp", "--offline"]
    with started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        editor = Editor(server, file)
        assert editor.completed(2, 10) == {"unarmored", "light", "medium", "heavy"}
        words = editor.completed(3, 15)
        assert {"prone", "stunned"} < words
        assert "bloodied" not in words, "it comes of its cause alone"
        assert {"fire", "frost"} <= editor.completed(7, 1)
        assert "Its level, which multiplies the pools (H.P2)." in editor.hovered(4, 2)
