"""Ranking with a random draw for secret choices, so that they cannot be guessed.

At a step of ``System.secret_steps`` a number is drawn and put into the scratch before ``System.rank`` is called. Each
side has its own index in a draw: two bots with the same stream do not know each other's numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.bots.workspace import Workspace
from battlewright.contract.system import System, T, X, types_of
from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.dice import Dice, draw
from battlewright.engine.record import Row
from battlewright.engine.rulebook import PROPOSAL_SIDES, B, C, S

Rank = Callable[[Row[Any], Row[Any], Workspace[Any, Any, Any], Row[Dice], int], int]
"""``System.rank`` with a workspace and streams, for the records of one system."""


@rule()
def draw_secretly(stream: Dice, faces: Row[int], side: int) -> int:
    """Draw a number for a side, from 1 to PROPOSAL_SIDES; ``faces`` is scratch space."""
    draw(stream, faces, side + 1, PROPOSAL_SIDES)
    return faces[side]


def bits_of(steps: frozenset[int]) -> int:
    """Return an int with a bit set for each of these steps."""
    return sum(1 << int(step) for step in steps)


@cache
def ranker(system: System) -> Rank:
    """Return ``System.rank`` with a secret draw from the last stream where one is needed; it returns the count."""
    assert system.bots.rank is not None, f"{system.name} ranks no choices"
    rank, secret = system.bots.rank, bits_of(system.rules.secret_steps)

    def rank_with_draw(setting: Row[S], battle: Row[B], work: Workspace[T, C, X], streams: Row[Dice], most: int) -> int:
        if (secret >> battle[0].node.step) & 1:
            stream = streams[len(streams) - 1]
            work.scratch[0].draw = draw_secretly(stream, work.faces, battle[0].node.side)
        return rank(setting, battle, work.tables, work.room, work.scratch, most)

    return rule_for(rank_with_draw, types_of(system))
