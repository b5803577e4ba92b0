"""Pools of dice, against all faces written out and against other libraries."""

from __future__ import annotations

import doctest
from collections import Counter
from fractions import Fraction
from itertools import product
from types import ModuleType

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright import odds
from battlewright.engine.errors import NotationError
from battlewright.engine.node import Node, OutcomeSymmetry, outcome
from battlewright.engine.notation import parse_roll
from battlewright.odds import Odds, distribution, joint_counts, kept_of, pools, successes_of, sum_of
from battlewright.odds.pools import count_outcomes, outcomes

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


@pytest.mark.parametrize("text", ["60d6", "3d8+4", "7d12-3", "200d6", "2d1000", "20d6-9d8+d1+3d6", "30d20+40d19"])
def test_the_odds_of_a_total_are_those_of_icepool(text: str) -> None:
    roll = parse_roll(text)
    theirs = sum(
        (term.sign * (term.count @ icepool.d(term.sides)) for term in roll.terms), icepool.Die([roll.modifier])
    )
    assert sum_of(text) == Odds(dict(theirs.items()))


@pytest.mark.parametrize(("text", "count", "sides"), [("60d6", 60, 6), ("12d20", 12, 20)])
def test_the_odds_of_a_total_are_those_of_dyce(text: str, count: int, sides: int) -> None:
    assert sum_of(text) == Odds(dict((count @ dyce.H(sides)).items()))


def node(dice: int, alike: list[int], symmetry: OutcomeSymmetry) -> Node:
    made = Node()
    made.dice, made.sides, made.symmetry = dice, len(alike), symmetry
    for face, stands_for in enumerate(alike):
        made.face_class[face] = stands_for
    return made


@given(
    dice=st.integers(0, 4),
    marks=st.lists(st.integers(0, 2), min_size=1, max_size=5),
    symmetry=st.sampled_from(list(OutcomeSymmetry)),
)
def test_every_outcome_of_a_node_comes_once_with_the_number_of_its_ways(
    dice: int, marks: list[int], symmetry: OutcomeSymmetry
) -> None:
    chance = node(dice, [marks.index(mark) + 1 for mark in marks], symmetry)
    listed = list(outcomes(chance))
    written_out = Counter(outcome(chance, faces) for faces in product(range(1, len(marks) + 1), repeat=dice))
    assert Counter({outcome(chance, faces): weight for faces, weight in listed}) == written_out
    assert len(listed) == len(written_out) == count_outcomes(chance)


@pytest.mark.parametrize("dice", range(6))
@pytest.mark.parametrize("sides", [1, 2, 3, 6])
def test_sums_with_and_without_the_highest_face_are_those_of_all_faces_written_out(dice: int, sides: int) -> None:
    chance = node(dice, list(range(1, sides + 1)), OutcomeSymmetry.SUMMED)
    listed = list(outcomes(chance))
    written_out = Counter((sum(faces), sides in faces) for faces in product(range(1, sides + 1), repeat=dice))
    assert Counter({(sum(faces), sides in faces): weight for faces, weight in listed}) == written_out
    assert len(listed) == count_outcomes(chance)
    assert all(len(faces) == dice and all(1 <= face <= sides for face in faces) for faces, _ in listed)


def test_ten_dice_for_their_sum_are_fewer_outcomes_than_by_their_faces() -> None:
    ten = node(10, list(range(1, 7)), OutcomeSymmetry.SUMMED)
    assert count_outcomes(ten) == 41 + 46  # 10 to 50 without a 6, 15 to 60 with one
    listed = list(outcomes(ten))
    assert len(listed) == count_outcomes(ten)
    assert sum(weight for _, weight in listed) == 6**10
    sums: Counter[int] = Counter()
    for faces, weight in listed:
        sums[sum(faces)] += weight
    assert Odds(sums) == sum_of("10d6")


def test_a_thousand_dice_that_succeed_or_fail_are_a_thousand_and_one_outcomes() -> None:
    chance = node(1000, [1, 1, 1, 4, 4, 4], OutcomeSymmetry.COUNTED)
    listed = list(outcomes(chance))
    assert len(listed) == 1001
    assert sum(weight for _, weight in listed) == 6**1000
    assert Fraction(listed[0][1], 6**1000) == Fraction(1, 2**1000)


