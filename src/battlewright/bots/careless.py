"""How a bot picks from the choices that rank first: the best, or carelessly one of a few, the better the likelier.

What a choice loses against the best is measured by what the middle one of them loses, so that carelessness means the
same at every step of every system. A choice that loses ``Strength.temperature`` times as much is half as likely; and
the best choice itself is overlooked as often as ``Strength.overlooks`` says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.bots.secret_draw import bits_of, ranker
from battlewright.bots.workspace import Workspace
from battlewright.contract.parts import Strength
from battlewright.contract.system import System, T, X, types_of
from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.dice import Dice, draw
from battlewright.engine.record import Row
from battlewright.engine.rulebook import PROPOSAL_SIDES, B, C, S

BEST = 1
"""The number of a bot that takes the best choice."""
HUNDRED, MOST, HOTTEST = 100, 256, 1 << 16
"""Temperatures are in hundredths, below HOTTEST; fewer choices than MOST are picked from."""
WHOLE = 1 << 16
"""The likelihood of the best choice."""

Pick = Callable[[Row[Any], Row[Any], Workspace[Any, Any, Any], Row[Dice], int], int]


def number_of(strength: Strength) -> int:
    """Return the number by which a compiled bot without a search knows its strength."""
    return strength.choices + MOST * (round(HUNDRED * strength.temperature) + HOTTEST * strength.overlooks)


@rule()
def likelihood(loss: int, unit: int) -> int:
    """Return how likely a choice is if the best has WHOLE: half as likely for each ``unit`` that it loses."""
    halvings, rest = loss // unit, loss % unit
    if halvings >= 16:
        return 0
    whole = WHOLE >> halvings
    return whole - whole * rest // (2 * unit)


@rule()
def pick_carelessly(values: Row[int], count: int, temperature: int, overlooks: int, drawn: int) -> int:
    """Return the index of one of ``count`` choices by their values, best first; ``drawn`` is 1 to PROPOSAL_SIDES."""
    equal = 1
    while equal < count and values[equal] == values[0]:
        equal += 1
    middle = values[0] - values[equal + (count - equal - 1) // 2] if equal < count else 1
    unit, total = max(middle * temperature, 1), 0
    seen = WHOLE * (HUNDRED - overlooks) // HUNDRED if equal < count else WHOLE
    for index in range(count):
        total += seen if index < equal else likelihood((values[0] - values[index]) * HUNDRED, unit)
    wanted = total * drawn
    for index in range(count):
        likely = seen if index < equal else likelihood((values[0] - values[index]) * HUNDRED, unit)
        wanted -= likely * PROPOSAL_SIDES
        if wanted <= 0:
            return index
    return 0


@cache
def picker(system: System) -> Pick:
    """Return a function that ranks choices and returns the index in the room of the one that is made, by the number of
    the bot. Secret choices are drawn in the same way by all (``ranker``)."""
    rank, secret = ranker(system), bits_of(system.rules.secret_steps)

    def pick(setting: Row[S], battle: Row[B], work: Workspace[T, C, X], streams: Row[Dice], number: int) -> int:
        most = BEST if (secret >> battle[0].node.step) & 1 else number % MOST
        count = rank(setting, battle, work, streams, most)
        if count < 2:
            return 0
        draw(streams[len(streams) - 1], work.faces, 1, PROPOSAL_SIDES)
        values = work.scratch[0].values  # type: ignore[attr-defined]  # a system's own scratch has them
        temperature, overlooks = number // MOST % HOTTEST, number // (MOST * HOTTEST)
        return pick_carelessly(values, count, temperature, overlooks, work.faces[0])

    return rule_for(pick, types_of(system))
