"""The action behind an event, for frames of events."""

from __future__ import annotations

from typing import Any

from battlewright.engine.events import EventView
from battlewright.engine.position import Position
from battlewright.engine.sentences import SetupWords
from battlewright.systems.formations.record import Engagement, EventKind, FrameKind
from battlewright.systems.formations.words.names import Names


def weapon(before: Position, choice: Any, event: EventView) -> str:
    """Return the action that an event names, or else the one in progress, of whichever group it is."""
    engagement: Engagement = before.record
    assert isinstance(before.words, SetupWords)
    names: Names = before.words.names
    if event.kind == EventKind.DECLARED:
        return names.action(event["who"], event["action"]).name
    frame = engagement.frames[max(engagement.depth - 1, 0)]
    if frame.kind != FrameKind.ROLL or frame.action < 0 or "who" not in event.fields:
        return ""
    return names.action(frame.actor, frame.action).name
