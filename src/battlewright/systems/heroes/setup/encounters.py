"""Encounter files: sheets by name, rings and hazards by the names of combatants; and the set-ups made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from battlewright.answers.edits import whole_number
from battlewright.answers.parameters import LONGEST_LIST, argument, option
from battlewright.contract.parts import MatchUps
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, Fault, SetupError, UnknownError, shorten
from battlewright.engine.file_parts import About, Flag, Name, Part, suggested
from battlewright.engine.line_numbers import Place
from battlewright.engine.rulebook import Prepared
from battlewright.engine.seat_files import SeatSetups, seat_faults
from battlewright.engine.shelf import Shelf
from battlewright.systems.heroes.record import MAX_COMBATANTS, MAX_HAZARDS
from battlewright.systems.heroes.setup.encounter import (
    MAX_WAVES,
    CombatantSetup,
    EncounterSetup,
    HazardSetup,
    Hidden,
    PlaceWord,
    card_of,
    hazard_faults,
    numbers_of,
    rest_faults,
    ring_faults,
    tag_of,
    warnings,
)
from battlewright.systems.heroes.setup.file_types import ModifierSetup
from battlewright.systems.heroes.setup.files import SHEETS, SheetSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup, as_shipped
from battlewright.systems.heroes.setup.state import StateSetup, state_faults
from battlewright.systems.heroes.setup.waves import as_wave

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
    data = file.model_dump(include={"name", "about", "titles", "secret_sheets", "rest"}) | {"rulings": file.rulings}
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
    heroes = tuple(line.model_copy(update={"ring": {}}) for line in file.heroes)
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
    where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
    return Fault(found.name, found.line(at or path), where, reason)


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
    given = {(each.component, each.amount, each.turns or 0) for each in line.modifiers if not each.name}
    for component, amount, turns in sorted(given):
        if amount > 0 and (component, -amount, turns) in given:
            yield "modifiers", f"+{amount} and -{amount} to {component} cancel each other: leave both out (H.D11)"


def _number_names(sides: Sides) -> None:
    """Number the combatants that share a name."""
    combatants = [each for side in sides for each in side]
    shared = Counter(each.name for each in combatants)
    for name in (name for name, times in shared.items() if times > 1):
        for number, each in enumerate([each for each in combatants if each.name == name], 1):
            each.name = f"{name} {number}"


ALL = "all"
HIGHEST_LEVEL = 20
NO_REST = "none"
RESTS = ("breather", "night")
"""The rests that ship."""
DEFAULT_ENCOUNTER = "cudgels-in-the-alley"
"""The default encounter."""


def read_setup(
    encounter: Annotated[
        str | None,
        argument("An encounter, by name or by .toml/.json file. Default: cudgels-in-the-alley.", "[ENCOUNTER]"),
    ] = None,
    rounds: Annotated[int | None, option("Round limit. Default: the encounter's.", 1, 50)] = None,
    secret_sheets: Annotated[bool, option("Keep the other side's sheets secret.")] = False,
    rulings: Annotated[
        tuple[str, ...],
        option(
            "A number of a ruling, such as critical_margin=8. Once for each.",
            None,
            None,
            "--ruling",
            example="critical_margin=8",
        ),
    ] = (),
    party: Annotated[
        str | None,
        option(
            "The heroes: a party, or sheets, by name or file, with commas. Default: the encounter's.",
            longest=LONGEST_LIST,
        ),
    ] = None,
    level: Annotated[
        int | None, option("The level of every hero. Default: their sheets'.", 1, 20, "--heroes-level")
    ] = None,
    rest: Annotated[
        str | None,
        option(
            "The rest that the heroes have before the encounter, by its name in the rulings. Default: the encounter's.",
            choices=(NO_REST, *RESTS),
        ),
    ] = None,
    then: Annotated[
        tuple[str, ...],
        option("An encounter that follows with the same heroes as they are, by name or file. Once for each."),
    ] = (),
    between: Annotated[
        str | None, option("The rest before each encounter that follows. Default: none.", choices=(NO_REST, *RESTS))
    ] = None,
    more_levels: Annotated[int, option("Levels that every hero has more than on its sheet.", 0, 19)] = 0,
) -> Prepared:
    """Read the encounter that a name stands for, with a warning for anything odd about a sheet.

    Examples: `battlewright VERB heroes`, `battlewright VERB the-barrow`, `battlewright VERB my-encounter.toml`
    """
    name = encounter or DEFAULT_ENCOUNTER
    setup = read_encounter(name) if party is None else with_party(name, party)
    is_shipped = name in ENCOUNTERS.names and party is None
    odd = _warnings_of_shipped(name) if is_shipped else warnings_of(setup)
    if level is not None or more_levels:
        setup = at_level(setup, level, more_levels)
    changed = dict(map(read_ruling, rulings)) | ({} if rounds is None else {"round_limit": rounds})
    if changed:
        setup = setup.model_copy(update={"rulings": setup.rulings.model_copy(update=changed)})
    if then:
        heroes = [each.name for each in setup.sides[0]]
        waves = tuple(as_wave(read_encounter(each), heroes, _rest(between, setup)) for each in then)
        setup = setup.model_copy(update={"waves": (*setup.waves, *waves)})
    elif between is not None:
        named = {"rest": _rest(between, setup)}
        setup = setup.model_copy(update={"waves": tuple(wave.model_copy(update=named) for wave in setup.waves)})
    if rest is not None:
        setup = setup.model_copy(update={"rest": _rest(rest, setup)})
    if secret_sheets:
        setup = setup.model_copy(update={"secret_sheets": True})
    others = ", ".join(other for other in ENCOUNTERS.names if other != DEFAULT_ENCOUNTER)
    note = f"No encounter is named, so this is {DEFAULT_ENCOUNTER}; there are also {others}, or a file of yours."
    return Prepared(setup, odd, "" if encounter else note)


def match_ups(
    encounters: Annotated[str, option("Encounters, by name or file, with commas; or all.", longest=LONGEST_LIST)] = ALL,
    rounds: Annotated[int | None, option("Round limit. Default: the encounter's.", 1, 50)] = None,
) -> MatchUps:
    """Every encounter; each bot leads either side equally often.

    Examples: `battlewright VERB heroes --encounters the-barrow,the-toll-bridge`,
    `battlewright VERB heroes --rounds 10 --out short.json`
    """
    names = ENCOUNTERS.names if encounters == ALL else list(dict.fromkeys(map(str.strip, encounters.split(","))))
    made = [(name, read_setup(name, rounds)) for name in names]
    odd = () if encounters == ALL else tuple(warning for _, prepared in made for warning in prepared.warnings)
    return MatchUps([(name, prepared.setup) for name, prepared in made], {"rounds": rounds}, "encounters", odd)


def read_ruling(text: str) -> tuple[str, int]:
    """Return a ruling and its new number, from a text such as ``critical_margin=8``."""
    name, _, value = text.partition("=")
    name, numbers = name.strip(), [each for each, field in RulingsSetup.model_fields.items() if field.annotation is int]
    if name not in numbers:
        raise UnknownError("ruling", name, numbers)
    number = whole_number(value.strip())
    if number is None:
        raise BattlewrightError(
            f"A ruling is changed by its name and a whole number, such as {name}=3, not {shorten(text)}."
        )
    try:
        RulingsSetup.model_validate({name: number})
    except ValidationError as error:
        reason = error.errors()[0]["msg"].removeprefix("Input should be ")
        raise BattlewrightError(f"The ruling {name} must be {reason}, not {number}.") from None
    return name, number


def with_party(name: str, party: str) -> EncounterSetup:
    """Read an encounter with other heroes: a party, or sheets. Rings and hazards leave out who is not there."""
    found, folder = ENCOUNTERS.find(name), Path(name).parent
    file = ENCOUNTERS.check(found)
    heroes = tuple(line for each in party.split(",") for line in _party_lines(each.strip()))
    there = {line.name or sheet_of(line, folder).name for line in heroes}
    own = read_encounter(name)
    gone = {called.lower() for tag, each in zip(own.tags, own.sides[0], strict=False) for called in (tag, each.name)}
    gone -= {each.lower() for each in there}
    foes = tuple(line.model_copy(update={"ring": {}}) for line in file.foes)
    waves = tuple(wave.model_copy(update={"hazards": _threatening(wave.hazards, gone)}) for wave in file.waves)
    hazards = _threatening(file.hazards, gone)
    changed = {"heroes": heroes, "foes": foes, "hazards": hazards, "waves": waves, "seats": ()}
    return put_together(file.model_copy(update=changed), found, folder)


def _threatening(hazards: Sequence[HazardSetup], gone: Collection[str]) -> tuple[HazardSetup, ...]:
    """Return hazards without those who are gone; without those that would threaten nobody now."""
    kept = []
    for hazard in hazards:
        among = tuple(each for each in hazard.among if each.lower() not in gone)
        if among or not hazard.among:
            kept.append(hazard.model_copy(update={"among": among}))
    return tuple(kept)


def _party_lines(name: str) -> Iterator[EntrySetup]:
    """Yield the lines that a name brings: those of a party, or a sheet's own."""
    is_file = bool(Path(name).suffix)
    if name not in PARTIES.names and not (is_file and _is_party(name)):
        yield EntrySetup(sheet=name)
        return
    for line in PARTIES.read(name).heroes:
        folder = Path(name).parent if is_file else Path()
        yield line.model_copy(update={"sheet": sheet_of(line, folder), "ring": {}})


