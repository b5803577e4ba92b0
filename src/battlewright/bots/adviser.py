"""Advice about the choices that a seat is offered: exact odds at once, then the chance to win, by search.

A guide knows the odds of what a choice begins. An adviser adds what it comes to in the end: every offer is an edge of
the root of a search, all meet the same dice, and each is told what it loses against the best (``advice.WinAdvice``). It
searches what the seat may know and nothing else. Where a position can be solved exactly, it is. The star stays where it
was, and at first on the offer that the bot ranks first, unless another leads by two standard errors.

There is no chance to win behind a secret choice (its share is told instead), for a seat from which sheets are kept, and
in a battle of more than two sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from threading import Event

from battlewright.answers.advice import SECONDS, Advice, NextStep, WinAdvice
from battlewright.answers.exact_guide import WinGuide
from battlewright.answers.offers import label_of
from battlewright.bots.search import Option, SearchBot
from battlewright.contract.guides import odds_of
from battlewright.contract.system import system_of
from battlewright.engine.node import MASTER, Choice, NodeKind
from battlewright.engine.observation import Observation
from battlewright.engine.position import Position
from battlewright.engine.record import duplicate, row_of
from battlewright.engine.record_text import word_of, write_record
from battlewright.engine.time_limit import Deadline, until_stopped

FIRST_LOOK, DEEP_LOOK = 270, 1500
"""The milliseconds of one core for a first look, so that with the odds before it a star is there within 300; and those
of the look that follows it."""
EXACT_SECONDS = 0.04
"""The time to try whether a position can be solved exactly."""
PLANS, PLAN_SHARE = 3, 0.05
"""The number of plans whose last step is told with its chance, and the share of a look's time for these."""
SIZE = (1 << 12, 1 << 15)
"""The nodes and edges of a tree: enough for some seconds, and small beside the memory of a server."""


@dataclass(frozen=True)
class Advised:
    """Advice about offers, in their order, and how it was found: the number of rollouts (0: none were needed, or none
    were allowed)."""

    advice: list[Advice]
    rollouts: int = 0
    is_exact: bool = False

    @property
    def star(self) -> int | None:
        """The index of the offer that is best by its chance to win; None where there is no such chance."""
        return next((index for index, each in enumerate(self.advice) if each.win and each.win.is_best), None)


def has_win_chance(position: Position) -> bool:
    """Return whether the chance to win may be worked out for who looks at a position."""
    rules = position.system.rules
    is_known = not (isinstance(position, Observation) and position.is_partial)
    is_open = position.node.kind == NodeKind.DECISION and position.node.step not in rules.secret_steps
    has_bots = not system_of(position).why_no_bots(position.setting)
    return is_known and is_open and position.node.side != MASTER and rules.sides == 2 and has_bots


class Adviser:
    """Adds the chance to win to the odds of a decision. ``rollouts`` replaces the time of every look. Without
    ``exact_seconds`` nothing is solved but what the odds have solved, so that the machine does not matter then."""

    def __init__(self, seed: int = 0, rollouts: int | None = None, exact_seconds: float = EXACT_SECONDS) -> None:
        self._bot, self._exact_seconds = SearchBot(seed, rollouts=rollouts, workers=1, size=SIZE), exact_seconds
        self.stopped = Event()

    def stop(self) -> None:
        """End all looks at once, from another thread, for good; what was found so far counts."""
        self.stopped.set()

    def look(
        self,
        position: Position,
        choices: Sequence[Choice],
        odds: Sequence[Advice],
        milliseconds: int = FIRST_LOOK,
        star: Choice | None = None,
    ) -> Advised:
        """Return the odds with the chance to win behind each of these legal choices. ``star`` is the choice that has
        the star already."""
        if not choices or self.stopped.is_set() or not has_win_chance(position):
            return Advised([*odds])
        with until_stopped(self.stopped):
            return self._look(position, choices, odds, milliseconds, star)

    def _look(
        self,
        position: Position,
        choices: Sequence[Choice],
        odds: Sequence[Advice],
        milliseconds: int,
        star: Choice | None,
    ) -> Advised:
        whole = Deadline(milliseconds / 1000)
        solved = _solved(position, choices, odds, self._exact_seconds)
        if solved is not None:
            return Advised(_with_wins(odds, solved), is_exact=True)
        for_plans = PLAN_SHARE * milliseconds / 1000
        given = None if self._bot.rollouts else max(round(1000 * (whole.left - for_plans)), 1)
        result = self._bot.search(position, given, choices, star, self.stopped)
        kinds, planning = position.system.rules.choice_kinds, Deadline(for_plans if given else SECONDS)
        wins = dict[str, WinAdvice]()
        for index, each in enumerate(result.options):
            deadline = planning if index < PLANS else Deadline(0.0)
            wins[write_record(each.choice, kinds)] = _win_advice(position, each, deadline)
        best = write_record(result.choice, kinds)
        wins[best] = replace(wins[best], lost=0.0, is_best=True)
        return Advised(_with_wins(odds, [wins.get(write_record(each, kinds)) for each in choices]), result.rollouts)


