"""Racing: options of a search that are beaten are dropped, and a search with one option left is over.

Options meet the same dice, rollout by rollout (see ``tree``), so the differences of their values, taken in pairs, show
much sooner which is better than their means do. An option is beaten when the leader's advantage, with all allowance for
chance, leaves it nothing worth having.
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


def is_beaten(advantages: npt.NDArray[np.float64]) -> bool:
    """Whether the advantages of a leader over an option, pair by pair, rule out that the option is worth more."""
    pairs = len(advantages)
    if pairs < FEWEST_PAIRS:
        return False
    error = float(np.std(advantages)) / sqrt(pairs)
    return float(np.mean(advantages)) + TRIFLE > ALLOWANCE * error


def contenders(values: Sequence[Mapping[int, npt.NDArray[np.float64]]], ranks: Sequence[int]) -> list[int]:
    """Return the ranks that are not beaten by the first of them. ``values`` has, for each tree and rank, the values of
    its rollouts to the seat that chooses; the first of all ranks met the same dice, and so on."""
    leader, *others = ranks
    kept = [leader]
    for rank in others:
        both = [(tree[leader], tree[rank]) for tree in values]
        parts = [one[: len(other)] - other[: len(one)] for one, other in both]
        if not is_beaten(np.concatenate(parts)):
            kept.append(rank)
    return kept
