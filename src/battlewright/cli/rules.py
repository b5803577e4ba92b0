"""The command ``rules``, which shows the clauses of the rulebooks."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from battlewright import systems
from battlewright.cli.roll import print_json
from battlewright.engine.clauses import Clause
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.index import Entry, read_index


def show_rules(name: str | None, as_json: bool) -> None:
    """Print the clauses of one system, of one edition or of all, or one clause."""
    index = read_index()
    if not index:
        raise BattlewrightError("The index of clauses was not built into this installation; run 'make setup'.")
    found = _find_clauses(name)
    if as_json:
        print_json(
            [
                {"system": system, "id": clause.id, "number": clause.number, "kind": clause.kind}
                | {"summary": clause.summary, "source": clause.source, "stands_for": list(clause.stands_for)}
                | index.get(clause.id, _nothing())
                for system, clause in found
            ]
        )
        return
    console = Console()
    for system in dict.fromkeys(system for system, _ in found):
        table = Table(title=f"{system}: clauses, functions, tests", show_lines=True)
        for heading in ("clause", "kind", "summary", "functions", "tests"):
            table.add_column(heading, overflow="fold")
        for _, clause in [each for each in found if each[0] == system]:
            entry = index.get(clause.id, _nothing())
            functions = "\n".join(cited["name"] for cited in entry["functions"])
            tests = "\n".join(cited["name"] for cited in entry["tests"])
            others = f" (Stands for {', '.join(clause.stands_for)}.)" if clause.stands_for else ""
            table.add_row(clause.id, clause.kind, clause.summary + others, functions, tests)
        console.print(table)


def _find_clauses(name: str | None) -> list[tuple[str, Clause]]:
    every = [(system, clause) for system in systems.names() for clause in systems.load(system).catalogue]
    if name is None:
        return every
    found = [each for each in every if name.lower() in (each[0], *_ids(each[1]))]
    if not found:
        raise UnknownError("system or clause", name, [*systems.names(), *(clause.id for _, clause in every)])
    return found


def _ids(clause: Clause) -> tuple[str, str]:
    """Return the letters by which an edition's clauses begin, and the clause's id."""
    id = clause.id.lower()
    return id.partition(".")[0], id


def _nothing() -> Entry:
    return Entry(functions=[], tests=[])