def advise(
    position: Position, choices: Sequence[Choice], seconds: float = SECONDS, rollouts: int | None = None
) -> list[Advice]:
    """Return advice about each of these legal choices, in their order, in about ``seconds`` of one core at most: the
    odds of what it begins, and the chance to win.

    Give it an observation, and it knows no more than the side does. The choices may be listed ones or others. With
    ``rollouts`` the search makes that many, so that the same position always gets the same advice.
    """
    odds = odds_of(position, choices, seconds / 2)
    return Adviser(rollouts=rollouts).look(position, choices, odds, round(500 * seconds)).advice


def _solved(
    position: Position, choices: Sequence[Choice], odds: Sequence[Advice], seconds: float
) -> list[WinAdvice | None] | None:
    """Return the exact chances to win, where the odds have them or they are quickly found; None where they are not, or
    where the rules allow choices that they do not list."""
    if position.system.rules.free_kinds:
        return None
    chances = [each.chances.get("win") for each in odds]
    if None in chances and seconds:
        chances = [each.chances.get("win") for each in WinGuide(position).advise(choices, seconds=seconds)]
    if None in chances:
        return None
    most = max(chance for chance in chances if chance is not None)
    first = chances.index(most)
    return [
        WinAdvice(float(chance), float(most - chance), exact=True, is_best=index == first)
        for index, chance in enumerate(chances)
        if chance is not None
    ]


def _with_wins(odds: Sequence[Advice], wins: Sequence[WinAdvice | None]) -> list[Advice]:
    """Return the odds with the chances to win; the best of these is the best choice."""
    return [replace(each, win=win, best=bool(win and win.is_best)) for each, win in zip(odds, wins, strict=True)]


def _win_advice(position: Position, option: Option, deadline: Deadline) -> WinAdvice:
    plan = _plan(position, option, deadline)
    return WinAdvice(option.value, max(option.lost, 0.0), option.error, option.visits, plan=plan)


def _plan(position: Position, option: Option, deadline: Deadline) -> tuple[NextStep, ...]:
    """Return what follows a choice within the turn, step by step; the last step with its chance, if there is time."""
    steps, there, kinds = list[NextStep](), position, position.system.rules.choice_kinds
    for before, choice in pairwise((option.choice, *option.line)):
        there = _after(there, before)
        label, sentence = label_of(there, choice), there.words.choice(there.record, choice)
        steps.append(NextStep(write_record(choice, kinds), word_of(kinds, choice.kind), label.about, sentence))
    if steps and deadline.left:
        (last,) = odds_of(there, option.line[-1:], deadline.left)
        steps[-1] = replace(steps[-1], chance=last.chances.get("hit", last.chances.get("success")))
    return tuple(steps)


def _after(position: Position, choice: Choice) -> Position:
    """Return a position after a choice; nothing of the given one changes."""
    rules, battle = position.system.rules, duplicate(position.battle)
    rules.choose(position.setting, battle, row_of(rules.choice, choice))
    return Position(position.system, position.setup, position.setting, position.words, battle)
