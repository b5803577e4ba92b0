"""Encounter files: sheets by name, rings and hazards by the names of combatants; and the set-ups made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from battlewright.engine import source
from battlewright.engine.errors import Fault, SetupError, UnknownError
from battlewright.engine.file_parts import About, Flag, Name, Part, suggested
from battlewright.engine.line_numbers import Place
from battlewright.engine.seat_files import SeatSetups, seat_faults
from battlewright.engine.shelf import Shelf
from battlewright.systems.heroes.record import MAX_COMBATANTS, MAX_HAZARDS
from battlewright.systems.heroes.setup.encounter import (
    MAX_WAVES,
    EncounterSetup,
    HazardSetup,
    Hidden,
    PlaceWord,
    SeenWord,
    against_faults,
    card_of,
    hazard_faults,
    numbers_of,
    rest_faults,
    ring_faults,
    tag_of,
)
from battlewright.systems.heroes.setup.file_types import ModifierSetup, without_others
from battlewright.systems.heroes.setup.files import SHEETS, SheetSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup, as_shipped
from battlewright.systems.heroes.setup.state import StateSetup, state_faults

SheetName = Annotated[str, suggested(lambda: SHEETS.names)]


def _sheet(value: object) -> str | SheetSetup:
    """Read a sheet that is written out, or the name of one."""
    if isinstance(value, str | SheetSetup):
        return value
    if isinstance(value, dict):
        return SheetSetup.model_validate(value)
    raise ValueError(f"must be the name of a sheet, or a sheet that is written out, not {value!r:.40}")


class EntrySetup(Part):
    """A line of an encounter or a party: a sheet, by name, by file or written out, how many of it, and how they
    enter."""

    sheet: Annotated[SheetName | SheetSetup, BeforeValidator(_sheet)]
    """A sheet: a shipped one by its name, a file, or the whole of one."""
    name: Name | None = None
    """What it is called; by default as on the sheet."""
    count: Annotated[int, Field(ge=1, le=MAX_COMBATANTS, strict=True)] = 1
    """How many of it enter."""
    hidden: Hidden = 0
    """The share of it behind cover, in hundredths (H.D9)."""
    ring: dict[PlaceWord, str] = Field(default_factory=dict)
    """The opponents around it: places 1 to 8, with their names."""
    situations: tuple[Annotated[str, suggested(lambda: as_shipped().situations)], ...] = ()
    """Situations of the rulings that it enters in, by name (H.D10)."""
    modifiers: tuple[ModifierSetup, ...] = ()
    """Modifiers that it enters with."""
    state: StateSetup | None = None
    """Its present state, where it is not that of its sheet: what is left of its pools, and what lasts."""


def _entry(value: object) -> object:
    """Read a name alone as one of that sheet."""
    if isinstance(value, str):
        return {"sheet": value}
    if not isinstance(value, dict | EntrySetup):
        raise ValueError(f"must be the name of a sheet, or a table with it, not {value!r:.40}")
    return value


Entry = Annotated[EntrySetup, BeforeValidator(_entry, json_schema_input_type=SheetName | EntrySetup)]
Entries = Annotated[tuple[Entry, ...], Field(min_length=1)]


class WaveFile(Part):
    """What follows an encounter once the heroes have won it: new foes, who meet the same heroes as they are."""

    name: Name | None = None
    """Its name; by default that of the encounter."""
    about: About = ""
    """A sentence about it."""
    foes: Entries
    """The foes: names of sheets, or tables with more about how they enter."""
    hazards: Annotated[tuple[HazardSetup, ...], Field(max_length=MAX_HAZARDS)] = ()
    """Its traps and hazards."""
    rest: str = ""
    """The rest that the heroes have before it, by its name in the rulings (H.O3); by default none."""
    elsewhere: Flag = False
    """Whether it is at another place: the cover and the modifiers that the heroes entered with stay behind."""


class EncounterFile(Part):
    """An encounter file."""

    name: Name
    """The name of the encounter."""
    about: About = ""
    """A sentence about it."""
    heroes: Entries
    """The heroes: names of sheets, or tables with more about how they enter."""
    foes: Entries
    """The foes, likewise."""
    titles: tuple[Name, Name] = ("Heroes", "Foes")
    """What the sides are called."""
    hazards: Annotated[tuple[HazardSetup, ...], Field(max_length=MAX_HAZARDS)] = ()
    """Its traps and hazards."""
    rulings: RulingsSetup = Field(default_factory=lambda: RulingsSetup.model_validate({}))
    """Rulings that differ from the shipped ones."""
    seats: SeatSetups = ()
    """The people's seats, where several share a side, or a game master sits at the table."""
    secret_sheets: Flag = False
    """Whether the other side's sheets stay secret."""
    foes_seen: SeenWord = "numbers"
    """How those who do not lead the foes see them: with their numbers, in words (hurt, Bloodied), or not at all."""
    rest: str = ""
    """The rest that the heroes have before it, by its name in the rulings (H.O3); by default none."""
    waves: Annotated[tuple[WaveFile, ...], Field(max_length=MAX_WAVES)] = ()
    """What follows it, one after the other, each time that the heroes win."""


