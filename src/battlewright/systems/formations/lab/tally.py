"""The tally of an engagement: its rounds, and the models and the strength that each force has left."""

from __future__ import annotations

from battlewright.contract.parts import PLACES, EventCount
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.systems.formations.record import MAX_GROUPS, SLOTS, Engagement, EventKind, Setting
from battlewright.systems.formations.rules.groups import strength

LEFT = ("models", "strength")
COUNTS = (
    EventCount("Wounds taken", EventKind.WOUNDED, amount="wounds"),
    EventCount("actions declared", EventKind.DECLARED),
    EventCount("actions lost", EventKind.LOST_ACTION),
)
"""What a study counts of the events of an engagement."""


@rule()
def tally(setting: Row[Setting], battle: Row[Engagement], out: Row[int]) -> None:
    """Write the rounds, then each force's models and its MIGHT minus its Wounds."""
    out[0] = battle[0].round
    for side in range(2):
        models = 0
        for slot in range(side * SLOTS, (side + 1) * SLOTS):
            models += battle[0].groups[slot].models
        out[1 + 2 * side] = models
        out[2 + 2 * side] = strength(setting[0], battle[0], side)


@rule()
def place_of(setting: Row[Setting], slot: int) -> int:
    """Return the place of a group: its side times PLACES, plus its index within its force."""
    return slot // SLOTS * PLACES + slot % SLOTS


@rule("F.G1", "F.G2")
def first_out(setting: Row[Setting], battle: Row[Engagement]) -> int:
    """Return the place of the first group in order that is removed or broken up; -1 if none is."""
    for number in range(2 * MAX_GROUPS):
        slot = number // MAX_GROUPS * SLOTS + number % MAX_GROUPS
        if setting[0].musters[number].models > 0 and battle[0].groups[slot].models == 0:
            return place_of(setting, slot)
    return -1
