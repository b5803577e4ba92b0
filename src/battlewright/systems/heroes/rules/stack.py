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
