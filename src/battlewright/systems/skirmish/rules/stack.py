"""The stack of frames: each one runs inside the one below it."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.systems.skirmish.record import NOBODY, Frame, FrameKind, Skirmish


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


@rule()
def pop(battle: Skirmish) -> None:
    """Pop the top frame, and clear it so that equal positions stay equal."""
    battle.depth -= 1
    clear_frame(battle.frames[battle.depth])


@rule()
def clear_frame(frame: Frame) -> None:
    """Clear a frame."""
    frame.kind = 0
    frame.stage = 0
    frame.actor = 0
    frame.target = 0
    frame.weapon = 0
    frame.purpose = 0
    frame.left = 0
    frame.difficulty = 0
    frame.need = 0
    frame.obstacles = 0
    frame.gain = 0
    frame.reaction = 0
    frame.hit = 0
    frame.critical = 0
    frame.chain = 0
    frame.at = 0
    frame.own = 0
    frame.own_critical = 0
    frame.their = 0
    frame.their_critical = 0
    frame.turn = 0
    frame.own_split = 0
    frame.their_split = 0
    frame.their_weapon = 0
    frame.own_parries = 0
    frame.own_critical_parries = 0
    frame.their_parries = 0
    frame.their_critical_parries = 0
