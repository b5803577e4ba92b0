"""The chance to win where decisions lead back to where they were made: value iteration over all positions.

Backward induction needs an order of the positions, which such a battle has not. Here every position's chance is worked
out again from those that follow, until none changes any more: not exact, but as near as a float is. A battle that
never ends counts as half won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from battlewright.engine.errors import TooLarge
from battlewright.engine.node import Choice, NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import allocate, assign, look, memory_of, numbers, position, restore, snapshot
from battlewright.engine.time_limit import Deadline

MOST_OUTCOMES = 1_296
CHECKED = 256
"""The number of positions between two checks of the clock."""
CONVERGED = 1e-10
"""The largest change of any chance at which the iteration stops."""
HALF = 0.5

Floats = npt.NDArray[np.float64]


def win_chances(at: Position, choices: Sequence[Choice], seconds: float) -> list[float]:
    """Return the chance to win behind each choice, with best play by both sides. Raises TooLarge after ``seconds``."""
    graph = _Graph(at, Deadline(seconds))
    after = [graph.find(choice) for choice in choices]
    graph.explore()
    values = graph.solve()
    return [float(values[index]) for index in after]


class _Graph:
    """All positions that may follow one, by the bytes of their records."""

    def __init__(self, at: Position, deadline: Deadline) -> None:
        self.rules, self.setting, self.side, self.deadline = at.system.rules, at.setting, at.node.side, deadline
        self.battle = allocate(self.rules.battle)
        restore(self.battle, snapshot(at.battle))
        self.record = look(self.rules.battle, self.battle)
        self.record.tail.silent = 1
        self.memory = memory_of(self.battle).cast("B")
        self.listed = allocate(self.rules.choice, self.rules.max_choices)
        self.made = allocate(self.rules.choice)
        self.start = self._key()
        self.numbers: dict[bytes, int] = {}
        self.waiting: list[bytes] = []
        self.kinds: list[int] = []
        self.edges: list[tuple[int, int, float]] = []

    def _key(self) -> bytes:
        return position(self.rules.battle, self.battle)

    def _go_to(self, key: bytes) -> None:
        self.memory[: len(key)] = key

    def _number(self) -> int:
        """Return the number of the position that the battle is at."""
        key = self._key()
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.numbers)
            self.waiting.append(key)
        return number

    def find(self, choice: Choice) -> int:
        """Return the number of the position after a choice."""
        self._go_to(self.start)
        assign(look(self.rules.choice, self.made), choice)
        self.rules.choose(self.setting, self.battle, self.made)
        return self._number()

    def explore(self) -> None:
        """Find all positions, and what follows each."""
        for index, key in enumerate(self.waiting):
            if index % CHECKED == 0:
                self.deadline.check()
            self._go_to(key)
            self.kinds.append(self._kind())
            followers = Counter(self._followers(key))
            whole = sum(followers.values())
            self.edges += [(index, number, weight / whole) for number, weight in followers.items()]

    def _kind(self) -> int:
        """Return whose decision it is (1 ours, -1 theirs), 0 for dice, 2 and more for an end: lost, drawn, won."""
        node = self.record.node
        if node.kind == NodeKind.OVER:
            return 3 if not node.result else 4 if node.result == 1 + self.side else 2
        if node.kind == NodeKind.CHANCE:
            return 0
        return 1 if node.side == self.side else -1

    def _followers(self, key: bytes) -> Iterator[int]:
        node = self.record.node
        if node.kind == NodeKind.CHANCE:
            if node.sides**node.dice > MOST_OUTCOMES:
                raise TooLarge(f"{node.dice} dice of {node.sides} sides have too many outcomes to try them all.")
            for faces in list(product(range(1, node.sides + 1), repeat=node.dice)):
                self._go_to(key)
                self.rules.roll(self.setting, self.battle, numbers(faces))
                yield self._number()
        elif node.kind == NodeKind.DECISION:
            count = self.rules.choices(self.setting, self.battle, self.listed, 0)
            for index in range(count):
                self._go_to(key)
                self.rules.choose(self.setting, self.battle, self.listed[index : index + 1])
                yield self._number()

    def solve(self) -> Floats:
        """Return the chances of all positions."""
        kinds = np.array(self.kinds)
        values = np.where(kinds >= 2, (kinds - 2) / 2, HALF)
        at, to, share = (np.array(column) for column in zip(*self.edges, strict=True))
        ours, theirs, dice = (kinds[at] == kind for kind in (1, -1, 0))
        while True:
            self.deadline.check()
            new = np.where(kinds >= 2, values, np.where(kinds == 0, 0.0, np.where(kinds == 1, 0.0, 1.0)))
            np.maximum.at(new, at[ours], values[to[ours]])
            np.minimum.at(new, at[theirs], values[to[theirs]])
            np.add.at(new, at[dice], share[dice] * values[to[dice]])
            if np.abs(new - values).max() < CONVERGED:
                return new
            values = new
