"""Racing: options of a search that are beaten are dropped, and a search with one option left is over.

Options meet the same dice, rollout by rollout (see ``tree``), so the differences of their values, taken in pairs, show
much sooner which is better than their means do. An option is beaten when the leader's advantage, with all allowance for
chance, leaves it nothing worth having. With few rollouts chance says more than they do, and the system's ranking
decides unless an option is clearly ahead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

FEWEST_PAIRS = 100
"""An option is compared once it has met this many of the leader's dice."""
ALLOWANCE = 3.0
"""The standard errors that are allowed for chance: a search looks many times."""
TRIFLE = 0.002
"""A win chance that is not worth more rollouts."""
FEW_ROLLOUTS = 64
"""With fewer rollouts than this, an option needs a clear lead to be preferred to the one that ranks first."""
CLEAR_LEAD = 2.0
"""That lead, in standard errors."""


def is_beaten(advantages: npt.NDArray[np.float64]) -> bool:
    """Whether the advantages of a leader over an option, pair by pair, rule out that the option is worth more."""
    pairs = len(advantages)
    if pairs < FEWEST_PAIRS:
        return False
    error = float(np.std(advantages)) / sqrt(pairs)
    return float(np.mean(advantages)) + TRIFLE > ALLOWANCE * error


def contenders(values: Sequence[Mapping[int, npt.NDArray[np.float64]]], ranks: Sequence[int]) -> list[int]:
    """Return the ranks that are not beaten by the first of them. ``values`` has, for each tree and rank, the values of
    its rollouts to the side that chooses; the first of all ranks met the same dice, and so on."""
    leader, *others = ranks
    return [leader, *(rank for rank in others if not is_beaten(advantages_of(values, leader, rank)))]


def is_doubtful(rollouts: int, advantages: npt.NDArray[np.float64]) -> bool:
    """Whether a leader with so many rollouts may well owe its place to chance; ``advantages`` are those over the option
    that ranks first, pair by pair."""
    if rollouts >= FEW_ROLLOUTS:
        return False
    pairs = len(advantages)
    if pairs < 2:
        return True
    error = float(np.std(advantages)) / sqrt(pairs)
    return float(np.mean(advantages)) < CLEAR_LEAD * error


def advantages_of(
    values: Sequence[Mapping[int, npt.NDArray[np.float64]]], one: int, other: int
) -> npt.NDArray[np.float64]:
    """Return how much more a rank was worth than another, where both met the same dice."""
    both = [(tree[one], tree[other]) for tree in values]
    return np.concatenate([mine[: len(yours)] - yours[: len(mine)] for mine, yours in both])
