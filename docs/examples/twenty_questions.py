"""Twenty common questions about dice, and their exact answers."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from operator import itemgetter

from battlewright import systems
from battlewright.odds import Odds, joint_counts, kept_of, solve, successes_of, sum_of
from battlewright.systems.formations.odds import situations
from battlewright.systems.formations.odds.combinations import combination_weights
from battlewright.systems.formations.record import Combination


def shown(chance: Fraction) -> str:
    return f"{chance} ({float(chance):.2%})"


# 1.
three = sum_of("3d6")
print(f" 1. 3d6: exactly 10 = {shown(three.chance(10))}, mean = {three.mean}, variance = {three.variance}")

# 2.
print(f" 2. 2d6+3 at least 10 = {shown(sum_of('2d6+3').at_least(10))}")

# 3.
ability = kept_of(4, 6, highest=3)
print(f" 3. 4d6 without the lowest: at least 16 = {shown(ability.at_least(16))}, mean = {ability.mean}")

# 4.
high, low = kept_of(2, 20, highest=1), kept_of(2, 20, lowest=1)
print(f" 4. d20 at least 15: advantage = {shown(high.at_least(15))}, disadvantage = {shown(low.at_least(15))}")

# 5.
print(f" 5. d20+5 at least 15 = {shown(sum_of('d20+5').at_least(15))}")

# 6.
two = sum_of("2d6")
print(f" 6. 2d6 against 2d6: win = {shown(two.beats(two))}, tie = {shown((two - two).chance(0))}")

# 7.
successes = successes_of(5, 6, at_least=5)
print(f" 7. 5+ in 5d6: exactly 2 = {shown(successes.chance(2))}, 3 or more = {shown(successes.at_least(3))}")

# 8.
die = sum_of("d6")
once = die.combine(die, lambda face, more: face + more if face == 6 else face)
twice = die.combine(once, lambda face, more: face + more if face == 6 else face)
print(f" 8. d6 that explodes at most twice: at least 10 = {shown(twice.at_least(10))}, mean = {twice.mean}")

# 9.
print(f" 9. 2d6+d8 at least 15 = {shown(sum_of('2d6+d8').at_least(15))}")

# 10.
swing = sum_of("d6-d6")
print(f"10. d6-d6: exactly 0 = {shown(swing.chance(0))}, at least 3 = {shown(swing.at_least(3))}")

# 11.
net = successes_of(6, 6, at_least=4) - successes_of(4, 6, at_least=5)
print(f"11. 6 dice at 4+ less 4 dice at 5+: 1 or more left = {shown(net.at_least(1))}, mean = {net.mean}")

# 12.
better = three.combine(three, max)
print(f"12. the better of two 3d6: at least 13 = {shown(better.at_least(13))}, mean = {better.mean}")

# 13.
largest = kept_of(5, 8, highest=1)
print(f"13. the largest of 5d8: an 8 = {shown(largest.chance(8))}, mean = {largest.mean}")

# 14.
median = ability.quantile(Fraction(1, 2))
print(f"14. the median of 4d6 without the lowest = {median}, {median} or less = {shown(ability.at_most(median))}")

# 15.
fireball = sum_of("8d6")
safe = fireball.quantile(Fraction(1, 10))
print(f"15. 8d6, 9 times out of 10 at least {safe}, {safe} or more = {shown(fireball.at_least(safe))}")

# 16.
kinds = joint_counts(4, (1, 2, 3))  # a critical on 6, a hit on 4 and 5, a miss on 1 to 3
both = kinds.chance_that(lambda counts: counts[0] >= 1 and counts[1] >= 2)
print(f"16. 4 dice, a critical and at least two hits = {shown(both)}")

# 17.
patterns = Odds(combination_weights(5))
double, triple, scale = (patterns.map(itemgetter(place)).chance(1) for place in range(3))
print(f"17. 5d6: Double = {shown(double)}, Triple = {shown(triple)}, Scale = {shown(scale)}")

# 18.
formations = systems.load("formations")
attack = situations.attack(dice=8, score=4, rerolls=2)
wounds = solve(
    formations.rules, attack.setting, attack.battle, lambda battle: battle.outcome.wounds, lambda wounds: wounds
)
hunt = situations.combination(dice=5, rerolls=2, want=Combination.TRIPLE)
found = solve(formations.rules, hunt.setting, hunt.battle, lambda battle: battle.outcome.triple, lambda triple: triple)
six, three_alike = wounds.odds.at_least(6), found.odds.chance(1)
print(f"18. 2 Rerolls used best: 6 Wounds or more = {shown(six)}, Triple = {shown(three_alike)}")

# 19.
test = die.map(lambda face: face != 1 and face <= 4)
print(f"19. 4 or less on d6, but a 1 fails = {shown(test.chance(True))}")

# 20.
needed = next(dice for dice in count(1) if successes_of(dice, 6, at_least=6).at_least(1) >= Fraction(9, 10))
print(f"20. dice for a 6 at 90% = {needed}, their chance = {shown(successes_of(needed, 6, at_least=6).at_least(1))}")
# The end.
