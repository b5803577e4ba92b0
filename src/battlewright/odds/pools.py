"""Pools of dice: sums, counts and orders, with exact integer weights.

A die is a polynomial whose coefficients are the weights of its faces; a pool is a power of it. Two pools are convolved
by one multiplication of long integers, with the coefficients packed at fixed widths.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from math import comb, prod

from battlewright.engine.errors import NotationError
from battlewright.engine.node import Node, OutcomeSymmetry
from battlewright.engine.notation import MAX_DICE, MAX_SIDES, Roll, parse_roll
from battlewright.engine.time_limit import check_time
from battlewright.odds.distribution import Odds

MOST_JOINT = 60

Outcome = tuple[tuple[int, ...], int]
"""Representative faces of equivalent outcomes, and their weight."""


def sum_of(roll: str | Roll) -> Odds[int]:
    """Return the odds of the total of a notation.

    >>> sum_of("2d6").chance(7)
    Fraction(1, 6)
    """
    roll = parse_roll(roll) if isinstance(roll, str) else roll
    pools, lowest = Counter[int](), roll.modifier
    for term in roll.terms:
        pools[term.sides] += term.count
        lowest += term.count if term.sign > 0 else -term.count * term.sides
    total = prod(sides**count for sides, count in pools.items())
    return Odds.from_sorted(dict(enumerate(_total_weights(pools), lowest)), total)


def _total_weights(pools: Mapping[int, int]) -> list[int]:
    """Return the weights of the totals of several pools, by sides and number of dice, from the lowest total up.

    They are the coefficients of the product of ((1 - x^s) / (1 - x))^n. Its logarithmic derivative gives each one from
    the sum of all before it and, for every number of sides, of every s-th before it; the second half mirrors the first.
    No number is multiplied by a long one, so each step is short, and looks at the clock.
    """
    several = [(sides, count) for sides, count in pools.items() if sides > 1]
    dice = sum(count for _, count in several)
    width = 1 + sum(count * (sides - 1) for sides, count in several)
    every = [[0] * sides for sides, _ in several]
    row, before = [1], 0
    for k in range(1, (width + 1) // 2):
        if k % 64 == 0:
            check_time()
        before += row[k - 1]
        value = dice * before
        for (sides, count), sums in zip(several, every, strict=True):
            if k >= sides:
                sums[k % sides] += row[k - sides]
                value -= count * sides * sums[k % sides]
        row.append(value // k)
    return row + row[: width // 2][::-1]


def successes_of(count: int, sides: int, at_least: int) -> Odds[int]:
    """Return the odds of the number of ``count`` dice that show ``at_least`` or more.

    >>> successes_of(8, 6, 4).chance(0)
    Fraction(1, 256)
    """
    _check(count, sides)
    good = min(max(sides + 1 - at_least, 0), sides)
    return Odds({hits: comb(count, hits) * good**hits * (sides - good) ** (count - hits) for hits in range(count + 1)})


def kept_of(count: int, sides: int, highest: int = 0, lowest: int = 0) -> Odds[int]:
    """Return the odds of the sum of the highest or the lowest of ``count`` dice.

    >>> kept_of(4, 6, highest=3).mean
    Fraction(15869, 1296)
    """
    _check(count, sides)
    if (highest > 0) == (lowest > 0) or max(highest, lowest) > count:
        raise NotationError(f"Keep the highest or the lowest of the dice, from 1 to {count} of them.")
    kept = highest or lowest
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    for face in range(sides, 0, -1) if highest else range(1, sides + 1):
        after: dict[tuple[int, int], int] = {}
        for (used, total), weight in states.items():
            for more in range(count - used + 1):
                state = (used + more, total + face * max(0, min(more, kept - used)))
                after[state] = after.get(state, 0) + weight * comb(count - used, more)
        states = after
    return Odds({total: weight for (used, total), weight in states.items() if used == count})


def joint_counts(count: int, face_counts: Sequence[int]) -> Odds[tuple[int, ...]]:
    """Return the joint odds of the number of ``count`` dice of each kind; ``face_counts`` has the faces of each.

    A critical test has four kinds, shown by 1, 2, 2 and 1 faces:

    >>> joint_counts(2, (1, 2, 2, 1)).chance((0, 1, 1, 0))
    Fraction(2, 9)
    """
    if not 0 <= count <= MOST_JOINT:
        raise NotationError(f"Joint counts are of 0 to {MOST_JOINT} dice, not {count}.")
    if not face_counts or min(face_counts) < 1:
        raise NotationError("Every kind of dice is shown by at least one face.")
    total = sum(face_counts) ** count
    if len(face_counts) == 1:
        return Odds.from_sorted({(count,): total}, total)
    *firsts, last_but_one, last = face_counts
    pairs = [[(here, rest - here) for here in range(rest + 1)] for rest in range(count + 1)]
    ends = [[comb(sum(pair), pair[0]) * last_but_one ** pair[0] * last ** pair[1] for pair in row] for row in pairs]
    weights: dict[tuple[int, ...], int] = {}
    with _no_collection():
        for first, rest, weight in _distributions(count, firsts):
            for pair, end in zip(pairs[rest], ends[rest], strict=True):
                weights[first + pair] = weight * end
    return Odds.from_sorted(weights, total)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause garbage collection while thousands of keys are made, all of which are kept."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _distributions(count: int, face_counts: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield every distribution of dice among the kinds: the counts, the dice left over, and the weight."""
    if not face_counts:
        yield (), count, 1
        return
    for here in range(count + 1):
        weight = comb(count, here) * face_counts[0] ** here
        for counts, rest, more in _distributions(count - here, face_counts[1:]):
            yield (here, *counts), rest, weight * more


