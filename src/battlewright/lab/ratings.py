"""Ratings from results between pairs: Bradley and Terry's model, on the scale of Elo.

A player with strength s beats one with strength t with the chance s / (s + t); 400 points of rating are ten times the
strength. A draw counts as half a win for each. The likeliest strengths are found by the method of D. R. Hunter (*MM
algorithms for generalized Bradley-Terry models*, The Annals of Statistics 32, 2004), and by Newton's for the last part
of the way.

Every pair of players that met is given one drawn battle more than it fought: half a win is added to each side, as
Haldane and Anscombe did for the logarithm of odds. So no rating is infinite, even after winning every battle. A pair
that did not meet is given a thousandth of that, so that all have a rating.

The 95% intervals come from the likelihood's curvature (the inverse of Fisher's information), for the difference from
the first player. They treat every battle as won or lost, and all match-ups as equal; with draws, or with unequal
match-ups, results vary less than that, so the intervals are rather too wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
import numpy.typing as npt

from battlewright.odds.distribution import Z_95

ELO = 400 / log(10)
"""Rating points for a strength that is e times as great."""
PRIOR, UNMET = 0.5, 0.0005
"""The wins that each of two players is given against the other; and those where they did not meet."""
CLOSE, MOST_STEPS = 1e-9, 1000

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """A player's rating relative to the first player, with its 95% interval."""

    points: float
    low: float
    high: float


def rate(scores: Sequence[Sequence[float]]) -> list[Rating]:
    """Return the players' ratings from the score of each (row) against each other (column); the first has 0."""
    won = np.array(scores, np.float64)
    won += np.where(won + won.T > 0, PRIOR, UNMET)
    np.fill_diagonal(won, 0.0)
    logs = _newton_steps(won, _hunter_steps(won))
    _, information = _slope(won, logs)
    variances = np.diag(np.linalg.inv(information))
    halves = [0.0, *(Z_95 * sqrt(variance) for variance in variances.tolist())]
    return [
        Rating(ELO * middle, ELO * (middle - half), ELO * (middle + half))
        for middle, half in zip(logs.tolist(), halves, strict=True)
    ]


def _hunter_steps(won: Floats) -> Floats:
    """Return the logarithms of the strengths after Hunter's steps, the first player's being 0.

    Each step raises the likelihood; they end when the strengths no longer change, or at a limit.
    """
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


def _newton_steps(won: Floats, logs: Floats) -> Floats:
    """Take Newton's steps to the maximum: few, even where one player wins every battle and Hunter's are too small."""
    for _ in range(MOST_STEPS):
        rest, information = _slope(won, logs)
        step = np.linalg.solve(information, rest)
        logs = logs + np.concatenate([[0.0], step])
        if np.abs(step).max() < CLOSE:
            break
    return logs


def _slope(won: Floats, logs: Floats) -> tuple[Floats, Floats]:
    """Return what all but the first player won above expectation, and Fisher's information."""
    chances = 1 / (1 + np.exp(logs[None, :] - logs[:, None]))
    fought = won + won.T
    known = fought * chances * chances.T
    information = np.diag(known.sum(axis=1)) - known
    return (won - fought * chances).sum(axis=1)[1:], information[1:, 1:]
