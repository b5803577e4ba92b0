"""Racing: options of a search that are beaten are dropped, and a search with one option left is over.

Options meet the same dice, rollout by rollout (see ``tree``), so the differences of their values, taken in pairs, show
much sooner which is better than their means do. An option is beaten when the leader's advantage, after
``STANDARD_ERRORS`` of doubt, leaves it no gain. With few rollouts their values are mostly noise, and the system's
ranking decides unless an option is clearly ahead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

MIN_PAIRS = 100
"""An option is compared once it has met this many of the leader's dice."""
STANDARD_ERRORS = 3.0
"""How sure a comparison must be, in standard errors: more than usual, since a search compares many times."""
NEGLIGIBLE = 0.002
"""A gain of win chance that is too small to search for."""
CLEAR_LEAD_BELOW = 64
"""With fewer rollouts than this, an option needs a clear lead to be preferred to the one that ranks first."""
CLEAR_LEAD = 2.0
"""That lead, in standard errors."""


def is_beaten(advantages: npt.NDArray[np.float64]) -> bool:
    """Whether the advantages of a leader over an option, pair by pair, rule out that the option is better."""
    pairs = len(advantages)
    if pairs < MIN_PAIRS:
        return False
    error = float(np.std(advantages)) / sqrt(pairs)
    return float(np.mean(advantages)) + NEGLIGIBLE > STANDARD_ERRORS * error


def contenders(values: Sequence[Mapping[int, npt.NDArray[np.float64]]], ranks: Sequence[int]) -> list[int]:
    """Return the ranks that are not beaten by the first of them. ``values`` has, for each tree and rank, the values of
    its rollouts to the side that chooses; the first of all ranks met the same dice, and so on."""
    leader, *others = ranks
    return [leader, *(rank for rank in others if not is_beaten(advantages_of(values, leader, rank)))]


def is_doubtful(rollouts: int, advantages: npt.NDArray[np.float64]) -> bool:
    """Whether a leader with this number of rollouts may well lead by chance; ``advantages`` are those over the option
    that ranks first, pair by pair."""
    if rollouts >= CLEAR_LEAD_BELOW:
        return False
    pairs = len(advantages)
    if pairs < 2:
        return True
    error = float(np.std(advantages)) / sqrt(pairs)
    return float(np.mean(advantages)) < CLEAR_LEAD * error


def advantages_of(
    values: Sequence[Mapping[int, npt.NDArray[np.float64]]], one: int, other: int
) -> npt.NDArray[np.float64]:
    """Return the differences of the values of two ranks, rollout by rollout with the same dice."""
    both = [(tree[one], tree[other]) for tree in values]
    return np.concatenate([mine[: len(yours)] - yours[: len(mine)] for mine, yours in both])
