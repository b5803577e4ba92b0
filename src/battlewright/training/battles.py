"""Vectorised battles: a step of many battles in one call of compiled code.

    battles = Battles(system, setup, 256, seed=1, opponent="random")
    while learning:
        rewards, over = battles.step(choose(battles.table, battles.actions, battles.masks))

Each battle waits for a choice of the learner. ``step`` carries out one action in each, rolls the dice, lets the
opponent answer if there is one, and returns when the learner must choose again. A battle that is over is replaced by
the next one at once.

Battle number n under a seed has the dice of ``Session(system, setup, seed, n)``. Index i of the arrays plays the
battles i, i + count, i + 2 count and so on, so the same seed and actions give the same arrays, whatever the number of
workers.

The arrays are allocated once and overwritten by ``reset`` and ``step``: copy what you want to keep.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self

import numpy as np
import numpy.typing as npt

from battlewright.bots.workspace import no_tables, tables_for, workspace_for
from battlewright.contract.system import System
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.node import EVERYBODY
from battlewright.engine.record import allocate, array_of, int64_row, look, numbers
from battlewright.engine.rulebook import BattleT, ChoiceT, SettingT
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.training.driver import BEGIN, Opponent, Rows, Shared, stepper
from battlewright.training.sight import Ints, features_of, refuse_action

if TYPE_CHECKING:
    from pydantic import BaseModel

MAX_BATTLES = 1 << 20
PARTS = 4
"""The parts of a step for each worker; one that is done with a part takes the next, since some take longer."""
OPPONENTS = {None: Opponent.NOBODY, "random": Opponent.RANDOM, "greedy": Opponent.GREEDY}


class Battles(Generic[SettingT, BattleT, ChoiceT]):
    """A number of battles of one set-up, all at a choice of the learner.

    ``table`` (battles x features) and ``actions`` (battles x max_actions x features) are ints in thousandths, as
    ``features_of(system)`` names them; ``counts`` is the number of actions of each battle, and ``masks`` is True for
    them; ``sides`` has the sides that choose, ``numbers`` the number of each battle. ``rewards`` and ``over`` are about
    the last step: 1 if the side that chose has won, -1 if it has lost, 0 for a draw or a battle that goes on.

    ``opponent`` is None (the learner plays all sides), "random" or "greedy"; with an opponent the learner has the given
    ``side`` ("a" or "b"), or by default side a in even battles and b in odd ones. ``max_actions`` is the most actions
    of a battle (others are left out). The dice and the opponent depend on the ``seed`` alone; ``workers`` is the number
    of threads.
    """

    def __init__(
        self,
        system: System[SettingT, BattleT, ChoiceT],
        setup: BaseModel,
        count: int,
        seed: int = 0,
        *,
        opponent: str | None = None,
        side: str | None = None,
        max_actions: int | None = None,
        workers: int = 1,
    ) -> None:
        features, cores = features_of(system), os.cpu_count() or 1
        self.system, self.setup, self.count = system, setup, _within("count", count, MAX_BATTLES)
        self.max_actions = _within(
            "max_actions", system.rules.max_choices if max_actions is None else max_actions, system.rules.max_choices
        )
        self.workers = min(_within("workers", workers, max(64, cores)), count)
        self.opponent, self._side = _opponent(system, opponent), _side(system, side)
        self._setting = system.setup.build(setup)
        is_greedy = self.opponent == Opponent.GREEDY
        self._tables = tables_for(system, self._setting) if is_greedy else no_tables(system)
        self._blank = allocate(system.rules.battle)
        self._battles = allocate(system.rules.battle, count)
        self._bots = allocate(Dice, count)
        self._room = allocate(system.rules.choice, count * self.max_actions)
        self._table, self._actions = (numbers(count * size) for size in self._sizes())
        self._counts, self._sides, self._rewards, self._over, self._chosen = (numbers(count) for _ in range(5))
        self._numbers = int64_row(count)
        self.table: Ints = array_of(self._table).reshape(count, -1)
        self.actions: Ints = array_of(self._actions).reshape(count, self.max_actions, len(features.choice))
        self.counts, self.sides = array_of(self._counts), array_of(self._sides)
        self.rewards: Ints = array_of(self._rewards)
        self.numbers: npt.NDArray[np.int64] = array_of(self._numbers)
        self.masks, self.over = np.zeros((count, self.max_actions), bool), np.zeros(count, bool)
        self._every_action = np.arange(self.max_actions, dtype=np.int32)
        self._step = stepper(system)
        parts = min(PARTS * self.workers, count) if self.workers > 1 else 1
        self._parts = [self._part(number, parts) for number in range(parts)]
        self._pool = ThreadPoolExecutor(self.workers - 1) if self.workers > 1 else None
        self.reset(seed)

    def _sizes(self) -> tuple[int, int]:
        features = features_of(self.system)
        return len(features.table), self.max_actions * len(features.choice)

    def _part(self, number: int, parts: int) -> Callable[[], None]:
        """Return the step of one part of all rows, with memory of its own."""
        first, last = (self.count * each // parts for each in (number, number + 1))
        wide, long = self._sizes()
        seen = allocate(self.system.rules.battle)
        alone = self.opponent == Opponent.NOBODY
        side, by_turns = EVERYBODY if alone else self._side, not alone and self._side == EVERYBODY
        shared = Shared(self._setting, self._blank, seen, self.count, side, int(by_turns), int(self.opponent))
        rows = Rows(
            self._battles[first:last],
            self._bots[first:last],
            self._room[first * self.max_actions : last * self.max_actions],
            self._table[first * wide : last * wide],
            self._actions[first * long : last * long],
            self._counts[first:last],
            self._sides[first:last],
            self._rewards[first:last],
            self._over[first:last],
            self._chosen[first:last],
            self._numbers[first:last],
        )
        return partial(self._step, shared, workspace_for(self.system, self._tables), rows)

    def reset(self, seed: int) -> None:
        """Start again with the first battles of a seed."""
        blank = look(self.system.rules.battle, self._blank)
        seed_dice(blank.tail.dice, seed)
        blank.tail.silent = 1
        for i in range(self.count):
            seed_dice(look(Dice, self._bots, i), seed, i, Lane.BOT)
        self.numbers[:] = np.arange(self.count)
        array_of(self._chosen)[:] = BEGIN
        self._run()

    def step(self, chosen: npt.ArrayLike) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """Take an action in each battle, by its index; return ``rewards`` and ``over``."""
        indices = np.asarray(chosen)
        if indices.shape != (self.count,) or not np.issubdtype(indices.dtype, np.integer):
            raise BattlewrightError(f"A step takes {self.count} whole numbers, an action for each battle.")
        wrong = np.flatnonzero((indices < 0) | (indices >= self.counts))
        if len(wrong):
            i = int(wrong[0])
            raise refuse_action(indices[i], int(self.counts[i]), f"Battle {i}")
        array_of(self._chosen)[:] = indices
        self._run()
        return self.rewards, self.over

    def record(self, i: int) -> BattleT:
        """Return a live view of a battle's record."""
        return look(self.system.rules.battle, self._battles, i)

    def close(self) -> None:
        """Stop the workers; a step after that is an error."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _run(self) -> None:
        waiting = iter(self._parts)
        others = [self._pool.submit(_work, waiting) for _ in range(self.workers - 1)] if self._pool else []
        try:
            _work(waiting)
        finally:
            list(waiting)  # if this thread is interrupted, the others begin no more parts
            wait(others)
        for done in others:
            done.result()
        np.less(self._every_action, self.counts[:, None], out=self.masks)
        np.not_equal(array_of(self._over), 0, out=self.over)


def _work(parts: Iterator[Callable[[], None]]) -> None:
    """Do parts until none is left. Several threads take from the same iterator of a list, which the GIL allows."""
    for part in parts:
        part()


def _within(name: str, value: int, most: int) -> int:
    if not 1 <= value <= most:
        raise BattlewrightError(f"The {name} must be from 1 to {most}, not {value}.")
    return value


def _opponent(system: System, name: str | None) -> Opponent:
    if name not in OPPONENTS:
        raise UnknownError("opponent", str(name), [each for each in OPPONENTS if each])
    if name == "greedy" and system.bots.rank is None:
        raise BattlewrightError(f"There is no greedy bot for {system.title} yet.")
    return OPPONENTS[name]


def _side(system: System, name: str | None) -> int:
    if name is None:
        return EVERYBODY
    sides = SIDE_LETTERS[: system.rules.sides]
    if len(name) != 1 or name not in sides:
        raise UnknownError("side", name, sides)
    return sides.index(name)