@pytest.mark.parametrize(("count", "sides", "at_least"), [(3, 6, 4), (4, 4, 1), (2, 6, 7), (5, 3, 3)])
def test_successes_are_those_of_all_faces_written_out(count: int, sides: int, at_least: int) -> None:
    rolls = product(range(1, sides + 1), repeat=count)
    cases = Counter(sum(face >= at_least for face in faces) for faces in rolls)
    assert successes_of(count, sides, at_least) == Odds(cases)


@pytest.mark.parametrize(("count", "sides", "keep"), [(4, 6, 3), (2, 20, 1), (5, 4, 2), (3, 6, 3)])
def test_kept_dice_are_those_of_all_faces_written_out(count: int, sides: int, keep: int) -> None:
    rolls = [sorted(faces) for faces in product(range(1, sides + 1), repeat=count)]
    assert kept_of(count, sides, highest=keep) == Odds(Counter(sum(faces[-keep:]) for faces in rolls))
    assert kept_of(count, sides, lowest=keep) == Odds(Counter(sum(faces[:keep]) for faces in rolls))


@pytest.mark.parametrize("keep", [{}, {"highest": 1, "lowest": 1}, {"highest": 5}, {"lowest": -1}])
def test_what_to_keep_must_be_said_once_and_be_there(keep: dict[str, int]) -> None:
    with pytest.raises(NotationError, match="Keep the highest or the lowest of the dice, from 1 to 4"):
        kept_of(4, 6, **keep)


@given(st.integers(0, 4), st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_joint_counts_are_those_of_all_faces_written_out(count: int, ways: list[int]) -> None:
    faces = [kind for kind, shown in enumerate(ways) for _ in range(shown)]
    cases = Counter(tuple(fallen.count(kind) for kind in range(len(ways))) for fallen in product(faces, repeat=count))
    odds = joint_counts(count, ways)
    assert odds == Odds(cases)
    assert list(odds.weights) == sorted(odds.weights)
    assert odds.total == sum(odds.weights.values())


def test_joint_counts_of_sixty_dice_and_no_more() -> None:
    assert joint_counts(60, (1, 2, 2, 1)).chance((60, 0, 0, 0)) == Fraction(1, 6**60)
    with pytest.raises(NotationError, match="0 to 60 dice, not 61"):
        joint_counts(61, (1, 5))
    with pytest.raises(NotationError, match="at least one face"):
        joint_counts(2, (1, 0))


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1001, 6), (1, 0), (1, 1001)])
def test_pools_beyond_the_limits_are_refused(count: int, sides: int) -> None:
    with pytest.raises(NotationError, match="A pool has 1 to 1,000 dice of 1 to 1,000 sides"):
        successes_of(count, sides, 1)
    with pytest.raises(NotationError, match="A pool has"):
        kept_of(count, sides, highest=1)


def test_odds_are_added_taken_away_and_compared() -> None:
    die = sum_of("d6")
    assert die + die == sum_of("2d6")
    assert die - die == sum_of("d6-d6")
    assert (die + 3) - 1 == sum_of("d6+2")
    assert die.beats(die) == Fraction(15, 36)


@pytest.mark.parametrize("module", [odds, distribution, pools])
def test_the_docstrings_show_what_happens(module: ModuleType) -> None:
    done = doctest.testmod(module)
    assert done.attempted > 0
    assert done.failed == 0


def test_a_thousand_dice_are_summed() -> None:
    total = sum_of("1000d6")
    assert total.mean == Fraction(3500)
    assert (total.total, len(total)) == (6**1000, 5001)


@given(st.integers(1, 12), st.integers(1, 9))
def test_the_weights_of_a_sum_are_those_of_adding_die_by_die(count: int, sides: int) -> None:
    row = [1]
    for _ in range(count):
        row = [sum(row[max(0, at - sides + 1) : at + 1]) for at in range(len(row) + sides - 1)]
    assert list(pools.sum_weights(count, sides)) == row