class PartyFile(Part):
    """A party file: the heroes of any encounter, with their present state."""

    name: Name
    """The name of the party."""
    about: About = ""
    """A sentence about it."""
    heroes: Entries
    """The heroes: names of sheets, or tables with more about how they enter."""


PARTIES = Shelf("battlewright.systems.heroes", "parties", PartyFile, ("party",))
"""The parties that ship with Heroes."""
ENCOUNTERS = Shelf("battlewright.systems.heroes", "encounters", EncounterFile, ("encounter",))
"""The encounters that ship with Heroes."""


def read_encounter(name: str) -> EncounterSetup:
    """Read a shipped encounter by its name, or any by its file; its sheets lie beside it, or are shipped."""
    return _read_shipped(name) if name in ENCOUNTERS.names else _read(name)


def _read(name: str) -> EncounterSetup:
    found = ENCOUNTERS.find(name)
    folder = Path(name).parent
    try:
        return put_together(ENCOUNTERS.check(found), found, folder)
    except SetupError as error:
        raise SetupError(list(dict.fromkeys((*error.faults, *_faults_of_sheets(found.data, folder))))) from None


_read_shipped = cache(_read)


def _faults_of_sheets(data: object, folder: Path) -> Iterator[Fault]:
    """Yield the faults of the sheets that a file names, whatever else is wrong with it."""
    for key in ("heroes", "foes"):
        lines = data.get(key) if isinstance(data, dict) else None
        for line in lines if isinstance(lines, list) else ():
            name = line.get("sheet") if isinstance(line, dict) else line
            try:
                if isinstance(name, str):
                    SHEETS.read(_beside(folder, name))
            except SetupError as error:
                yield from error.faults
            except UnknownError:
                continue  # reported with its line when the file itself is read


def sheet_of(line: EntrySetup, folder: Path) -> SheetSetup:
    """Return the sheet of a line: as it is written out, or read from beside the file."""
    return line.sheet if isinstance(line.sheet, SheetSetup) else SHEETS.read(_beside(folder, line.sheet))


def _beside(folder: Path, name: str) -> str:
    """Return the path of a sheet beside an encounter's file, or else the name as it is."""
    return str(folder / name) if Path(name).suffix and source.exists(str(folder / name)) else name


@dataclass
class _Entered:
    """A combatant as its line enters it; its name is made unique, and its ring resolved, once all are known."""

    name: str
    sheet: SheetSetup
    hidden: int
    ring: dict[PlaceWord, str]
    modifiers: tuple[ModifierSetup, ...]
    state: StateSetup | None
    line: Place

    def data(self) -> dict[str, object]:
        """Return what an ``EncounterSetup`` is made from."""
        return {name: value for name, value in vars(self).items() if name != "line"}


Sides = tuple[list[_Entered], list[_Entered]]


def put_together(file: EncounterFile, found: source.Source, folder: Path) -> EncounterSetup:
    """Return the encounter that a file describes, with its sheets; raise all faults of all sheets at once."""
    faults: list[Fault] = []
    plain = {"name", "about", "titles", "secret_sheets", "foes_seen", "rest"}
    data = file.model_dump(include=plain) | {"rulings": file.rulings}
    data |= _gathered(file, found, (), folder, faults)
    data["waves"] = [_wave(file, index, found, folder, faults) for index in range(len(file.waves))]
    if faults:
        raise SetupError(list(dict.fromkeys(faults)))
    return source.check(source.Source(found.name, found.text, data, {(): 1}), EncounterSetup)


def _wave(
    file: EncounterFile, index: int, found: source.Source, folder: Path, faults: list[Fault]
) -> dict[str, object]:
    """Return the data of a wave; its faults are added to ``faults``."""
    wave = file.waves[index]
    changed = {"foes": wave.foes, "hazards": wave.hazards, "rest": wave.rest, "seats": ()}
    heroes = tuple(map(without_others, file.heroes))
    alone = file.model_copy(update={"heroes": heroes, **changed})
    made = _gathered(alone, found, ("waves", index), folder, faults)
    data = wave.model_dump(include={"name", "about", "rest", "elsewhere"})
    return data | ({"foes": made["sides"][1], "hazards": made["hazards"]} if made else {})


def _gathered(
    file: EncounterFile, found: source.Source, at: Place, folder: Path, faults: list[Fault]
) -> dict[str, Any]:
    """Return both sides, the hazards and the seats of an encounter, whose foes and hazards stand at a place of its
    file; nothing where a line is faulty. Faults are added to ``faults``."""
    before = len(faults)
    sides: Sides = ([], [])
    for index, line in enumerate(file.heroes):
        sides[0].extend(_entered(line, file, found, ("heroes", index), folder, faults))
    for index, line in enumerate(file.foes):
        sides[1].extend(_entered(line, file, found, (*at, "foes", index), folder, faults))
    if len(faults) > before:
        return {}
    _number_names(sides)
    hazards, seats = _place(file, found, at, sides, faults)
    return {"sides": [[each.data() for each in side] for side in sides], "hazards": hazards, "seats": seats}


