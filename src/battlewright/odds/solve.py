"""The answer to a question, by backward induction over the rules' own nodes.

From a position every outcome of the dice is tried, as far as the node tells them apart; a decision is answered by the
best choice for the one who makes it (or by a given policy); positions are remembered, so each is solved once. Rolls
that lead back to where they were (a tie) are solved exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
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
    restore,
    snapshot,
)
from battlewright.engine.system import System
from battlewright.odds import accumulators, solve_int64, state_graph
from battlewright.odds.distribution import Odds, Sampled
from battlewright.odds.graph_records import NOTHING_UNREAD, Asked, StateGraph, Unread, Until
from battlewright.odds.solve_exact import ExactInduction
from battlewright.odds.solve_int64 import Induction, ends_of
from battlewright.odds.state_graph import FORCED, Place, Verdict

TO_THE_END = Until()


def solving_rules() -> tuple[Callable[..., Any], ...]:
    """The rules that answers are worked out by, as Python calls them: compiled first where odds are shown."""
    graph, inner, backwards = state_graph, accumulators, solve_int64
    return (
        *(graph.count_from_another, graph.go_to, graph.note_beginning, graph.read_ends, graph.spread_again),
        *(backwards.induct, backwards.list_ends, backwards.put_in_order, backwards.reach),
        *(inner.enter, inner.enter_again, inner.enter_sum, inner.enter_sums_again, inner.unfold),
    )


@dataclass(frozen=True)
class Reading:
    """What is asked of the end of a question: an outcome, from numbers of the battle (by ``record.place_of``)."""

    places: tuple[int, ...]
    outcome: Callable[[tuple[int, ...]], Hashable] = tuple


Measure = Callable[[Any], Hashable] | Reading
"""What is asked of the end of a question: an outcome, from the battle as it stands there."""
Worth = Fraction | int | tuple[Fraction | int, ...]
Aim = Callable[[Any], Worth]
"""What an outcome is worth to the seat that aims at it; the other seats aim at the opposite. Of several numbers the
first counts, and where it is equal the next."""
Policy = Callable[[Any, list[Any]], int]
"""Which of the listed choices is made, by the battle and the list."""


class Answer:
    """What a position leads to; at a decision, what each choice does, and which is the best.

    It is ``exact`` unless hidden choices on the way are made with chances that are rounded: ``tolerance`` is how far
    such a chance may be from the one that is meant.
    """

    def __init__(
        self,
        values: tuple[Fraction, ...],
        odds: Callable[[], Odds[Any]],
        choices: tuple[tuple[Any, Answer], ...] = (),
        best: int = -1,
        tolerance: float = 0.0,
    ) -> None:
        self.values, self.choices, self.best, self._odds = values, choices, best, odds
        self.tolerance = tolerance

    @property
    def exact(self) -> bool:
        """Whether nothing on the way is rounded."""
        return self.tolerance == 0

    @property
    def value(self) -> Fraction:
        """What it is worth, by the first part of the aim."""
        return self.values[0]

    @cached_property
    def odds(self) -> Odds[Any]:
        """The outcomes and how likely they are."""
        return self._odds()

    def check_order(self, choices: Sequence[Any]) -> None:
        """Assert that a list of choices is in the order of this answer's."""
        for choice, (known, _) in zip(choices, self.choices, strict=False):
            assert known == copy_of(choice), "odds and choices are in the same order"


def together(parts: Sequence[tuple[int, Answer]], tolerance: float = 0.0) -> Answer:
    """The answer where one of several is the case, each with a weight (right within a tolerance). The seat that aims
    does not know which."""
    if len(parts) == 1:
        return parts[0][1]
    tolerance = max(tolerance, *(each.tolerance for _, each in parts))
    choices = tuple(
        (choice, together([(share, each.choices[place][1]) for share, each in parts], tolerance))
        for place, (choice, _) in enumerate(parts[0][1].choices)
    )
    if choices:
        best = max(range(len(choices)), key=lambda place: choices[place][1].values)
        return Answer(choices[best][1].values, lambda: choices[best][1].odds, choices, best, tolerance)
    total = sum(share for share, _ in parts)
    columns = zip(*([Fraction(share, total) * value for value in each.values] for share, each in parts), strict=True)
    values = tuple(sum(column, Fraction(0)) for column in columns)
    return Answer(values, lambda: Odds.together([(share, each.odds) for share, each in parts]), tolerance=tolerance)


@dataclass(frozen=True)
class Plan:
    """Choices for the decisions of a step, one after the other; after the last, or where one is refused, it ends."""

    step: int
    choices: Sequence[Any]


@dataclass(frozen=True)
class Hidden:
    """Decisions of a step that are made without knowing those of others: each by chance, the listed choices with the
    ``weights`` that are given for a battle as it stands. Only where a question begins all choices are tried.
    Where the weights are rounded, the chances they stand for are right within the ``tolerance``."""

    step: int
    weights: Callable[[Many[Any]], Sequence[int]]
    tolerance: float = 0.0


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
    unread: Unread = NOTHING_UNREAD,
    hidden: Hidden | None = None,
) -> Answer:
    """The exact odds of what a battle leads to, from where it stands; the battle itself is left alone.

    ``measure`` says what is asked for, ``aim`` what each outcome is worth to ``seat``. ``until`` ends the question
    before the battle does. A ``policy`` makes every choice, a ``plan`` those of one kind of decision, and ``hidden``
    ones are made by chance. A question that takes more than ``seconds`` raises ``TooLarge``. With numbers that are
    ``unread`` it is answered faster, and no otherwise.
    """
    explored = StateGraph(system, setting, until, seconds, unread)
    root, tolerance = explored.begin(battle), 0.0
    if policy is not None:
        explored.explore(_by(policy, explored), -1)
    elif hidden is not None:
        is_mixed = _explore_hidden(explored, hidden, plan)
        tolerance = hidden.tolerance if is_mixed else 0.0
    elif plan is not None:
        explored.explore(_by_plan(plan, explored), plan.step)
    else:
        explored.explore()
    return Solved(explored, measure, aim, seat, tolerance=tolerance).answer(root)


