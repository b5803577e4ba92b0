"""The odds of a Double, a Triple and a Scale, counted with the rules' own definitions.

A fourth die of the same face changes no combination, so the rules need only see 4 ** 6 patterns: none, one, two or more
than two dice of each face. What remains is to count the rolls of each pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, factorial

import numpy as np
import numpy.typing as npt

from battlewright.engine.record import memory_of, numbers
from battlewright.systems.formations.record import SIDES, Combination
from battlewright.systems.formations.rules.dice import COUNTED, has_combination, tally_combinations

PATTERNS = (COUNTED + 1) ** SIDES
POWERS = tuple((COUNTED + 1) ** face for face in range(SIDES))
"""What a die of each face adds to a pattern's number."""
Ints = npt.NDArray[np.int64]


def combination_weights(dice: int) -> dict[tuple[int, int, int], int]:
    """Return how many of the 6 ** dice rolls show each (double, triple, scale).

    The rules say what each pattern shows; this counts the rolls of each pattern.
    """
    often: dict[int, list[int]] = {0: [1] + [0] * dice}
    for faces in range(1, SIDES + 1):
        before = often[faces - 1]
        often[faces] = [
            sum(comb(all_dice, here) * before[all_dice - here] for here in range(COUNTED, all_dice + 1))
            for all_dice in range(dice + 1)
        ]
    weights: dict[tuple[int, int, int], int] = {}
    for (once, twice, more, shown), patterns in _pattern_counts():
        rest = dice - once - 2 * twice
        if rest >= 0:
            flags = (shown & 1, shown >> 1 & 1, shown >> 2)
            rolls = patterns * (factorial(dice) // factorial(rest) >> twice) * often[more][rest]
            weights[flags] = weights.get(flags, 0) + rolls
    return {flags: weight for flags, weight in sorted(weights.items()) if weight}


@cache
def _pattern_counts() -> tuple[tuple[tuple[int, int, int, int], int], ...]:
    tally = numbers(7 * 7 * 7 * 8 + SIDES)
    tally_combinations(tally)
    patterns = np.asarray(memory_of(tally))[:-SIDES]
    found = []
    for place in patterns.nonzero()[0].tolist():
        kinds, shown = divmod(place, 8)
        found.append(((kinds // 49, kinds // 7 % 7, kinds % 7, shown), int(patterns[place])))
    return tuple(found)


def best_combination(dice: int, rerolls: int, want: Combination) -> Fraction:
    """Return the chance to show a combination with Rerolls, if the player names the best dice after each roll.

    More dice never hide a combination. So for every pattern that may be kept, as many dice as possible are rerolled;
    the best pattern to keep is searched for every roll. At most 20 dice, since the weights must fit 64 bits.
    """
    rerolls = min(rerolls, dice)
    seen = _seen()
    chances = _chances_after(rerolls, want)
    exact, open_ended = seen < COUNTED, seen == COUNTED
    kept_exactly = (seen * exact).sum(axis=1)
    total = 0
    for counts, weight in _counts(dice, SIDES):
        if int(chances[0, sum(min(count, COUNTED) * power for count, power in zip(counts, POWERS, strict=True))]):
            total += weight * 6**rerolls  # it shows already: keep it
            continue
        shown = np.array(counts)
        fits = (seen <= np.minimum(shown, COUNTED)).all(axis=1)
        least = exact[fits] @ shown - kept_exactly[fits]
        most = np.minimum(least + open_ended[fits] @ np.maximum(shown - COUNTED, 0), rerolls)
        able = least <= most
        total += weight * int(chances[most[able], fits.nonzero()[0][able]].max())
    return Fraction(total, 6**dice * 6**rerolls)


def _chances_after(rerolls: int, want: Combination) -> Ints:
    """Count, for every number of dice rolled onto every pattern, the rolls that show it, of 6 ** rerolls."""
    seen = _seen()
    shows = np.array([bool(has_combination(numbers(pattern), want)) for pattern in seen.tolist()], np.int64)
    after = [np.minimum(seen + np.eye(SIDES, dtype=np.int64)[face], COUNTED) @ POWERS for face in range(SIDES)]
    rows = [shows]
    for _ in range(rerolls):
        rows.append(np.sum([rows[-1][places] for places in after], axis=0))
    return np.array([row * 6 ** (rerolls - rolled) for rolled, row in enumerate(rows)])


@cache
def _seen() -> Ints:
    """Return all patterns (0, 1, 2 or more dice of each face), a row each."""
    patterns = np.arange(PATTERNS)[:, None] // np.array(POWERS)
    return np.asarray(patterns % (COUNTED + 1), np.int64)


def _counts(dice: int, faces: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every way to share dice among faces, with the number of rolls that show it."""
    if faces == 1:
        yield (dice,), 1
        return
    for here in range(dice + 1):
        for rest, weight in _counts(dice - here, faces - 1):
            yield (here, *rest), comb(dice, here) * weight
