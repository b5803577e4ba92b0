"""The chance to win by play-outs: a battle is played to its end many times, by the *reference* on both sides.

The reference is the greedy bot; in a system that ranks nothing, the random one. Positions that are compared are in one
*stretch* and meet the same dice: the third shot of a side has the same faces whatever was rolled before it. So two
positions stay together for long, and their difference is known much better than either chance. Stretches have streams
of their own and are independent.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import Any, Generic, NamedTuple

import numpy as np
import numpy.typing as npt

from battlewright.bots.secret_draw import bits_of
from battlewright.bots.tree import follower
from battlewright.bots.workspace import Workspace, no_tables, tables_for, workspace_for
from battlewright.contract.system import System, T, X, types_of
from battlewright.engine.compiler.rule import ready, rule, rule_for
from battlewright.engine.dice import Dice, Lane, draw, seed_dice
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import Record, Row, allocate, array_of, assign, look, numbers, restore
from battlewright.engine.rulebook import B, C, S
from battlewright.engine.time_limit import Deadline

BATCH = 64
"""The most play-outs of a stretch at once; the first times there are as many as there were before."""
SLICE = 0.1
"""The seconds between two looks at the clock."""
NOBODY = -1
KINDS, ROLLS, BLOCKS = 256, 4096, 64
"""The dice of a play-out: kinds of rolls (a step of a side), rolls of a kind until they repeat, blocks of a roll."""


@dataclass(frozen=True)
class Start:
    """Where play-outs begin. With a ``side``, this side makes the secret ``choice`` when it is asked for one; all else
    is the reference's."""

    setting: Row[Any]
    battle: bytes
    side: int = NOBODY
    choice: Any = None


@dataclass(eq=False)
class Stretch:
    """Positions that meet the same dice. ``values`` has the points of side a (1, or 0.5 for a draw) by position and
    play-out, ``seconds`` the time that they took. ``uncertainty`` is the variance, in one play-out, of the sums of
    chances that are wanted (``want``)."""

    number: int
    starts: list[Start] = field(default_factory=list)
    wanted: Sequence[npt.NDArray[np.float64]] = ()
    values: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))
    seconds: float = 0.0
    uncertainty: float = 0.0
    is_busy: bool = False

    @property
    def count(self) -> int:
        """The number of play-outs from each position."""
        return len(self.values[0]) if len(self.values) else 0

    @property
    def slice(self) -> int:
        """How many play-outs from a position take a slice of time, by those so far."""
        each = self.seconds / (self.count * len(self.starts)) if self.count else 0.0
        return max(1, int(SLICE / each)) if each else 1

    def add(self, values: npt.NDArray[np.float64], seconds: float) -> None:
        """Add play-outs."""
        self.values = np.hstack((self.values, values)) if self.count else values
        self.seconds += seconds
        self.want(self.wanted)

    def want(self, wanted: Sequence[npt.NDArray[np.float64]]) -> None:
        """Say which sums of chances are wanted: the coefficients of the positions in each."""
        self.wanted = wanted
        self.uncertainty = sum(map(self.variance, wanted))

    def variance(self, weights: npt.NDArray[np.float64]) -> float:
        """The variance of a sum of chances in one play-out. Few play-outs that agree do not prove that all would: one
        that does not is added."""
        if not weights.any():
            return 0.0
        seen = float(np.var(weights @ self.values)) * self.count if self.count else 0.0
        return (seen + 0.25) / (self.count + 1)


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error."""

    value: float
    error: float = 0.0


class Sum:
    """A sum of chances over stretches and a constant: what a part of an account comes to."""

    def __init__(self, constant: float = 0.0) -> None:
        self.constant = constant
        self.terms: dict[Stretch, dict[int, float]] = {}

    def add(self, stretch: Stretch, place: int, weight: float) -> Sum:
        """Add a position's chance, with a weight."""
        places = self.terms.setdefault(stretch, {})
        places[place] = places.get(place, 0.0) + weight
        return self

    def minus(self, *others: Sum) -> Sum:
        """Return this sum minus some others."""
        made = Sum(self.constant - sum(other.constant for other in others))
        for sign, each in ((1.0, self), *((-1.0, other) for other in others)):
            for stretch, places in each.terms.items():
                for place, weight in places.items():
                    made.add(stretch, place, sign * weight)
        return made

    def weights(self, stretch: Stretch) -> npt.NDArray[np.float64]:
        """The coefficients of a stretch's positions."""
        made = np.zeros(len(stretch.starts))
        for place, weight in self.terms.get(stretch, {}).items():
            made[place] = weight
        return made

    @property
    def estimate(self) -> Estimate:
        """What it comes to, by the play-outs so far."""
        value, variance = self.constant, 0.0
        for stretch in self.terms:
            weights = self.weights(stretch)
            value += float(weights @ stretch.values.mean(axis=1)) if stretch.count else 0.0
            variance += stretch.variance(weights) / max(stretch.count, 1)
        return Estimate(value, sqrt(variance))


class Order(Record):
    """What a call of ``playouts`` is to do: the side with a secret choice, the number of the first play-out, and the
    most nodes of each."""

    side: int
    first: int
    most: int


class Table(NamedTuple, Generic[B, C]):
    """The memory of play-outs: where they begin, the battle that is played, the secret choice, the dice, how many rolls
    of each kind there were, and for each play-out the points of side a, doubled."""

    start: Row[B]
    battle: Row[B]
    choice: Row[C]
    dice: Row[Dice]
    rolled: Row[int]
    points: Row[int]