def _check(count: int, sides: int) -> None:
    if not 1 <= count <= MAX_DICE or not 1 <= sides <= MAX_SIDES:
        raise NotationError(f"A pool has 1 to {MAX_DICE:,} dice of 1 to {MAX_SIDES:,} sides, not {count} of {sides}.")


@lru_cache(maxsize=1024)
def sum_weights(count: int, sides: int) -> tuple[int, ...]:
    """Return the weights of the totals of ``count`` dice, from the lowest to the highest."""
    return tuple(_total_weights({sides: count}))


def convolved(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the weights of the sum of two independent numbers, from 0 up.

    >>> convolved([1, 1], [0, 2, 1])
    [0, 2, 3, 1]
    """
    if len(one) == 1:
        return [one[0] * each for each in other]
    room = (sum(one) * sum(other)).bit_length() // 8 + 1
    packed = [int.from_bytes(b"".join(each.to_bytes(room, "little") for each in row), "little") for row in (one, other)]
    return list(_coefficients(packed[0] * packed[1], room, len(one) + len(other) - 1))


def _coefficients(packed: int, room: int, count: int) -> tuple[int, ...]:
    raw = packed.to_bytes(room * count + 1, "little")
    return tuple(int.from_bytes(raw[at : at + room], "little") for at in range(0, room * count, room))


def outcomes(node: Node) -> Iterator[Outcome]:
    """Yield the outcomes of a chance node, lumped by its symmetry."""
    if node.symmetry == OutcomeSymmetry.RANKED:
        return _ranked(node.dice, node.sides)
    if node.symmetry == OutcomeSymmetry.SUMMED:
        return _summed(node.dice, node.sides)
    kinds = _kinds(node)
    return _counted(node.dice, kinds) if node.symmetry == OutcomeSymmetry.COUNTED else _each(node.dice, kinds)


def count_outcomes(node: Node) -> int:
    """Return the number of lumped outcomes of a chance node."""
    if node.symmetry == OutcomeSymmetry.RANKED:
        return sum(1 for _ in _orders(node.dice, node.sides))
    if node.symmetry == OutcomeSymmetry.SUMMED:
        return sum(1 for _ in _summed(node.dice, node.sides))
    kinds = len(_kinds(node))
    return comb(node.dice + kinds - 1, kinds - 1) if node.symmetry == OutcomeSymmetry.COUNTED else kinds**node.dice


def _kinds(node: Node) -> tuple[tuple[int, int], ...]:
    """Return the representative faces, each with the number of faces that it represents."""
    faces = [node.face_class[face] for face in range(node.sides)]
    return tuple((face, faces.count(face)) for face in sorted(set(faces)))


def _each(dice: int, kinds: Sequence[tuple[int, int]]) -> Iterator[Outcome]:
    for rolled in product(kinds, repeat=dice):
        yield tuple(face for face, _ in rolled), prod(ways for _, ways in rolled)


def _counted(dice: int, kinds: Sequence[tuple[int, int]]) -> Iterator[Outcome]:
    """Yield every distribution of the dice among the kinds, weighted by its number of orders."""
    (face, ways), *others = kinds
    if not others:
        yield (face,) * dice, ways**dice
        return
    for count in range(dice + 1):
        here = comb(dice, count) * ways**count
        for faces, weight in _counted(dice - count, others):
            yield (face,) * count + faces, here * weight


def _summed(dice: int, sides: int) -> Iterator[Outcome]:
    """Yield every sum without the highest face, then every sum with it, each as faces with that sum."""
    if not dice:
        yield (), 1
        return
    without = dict(enumerate(sum_weights(dice, sides - 1), dice)) if sides > 1 else {}
    for total, ways in without.items():
        yield _faces_of(total, dice, sides - 1), ways
    for total, ways in enumerate(sum_weights(dice, sides), dice):
        if ways > without.get(total, 0):
            yield (sides, *_faces_of(total - sides, dice - 1, sides)), ways - without.get(total, 0)


def _faces_of(total: int, dice: int, sides: int) -> tuple[int, ...]:
    """Return faces of ``dice`` dice with this total."""
    faces = []
    for rest in range(dice - 1, -1, -1):
        faces.append(min(sides, total - rest))
        total -= faces[-1]
    return tuple(faces)


def _ranked(dice: int, sides: int) -> Iterator[Outcome]:
    """Yield every order with ties, as its lowest faces, weighted by the number of face sets that give it."""
    for order in _orders(dice, sides):
        yield tuple(place + 1 for place in order), comb(sides, max(order, default=-1) + 1)


def _orders(dice: int, sides: int) -> Iterator[tuple[int, ...]]:
    for order in product(range(min(dice, sides)), repeat=dice):
        if len(set(order)) == max(order, default=-1) + 1:
            yield order
