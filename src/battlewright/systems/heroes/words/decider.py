"""The combatant that a choice is made for."""

from __future__ import annotations

from battlewright.engine.position import Position
from battlewright.systems.heroes.record import Encounter, HeroesChoice, Setting
from battlewright.systems.heroes.words.names import frame_of


def decider(position: Position[Setting, Encounter, HeroesChoice], choice: HeroesChoice | None) -> int:
    """Return the combatant whose turn it is, or the one that dominates it; whatever it chooses."""
    actor = frame_of(position.record).actor
    ruler = position.record.combatants[actor].ruled_by
    return ruler - 1 if ruler > 0 else actor
