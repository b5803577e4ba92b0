"""The answer to a question, by backward induction over the rules' own nodes.

From a position every outcome of the dice is tried, as far as the node tells them apart; a decision is answered by the
best choice for the one who makes it (or by a given policy); positions are remembered, so each is solved once. Rolls
that lead back to where they were (a tie) are solved exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from typing import Any

from battlewright.engine.dice import seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import (
    Many,
    allocate,
    assign,
    copy_of,
    look,
    memory_of,
    numbers,
    restore,
    snapshot,
    wides,
)
from battlewright.engine.system import System
from battlewright.odds import graph
from battlewright.odds.distribution import Odds, Sampled
from battlewright.odds.explore import FORCED, Place, Verdict
from battlewright.odds.explored import Asked, Explored, Until
from battlewright.odds.induct import induct, list_ends, put_in_order, reach
from battlewright.odds.pools import outcomes

WIDEST = 1 << 61
"""Whole numbers of the compiled induction stay below this."""

TO_THE_END = Until()

Measure = Callable[[Any], Hashable]
"""What is asked of the end of a question: an outcome, from the battle as it stands there."""
Worth = Fraction | int | tuple[Fraction | int, ...]
Aim = Callable[[Any], Worth]
"""What an outcome is worth to the seat that aims at it; the other seats aim at the opposite. Of several numbers the
first counts, and where it is equal the next."""
Policy = Callable[[Any, list[Any]], int]
"""Which of the listed choices is made, by the battle and the list."""


class Answer:
    """What a position leads to; at a decision, what each choice does, and which is the best."""

    def __init__(
        self,
        values: tuple[Fraction, ...],
        odds: Callable[[], Odds[Any]],
        choices: tuple[tuple[Any, Answer], ...] = (),
        best: int = -1,
    ) -> None:
        self.values, self.choices, self.best, self._odds = values, choices, best, odds

    @property
    def value(self) -> Fraction:
        """What it is worth, by the first part of the aim."""
        return self.values[0]

    @cached_property
    def odds(self) -> Odds[Any]:
        """The outcomes and how likely they are."""
        return self._odds()


@dataclass(frozen=True)
class Plan:
    """Choices for the decisions of a step, one after the other; after the last, or where one is refused, it ends."""

    step: int
    choices: Sequence[Any]


def solve(
    system: System,
    setting: Many[Any],
    battle: Many[Any],
    measure: Measure,
    aim: Aim,
    seat: int = 0,
    policy: Policy | None = None,
    until: Until = TO_THE_END,
    seconds: float = 20.0,
    plan: Plan | None = None,
) -> Answer:
    """The exact odds of what a battle leads to, from where it stands; the battle itself is left alone.

    ``measure`` says what is asked for, ``aim`` what each outcome is worth to ``seat``. ``until`` ends the question
    before the battle does. A ``policy`` makes every choice, a ``plan`` those of one kind of decision. A question that
    takes more than ``seconds`` raises ``TooLarge``.
    """
    explored = Explored(system, setting, until, seconds)
    root = explored.begin(battle)
    if policy is not None:
        explored.explore(_by(policy, explored), -1)
    elif plan is not None:
        explored.explore(_by_plan(plan, explored), plan.step)
    else:
        explored.explore()
    return Solved(explored, measure, aim, seat).answer(root)


def _by(policy: Policy, explored: Explored) -> Asked:
    """Every decision is put to a policy."""

    def asked(battle: Any, room: Many[Any]) -> tuple[Verdict, int]:
        choices = every_choice(explored)
        assign(look(explored.system.choice, room), choices[policy(battle, choices)])
        return Verdict.ONLY, 0

    return asked


def _by_plan(plan: Plan, explored: Explored) -> Asked:
    """The decisions of a step follow a plan; the mark of a position is how much of it has been done."""

    def asked(battle: Any, room: Many[Any]) -> tuple[Verdict, int]:
        done = look(Place, explored.places, explored.search.next).mark
        if done == len(plan.choices):
            return Verdict.END, 0
        assign(look(explored.system.choice, room), plan.choices[done])
        refused = explored.system.refusal(explored.setting, explored.battle, room[:1])
        return (Verdict.END, 0) if refused else (Verdict.ONLY, 1)

    return asked


def every_choice(explored: Explored) -> list[Any]:
    """Every choice where the battle of an exploration stands, page after page."""
    system, every = explored.system, list[Any]()
    while True:
        count = system.choices(explored.setting, explored.battle, explored.listed, len(every))
        every += [copy_of(look(system.choice, explored.listed, place)) for place in range(count)]
        if count < len(explored.listed):
            return every


class Solved:
    """All positions of an exploration with what they are worth: in 64 bits, or else in long integers."""

    def __init__(self, explored: Explored, measure: Measure, aim: Aim, seat: int = 0) -> None:
        self.explored = explored
        self.outcomes = {number: measure(explored.show(number)) for number in _ends(explored)}
        worth = {outcome: _parts(aim(outcome)) for outcome in set(self.outcomes.values())}
        self._solution: _Compiled | _Long = _Compiled(explored, self.outcomes, worth, seat)
        if not self._solution.fits:
            self._solution = _Long(explored, self.outcomes, worth, seat)

    def values(self, number: int) -> tuple[Fraction, ...]:
        """What a position is worth."""
        return self._solution.values(number)

    def best_choice(self, battle: Many[Any]) -> Any | None:
        """What is best for whoever chooses where a battle stands, if the question reaches that position."""
        number = self.explored.find(battle)
        if number is None:
            return None
        self.explored.show(number)
        return every_choice(self.explored)[self._solution.best(number)]

    def answer(self, number: int) -> Answer:
        """The odds at a position, and at a decision those of every choice."""
        place = look(Place, self.explored.places, number)
        if place.kind != NodeKind.DECISION or place.seat == FORCED:
            return self._answer(number)
        self.explored.show(number)
        children = memory_of(self.explored.edges)[place.first : place.first + place.count]
        tried = tuple(
            (choice, self._answer(child)) for choice, child in zip(every_choice(self.explored), children, strict=True)
        )
        best = self._solution.best(number)
        return Answer(tried[best][1].values, lambda: tried[best][1].odds, tried, best)

    def _answer(self, number: int) -> Answer:
        return Answer(self.values(number), lambda: self._solution.odds(number))


def _parts(worth: Worth) -> tuple[Fraction | int, ...]:
    return worth if isinstance(worth, tuple) else (worth,)


def _ends(explored: Explored) -> list[int]:
    ends = numbers(len(explored))
    count = list_ends(explored.places, len(explored), ends)
    return memory_of(ends)[:count].tolist()


class _Compiled:
    """Values in 64 bits. ``fits`` is whether they are enough, and no position leads back to itself."""

    def __init__(
        self,
        explored: Explored,
        outcomes: Mapping[int, Hashable],
        worth: Mapping[Hashable, Sequence[Fraction | int]],
        seat: int,
    ) -> None:
        count, self.explored, self.outcomes = len(explored), explored, outcomes
        self.columns = len(next(iter(worth.values())))
        self.scale = lcm(*(Fraction(part).denominator for parts in worth.values() for part in parts))
        self.order, self.chosen = numbers(count), numbers(count)
        self.numerators, self.commons = wides(count * self.columns), wides(count)
        scaled = {outcome: [int(part * self.scale) for part in parts] for outcome, parts in worth.items()}
        largest = WIDEST // max(1, *(abs(part) for parts in scaled.values() for part in parts))
        self.fits = largest > 1 and all(fall.total <= largest for fall in explored.falls)
        if not self.fits:
            return
        for number, outcome in outcomes.items():
            for column, part in enumerate(scaled[outcome]):
                self.numerators[number * self.columns + column] = part
        self.totals = wides([fall.total for fall in explored.falls] or 1)
        self.firsts = numbers([0, *accumulate(len(fall.weights) for fall in explored.falls)])
        self.weights = wides([weight for fall in explored.falls for weight in fall.weights] or 1)
        places, edges = explored.places, explored.edges
        self.fits = put_in_order(places, edges, count, numbers(count), self.order) and induct(
            places,
            edges,
            self.order,
            count,
            self.firsts,
            self.weights,
            self.totals,
            self.numerators,
            self.columns,
            self.columns,
            seat,
            largest,
            self.commons,
            self.chosen,
        )

    def values(self, number: int) -> tuple[Fraction, ...]:
        parts = self.numerators[number * self.columns : (number + 1) * self.columns]
        return tuple(Fraction(int(part), int(self.commons[number]) * self.scale) for part in parts)

    def best(self, number: int) -> int:
        return int(self.chosen[number]) - look(Place, self.explored.places, number).first

    def odds(self, number: int) -> Odds[Any]:
        explored, count = self.explored, len(self.explored)
        reached = wides(count)
        reach(
            explored.places,
            explored.edges,
            self.order,
            count,
            self.firsts,
            self.weights,
            self.totals,
            self.commons,
            self.chosen,
            number,
            reached,
        )
        weights: dict[Hashable, int] = {}
        for end, outcome in self.outcomes.items():
            weights[outcome] = weights.get(outcome, 0) + int(reached[end])
        return Odds(weights)


class _Long:
    """Values in long integers, loops and all."""

    fits = True

    def __init__(
        self,
        explored: Explored,
        outcomes: Mapping[int, Hashable],
        worth: Mapping[Hashable, Sequence[Fraction | int]],
        seat: int,
    ) -> None:
        edges, places = memory_of(explored.edges), list[graph.Place]()
        for number in range(len(explored)):
            place = look(Place, explored.places, number)
            if number in outcomes:
                outcome = outcomes[number]
                places.append(graph.Place(outcome=outcome, values=tuple(map(Fraction, worth[outcome]))))
                continue
            made = graph.Place(children=edges[place.first : place.first + place.count].tolist())
            if place.kind == NodeKind.CHANCE:
                made.weights = explored.falls[place.table].weights
            elif place.count == 1:
                made.weights = (1,)
            else:
                made.seat = place.seat
            places.append(made)
        self.found = graph.backwards(places, seat)

    def values(self, number: int) -> tuple[Fraction, ...]:
        return self.found[number].values

    def best(self, number: int) -> int:
        return max(self.found[number].best, 0)

    def odds(self, number: int) -> Odds[Any]:
        return Odds(self.found[number].weights)


def told_of_roll(system: System, setting: Many[Any], battle: Many[Any]) -> Odds[tuple[int, ...]]:
    """What the dice that a battle waits for are told as: the kinds of events of each outcome, in their order."""
    thrown: Many[Any] = allocate(system.battle)
    view, here = look(system.battle, thrown), snapshot(battle)
    faces = numbers(system.max_dice)
    weights: dict[tuple[int, ...], int] = {}
    for fallen, weight in outcomes(look(system.battle, battle).node):
        restore(thrown, here)
        view.tail.silent = view.tail.told = 0
        memory_of(faces)[: len(fallen)] = memory_of(numbers(fallen))
        system.roll(setting, thrown, faces)
        kinds = tuple(event.kind for event in view.tail.events[: view.tail.told])
        weights[kinds] = weights.get(kinds, 0) + weight
    return Odds(weights)


def sample(
    play: Callable[[Many[Any]], None],
    system: System,
    setting: Many[Any],
    measure: Measure,
    count: int,
    seed: int,
) -> Sampled[Any]:
    """Odds by trial: ``play`` takes a battle that has just begun to its end."""
    battle: Many[Any] = allocate(system.battle)
    empty, seen = snapshot(battle), look(system.battle, battle)
    weights: dict[Hashable, int] = {}
    for index in range(count):
        restore(battle, empty)
        seen.tail.silent = 1
        seed_dice(seen.tail.dice, seed, index)
        system.start(setting, battle)
        play(battle)
        outcome = measure(seen)
        weights[outcome] = weights.get(outcome, 0) + 1
    return Sampled(weights)
