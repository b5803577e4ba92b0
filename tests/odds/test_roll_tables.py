"""Roll tables as compiled rules write them, against those of Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import Node, OutcomeSymmetry
from battlewright.engine.record import Row, allocate, array_of, filled, int64_row, look, numbers
from battlewright.odds.roll_tables import NO_TABLE, Rolls, Table, Written, new_rolls, roll_table_of, table_of

pytestmark = pytest.mark.plain
WRITTEN = (OutcomeSymmetry.EACH, OutcomeSymmetry.COUNTED, OutcomeSymmetry.SUMMED)
MOST = {OutcomeSymmetry.EACH: 4, OutcomeSymmetry.COUNTED: 7, OutcomeSymmetry.SUMMED: 10}


@rule()
def tabulate(nodes: Row[Node], number: int, rolls: Rolls) -> int:
    return table_of(nodes[number], rolls)


def rolled(dice: int, alike: list[int], symmetry: OutcomeSymmetry) -> Row[Node]:
    nodes = allocate(Node)
    node = look(Node, nodes)
    node.dice, node.sides, node.symmetry = dice, len(alike), symmetry
    for face, stands_for in enumerate(alike):
        node.face_class[face] = stands_for
    return nodes


@st.composite
def rolls_of_any_kind(draw: st.DrawFn) -> Row[Node]:
    """Dice of up to six sides, whose faces count as the lowest of their kind."""
    sides = draw(st.integers(1, 6))
    kinds = sorted({1, *draw(st.sets(st.integers(1, sides)))})
    symmetry = draw(st.sampled_from(WRITTEN))
    alike = [max(kind for kind in kinds if kind <= face) for face in range(1, sides + 1)]
    return rolled(draw(st.integers(0, MOST[symmetry])), alike, symmetry)


@given(rolls_of_any_kind())
def test_a_table_has_the_outcomes_of_python_in_their_order(nodes: Row[Node]) -> None:
    rolls, expected = new_rolls(8), roll_table_of(look(Node, nodes))
    assert tabulate(nodes, 0, rolls) == 0
    table, count = look(Table, rolls.tables), len(expected.weights)
    assert table.count == count
    assert array_of(rolls.rows)[: count * table.dice].tolist() == expected.faces.tolist()
    assert array_of(rolls.weights)[:count].tolist() == list(expected.weights)
    assert rolls.totals[0] == expected.total


def test_a_roll_is_tabulated_once() -> None:
    rolls, six = new_rolls(4), [1, 2, 3, 4, 5, 6]
    asked = [
        rolled(2, six, OutcomeSymmetry.COUNTED),
        rolled(2, six, OutcomeSymmetry.SUMMED),
        rolled(2, six[:1] * 6, OutcomeSymmetry.COUNTED),
    ]
    for _ in range(2):
        assert [tabulate(nodes, 0, rolls) for nodes in asked] == [0, 1, 2]
    assert look(Written, rolls.written).tables == 3


def test_as_many_dice_as_a_battle_rolls_fit_and_more_are_left_to_python() -> None:
    assert tabulate(rolled(20, [1, 2, 3, 4, 5, 6], OutcomeSymmetry.SUMMED), 0, new_rolls(1)) == 0
    assert tabulate(rolled(21, [1, 2, 3, 4, 5, 6], OutcomeSymmetry.SUMMED), 0, new_rolls(8)) == NO_TABLE


def test_ranked_dice_are_left_to_python() -> None:
    assert tabulate(rolled(2, [1, 2, 3], OutcomeSymmetry.RANKED), 0, new_rolls(1)) == NO_TABLE


@pytest.mark.parametrize(("tables", "rows", "weights"), [(0, 99, 99), (1, 5, 99), (1, 99, 2)])
def test_a_table_without_room_is_not_begun(tables: int, rows: int, weights: int) -> None:
    rolls = Rolls(allocate(Written), allocate(Table, 1)[:tables], numbers(rows), int64_row(weights), int64_row(1))
    assert tabulate(rolled(2, [1, 1, 1, 4, 4, 4], OutcomeSymmetry.COUNTED), 0, rolls) == NO_TABLE
    assert look(Written, rolls.written) == look(Written, filled(Written, [0, 0, 0]))
    assert not array_of(rolls.rows).any()
