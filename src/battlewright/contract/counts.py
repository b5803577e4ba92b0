"""What many battles of one match-up came to: sums that are added up, so the order of the battles makes no difference.

Results are counted by party: a is the one that was named first. In odd battles it plays side b.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import sqrt
from typing import Any, NamedTuple

from battlewright.engine.sides import SIDE_LETTERS
from battlewright.odds.distribution import Z_95, wilson

Interval = tuple[float, float]
Kind = tuple[int, int, int]
"""A kind of battles: whether sides were swapped (1), who began (0: a, 1: b, 2: nobody) and who won."""


class Winner(IntEnum):
    """Who has won a battle."""

    DRAW = 0
    A = 1
    B = 2


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


@dataclass(frozen=True)
class Counts:
    """The counts of some battles: how many of each kind, all their nodes, how many had how many rounds, and the sums
    and sums of squares of what each side has left (a's numbers, then b's)."""

    left_names: tuple[str, ...]
    kinds: Mapping[Kind, int]
    nodes: int
    rounds: Mapping[int, int]
    sums: Sequence[int]
    squares: Sequence[int]

    @classmethod
    def none(cls, left_names: tuple[str, ...]) -> Counts:
        """Return the counts of no battles."""
        zeros = [0] * (2 * len(left_names))
        return cls(left_names, {}, 0, {}, zeros, zeros)

    @classmethod
    def of(cls, kinds: Mapping[Kind, int]) -> Counts:
        """Return the counts of battles of which only their kinds are known."""
        return cls((), kinds, 0, {}, (), ())

    def __add__(self, other: Counts) -> Counts:
        """Return the counts of both."""
        return Counts(
            self.left_names,
            Counter(self.kinds) + Counter(other.kinds),
            self.nodes + other.nodes,
            dict(sorted((Counter(self.rounds) + Counter(other.rounds)).items())),
            [one + two for one, two in zip(self.sums, other.sums, strict=True)],
            [one + two for one, two in zip(self.squares, other.squares, strict=True)],
        )

    @property
    def battles(self) -> int:
        return sum(self.kinds.values())

    def count(self, winner: Winner | None = None, swapped: int | None = None, began: int | None = None) -> int:
        """Count battles by result, by whether a played side b, and by the side that began (0: a, 1: b); None: any."""
        return sum(
            count
            for kind, count in self.kinds.items()
            if all(asked is None or asked == is_so for asked, is_so in zip((swapped, began, winner), kind, strict=True))
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
    def mean_rounds(self) -> Mean:
        once, twice = (sum(rounds**power * battles for rounds, battles in self.rounds.items()) for power in (1, 2))
        return Mean(once, twice, self.battles)

    def left(self, side: int) -> dict[str, Mean]:
        """Return what a side (0: a, 1: b) has left at the end, by the name of what is counted."""
        width = len(self.left_names)
        places = range(side * width, (side + 1) * width)
        means = [Mean(self.sums[at], self.squares[at], self.battles) for at in places]
        return dict(zip(self.left_names, means, strict=True))

    def as_data(self) -> dict[str, object]:
        """Return all counts as data, for JSON."""
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
    """Many battles of one match-up: the set-up, the bots of both sides by name, what they came to, and how long they
    took. An interrupted one has the battles that were done. Of battles in a row, ``stages`` has the same up to each of
    them: each with its own set-up, and with what those who did not get there came to before."""

    setup: Any
    bots: tuple[str, str]
    counts: Counts
    seconds: float
    interrupted: bool
    stages: tuple[Simulation, ...] = ()

    @property
    def rate(self) -> float:
        """The battles a second."""
        return self.counts.battles / self.seconds if self.seconds else 0.0

    @property
    def speed(self) -> dict[str, float]:
        """The time and the speed as data."""
        return {"seconds": round(self.seconds, 3), "battles_per_second": round(self.rate, 1)}


class Loss(NamedTuple):
    """What a side loses on average: who or what, the share of it from 0 to 1, and the same in words."""

    side: int
    name: str
    share: float
    text: str

    @classmethod
    def of(cls, side: int, name: str, left: Mean, whole: int) -> Loss:
        """Return the loss of a side that had a whole number of something, by what it has left."""
        lost = whole - left.mean
        return cls(side, name, lost / whole if whole else 0.0, f"{lost:.1f} of {whole}")
