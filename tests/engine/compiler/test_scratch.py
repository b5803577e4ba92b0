"""Rows that a rule has for itself while it runs."""

from __future__ import annotations

from typing import Annotated

import pytest

from battlewright.engine.compiler.rule import as_plain, rule
from battlewright.engine.compiler.scratch import scratch_row
from battlewright.engine.record import Record, Row, allocate, clear, look

pytestmark = pytest.mark.plain

LENGTH = 700


class Inner(Record):
    first: int
    rest: Annotated[Row[int], 2]


class Model(Record):
    outer: int
    inner: Inner


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


@rule()
def forget(model: Model) -> int:
    """Clear a record that lies inside another, and return what is left beside it."""
    clear(model.inner)
    return model.outer


def test_a_record_is_cleared_alike_compiled_and_plain() -> None:
    for run in (forget, as_plain(forget)):
        models = allocate(Model, 2)
        for index in range(2):
            model = look(Model, models, index)
            model.outer, model.inner.first, model.inner.rest[1] = 7, 8, 9
        assert run(models[0] if run is forget else look(Model, models)) == 7
        cleared, kept = look(Model, models), look(Model, models, 1)
        assert (cleared.outer, cleared.inner.first, list(cleared.inner.rest)) == (7, 0, [0, 0])
        assert (kept.inner.first, kept.inner.rest[1]) == (8, 9)
