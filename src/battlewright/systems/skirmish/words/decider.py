"""The model that a choice is made for."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.systems.skirmish.record import (
    NOBODY,
    ChoiceKind,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.sides import side_of
from battlewright.systems.skirmish.words.names import frame_of

BY_SIDE = (Step.DEPLOY, Step.ACTIVATE, Step.TAKE_PLACE)
"""The steps at which a side chooses one of its models."""


def decider(position: Position[Setting, Skirmish, SkirmishChoice], choice: SkirmishChoice | None) -> int:
    """The model that a choice is made for, or without a choice the one that must choose; -1 for the whole side, which
    chooses the model to place or to activate, and whether a friend takes the target's place."""
    if position.node.step in BY_SIDE:
        return NOBODY if choice is None or choice.kind == ChoiceKind.KEEP_PLACE else choice.who
    frame, setting = frame_of(position.record), look(Setting, position.setting)
    if frame.target < 0 or as_plain(side_of)(setting, frame.actor) == position.node.side:
        return frame.actor
    return frame.target
