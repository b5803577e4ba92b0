"""The stack of frames: each one runs inside the one below it."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.systems.skirmish.record import NOBODY, FrameKind, Skirmish


@rule()
def push(battle: Skirmish, kind: int, actor: int, target: int, weapon: int) -> None:
    """Push a new frame."""
    frame = battle.frames[battle.depth]
    frame.kind = kind
    frame.actor = actor
    frame.target = target
    frame.weapon = weapon
    battle.depth += 1


@rule("S2.M1", "S2.K2", "S2.F10")
def push_move(battle: Skirmish, who: int, purpose: int, left: int) -> None:
    """Push a move with ``left`` range, along the path that has been set."""
    push(battle, FrameKind.MOVE, who, NOBODY, 0)
    battle.frames[battle.depth - 1].purpose = purpose
    battle.frames[battle.depth - 1].left = left
