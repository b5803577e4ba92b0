"""Encounters as they are typed and named: an encounter, another party, levels, rests, and what follows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import ValidationError

from battlewright.answers.edits import whole_number
from battlewright.answers.parameters import LONGEST_LIST, argument, option
from battlewright.contract.parts import MatchUps
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, UnknownError, shorten
from battlewright.engine.rulebook import Prepared
from battlewright.systems.heroes.setup.encounter import (
    CombatantSetup,
    EncounterSetup,
    HazardSetup,
    SeenWord,
    warnings,
)
from battlewright.systems.heroes.setup.encounters import (
    ENCOUNTERS,
    PARTIES,
    EntrySetup,
    put_together,
    read_encounter,
    sheet_of,
)
from battlewright.systems.heroes.setup.file_types import without_others
from battlewright.systems.heroes.setup.files import SHEETS
from battlewright.systems.heroes.setup.rulings import RulingsSetup
from battlewright.systems.heroes.setup.waves import as_wave

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
    foes_seen: Annotated[
        SeenWord | None,
        option("What players see of foes: their numbers, words (hurt, Bloodied), or nothing."),
    ] = None,
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
    if foes_seen is not None:
        setup = setup.model_copy(update={"foes_seen": foes_seen})
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
    foes = tuple(without_others(line) for line in file.foes)
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
        yield without_others(line).model_copy(update={"sheet": sheet_of(line, folder)})


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
    return warnings_of(read_encounter(name))
