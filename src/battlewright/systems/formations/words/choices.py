"""The text of a choice in a list, and the group that it is made for."""

from __future__ import annotations

from battlewright.engine.position import Position
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    NOBODY,
    SIDES,
    SLOTS,
    ChoiceKind,
    Engagement,
    FormationsChoice,
    RollKind,
    Setting,
    Step,
)
from battlewright.systems.formations.words.names import Names, describe


def choice_text(names: Names, engagement: Engagement, choice: FormationsChoice) -> str:
    """Return a choice in words."""
    if choice.kind == ChoiceKind.ACTIVATE:
        return names.group(choice.group)
    actor = engagement.frames[engagement.depth - 1].actor
    if choice.kind == ChoiceKind.ACT:
        action = names.action(actor, choice.action)
        is_plain = is_plain_attack(names, actor, choice.action)
        what = action.name if is_plain else f"{action.name} ({describe(action)})"
        return f"{what}: {names.group(choice.target)}"
    shown = engagement.frames[engagement.depth - 1].shown
    named = [
        f"{choice.dice[face - 1]} of {shown[face - 1]} {_face(names, engagement, face)}"
        for face in range(1, SIDES + 1)
        if choice.dice[face - 1]
    ]
    return f"Reroll {', '.join(named)}" if named else "Keep them all"


def is_plain_attack(names: Names, slot: int, action: int) -> bool:
    """Return whether an action is the plain attack of a group with ATK, whose name says what it does."""
    return action == 0 and names.kind(slot).atk > 0


def _face(names: Names, engagement: Engagement, face: int) -> str:
    """Return the dice under one face: by name where only success matters, else by number."""
    frame = engagement.frames[engagement.depth - 1]
    if frame.action >= 0 and names.action(frame.actor, frame.action).combination:
        return f"showing {face}"
    if frame.roll == RollKind.TEST:
        return "(the failed test)" if face == 1 else "(the passed test)"
    if face < frame.score:
        return "misses"
    return "sixes" if names.setup.heavy_sixes and face == SIDES and frame.score < SIDES else "hits"


def decider(position: Position[Setting, Engagement, FormationsChoice], choice: FormationsChoice | None) -> int:
    """Return the group that a choice is made for, or without a choice the one that must choose; -1 for the whole side,
    which chooses the group to activate. The second model of a broken formation belongs to its group."""
    engagement = position.record
    if position.node.step == Step.ACTIVATE:
        slot = NOBODY if choice is None else choice.group
    else:
        slot = engagement.frames[max(engagement.depth - 1, 0)].actor
    return slot if slot < 0 else slot // SLOTS * SLOTS + slot % SLOTS % MAX_GROUPS
