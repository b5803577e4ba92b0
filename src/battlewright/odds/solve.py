"""The answer to a question, by backward induction over the rules' own nodes.

From a position every outcome of the dice is tried, as far as the node tells them apart; a decision is answered by the
best choice for the one who makes it (or by a given policy); positions are remembered, so each is solved once. Rolls
that lead back to where they were (a tie) are solved exactly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from battlewright.engine.dice import seed_dice
from battlewright.engine.errors import TooLarge
from battlewright.engine.node import NodeKind
from battlewright.engine.record import (
    Many,
    allocate,
    assign,
    copy_of,
    look,
    memory_of,
    numbers,
    position,
    restore,
    snapshot,
)
from battlewright.engine.system import System
from battlewright.odds.distribution import Odds, Sampled
from battlewright.odds.graph import Found, Place, loops, solve_loop, together
from battlewright.odds.pools import how_many, outcomes

MOST_OUTCOMES = 5_000_000
MOST_CHOICES = 50_000

Measure = Callable[[Any], Hashable]
"""What is asked of the end of a question: an outcome, from the battle as it stands there."""
Aim = Callable[[Any], Fraction | int]
"""What an outcome is worth to the seat that aims at it; the other seats aim at the opposite."""
Policy = Callable[[Any, list[Any]], int]
"""Which of the listed choices is made, by the battle and the list."""


@dataclass(frozen=True)
class Answer:
    """What a position leads to; at a decision, what each choice does, and which is the best."""

    odds: Odds[Any]
    value: Fraction
    choices: tuple[tuple[Any, Answer], ...] = ()
    best: int = -1


def solve(
    system: System,
    setting: Many[Any],
    battle: Many[Any],
    measure: Measure,
    aim: Aim,
    seat: int = 0,
    policy: Policy | None = None,
    until: Callable[[Any], bool] | None = None,
    seconds: float = 20.0,
) -> Answer:
    """The exact odds of what a battle leads to, from where it stands; the battle itself is left alone.

    ``measure`` says what is asked for, ``aim`` what each outcome is worth to ``seat``. ``until`` ends the question
    before the battle does. A question that takes more than ``seconds`` raises ``TooLarge``.
    """
    solver = _Solver(system, setting, measure, aim, seat, policy, until, seconds)
    restore(solver.battle, snapshot(battle))
    solver.view.tail.silent = 1
    return solver.answer()


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


class _Solver:
    """Walks through all positions that a question reaches, then solves them from the ends backwards."""

    def __init__(
        self,
        system: System,
        setting: Many[Any],
        measure: Measure,
        aim: Aim,
        seat: int,
        policy: Policy | None,
        until: Callable[[Any], bool] | None,
        seconds: float,
    ) -> None:
        self.system, self.setting, self.measure, self.aim, self.seat = system, setting, measure, aim, seat
        self.policy, self.until, self.seconds = policy, until, seconds
        self.battle: Many[Any] = allocate(system.battle)
        self.view = look(system.battle, self.battle)
        self.faces = numbers(system.max_dice)
        self.one: Many[Any] = allocate(system.choice)
        self.listed: Many[Any] = allocate(system.choice, system.max_choices)
        self.places: list[Place] = []
        self.known: dict[bytes, int] = {}
        self.unseen: list[tuple[int, bytes]] = []
        self.late = time.monotonic() + seconds

    def answer(self) -> Answer:
        """The odds where the battle stands, and at a decision those of every choice."""
        start = snapshot(self.battle)
        root = self.place()
        self.explore()
        found = self.backwards()
        restore(self.battle, start)
        place = self.places[root]
        if place.seat < 0:
            return _answer(found[root])
        choices = zip(self.all_choices(), place.children, strict=True)
        tried = tuple((choice, _answer(found[child])) for choice, child in choices)
        best = self.best(place, found)
        return Answer(tried[best][1].odds, tried[best][1].value, tried, best)

    def place(self) -> int:
        """The number of the position where the battle stands; a new one is put on the list of those to look at."""
        key = position(self.system.battle, self.battle)
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = len(self.places)
            self.places.append(Place())
            self.unseen.append((number, snapshot(self.battle)))
        return number

    def explore(self) -> None:
        """Find every position that can be reached."""
        while self.unseen:
            self.check_time()
            number, here = self.unseen.pop()
            restore(self.battle, here)
            place = self.places[number]
            if self.view.node.kind == NodeKind.OVER or (self.until is not None and self.until(self.view)):
                place.outcome = self.measure(self.view)
            elif self.view.node.kind == NodeKind.CHANCE:
                self.throw_all(place, here)
            else:
                self.choose_all(place, here)

    def throw_all(self, place: Place, here: bytes) -> None:
        """Every outcome of the dice, as far as the node tells them apart."""
        node, faces = copy_of(self.view.node), memory_of(self.faces)
        many = how_many(node)
        if many > MOST_OUTCOMES:
            dice = f"{node.dice} dice of {node.sides} sides"
            raise TooLarge(f"{dice} fall in {many:,} ways that count here; that is too many to try.")
        for fallen, weight in outcomes(node):
            self.check_time()
            faces[: node.dice] = memory_of(numbers(fallen))
            self.system.roll(self.setting, self.battle, self.faces)
            place.weights.append(weight)
            place.children.append(self.place())
            restore(self.battle, here)

    def choose_all(self, place: Place, here: bytes) -> None:
        """Every choice; a policy leaves one, and then nothing is left to decide."""
        choices = self.all_choices()
        if self.policy is None:
            place.seat = self.view.node.seat
        else:
            choices, place.weights = [choices[self.policy(self.view, choices)]], [1]
        for choice in choices:
            self.check_time()
            assign(look(self.system.choice, self.one), choice)
            self.system.choose(self.setting, self.battle, self.one)
            place.children.append(self.place())
            restore(self.battle, here)

    def all_choices(self) -> list[Any]:
        """Every choice, page after page."""
        every: list[Any] = []
        while True:
            count = self.system.choices(self.setting, self.battle, self.listed, len(every))
            every += [copy_of(look(self.system.choice, self.listed, i)) for i in range(count)]
            if count < len(self.listed):
                return every
            if len(every) > MOST_CHOICES:
                raise TooLarge(f"A decision has more than {MOST_CHOICES:,} choices here; that is too many to try.")
            self.check_time()

    def check_time(self) -> None:
        """Nobody waits longer than was said."""
        if time.monotonic() > self.late:
            looked_at, waiting = len(self.places) - len(self.unseen), len(self.unseen)
            progress = f"{looked_at:,} positions were looked at and {waiting:,} more were known by then"
            raise TooLarge(f"This question takes more than {self.seconds:g} seconds to answer exactly: {progress}.")

    def backwards(self) -> dict[int, Found]:
        """Solve all positions, those at the end first."""
        found: dict[int, Found] = {}
        for group in loops(self.places):
            place = self.places[group[0]]
            if len(group) == 1 and not place.children:
                found[group[0]] = Found({place.outcome: 1}, 1, Fraction(self.aim(place.outcome)))
            elif len(group) == 1 and group[0] not in place.children:
                found[group[0]] = self.solve_place(place, found)
            elif all(self.places[each].seat < 0 for each in group):
                found |= solve_loop(group, self.places, found)
            else:
                raise TooLarge("Decisions lead back to where they were made here; such a loop has no exact answer yet.")
        return found

    def solve_place(self, place: Place, found: dict[int, Found]) -> Found:
        if place.seat < 0:
            parts = [(weight, found[child]) for weight, child in zip(place.weights, place.children, strict=True)]
            return together(parts)
        return found[place.children[self.best(place, found)]]

    def best(self, place: Place, found: dict[int, Found]) -> int:
        """Which choice is the best for the seat that makes it."""
        values = [found[child].value for child in place.children]
        return values.index(max(values) if place.seat == self.seat else min(values))


def _answer(found: Found) -> Answer:
    return Answer(Odds(found.weights), found.value)
