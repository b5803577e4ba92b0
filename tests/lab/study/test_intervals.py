"""Intervals that hold whenever a study stops."""

from __future__ import annotations

import numpy as np
import pytest

from battlewright.lab.study.intervals import mean_interval, needed, next_look, share_interval
from battlewright.odds.distribution import wilson

STUDIES = 2000

pytestmark = pytest.mark.plain


def stopped_shares(chance: float, precision: float, draws: float, limit: int, seed: int) -> tuple[float, float]:
    """The share of simulated studies whose interval at stopping has the truth, and the mean number of battles.

    Each study looks when the run would, and stops by its own results. ``draws`` of the battles are halves.
    """
    luck = np.random.default_rng(seed)
    count, total = np.zeros(STUDIES), np.zeros(STUDIES)
    low, high, half = np.zeros(STUDIES), np.ones(STUDIES), np.full(STUDIES, 0.5)
    going = np.ones(STUDIES, bool)
    while going.any():
        target = np.array(
            [next_look(int(n), h, precision, limit) for n, h in zip(count[going], half[going], strict=True)]
        )
        more = (target - count[going]).astype(int)
        halves = luck.binomial(more, draws)
        total[going] += luck.binomial(more - halves, chance) + halves * 0.5
        count[going] = target
        low[going], high[going] = share_interval(total[going], count[going], precision)
        half = (high - low) / 2
        going &= (half > precision) & (count < limit)
    truth = chance * (1 - draws) + draws / 2
    return float(np.mean((low <= truth) & (truth <= high))), float(count.mean())


@pytest.mark.parametrize(
    ("chance", "precision", "draws"),
    [(0.5, 0.05, 0.0), (0.5, 0.03, 0.3), (0.7, 0.05, 0.0), (0.9, 0.04, 0.0), (0.98, 0.05, 0.0), (0.02, 0.02, 0.1)],
)
def test_the_interval_at_stopping_has_the_truth_in_94_of_100_studies(
    chance: float, precision: float, draws: float
) -> None:
    covered, battles = stopped_shares(chance, precision, draws, 20_000, seed=11)
    assert covered >= 0.94
    assert battles <= 1.35 * needed(precision), "precision is not bought with many more battles than it needs"


def test_an_ordinary_interval_would_not_hold() -> None:
    """Looked at after every ten battles until it leaves out one half, Wilson's interval is wrong much too often."""
    luck = np.random.default_rng(5)
    won = np.cumsum(luck.random((500, 1000)) < 0.5, axis=1)
    looks = range(10, 1001, 10)
    wrong = [
        any(not wilson(int(row[n - 1]), n)[0] <= 0.5 <= wilson(int(row[n - 1]), n)[1] for n in looks) for row in won
    ]
    assert np.mean(wrong) > 0.2
    counts = np.array(looks, float)
    low, high = share_interval(
        won[:, np.array(looks) - 1].astype(float), np.broadcast_to(counts, (500, len(looks))), 0.05
    )
    assert np.mean(((low > 0.5) | (high < 0.5)).any(axis=1)) <= 0.06


def test_swapped_pairs_with_unlike_means_are_covered() -> None:
    """Even battles are won with 0.9, odd ones with 0.3; the share is 0.6."""
    luck = np.random.default_rng(3)
    pairs = (luck.random((500, 1500)) < 0.9).astype(float) + (luck.random((500, 1500)) < 0.3)
    totals, counts = np.cumsum(pairs, axis=1)[:, 29::10], np.arange(60.0, 3001, 20)
    low, high = share_interval(totals, np.broadcast_to(counts, totals.shape), 0.04)
    assert np.mean(((low <= 0.6) & (high >= 0.6)).all(axis=1)) >= 0.95


@pytest.mark.parametrize("spread", [1, 6])
def test_the_interval_of_a_mean_at_stopping_has_the_truth_in_94_of_100_studies(spread: int) -> None:
    """Rounds of a battle, say: whole numbers with a long tail."""
    luck, precision, held = np.random.default_rng(7), 0.2 * spread, 0
    for _ in range(STUDIES // 4):
        results = 3 + luck.poisson(2.0, 4000) * spread
        sums, squares = np.cumsum(results), np.cumsum(results * results)
        count, half, low, high = 0, 1.0, 0.0, 0.0
        while count == 0 or (half > precision and count < 4000):
            count = next_look(count, half, precision, 4000)
            low, high = mean_interval(float(sums[count - 1]), float(squares[count - 1]), count, 600)
            half = (high - low) / 2
        held += low <= 3 + 2 * spread <= high
    assert held / (STUDIES // 4) >= 0.94


def test_results_that_are_all_the_same_are_not_certain() -> None:
    low, high = share_interval(np.array([200.0, 0.0]), np.array([200.0, 200.0]), 0.05)
    assert low[0] < 0.985
    assert high[0] == 1.0
    assert low[1] == 0.0
    assert high[1] > 0.015
    low_mean, high_mean = mean_interval(0.0, 0.0, 100, 100)
    assert low_mean < 0 < high_mean


def test_the_next_look_is_even_and_never_past_the_limit() -> None:
    assert next_look(0, 0.5, 0.01, 1000) == 64
    assert next_look(64, 0.5, 0.01, 1000) == 256
    assert next_look(400, 0.0101, 0.01, 1000) == 442
    assert next_look(640, 0.05, 0.01, 1000) == 1000
    assert next_look(0, 0.5, 0.01, 7) == 8, "a limit is rounded up to whole pairs"
