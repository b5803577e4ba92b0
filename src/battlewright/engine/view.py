"""The only gate for secrets: what a side may see of a battle and of its set-up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlewright.engine.events import Event
from battlewright.engine.node import MASTER
from battlewright.engine.record import Row, allocate, clear, duplicate, look, restore, snapshot
from battlewright.engine.rulebook import Rulebook
from battlewright.engine.step import Step

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


def view_step(system: Rulebook, setting: Row[Any], step: Step, side: int) -> Step:
    """Return a step with its events as a side may know them. Of an edit that it may not know the line is left out."""
    hide = system.rules.hide_event
    if side == EVERYTHING or hide is None or not step.events:
        return step
    told, row = b"", allocate(Event)
    width = len(snapshot(row))
    for at in range(0, len(step.events), width):
        restore(row, step.events[at : at + width])
        if hide(setting, row, side):
            told += snapshot(row)
    if told == step.events:
        return step
    return replace(step, events=told, line="" if step.is_change else step.line)
