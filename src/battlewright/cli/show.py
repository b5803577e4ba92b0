"""The commands that show what there is: the clauses, the forces."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright import systems
from battlewright.cli.roll import print_json
from battlewright.engine.clauses import Clause
from battlewright.engine.errors import BattlewrightError, Fault, SetupError, UnknownError
from battlewright.engine.index import Entry, read_index
from battlewright.systems.formations.setup import ForceSetup, actions_of, read_force, shipped_forces
from battlewright.systems.formations.words import describe


def show_rules(name: str | None, as_json: bool) -> None:
    """The clauses of one system, of all, or one clause."""
    index = read_index()
    if not index:
        raise BattlewrightError("The index of clauses was not built into this installation; run 'make setup'.")
    found = _find_clauses(name)
    if as_json:
        print_json(
            [
                {"system": system, "id": clause.id, "number": clause.number, "kind": clause.kind}
                | {"summary": clause.summary, "source": clause.source, **index.get(clause.id, _nothing())}
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
            table.add_row(clause.id, clause.kind, clause.summary, functions, tests)
        console.print(table)


def _find_clauses(name: str | None) -> list[tuple[str, Clause]]:
    every = [(system, clause) for system in systems.NAMES for clause in systems.load(system).catalogue]
    if name is None:
        return every
    found = [each for each in every if name.lower() in (each[0], each[1].id.lower())]
    if not found:
        raise UnknownError("system or clause", name, [*systems.NAMES, *(clause.id for _, clause in every)])
    return found


def _nothing() -> Entry:
    return Entry(functions=[], tests=[])


def show_forces(names: tuple[str, ...], as_json: bool) -> None:
    """Forces in full; all faults of all files at once."""
    forces: list[tuple[str, ForceSetup]] = []
    faults: list[Fault] = []
    for name in names or shipped_forces():
        try:
            forces.append((name, read_force(name)))
        except SetupError as error:
            faults.extend(error.faults)
        except UnknownError as error:
            faults.append(Fault(name, 0, "", str(error)))
    if len(faults) == 1 and not faults[0].line and not faults[0].field:
        raise BattlewrightError(faults[0].message if faults[0].message.startswith("Unknown") else str(faults[0]))
    if faults:
        raise SetupError(faults)
    if as_json:
        print_json([{"force": name, **force.model_dump(by_alias=True)} for name, force in forces])
        return
    console = Console()
    for name, force in forces:
        console.print(_force_table(name, force))


def _force_table(name: str, force: ForceSetup) -> Table:
    table = Table(title=escape(f"{force.name} ({name})"), caption=escape(force.about) or None)
    for heading in ("group", "kind", "models", "MIGHT", "DEF", "WILL", "DEX", "ATK", "actions"):
        table.add_column(heading, justify="right" if heading.isupper() or heading == "models" else "left")
    for group in force.groups:
        kind = force.kind_of(group)
        scores = [group.models, kind.might, kind.deflection, kind.will, kind.dex, kind.atk]
        actions = "\n".join(f"{action.name}: {describe(action)}" for action in actions_of(kind))
        table.add_row(*map(escape, [group.title, kind.name, *map(str, scores), actions]))
    return table
