"""The commands ``systems``, ``shelf`` and ``copy``: the installed rulebooks, and what ships with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from rich.console import Console
from rich.table import Table

from battlewright import systems
from battlewright.answers.parameters import argument, option
from battlewright.answers.report import Report
from battlewright.cli.commands import command_of, run_command
from battlewright.cli.pick import every_system
from battlewright.cli.print_report import show
from battlewright.cli.roll import print_json
from battlewright.contract.shelf_reports import show_files
from battlewright.contract.system import System, capabilities
from battlewright.engine.errors import UnknownError

HELP = f"""Show what ships: rosters, tables, scenarios, weapons, forces, sheets, encounters.

    Or show and check files of one kind, including your own.

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
        show(_report([*(what or ())]), json)

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
    """Print the text of a shipped file; ``kind`` may be in the singular."""
    shelves = [shelf for system in every_system() for shelf in system.setup.shelves]
    shelf = next((each for each in shelves if kind in (each.kind, each.singular)), None)
    if shelf is None:
        raise UnknownError("kind", kind, [each.singular for each in shelves])
    print(shelf.text(name), end="")


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
