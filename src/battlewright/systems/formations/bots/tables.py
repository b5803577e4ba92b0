"""The chances of a roll that bots look up: how many dice succeed, and whether they show a combination."""

from __future__ import annotations

from functools import cache
from math import comb

from battlewright.engine.compiler.rule import rule
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record import Row, numbers
from battlewright.systems.formations.record import SIDES, Combination, Setting

MILLION = 1_000_000
MOST_DICE = 40
"""The most dice with a row of their own; more dice succeed as often as they do on average."""
ROW = MOST_DICE + 1


@rule()
def row_start(combination: int, faces: int, dice: int) -> int:
    """Return where a row begins: by the combination, the faces that succeed (0 to 6), and the dice."""
    return ((combination * (SIDES + 1) + faces) * ROW + dice) * ROW


@rule()
def chance_of(tables: Row[int], faces: int, dice: int, successes: int) -> int:
    """Return the chance of exactly ``successes`` successes, in millionths."""
    return tables[row_start(Combination.NONE, faces, dice) + successes]


@rule()
def chance_without(tables: Row[int], combination: int, faces: int, dice: int, successes: int) -> int:
    """Return the chance of exactly ``successes`` successes and no such combination, in millionths."""
    return tables[row_start(combination, faces, dice) + successes]


def tables(setting: Row[Setting], report: ProgressReport | None = None) -> Row[int]:
    """Return the chances. They are the same for all engagements."""
    return _tables()


@cache
def _tables() -> Row[int]:
    found = [0] * (len(Combination) * (SIDES + 1) * ROW * ROW)
    for combination in Combination:
        for faces in range(SIDES + 1):
            for dice in range(ROW):
                at = row_start(combination, faces, dice)
                for successes in range(dice + 1):
                    rolls = _rolls_without(combination, faces, dice, successes)
                    found[at + successes] = (2 * MILLION * rolls + SIDES**dice) // (2 * SIDES**dice)
    return numbers(found)


def _rolls_without(combination: Combination, faces: int, dice: int, successes: int) -> int:
    """Return how many of the 6 ** dice rolls have ``successes`` successes and do not show a combination (none: any
    roll)."""
    misses, low = dice - successes, SIDES - faces
    if combination == Combination.NONE:
        ways = int(faces**successes * low**misses)
    elif combination == Combination.SCALE:
        ways = sum(_onto(successes, high) * _onto(misses, rest) for high, rest in _rows_without_scale(faces))
    else:
        most = 1 if combination == Combination.DOUBLE else 2
        ways = _at_most(successes, faces, most) * _at_most(misses, low, most)
    return comb(dice, successes) * ways


@cache
def _onto(dice: int, faces: int) -> int:
    """Return the rolls of dice that show each of these faces and no other."""
    return sum((-1) ** left * comb(faces, left) * (faces - left) ** dice for left in range(faces + 1))


@cache
def _at_most(dice: int, faces: int, most: int) -> int:
    """Return the rolls of dice on these faces that show none of them more often than ``most``."""
    if faces == 0:
        return int(dice == 0)
    return sum(comb(dice, here) * _at_most(dice - here, faces - 1, most) for here in range(min(most, dice) + 1))


@cache
def _rows_without_scale(faces: int) -> tuple[tuple[int, int], ...]:
    """Return, for each set of faces without three in a row, how many of them succeed and how many do not."""
    found = []
    for shown in range(1 << SIDES):
        if not shown & shown << 1 & shown << 2:
            high = (shown >> (SIDES - faces)).bit_count()
            found.append((high, shown.bit_count() - high))
    return tuple(found)


def _chance_shown(combination: Combination, dice: int) -> int:
    """Return the chance that dice show a combination, in thousandths."""
    without = sum(_rolls_without(combination, 0, dice, successes) for successes in range(dice + 1))
    return int(1000 - 1000 * without // SIDES**dice)


SHOWN = tuple(_chance_shown(combination, dice) for combination in Combination for dice in range(MOST_DICE + 1))
"""The chance of each combination for each number of dice, in thousandths (``NONE``: 0)."""
