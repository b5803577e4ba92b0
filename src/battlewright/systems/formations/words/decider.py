"""The group that a choice is made for."""

from __future__ import annotations

from battlewright.engine.position import Position
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    NOBODY,
    SLOTS,
    Engagement,
    FormationsChoice,
    Setting,
    Step,
)


def decider(position: Position[Setting, Engagement, FormationsChoice], choice: FormationsChoice | None) -> int:
    """Return the group that a choice is made for, or without a choice the one that must choose; -1 for the whole side,
    which chooses the group to activate. The second model of a broken formation belongs to its group."""
    engagement = position.record
    if position.node.step == Step.ACTIVATE:
        slot = NOBODY if choice is None else choice.group
    else:
        slot = engagement.frames[max(engagement.depth - 1, 0)].actor
    return slot if slot < 0 else slot // SLOTS * SLOTS + slot % SLOTS % MAX_GROUPS
