"""Backward induction in 64-bit integers, compiled.

A position has one numerator for each column of its value, over a common denominator. A position's denominator is a
multiple of its successors', so nothing is rounded. Where 64 bits are not enough, or the graph has loops, the question
does not fit, and ``solve_exact`` solves it in Python's integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Generic, NamedTuple

from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many, Wides, look, memory_of, numbers, wides
from battlewright.engine.rule import rule
from battlewright.odds.distribution import Odds, OutcomeT
from battlewright.odds.graph_records import StateGraph
from battlewright.odds.state_graph import Place

WIDEST = 1 << 61
"""All integers stay below this."""


@rule()
def list_ends(places: Many[Place], count: int, ends: Many[int]) -> int:
    """List the positions where the question ends; return their number."""
    found = 0
    for number in range(count):
        if places[number].kind == NodeKind.OVER:
            ends[found] = number
            found += 1
    return found


@rule()
def sort_topologically(places: Many[Place], edges: Many[int], count: int, before: Many[int], order: Many[int]) -> bool:
    """Sort the positions topologically, each before its successors; False if there is a loop.

    ``before`` counts the edges to a position from positions that are not yet sorted.
    """
    for number in range(count):
        for edge in range(places[number].first, places[number].first + places[number].count):
            before[edges[edge]] += 1
    ready = 0
    for number in range(count):
        if before[number] == 0:
            order[ready] = number
            ready += 1
    done = 0
    while done < ready:
        place = places[order[done]]
        for edge in range(place.first, place.first + place.count):
            before[edges[edge]] -= 1
            if before[edges[edge]] == 0:
                order[ready] = edges[edge]
                ready += 1
        done += 1
    return done == count


@rule()
def common_of(place: Place, edges: Many[int], commons: Wides, largest: int) -> int:
    """Return the least common denominator of a position's successors; 0 if it is too large."""
    whole = 1
    for edge in range(place.first, place.first + place.count):
        other = commons[edges[edge]]
        if whole % other:
            one, two = whole, other
            while two:
                one, two = two, one % two
            if whole > largest // (other // one):
                return 0
            whole *= other // one
    return whole


