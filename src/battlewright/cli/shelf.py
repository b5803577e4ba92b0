"""The commands ``systems``, ``shelf`` and ``copy``: the installed rulebooks, what ships with them, and its schemas."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

from rich.console import Console
from rich.table import Table

from battlewright import systems
from battlewright.answers.parameters import argument, option
from battlewright.answers.report import Report
from battlewright.cli.commands import command_of, run_command
from battlewright.cli.pick import every_system
from battlewright.cli.print_report import show
from battlewright.cli.roll import print_json
from battlewright.cli.shelf_check import check_collection
from battlewright.contract.file_schemas import kinds_of, schema_line, schema_of
from battlewright.contract.shelf_reports import show_files
from battlewright.contract.system import System, capabilities
from battlewright.engine.compiler.stamps import folder
from battlewright.engine.errors import BattlewrightError, UnknownError

SCHEMA, CHECK = "schema", "check"
HELP = f"""Show what ships: rosters, tables, scenarios, weapons, forces, sheets, encounters.

    Or show and check files of one kind, including your own. `shelf check FOLDER` checks a whole collection;
    `shelf schema KIND` prints the JSON Schema of a kind.

    Examples: {systems.EXAMPLES["shelf"]}
    """


def shelf(
    what: Annotated[
        tuple[str, ...],
        argument("A system, a kind such as rosters, and names or files of that kind. Default: all.", "[WHAT]..."),
    ] = (),
    json: Annotated[bool, option("Print JSON instead of text.")] = False,
) -> None:
    """Declare the parameters of the command."""


def shelf_command(arguments: Sequence[str]) -> None:
    """Run ``battlewright shelf [SYSTEM] [KIND] [NAMES]``."""

    def run(what: tuple[str, ...] | None, json: bool) -> None:
        words = [*(what or ())]
        if words[:1] == [CHECK]:
            check_collection(words[1:], json)
        elif SCHEMA in words[:2]:
            print_json(_schema(words))
        else:
            show(_report(words), json)

    run_command(command_of(run, HELP, shelf), "battlewright shelf", arguments)


def _report(words: list[str]) -> Report:
    chosen = [systems.load(words.pop(0))] if words and words[0] in systems.names() else None
    everyone = chosen or every_system()
    if not words:
        return _list(everyone)
    kind, *names = words
    for system in everyone:
        if kind in {shelf.kind for shelf in system.setup.shelves}:
            return show_files(system, kind, names)
    known = [shelf.kind for system in everyone for shelf in system.setup.shelves]
    raise UnknownError("kind", kind, known if chosen else [*(system.name for system in everyone), *known])


def _schema(words: list[str]) -> dict[str, Any]:
    """Return the schema that ``[SYSTEM] schema [SYSTEM] KIND`` asks for."""
    words.remove(SCHEMA)
    everyone = [systems.load(words.pop(0))] if words and words[0] in systems.names() else every_system()
    kind, known = " ".join(words), dict.fromkeys(each for system in everyone for each in kinds_of(system))
    if not kind:
        raise BattlewrightError(f"Name a kind: {', '.join(known)}.")
    found = [system for system in everyone if kind in kinds_of(system)]
    if not found:
        raise UnknownError("kind", kind, known)
    if len(found) > 1:
        named = ", ".join(system.name for system in found)
        raise BattlewrightError(f"Several systems have a {kind} ({named}): name one before it.")
    return schema_of(found[0], kind)


def _address_of_schema(system: System, kind: str) -> str:
    """Lay the schema of a kind beside the compiled rules, where editors find it, and return its address; empty where
    nothing can be written."""
    place = folder()
    if place is None:
        return ""
    file = place / "schemas" / system.name / f"{kind}.json"
    text = json.dumps(schema_of(system, kind), ensure_ascii=False, indent=1)
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return file.as_uri()


def _list(everyone: Sequence[System]) -> Report:
    """Report the names of everything that ships, by kind."""
    report, data = Report(), dict[str, object]()
    for system in everyone:
        data[system.name] = {shelf.kind: shelf.names for shelf in system.setup.shelves}
        rows = [[shelf.kind, ", ".join(shelf.names)] for shelf in system.setup.shelves]
        report.table(("", ""), rows or [["", "nothing ships with it"]], left=frozenset({0, 1}), title=system.title)
    report.data = data
    report.say("See details with 'battlewright shelf KIND [NAMES]', such as: battlewright shelf rosters")
    return report


def copy_shipped(kind: str, name: str) -> None:
    """Print a shipped file, below the line that tells editors of its schema; ``kind`` may be in the singular."""
    shelves = [(system, shelf) for system in every_system() for shelf in system.setup.shelves]
    found = next((each for each in shelves if kind in (each[1].kind, each[1].singular)), None)
    if found is None:
        raise UnknownError("kind", kind, [shelf.singular for _, shelf in shelves])
    system, shelf = found
    text, address = shelf.text(name), _address_of_schema(system, shelf.kind)
    print((schema_line(address) if address else "") + text, end="")


def show_systems(as_json: bool) -> None:
    """Print every system with what it can."""
    every = every_system()
    able = [capabilities(system) for system in every]
    if as_json:
        print_json(
            {
                each.name: {
                    "title": each.title,
                    "ruleset": each.ruleset,
                    "clauses": len(each.catalogue.clauses),
                    "can": can,
                }
                for each, can in zip(every, able, strict=True)
            }
        )
        return
    table = Table("", *(system.name for system in every), box=None)
    table.add_row("ruleset", *(str(system.ruleset) for system in every))
    table.add_row("clauses", *(str(len(system.catalogue.clauses)) for system in every))
    for name in able[0]:
        table.add_row(name, *("yes" if can[name] else "-" for can in able))
    Console().print(table)
