"""Files of a kind, as a report: those that ship with a system, and one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright.answers.report import Report
from battlewright.contract.system import System
from battlewright.engine.errors import UnknownError
from battlewright.engine.shelf import Shelf


def shelf_of(system: System, kind: str) -> Shelf[Any]:
    """Return a shelf of a system."""
    for shelf in system.setup.shelves:
        if shelf.kind == kind:
            return shelf
    raise UnknownError("kind", kind, [shelf.kind for shelf in system.setup.shelves])


def show_files(system: System, kind: str, names: Sequence[str]) -> Report:
    """Report files in full; without names, all that ship. They are checked, and what is odd about them is a warning."""
    shelf = shelf_of(system, kind)
    if system.guide.show is not None:
        return system.guide.show(kind, names)
    found = {name: shelf.read(name) for name in names or shelf.names}
    report = Report([{shelf.singular: name, **each.model_dump(mode="json")} for name, each in found.items()])
    report.table((shelf.singular,), [[name] for name in found])
    return report
