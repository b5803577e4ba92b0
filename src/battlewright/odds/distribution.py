"""Odds: outcomes with exact integer weights.

>>> odds = Odds({1: 1, 2: 1, 3: 2})
>>> odds.chance(3)
Fraction(1, 2)
>>> odds.mean, odds.at_most(2), odds.quantile(Fraction(1, 2))
(Fraction(9, 4), Fraction(1, 2), 2)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt
from operator import add, sub
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from battlewright.engine.time_limit import check_time

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)

if TYPE_CHECKING:
    from typing_extensions import TypeVar as Defaulted

    OutcomeT = Defaulted("OutcomeT", bound=Hashable, default=Any)
else:
    OutcomeT = TypeVar("OutcomeT")
"""What a question measures. ``Answer``, without it, is one about any outcomes."""

Z_95 = 1.959963984540054
"""The standard deviations around its mean within which a normal distribution has 95% of its mass."""


class Odds(Generic[T]):
    """An exact, immutable distribution: each outcome with its integer weight."""

    exact = True

    @classmethod
    def from_sorted(cls, weights: Mapping[T, int], total: int) -> Odds[T]:
        """Make odds from weights that are positive, sorted by outcome and add up to ``total``, without checks."""
        made = cls.__new__(cls)
        made.weights, made.total = weights, total
        return made

    def __init__(self, weights: Mapping[T, int]) -> None:
        kept = _sorted({outcome: weight for outcome, weight in weights.items() if weight})
        self.weights: Mapping[T, int] = kept
        self.total = sum(kept.values())
        if self.total <= 0 or min(kept.values()) < 0:
            raise ValueError("odds need integer weights of at least 0, and at least one above 0")

    def chance(self, outcome: T) -> Fraction:
        """Return the chance of one outcome."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    def chance_that(self, holds: Callable[[T], bool]) -> Fraction:
        """Return the chance that a predicate holds."""
        return Fraction(sum([weight for outcome, weight in self.weights.items() if holds(outcome)]), self.total)

    def at_least(self, least: T) -> Fraction:
        """Return the chance of this outcome or more."""
        return self.chance_that(lambda outcome: outcome >= least)  # type: ignore[operator]

    def at_most(self, most: T) -> Fraction:
        """Return the chance of this outcome or less."""
        return self.chance_that(lambda outcome: outcome <= most)  # type: ignore[operator]

    def quantile(self, share: Fraction) -> T:
        """Return the lowest outcome such that at least this share of the chance is at or below it."""
        reached = 0
        for outcome, weight in self.weights.items():
            reached += weight
            if reached * share.denominator >= share.numerator * self.total:
                return outcome
        raise ValueError(f"the share of a quantile must be from 0 to 1, not {share}")

    @cached_property
    def mean(self) -> Fraction:
        """The average outcome."""
        return self.mean_of(lambda outcome: outcome)  # type: ignore[arg-type, return-value]

    @cached_property
    def variance(self) -> Fraction:
        """The average squared distance from the mean."""
        return self.mean_of(lambda outcome: outcome * outcome) - self.mean**2  # type: ignore[operator]

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def mean_of(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """Return the mean of a function of the outcome."""
        whole = sum(weight * value(outcome) for outcome, weight in self.weights.items())
        return Fraction(whole) / self.total

    def as_data(self) -> dict[str, Any]:
        """Return every outcome with its chance as plain data; the numbers of a tuple are joined by commas.

        >>> Odds({(1, 2): 1, (3, 4): 2}).as_data()
        {'exact': True, 'distribution': {'1,2': '1/3', '3,4': '2/3'}}
        """
        texts: dict[int, str] = {}  # many outcomes are as likely as another, and long fractions take their time
        for count, weight in enumerate(self.weights.values()):
            if weight not in texts:
                texts[weight] = str(Fraction(weight, self.total))
            if count % 64 == 0:
                check_time()
        return {
            "exact": self.exact,
            "distribution": {_key(outcome): texts[weight] for outcome, weight in self.weights.items()},
        }

    def map(self, change: Callable[[T], U]) -> Odds[U]:
        """Return the odds of a function of the outcome."""
        weights: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            changed = change(outcome)
            weights[changed] = weights.get(changed, 0) + weight
        kind: type[Odds[Any]] = type(self)  # a function of sampled odds is sampled too
        return kind.from_sorted(_sorted(weights), self.total)

    def combine(self, other: Odds[U], join: Callable[[T, U], V]) -> Odds[V]:
        """Return the odds of a function of two independent outcomes."""
        weights: dict[V, int] = {}
        for one, weight in self.weights.items():
            for another, other_weight in other.weights.items():
                joined = join(one, another)
                weights[joined] = weights.get(joined, 0) + weight * other_weight
        return Odds(weights)

    def __add__(self, other: Odds[T] | int) -> Odds[T]:
        """Return the odds of a sum of two independent outcomes, or of an outcome and a number."""
        if isinstance(other, int):
            return self.map(lambda outcome: add(outcome, other))
        return self.combine(other, add)

    def __sub__(self, other: Odds[T] | int) -> Odds[T]:
        """Return the odds of a difference of two independent outcomes, or of an outcome and a number."""
        if isinstance(other, int):
            return self + -other
        return self.combine(other, sub)

    @staticmethod
    def mixture(parts: Sequence[tuple[int, Odds[U]]]) -> Odds[U]:
        """Return the weighted mixture of several odds.

        >>> Odds.mixture([(1, Odds({"a": 1})), (2, Odds({"a": 1, "b": 1}))]).chance("a")
        Fraction(2, 3)
        """
        common, weights = lcm(*(odds.total for _, odds in parts)), dict[U, int]()
        for share, odds in parts:
            for outcome, weight in odds.weights.items():
                weights[outcome] = weights.get(outcome, 0) + share * weight * (common // odds.total)
        return Odds(weights)

    def beats(self, other: Odds[T]) -> Fraction:
        """Return the chance that an outcome of this one is higher than one of the other."""
        return self.combine(other, lambda one, another: one > another).chance(True)  # type: ignore[operator]

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        for outcome, weight in self.weights.items():
            yield outcome, Fraction(weight, self.total)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.exact == other.exact and dict(self) == dict(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(f"{outcome}: {chance}" for outcome, chance in list(self)[:8])
        return f"{type(self).__name__}({shown}{', …' if len(self) > 8 else ''})"


class Sampled(Odds[T]):
    """Odds by trial: the counts of a number of trials, not exact."""

    exact = False

    def interval(self, outcome: T, z: float = Z_95) -> tuple[float, float]:
        """Return the 95% confidence interval of an outcome's chance."""
        return wilson(self.weights.get(outcome, 0), self.total, z)

    @property
    def mean_interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the mean, by the normal distribution."""
        half = Z_95 * self.deviation / self.total**0.5
        return float(self.mean) - half, float(self.mean) + half

    def as_data(self) -> dict[str, Any]:
        """Return the same as for exact odds, with the 95% interval of each outcome's chance."""
        return super().as_data() | {"interval": {_key(outcome): list(self.interval(outcome)) for outcome, _ in self}}


def _sorted(weights: Mapping[T, int]) -> dict[T, int]:
    """Return weights in the order of their outcomes; of outcomes without an order, in that of their text."""
    try:
        return {outcome: weights[outcome] for outcome in sorted(weights)}  # type: ignore[type-var]
    except TypeError:
        return {outcome: weights[outcome] for outcome in sorted(weights, key=str)}


def _key(outcome: object) -> str:
    return ",".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)


def wilson(count: float, total: int, z: float = Z_95) -> tuple[float, float]:
    """Return E. B. Wilson's (1927) confidence interval, 95% by default, of a chance: ``count`` out of ``total`` trials.

    It stays within 0 and 1 and works for few trials too; without trials it is 0 to 1. Where draws count
    half it is a little too wide.
    """
    if total == 0:
        return 0.0, 1.0
    share, spread = count / total, z * z / total
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / total + spread / (4 * total))
    return (0.0 if count == 0 else middle - half), (1.0 if count == total else middle + half)
