"""The ends of a question and their outcomes: many ends may have one outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple

import numpy as np

from battlewright.engine.compiler.rule import ready, rule
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, array_of, numbers
from battlewright.engine.rulebook import BattleT
from battlewright.odds.distribution import OutcomeT
from battlewright.odds.graph_records import Vertex, enter_row
from battlewright.odds.state_graph import StateGraph


class Ends(NamedTuple):
    """The positions where a question ends, and the index of the outcome of each."""

    numbers: Row[int]
    outcomes: Row[int]


class Outcomes(NamedTuple, Generic[OutcomeT]):
    """The distinct outcomes of a question, and its ends."""

    found: list[OutcomeT]
    ends: Ends

    def by_end(self) -> dict[int, OutcomeT]:
        """Return the outcome of each end."""
        numbers, outcomes = (array_of(each).tolist() for each in self.ends)
        return {number: self.found[outcome] for number, outcome in zip(numbers, outcomes, strict=True)}


@dataclass(frozen=True)
class FieldMeasure(Generic[OutcomeT]):
    """A measure that reads numbers of the battle (by ``record.offset_of``): the outcome is a function of them."""

    offsets: tuple[int, ...]
    outcome: Callable[[tuple[int, ...]], OutcomeT] = tuple  # type: ignore[assignment]  # OutcomeT is then that tuple

    @cached_property
    def row(self) -> Row[int]:
        """The offsets in the form that rules take."""
        return numbers(self.offsets)


Measure = Callable[[BattleT], OutcomeT] | FieldMeasure[OutcomeT]
"""The outcome of a position where the question ends, from the battle there."""


@rule()
def list_ends(vertices: Row[Vertex], count: int, ends: Row[int]) -> int:
    """List the positions where the question ends; return their number."""
    found = 0
    for number in range(count):
        if vertices[number].kind == NodeKind.OVER:
            ends[found] = number
            found += 1
    return found


@rule()
def number_rows(rows: Row[int], width: int, slots: Row[int], indices: Row[int]) -> int:
    """Number the distinct rows, and move them to the front: write the index of each row; return how many there are.

    ``slots`` is an empty hash table; its size is a power of two.
    """
    found = 0
    for row in range(len(indices)):
        for number in range(width):
            rows[found * width + number] = rows[row * width + number]
        indices[row] = enter_row(rows, width, found, slots)
        if indices[row] == found:
            found += 1
    return found


def ends_of(graph: StateGraph) -> Row[int]:
    """Return the positions where a question ends."""
    count = len(graph)
    ends = numbers(count)
    return ends[: ready(list_ends)(graph.vertices, count, ends)]


def measured(graph: StateGraph, measure: Measure[BattleT, OutcomeT]) -> Outcomes[OutcomeT]:
    """Return the outcomes of all ends."""
    ends = ends_of(graph)
    if isinstance(measure, FieldMeasure):
        return _read(graph, ends, measure)
    indices, found = numbers(len(ends)), dict[OutcomeT, int]()
    for at, number in enumerate(array_of(ends).tolist()):
        indices[at] = found.setdefault(measure(graph.show(number)), len(found))
    return Outcomes(list(found), Ends(ends, indices))


def _read(graph: StateGraph, ends: Row[int], measure: FieldMeasure[OutcomeT]) -> Outcomes[OutcomeT]:
    """Return the outcomes by numbers of the battle; the outcome is worked out once for each distinct row."""
    count, width = len(ends), len(measure.offsets)
    rows, indices = graph.rows(ends, measure.row), numbers(count)
    distinct = ready(number_rows)(rows, width, numbers(1 << (2 * count).bit_length()), indices)
    column = iter(array_of(rows)[: distinct * width].tolist())
    outcomes = [measure.outcome(row) for row in zip(*[column] * width, strict=True)]
    found = list(dict.fromkeys(outcomes))
    if len(found) < distinct:  # different numbers may have one outcome
        index_of = {outcome: index for index, outcome in enumerate(found)}
        merged = np.array([index_of[outcome] for outcome in outcomes])
        array_of(indices)[:] = merged[array_of(indices)]
    return Outcomes(found, Ends(ends, indices))
