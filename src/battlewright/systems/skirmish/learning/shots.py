"""The chances of a shot, computed without the tables of a setting, for learners."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from battlewright.engine.compiler.rule import as_plain, rule
from battlewright.systems.skirmish.bots.tables import NEEDS, THOUSAND, need_at
from battlewright.systems.skirmish.record import MAX_ABILITY, SIDES


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
def count_hits(dice: int, need: int) -> int:
    """The number of rolls that hit."""
    return rolls_of(dice, SIDES) - rolls_at_most(dice, SIDES, need - 1)


@rule()
def count_criticals(dice: int, need: int) -> int:
    """The number of rolls that hit with a 6 among the dice."""
    without = rolls_of(dice, SIDES - 1) - rolls_at_most(dice, SIDES - 1, need - 1)
    return count_hits(dice, need) - without


def _chances(count: Callable[[int, int], int]) -> npt.NDArray[np.int32]:
    """The chances by dice and need, in thousandths; none without dice."""
    counted = as_plain(count)
    rows = [
        [THOUSAND * counted(dice, need) // SIDES**dice for need in range(NEEDS)] for dice in range(1, MAX_ABILITY + 1)
    ]
    return np.array([[0] * NEEDS, *rows], np.int32).reshape(-1)


HITS, CRITICALS = _chances(count_hits), _chances(count_criticals)


@rule()
def hit_chance(dice: int, need: int) -> int:
    """The chance that a shot hits, in thousandths."""
    return int(HITS[dice * NEEDS + need_at(need)])


@rule()
def critical_chance(dice: int, need: int) -> int:
    """The chance that a shot hits with a 6 among its dice, in thousandths."""
    return int(CRITICALS[dice * NEEDS + need_at(need)])
