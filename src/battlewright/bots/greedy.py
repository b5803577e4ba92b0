"""The greedy bot: of all choices the one that looks best, as the system judges it, one action ahead.

It keeps nothing in mind: the same position gets the same choice, but for what is chosen in secret, which it leaves to
lots of its own. It plays from Python, one choice at a time, and compiled: ``playout(system)`` plays a whole battle,
with a bot of its own at each seat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.bots import random
from battlewright.bots import tables as lores
from battlewright.bots.secret_draw import adviser
from battlewright.engine.battle import throw
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many, allocate, copy_of, look, numbers
from battlewright.engine.rule import rule
from battlewright.engine.session import Session
from battlewright.engine.system import CHANCES, System

Playout = Callable[[Many[Any], Many[Any], Many[int], Many[int], Many[Any], Many[int], Many[int], Many[Dice], int], int]


class GreedyBot:
    """Chooses what looks best; by a lore that it is given, or by the battle's own."""

    def __init__(self, seed: int = 0, index: int = 0, lore: Many[int] | None = None) -> None:
        self._given, self._lots, self._faces = lore, allocate(Dice), numbers(CHANCES)
        seed_dice(look(Dice, self._lots), seed, index, Lane.LOT)
        self._setting: Many[Any] | None = None

    def sit_down(self, session: Session) -> None:
        """Read what it knows by heart about a battle, before it is asked."""
        system = session.system
        if system.judge is None:
            raise BattlewrightError(f"There is no greedy bot for {system.title} yet.")
        self._setting = session.setting
        self._lore = lores.lore_of(system.name, session.setting) if self._given is None else self._given
        self._room: Many[Any] = allocate(system.choice, system.max_choices)
        self._notes, self._advise = numbers(system.notes), adviser(system)

    def choose(self, session: Session) -> Any:
        """What looks best at this moment."""
        if self._setting is not session.setting:
            self.sit_down(session)
        rows = (self._room, self._notes, self._faces, self._lots)
        self._advise(session.setting, session.battle, self._lore, *rows, 1)
        return copy_of(look(session.system.choice, self._room))


@cache
def playout(system: System) -> Playout:
    """A function that plays a battle from where it stands to its end, or for ``most`` nodes; it gives their number.

    ``greedy`` says of each seat whether the greedy bot sits there (1) or the random one (0). The other arguments are
    those of ``random.playout``, the lore and notes; of the bots' streams the last is for lots (there may be just one).
    """
    assert system.judge is not None, f"no greedy bot plays {system.name}"
    roll, choose, advise, act = system.roll, system.choose, adviser(system), random.act(system)

    def play(
        setting: Many[Any],
        battle: Many[Any],
        lore: Many[int],
        greedy: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        bot: Many[Dice],
        most: int,
    ) -> int:
        nodes = 0
        while battle[0].node.kind != NodeKind.OVER and nodes < most:
            if battle[0].node.kind == NodeKind.CHANCE:
                throw(battle, faces)
                roll(setting, battle, faces)
            elif greedy[battle[0].node.seat]:
                advise(setting, battle, lore, room, notes, faces, bot, 1)
                if choose(setting, battle, room[:1]):
                    return -1
            else:
                act(setting, battle, room, faces, bot)
            nodes += 1
        return nodes

    kinds = {"setting": system.setting, "battle": system.battle, "room": system.choice}
    play.__annotations__ |= {name: Many[kind] for name, kind in kinds.items()}  # type: ignore[valid-type]
    return rule()(play)
