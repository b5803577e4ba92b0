"""Reports of what ships with Heroes: sheets with all derived values, each line with its clause; encounters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from battlewright.answers.report import Report
from battlewright.engine import source
from battlewright.engine.errors import Fault
from battlewright.engine.shelf import FILE
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.guide.entrants import entrants, party_entrants, threats
from battlewright.systems.heroes.guide.figures import figures
from battlewright.systems.heroes.guide.sheet_values import Breakdown, Deed, Score
from battlewright.systems.heroes.guide.weaknesses import weaknesses
from battlewright.systems.heroes.setup.encounter import card_of
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, PARTIES, field_of, read_encounter, sheet_of
from battlewright.systems.heroes.setup.files import SHEETS, SheetSetup, read_sheet
from battlewright.systems.heroes.setup.state import state_faults
from battlewright.systems.heroes.setup.typed import read_setup

Section = tuple[str, list[str]]
ORIGINS = {"formula", "parts", "clause", "clauses", "affects", "warnings", "key", "values"}
COLUMNS = ("sheet", "level", "Health", "Dodge", "Parry", "Armor", "sum", "about")


def show(kind: str, names: Sequence[str]) -> Report:
    """Report sheets, encounters or parties in full; without names all that ship."""
    return {"sheets": _show_sheets, "encounters": _show_encounters, "parties": _show_parties}[kind](names)


def _show_sheets(names: Sequence[str]) -> Report:
    """Report sheets in full, or without names list all that ship."""
    if not names:
        return _list_sheets()
    report = Report([])
    for name in names:
        found = SHEETS.find(name)
        sheet = SHEETS.check(found)
        broken_down = break_down(sheet)
        report.data.append(_data(name, sheet, broken_down))
        weak = ("Weaknesses", [each.text for each in weaknesses(sheet)])
        for index, (heading, lines) in enumerate((*sections(broken_down), weak)):
            report.say(heading if index == 0 else f"\n{heading}", heading=True)
            for line in lines:
                report.say(f"  {line}")
        report.warnings += warnings_of(found, broken_down)
    if len(names) == 1:
        report.data = report.data[0]
    return report


def _data(name: str, sheet: SheetSetup, broken_down: Breakdown) -> dict[str, object]:
    """Return a sheet as data: what follows from it, and the file itself."""
    weak = [each.as_data() for each in weaknesses(sheet)]
    file = sheet.model_dump(mode="json", by_alias=True)
    return {"sheet": name, **broken_down.as_data(), "weaknesses": weak, FILE: file}


def warnings_of(found: source.Source, broken_down: Breakdown) -> list[Fault]:
    """Return the warnings about a sheet, with their lines in the file."""
    return [Fault(found.name, found.line((odd.field,)), odd.field, odd.text) for odd in broken_down.warnings]


def _list_sheets() -> Report:
    known = {name: break_down(read_sheet(name)) for name in SHEETS.names}
    report, rows = Report([_data(name, read_sheet(name), each) for name, each in known.items()]), []
    for name, each in known.items():
        values = [each.values[value] for value in ("Health", "Dodge", "Parry", "Armor", "Physical Defence")]
        rows.append([name, str(each.level), *map(str, values), each.about])
    report.table(COLUMNS, rows, left=frozenset({0, 7}))
    report.say("Look at one with 'battlewright sheet NAME', or at one of your own by its file.")
    return report


def sections(sheet: Breakdown) -> Iterator[Section]:
    """Yield the sections of a sheet: a heading, and the lines below it."""
    kind = "a player's character" if sheet.player else "the game master's"
    yield f"{sheet.name}, {kind}, level {sheet.level}", [sheet.about] if sheet.about else []
    yield ("Attributes, and what each affects (H.A1, H.A2)", [_score(score) for score in sheet.attributes])
    yield "Pools", _lines(sheet.pools)
    bands = ", ".join(note.text for note in sheet.bands)
    yield "Physical Defence", [*_lines(sheet.physical), f"An attack roll: {bands} ({sheet.bands[0].clause})"]
    yield "Arcane Defence", _lines(sheet.arcane)
    yield "Spells and initiative", _lines((*sheet.magic, sheet.initiative))
    for deed in sheet.actions:
        yield f"{deed.name}: {_kind_of(deed)}", list(_lines_of(deed))
    if sheet.items:
        yield "What items give; of several the highest counts (H.D6)", [note.text for note in sheet.items]
    yield (
        "Resistances and vulnerabilities",
        [
            *(f"Resistance to {line}" for line in sheet.resistances),
            *(f"Vulnerability to {line}" for line in sheet.vulnerabilities),
        ]
        or ["none"],
    )
    yield "When Bloodied", [str(sheet.bloodied)]
    if sheet.conditions:
        yield "Enters an encounter (H.X1)", [", ".join(sheet.conditions)]


def _score(score: Score) -> str:
    notes = "".join(f"; {note}" for note in score.notes)
    return f"{score.name:12} {score.value:2}  {', '.join(score.affects)}{notes}"


def _lines(lines: Iterable[object]) -> list[str]:
    return [str(line) for line in lines]


def _kind_of(deed: Deed) -> str:
    if deed.target is None:
        return f"a {deed.kind} that heals, {deed.ap} AP"
    clause = "H.W3" if deed.target == "physical" else "H.R0"
    defence = "Physical Defence" if deed.target == "physical" else deed.target.title()
    return f"a {deed.kind} against {defence}, {deed.ap} AP ({clause})"


def _lines_of(deed: Deed) -> Iterator[str]:
    if deed.roll is not None:
        yield str(deed.roll)
    if deed.damage is not None:
        dice = f"{deed.damage} {' and '.join(deed.types)}".rstrip()
        potency = f", Spell Potency {deed.potency} in it (H.R8)" if deed.potency else ""
        yield f"{'Heals' if deed.target is None else 'Damage'} {dice} (H.W2){potency}"
    for note in deed.notes:
        text = str(note)
        yield text[0].upper() + text[1:]


def _brief(data: Any) -> Any:
    """Return a sheet's data without how its values come about and what they follow: what a card shows of it."""
    if isinstance(data, dict):
        dropped = ORIGINS | ({"text"} if "formula" in data else set())
        return {name: _brief(value) for name, value in data.items() if name not in dropped}
    return list(map(_brief, data)) if isinstance(data, list | tuple) else data