def _is_party(name: str) -> bool:
    found = source.read(name, PARTIES.kind)
    return PARTIES.likeness(found) > SHEETS.likeness(found)


def _rest(name: str | None, setup: EncounterSetup) -> str:
    """Return the name of a rest in the rulings of an encounter; empty: none."""
    if name in (None, NO_REST):
        return ""
    if name not in setup.rulings.rests:
        raise UnknownError("rest", str(name), (NO_REST, *setup.rulings.rests))
    return str(name)


def at_level(setup: EncounterSetup, level: int | None, more: int = 0) -> EncounterSetup:
    """Return an encounter whose heroes are of a level, by default that of their sheets, or so many levels more."""

    def raised(hero: CombatantSetup) -> CombatantSetup:
        reached = min((hero.sheet.level if level is None else level) + more, HIGHEST_LEVEL)
        return hero.model_copy(update={"sheet": hero.sheet.model_copy(update={"level": reached})})

    return setup.model_copy(update={"sides": (tuple(map(raised, setup.sides[0])), setup.sides[1])})


def warnings_of(setup: EncounterSetup) -> tuple[str, ...]:
    """Return what is odd about the sheets of an encounter."""
    sheets = {each.sheet.name: each.sheet for each in setup.combatants}
    return tuple(f"{sheet.name}: {text}" for sheet in sheets.values() for _, text in warnings(sheet, setup.rulings))


@cache
def _warnings_of_shipped(name: str) -> tuple[str, ...]:
    return warnings_of(_read_shipped(name))
