"""After an encounter: the party as it leaves it, as a file."""

from __future__ import annotations

from typing import Any

from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.systems.heroes.record import Encounter, Setting
from battlewright.systems.heroes.setup.encounter import CombatantSetup, EncounterSetup
from battlewright.systems.heroes.setup.encounters import PartyFile
from battlewright.systems.heroes.setup.state import StateSetup, state_of
from battlewright.systems.heroes.setup.waves import following

LONGEST_NAME = 60


def states_after(position: Position) -> list[StateSetup | None]:
    """Return the state in which each of the heroes leaves an encounter."""
    encounter: Encounter = position.record
    setting, heroes = look(Setting, position.setting), position.setup.sides[0]
    return [
        state_of(setting, encounter.combatants[who], setting.cards[who], each.sheet) for who, each in enumerate(heroes)
    ]


def party_after(position: Position) -> dict[str, Any]:
    """Return the heroes as they leave an encounter, as a party file: their sheets, written out, and their state."""
    setup: EncounterSetup = position.setup
    heroes = [_line(each, state) for each, state in zip(setup.sides[0], states_after(position), strict=True)]
    file = {"name": f"After {setup.name}"[:LONGEST_NAME], "heroes": heroes}
    return PartyFile.model_validate(file).model_dump(mode="json", by_alias=True, exclude_defaults=True)


def following_after(position: Position) -> EncounterSetup | None:
    """Return the encounter that follows another one in its file, with the heroes as they leave this one."""
    return following(position.setup, states_after(position)) if position.setup.waves else None


def _line(hero: CombatantSetup, state: StateSetup | None) -> dict[str, Any]:
    line: dict[str, Any] = {"sheet": hero.sheet, "state": state}
    return line if hero.name == hero.sheet.name else {"name": hero.name, **line}