def _show_encounters(names: Sequence[str]) -> Report:
    report = Report([])
    for name in names or ENCOUNTERS.names:
        setup = read_encounter(name)
        report.warnings += read_setup(name).warnings
        fighters = [[each.name for each in side] for side in setup.sides]
        sides = {
            SIDE_LETTERS[side]: {"title": setup.titles[side], "combatants": each} for side, each in enumerate(fighters)
        }
        read = ENCOUNTERS.read(name)
        file = read.model_dump(mode="json", by_alias=True)
        shown: dict[str, Any] = {
            "encounter": name,
            "name": setup.name,
            "about": setup.about,
            "sides": sides,
            FILE: file,
        }
        if names:
            shown["entrants"] = [_brief(each.as_data()) for each in entrants(setup)]
            shown["threats"] = [each.as_data() for each in threats(setup)]
            shown["lines"] = {
                key: [figures(sheet_of(line, Path(name).parent), line.ring, setup.rulings) for line in each]
                for key, each in (("heroes", read.heroes), ("foes", read.foes))
            }
        report.data.append(shown)
        rows = [[title, ", ".join(each)] for title, each in zip(setup.titles, fighters, strict=True)]
        hazards = [hazard.name for hazard in setup.hazards]
        if hazards:
            rows.append(["hazards", ", ".join(hazards)])
        report.table(("", ""), rows, left=frozenset({0, 1}), title=f"{setup.name} ({name})", caption=setup.about)
    return report


def _show_parties(names: Sequence[str]) -> Report:
    report = Report([])
    for name in names or PARTIES.names:
        party = PARTIES.read(name)
        lines = [(line, sheet_of(line, Path(name).parent)) for line in party.heroes]
        found = PARTIES.find(name)
        for index, (line, sheet) in enumerate(lines):
            for place, reason in state_faults(line.state, card_of(sheet), sheet) if line.state else ():
                at = ("heroes", index, "state", *place)
                report.warnings.append(Fault(found.name, found.line(at), field_of(at), reason))
        heroes = [
            {"name": line.name or sheet.name, "level": sheet.level, "count": line.count, "about": sheet.about}
            for line, sheet in lines
        ]
        file = party.model_dump(mode="json", by_alias=True)
        shown: dict[str, Any] = {"party": name, "name": party.name, "about": party.about, "heroes": heroes, FILE: file}
        if names:
            shown["entrants"] = [_brief(each.as_data()) for each in party_entrants(lines)]
            shown["lines"] = {"heroes": [figures(sheet) for _, sheet in lines]}
        report.data.append(shown)
        rows = [[str(each[key]) for key in ("name", "level", "count", "about")] for each in heroes]
        title = f"{party.name} ({name})"
        report.table(
            ("hero", "level", "count", "about"), rows, left=frozenset({0, 3}), title=title, caption=party.about
        )
    return report
