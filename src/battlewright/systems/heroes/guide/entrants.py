"""The combatants of an encounter or a party by their sheets, and traps and hazards: what cards show of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import plural
from battlewright.systems.heroes.guide.breakdown import break_down, lasting
from battlewright.systems.heroes.guide.sheet_values import Entrant, HazardCard, Note
from battlewright.systems.heroes.setup.encounter import CombatantSetup, EncounterSetup, HazardSetup
from battlewright.systems.heroes.setup.encounters import EntrySetup
from battlewright.systems.heroes.setup.files import SheetSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup, as_shipped


def entrants(setup: EncounterSetup) -> tuple[Entrant, ...]:
    """Return each sheet of an encounter once, with those who have it."""
    sides = zip(SIDE_LETTERS, setup.sides, strict=False)
    return tuple(each for letter, side in sides for each in _by_sheet(side, letter, _names(setup), setup.rulings))


def party_entrants(lines: Sequence[tuple[EntrySetup, SheetSetup]]) -> tuple[Entrant, ...]:
    """Return each sheet of a party once, with those who have it."""
    rulings, members = as_shipped(), list[CombatantSetup]()
    for line, sheet in lines:
        name = line.name or sheet.name
        named = [rulings.modifier(each) for each in line.situations if each in rulings.situations]
        modifiers = (*line.modifiers, *named)
        for number in range(1, line.count + 1):
            called = name if line.count == 1 else f"{name} {number}"
            members.append(CombatantSetup(name=called, sheet=sheet, hidden=line.hidden, modifiers=modifiers))
    return tuple(_by_sheet(members, SIDE_LETTERS[0], {}, rulings))


def _names(setup: EncounterSetup) -> dict[str, str]:
    """Return the names of combatants by their short names."""
    return dict(zip(setup.tags, (each.name for each in setup.combatants), strict=True))


def _by_sheet(
    members: Sequence[CombatantSetup], side: str, called: Mapping[str, str], rulings: RulingsSetup
) -> Iterator[Entrant]:
    sheets: list[SheetSetup] = []
    for each in members:
        if each.sheet not in sheets:
            sheets.append(each.sheet)
    for sheet in sheets:
        those = [each for each in members if each.sheet == sheet]
        names = tuple(each.name for each in those)
        yield Entrant(names, side, tuple(_enters(those, called)), break_down(sheet, rulings))


def _enters(those: list[CombatantSetup], called: Mapping[str, str]) -> Iterator[str]:
    """Yield what those of a sheet enter with beside it, with their names where it is not all of them."""
    has: dict[str, list[str]] = {}
    for each in those:
        for text in dict.fromkeys(_enters_with(each, called)):
            has.setdefault(text, []).append(each.name)
    for text, names in has.items():
        yield text if len(names) >= len(those) else f"{', '.join(names)}: {text}"


def _enters_with(combatant: CombatantSetup, called: Mapping[str, str]) -> Iterator[str]:
    if combatant.hidden:
        yield f"{combatant.hidden}% hidden"
    for each in combatant.modifiers:
        turns = f" for {plural(each.turns, 'turn')}" if each.turns else ""
        name = f" ({each.name})" if each.name else ""
        against = f" against {called.get(each.against, each.against)}" if each.against else ""
        yield f"{each.component} {each.amount:+d}{against}{turns}{name}"
    spent = combatant.state.spent if combatant.state and combatant.state.spent else {}
    for name, times in spent.items():
        yield f"{plural(times, 'use')} of {name} spent"
    for place, tag in combatant.ring.items():
        yield f"{called[tag]} at place {place}"


def threats(setup: EncounterSetup) -> tuple[HazardCard, ...]:
    """Return the traps and hazards of an encounter."""
    called = _names(setup)
    return tuple(
        HazardCard(
            each.name,
            "trap" if each.trap else "hazard",
            tuple(called[tag] for tag in each.among),
            tuple(_notes(each, setup.rulings)),
        )
        for each in setup.hazards
    )


def _notes(hazard: HazardSetup, rulings: RulingsSetup) -> Iterator[Note]:
    power = rulings.default_power if hazard.power is None else hazard.power
    check = f"{rulings.check_dice}d{rulings.check_sides} + {hazard.defence.title()}"
    yield Note(f"resisted by {check} against {rulings.check_base} + {power}", "H.R0")
    brings = [f"{hazard.damage} {' and '.join(hazard.types)}"] if hazard.damage else []
    brings += [lasting(rulings, hazard.effect, "resistance")] if hazard.effect else []
    yield Note(f"else it brings {' and '.join(brings)}", "H.R0")
    when = "once, at the first of them whose turn comes" if hazard.trap else "at the start of each of their turns"
    yield Note(f"goes off {when}", "H.N1")
