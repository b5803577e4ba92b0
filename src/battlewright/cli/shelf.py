"""The command ``shelf``, which shows what ships with the systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from battlewright import systems
from battlewright.answers.parameters import argument, option
from battlewright.answers.report import Report
from battlewright.cli.commands import command_of, run_command
from battlewright.cli.pick import every_system
from battlewright.cli.print_report import show
from battlewright.contract.shelf_reports import show_files
from battlewright.contract.system import System
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


def shelf_command(arguments: Sequence[str], name: str = "battlewright shelf", before: Sequence[str] = ()) -> None:
    """Run ``battlewright shelf [SYSTEM] [KIND] [NAMES]``; ``before`` are the words that a short command stands for."""

    def run(what: tuple[str, ...] | None, json: bool) -> None:
        show(_report([*before, *(what or ())]), json)

    run_command(command_of(run, HELP, shelf), name, arguments)


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
