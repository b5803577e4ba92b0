"""Reports of what ships with Heroes."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.answers.report import Report
from battlewright.engine.shelf import FILE
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.heroes.guide.sheet import show_sheets
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter, read_setup


def show(kind: str, names: Sequence[str]) -> Report:
    """Report sheets or encounters in full; without names all that ship."""
    return show_sheets(names) if kind == "sheets" else _show_encounters(names)


def _show_encounters(names: Sequence[str]) -> Report:
    report = Report([])
    for name in names or ENCOUNTERS.names:
        setup = read_encounter(name)
        report.warnings += read_setup(name).warnings
        fighters = [[each.name for each in side] for side in setup.sides]
        sides = {
            SIDE_LETTERS[side]: {"title": setup.titles[side], "combatants": each} for side, each in enumerate(fighters)
        }
        file = ENCOUNTERS.read(name).model_dump(mode="json", by_alias=True)
        shown = {"encounter": name, "name": setup.name, "about": setup.about, "sides": sides, FILE: file}
        report.data.append(shown)
        rows = [[title, ", ".join(each)] for title, each in zip(setup.titles, fighters, strict=True)]
        hazards = [hazard.name for hazard in setup.hazards]
        if hazards:
            rows.append(["hazards", ", ".join(hazards)])
        report.table(("", ""), rows, left=frozenset({0, 1}), title=f"{setup.name} ({name})", caption=setup.about)
    return report
