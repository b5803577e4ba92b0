"""The only gate for secrets: what a side may see of a battle and of its set-up."""

from __future__ import annotations

from typing import Any

from battlewright.engine.node import MASTER
from battlewright.engine.record import Row, clear, duplicate, look
from battlewright.engine.rulebook import Rulebook

NOBODY = -1
"""The side of a spectator."""
EVERYTHING = MASTER
"""The side of a game master, who sees everything but the dice to come."""


def view(system: Rulebook, setting: Row[Any], battle: Row[Any], side: int) -> Row[Any]:
    """Return a copy of the battle without what this side may not know: the system's secrets, and the tail.

    The tail holds the state of the dice, and events that may reveal secrets.
    """
    seen = duplicate(battle)
    clear(look(system.rules.battle, seen).tail)
    if side != EVERYTHING and system.rules.hide is not None:
        system.rules.hide(setting, seen, side)
    return seen
