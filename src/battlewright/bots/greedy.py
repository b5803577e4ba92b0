"""The greedy bot: it takes the choice that the system ranks first, one action ahead; or carelessly one of the first.

It has no memory: the same position gets the same choice, except for secret and careless choices, which use its own
random draws. It plays from Python, one choice at a time, or compiled: ``playout(system)`` plays a whole battle, with a
bot at each side.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.bots import random
from battlewright.bots.careless import BEST, picker
from battlewright.bots.workspace import Workspace, tables_for, workspace_for
from battlewright.contract.system import System, T, X, system_of, types_of
from battlewright.engine.battle import draw_faces, drawer
from battlewright.engine.compiler.rule import rule_for
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import MASTER, NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, copy_of, look, same
from battlewright.engine.rulebook import B, C, S


def quick_rules(system: System) -> list[Any]:
    """Return the rules by which a battle is fought with bots that choose at once."""
    rules = system.rules
    usual = picker(system) if system.bots.rank else random.act(system)
    dice = drawer(rules.battle)  # type: ignore[arg-type]  # to a type checker no type of Any can be hashed
    return [rules.start, rules.choices, rules.refusal, rules.choose, rules.roll, rules.hide, dice, usual]


Playout = Callable[[Row[Any], Row[Any], Workspace[Any, Any, Any], Row[int], Row[Dice], int], int]


class GreedyBot:
    """Takes the choice that ranks first, with the given tables or those of the battle's setting; one of the first, if
    its number says so (``careless.number_of``)."""

    def __init__(self, seed: int = 0, index: int = 0, tables: Any = None, number: int = BEST) -> None:
        self.number, self._given, self._streams = number, tables, allocate(Dice)
        seed_dice(look(Dice, self._streams), seed, index, Lane.SECRET)
        self._setting: Row[Any] | None = None

    def prepare(self, seen: Position) -> None:
        """Load the tables for a battle, before the first choice."""
        system = system_of(seen)
        if system.bots.rank is None:
            raise BattlewrightError(f"There is no greedy bot for {system.title} yet.")
        self._setting = seen.setting
        tables = tables_for(system, seen.setting) if self._given is None else self._given
        self._work, self._pick = workspace_for(system, tables), picker(system)

    def choose(self, seen: Position) -> Any:
        """Return the choice that ranks first, or one of the first."""
        if self._setting is not seen.setting:
            if self._setting is None or not same(self._setting, seen.setting):
                self.prepare(seen)
            self._setting = seen.setting
        streams = self._streams if seen.draws is None else seen.draws
        picked = self._pick(seen.setting, seen.battle, self._work, streams, self.number)
        return copy_of(look(seen.system.rules.choice, self._work.room, picked))


@cache
def playout(system: System) -> Playout:
    """Return a function that plays a battle from its current node to its end, or for at most ``most`` nodes.

    The function returns the number of nodes. ``greedy`` has the number of the bot at each side: 1 for the greedy one, 0
    for the random one; all are random where the system ranks nothing. The last of the bots' streams is for secret and
    careless draws (one stream may serve for both).
    """
    if system.bots.rank is None:
        return _playout_at_random(system)
    roll, choose, pick, act = system.rules.roll, system.rules.choose, picker(system), random.act(system)

    def play(
        setting: Row[S], battle: Row[B], work: Workspace[T, C, X], greedy: Row[int], bot: Row[Dice], most: int
    ) -> int:
        nodes = 0
        while battle[0].node.kind != NodeKind.OVER and nodes < most:
            if battle[0].node.kind == NodeKind.CHANCE:
                draw_faces(battle, work.faces)
                roll(setting, battle, work.faces)
            elif battle[0].node.side != MASTER and greedy[battle[0].node.side]:
                picked = pick(setting, battle, work, bot, greedy[battle[0].node.side])
                choose(setting, battle, work.room[picked : picked + 1])
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
