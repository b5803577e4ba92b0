"""What a study measures: numbers of each battle, and their sums.

All sums are whole numbers (halves are counted double), so their order makes no difference, and the same battles give
the same answers on any number of machines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from battlewright.contract.parts import PLACES
from battlewright.contract.system import System
from battlewright.engine.errors import UnknownError
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.lab.recorder import BEGAN, NODES, ROUNDS, SWAPPED, WINNER, Columns, Rows
from battlewright.lab.study.intervals import mean_interval, needed, share_interval

Doubled = npt.NDArray[np.int64]
WIN_SHARE, FIRST_PLAYER, FIRST_OUT = "win_share", "first_player", "first_out"
USE = "use"
"""The family of the measures that count kinds of choices."""
DEFAULT_PRECISION = 0.05
"""The precision for which intervals of shares are narrowest where a study asks for none."""
DEFAULT_BATTLES = 1000
"""The battles at which intervals of means are narrowest."""


@dataclass(frozen=True)
class Measure:
    """A number of each battle, in words, and the letter of the side whose number it is (empty: of both).

    ``doubled`` reads it from rows, times two. A share lies between 0 and 1. ``is_default`` says whether it is measured
    where a study names nothing; all measures of a ``family`` can be named at once.
    """

    words: str
    side: str
    is_share: bool
    doubled: Callable[[Rows], Doubled]
    is_default: bool = True
    family: str = ""

    @property
    def name(self) -> str:
        """Its name in a study's file."""
        return column_name(self.words)

    @property
    def title(self) -> str:
        """Its words, with the side."""
        return f"{self.words} {self.side}".rstrip()

    @property
    def key(self) -> str:
        """Its name with the side, as columns have it."""
        return column_name(self.title)


def column_name(words: str) -> str:
    """Return words as a name that needs no quotes in any query: ``Wounds taken a`` as ``wounds_taken_a``."""
    return re.sub(r"\W+", "_", words).strip("_").lower()


def measures_of(system: System) -> list[Measure]:
    """Return everything that can be measured of a system's battles."""
    columns = Columns(system)
    found = [
        Measure("win share", "", True, _won),
        Measure("first player", "", True, _won_by_beginner),
        Measure("side a", "", True, _won_from_side_a),
        Measure("draws", "", True, lambda rows: 2 * _wide(rows[:, WINNER] == 0)),
        Measure("rounds", "", False, lambda rows: 2 * _wide(rows[:, ROUNDS])),
        Measure("moves", "", False, lambda rows: 2 * _wide(rows[:, NODES])),
    ]
    of_each = set(columns.tally_columns(system.lab.single_tally_names))
    for name, *places in columns.of_sides():
        is_use = name in columns.kinds.values()
        found += [
            Measure(
                name,
                SIDE_LETTERS[side],
                False,
                _column(at),
                is_default=not is_use and name not in of_each,
                family=USE if is_use else "",
            )
            for side, at in enumerate(places)
        ]
    if system.lab.first_out is not None:
        found.append(Measure("first out", "a", True, _first_out_of_a(columns.out)))
    return found


def default_measures(system: System) -> list[str]:
    """Return the names of what is measured where a study names nothing: all but the uses of choices, and the numbers of
    single combatants."""
    return list(dict.fromkeys(measure.name for measure in measures_of(system) if measure.is_default))


def named_measures(system: System, names: Iterable[str]) -> list[Measure]:
    """Return the measures of these names. ``use`` stands for the use of every kind of choice."""
    known = measures_of(system)
    found: list[Measure] = []
    for name in names:
        asked = column_name(name)
        alike = [each for each in known if asked in (each.name, each.key) or each.family == name]
        if not alike:
            raise UnknownError("measure", name, dict.fromkeys(each.name for each in known))
        found += [each for each in alike if each not in found]
    return found


def _wide(values: Any) -> Doubled:
    return np.asarray(values, np.int64)


def _column(at: int) -> Callable[[Rows], Doubled]:
    return lambda rows: 2 * _wide(rows[:, at])


def _won(rows: Rows) -> Doubled:
    return 2 * _wide(rows[:, WINNER] == 1) + _wide(rows[:, WINNER] == 0)


