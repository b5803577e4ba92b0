"""Files of a kind, as a report: those that ship with a system, and one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from pydantic import BaseModel

from battlewright.answers.report import Report
from battlewright.contract.system import System
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, SetupError, UnknownError
from battlewright.engine.replay import BATTLE
from battlewright.engine.shelf import Shelf, Template

OF_FOUNDRY = ("prototypeToken", "_stats")
"""What an actor or an item of Foundry VTT has, beside its ``system``."""


def shelf_of(system: System, kind: str) -> Shelf[Any]:
    """Return a shelf of a system."""
    for shelf in system.setup.shelves:
        if shelf.kind == kind:
            return shelf
    raise UnknownError("kind", kind, [shelf.kind for shelf in system.setup.shelves])


def templates_of(system: System) -> Mapping[str, Sequence[Template]]:
    """Return what new files may begin with, by the kind of files."""
    return system.setup.templates() if system.setup.templates else {}


def from_template(system: System, kind: str, name: str, level: int) -> BaseModel:
    """Return a new file of a kind from a template, at a level."""
    offered = {each.name: each for each in templates_of(system).get(kind, ())}
    if name not in offered:
        raise UnknownError(f"template of {kind}", name, [*offered])
    if not 1 <= level <= offered[name].levels:
        raise BattlewrightError(f"A {name} has a level from 1 to {offered[name].levels}, not {level}.")
    return offered[name].make(level)


def show_files(system: System, kind: str, names: Sequence[str]) -> Report:
    """Report files in full; without names, all that ship. They are checked, and what is odd about them is a warning."""
    shelf = shelf_of(system, kind)
    if system.guide.show is not None:
        return system.guide.show(kind, names)
    found = {name: shelf.read(name) for name in names or shelf.names}
    report = Report([{shelf.singular: name, **each.model_dump(mode="json")} for name, each in found.items()])
    report.table((shelf.singular,), [[name] for name in found])
    return report


def recognised(systems: Iterable[System], name: str) -> tuple[System, Shelf[Any]]:
    """Return of which system and kind a file is, by what is in it: the kind that it is a whole file of; else the one
    that its fields fit best, so that its faults can be told."""
    shelves = [(system, shelf) for system in systems for shelf in system.setup.shelves]
    if of_text := _of_plain_text(shelves, name):
        return of_text
    try:
        found = source.read(name, "files", max(shelf.largest for _, shelf in shelves))
    except SetupError:
        if BATTLE in (source.given_text(name) or "").splitlines():
            raise BattlewrightError(f"{name} is a replay: open it on the start page, below My games.") from None
        raise
    likeness = {id(shelf): shelf.likeness(found) for _, shelf in shelves}
    most = max(likeness.values())
    likely = [each for each in shelves if likeness[id(each[1])] == most]
    if most <= 0:
        _refuse_unknown(found, shelves)
    likely.sort(key=lambda each: len(each[1].model.model_fields))  # of few fields, each says more
    return next((each for each in likely if len(likely) > 1 and each[1].accepts(found)), likely[0])


def _of_plain_text(shelves: Iterable[tuple[System, Shelf[Any]]], name: str) -> tuple[System, Shelf[Any]] | None:
    """Return of which kind a plain text is; None for a file that is none. One that no kind takes is refused."""
    refused: BattlewrightError | None = None
    for system, shelf in shelves:
        if shelf.from_text and source.plain_text(name, shelf.kind, shelf.largest) is not None:
            try:
                shelf.find(name)
            except SetupError:
                return system, shelf
            except BattlewrightError as error:
                refused = refused or error
            else:
                return system, shelf
    if refused:
        raise refused
    return None


def _refuse_unknown(found: source.Source, shelves: Iterable[tuple[System, Shelf[Any]]]) -> NoReturn:
    if "system" in found.data and any(key in found.data for key in OF_FOUNDRY):
        raise BattlewrightError(f"{found.name} is a sheet of Foundry VTT, which is not read here: build it anew.")
    kinds = ", ".join(dict.fromkeys(shelf.kind for _, shelf in shelves))
    keys = ", ".join(map(repr, [*found.data][:4])) or "nothing"
    raise BattlewrightError(f"{found.name} is of no kind that is known here ({kinds}); it has {keys}.")