def _fault(found: source.Source, path: Place, reason: str, at: Place | None = None) -> Fault:
    """Return a fault of a field, at its line or that of another one."""
    return Fault(found.name, found.line(at or path), field_of(path), reason)


def field_of(path: Place) -> str:
    """Return a place in a file as messages have it: ``heroes[0].sheet``."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _place(
    file: EncounterFile, found: source.Source, at: Place, sides: Sides, faults: list[Fault]
) -> tuple[list[dict[str, object]], SeatSetups]:
    """Resolve names in rings, hazards and seats to short names; return the hazards and the seats. Faults are added to
    ``faults``."""
    names = [each.name for members in sides for each in members]
    tags = {tag_of(who, len(sides[0])): name for who, name in enumerate(names)}

    def short(text: str) -> str:
        """Return the short name for a name; an unknown name stays as it is, and is a fault."""
        known = [tag for tag, name in tags.items() if text.lower() in (tag, name.lower())]
        return known[0] if known else text

    for side, members in enumerate(sides):
        for each in members:
            each.ring = {place: short(name) for place, name in each.ring.items()}
            faults += [_fault(found, (*each.line, "ring"), why) for why in ring_faults(each.ring, side, list(tags))]
            each.modifiers = tuple(part.model_copy(update={"against": short(part.against)}) for part in each.modifiers)
            wrong = against_faults(each.modifiers, short(each.name), list(tags))
            faults += [_fault(found, (*each.line, "modifiers"), why) for why in wrong]
    hazards = []
    for place, hazard in enumerate(file.hazards):
        hazards.append(hazard.model_dump() | {"among": [short(name) for name in hazard.among]})
        reasons = [*hazard_faults(hazard)]
        for name in hazard.among:
            if short(name) not in tags:
                known = ", ".join(f"{name} ({tag})" for tag, name in tags.items())
                reasons.append((("among",), f"nobody here is called {name!r}; there are {known} (H.R0)"))
        faults += [_fault(found, (*at, "hazards", place, *field), reason) for field, reason in reasons]
    seats = tuple(seat.model_copy(update={"leads": tuple(map(short, seat.leads))}) for seat in file.seats)
    faults += [_fault(found, (*at, "rest"), reason) for reason in rest_faults(file.rest, file.rulings)]
    faults += [_fault(found, path, reason) for path, reason in seat_faults(seats, numbers_of(list(tags)))]
    return hazards, seats


def _entered(
    line: EntrySetup, file: EncounterFile, found: source.Source, at: Place, folder: Path, faults: list[Fault]
) -> list[_Entered]:
    """Return the combatants of one line; its faults are added to ``faults``."""
    modifiers = list(line.modifiers)
    faults += [_fault(found, (*at, field), reason) for field, reason in contradictions(line)]
    for situation in line.situations:
        if situation in file.rulings.situations:
            modifiers.append(file.rulings.modifier(situation))
        else:
            known = ", ".join(file.rulings.situations)
            reason = f"there is no situation {situation!r}; known are {known} (H.D11)"
            faults.append(_fault(found, (*at, "situations"), reason, at))
    try:
        sheet = sheet_of(line, folder)
    except SetupError as error:
        faults += error.faults
        return []
    except UnknownError as error:
        faults.append(_fault(found, (*at, "sheet"), str(error), at))
        return []
    if line.state is not None:
        found_wrong = state_faults(line.state, card_of(sheet, file.rulings), sheet)
        faults += [_fault(found, (*at, "state", *field), reason) for field, reason in found_wrong]
    name = line.name or sheet.name
    return [_Entered(name, sheet, line.hidden, line.ring, tuple(modifiers), line.state, at) for _ in range(line.count)]


def contradictions(line: EntrySetup) -> Iterator[tuple[str, str]]:
    """Yield modifiers of a line that contradict each other: the field, and a sentence."""
    for first, second in (("partial cover", "heavy cover"), ("flanked", "surrounded")):
        if first in line.situations and second in line.situations:
            yield "situations", f"{first} and {second} exclude each other: name one of them (H.D9)"
    for cover in ("partial cover", "heavy cover"):
        if cover in line.situations and line.hidden:
            yield "situations", f"{cover} by name, and {line.hidden} hundredths hidden: give one of them (H.D9)"
    for component in sorted({each.component for each in line.modifiers if each.amount == 0}):
        yield "modifiers", f"a modifier of 0 to {component} changes nothing (H.D11)"
    given = {(each.component, each.amount, each.turns or 0, each.against) for each in line.modifiers if not each.name}
    for component, amount, turns, against in sorted(given):
        if amount > 0 and (component, -amount, turns, against) in given:
            yield "modifiers", f"+{amount} and -{amount} to {component} cancel each other: leave both out (H.D11)"


def _number_names(sides: Sides) -> None:
    """Number the combatants that share a name."""
    combatants = [each for side in sides for each in side]
    shared = Counter(each.name for each in combatants)
    for name in (name for name, times in shared.items() if times > 1):
        for number, each in enumerate([each for each in combatants if each.name == name], 1):
            each.name = f"{name} {number}"
