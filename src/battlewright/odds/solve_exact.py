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
    number = [0] * len(vertices)
    low = [0] * len(vertices)
    waiting: list[int] = []
    inside = [False] * len(vertices)
    counter = 0
    for root in range(len(vertices)):
        if number[root]:
            continue
        path = [(root, 0)]
        while path:
            at, next_child = path.pop()
            if next_child == 0:
                counter += 1
                number[at] = low[at] = counter
                waiting.append(at)
                inside[at] = True
            children = vertices[at].children
            went_down = False
            for i in range(next_child, len(children)):
                child = children[i]
                if not number[child]:
                    path += [(at, i + 1), (child, 0)]
                    went_down = True
                    break
                if inside[child]:
                    low[at] = min(low[at], number[child])
            if went_down:
                continue
            if low[at] == number[at]:
                group: list[int] = []
                while not group or group[-1] != at:
                    group.append(waiting.pop())
                    inside[group[-1]] = False
                yield group
            if path:
                parent = path[-1][0]
                low[parent] = min(low[parent], low[at])


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
    outcomes: dict[Hashable, int] = {}
    rows: list[list[Fraction]] = []
    rests: list[dict[Hashable, Fraction]] = []
    values: list[list[Fraction]] = []
    aims = range(max(len(each.values) for each in vertices))
    for each in group:
        row, rest, value = [Fraction(0)] * len(group), dict[Hashable, Fraction](), [Fraction(0) for _ in aims]
        row[row_of[each]] += 1
        total = sum(vertices[each].weights)
        for weight, child in zip(vertices[each].weights, vertices[each].children, strict=True):
            if child in row_of:
                row[row_of[child]] -= Fraction(weight, total)
                continue
            value = [value[aim] + Fraction(weight, total) * found[child].values[aim] for aim in aims]
            for outcome, part in found[child].weights.items():
                outcomes.setdefault(outcome, len(outcomes))
                rest[outcome] = rest.get(outcome, Fraction(0)) + Fraction(weight * part, total * found[child].total)
        rows.append(row)
        rests.append(rest)
        values.append(value)
    right_hand = [[rest.get(outcome, Fraction(0)) for outcome in outcomes] + values[i] for i, rest in enumerate(rests)]
    _eliminate(rows, right_hand)
    solved = {}
    for each in group:
        chances, value = right_hand[row_of[each]][: len(outcomes)], right_hand[row_of[each]][len(outcomes) :]
        common = lcm(*(chance.denominator for chance in chances))
        solved[each] = SolvedVertex(
            {outcome: int(chance * common) for outcome, chance in zip(outcomes, chances, strict=True) if chance},
            common,
            tuple(value),
        )
    return solved


def _eliminate(rows: list[list[Fraction]], right_hand: list[list[Fraction]]) -> None:
    """Apply Gauss-Jordan elimination in vertex, which leaves the solution in ``right_hand``."""
    for at in range(len(rows)):
        pivot = next((row for row in range(at, len(rows)) if rows[row][at]), None)
        if pivot is None:
            raise TooLarge("A loop of this question never ends, so it has no odds.")
        rows[at], rows[pivot] = rows[pivot], rows[at]
        right_hand[at], right_hand[pivot] = right_hand[pivot], right_hand[at]
        first = rows[at][at]
        rows[at] = [each / first for each in rows[at]]
        right_hand[at] = [each / first for each in right_hand[at]]
        for other in range(len(rows)):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
                right_hand[other] = [a - factor * b for a, b in zip(right_hand[other], right_hand[at], strict=True)]


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
        self.found = solve_backwards(vertices, side, aims)

    def values(self, number: int) -> Values:
        """Return the values of a position."""
        return self.found[number].values

    def best(self, number: int) -> int:
        """Return the index of the best choice of a position."""
        return max(self.found[number].best, 0)

    def odds(self, number: int) -> Odds[OutcomeT]:
        """Return the odds of the outcomes of a position."""
        return Odds(cast("dict[OutcomeT, int]", self.found[number].weights))  # the outcomes that it was given
