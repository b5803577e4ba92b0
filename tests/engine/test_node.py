"""A node says what is waited for, and which outcomes it treats alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import (
    MAX_SIDES,
    Node,
    NodeKind,
    OutcomeSymmetry,
    await_choice,
    await_dice,
    end,
    outcome,
    pass_on,
)
from battlewright.engine.record import Row, allocate, look, memory_of, numbers, width_of
from tests.engine.helpers import listed

pytestmark = pytest.mark.plain


@rule()
def wait_for_nothing(node: Row[Node]) -> None:
    pass_on(node[0])


@rule()
def wait_for_choice(node: Row[Node], step: int, side: int) -> None:
    await_choice(node[0], step, side)


@rule()
def wait_for_dice(node: Row[Node], step: int, side: int, dice: int, sides: int, symmetry: int) -> None:
    await_dice(node[0], step, side, dice, sides, symmetry)


@rule()
def end_with(node: Row[Node], result: int) -> None:
    end(node[0], result)


def used() -> Row[Node]:
    """A node that is full of numbers of an earlier one."""
    node = allocate(Node)
    memory_of(node)[:] = memory_of(numbers([77] * width_of(Node)))
    return node


def chance(symmetry: OutcomeSymmetry, dice: int = 3, sides: int = 6, alike: Sequence[int] = ()) -> Node:
    """A chance node; ``face_class`` says for each face the lowest that counts the same."""
    node = used()
    wait_for_dice(node, 5, 1, dice, sides, symmetry)
    view = look(Node, node)
    for i, face in enumerate(alike):
        view.face_class[i] = face
    return view


def are_alike(node: Node, one: Sequence[int], other: Sequence[int]) -> bool:
    return outcome(node, one) == outcome(node, other)


# What is waited for


def test_passing_on_leaves_nothing_of_the_node() -> None:
    node = used()
    wait_for_nothing(node)
    assert set(listed(node)) == {0}
    assert look(Node, node).kind == NodeKind.PASSING


def test_a_decision_has_a_step_and_a_seat_and_nothing_else() -> None:
    node = used()
    wait_for_choice(node, 5, 1)
    expected = Node()
    expected.kind, expected.step, expected.side = NodeKind.DECISION, 5, 1
    assert look(Node, node) == expected


def test_the_end_has_a_result_and_nothing_else() -> None:
    node = used()
    end_with(node, 2)
    expected = Node()
    expected.kind, expected.result = NodeKind.OVER, 2
    assert look(Node, node) == expected


def test_a_chance_says_which_dice_must_fall() -> None:
    node = chance(OutcomeSymmetry.COUNTED, dice=4, sides=8)
    assert (node.kind, node.step, node.side) == (NodeKind.CHANCE, 5, 1)
    assert (node.dice, node.sides, node.symmetry, node.result) == (4, 8, OutcomeSymmetry.COUNTED, 0)


@pytest.mark.parametrize("sides", [1, 2, 6, MAX_SIDES])
def test_at_first_every_face_counts_for_itself(sides: int) -> None:
    node = chance(OutcomeSymmetry.EACH, sides=sides)
    assert list(node.face_class) == [*range(1, sides + 1), *[0] * (MAX_SIDES - sides)]


# Each die in its place


def test_each_tells_every_die_in_its_place_apart() -> None:
    node = chance(OutcomeSymmetry.EACH)
    assert not are_alike(node, [1, 2, 3], [1, 3, 2])
    assert are_alike(node, [1, 2, 3], (1, 2, 3))
    assert len({outcome(node, faces) for faces in product(range(1, 7), repeat=3)}) == 216


def test_each_sees_a_face_as_the_lowest_that_counts_the_same() -> None:
    node = chance(OutcomeSymmetry.EACH, alike=[1, 1, 1, 4, 4, 6])  # miss, hit, critical
    assert are_alike(node, [1, 5, 6], [3, 4, 6])
    assert not are_alike(node, [1, 5, 6], [5, 1, 6])
    assert not are_alike(node, [1, 5, 6], [1, 5, 5])
    assert len({outcome(node, faces) for faces in product(range(1, 7), repeat=3)}) == 27


# How many dice show each face


def test_counted_does_not_care_where_a_die_lies() -> None:
    node = chance(OutcomeSymmetry.COUNTED)
    assert are_alike(node, [1, 2, 3], [3, 1, 2])
    assert are_alike(node, [1, 1, 3], [1, 3, 1])
    assert not are_alike(node, [1, 1, 3], [1, 3, 3])
    assert not are_alike(node, [2, 2, 2], [1, 2, 3])  # the sum is the same, the faces are not


@pytest.mark.parametrize(("dice", "handfuls"), [(1, 6), (2, 21), (3, 56), (4, 126)])
def test_counted_tells_as_many_outcomes_apart_as_there_are_handfuls(dice: int, handfuls: int) -> None:
    node = chance(OutcomeSymmetry.COUNTED, dice=dice)
    assert len({outcome(node, faces) for faces in product(range(1, 7), repeat=dice)}) == handfuls


def test_counted_by_kinds_of_face_counts_the_kinds() -> None:
    node = chance(OutcomeSymmetry.COUNTED, dice=4, alike=[1, 1, 1, 4, 4, 4])  # successes on 4 and more
    assert are_alike(node, [1, 2, 6, 4], [5, 5, 3, 3])
    assert not are_alike(node, [1, 2, 6, 4], [5, 5, 5, 3])
    assert len({outcome(node, faces) for faces in product(range(1, 7), repeat=4)}) == 5


# Which dice are higher than which


def test_ranked_sees_only_which_dice_are_higher() -> None:
    node = chance(OutcomeSymmetry.RANKED)
    assert are_alike(node, [1, 2, 3], [2, 4, 6])
    assert are_alike(node, [5, 5, 1], [2, 2, 1])
    assert not are_alike(node, [1, 2, 3], [3, 2, 1])
    assert not are_alike(node, [1, 2, 2], [1, 2, 3])
    assert are_alike(node, [4, 4, 4], [1, 1, 1])


@pytest.mark.parametrize(("dice", "orders"), [(1, 1), (2, 3), (3, 13), (4, 75)])
def test_ranked_tells_as_many_outcomes_apart_as_there_are_orders_with_ties(dice: int, orders: int) -> None:
    node = chance(OutcomeSymmetry.RANKED, dice=dice)
    assert len({outcome(node, faces) for faces in product(range(1, 7), repeat=dice)}) == orders


def test_ranked_does_not_look_at_which_faces_count_the_same() -> None:
    node = chance(OutcomeSymmetry.RANKED, alike=[1, 1, 1, 1, 1, 1])
    assert not are_alike(node, [1, 2, 3], [3, 2, 1])


# The sum, and whether the highest face fell


def test_summed_sees_the_sum_and_whether_the_highest_face_fell() -> None:
    node = chance(OutcomeSymmetry.SUMMED)
    assert are_alike(node, [1, 2, 3], [3, 2, 1])
    assert are_alike(node, [1, 4, 4], [3, 3, 3])
    assert are_alike(node, [6, 1, 2], [2, 6, 1])
    assert are_alike(node, [6, 6, 1], [6, 4, 3])
    assert not are_alike(node, [6, 1, 2], [3, 3, 3])  # the same sum, but without a 6
    assert not are_alike(node, [1, 2, 3], [1, 2, 4])


def test_summed_knows_the_highest_face_of_any_die() -> None:
    node = chance(OutcomeSymmetry.SUMMED, dice=2, sides=4)
    assert not are_alike(node, [4, 2], [3, 3])
    assert are_alike(chance(OutcomeSymmetry.SUMMED, dice=2, sides=8), [4, 2], [3, 3])


@pytest.mark.parametrize(("dice", "sums"), [(1, 6), (2, 15), (3, 24), (4, 33)])
def test_summed_tells_as_many_outcomes_apart_as_there_are_sums_with_and_without_the_highest(
    dice: int, sums: int
) -> None:
    node = chance(
        OutcomeSymmetry.SUMMED, dice=dice
    )  # from dice to 5 times dice without a 6, from dice + 5 to 6 times with
    assert len({outcome(node, faces) for faces in product(range(1, 7), repeat=dice)}) == sums


def test_summed_does_not_look_at_which_faces_count_the_same() -> None:
    node = chance(OutcomeSymmetry.SUMMED, alike=[1, 1, 1, 1, 1, 1])
    assert not are_alike(node, [1, 2, 3], [1, 2, 4])


# Any dice

HANDFULS = st.lists(st.integers(1, 6), min_size=1, max_size=5)


def compared(faces: Sequence[int]) -> list[int]:
    """For each two dice whether the first is lower, equal or higher."""
    return [(one > other) - (one < other) for one, other in combinations(faces, 2)]


@given(HANDFULS, st.data())
def test_outcomes_are_alike_just_when_the_likeness_says_so(one: list[int], data: st.DataObject) -> None:
    other = data.draw(st.permutations(one) | st.lists(st.integers(1, 6), min_size=len(one), max_size=len(one)))
    assert are_alike(chance(OutcomeSymmetry.EACH), one, other) == (one == other)
    assert are_alike(chance(OutcomeSymmetry.COUNTED), one, other) == (sorted(one) == sorted(other))
    assert are_alike(chance(OutcomeSymmetry.RANKED), one, other) == (compared(one) == compared(other))
    same_sum = sum(one) == sum(other) and (6 in one) == (6 in other)
    assert are_alike(chance(OutcomeSymmetry.SUMMED), one, other) == same_sum


@given(HANDFULS, st.sampled_from(OutcomeSymmetry))
def test_an_outcome_is_a_key_and_does_not_hang_on_the_kind_of_row(faces: list[int], symmetry: OutcomeSymmetry) -> None:
    node = chance(symmetry, dice=len(faces))
    assert hash(outcome(node, faces)) == hash(outcome(node, tuple(faces)))
    assert outcome(node, faces) == outcome(node, tuple(faces))


@given(HANDFULS, st.lists(st.integers(1, 6), min_size=6, max_size=6))
def test_seeing_faces_alike_never_tells_more_apart(faces: list[int], alike: list[int]) -> None:
    seen = [alike[face - 1] for face in faces]
    plain_each, plain_counted = chance(OutcomeSymmetry.EACH), chance(OutcomeSymmetry.COUNTED)
    assert outcome(chance(OutcomeSymmetry.EACH, alike=alike), faces) == outcome(plain_each, seen)
    assert outcome(chance(OutcomeSymmetry.COUNTED, alike=alike), faces) == outcome(plain_counted, seen)
