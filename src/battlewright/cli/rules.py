"""The command ``rules``: the rulebooks, clause by clause, or in short."""

from __future__ import annotations

import difflib
import sys
from contextlib import nullcontext

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from battlewright import systems
from battlewright.cli.pick import every_system
from battlewright.cli.print_report import show as print_report
from battlewright.cli.roll import print_json
from battlewright.contract.rules_summary import rules_summary
from battlewright.engine.clauses import Clause
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.index import Entry, read_index

Found = list[tuple[str, Clause]]
"""Clauses, each with the name of its system."""
KINDS = {"text": "", "ruling": "a ruling", "option": "an option", "erratum": "an erratum"}
"""How the kind of a clause is said behind it."""
NOTHING = Entry(functions=[], tests=[])


def show_rules(name: str | None, as_json: bool, with_code: bool = False) -> None:
    """Print the clauses of one system, of one edition or of all, or one clause; with their functions and tests, if
    they are wanted."""
    index = read_index()
    if not index:
        raise BattlewrightError("The index of clauses was not built into this installation; run 'make setup'.")
    found = _find_clauses(name)
    if as_json:
        print_json(
            [
                {"system": system, "id": clause.id, "number": clause.number, "kind": clause.kind}
                | {"summary": clause.summary, "source": clause.source, "stands_for": list(clause.stands_for)}
                | index.get(clause.id, NOTHING)
                for system, clause in found
            ]
        )
        return
    console = Console(highlight=False)
    pages = len(found) > 1 and sys.stdin.isatty() and console.is_terminal
    with console.pager(styles=True) if pages else nullcontext():
        for system in dict.fromkeys(system for system, _ in found):
            _show(console, system, [clause for each, clause in found if each == system])
            if with_code:
                _show_code(console, [clause for each, clause in found if each == system], index)


def show_summary(name: str | None, as_json: bool) -> None:
    """Print a system or an edition in short."""
    known = {each.name: (each, "") for each in every_system()}
    known |= {letters.lower(): (each, letters) for each, _ in [*known.values()] for letters in each.catalogue.editions}
    if (name or "").lower() not in known:
        names = ", ".join(known)
        raise BattlewrightError(f"Name a system or an edition to see its rules in short: {names}, not {name or 'all'}.")
    system, edition = known[(name or "").lower()]
    print_report(rules_summary(system, edition=edition), as_json)


def _show(console: Console, system: str, clauses: list[Clause]) -> None:
    """Print clauses as a rulebook has them: the id, then the text beside it."""
    console.print(f"[bold]{systems.load(system).title}[/]")
    page = Table.grid(padding=(0, 2, 1, 0))
    page.add_column(style="bold", no_wrap=True)
    page.add_column(overflow="fold")
    for clause in clauses:
        page.add_row(clause.id, " ".join(filter(None, (clause.summary, _more(clause)))))
    console.print(page)


def _more(clause: Clause) -> str:
    """Return the kind of a clause and the clauses it replaces, in brackets."""
    kind = KINDS.get(clause.kind, clause.kind)
    others = f"replaces {', '.join(clause.stands_for)}" if clause.stands_for else ""
    said = ", ".join(filter(None, (kind, others)))
    return f"({said[0].upper()}{said[1:]}.)" if said else ""


def _show_code(console: Console, clauses: list[Clause], index: dict[str, Entry]) -> None:
    """Print the functions that implement clauses, and their tests."""
    for clause in clauses:
        entry = index.get(clause.id, NOTHING)
        for what, cited in (("Functions", entry["functions"]), ("Tests", entry["tests"])):
            names = ", ".join(each["name"] for each in cited) or "none"
            console.print(f"[bold]{clause.id}[/] {what}:")
            console.print(Padding(names, (0, 0, 1, 4)))


def _find_clauses(name: str | None) -> Found:
    wanted = (name or "").lower()
    if wanted in systems.names():
        return [(wanted, clause) for clause in systems.load(wanted).catalogue]
    everyone = every_system()
    every = [(system.name, clause) for system in everyone for clause in system.catalogue]
    if name is None:
        return every
    ids = {clause.id.lower(): clause.id for _, clause in every}
    found = [each for each in every if wanted in (each[1].id.lower(), each[1].id.partition(".")[0].lower())]
    if not found:
        near = [ids[id] for id in difflib.get_close_matches(wanted, ids, n=4, cutoff=0.5)]
        hint = f" Did you mean: {', '.join(near)}?" if near else ""
        known = ", ".join(system.name for system in everyone)
        lists = f"'battlewright rules SYSTEM' lists the clauses of one: {known}."
        raise BattlewrightError(f"Unknown system or clause {shorten(name)}.{hint} {lists}")
    return found