@rule()
def best_of(
    place: Place, edges: Many[int], whole: int, values: Wides, commons: Wides, columns: int, aims: int, sign: int
) -> int:
    """Return the edge of the best choice; columns are compared lexicographically."""
    best = place.first
    for edge in range(place.first + 1, place.first + place.count):
        one, other = edges[edge], edges[best]
        for column in range(aims):
            better = values[one * columns + column] * (whole // commons[one])
            better -= values[other * columns + column] * (whole // commons[other])
            if better * sign > 0:
                best = edge
            if better:
                break
    return best


class Ordered(NamedTuple):
    """Positions, edges, and a topological order of the positions."""

    places: Many[Place]
    edges: Many[int]
    order: Many[int]


class RollWeights(NamedTuple):
    """The weights of all roll tables in a row: the start of each table, the weights, and the totals."""

    firsts: Many[int]
    weights: Wides
    totals: Wides


class Solution(NamedTuple):
    """The result: numerators (``columns`` per position), denominators, and the edges of the best choices."""

    values: Wides
    commons: Wides
    best: Many[int]


class Wanted(NamedTuple):
    """The parameters: the columns of a value, how many of them are compared, the seat that maximises them, and the
    largest integer allowed."""

    columns: int
    aims: int
    seat: int
    largest: int


@rule()
def solve_backward(ordered: Ordered, rolls: RollWeights, solution: Solution, wanted: Wanted) -> bool:
    """Compute the values of all positions from those of the ends; False if a number exceeds ``largest``."""
    places, edges, order = ordered
    firsts, weights, totals = rolls
    values, commons, best = solution
    columns, aims, seat, largest = wanted
    for at in range(len(order) - 1, -1, -1):
        number = order[at]
        place = places[number]
        if place.kind == NodeKind.OVER:
            commons[number] = 1
            continue
        whole = common_of(place, edges, commons, largest)
        if whole == 0:
            return False
        if place.kind == NodeKind.DECISION:
            sign = 1 if place.seat == seat else -1
            best[number] = best_of(place, edges, whole, values, commons, columns, aims, sign)
            chosen = edges[best[number]]
            commons[number] = commons[chosen]
            for column in range(columns):
                values[number * columns + column] = values[chosen * columns + column]
            continue
        if whole > largest // totals[place.table]:
            return False
        commons[number] = whole * totals[place.table]
        for column in range(columns):
            values[number * columns + column] = 0
        for outcome in range(place.count):
            child = edges[place.first + outcome]
            share = weights[firsts[place.table] + outcome] * (whole // commons[child])
            for column in range(columns):
                values[number * columns + column] += share * values[child * columns + column]
    return True


@rule()
def reach(ordered: Ordered, rolls: RollWeights, solution: Solution, root: int, reached: Wides) -> None:
    """Write the weight with which each position is reached from ``root`` by best play, over the root's denominator."""
    places, edges, order = ordered
    firsts, weights, totals = rolls
    commons, best = solution.commons, solution.best
    for number in range(len(order)):
        reached[number] = 0
    reached[root] = commons[root]
    for at in range(len(order)):
        number = order[at]
        place = places[number]
        if reached[number] == 0 or place.kind == NodeKind.OVER:
            continue
        if place.kind == NodeKind.DECISION:
            reached[edges[best[number]]] += reached[number]
            continue
        share = reached[number] // totals[place.table]
        for outcome in range(place.count):
            reached[edges[place.first + outcome]] += share * weights[firsts[place.table] + outcome]


def ends_of(graph: StateGraph) -> list[int]:
    """Return the positions where a question ends."""
    ends = numbers(len(graph))
    count = list_ends(graph.places, len(graph), ends)
    return memory_of(ends)[:count].tolist()


class Induction(Generic[OutcomeT]):
    """Backward induction in 64 bits. ``fits``: nothing overflows, and there are no loops."""

    def __init__(
        self,
        graph: StateGraph,
        outcomes: Mapping[int, OutcomeT],
        values_of: Mapping[OutcomeT, Sequence[Fraction | int]],
        aims: int,
        seat: int,
    ) -> None:
        count, self.graph, self.outcomes = len(graph), graph, outcomes
        self.columns = len(next(iter(values_of.values())))
        self.scale = lcm(*(Fraction(part).denominator for parts in values_of.values() for part in parts))
        self.order, self.chosen = numbers(count), numbers(count)
        self.numerators, self.commons = wides(count * self.columns), wides(count)
        scaled = {outcome: [int(part * self.scale) for part in parts] for outcome, parts in values_of.items()}
        largest = WIDEST // max(1, *(abs(part) for parts in scaled.values() for part in parts))
        self.fits = largest > 1 and all(roll_table.total <= largest for roll_table in graph.roll_tables)
        if not self.fits:
            return
        for number, outcome in outcomes.items():
            for column, part in enumerate(scaled[outcome]):
                self.numerators[number * self.columns + column] = part
        self.totals = wides([roll_table.total for roll_table in graph.roll_tables] or 1)
        self.firsts = numbers([0, *accumulate(len(roll_table.weights) for roll_table in graph.roll_tables)])
        self.weights = wides([weight for roll_table in graph.roll_tables for weight in roll_table.weights] or 1)
        places, edges = graph.places, graph.edges
        self._arguments = (
            Ordered(places, edges, self.order),
            RollWeights(self.firsts, self.weights, self.totals),
            Solution(self.numerators, self.commons, self.chosen),
        )
        wanted = Wanted(self.columns, aims, seat, largest)
        is_sorted = sort_topologically(places, edges, count, numbers(count), self.order)
        self.fits = is_sorted and solve_backward(*self._arguments, wanted)

    def values(self, number: int) -> tuple[Fraction, ...]:
        """Return the values of a position."""
        parts = self.numerators[number * self.columns : (number + 1) * self.columns]
        return tuple(Fraction(int(part), int(self.commons[number]) * self.scale) for part in parts)

    def best(self, number: int) -> int:
        """Return the index of the best choice of a position."""
        return int(self.chosen[number]) - look(Place, self.graph.places, number).first

    def odds(self, number: int) -> Odds[OutcomeT]:
        """Return the odds of the outcomes of a position."""
        reached = wides(len(self.graph))
        reach(*self._arguments, number, reached)
        weights: dict[OutcomeT, int] = {}
        for end, outcome in self.outcomes.items():
            weights[outcome] = weights.get(outcome, 0) + int(reached[end])
        return Odds(weights)
