"""The greedy bot: it takes the choice that the system ranks first, one action ahead.

It has no memory: the same position gets the same choice, except for secret choices, which use its own random draws.
It plays from Python, one choice at a time, or compiled: ``playout(system)`` plays a whole battle, with a bot at each
side.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.bots import random
from battlewright.bots.secret_draw import ranker
from battlewright.bots.workspace import Workspace, tables_for, workspace_for
from battlewright.contract.system import System, T, X, system_of, types_of
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import rule_for
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, copy_of, look, same
from battlewright.engine.rulebook import B, C, S

Playout = Callable[[Row[Any], Row[Any], Workspace[Any, Any, Any], Row[int], Row[Dice], int], int]


class GreedyBot:
    """Takes the choice that ranks first, with the given tables or those of the battle's setting."""

    def __init__(self, seed: int = 0, index: int = 0, tables: Any = None) -> None:
        self._given, self._streams = tables, allocate(Dice)
        seed_dice(look(Dice, self._streams), seed, index, Lane.SECRET)
        self._setting: Row[Any] | None = None

    def prepare(self, seen: Position) -> None:
        """Load the tables for a battle, before the first choice."""
        system = system_of(seen)
        if system.bots.rank is None:
            raise BattlewrightError(f"There is no greedy bot for {system.title} yet.")
        self._setting = seen.setting
        tables = tables_for(system, seen.setting) if self._given is None else self._given
        self._work, self._rank = workspace_for(system, tables), ranker(system)

    def choose(self, seen: Position) -> Any:
        """Return the choice that ranks first."""
        if self._setting is not seen.setting:
            if self._setting is None or not same(self._setting, seen.setting):
                self.prepare(seen)
            self._setting = seen.setting
        streams = self._streams if seen.draws is None else seen.draws
        self._rank(seen.setting, seen.battle, self._work, streams, 1)
        return copy_of(look(seen.system.rules.choice, self._work.room))


@cache
def playout(system: System) -> Playout:
    """Return a function that plays a battle from its current node to its end, or for at most ``most`` nodes.

    The function returns the number of nodes. ``greedy`` has a 1 for each side of the
    greedy bot and a 0 for each of the random one; all are random where the system ranks nothing. The last of the bots'
    streams is for secret draws (one stream may serve for both).
    """
    if system.bots.rank is None:
        return _playout_at_random(system)
    roll, choose, rank, act = system.rules.roll, system.rules.choose, ranker(system), random.act(system)

    def play(
        setting: Row[S], battle: Row[B], work: Workspace[T, C, X], greedy: Row[int], bot: Row[Dice], most: int
    ) -> int:
        nodes = 0
        while battle[0].node.kind != NodeKind.OVER and nodes < most:
            if battle[0].node.kind == NodeKind.CHANCE:
                draw_faces(battle, work.faces)
                roll(setting, battle, work.faces)
            elif greedy[battle[0].node.side]:
                rank(setting, battle, work, bot, 1)
                choose(setting, battle, work.room[:1])
            else:
                act(setting, battle, work.room, work.faces, bot)
            nodes += 1
        return nodes

    return rule_for(play, types_of(system))


def _playout_at_random(system: System) -> Playout:
    at_random = random.playout(system)

    def play(
        setting: Row[S], battle: Row[B], work: Workspace[T, C, X], greedy: Row[int], bot: Row[Dice], most: int
    ) -> int:
        return at_random(setting, battle, work.room, work.faces, bot, most)

    return rule_for(play, types_of(system))
