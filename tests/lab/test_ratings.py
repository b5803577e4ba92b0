"""Ratings of players whose strengths are known."""

from __future__ import annotations

from math import log, log10

import numpy as np
import pytest
from scipy.optimize import minimize  # type: ignore[import-untyped]  # it ships no types

from battlewright.lab.ratings import ELO, PRIOR, rate

pytestmark = pytest.mark.plain

STRENGTHS = (0.0, 150.0, 420.0, 800.0)


def expected(one: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - one) / 400))


def test_two_players_differ_by_the_logarithm_of_their_odds() -> None:
    first, second = rate([[0, 30], [70, 0]])
    assert (first.points, first.low, first.high) == (0, 0, 0)
    assert second.points == pytest.approx(400 * log10(70.5 / 30.5))
    half = 1.959964 * (1 / 70.5 + 1 / 30.5) ** 0.5 * ELO
    assert (second.low, second.high) == pytest.approx((second.points - half, second.points + half), rel=1e-5)


def test_with_many_battles_the_strengths_are_found() -> None:
    scores = [[0 if a == b else 1e9 * expected(a, b) for b in STRENGTHS] for a in STRENGTHS]
    assert [rating.points for rating in rate(scores)] == pytest.approx(STRENGTHS, abs=0.01)


def test_the_ratings_are_the_likeliest_ones() -> None:
    """Against SciPy's search for the highest likelihood."""
    scores = np.random.default_rng(3).integers(0, 60, (5, 5)).astype(float) / 2
    np.fill_diagonal(scores, 0)
    won = scores + PRIOR - PRIOR * np.eye(5)

    def unlikely(logs: np.ndarray) -> float:
        every = np.concatenate([[0.0], logs])
        return float((won * np.log1p(np.exp(every[None, :] - every[:, None]))).sum())

    best = minimize(unlikely, np.zeros(4), method="BFGS", options={"gtol": 1e-9}).x
    assert [rating.points for rating in rate(scores.tolist())[1:]] == pytest.approx(ELO * best, abs=1e-2)


@pytest.mark.parametrize("battles", [2, 700])
def test_a_perfect_score_has_a_finite_rating(battles: int) -> None:
    second = rate([[0, 0], [battles, 0]])[1]
    assert second.points == pytest.approx(ELO * log((battles + 0.5) / 0.5))
    assert 0 < second.points < second.high < 2500
    few, many = (rate([[0, 0, 0], [n, 0, 0], [n, n, 0]]) for n in (10, 100))
    assert 0 < few[1].points < few[2].points
    assert few[2].points < many[2].points < float("inf")


@pytest.mark.parametrize(("players", "battles"), [(2, 10**6), (4, 10**5), (8, 1000), (12, 100)])
def test_where_everybody_beats_all_those_below_the_ratings_are_found_all_the_same(players: int, battles: int) -> None:
    """They are finite, in order, and as far apart at the top as at the bottom; each has won what was to be expected."""
    scores = [[float(battles * (one > other)) for other in range(players)] for one in range(players)]
    points = [rating.points for rating in rate(scores)]
    gaps = np.diff(points)
    assert (gaps > 0).all()
    assert gaps == pytest.approx(gaps[::-1], rel=1e-6)
    for one in range(players):
        others = [other for other in range(players) if other != one]
        wanted = sum(scores[one][other] + PRIOR for other in others)
        assert (battles + 2 * PRIOR) * sum(expected(points[one], points[other]) for other in others) == pytest.approx(
            wanted
        )


def test_who_has_not_fought_is_as_good_as_anybody_and_nobody_knows() -> None:
    ratings = rate([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert [rating.points for rating in ratings] == pytest.approx([0, 0, 0])
    assert ratings[1].high > 300


def test_the_intervals_hold_the_true_ratings_in_about_95_of_100_ladders() -> None:
    rng, trials, battles = np.random.default_rng(7), 400, 150
    held = np.zeros(len(STRENGTHS) - 1)
    for _ in range(trials):
        scores = np.zeros((len(STRENGTHS),) * 2)
        for one in range(len(STRENGTHS)):
            for other in range(one):
                won = rng.binomial(battles, expected(STRENGTHS[one], STRENGTHS[other]))
                scores[one, other], scores[other, one] = won, battles - won
        ratings = rate(scores.tolist())[1:]
        held += [rating.low <= true <= rating.high for rating, true in zip(ratings, STRENGTHS[1:], strict=True)]
    assert ((held / trials >= 0.92) & (held / trials <= 0.98)).all(), held / trials