@rule()
def find_dice(dice: Dice, rolled: Row[int], node: Node) -> None:
    """Move the stream to the dice of a node: those of its side and step, by how many there were before."""
    kind = (node.step * 3 + node.side + 1) % KINDS
    dice.blocks = (kind * ROLLS + rolled[kind] % ROLLS) * BLOCKS
    rolled[kind] += 1


@cache
def playouts(system: System) -> Callable[..., int]:
    """Return a function that plays a battle to its end many times; a battle of too many nodes is a draw."""
    roll, choose, follow = system.rules.roll, system.rules.choose, follower(system)
    secret = bits_of(system.rules.secret_steps)

    def play(setting: Row[S], table: Table[B, C], work: Workspace[T, C, X], order: Row[Order]) -> int:
        battle, plan = table.battle, order[0]
        for index in range(len(table.points)):
            battle[0] = table.start[0]
            table.rolled[:] = 0
            table.dice[0].index_low = plan.first + index
            side, nodes = plan.side, 0
            while battle[0].node.kind != NodeKind.OVER and nodes < plan.most:
                nodes += 1
                find_dice(table.dice[0], table.rolled, battle[0].node)
                if battle[0].node.kind == NodeKind.CHANCE:
                    draw(table.dice[0], work.faces, battle[0].node.dice, battle[0].node.sides)
                    roll(setting, battle, work.faces)
                    continue
                if battle[0].node.side == side and (secret >> battle[0].node.step) & 1:
                    choose(setting, battle, table.choice)
                    side = -1
                else:
                    follow(setting, battle, work, table.dice)
            points = 1
            if battle[0].node.kind == NodeKind.OVER and battle[0].node.result:
                points = 2 if battle[0].node.result == 1 else 0
            table.points[index] = points
        return len(table.points)

    return rule_for(play, types_of(system))


class Player:
    """Plays battles to their end, in memory that is reused."""

    def __init__(self, system: System, seed: int) -> None:
        self.system, self.seed = system, seed
        self.start, self.battle = allocate(system.rules.battle), allocate(system.rules.battle)
        self.choice, self.dice, self.order = allocate(system.rules.choice), allocate(Dice), allocate(Order)
        self.rolled = numbers(KINDS)
        self._works: list[tuple[Row[Any], Workspace[Any, Any, Any]]] = []
        self._play = ready(playouts(system))

    def play(self, start: Start, number: int, first: int, count: int) -> npt.NDArray[np.float64]:
        """Return the points of side a in play-outs ``first`` to ``first + count - 1`` of a stretch."""
        rules, points = self.system.rules, numbers(count)
        restore(self.start, start.battle)
        look(rules.battle, self.start).tail.silent = 1
        seed_dice(look(Dice, self.dice), self.seed, number << 32, Lane.BOT)
        if start.choice is not None:
            assign(look(rules.choice, self.choice), start.choice)
        order = look(Order, self.order)
        order.side, order.first, order.most = start.side, first, rules.max_nodes
        table = Table(self.start, self.battle, self.choice, self.dice, self.rolled, points)
        self._play(start.setting, table, self._work(start.setting), self.order)
        return array_of(points) / 2

    def _work(self, setting: Row[Any]) -> Workspace[Any, Any, Any]:
        for known, work in self._works:
            if known is setting:
                return work
        tables = tables_for(self.system, setting) if self.system.bots.rank else no_tables(self.system)
        self._works.append((setting, workspace_for(self.system, tables)))
        return self._works[-1][1]


class Evaluator:
    """Plays stretches on some threads. ``pick`` says which one is next, until it has none, or until the time is up."""

    def __init__(self, system: System, workers: int, seed: int) -> None:
        self.players = [Player(system, seed) for _ in range(workers)]
        self._lock = threading.Lock()

    def run(
        self,
        pick: Callable[[], Stretch | None],
        deadline: Deadline | None = None,
        progress: Callable[[], None] = lambda: None,
        every: float = 0.2,
    ) -> None:
        """Play stretches until ``pick`` returns None; ``progress`` is called every so many seconds. The deadline, and
        an interrupt, end the batches that are being played: they do not count."""
        stopped = threading.Event()

        def is_late() -> bool:
            return stopped.is_set() or (deadline is not None and not deadline.left)

        def next_stretch() -> tuple[Stretch, int] | None:
            with self._lock:
                stretch = None if is_late() else pick()
                if stretch is None:
                    return None
                stretch.is_busy = True
                return stretch, min(max(stretch.count, 1), BATCH)

        def work(player: Player) -> None:
            while found := next_stretch():
                stretch, count = found
                began = time.perf_counter()
                values = np.zeros((len(stretch.starts), count))
                for place, start in enumerate(stretch.starts):
                    for first in range(0, count, stretch.slice):
                        if is_late():
                            return
                        last = min(first + stretch.slice, count)
                        number = stretch.count + first
                        values[place, first:last] = player.play(start, stretch.number, number, last - first)
                with self._lock:
                    stretch.add(values, time.perf_counter() - began)
                    stretch.is_busy = False

        with ThreadPoolExecutor(len(self.players)) as pool:
            left = {pool.submit(work, player) for player in self.players}
            try:
                while left:
                    done, left = wait(left, every, FIRST_COMPLETED)
                    for each in done:
                        each.result()
                    progress()
            finally:
                stopped.set()


def most_uncertain(stretches: Sequence[Stretch], least: int) -> Stretch | None:
    """Return the stretch whose next play-outs make the wanted sums most certain for their time; first of all one with
    fewer than ``least`` play-outs. None where all are busy."""
    free = [each for each in stretches if not each.is_busy]
    few = min(free, key=lambda each: each.count, default=None)
    if few is None or few.count < least:
        return few
    return max(free, key=_gain)


def _gain(stretch: Stretch) -> float:
    return stretch.uncertainty / (stretch.count * stretch.seconds)
