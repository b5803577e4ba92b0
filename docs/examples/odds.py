"""Exact odds from Python."""

from __future__ import annotations

from fractions import Fraction

from battlewright import systems
from battlewright.odds import solve, sum_of
from battlewright.systems.formations.odds import situations

total = sum_of("2d6+3")
print("2d6+3 is at least 10:", total.at_least(10), "and on average", total.mean)
print("half of the time it is at most", total.quantile(Fraction(1, 2)))

formations = systems.load("formations")
attack = situations.attack(dice=8, score=4, rerolls=2)
answer = solve(
    formations.rules,
    attack.setting,
    attack.battle,
    measure=lambda battle: battle.outcome.wounds,
    aim=lambda wounds: wounds,
)
print("8 dice against DEF 4 with 2 Rerolls:", answer.value, "Wounds on average")
print("6 or more Wounds:", answer.odds.at_least(6))
