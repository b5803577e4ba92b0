"""The commands that show what there is: the clauses, the forces, the rosters, weapons, tables and scenarios."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from battlewright import systems
from battlewright.cli import weapons as arms
from battlewright.cli.map import Scene, shapes_of, show_map
from battlewright.cli.roll import print_json
from battlewright.engine.clauses import Clause
from battlewright.engine.errors import BattlewrightError, Fault, SetupError, UnknownError
from battlewright.engine.index import Entry, read_index
from battlewright.systems.formations.setup.engagement import FORCES, ForceSetup, actions_of, read_force
from battlewright.systems.formations.words.names import describe
from battlewright.systems.skirmish.setup.battle import (
    OPTIONS,
    SCENARIOS,
    Option,
    ScenarioSetup,
    cited_in,
    read_scenario,
    warnings,
)
from battlewright.systems.skirmish.setup.files import (
    ROSTERS,
    TABLES,
    RosterSetup,
    TableSetup,
    read_roster,
    read_table,
    shipped_weapons,
    thousandths,
)
from battlewright.table.measure import INCH


def show_rules(name: str | None, as_json: bool) -> None:
    """The clauses of one system or edition, of all, or one clause."""
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
    every = [(system, clause) for system in systems.NAMES for clause in systems.load(system).catalogue]
    if name is None:
        return every
    found = [each for each in every if name.lower() in (each[0], *_ids(each[1]))]
    if not found:
        raise UnknownError("system or clause", name, [*systems.NAMES, *(clause.id for _, clause in every)])
    return found


def _ids(clause: Clause) -> tuple[str, str]:
    """The letters by which an edition's clauses begin, and the id."""
    id = clause.id.lower()
    return id.partition(".")[0], id


def _nothing() -> Entry:
    return Entry(functions=[], tests=[])


def read_together(*wanted: tuple[str | None, Callable[[str], Any]]) -> list[Any]:
    """Read several files, each by its own reader (without a name: nothing); all faults of all files at once."""
    found: list[Any] = []
    faults: list[Fault] = []
    for name, read in wanted:
        try:
            found.append(None if name is None else read(name))
        except SetupError as error:
            faults.extend(error.faults)
        except UnknownError as error:
            faults.append(Fault(name or "", 0, "", str(error)))
    if len(faults) == 1 and not faults[0].line and not faults[0].field:
        raise BattlewrightError(faults[0].message if faults[0].message.startswith("Unknown") else str(faults[0]))
    if faults:
        raise SetupError(list(dict.fromkeys(faults)))
    return found


def _named(kind: str, names: Sequence[str], parts: Sequence[BaseModel]) -> list[dict[str, Any]]:
    """What was read, as data, each with the name it is known by."""
    return [
        {kind: name, **part.model_dump(mode="json", by_alias=True)} for name, part in zip(names, parts, strict=True)
    ]


def show_forces(names: tuple[str, ...], as_json: bool) -> None:
    """Forces in full; all faults of all files at once."""
    names = names or tuple(FORCES.names)
    forces: list[ForceSetup] = read_together(*((name, read_force) for name in names))
    if as_json:
        print_json(_named("force", names, forces))
        return
    console = Console()
    for name, force in zip(names, forces, strict=True):
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


def show_rosters(names: tuple[str, ...], as_json: bool) -> None:
    """Rosters in full, with their points, ranks and weapons; what is odd about them is told apart."""
    names = names or tuple(ROSTERS.names)
    rosters: list[RosterSetup] = read_together(*((name, read_roster) for name in names))
    odd = [
        [str(each) for each in warnings(roster, ROSTERS.find(name))]
        for name, roster in zip(names, rosters, strict=True)
    ]
    if as_json:
        print_json(
            [
                entry | _worked_out(entry, roster) | {"warnings": told}
                for entry, roster, told in zip(_named("roster", names, rosters), rosters, odd, strict=True)
            ]
        )
        return
    console = Console()
    for name, roster in zip(names, rosters, strict=True):
        console.print(_roster_table(name, roster))
    for told in odd:
        for warning in told:
            print(f"Warning: {warning}", file=sys.stderr)


def _worked_out(entry: dict[str, Any], roster: RosterSetup) -> dict[str, Any]:
    """What follows from a roster's file, as data: points, ranks, and the figures of what everybody carries."""
    characters = [
        given
        | {"sum": card.sum, "rank": card.rank, "points": roster.points_of(card)}
        | {"carried": [arms.data_of(weapon) for weapon in roster.carried(card)]}
        for given, card in zip(entry["characters"], roster.characters, strict=True)
    ]
    return {"characters": characters, "points": roster.points, "models": len(roster.models)}


