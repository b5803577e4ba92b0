"""The chances of a shot, computed without tables, for learners."""

from __future__ import annotations

from battlewright.engine.rule import rule
from battlewright.systems.skirmish.bots.tables import THOUSAND
from battlewright.systems.skirmish.record import SIDES


@rule()
def rolls_at_most(dice: int, sides: int, total: int) -> int:
    """The number of rolls of ``dice`` dice with at most a total, by inclusion and exclusion."""
    rolls, sign, chosen = 0, 1, 1
    total = min(total, dice * sides)
    for over in range(dice + 1):  # the number of dice taken to exceed their sides
        rest = total - over * sides
        if rest < dice:
            break
        product = 1
        for factor in range(dice):
            product = product * (rest - factor) // (factor + 1)
        rolls += sign * chosen * product
        sign, chosen = -sign, chosen * (dice - over) // (over + 1)
    return rolls


@rule()
def rolls_of(dice: int, sides: int) -> int:
    """The number of rolls of ``dice`` dice."""
    rolls = 1
    for _ in range(dice):
        rolls *= sides
    return rolls


@rule()
def hit_chance(dice: int, need: int) -> int:
    """The chance that a shot hits, in thousandths."""
    if dice == 0:
        return 0
    rolls = rolls_of(dice, SIDES)
    return THOUSAND * (rolls - rolls_at_most(dice, SIDES, need - 1)) // rolls


@rule()
def critical_chance(dice: int, need: int) -> int:
    """The chance that a shot hits with a 6 among its dice, in thousandths."""
    if dice == 0:
        return 0
    rolls = rolls_of(dice, SIDES)
    missed = rolls_at_most(dice, SIDES, need - 1)
    without = rolls_of(dice, SIDES - 1) - rolls_at_most(dice, SIDES - 1, need - 1)
    return THOUSAND * (rolls - missed - without) // rolls
