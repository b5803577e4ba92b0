"""Pools of dice, against all faces written out and against other libraries."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.node import Likeness, Node, outcome
from battlewright.engine.notation import parse_roll
from battlewright.odds import Odds, sum_of
from battlewright.odds.pools import how_many, outcomes

pytestmark = pytest.mark.plain


@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.integers(1, 5)), min_size=1, max_size=2),
    st.integers(-5, 5),
)
def test_the_odds_of_a_total_are_those_of_all_faces_written_out(
    terms: list[tuple[bool, int, int]], modifier: int
) -> None:
    text = "".join(f"{'+' if plus else '-'}{count}d{sides}" for plus, count, sides in terms) + f"{modifier:+d}"
    dice = [(1 if plus else -1, sides) for plus, count, sides in terms for _ in range(count)]
    totals = Counter(
        modifier + sum(sign * face for (sign, _), face in zip(dice, faces, strict=True))
        for faces in product(*(range(1, sides + 1) for _, sides in dice))
    )
    assert sum_of(text) == Odds(totals)


@pytest.mark.parametrize("text", ["60d6", "3d8+4", "7d12-3", "1000d6", "2d1000"])
def test_the_odds_of_a_total_are_those_of_icepool(text: str) -> None:
    roll = parse_roll(text)
    theirs = sum((term.count @ icepool.d(term.sides) for term in roll.terms), icepool.Die([roll.modifier]))
    assert sum_of(text) == Odds(dict(theirs.items()))


@pytest.mark.parametrize(("text", "count", "sides"), [("60d6", 60, 6), ("12d20", 12, 20)])
def test_the_odds_of_a_total_are_those_of_dyce(text: str, count: int, sides: int) -> None:
    assert sum_of(text) == Odds(dict((count @ dyce.H(sides)).items()))


def node(dice: int, alike: list[int], likeness: Likeness) -> Node:
    made = Node()
    made.dice, made.sides, made.likeness = dice, len(alike), likeness
    for face, stands_for in enumerate(alike):
        made.alike[face] = stands_for
    return made


@given(
    dice=st.integers(0, 4),
    marks=st.lists(st.integers(0, 2), min_size=1, max_size=5),
    likeness=st.sampled_from(list(Likeness)),
)
def test_every_outcome_of_a_node_comes_once_with_the_number_of_its_ways(
    dice: int, marks: list[int], likeness: Likeness
) -> None:
    chance = node(dice, [marks.index(mark) + 1 for mark in marks], likeness)
    listed = list(outcomes(chance))
    written_out = Counter(outcome(chance, faces) for faces in product(range(1, len(marks) + 1), repeat=dice))
    assert Counter({outcome(chance, faces): weight for faces, weight in listed}) == written_out
    assert len(listed) == len(written_out) == how_many(chance)


def test_a_thousand_dice_that_succeed_or_fail_are_a_thousand_and_one_outcomes() -> None:
    chance = node(1000, [1, 1, 1, 4, 4, 4], Likeness.COUNTED)
    listed = list(outcomes(chance))
    assert len(listed) == 1001
    assert sum(weight for _, weight in listed) == 6**1000
    assert Fraction(listed[0][1], 6**1000) == Fraction(1, 2**1000)
