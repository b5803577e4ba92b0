"""A sequential test of a share of wins: battles are fought until it is clear whether a side wins often enough.

Wald's test compares two claims, that the true share is ``low`` and that it is ``high``. It goes on until the results
are ``CERTAIN`` times as likely under one of them as under the other. A draw counts as half a win.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from battlewright.contract.counts import Interval, Winner
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.odds.distribution import wilson

CERTAIN = 99.0
"""How many times as likely the results must be: either error then has a chance of one in a hundred."""
BATCH = 200


@dataclass(frozen=True)
class Verdict:
    """The result of a sequential test. ``passed`` is None if it was not clear after all battles."""

    passed: bool | None
    score: float
    battles: int

    @property
    def share(self) -> float:
        return self.score / self.battles

    @property
    def interval(self) -> Interval:
        """Return the 95% interval of the true share, as if the number of battles had been fixed beforehand."""
        return wilson(round(self.score), self.battles)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.1%} of {self.battles:,} battles ({low:.1%} to {high:.1%})"


def evidence(score: float, battles: int, low: float, high: float) -> float:
    """Return the logarithm of how many times as likely the results are under the higher claim.

    >>> round(evidence(19, 20, 0.9, 0.99), 2)
    -0.49
    """
    return score * log(high / low) + (battles - score) * log((1 - high) / (1 - low))


def wins_often(pairing: Pairing, low: float, high: float, seed: int, most: int = 20_000) -> Verdict:
    """Return whether the first side wins as often as ``high`` says rather than only as often as ``low`` says."""
    score, battles = 0.0, 0
    while battles < most:
        counts = fight(pairing, BATCH, seed, first=battles).counts
        battles += counts.battles
        score += counts.count(Winner.A) + counts.count(Winner.DRAW) / 2
        found = evidence(score, battles, low, high)
        if abs(found) >= log(CERTAIN):
            return Verdict(found > 0, score, battles)
    return Verdict(None, score, battles)
