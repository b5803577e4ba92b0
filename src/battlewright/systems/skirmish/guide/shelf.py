"""The rosters, weapons, tables, scenarios and effects that ship with Skirmish, as reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from battlewright.answers.report import Grid, Map, Report
from battlewright.engine import source
from battlewright.engine.errors import Fault, SetupError, UnknownError
from battlewright.engine.source import read_together
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.guide import weapons as arms
from battlewright.systems.skirmish.guide.scene import bare_scene
from battlewright.systems.skirmish.record import AP
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
    EFFECTS,
    ROSTERS,
    TABLES,
    WEAPONS,
    CharacterSetup,
    EffectRow,
    RosterSetup,
    TableSetup,
    read_roster,
    read_table,
    shipped_weapons,
)

STRAIN = 2
"""The stress that costs Toughness at an activation, in multiples of it (S2.T2)."""
VICTORIES = {
    "points": "more points still on the table after the last round",
    "hold": "more points in the circle after the last round",
    "leaders": "the other side's first model is gone; else more points on the table",
}


def show(kind: str, names: Sequence[str]) -> Report:
    """A report of files of a kind in full; without names, of all that are shipped."""
    return SHOWS[kind](names)


def _read(names: Sequence[str], read: Callable[[str], Any]) -> list[Any]:
    return read_together(*((name, read) for name in names))


def _data(kind: str, name: str, part: BaseModel) -> dict[str, Any]:
    """A file's content as data, with the name that it is known by."""
    return {kind: name, **part.model_dump(mode="json", by_alias=True)}


# Rosters and weapons


def _show_rosters(names: Sequence[str]) -> Report:
    """Rosters with their points, ranks and weapons; oddities are warnings."""
    names = names or ROSTERS.names
    report = Report([])
    for name, roster in zip(names, _read(names, read_roster), strict=True):
        odd = warnings(roster, ROSTERS.find(name))
        entry = _data("roster", name, roster)
        report.data.append(entry | _worked_out(entry, roster) | {"warnings": [*map(str, odd)]})
        report.blocks.append(_roster_grid(name, roster))
        report.warnings += odd
    return report


def _worked_out(entry: dict[str, Any], roster: RosterSetup) -> dict[str, Any]:
    """Data derived from a roster's file: points, ranks, and the figures of all weapons carried."""
    characters = [
        given
        | {"sum": card.sum, "rank": card.rank, "points": roster.points_of(card)}
        | {"ap": AP, "stress_marks": _stress_marks(card)}
        | {"carried": [arms.data_of(weapon) for weapon in roster.carried(card)]}
        for given, card in zip(entry["characters"], roster.characters, strict=True)
    ]
    return {"characters": characters, "points": roster.points, "models": len(roster.models)}


def _stress_marks(card: CharacterSetup) -> dict[str, dict[str, int]]:
    """The stress at which something happens, by edition: what a printed card marks on its track."""
    breaks, strains = {"break-down": card.toughness}, {"strain": STRAIN * card.toughness}
    return {"second": breaks | strains, "first": {"stress test": card.toughness}}


def _roster_grid(name: str, roster: RosterSetup) -> Grid:
    rows = []
    for card in roster.characters:
        count = f"{card.count} x {card.name}" if card.count > 1 else card.name
        weapons = "\n".join(arms.in_words(weapon) for weapon in roster.carried(card)) or "none"
        scores = [card.melee, card.ballistics, card.toughness, card.agility]
        each = roster.points_of(card)
        points = f"{card.count} x {each}" if card.count > 1 else str(each)
        rows.append([count, f"{card.rank} ({card.sum})", *map(str, scores), f'{card.base:g}"', weapons, points])
    title = f"{roster.name} ({name}): {roster.points} points"
    headings = ("model", "rank", "M", "B", "T", "A", "base", "weapons", "points")
    return Grid(headings, rows, left=frozenset({0, 1, 7}), title=title, caption=roster.about)


def _show_weapons(names: Sequence[str]) -> Report:
    """The shipped weapons, and the rosters' own; or single weapons, by name or by file."""
    if names and all(map(_is_weapon, names)):
        weapons = _read(names, WEAPONS.read)
        report = Report([{"roster": None, **arms.data_of(weapon)} for weapon in weapons])
        report.blocks.append(arms.grid_of("Weapons", weapons))
        return report
    rosters: list[RosterSetup] = _read(names, read_roster)
    owned = [(name, weapon) for name, roster in zip(names, rosters, strict=True) for weapon in roster.weapons]
    listed = [*((None, weapon) for weapon in shipped_weapons()), *owned]
    report = Report([{"roster": name, **arms.data_of(weapon)} for name, weapon in listed])
    report.blocks.append(arms.grid_of("The weapons of Skirmish", shipped_weapons()))
    for name, roster in zip(names, rosters, strict=True):
        title = f"{roster.name} ({name})"
        if roster.weapons:
            report.blocks.append(arms.grid_of(f"{title}: weapons of its own", roster.weapons))
        else:
            report.say(f"{title} has no weapons of its own.\n")
    report.say(arms.NOTE)
    return report


