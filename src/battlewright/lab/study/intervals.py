"""Confidence sequences: 95% intervals that hold whenever one stops, however that is decided.

A study looks at its results again and again, and stops when they are precise enough. An ordinary interval promises 95
in 100 for a number of battles that was fixed ahead; one that is looked at often is wrong more often than that. A
confidence sequence promises that the truth lies in *all* its intervals, at all times, with 95 in 100. So a study may be
stopped by its precision, by its limit or by hand, and may go on later.

**Shares** (numbers from 0 to 1, such as a win share with draws as halves): the beta-binomial mixture of Robbins, for
bounded numbers. An interval has every share p for which the mixture

    M(p) = B(rp + s, r(1 - p) + n - s) / B(rp, r(1 - p)) / (p^s (1 - p)^(n - s))

is below 1/alpha; n battles had the sum s. For the true p, M is a supermartingale that begins at 1, so by Ville's
inequality it ever reaches 1/alpha with a chance of alpha at most. That holds for any battles of that mean, and for
swapped pairs whose two means differ: for these the bound is only wider than it need be. r says for how many battles the
interval is narrowest. S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, *Time-uniform, nonparametric, nonasymptotic
confidence sequences*, The Annals of Statistics 49 (2021).

**Means** (rounds, survivors, stress): the same idea with the normal distribution, from the spread of the results. Its
promise holds for many battles. I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, *Time-uniform central
limit theory and asymptotic confidence sequences*, The Annals of Statistics 52 (2024).

What it costs: about 2.4 times the battles of an interval for which the number of battles was fixed ahead.
"""

from __future__ import annotations

from math import ceil, log, sqrt

import numpy as np
import numpy.typing as npt
from scipy.special import betaln  # type: ignore[import-untyped]  # it ships no types

ALPHA = 0.05
"""The chance that the truth is ever outside."""
RATIO = 8.2
"""The information at which an interval is narrowest, in units of the mixture's own: -W(-alpha²/e) - 1 for 0.05."""
WIDE = 3.03
"""The half-width of an interval where it is narrowest, in standard errors."""
FIRST_LOOK = 64
"""The battles before a study looks for the first time."""
HALVINGS = 46
Floats = npt.NDArray[np.float64]


def share_interval(total: Floats, count: Floats, precision: float) -> tuple[Floats, Floats]:
    """Return the intervals of shares, for sums of numbers from 0 to 1 over counts of battles.

    They are narrowest where a share of one half has this precision (half a width).
    """
    total, count = np.asarray(total, float), np.asarray(count, float)
    weight = max(needed(precision) / RATIO, 1.0)
    middle = (total + 0.5) / (count + 1.0)

    def is_out(share: Floats) -> npt.NDArray[np.bool_]:
        mixture = betaln(weight * share + total, weight * (1 - share) + count - total)
        mixture = mixture - betaln(weight * share, weight * (1 - share))
        fit = total * np.log(share) + (count - total) * np.log1p(-share)
        return np.asarray(mixture - fit > log(1 / ALPHA))

    low_out, low_in = np.full_like(middle, 1e-12), middle.copy()
    high_in, high_out = middle.copy(), np.full_like(middle, 1 - 1e-12)
    for _ in range(HALVINGS):
        low, high = (low_out + low_in) / 2, (high_in + high_out) / 2
        below, above = is_out(low), is_out(high)
        low_out, low_in = np.where(below, low, low_out), np.where(below, low_in, low)
        high_out, high_in = np.where(above, high, high_out), np.where(above, high_in, high)
    return np.where(low_out < 1e-9, 0.0, low_out), np.where(high_out > 1 - 1e-9, 1.0, high_out)


def mean_interval(total: float, squares: float, count: int, expected: int) -> tuple[float, float]:
    """Return the interval of a mean of whole or half numbers, from their sum and the sum of their squares.

    It is narrowest at the expected count. One more result, at a distance of 1, is added to the spread, so that results
    which are all the same do not look certain.
    """
    if count == 0:
        return -float("inf"), float("inf")
    mean = total / count
    variance = (max(squares - total * mean, 0.0) + 1) / count
    rate = RATIO / max(expected, 1)
    known = count * rate + 1
    half = sqrt(variance * 2 * known / (count * count * rate) * log(sqrt(known) / ALPHA))
    return mean - half, mean + half


def needed(precision: float, variance: float = 0.25) -> int:
    """Return about how many battles a precision needs, for results of this variance."""
    return ceil(variance * (WIDE / precision) ** 2)


def next_look(count: int, half: float, precision: float, limit: int) -> int:
    """Return after how many battles to look again: when the precision should be reached, with at most four times the
    battles that are done, and at least a tenth more. It is even, so that sides are swapped equally often."""
    if count == 0:
        wanted = min(FIRST_LOOK, limit)
    else:
        expected = count * (half / precision) ** 2 * 1.02
        wanted = min(max(ceil(min(expected, 4 * count)), ceil(1.1 * count)), limit)
    return wanted + wanted % 2
