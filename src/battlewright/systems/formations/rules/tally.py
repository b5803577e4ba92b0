"""The tally of an engagement: its rounds, and the models and the strength that each force has left."""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.formations.record import SLOTS, Engagement, Setting
from battlewright.systems.formations.rules.groups import strength

LEFT = ("models", "strength")


@rule()
def tally(setting: Many[Setting], battle: Many[Engagement], out: Many[int]) -> None:
    """Write the rounds, then each force's models and its MIGHT minus its Wounds."""
    out[0] = battle[0].round
    for seat in range(2):
        models = 0
        for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
            models += battle[0].groups[slot].models
        out[1 + 2 * seat] = models
        out[2 + 2 * seat] = strength(setting[0], battle[0], seat)