def _is_weapon(name: str) -> bool:
    """Whether a name is a weapon's, or that of a file which is more like one than like a roster."""
    if name in WEAPONS.names or not Path(name).suffix:
        return name in WEAPONS.names
    try:
        found = source.read(name, "weapons")
    except SetupError:
        return False  # the rosters' reader says why, or reads a plain list
    return WEAPONS.likeness(found) > ROSTERS.likeness(found)


# Tables and effects


def _show_tables(names: Sequence[str]) -> Report:
    """Tables as maps, and the pieces on them."""
    names = names or TABLES.names
    report = Report([])
    tables: list[TableSetup] = _read(names, read_table)
    for name, table in zip(names, tables, strict=True):
        report.data.append(_data("table", name, table))
        report.say(f'{table.name} ({name}), {table.width:g}" by {table.depth:g}"', heading=True)
        if table.about:
            report.say(table.about)
        report.blocks.append(Map(bare_scene(table), ["", *_pieces(table)]))
        report.say("")
    return report


def _pieces(table: TableSetup) -> list[str]:
    """The pieces of a table, one per line."""
    lines = []
    for name, bottom, top, effect in dict.fromkeys(
        (piece.name or "a piece", piece.bottom, piece.top, piece.effect) for piece in table.pieces
    ):
        height = f'{bottom:g}-{top:g}"' if bottom else f'{top:g}"'
        what = {None: "", "explosion": ", explodes"}.get(effect, f", {effect}")
        lines.append(f"{name} {height}{what}")
    return lines


def _show_effects(names: Sequence[str]) -> Report:
    """The effects of terrain that is hit."""
    names = names or EFFECTS.names
    rows: list[EffectRow] = _read(names, EFFECTS.read)
    report = Report([_data("effect", name, row) for name, row in zip(names, rows, strict=True)])
    cells = [
        [row.name, f'{row.radius:g}"' if row.radius else "-", str(row.stress or "-"), row.leaves or "-"] for row in rows
    ]
    report.table(("effect", "radius", "stress", "leaves"), cells, title="What terrain does when it is hit (S2.F9)")
    return report


# Scenarios


def _show_scenarios(names: Sequence[str]) -> Report:
    """Scenarios in full; without names, all that are shipped, and the options."""
    shows_all, names = not names, names or SCENARIOS.names
    report = Report([])
    scenarios: list[ScenarioSetup] = _read(names, _scenario_with_table)
    for name, scenario in zip(names, scenarios, strict=True):
        report.data.append(_data("scenario", name, scenario) | {"options": scenario.options})
        title, both = f"{scenario.name} ({name})", frozenset({0, 1})
        report.table(("", ""), _terms(scenario), left=both, title=title, caption=scenario.about, ruled=True)
    if shows_all:
        report.blocks.append(_options_grid())
    return report


def _scenario_with_table(name: str) -> ScenarioSetup:
    """Read a scenario; it is a fault if there is no table of the name that it has for one."""
    scenario = read_scenario(name)
    if scenario.table is not None:
        try:
            read_table(scenario.table)
        except (UnknownError, SetupError) as error:
            found = SCENARIOS.find(name)
            reason = str(error) if isinstance(error, UnknownError) else "; ".join(map(str, error.faults))
            raise SetupError([Fault(found.name, found.line(("table",)), "table", reason)]) from None
    return scenario


def _options_grid() -> Grid:
    """All options of the rules: what they do, and their clause in each edition."""
    rows = []
    for name, option in OPTIONS.items():
        second, first = (*_clauses(option), "not there")[:2]
        rows.append([name, option.about, second, first])
    return Grid(
        ("option", "what it does", "second edition", "first edition"),
        rows,
        left=frozenset(range(4)),
        title="Options of the rules",
        caption="Switched on by a scenario's file, or with --option NAME in play, sim and ladder.",
        ruled=True,
    )


def _clauses(option: Option) -> list[str]:
    """The clauses of an option: the second edition's, and the first's if it has one."""
    return [option.clause, *([cited_in(option.clause, "first")] if option.in_first else [])]


def _terms(scenario: ScenarioSetup) -> list[tuple[str, str]]:
    """The terms of a scenario, line by line."""
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
    options = [f"{name}: {OPTIONS[name].about} ({', '.join(_clauses(OPTIONS[name]))})" for name in scenario.options]
    terms.append(("options", "\n".join(options) or "none"))
    for effect in scenario.effects:
        radius = f', radius {effect.radius:g}"' if effect.radius else ""
        terms.append((effect.piece, f"{effect.effect} when hit{radius}"))
    return terms


SHOWS: dict[str, Callable[[Sequence[str]], Report]] = {
    "rosters": _show_rosters,
    "weapons": _show_weapons,
    "tables": _show_tables,
    "scenarios": _show_scenarios,
    "effects": _show_effects,
}
