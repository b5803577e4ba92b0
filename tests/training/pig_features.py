"""What a learner is shown of Pig: an author's features for a system of their own."""

from __future__ import annotations

from battlewright.contract.parts import Features
from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import Choice
from battlewright.engine.record import Row
from tests.changes import changed
from tests.toy.pig import PIG, Kind, Pig, Setting


@rule()
def observe(setting: Row[Setting], battle: Row[Pig], side: int, out: Row[int]) -> None:
    out[0] = 1000 * battle[0].scores[side] // setting[0].goal
    out[1] = 1000 * battle[0].scores[1 - side] // setting[0].goal
    out[2] = 1000 * battle[0].at_stake // setting[0].goal


@rule()
def describe(setting: Row[Setting], battle: Row[Pig], side: int, choice: Row[Choice], out: Row[int]) -> None:
    out[0] = 1000 if choice[0].kind == Kind.ROLL else 0
    out[1] = 1000 if choice[0].kind == Kind.HOLD else 0


@rule()
def hide_the_score(setting: Row[Setting], battle: Row[Pig], side: int) -> None:
    """As if players kept their scores to themselves."""
    battle[0].scores[1 - side] = 0


FEATURES = Features(("own", "their", "at_stake"), ("roll", "hold"), observe, describe)
LEARNED = changed(PIG, learning={"features": lambda: FEATURES})
SECRETIVE = changed(LEARNED, rules={"hide": hide_the_score})
