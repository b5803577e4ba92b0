"""Rows that a rule has for itself while it runs."""

from __future__ import annotations

import pytest

from battlewright.engine.compiler.rule import as_plain, rule
from battlewright.engine.compiler.scratch import scratch_row
from battlewright.engine.record import Row

pytestmark = pytest.mark.plain

LENGTH = 700


@rule()
def fill(row: Row[int], value: int) -> int:
    """Return what a row holds, and fill it."""
    total = 0
    for place in range(len(row)):
        total += row[place]
        row[place] = value * place
    return total


@rule()
def fill_anew(times: int) -> int:
    """Return the sum of what new rows hold, which is nothing, and of numbers that are written there."""
    total = 0
    for value in range(times):
        one, other = scratch_row(LENGTH), scratch_row(LENGTH)
        total += fill(one, value) + fill(other, 1)
        total += one[5] * other[2]
    return total


def test_a_scratch_row_begins_with_zeros_and_belongs_to_the_rule_that_asks_for_it() -> None:
    assert fill_anew(10) == as_plain(fill_anew)(10) == sum(5 * value * 2 for value in range(10))
