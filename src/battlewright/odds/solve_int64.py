"""Backward induction in 64-bit integers, compiled.

A position has one numerator for each column of its value, over a common denominator. A position's denominator is a
multiple of its successors', so nothing is rounded. Where 64 bits are not enough, or the graph has loops, the question
does not fit, and ``solve_exact`` solves it in Python's integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Generic, NamedTuple

from battlewright.engine.compiler.rule import ready, rule
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Int64Row, Row, array_of, int64_row, look, numbers
from battlewright.odds.distribution import Odds, OutcomeT
from battlewright.odds.ends import Ends, Outcomes
from battlewright.odds.graph_records import Vertex
from battlewright.odds.roll_tables import Rolls
from battlewright.odds.state_graph import WIDEST, StateGraph


class OrderedGraph(NamedTuple):
    """Positions, edges, and a topological order of the positions."""

    vertices: Row[Vertex]
    edges: Row[int]
    order: Row[int]


class Solution(NamedTuple):
    """The result: numerators (``columns`` per position), denominators, and the edges of the best choices."""

    values: Int64Row
    denominators: Int64Row
    best: Row[int]


class SolveParameters(NamedTuple):
    """The parameters: the columns of a value, how many of them are compared, the side that maximises them, and the
    largest integer allowed."""

    columns: int
    aims: int
    side: int
    largest: int


@rule()
def common_multiple(whole: int, other: int, largest: int) -> int:
    """Return the least common multiple of two denominators; 0 if it is too large."""
    if other == whole or other == 1 or whole % other == 0:  # most are 1 or alike, and a division takes long
        return whole
    one, two = whole, other
    while two:
        one, two = two, one % two
    return 0 if whole > largest // (other // one) else whole * (other // one)


@rule()
def best_of(vertex: Vertex, edges: Row[int], solution: Solution, parameters: SolveParameters) -> int:
    """Return the edge of the best choice, -1 if a denominator is too large; columns are compared lexicographically."""
    values, denominators, columns = solution.values, solution.denominators, parameters.columns
    sign = 1 if vertex.side == parameters.side else -1
    best = vertex.first
    for edge in range(vertex.first + 1, vertex.first + vertex.count):
        one, other = edges[edge], edges[best]
        share = other_share = 1
        if denominators[one] != denominators[other]:
            whole = common_multiple(denominators[one], denominators[other], parameters.largest)
            if whole == 0:
                return -1
            share = whole // denominators[one]
            other_share = whole // denominators[other]
        for column in range(parameters.aims):
            better = values[one * columns + column] * share - values[other * columns + column] * other_share
            if better * sign > 0:
                best = edge
            if better:
                break
    return best


@rule()
def solve_backward(
    ordered: OrderedGraph,
    rolls: Rolls,
    ends: Ends,
    outcome_values: Int64Row,
    solution: Solution,
    parameters: SolveParameters,
) -> bool:
    """Compute the values of all positions from those of the outcomes; False if a number exceeds ``largest``."""
    vertices, edges, order = ordered
    tables, weights, totals = rolls.tables, rolls.weights, rolls.totals
    values, denominators, best = solution
    columns, largest = parameters.columns, parameters.largest
    for at in range(len(ends.numbers)):
        for column in range(columns):
            values[ends.numbers[at] * columns + column] = outcome_values[ends.outcomes[at] * columns + column]
    for at in range(len(order) - 1, -1, -1):
        number = order[at]
        vertex = vertices[number]
        if vertex.kind == NodeKind.OVER:
            denominators[number] = 1
            continue
        if vertex.kind == NodeKind.DECISION:
            best[number] = best_of(vertex, edges, solution, parameters)
            if best[number] < 0:
                return False
            chosen = edges[best[number]]
            denominators[number] = denominators[chosen]
            for column in range(columns):
                values[number * columns + column] = values[chosen * columns + column]
            continue
        whole = 1
        for edge in range(vertex.first, vertex.first + vertex.count):
            whole = common_multiple(whole, denominators[edges[edge]], largest)
            if whole == 0:
                return False
        if whole > largest // totals[vertex.table]:
            return False
        denominators[number] = whole * totals[vertex.table]
        for column in range(columns):
            values[number * columns + column] = 0
        for outcome in range(vertex.count):
            child = edges[vertex.first + outcome]
            share = weights[tables[vertex.table].first_weight + outcome] * (whole // denominators[child])
            for column in range(columns):
                values[number * columns + column] += share * values[child * columns + column]
    return True


@rule()
def reach(
    ordered: OrderedGraph,
    rolls: Rolls,
    ends: Ends,
    solution: Solution,
    root: int,
    reached: Int64Row,
    outcomes: Int64Row,
) -> None:
    """Write the weight with which each position, and each outcome, is reached from ``root`` by best play, over the
    root's denominator."""
    vertices, edges, order = ordered
    tables, weights, totals = rolls.tables, rolls.weights, rolls.totals
    denominators, best = solution.denominators, solution.best
    reached[root] = denominators[root]
    for at in range(len(order)):
        number = order[at]
        vertex = vertices[number]
        if reached[number] == 0 or vertex.kind == NodeKind.OVER:
            continue
        if vertex.kind == NodeKind.DECISION:
            reached[edges[best[number]]] += reached[number]
            continue
        share = reached[number] // totals[vertex.table]
        for outcome in range(vertex.count):
            reached[edges[vertex.first + outcome]] += share * weights[tables[vertex.table].first_weight + outcome]
    for at in range(len(ends.numbers)):
        outcomes[ends.outcomes[at]] += reached[ends.numbers[at]]


