"""The weapon behind an event, for frames of events."""

from __future__ import annotations

from typing import Any

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.events import EventKinds, EventView
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.sentences import SetupWords
from battlewright.systems.skirmish.record import ChoiceKind, EventKind, FrameKind, Setting, Skirmish
from battlewright.systems.skirmish.rules.move import threatens
from battlewright.systems.skirmish.words.names import Names

NAMING: dict[EventKinds, FrameKind] = {
    EventKind.SHOT: FrameKind.SHOT,
    EventKind.ENGAGED: FrameKind.CLASH,
    EventKind.TARGETED: FrameKind.CLASH,
}
"""The events that name their weapon, with the exchanges in which such a weapon is used."""
EXCHANGES = (FrameKind.SHOT, FrameKind.CLASH, FrameKind.DIVISION)


def weapon(before: Position, choice: Any, event: EventView) -> str:
    """Return the weapon of whoever caused an event: the one that the event names, or else the one that it uses in the
    innermost exchange in which it shoots or fights."""
    battle: Skirmish = before.record
    who = event.fields.get("by", event.fields.get("who", -1))
    if event.kind in NAMING:
        return _name(before, NAMING[event.kind], who, event["weapon"])
    for frame in reversed(list(battle.frames[: battle.depth])):
        if frame.kind not in EXCHANGES or who not in (frame.actor, frame.target):
            continue
        if frame.actor == who:
            return _name(before, frame.kind, who, frame.weapon)
        if frame.kind == FrameKind.DIVISION:
            return _name(before, frame.kind, who, frame.their_weapon)
        if frame.kind == FrameKind.CLASH and event.kind == EventKind.STRUCK:
            return _name(before, frame.kind, who, _defending(before, choice, who, frame.actor))
    return ""


def _defending(before: Position, choice: Any, who: int, whom: int) -> int:
    """Return the weapon with which a defender strikes: the one that it chose, or else the only one that reaches."""
    if choice is not None and choice.kind == ChoiceKind.STRIKE and choice.weapon >= 0:
        return int(choice.weapon)
    setting, battle = look(Setting, before.setting), before.record
    reaching = [at for at in range(setting.cards[who].blades) if as_plain(threatens)(setting, battle, who, at, whom)]
    return reaching[0] if len(reaching) == 1 else -1


def _name(before: Position, kind: int, who: int, index: int) -> str:
    assert isinstance(before.words, SetupWords)
    names: Names = before.words.names
    carried = names.guns(who) if kind == FrameKind.SHOT else names.blades(who)
    return carried[index].name if 0 <= index < len(carried) else ""
