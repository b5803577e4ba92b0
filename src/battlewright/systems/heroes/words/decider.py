"""The combatant that a choice is made for."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.position import Position
from battlewright.systems.heroes.record import Encounter, HeroesChoice, Setting
from battlewright.systems.heroes.rules.conditions import decides_for
from battlewright.systems.heroes.words.names import frame_of


def decider(position: Position[Setting, Encounter, HeroesChoice], choice: HeroesChoice | None) -> int:
    """Return the combatant whose turn it is, or the one that decides for it; whatever it chooses."""
    return as_plain(decides_for)(position.record, frame_of(position.record).actor)
