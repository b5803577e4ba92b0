"""The weapon, spell or talent behind an event, for frames of events."""

from __future__ import annotations

from typing import Any

from battlewright.engine.events import EventView
from battlewright.engine.position import Position
from battlewright.engine.sentences import SetupWords
from battlewright.systems.heroes.record import Encounter, EventKind, FrameKind
from battlewright.systems.heroes.words.names import Names


def weapon(before: Position, choice: Any, event: EventView) -> str:
    """Return the action of whoever caused an event: the one that the event names, or else the one in progress."""
    encounter: Encounter = before.record
    who, index = event.fields.get("by", event.fields.get("who", -1)), -1
    if event.kind in (EventKind.USES, EventKind.SEVERAL):
        index = event["action"]
    else:
        for frame in encounter.frames[: encounter.depth]:
            if frame.kind in (FrameKind.ATTACK, FrameKind.CONTEST) and frame.actor == who:
                index = frame.action
    assert isinstance(before.words, SetupWords)
    names: Names = before.words.names
    found = names.action(who, index)
    return found.name if found else ""
