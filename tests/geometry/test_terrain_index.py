"""Charts: which pieces may be near."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.record import look, position, snapshot
from battlewright.geometry.distance import LARGEST
from battlewright.geometry.terrain import Terrain, near_line, near_point
from battlewright.geometry.terrain_index import MAX_PIECES, STRIP
from tests.geometry.helpers import Block, a_ground, box

pytestmark = pytest.mark.plain

beyond = st.integers(-LARGEST // 2, 2 * LARGEST)
STRIP_WIDTH = 1 << STRIP


@st.composite
def boxes(draw: st.DrawFn) -> Block:
    left, near = draw(st.integers(0, LARGEST - 1)), draw(st.integers(0, LARGEST - 1))
    return box(left, near, draw(st.integers(left + 1, LARGEST)), draw(st.integers(near + 1, LARGEST)))


def gap(low: int, high: int, first: int, last: int) -> int:
    """How far two stretches are apart."""
    return max(first - high, low - last, 0)


@given(st.lists(boxes(), max_size=MAX_PIECES), st.tuples(beyond, beyond), st.tuples(beyond, beyond))
def test_every_piece_that_touches_a_rectangle_is_near_it_and_none_that_is_far(
    blocks: list[Block], across: tuple[int, int], along: tuple[int, int]
) -> None:
    (left, right), (near, far) = sorted(across), sorted(along)
    terrain = a_ground(*blocks)[0]
    found = near_line(terrain, left, near, right, far, 0)
    on_table = [min(max(at, 0), LARGEST) for at in (left, right, near, far)]
    for number, block in enumerate(blocks):
        xs, ys = [x for x, _ in block.corners], [y for _, y in block.corners]
        apart = max(gap(min(xs), max(xs), left, right), gap(min(ys), max(ys), near, far))
        shown = max(gap(min(xs), max(xs), *on_table[:2]), gap(min(ys), max(ys), *on_table[2:]))
        if apart == 0:
            assert found >> number & 1
        if shown >= 2 * STRIP_WIDTH:
            assert not found >> number & 1
    assert found >> len(blocks) == 0


def test_the_pieces_of_both_numbers_of_a_set_are_found() -> None:
    blocks = [box(1700 * i, 1700 * i, 1700 * i + 500, 1700 * i + 500) for i in range(MAX_PIECES)]
    terrain = a_ground(*blocks)[0]
    for i in range(MAX_PIECES):
        assert near_point(terrain, 1700 * i + 250, 1700 * i + 250, 0) >> i & 1
    assert near_line(terrain, 0, 0, LARGEST, LARGEST, 0) == (1 << MAX_PIECES) - 1
    assert near_point(terrain, 0, LARGEST, 0) == 0


def test_a_chart_is_no_part_of_the_position() -> None:
    drawn, blank = a_ground(box(0, 0, 1000, 1000)), a_ground(box(0, 0, 1000, 1000))
    look(Terrain, blank).tail.across.begun[0] += 1
    assert snapshot(drawn) != snapshot(blank)
    assert position(Terrain, drawn) == position(Terrain, blank)