class Induction(Generic[OutcomeT]):
    """Backward induction in 64 bits. ``fits``: nothing overflows, and there are no loops.

    ``values_of`` are the values of the outcomes, in their order.
    """

    def __init__(
        self,
        graph: StateGraph,
        outcomes: Outcomes[OutcomeT],
        values_of: Sequence[Sequence[Fraction | int]],
        aims: int,
        side: int,
    ) -> None:
        count, self.graph, self.outcomes = len(graph), graph, outcomes
        self.columns = len(values_of[0])
        parts = [part for value in values_of for part in value]
        self.scale = lcm(*{part.denominator for part in parts})
        outcome_values = [int(part * self.scale) for part in parts] if self.scale > 1 else list(map(int, parts))
        largest = WIDEST // max(1, max(outcome_values, default=0), -min(outcome_values, default=0))
        self.fits = False
        if largest <= 1 or graph.is_wide or graph.order is None:
            return
        self.numerators, self._denominators = int64_row(count * self.columns), int64_row(count)
        self._best = numbers(count)
        self._ordered = OrderedGraph(graph.vertices, graph.edges, graph.order)
        self._solution = Solution(self.numerators, self._denominators, self._best)
        parameters = SolveParameters(self.columns, aims, side, largest)
        self.fits = ready(solve_backward)(
            self._ordered, graph.rolls, outcomes.ends, int64_row(outcome_values), self._solution, parameters
        )

    def values(self, number: int) -> tuple[Fraction, ...]:
        """Return the values of a position."""
        whole = int(self._denominators[number]) * self.scale
        first = number * self.columns
        return tuple([Fraction(int(self.numerators[first + column]), whole) for column in range(self.columns)])

    def best(self, number: int) -> int:
        """Return the index of the best choice of a position."""
        return int(self._best[number]) - look(Vertex, self.graph.vertices, number).first

    def odds(self, number: int) -> Odds[OutcomeT]:
        """Return the odds of the outcomes of a position."""
        found = self.outcomes.found
        weights = int64_row(len(found))
        ready(reach)(
            self._ordered,
            self.graph.rolls,
            self.outcomes.ends,
            self._solution,
            number,
            int64_row(len(self.graph)),
            weights,
        )
        return Odds(dict(zip(found, array_of(weights).tolist(), strict=True)))
