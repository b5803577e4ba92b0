"""The tally of a battle: its rounds, what each side has left on the table, and who was out first."""

from __future__ import annotations

from battlewright.contract.parts import PLACES, EventCount
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.systems.skirmish.record import EventKind, Fate, Setting, Skirmish
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of

LEFT = ("models", "points")
COUNTS = (
    EventCount("stress caused", EventKind.STRESS, whose="by", amount="stress_added", against="who"),
    EventCount("shots", EventKind.SHOT),
    EventCount("hits", EventKind.HIT),
    EventCount("break-downs", EventKind.BROKE_DOWN),
)
"""What a study counts of the events of a battle."""


@rule()
def tally(setting: Row[Setting], battle: Row[Skirmish], out: Row[int]) -> None:
    """Write the rounds, then the models and points of each side. Points count wherever a model stands, even where a
    place is to be held."""
    out[0] = battle[0].round
    for side in range(2):
        models, points = 0, 0
        for who in range(first_of(setting[0], side), end_of(setting[0], side)):
            if battle[0].models[who].fate == Fate.FIELDED:
                models += 1
                points += setting[0].cards[who].points
        out[1 + 2 * side] = models
        out[2 + 2 * side] = points


@rule()
def place_of(setting: Row[Setting], who: int) -> int:
    """The place of a model: its side times PLACES, plus its index within its side."""
    side = side_of(setting[0], who)
    return side * PLACES + who - first_of(setting[0], side)


@rule("S2.T5", "S1.T4")
def first_out(setting: Row[Setting], battle: Row[Skirmish]) -> int:
    """The place of the first model in order that was removed; -1 if none was."""
    for who in range(setting[0].models):
        if battle[0].models[who].fate == Fate.REMOVED:
            return place_of(setting, who)
    return -1