def _won_by_beginner(rows: Rows) -> Doubled:
    undecided = (rows[:, WINNER] == 0) | (rows[:, BEGAN] == 2)
    return np.where(undecided, 1, 2 * _wide(rows[:, WINNER] == rows[:, BEGAN] + 1))


def _won_from_side_a(rows: Rows) -> Doubled:
    return np.where(rows[:, WINNER] == 0, 1, 2 * _wide(rows[:, WINNER] == rows[:, SWAPPED] + 1))


def _first_out_of_a(at: int) -> Callable[[Rows], Doubled]:
    def doubled(rows: Rows) -> Doubled:
        return np.where(rows[:, at] < 0, 1, 2 * _wide(rows[:, at] < PLACES))

    return doubled


@dataclass
class Sums:
    """What some battles of a cell come to, in ints of any size: for each measure the sum, the squares of units and how
    often each value came; and who was out first.

    A unit is a pair of battles with swapped sides, or one battle where sides stay.
    """

    battles: int
    totals: list[int]
    squares: list[int]
    values: list[Counter[int]]
    out: Counter[int] = field(default_factory=Counter)

    @classmethod
    def none(cls, measures: Sequence[Measure]) -> Sums:
        """Return the sums of no battles."""
        count = len(measures)
        return cls(0, [0] * count, [0] * count, [Counter() for _ in measures])

    @classmethod
    def of(cls, rows: Rows, measures: Sequence[Measure], unit: int, out: int) -> Sums:
        """Return the sums of battles by their rows, an even number of them where the unit is a pair."""
        doubled = [measure.doubled(rows) for measure in measures]
        totals = [int(values.sum()) for values in doubled]
        squares = [int((values.reshape(-1, unit).sum(axis=1) ** 2).sum()) for values in doubled]
        counted = [_counter(values) for values in doubled]
        return cls(len(rows), totals, squares, counted, _counter(rows[:, out]))

    def __add__(self, other: Sums) -> Sums:
        """Return the sums of both."""
        values = [one + two for one, two in zip(self.values, other.values, strict=True)]
        totals = [one + two for one, two in zip(self.totals, other.totals, strict=True)]
        squares = [one + two for one, two in zip(self.squares, other.squares, strict=True)]
        return Sums(self.battles + other.battles, totals, squares, values, self.out + other.out)

    def as_data(self) -> dict[str, Any]:
        """Return the sums as data, for a file."""
        return {
            "battles": self.battles,
            "totals": self.totals,
            "squares": self.squares,
            "values": [{str(value): count for value, count in each.items()} for each in self.values],
            "out": {str(place): count for place, count in self.out.items()},
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Sums:
        """Return sums that ``as_data`` gave."""
        values = [Counter({int(value): count for value, count in each.items()}) for each in data["values"]]
        out = Counter({int(place): count for place, count in data["out"].items()})
        return cls(data["battles"], data["totals"], data["squares"], values, out)


def _counter(values: Any) -> Counter[int]:
    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


@dataclass(frozen=True)
class Estimate:
    """A measure of a cell: its mean over the battles, and the interval of the truth."""

    value: float
    low: float
    high: float
    battles: int

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    def as_data(self) -> dict[str, Any]:
        """Return it as data."""
        return {"value": self.value, "interval": [self.low, self.high]}


def estimates(sums: Sums, measures: Sequence[Measure], precision: dict[str, float], unit: int) -> list[Estimate]:
    """Return the estimate of each measure. ``precision`` is what the study asks for, by a measure's name."""
    found: list[Estimate] = []
    battles = sums.battles
    for index, measure in enumerate(measures):
        total = sums.totals[index] / 2
        if battles == 0:
            found.append(Estimate(0.5 if measure.is_share else 0.0, -np.inf, np.inf, 0))
        elif measure.is_share:
            wanted = precision.get(measure.name, precision.get(WIN_SHARE, DEFAULT_PRECISION))
            low, high = share_interval(np.array([total]), np.array([float(battles)]), wanted)
            found.append(Estimate(total / battles, float(low[0]), float(high[0]), battles))
        else:
            units = battles // unit
            squares = sums.squares[index] / (2 * unit) ** 2
            expected = needed(precision[WIN_SHARE]) if WIN_SHARE in precision else DEFAULT_BATTLES
            low_mean, high_mean = mean_interval(total / unit, squares, units, expected // unit)
            found.append(Estimate(total / battles, low_mean, high_mean, battles))
    return found
