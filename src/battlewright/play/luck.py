"""The luck of a battle: its dice against the average, and their effect on the win chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from battlewright.bots.workspace import tables_for
from battlewright.contract.system import system_of
from battlewright.engine.node import NodeKind, OutcomeSymmetry
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, look, numbers, restore, snapshot
from battlewright.engine.session import Session
from battlewright.engine.sides import side_letter
from battlewright.engine.step import Step
from battlewright.engine.time_limit import Deadline
from battlewright.odds.pools import count_outcomes, outcomes
from battlewright.play.battle_report_data import RollsReport

MOST_OUTCOMES = 5_000
"""A roll with more outcomes is not averaged over all of them."""
MOST_RANKED = 4
"""The most dice whose orders are counted."""
MILLION = 1_000_000


@dataclass
class Rolls:
    """The rolls of one kind by one side (-1: those that all sides make together). ``kind`` is the word of the node's
    step, ``name`` the same for people; ``dice`` counts them by their sides."""

    side: int
    kind: str
    name: str
    rolls: int = 0
    dice: Counter[int] = field(default_factory=Counter)
    total: int = 0

    def add(self, sides: int, faces: Sequence[int]) -> None:
        """Count a roll."""
        self.rolls += 1
        self.dice[sides] += len(faces)
        self.total += sum(faces)

    @property
    def count(self) -> int:
        """The number of dice."""
        return self.dice.total()

    @property
    def expected(self) -> Fraction:
        """The expected sum of the dice."""
        return sum((Fraction(count * (sides + 1), 2) for sides, count in self.dice.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of their sum."""
        return sum((Fraction(count * (sides**2 - 1), 12) for sides, count in self.dice.items()), Fraction(0))

    @property
    def sigma(self) -> float:
        """By how many standard deviations the sum is above the average."""
        return float(self.total - self.expected) / math.sqrt(self.variance) if self.variance else 0.0

    def as_data(self) -> RollsReport:
        """Return it as plain data."""
        return {
            "side": side_letter(self.side),
            "kind": self.kind,
            "name": self.name,
            "rolls": self.rolls,
            "dice": {str(sides): count for sides, count in sorted(self.dice.items())},
            "count": self.count,
            "total": self.total,
            "expected": str(self.expected),
            "deviation": math.sqrt(self.variance),
            "sigma": self.sigma,
        }


def rolls_of(session: Session) -> list[Rolls]:
    """Return the rolls of a battle by side and kind."""
    found: dict[tuple[int, int], Rolls] = {}
    for before, step in session.replayed():
        if step.is_roll:
            kind = (step.side, step.at)
            if kind not in found:
                word = session.system.rules.step_word(step.at)
                name = session.words.step_name(step.at) or word.replace("-", " ").capitalize()
                found[kind] = Rolls(step.side, word, name)
            found[kind].add(before.node.sides, step.faces)
    return [rolls for _, rolls in sorted(found.items(), key=lambda entry: (entry[0][0] < 0, entry[0]))]


@dataclass(frozen=True)
class Moment:
    """The chance of side a to win before and after a step. ``luck`` is what a roll changed of it: against the average
    over all outcomes (``is_averaged``), or against before the roll where those are too many, or there is no time."""

    number: int
    step: Step
    before: Fraction
    after: Fraction
    luck: Fraction = Fraction(0)
    is_averaged: bool = False

    @property
    def change(self) -> Fraction:
        """What the step changed."""
        return self.after - self.before


def moments_of(session: Session, seconds: float) -> Iterator[Moment]:
    """Yield the win chance over a battle, step by step. A system without one yields nothing. After ``seconds`` no roll
    is averaged over its outcomes any more."""
    deadline = Deadline(seconds)
    chance = _win_chance(session)
    if chance is None:
        return
    chances = [*(chance(before.battle) for before, _ in session.replayed()), chance(session.battle)]
    for number, (before, step) in enumerate(session.replayed()):
        was, now = chances[number : number + 2]
        if not step.is_roll:
            yield Moment(number, step, was, now)
            continue
        average = _average(before, chance) if deadline.left else None
        yield Moment(number, step, was, now, now - (was if average is None else average), average is not None)


def _win_chance(session: Session) -> Callable[[Row[Any]], Fraction] | None:
    """Return what gives the chance of side a to win in a battle of this session; at the end it is certain."""
    system, setting = system_of(session), session.setting
    if system.bots.win_chance is None or system.rules.sides != 2:
        return None
    tables, judge = tables_for(system, setting), system.bots.win_chance

    def chance(battle: Row[Any]) -> Fraction:
        node = look(system.rules.battle, battle).node
        if node.kind == NodeKind.OVER:
            return (Fraction(1, 2), Fraction(1), Fraction(0))[node.result]
        return Fraction(judge(setting, battle, tables), MILLION)

    return chance


def _average(before: Position, chance: Callable[[Row[Any]], Fraction]) -> Fraction | None:
    """Return the average win chance after a roll, over all its outcomes; None where those are too many."""
    system, node = before.system, before.node
    if node.symmetry == OutcomeSymmetry.RANKED and node.dice > MOST_RANKED:
        return None
    if count_outcomes(node) > MOST_OUTCOMES:
        return None
    room, now = allocate(system.rules.battle), snapshot(before.battle)
    total, ways = Fraction(0), 0
    for faces, weight in outcomes(node):
        restore(room, now)
        system.rules.roll(before.setting, room, numbers([*faces, *[0] * (system.rules.max_dice - len(faces))]))
        total += weight * chance(room)
        ways += weight
    return total / ways
