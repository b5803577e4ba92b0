"""The lore of each system, by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlewright.answers import lore
from battlewright.engine.record import Many

LORES: dict[str, Callable[[Many[Any]], Many[int]]] = {"skirmish": lore.lore_of}


def lore_of(system: str, setting: Many[Any]) -> Many[int]:
    """What bots know by heart in a battle."""
    return LORES[system](setting)
