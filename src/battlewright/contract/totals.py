"""The totals of many battles: a row of ints that are added up, so the order of the battles makes no difference.

Results are counted by party: a is the one that was named first. In odd battles it plays side b.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from math import sqrt
from typing import Any

from battlewright.contract.system import System
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Int64Row, Row, array_of, int64_row
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.odds.distribution import Z_95, wilson

RESULTS, BEGINNERS = 3, 3
"""Results: a draw, a, b. Beginners: a, b, none."""
NODES = 2 * BEGINNERS * RESULTS
"""The index of the node count, after the battles by sides, beginner and result."""
ROUNDS = NODES + 1
MOST_ROUNDS = 128
"""Longer battles are counted as battles of this many rounds."""
LEFT = ROUNDS + MOST_ROUNDS + 1

Interval = tuple[float, float]


class Winner(IntEnum):
    """Who has won a battle."""

    DRAW = 0
    A = 1
    B = 2


@rule()
def add_battle(
    totals: Int64Row, tallied: Row[int], width: int, swapped: int, beginner: int, result: int, nodes: int
) -> None:
    """Add a finished battle.

    ``beginner`` is the side that began (-1: none), ``result`` that of the last node; a side has ``width`` numbers in
    the tally.
    """
    began = 2 if beginner < 0 else beginner ^ swapped
    winner = 0 if result == 0 else 1 + ((result - 1) ^ swapped)
    totals[(swapped * BEGINNERS + began) * RESULTS + winner] += 1
    totals[NODES] += nodes
    totals[ROUNDS + min(tallied[0], MOST_ROUNDS)] += 1
    for side in range(2):
        for column in range(width):
            amount = tallied[1 + side * width + column]
            at = LEFT + 2 * ((side ^ swapped) * width + column)
            totals[at] += amount
            totals[at + 1] += amount * amount


def empty_totals(system: System) -> Int64Row:
    """Return the totals of no battles."""
    return int64_row(LEFT + 4 * len(system.lab.tally_names))


@dataclass(frozen=True)
class Share:
    """A count out of a total."""

    count: int
    total: int

    @property
    def share(self) -> float:
        return self.count / self.total if self.total else 0.0

    @property
    def interval(self) -> Interval:
        """Return the 95% interval of the true chance."""
        return wilson(self.count, self.total)


@dataclass(frozen=True)
class Mean:
    """The mean of a number over battles, from its sum and the sum of its squares."""

    total: int
    squares: int
    count: int

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        if self.count < 2:
            return 0.0
        return sqrt((self.squares - self.total * self.total / self.count) / (self.count - 1))

    @property
    def interval(self) -> Interval:
        """Return the 95% interval of the true mean (by the normal distribution: for many battles)."""
        half = Z_95 * self.deviation / sqrt(self.count) if self.count else 0.0
        return self.mean - half, self.mean + half

    @property
    def texts(self) -> tuple[str, str]:
        """Return the mean and its interval as texts."""
        low, high = self.interval
        return f"{self.mean:.2f}", f"{low:.2f} to {high:.2f}"


class Totals:
    """The totals of a study, by name."""

    def __init__(self, system: System, rows: Iterable[Int64Row]) -> None:
        self.left_names = system.lab.tally_names
        self.numbers: list[int] = [sum(each) for each in zip(*(array_of(row).tolist() for row in rows), strict=True)]

    @property
    def battles(self) -> int:
        return sum(self.numbers[:NODES])

    @property
    def nodes(self) -> int:
        return self.numbers[NODES]

    def count(self, winner: Winner | None = None, swapped: int | None = None, began: int | None = None) -> int:
        """Count battles by result, by whether a played side b, and by the side that began (0: a, 1: b); None: any."""
        return sum(
            number
            for index, number in enumerate(self.numbers[:NODES])
            if (winner is None or index % RESULTS == winner)
            and (swapped is None or index // (BEGINNERS * RESULTS) == swapped)
            and (began is None or index // RESULTS % BEGINNERS == began)
        )

    def won(self, winner: Winner) -> Share:
        """Return the share of battles with this result."""
        return Share(self.count(winner), self.battles)

    @property
    def results(self) -> dict[str, Share]:
        """Return the shares of battles won by a, won by b, and drawn."""
        return {"a": self.won(Winner.A), "b": self.won(Winner.B), "draw": self.won(Winner.DRAW)}

    def share(self, count: int) -> Share:
        """Return a number of battles as a share of all."""
        return Share(count, self.battles)

    @property
    def side_a(self) -> Share:
        """Return the share of decided battles that were won by the party that played side a."""
        wins = [self.count(Winner.A, 0) + self.count(Winner.B, 1), self.count(Winner.A, 1) + self.count(Winner.B, 0)]
        return Share(wins[0], sum(wins))

    @property
    def first_player(self) -> Share:
        """Return the share of decided battles that were won by the side that began."""
        wins = sum(self.count(Winner(1 + side), began=side) for side in range(2))
        return Share(wins, wins + sum(self.count(Winner(2 - side), began=side) for side in range(2)))

    @property
    def rounds(self) -> dict[int, int]:
        """Return the number of battles by their rounds."""
        counted = self.numbers[ROUNDS:LEFT]
        return {rounds: battles for rounds, battles in enumerate(counted) if battles}

    @property
    def mean_rounds(self) -> Mean:
        once, twice = (sum(rounds**power * battles for rounds, battles in self.rounds.items()) for power in (1, 2))
        return Mean(once, twice, self.battles)

    def left(self, side: int) -> dict[str, Mean]:
        """Return what a side (0: a, 1: b) has left at the end, by the name of what is counted."""
        first = LEFT + 2 * side * len(self.left_names)
        columns = range(first, first + 2 * len(self.left_names), 2)
        means = [Mean(self.numbers[at], self.numbers[at + 1], self.battles) for at in columns]
        return dict(zip(self.left_names, means, strict=True))

    def as_data(self) -> dict[str, object]:
        """Return all totals as data, for JSON."""
        wins = self.results
        return {
            "battles": self.battles,
            "wins": {who: won.count for who, won in wins.items()},
            "interval": {who: list(won.interval) for who, won in wins.items()},
            "rounds": {"mean": self.mean_rounds.mean, "battles": {str(n): count for n, count in self.rounds.items()}},
            "survivors": {
                SIDE_LETTERS[side]: {
                    name: {"mean": mean.mean, "interval": list(mean.interval)} for name, mean in self.left(side).items()
                }
                for side in range(2)
            },
            "first_player": _share_data(self.first_player),
            "side_a": _share_data(self.side_a),
            "nodes": self.nodes,
        }


def _share_data(share: Share) -> dict[str, object]:
    return {"wins": share.count, "of": share.total, "share": share.share, "interval": list(share.interval)}


@dataclass(frozen=True)
class Simulation:
    """Many battles of one match-up, as ``Lab.sim_report`` gets them: the set-up, the bots of both sides by name, the
    totals, and the time and speed as data."""

    setup: Any
    bots: tuple[str, str]
    totals: Totals
    speed: Mapping[str, float]
