"""The stack of frames."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.systems.heroes.record import Encounter


@rule()
def push(battle: Encounter, kind: int, actor: int, target: int, action: int) -> None:
    """Push a new frame."""
    frame = battle.frames[battle.depth]
    frame.kind = kind
    frame.actor = actor
    frame.target = target
    frame.action = action
    battle.depth += 1


@rule()
def pop(battle: Encounter) -> None:
    """Pop the top frame, and clear it."""
    battle.depth -= 1
    frame = battle.frames[battle.depth]
    frame.kind = 0
    frame.stage = 0
    frame.actor = 0
    frame.target = 0
    frame.action = 0
    frame.band = 0
    frame.condition = 0
    frame.at = 0
    frame.own_wins = 0
    frame.their_wins = 0
    frame.own_sides = 0
    frame.their_sides = 0
    frame.shown = 0
