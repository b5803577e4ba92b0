"""Exact answers, by backward induction over the state graph.

At a chance node all lumped outcomes are weighted; at a decision the side makes its best choice (or that of a given
policy). Each position is solved once. Loops of rolls, such as a tie that is rolled again, are solved exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic

from battlewright.engine.dice import seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, assign, copy_of, look, memory_of, restore, snapshot
from battlewright.engine.rulebook import BattleT, ChoiceT, Rules, SettingT
from battlewright.odds import accumulators, ends, graph_records, solve_int64
from battlewright.odds.distribution import Odds, OutcomeT, Sampled
from battlewright.odds.ends import Measure, measured
from battlewright.odds.graph_records import FORCED, Verdict, Vertex
from battlewright.odds.solve_exact import ExactInduction
from battlewright.odds.solve_int64 import Induction
from battlewright.odds.state_graph import NO_REDUCTION, Asked, StateGraph, StateReduction, Until

TO_THE_END = Until()


def solving_rules() -> tuple[Callable[..., object], ...]:
    """Return the rules that Python calls to solve a question, to be compiled before odds are shown."""
    explorer, inner, backwards = graph_records, accumulators, solve_int64
    return (
        *(explorer.rebase, explorer.go_to, explorer.add_root, explorer.read_ends, explorer.rehash),
        *(explorer.clear_graph, explorer.sort_topologically),
        *(backwards.solve_backward, backwards.reach, ends.list_ends, ends.number_rows),
        *(inner.enter, inner.rehash_vertices, inner.enter_sum, inner.rehash_sums, inner.split_vertices),
        *(inner.read_merged, inner.add_column, inner.clear_split, inner.sort_split),
    )


Value = Fraction | int | tuple[Fraction | int, ...]
Aim = Callable[[OutcomeT], Value]
"""The value of an outcome to the side that maximises it; the other sides minimise it. Tuples are compared
lexicographically."""
Policy = Callable[[BattleT, list[ChoiceT]], int]
"""Returns the index of the choice to make, given the battle and the list of choices."""


class Answer(Generic[OutcomeT, ChoiceT]):
    """The value and odds of a position; at a decision also those of each choice, and the index of the best.

    It is ``exact`` unless the chances of hidden choices are rounded; ``tolerance`` bounds their rounding error.
    """

    def __init__(
        self,
        values: tuple[Fraction, ...],
        odds: Callable[[], Odds[OutcomeT]],
        choices: tuple[tuple[ChoiceT, Answer[OutcomeT, ChoiceT]], ...] = (),
        best: int = -1,
        tolerance: float = 0.0,
    ) -> None:
        self.values, self.choices, self.best, self._odds = values, choices, best, odds
        self.tolerance = tolerance

    @property
    def exact(self) -> bool:
        """Whether no chance is rounded."""
        return self.tolerance == 0

    @property
    def value(self) -> Fraction:
        """The value by the first part of the aim."""
        return self.values[0]

    @cached_property
    def odds(self) -> Odds[OutcomeT]:
        """The outcomes with their chances."""
        return self._odds()

    def among(self, choices: Sequence[ChoiceT]) -> Answer[OutcomeT, ChoiceT]:
        """Return this answer with these choices alone, which are in the same order: where seats share a side, each has
        some of its choices."""
        if len(choices) >= len(self.choices):
            for choice, (known, _) in zip(choices, self.choices, strict=False):
                assert known == copy_of(choice), "odds and choices are in the same order"
            return self
        rest = iter(self.choices)
        found = tuple(next(pair for pair in rest if pair[0] == copy_of(choice)) for choice in choices)
        best = max(range(len(found)), key=lambda index: found[index][1].values, default=-1)
        return Answer(self.values, self._odds, found, best, self.tolerance)

    def as_data(self) -> dict[str, object]:
        """Return the values by all parts of the aim, and the outcomes, as plain data; ``best`` is the index of the best
        choice."""
        values, best = [str(value) for value in self.values], self.best if self.choices else None
        return {**self.odds.as_data(), "exact": self.exact, "values": values, "best": best}


def mixture(
    parts: Sequence[tuple[int, Answer[OutcomeT, ChoiceT]]], tolerance: float = 0.0
) -> Answer[OutcomeT, ChoiceT]:
    """Return the weighted mixture of answers; the side does not know which of them holds.

    The chances that the weights stand for are right within the tolerance.
    """
    if len(parts) == 1:
        return parts[0][1]
    tolerance = max(tolerance, *(each.tolerance for _, each in parts))
    choices = tuple(
        (choice, mixture([(share, each.choices[index][1]) for share, each in parts], tolerance))
        for index, (choice, _) in enumerate(parts[0][1].choices)
    )
    if choices:
        best = max(range(len(choices)), key=lambda index: choices[index][1].values)
        return Answer(choices[best][1].values, lambda: choices[best][1].odds, choices, best, tolerance)
    total = sum(share for share, _ in parts)
    columns = zip(*([Fraction(share, total) * value for value in each.values] for share, each in parts), strict=True)
    values = tuple(sum(column, Fraction(0)) for column in columns)
    return Answer(values, lambda: Odds.mixture([(share, each.odds) for share, each in parts]), tolerance=tolerance)


@dataclass(frozen=True)
class Plan(Generic[ChoiceT]):
    """Choices for successive decisions of a step; the question ends after the last, or where one is refused."""

    step: int
    choices: Sequence[ChoiceT]


@dataclass(frozen=True)
class Hidden(Generic[BattleT]):
    """Decisions of a step that are hidden from the others: each is made by chance, with the ``weights`` of the listed
    choices for the battle. At the root all choices are solved. If the weights are rounded, the chances that they stand
    for are right within the ``tolerance``."""

    step: int
    weights: Callable[[Row[BattleT]], Sequence[int]]
    tolerance: float = 0.0


def solve(
    rules: Rules[SettingT, BattleT, ChoiceT],
    setting: Row[SettingT],
    battle: Row[BattleT],
    measure: Measure[BattleT, OutcomeT],
    aim: Aim[OutcomeT],
    side: int = 0,
    policy: Policy[BattleT, ChoiceT] | None = None,
    until: Until = TO_THE_END,
    seconds: float = 20.0,
    plan: Plan[ChoiceT] | None = None,
    reduction: StateReduction = NO_REDUCTION,
    hidden: Hidden[BattleT] | None = None,
) -> Answer[OutcomeT, ChoiceT]:
    """Return the exact odds of a battle's outcomes from its current position; the battle is not changed.

    ``measure`` gives the outcome of an end, ``aim`` its value to ``side``. ``until`` ends the question before the
    battle does. A ``policy`` makes every choice, a ``plan`` those of one step, and ``hidden`` ones are made by chance.
    Raises ``TooLarge`` after ``seconds``. A ``reduction`` makes it faster and does not change the answer.
    """
    graph = StateGraph(rules, setting, until, seconds, reduction)
    root, tolerance = graph.begin(battle), 0.0
    if policy is not None:
        graph.explore(_follow_policy(policy, graph), -1)
    elif hidden is not None:
        is_mixed = _explore_hidden(graph, hidden, plan)
        tolerance = hidden.tolerance if is_mixed else 0.0
    elif plan is not None:
        graph.explore(_follow_plan(plan, graph), plan.step)
    else:
        graph.explore()
    return Solved(graph, measure, aim, side, tolerance=tolerance).answer(root)


def _follow_policy(
    policy: Policy[BattleT, ChoiceT], graph: StateGraph[SettingT, BattleT, ChoiceT]
) -> Asked[BattleT, ChoiceT]:
    """Return a callback that answers every decision by a policy."""

    def asked(battle: BattleT, room: Row[ChoiceT]) -> tuple[Verdict, int]:
        choices = every_choice(graph)
        assign(look(graph.rules.choice, room), choices[policy(battle, choices)])
        return Verdict.ONLY, 0

    return asked


def _follow_plan(plan: Plan[ChoiceT], graph: StateGraph[SettingT, BattleT, ChoiceT]) -> Asked[BattleT, ChoiceT]:
    """Return a callback that follows a plan; the mark of a position is the number of choices made so far."""

    def asked(battle: BattleT, room: Row[ChoiceT]) -> tuple[Verdict, int]:
        done = look(Vertex, graph.vertices, graph.progress.next).mark
        if done == len(plan.choices):
            return Verdict.END, 0
        assign(look(graph.rules.choice, room), plan.choices[done])
        refused = graph.rules.refusal(graph.setting, graph.battle, room[:1])
        return (Verdict.END, 0) if refused else (Verdict.ONLY, 1)

    return asked


def _explore_hidden(
    graph: StateGraph[SettingT, BattleT, ChoiceT], hidden: Hidden[BattleT], plan: Plan[ChoiceT] | None
) -> bool:
    """Explore with hidden decisions made by chance; where one choice is certain, only that one is explored.

    Return whether any decision was left to chance.
    """
    planned = _follow_plan(plan, graph) if plan is not None else None
    mixed: dict[int, Sequence[int]] = {}

    def asked(battle: BattleT, room: Row[ChoiceT]) -> tuple[Verdict, int]:
        number, step = graph.progress.next, battle.node.step
        if planned is not None and plan is not None and step == plan.step:
            return planned(battle, room)
        if step != hidden.step or number < graph.progress.roots:
            return Verdict.ALL, 0
        weights = hidden.weights(graph.battle)
        likely = [index for index, weight in enumerate(weights) if weight]
        if len(likely) > 1:
            mixed[number] = weights
            return Verdict.ALL, 0
        assign(look(graph.rules.choice, room), every_choice(graph)[likely[0]])
        return Verdict.ONLY, 0

    graph.explore(asked, hidden.step if plan is None else -1)
    for number, weights in mixed.items():
        graph.leave_to_chance(number, weights)
    return bool(mixed)


def every_choice(graph: StateGraph[SettingT, BattleT, ChoiceT]) -> list[ChoiceT]:
    """Return all legal choices at the current position of a state graph, page by page."""
    rules, every = graph.rules, list[ChoiceT]()
    while True:
        count = rules.choices(graph.setting, graph.battle, graph.listed, len(every))
        every += [copy_of(look(rules.choice, graph.listed, index)) for index in range(count)]
        if count < len(graph.listed):
            return every


class Solved(Generic[SettingT, BattleT, ChoiceT, OutcomeT]):
    """All positions of a state graph with their values."""

    def __init__(
        self,
        graph: StateGraph[SettingT, BattleT, ChoiceT],
        measure: Measure[BattleT, OutcomeT],
        aim: Aim[OutcomeT],
        side: int = 0,
        aims: int | None = None,
        tolerance: float = 0.0,
    ) -> None:
        """``aims`` is how many numbers of the aim are optimised; the others are only computed."""
        self.graph, self.tolerance = graph, tolerance
        outcomes = measured(graph, measure)
        values_of = [value if isinstance(value, tuple) else (value,) for value in map(aim, outcomes.found)]
        question = (graph, outcomes, values_of, len(values_of[0]) if aims is None else aims, side)
        compiled = Induction(*question)
        self.outcomes = outcomes
        self.solution: Induction[OutcomeT] | ExactInduction[OutcomeT] = (
            compiled if compiled.fits else ExactInduction(*question)
        )

    def values(self, number: int) -> tuple[Fraction, ...]:
        """Return the values of a position."""
        return self.solution.values(number)

    def best_choice(self, battle: Row[BattleT]) -> ChoiceT | None:
        """Return the best choice at a battle's position, or None if the question does not reach it."""
        number = self.graph.find(battle)
        if number is None:
            return None
        self.graph.show(number)
        return every_choice(self.graph)[self.solution.best(number)]

    def answer(self, number: int) -> Answer[OutcomeT, ChoiceT]:
        """Return the answer for a position, at a decision with those of all choices."""
        vertex = look(Vertex, self.graph.vertices, number)
        if vertex.kind != NodeKind.DECISION or vertex.side == FORCED:
            return self._answer(number)
        self.graph.show(number)
        children = memory_of(self.graph.edges)[vertex.first : vertex.first + vertex.count]
        answers = tuple(
            (choice, self._answer(child)) for choice, child in zip(every_choice(self.graph), children, strict=True)
        )
        best = self.solution.best(number)
        return Answer(answers[best][1].values, lambda: answers[best][1].odds, answers, best, self.tolerance)

    def _answer(self, number: int) -> Answer[OutcomeT, ChoiceT]:
        return Answer(self.values(number), lambda: self.solution.odds(number), tolerance=self.tolerance)


def sample(
    play: Callable[[Row[BattleT]], None],
    rules: Rules[SettingT, BattleT, ChoiceT],
    setting: Row[SettingT],
    measure: Callable[[BattleT], OutcomeT],
    count: int,
    seed: int,
) -> Sampled[OutcomeT]:
    """Return odds by ``count`` trials; ``play`` plays a battle from its start to its end."""
    battle = allocate(rules.battle)
    empty, seen = snapshot(battle), look(rules.battle, battle)
    weights: dict[OutcomeT, int] = {}
    for index in range(count):
        restore(battle, empty)
        seen.tail.silent = 1
        seed_dice(seen.tail.dice, seed, index)
        rules.start(setting, battle)
        play(battle)
        outcome = measure(seen)
        weights[outcome] = weights.get(outcome, 0) + 1
    return Sampled(weights)
