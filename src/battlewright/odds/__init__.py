"""Exact odds: questions about a battle's future, answered from the rules' own nodes.

>>> from battlewright.odds import sum_of
>>> odds = sum_of("3d6")
>>> odds.mean
Fraction(21, 2)
>>> odds.at_least(16)
Fraction(5, 108)
"""

from __future__ import annotations

from battlewright.engine.errors import TooLarge
from battlewright.odds.distribution import Odds, Sampled
from battlewright.odds.pools import joint_counts, kept_of, successes_of, sum_of
from battlewright.odds.solve import Answer, Plan, sample, solve
from battlewright.odds.state_graph import Until

__all__ = [
    "Answer",
    "Odds",
    "Plan",
    "Sampled",
    "TooLarge",
    "Until",
    "joint_counts",
    "kept_of",
    "sample",
    "solve",
    "successes_of",
    "sum_of",
]
