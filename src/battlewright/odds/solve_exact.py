"""Backward induction in Python's integers, for loops and for values beyond 64 bits.

Positions that lead to each other (a tie that is rolled again, a lost turn) form a loop. Loops are found by Tarjan's
algorithm for strongly connected components, and solved as linear equations in exact fractions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Generic, cast

from battlewright.engine.errors import Looped, TooLarge
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, memory_of
from battlewright.odds import graph_records
from battlewright.odds.distribution import Odds, OutcomeT
from battlewright.odds.ends import Outcomes
from battlewright.odds.state_graph import StateGraph

LARGEST_LOOP = 200

Values = tuple[Fraction, ...]
"""A value of several parts, compared lexicographically."""


@dataclass
class ExactVertex:
    """A position: its children, with weights at a chance node (``side`` below 0); or its outcome, with the values of
    that."""

    side: int = -1
    weights: Sequence[int] = ()
    children: Sequence[int] = ()
    outcome: Hashable = None
    values: Values = ()


@dataclass(frozen=True)
class SolvedVertex:
    """A solved position: its outcomes by weight, their mean values, and the index of the best choice."""

    weights: dict[Hashable, int]
    total: int
    values: Values
    best: int = -1


def solve_backwards(vertices: Sequence[ExactVertex], side: int, aims: int) -> dict[int, SolvedVertex]:
    """Solve all positions, ends first; ``side`` maximises the value, the others minimise it.

    Only the first ``aims`` parts of a value are compared.
    """
    found: dict[int, SolvedVertex] = {}
    for group in components(vertices):
        vertex = vertices[group[0]]
        if len(group) == 1 and not vertex.children:
            found[group[0]] = SolvedVertex({vertex.outcome: 1}, 1, vertex.values)
        elif len(group) == 1 and group[0] not in vertex.children:
            found[group[0]] = _solve_vertex(vertex, found, side, aims)
        elif all(vertices[each].side < 0 for each in group):
            found |= solve_loop(group, vertices, found)
        else:
            raise Looped("Decisions lead back to where they were made here; such a loop has no exact answer yet.")
    return found


def _solve_vertex(vertex: ExactVertex, found: dict[int, SolvedVertex], side: int, aims: int) -> SolvedVertex:
    if vertex.side < 0:
        return mixture([(weight, found[child]) for weight, child in zip(vertex.weights, vertex.children, strict=True)])
    values = [found[child].values[:aims] for child in vertex.children]
    best = values.index(max(values) if vertex.side == side else min(values))
    return replace(found[vertex.children[best]], best=best)


def components(vertices: Sequence[ExactVertex]) -> Iterator[list[int]]:
    """Yield the strongly connected components, each after those that it leads to."""
    number, low, waiting = dict[int, int](), dict[int, int](), list[int]()
    for root in range(len(vertices)):
        path = [] if root in number else [(root, iter(vertices[root].children), len(waiting))]
        while path:
            at, children, height = path[-1]
            if at not in number:
                number[at] = low[at] = len(number)
                waiting.append(at)
            for child in children:
                if child not in number:
                    path.append((child, iter(vertices[child].children), len(waiting)))
                    break
                low[at] = min(low[at], low[child])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[at])
                if low[at] == number[at]:
                    group = waiting[height:]
                    del waiting[height:]
                    low.update(dict.fromkeys(group, len(vertices)))  # what leads there from now on is of another group
                    yield group


def mixture(parts: Sequence[tuple[int, SolvedVertex]]) -> SolvedVertex:
    """Return the weighted mixture of solved positions."""
    common = lcm(*{found.total for _, found in parts})
    weights: dict[Hashable, int] = {}
    total = sum(weight for weight, _ in parts)
    for weight, found in parts:
        share = weight * (common // found.total)
        for outcome, part in found.weights.items():
            weights[outcome] = weights.get(outcome, 0) + share * part
    columns = zip(*(found.values for _, found in parts), strict=True)
    shares = [Fraction(weight, total) for weight, _ in parts]
    values = tuple(sum(map(mul, shares, column), Fraction(0)) for column in columns)
    return SolvedVertex(weights, total * common, values)


def solve_loop(
    group: list[int], vertices: Sequence[ExactVertex], found: dict[int, SolvedVertex]
) -> dict[int, SolvedVertex]:
    """Solve a loop of chance nodes as linear equations. Raises TooLarge beyond LARGEST_LOOP positions."""
    if len(group) > LARGEST_LOOP:
        raise TooLarge(f"{len(group):,} positions lead to each other here; at most {LARGEST_LOOP} are solved exactly.")
    row_of = {each: row for row, each in enumerate(group)}
    rows, left = list[list[Fraction]](), list[tuple[Fraction, SolvedVertex]]()
    for each in group:
        total, leaving = sum(vertices[each].weights), list[tuple[int, SolvedVertex]]()
        row = [Fraction(int(other == each)) for other in group]
        for weight, child in zip(vertices[each].weights, vertices[each].children, strict=True):
            if child in row_of:
                row[row_of[child]] -= Fraction(weight, total)
            else:
                leaving.append((weight, found[child]))
        rows.append(row)
        left.append((Fraction(sum(weight for weight, _ in leaving), total), mixture(leaving)))
    outcomes = list(dict.fromkeys(outcome for _, mixed in left for outcome in mixed.weights))
    nothing = (Fraction(0),) * max(len(each.values) for each in vertices)
    for row, (share, mixed) in zip(rows, left, strict=True):
        chances = [share * mixed.weights.get(outcome, 0) / max(mixed.total, 1) for outcome in outcomes]
        row += chances + [share * value for value in mixed.values or nothing]
    _eliminate(rows)
    solved = {}
    for each, row in zip(group, rows, strict=True):
        values_from = len(group) + len(outcomes)
        chances = row[len(group) : values_from]
        common = lcm(*(chance.denominator for chance in chances))
        weights = {outcome: int(chance * common) for outcome, chance in zip(outcomes, chances, strict=True) if chance}
        solved[each] = SolvedVertex(weights, common, tuple(row[values_from:]))
    return solved


def _eliminate(rows: list[list[Fraction]]) -> None:
    """Apply Gauss-Jordan elimination in place, which leaves the solution on the right of the unit matrix."""
    for at in range(len(rows)):
        pivot = next((row for row in range(at, len(rows)) if rows[row][at]), None)
        if pivot is None:
            raise TooLarge("A loop of this question never ends, so it has no odds.")
        rows[at], rows[pivot] = rows[pivot], rows[at]
        first = rows[at][at]
        rows[at] = [each / first for each in rows[at]]
        for other in range(len(rows)):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]


def exact_vertices(
    graph: StateGraph, outcomes: Outcomes[OutcomeT], values_of: Sequence[Sequence[Fraction | int]]
) -> list[ExactVertex]:
    """Return all positions of a graph; ``values_of`` are the values of the outcomes, in their order."""
    edges, vertices, by_end = memory_of(graph.edges), list[ExactVertex](), outcomes.by_end()
    values = dict(zip(outcomes.found, values_of, strict=True))
    for number in range(len(graph)):
        vertex = look(graph_records.Vertex, graph.vertices, number)
        if number in by_end:
            outcome = by_end[number]
            vertices.append(ExactVertex(outcome=outcome, values=tuple(map(Fraction, values[outcome]))))
            continue
        made = ExactVertex(children=edges[vertex.first : vertex.first + vertex.count].tolist())
        if vertex.kind == NodeKind.CHANCE:
            made.weights = graph.roll_weights(vertex.table)
        elif vertex.count == 1:
            made.weights = (1,)
        else:
            made.side = vertex.side
        vertices.append(made)
    return vertices


class ExactInduction(Generic[OutcomeT]):
    """Backward induction in exact fractions, including loops."""

    def __init__(
        self,
        graph: StateGraph,
        outcomes: Outcomes[OutcomeT],
        values_of: Sequence[Sequence[Fraction | int]],
        aims: int,
        side: int,
    ) -> None:
        self.found = solve_backwards(exact_vertices(graph, outcomes, values_of), side, aims)

    def values(self, number: int) -> Values:
        """Return the values of a position."""
        return self.found[number].values

    def best(self, number: int) -> int:
        """Return the index of the best choice of a position."""
        return max(self.found[number].best, 0)

    def odds(self, number: int) -> Odds[OutcomeT]:
        """Return the odds of the outcomes of a position."""
        return Odds(cast("dict[OutcomeT, int]", self.found[number].weights))  # the outcomes that it was given