def _roster_table(name: str, roster: RosterSetup) -> Table:
    title = f"{roster.name} ({name}): {roster.points} points"
    table = Table(
        title=escape(title), caption=escape(roster.about) or None, box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for heading in ("model", "rank", "M", "B", "T", "A", "base", "weapons", "points"):
        is_number = heading.isupper() or heading in ("base", "points")
        table.add_column(heading, justify="right" if is_number else "left")
    for card in roster.characters:
        count = f"{card.count} x {card.name}" if card.count > 1 else card.name
        weapons = "\n".join(arms.in_words(weapon) for weapon in roster.carried(card)) or "none"
        scores = [card.melee, card.ballistics, card.toughness, card.agility]
        each = roster.points_of(card)
        points = f"{card.count} x {each}" if card.count > 1 else str(each)
        table.add_row(
            *map(escape, [count, f"{card.rank} ({card.sum})", *map(str, scores), f'{card.base:g}"', weapons, points])
        )
    return table


def show_weapons(names: tuple[str, ...], as_json: bool) -> None:
    """The shipped weapons, and those that rosters have of their own."""
    rosters: list[RosterSetup] = read_together(*((name, read_roster) for name in names))
    if as_json:
        owned = [(name, weapon) for name, roster in zip(names, rosters, strict=True) for weapon in roster.weapons]
        listed = [*((None, weapon) for weapon in shipped_weapons()), *owned]
        print_json([{"roster": name, **arms.data_of(weapon)} for name, weapon in listed])
        return
    console = Console()
    console.print(arms.table_of("The weapons of Skirmish", shipped_weapons()))
    for name, roster in zip(names, rosters, strict=True):
        title = f"{roster.name} ({name})"
        if roster.weapons:
            console.print(arms.table_of(f"{title}: weapons of its own", roster.weapons))
        else:
            console.print(f"{title} has no weapons of its own.\n", markup=False, highlight=False)
    console.print(arms.NOTE, markup=False, highlight=False)


def show_tables(names: tuple[str, ...], as_json: bool) -> None:
    """Tables as maps, and what stands on them."""
    names = names or tuple(TABLES.names)
    tables: list[TableSetup] = read_together(*((name, read_table) for name in names))
    if as_json:
        print_json(_named("table", names, tables))
        return
    console = Console(highlight=False)
    for name, table in zip(names, tables, strict=True):
        title = f'{table.name} ({name}), {table.width:g}" by {table.depth:g}"'
        console.print(title, style="bold", markup=False, soft_wrap=True)
        if table.about:
            console.print(table.about, markup=False, soft_wrap=not console.is_terminal)
        scene = Scene(thousandths(table.width), thousandths(table.depth), shapes_of(table))
        show_map(console, scene, _pieces(table, max(console.width - 56, 24)))
        console.print()


def _pieces(table: TableSetup, width: int) -> list[Text]:
    """The things on a table, one a line, as a map has them beside it."""
    lines = [Text()]
    for name, bottom, top, effect in dict.fromkeys(
        (piece.name or "a piece", piece.bottom, piece.top, piece.effect) for piece in table.pieces
    ):
        height = f'{bottom:g}-{top:g}"' if bottom else f'{top:g}"'
        what = {None: "", "explosion": ", explodes"}.get(effect, f", {effect}")
        lines.append(Text().append(f"{name} {height}{what}"[:width], "dim"))
    return lines


def show_scenarios(names: tuple[str, ...], as_json: bool) -> None:
    """Scenarios in full; without names all that are shipped, and the options."""
    shows_all = not names
    names = names or tuple(SCENARIOS.names)
    scenarios: list[ScenarioSetup] = read_together(*((name, read_scenario) for name in names))
    if as_json:
        entries = zip(_named("scenario", names, scenarios), scenarios, strict=True)
        print_json([entry | {"options": scenario.options} for entry, scenario in entries])
        return
    console = Console()
    for name, scenario in zip(names, scenarios, strict=True):
        table = Table(
            title=escape(f"{scenario.name} ({name})"), caption=escape(scenario.about) or None, show_header=False
        )
        for heading, text in _terms(scenario):
            table.add_row(heading, escape(text))
        console.print(table)
    if shows_all:
        console.print(_options_table())


def _options_table() -> Table:
    """All options of the rules: what they do, and their clause in each edition."""
    caption = "Switched on by a scenario's file, or with --option NAME in battle, sim and ladder."
    table = Table(title="Options of the rules", caption=caption)
    for heading in ("option", "what it does", "second edition", "first edition"):
        table.add_column(heading, overflow="fold")
    for name, option in OPTIONS.items():
        second, first = (*_clauses(option), "not there")[:2]
        table.add_row(name, option.about, second, first)
    return table


def _clauses(option: Option) -> list[str]:
    """The clauses of an option: the second edition's, and the first's if it has one."""
    return [option.clause, *([cited_in(option.clause, "first")] if option.in_first else [])]


VICTORIES = {
    "points": "more points still on the table after the last round",
    "hold": "more points in the circle after the last round",
    "leaders": "the other side's first model is gone; else more points on the table",
}


def _terms(scenario: ScenarioSetup) -> list[tuple[str, str]]:
    """What a scenario asks for, line by line."""
    deployment = scenario.deployment
    terms = [
        ("table", scenario.table or "any"),
        ("rounds", str(scenario.round_limit)),
        ("points", f"at most {scenario.points_limit} a side" if scenario.points_limit else "no limit"),
        ("deployment", f'{deployment.edges}, {deployment.reach / INCH:g}" deep'),
        ("victory", VICTORIES[scenario.victory]),
    ]
    if scenario.hold:
        terms.append(("circle", 'around {:g} {:g}, radius {:g}"'.format(*scenario.hold)))
    told = [f"{name}: {OPTIONS[name].about} ({', '.join(_clauses(OPTIONS[name]))})" for name in scenario.options]
    terms.append(("options", "\n".join(told) or "none"))
    for effect in scenario.effects:
        radius = f', radius {effect.radius:g}"' if effect.radius else ""
        terms.append((effect.piece, f"{effect.effect} when hit{radius}"))
    return terms