def _by(policy: Policy, explored: StateGraph) -> Asked:
    """Every decision is put to a policy."""

    def asked(battle: Any, room: Many[Any]) -> tuple[Verdict, int]:
        choices = every_choice(explored)
        assign(look(explored.system.choice, room), choices[policy(battle, choices)])
        return Verdict.ONLY, 0

    return asked


def _by_plan(plan: Plan, explored: StateGraph) -> Asked:
    """The decisions of a step follow a plan; the mark of a position is how much of it has been done."""

    def asked(battle: Any, room: Many[Any]) -> tuple[Verdict, int]:
        done = look(Place, explored.places, explored.search.next).mark
        if done == len(plan.choices):
            return Verdict.END, 0
        assign(look(explored.system.choice, room), plan.choices[done])
        refused = explored.system.refusal(explored.setting, explored.battle, room[:1])
        return (Verdict.END, 0) if refused else (Verdict.ONLY, 1)

    return asked


def _explore_hidden(explored: StateGraph, hidden: Hidden, plan: Plan | None) -> bool:
    """Hidden decisions are made by chance; one that is certain is the only one explored. The answer is whether any
    was left to chance."""
    planned = _by_plan(plan, explored) if plan is not None else None
    mixed: dict[int, Sequence[int]] = {}

    def asked(battle: Any, room: Many[Any]) -> tuple[Verdict, int]:
        number, step = explored.search.next, battle.node.step
        if planned is not None and plan is not None and step == plan.step:
            return planned(battle, room)
        if step != hidden.step or number < explored.search.roots:
            return Verdict.ALL, 0
        weights = hidden.weights(explored.battle)
        likely = [place for place, weight in enumerate(weights) if weight]
        if len(likely) > 1:
            mixed[number] = weights
            return Verdict.ALL, 0
        assign(look(explored.system.choice, room), every_choice(explored)[likely[0]])
        return Verdict.ONLY, 0

    explored.explore(asked, hidden.step if plan is None else -1)
    for number, weights in mixed.items():
        explored.leave_to_chance(number, weights)
    return bool(mixed)


def every_choice(explored: StateGraph) -> list[Any]:
    """Every choice where the battle of an exploration stands, page after page."""
    system, every = explored.system, list[Any]()
    while True:
        count = system.choices(explored.setting, explored.battle, explored.listed, len(every))
        every += [copy_of(look(system.choice, explored.listed, place)) for place in range(count)]
        if count < len(explored.listed):
            return every


class Solved:
    """All positions of an exploration with what they are worth."""

    def __init__(
        self,
        explored: StateGraph,
        measure: Measure,
        aim: Aim,
        seat: int = 0,
        aims: int | None = None,
        tolerance: float = 0.0,
    ) -> None:
        """``aims`` says how many numbers of the aim are aimed at; the others are only worked out."""
        self.explored, self.tolerance = explored, tolerance
        self.outcomes = dict(_measured(explored, measure))
        worth = {outcome: _parts(aim(outcome)) for outcome in set(self.outcomes.values())}
        columns = len(next(iter(worth.values())))
        question = (explored, self.outcomes, worth, columns if aims is None else aims, seat)
        compiled = Induction(*question)
        self.solution: Induction | ExactInduction = compiled if compiled.fits else ExactInduction(*question)

    def values(self, number: int) -> tuple[Fraction, ...]:
        """What a position is worth."""
        return self.solution.values(number)

    def best_choice(self, battle: Many[Any]) -> Any | None:
        """What is best for whoever chooses where a battle stands, if the question reaches that position."""
        number = self.explored.find(battle)
        if number is None:
            return None
        self.explored.show(number)
        return every_choice(self.explored)[self.solution.best(number)]

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
        best = self.solution.best(number)
        return Answer(tried[best][1].values, lambda: tried[best][1].odds, tried, best, self.tolerance)

    def _answer(self, number: int) -> Answer:
        return Answer(self.values(number), lambda: self.solution.odds(number), tolerance=self.tolerance)


def _measured(explored: StateGraph, measure: Measure) -> Iterator[tuple[int, Hashable]]:
    """The positions where a question ends, with their outcomes."""
    ends = ends_of(explored)
    if isinstance(measure, Reading):
        rows = explored.read(ends, measure.places).tolist()
        yield from zip(ends, map(measure.outcome, map(tuple, rows)), strict=True)
    else:
        for number in ends:
            yield number, measure(explored.show(number))


def _parts(worth: Worth) -> tuple[Fraction | int, ...]:
    return worth if isinstance(worth, tuple) else (worth,)


def sample(
    play: Callable[[Many[Any]], None],
    system: System,
    setting: Many[Any],
    measure: Callable[[Any], Hashable],
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
