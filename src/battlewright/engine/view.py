"""The only gate for secrets: what a seat may see of a battle."""

from __future__ import annotations

from typing import Any

from battlewright.engine.record import Many, allocate, clear, look, restore, snapshot
from battlewright.engine.system import System

NOBODY = -1
"""The seat of a spectator."""


def view(system: System, setting: Many[Any], battle: Many[Any], seat: int) -> Many[Any]:
    """Return a copy of the battle without what this seat may not know: the system's secrets, and the tail.

    The tail holds the state of the dice, and events that may reveal secrets. The setting holds no secrets.
    """
    seen: Many[Any] = allocate(system.battle)
    restore(seen, snapshot(battle))
    clear(look(system.battle, seen).tail)
    system.hide(setting, seen, seat)
    return seen
