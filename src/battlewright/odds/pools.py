"""Pools of dice: sums, counts and orders, with exact integer weights.

The sum of many dice comes from one multiplication of very long integers: a die is a polynomial whose coefficients are
the weights of its faces, written as one integer with room between them, and a pool is its power.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import comb, prod

from battlewright.engine.node import Likeness, Node
from battlewright.engine.notation import Roll, parse_roll
from battlewright.odds.distribution import Odds

Outcome = tuple[tuple[int, ...], int]
"""Faces that stand for all that are alike, and in how many ways they fall."""


def sum_of(roll: str | Roll) -> Odds[int]:
    """The odds of the total of a notation.

    >>> sum_of("2d6").chance(7)
    Fraction(1, 6)
    """
    roll = parse_roll(roll) if isinstance(roll, str) else roll
    weights, lowest = [1], roll.modifier
    for term in roll.terms:
        one = sum_weights(term.count, term.sides)
        weights = _product(weights, one)
        lowest += term.count if term.sign > 0 else -term.count * term.sides
    return Odds({lowest + at: weight for at, weight in enumerate(weights)})


@cache
def sum_weights(count: int, sides: int) -> tuple[int, ...]:
    """In how many ways ``count`` dice come to each total, from the lowest to the highest."""
    room = (sides**count).bit_length() // 8 + 1
    die = sum(1 << (8 * room * face) for face in range(sides))
    return _coefficients(die**count, room, count * (sides - 1) + 1)


def _product(one: Sequence[int], other: Sequence[int]) -> list[int]:
    if len(one) == 1:
        return [one[0] * each for each in other]
    room = (sum(one) * sum(other)).bit_length() // 8 + 1
    packed = [int.from_bytes(b"".join(each.to_bytes(room, "little") for each in row), "little") for row in (one, other)]
    return list(_coefficients(packed[0] * packed[1], room, len(one) + len(other) - 1))


def _coefficients(packed: int, room: int, count: int) -> tuple[int, ...]:
    raw = packed.to_bytes(room * count + 1, "little")
    return tuple(int.from_bytes(raw[at : at + room], "little") for at in range(0, room * count, room))


def outcomes(node: Node) -> Iterator[Outcome]:
    """Everything that can fall at a chance node, lumped as it declares."""
    if node.likeness == Likeness.RANKED:
        return _ranked(node.dice, node.sides)
    kinds = _kinds(node)
    return _counted(node.dice, kinds) if node.likeness == Likeness.COUNTED else _each(node.dice, kinds)


def how_many(node: Node) -> int:
    """How many outcomes a chance node has, lumped."""
    if node.likeness == Likeness.RANKED:
        return sum(1 for _ in _orders(node.dice, node.sides))
    kinds = len(_kinds(node))
    return comb(node.dice + kinds - 1, kinds - 1) if node.likeness == Likeness.COUNTED else kinds**node.dice


def _kinds(node: Node) -> tuple[tuple[int, int], ...]:
    """The faces that stand for others, each with how many it stands for."""
    faces = [node.alike[face] for face in range(node.sides)]
    return tuple((face, faces.count(face)) for face in sorted(set(faces)))


def _each(dice: int, kinds: Sequence[tuple[int, int]]) -> Iterator[Outcome]:
    for fallen in product(kinds, repeat=dice):
        yield tuple(face for face, _ in fallen), prod(ways for _, ways in fallen)


def _counted(dice: int, kinds: Sequence[tuple[int, int]]) -> Iterator[Outcome]:
    """All ways to share the dice among the kinds, with the number of orders in which that happens."""
    (face, ways), *others = kinds
    if not others:
        yield (face,) * dice, ways**dice
        return
    for count in range(dice + 1):
        here = comb(dice, count) * ways**count
        for faces, weight in _counted(dice - count, others):
            yield (face,) * count + faces, here * weight


def _ranked(dice: int, sides: int) -> Iterator[Outcome]:
    """Every order with ties, by the lowest faces that show it; it falls once for each choice of faces."""
    for order in _orders(dice, sides):
        yield tuple(place + 1 for place in order), comb(sides, max(order, default=-1) + 1)


def _orders(dice: int, sides: int) -> Iterator[tuple[int, ...]]:
    for order in product(range(min(dice, sides)), repeat=dice):
        if len(set(order)) == max(order, default=-1) + 1:
            yield order
