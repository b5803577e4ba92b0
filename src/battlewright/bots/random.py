"""The random bot: every listed choice is as likely as any other (of a list that fills its room, the first part).

It plays from Python, one choice at a time, and compiled: ``playout(system)`` gives a function that plays a whole
battle without coming back, for tests and batches.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.engine.battle import throw
from battlewright.engine.dice import Dice, Lane, pick, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many, allocate, look, numbers
from battlewright.engine.rule import rule
from battlewright.engine.session import Session
from battlewright.engine.system import System

Playout = Callable[[Many[Any], Many[Any], Many[Any], Many[int], Many[Dice], int], int]


class RandomBot:
    """Chooses at random, by a stream of its own: the same seed gives the same choices."""

    def __init__(self, seed: int = 0, index: int = 0) -> None:
        self._stream = allocate(Dice)
        self._place = numbers(1)
        seed_dice(look(Dice, self._stream), seed, index, Lane.BOT)

    def choose(self, session: Session) -> Any:
        """One of the choices of this moment."""
        listed = session.choices()
        return listed[pick_one(self._stream, self._place, len(listed))]


@rule()
def pick_one(stream: Many[Dice], place: Many[int], count: int) -> int:
    """One of ``count`` things, by the bot's own stream."""
    return pick(stream[0], place, count)


@cache
def playout(system: System) -> Playout:
    """A function that plays a system's battle at random from where it stands to its end, or for ``most`` nodes.

    It takes the setting, the battle, room for choices and faces, and the bot's stream; it gives the number of nodes.
    """
    choices, choose, roll = system.choices, system.choose, system.roll

    def play(
        setting: Many[Any], battle: Many[Any], listed: Many[Any], faces: Many[int], bot: Many[Dice], most: int
    ) -> int:
        nodes = 0
        while battle[0].node.kind != NodeKind.OVER and nodes < most:
            if battle[0].node.kind == NodeKind.CHANCE:
                throw(battle, faces)
                roll(setting, battle, faces)
            else:
                count = choices(setting, battle, listed, 0)
                chosen = pick(bot[0], faces, count)
                choose(setting, battle, listed[chosen : chosen + 1])
            nodes += 1
        return nodes

    kinds = {"setting": system.setting, "battle": system.battle, "listed": system.choice}
    play.__annotations__ |= {name: Many[kind] for name, kind in kinds.items()}  # type: ignore[valid-type]
    return rule()(play)
