"""Ratings from results between pairs: Bradley and Terry's model, on the scale of Elo.

A player with strength s beats one with strength t with the chance s / (s + t); 400 points of rating are ten times the
strength. A draw counts as half a win for each. The likeliest strengths are found by the method of D. R. Hunter (*MM
algorithms for generalized Bradley-Terry models*, The Annals of Statistics 32, 2004), and by Newton's for the last part
of the way.

Every two players are given one drawn battle more than they fought: half a win is added to each side, as Haldane and
Anscombe did for the logarithm of odds. So nobody's rating is infinite, not even after winning every battle.

The intervals are those of the likelihood's curvature (the inverse of Fisher's information) at 95 in 100, for the
difference from the first player. They take every battle for one that is won or lost, and all match-ups for alike; with
draws, or with match-ups that differ, battles vary less than that, so the intervals are rather too wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
import numpy.typing as npt

from battlewright.odds.distribution import Z_95

ELO = 400 / log(10)
"""Points of rating for a strength that is e times as great."""
PRIOR = 0.5
"""Wins that each of two players is given against the other."""
CLOSE, MOST_STEPS = 1e-9, 1000

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """How far above the first player one is, and between what that lies at 95 in 100."""

    points: float
    low: float
    high: float


def rate(scores: Sequence[Sequence[float]]) -> list[Rating]:
    """The ratings of players by what each (row) has scored against each other (column); the first has 0."""
    won = np.array(scores, np.float64) + PRIOR
    np.fill_diagonal(won, 0.0)
    logs = _climb(won, _approach(won))
    _, information = _slope(won, logs)
    variances = np.diag(np.linalg.inv(information))
    halves = [0.0, *(Z_95 * sqrt(variance) for variance in variances.tolist())]
    return [
        Rating(ELO * middle, ELO * (middle - half), ELO * (middle + half))
        for middle, half in zip(logs.tolist(), halves, strict=True)
    ]


def _approach(won: Floats) -> Floats:
    """Hunter's steps, each of which raises the likelihood, until the strengths stay or for long enough: the logarithms
    of the strengths, that of the first player 0."""
    fought, wins = won + won.T, won.sum(axis=1)
    strengths = np.ones(len(won))
    for _ in range(MOST_STEPS):
        better = wins / (fought / (strengths[:, None] + strengths[None, :])).sum(axis=1)
        better /= better[0]
        step = np.abs(np.log(better / strengths)).max()
        strengths = better
        if step < CLOSE:
            break
    return np.log(strengths)


def _climb(won: Floats, logs: Floats) -> Floats:
    """Newton's steps from there to the top: few, also where everybody wins everything and Hunter's are too small."""
    for _ in range(MOST_STEPS):
        rest, information = _slope(won, logs)
        step = np.linalg.solve(information, rest)
        logs = logs + np.concatenate([[0.0], step])
        if np.abs(step).max() < CLOSE:
            break
    return logs


def _slope(won: Floats, logs: Floats) -> tuple[Floats, Floats]:
    """What all but the first player won above what was to be expected, and Fisher's information."""
    chances = 1 / (1 + np.exp(logs[None, :] - logs[:, None]))
    fought = won + won.T
    known = fought * chances * chances.T
    information = np.diag(known.sum(axis=1)) - known
    return (won - fought * chances).sum(axis=1)[1:], information[1:, 1:]
