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
from battlewright.odds import graph_records as state_graph
from battlewright.odds.distribution import Odds, OutcomeT
from battlewright.odds.ends import Outcomes
from battlewright.odds.state_graph import StateGraph

LARGEST_LOOP = 200

Values = tuple[Fraction, ...]
"""A value of several parts, compared lexicographically."""


@dataclass
class Place:
    """A position: its children, with weights at a chance node (``side`` below 0); or its outcome, with the values of
    that."""

    side: int = -1
    weights: Sequence[int] = ()
    children: Sequence[int] = ()
    outcome: Hashable = None
    values: Values = ()


@dataclass(frozen=True)
class Found:
    """A solved position: its outcomes by weight, their mean values, and the index of the best choice."""

    weights: dict[Hashable, int]
    total: int
    values: Values
    best: int = -1


def backwards(places: Sequence[Place], side: int, aims: int) -> dict[int, Found]:
    """Solve all positions, ends first; ``side`` maximises the value, the others minimise it.

    Only the first ``aims`` parts of a value are compared.
    """
    found: dict[int, Found] = {}
    for group in loops(places):
        place = places[group[0]]
        if len(group) == 1 and not place.children:
            found[group[0]] = Found({place.outcome: 1}, 1, place.values)
        elif len(group) == 1 and group[0] not in place.children:
            found[group[0]] = _solve_place(place, found, side, aims)
        elif all(places[each].side < 0 for each in group):
            found |= solve_loop(group, places, found)
        else:
            raise Looped("Decisions lead back to where they were made here; such a loop has no exact answer yet.")
    return found


def _solve_place(place: Place, found: dict[int, Found], side: int, aims: int) -> Found:
    if place.side < 0:
        return together([(weight, found[child]) for weight, child in zip(place.weights, place.children, strict=True)])
    values = [found[child].values[:aims] for child in place.children]
    best = values.index(max(values) if place.side == side else min(values))
    return replace(found[place.children[best]], best=best)


def loops(places: Sequence[Place]) -> Iterator[list[int]]:
    """Yield the strongly connected components, each after those that it leads to."""
    number = [0] * len(places)
    low = [0] * len(places)
    waiting: list[int] = []
    inside = [False] * len(places)
    counter = 0
    for root in range(len(places)):
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
            children = places[at].children
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


def together(parts: Sequence[tuple[int, Found]]) -> Found:
    """Return the weighted mixture of solved positions."""
    common = lcm(*{found.total for _, found in parts})
    weights: dict[Hashable, int] = {}
    ways = sum(weight for weight, _ in parts)
    for weight, found in parts:
        share = weight * (common // found.total)
        for outcome, part in found.weights.items():
            weights[outcome] = weights.get(outcome, 0) + share * part
    columns = zip(*(found.values for _, found in parts), strict=True)
    shares = [Fraction(weight, ways) for weight, _ in parts]
    values = tuple(sum(map(mul, shares, column), Fraction(0)) for column in columns)
    return Found(weights, ways * common, values)


def solve_loop(group: list[int], places: Sequence[Place], found: dict[int, Found]) -> dict[int, Found]:
    """Solve a loop of chance nodes as linear equations. Raises TooLarge beyond LARGEST_LOOP positions."""
    if len(group) > LARGEST_LOOP:
        raise TooLarge(f"{len(group):,} positions lead to each other here; at most {LARGEST_LOOP} are solved exactly.")
    row_of_node = {each: row for row, each in enumerate(group)}
    outcomes: dict[Hashable, int] = {}
    rows: list[list[Fraction]] = []
    rests: list[dict[Hashable, Fraction]] = []
    values: list[list[Fraction]] = []
    aims = range(max(len(each.values) for each in places))
    for each in group:
        row, rest, value = [Fraction(0)] * len(group), dict[Hashable, Fraction](), [Fraction(0) for _ in aims]
        row[row_of_node[each]] += 1
        ways = sum(places[each].weights)
        for weight, child in zip(places[each].weights, places[each].children, strict=True):
            if child in row_of_node:
                row[row_of_node[child]] -= Fraction(weight, ways)
                continue
            value = [value[aim] + Fraction(weight, ways) * found[child].values[aim] for aim in aims]
            for outcome, part in found[child].weights.items():
                outcomes.setdefault(outcome, len(outcomes))
                rest[outcome] = rest.get(outcome, Fraction(0)) + Fraction(weight * part, ways * found[child].total)
        rows.append(row)
        rests.append(rest)
        values.append(value)
    sides = [[rest.get(outcome, Fraction(0)) for outcome in outcomes] + values[i] for i, rest in enumerate(rests)]
    _eliminate(rows, sides)
    solved = {}
    for each in group:
        chances, value = sides[row_of_node[each]][: len(outcomes)], sides[row_of_node[each]][len(outcomes) :]
        common = lcm(*(chance.denominator for chance in chances))
        solved[each] = Found(
            {outcome: int(chance * common) for outcome, chance in zip(outcomes, chances, strict=True) if chance},
            common,
            tuple(value),
        )
    return solved


def _eliminate(rows: list[list[Fraction]], sides: list[list[Fraction]]) -> None:
    """Apply Gauss-Jordan elimination in place, which leaves the solution in ``sides``."""
    for at in range(len(rows)):
        pivot = next((row for row in range(at, len(rows)) if rows[row][at]), None)
        if pivot is None:
            raise TooLarge("A loop of this question never ends, so it has no odds.")
        rows[at], rows[pivot] = rows[pivot], rows[at]
        sides[at], sides[pivot] = sides[pivot], sides[at]
        first = rows[at][at]
        rows[at] = [each / first for each in rows[at]]
        sides[at] = [each / first for each in sides[at]]
        for other in range(len(rows)):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
                sides[other] = [a - factor * b for a, b in zip(sides[other], sides[at], strict=True)]


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
        edges, places, by_end = memory_of(graph.edges), list[Place](), outcomes.by_end()
        values = dict(zip(outcomes.found, values_of, strict=True))
        for number in range(len(graph)):
            place = look(state_graph.Place, graph.places, number)
            if number in by_end:
                outcome = by_end[number]
                places.append(Place(outcome=outcome, values=tuple(map(Fraction, values[outcome]))))
                continue
            made = Place(children=edges[place.first : place.first + place.count].tolist())
            if place.kind == NodeKind.CHANCE:
                made.weights = graph.roll_weights(place.table)
            elif place.count == 1:
                made.weights = (1,)
            else:
                made.side = place.side
            places.append(made)
        self.found = backwards(places, side, aims)

    def values(self, number: int) -> Values:
        """Return the values of a position."""
        return self.found[number].values

    def best(self, number: int) -> int:
        """Return the index of the best choice of a position."""
        return max(self.found[number].best, 0)

    def odds(self, number: int) -> Odds[OutcomeT]:
        """Return the odds of the outcomes of a position."""
        return Odds(cast("dict[OutcomeT, int]", self.found[number].weights))  # the outcomes that it was given
