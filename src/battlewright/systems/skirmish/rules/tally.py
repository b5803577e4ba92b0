"""The tally of a battle: its rounds, and the models and points that each side has left on the table."""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import Fate, Setting, Skirmish
from battlewright.systems.skirmish.rules.sides import end_of, first_of

LEFT = ("models", "points")


@rule()
def tally(setting: Many[Setting], battle: Many[Skirmish], out: Many[int]) -> None:
    """Write the rounds, then the models and points of each side. Points count wherever a model stands, even where a
    place is to be held."""
    out[0] = battle[0].round
    for seat in range(2):
        models, points = 0, 0
        for who in range(first_of(setting[0], seat), end_of(setting[0], seat)):
            if battle[0].models[who].fate == Fate.FIELDED:
                models += 1
                points += setting[0].cards[who].points
        out[1 + 2 * seat] = models
        out[2 + 2 * seat] = points
