"""The win chance over a battle, by rollouts: from several moments it is played to the end many times, by the greedy bot
for both sides, or at random in a system without one.

``low`` and ``high`` are the 95% Wilson interval of the bot's win rate. People may play differently.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

from battlewright.bots import greedy, random
from battlewright.bots.workspace import no_tables, tables_for, workspace_for
from battlewright.contract.system import System, system_of
from battlewright.engine.compiler.rule import ready
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, look, numbers, restore, snapshot
from battlewright.engine.session import Session
from battlewright.engine.time_limit import Deadline
from battlewright.odds.distribution import wilson
from battlewright.play.battle_report_data import RolledOut, RolloutsData

MOMENTS = 60
"""The number of moments, evenly spaced over the battle."""
BATTLES_PER_PASS = 8
"""The battles from each moment before the clock is read."""
MAX_BATTLES = 256
"""The most battles from one moment."""
SWINGS = 5
SEED = 22


@dataclass
class Estimate:
    """The share of side a among the battles from a moment; a draw is half a win."""

    at: int
    battles: int = 0
    points: float = 0.0
    is_certain: bool = False

    @property
    def chance(self) -> float:
        """The share of battles that side a has won."""
        return self.points / self.battles if self.battles else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval around it."""
        return (self.chance, self.chance) if self.is_certain else wilson(self.points, self.battles)

    def as_data(self) -> RolledOut:
        """Return it as plain data."""
        low, high = self.interval
        return {"at": self.at, "chance": self.chance, "low": low, "high": high, "battles": self.battles}


@dataclass
class Rollouts:
    """The chance of side a to win, moment by moment, and which bot has played."""

    bot: str
    estimates: list[Estimate] = field(default_factory=list)

    @property
    def swings(self) -> list[tuple[Estimate, Estimate]]:
        """The largest changes from one moment to the next, in order, without those that may be noise."""
        pairs = [(one, next) for one, next in pairwise(self.estimates) if _are_apart(one.interval, next.interval)]
        largest = sorted(pairs, key=lambda pair: -abs(pair[1].chance - pair[0].chance))[:SWINGS]
        return sorted(largest, key=lambda pair: pair[0].at)

    def as_data(self) -> RolloutsData:
        """Return it as plain data."""
        return {
            "bot": self.bot,
            "moments": [each.as_data() for each in self.estimates],
            "swings": [
                {"from": one.at, "to": next.at, "before": one.chance, "after": next.chance} for one, next in self.swings
            ],
        }


def _are_apart(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[1] < other[0] or other[1] < one[0]


def rollouts_of(session: Session, seconds: float, beside: Iterable[int] = ()) -> Rollouts | None:
    """Return the win chance at some moments of a battle, and at those ``beside``, in about ``seconds``; None where
    there are not two sides. All moments are given the same number of battles, at least ``BATTLES_PER_PASS``."""
    system, steps = system_of(session), len(session.steps)
    if system.rules.sides != 2:
        return None
    every = max(1, math.ceil(steps / MOMENTS))
    wanted = sorted({*range(0, steps, every), *(at for at in beside if 0 <= at < steps), steps})
    made = Rollouts("random" if system.bots.rank is None else "greedy", [Estimate(at) for at in wanted])
    battles = {at: snapshot(session.position_at(at).battle) for at in wanted}
    deadline, player = Deadline(seconds), _Player(system, session.setting)
    for first in range(0, MAX_BATTLES, BATTLES_PER_PASS):
        for each in made.estimates:
            player.play(each, battles[each.at], range(first, first + BATTLES_PER_PASS))
        if not deadline.left:
            break
    return made


class _Player:
    """Plays battles to their end, in memory that is reused for each."""

    def __init__(self, system: System, setting: Row[Any]) -> None:
        is_greedy = system.bots.rank is not None
        work = workspace_for(system, tables_for(system, setting) if is_greedy else no_tables(system))
        self.battle, self.streams = allocate(system.rules.battle), allocate(Dice, 2)
        self.record = look(system.rules.battle, self.battle)
        play = ready((greedy if is_greedy else random).playout(system))
        given = (work, numbers([1, 1])) if is_greedy else (work.room, work.faces)
        self._play_out = partial(play, setting, self.battle, *given, self.streams, system.rules.max_nodes)

    def play(self, estimate: Estimate, battle: bytes, indices: range) -> None:
        """Play more battles from a moment. A battle that is over there has its result already."""
        for index in indices:
            restore(self.battle, battle)
            if self.record.node.kind == NodeKind.OVER:
                estimate.battles, estimate.points, estimate.is_certain = 1, self._points, True
                return
            self._seed(estimate.at * MAX_BATTLES + index)
            self._play_out()
            if self.record.node.kind == NodeKind.OVER:
                estimate.battles += 1
                estimate.points += self._points

    def _seed(self, index: int) -> None:
        self.record.tail.silent = 1
        seed_dice(self.record.tail.dice, SEED, index)
        for place, lane in enumerate((Lane.BOT, Lane.SECRET)):
            seed_dice(look(Dice, self.streams, place), SEED, index, lane)

    @property
    def _points(self) -> float:
        return (0.5, 1.0, 0.0)[self.record.node.result]
