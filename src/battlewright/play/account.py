"""The account of a battle: from the chance before the first choice to the result, in parts that add up.

All chances are those of side a by play-outs of the reference on both sides (see ``rollouts``). A *choice* counts as the
difference to what the reference would have chosen there, with common dice: 0 if that is the same, and a gain where the
choice was better. Only what its side could know counts: a secret choice is compared with the reference's random draw,
from before all secret choices, so that what the others really chose does not matter; where sheets are secret, the
side's own observation is played on. The *dice* are what is left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import default_bot
from battlewright.contract.system import system_of
from battlewright.engine.observation import Observation, observe, table_for
from battlewright.engine.position import Position
from battlewright.engine.record import allocate, duplicate, position, restore, row_of, snapshot
from battlewright.engine.record_text import read_record
from battlewright.engine.results import BattleResult
from battlewright.engine.session import Session
from battlewright.engine.step import Step, StepKind
from battlewright.engine.time_limit import Deadline
from battlewright.play.rollouts import Estimate, Evaluator, Start, Stretch, Sum, most_uncertain

FEW, LEAST = 8, 32
"""The play-outs from every position before the time is looked at, and before some get more than others."""
CHART = 0.2
"""The weight of a chance itself beside that of the parts, where play-outs are shared out."""
LARGEST = 10
"""The largest changes, which are measured more closely in the end."""
PRECISE = 0.005
"""A standard error that is small enough: half a point of 100."""
TOO_ROUGH = 0.5
"""A standard error with which nothing is told."""
SEED = 22
WINS = {"a": 1.0, "b": 0.0, "draw": 0.5}


@dataclass(frozen=True, eq=False)
class Compared:
    """A choice that differs from the reference's (``reference``, None where it was a random draw): what that changed of
    side a's chance to win."""

    number: int
    side: int
    reference: Any
    change: Sum


class Account:
    """The chances over a battle of two sides, its choices and the parts of its account.

    ``decisions`` are the numbers of the choices that had an alternative, ``compared`` those that differ from the
    reference, ``start`` is the number of the first choice.
    """

    def __init__(self, session: Session, result: BattleResult | None) -> None:
        self.session, self.system, self.rules = session, system_of(session), session.system.rules
        self.system.check_bots(session.setting)
        self.result = None if result is None else WINS[result.winner]
        self.reference = default_bot(self.system)
        self.stretches: list[Stretch] = []
        self.decisions: list[int] = []
        self.compared: dict[int, Compared] = {}
        self.has_secrets = False
        self._known = cache(lambda table, side: table_for(session.system, table, side))
        self._bots = [GreedyBot() for _ in range(self.rules.sides)]
        self._battles = [(before.setting, snapshot(before.battle)) for before, _ in session.replayed()]
        self._battles.append((session.setting, snapshot(session.battle)))
        self._line = [self._place(self._stretch(), 0)]
        for number, (before, step) in enumerate(session.replayed()):
            self._line.append(self._follow(number, before, step))
        kinds = [step.kind for step in session.steps]
        self.start = kinds.index(StepKind.CHOICE) if StepKind.CHOICE in kinds else 0
        self.parts = self._parts()
        self._share_out()

    # The chances over the battle

    def at(self, count: int) -> Sum:
        """The chance after a number of steps; at the end of the rules it is certain."""
        if count == len(self.session.steps) and self.session.is_over:
            return Sum((0.5, 1.0, 0.0)[self.session.node.result])
        return Sum().add(*self._line[count], 1.0)

    def change(self, number: int) -> Sum:
        """What a step changed: of a choice against the reference's, of anything else against before it."""
        step = self.session.steps[number]
        if step.kind is StepKind.CHOICE and not step.is_masters:
            return self.compared[number].change if number in self.compared else Sum()
        return self.at(number + 1).minus(self.at(number))

    def battles(self, count: int) -> int:
        """The number of play-outs after a number of steps."""
        return self._line[count][0].count

    def seen(self, number: int) -> Observation:
        """A choice as its side saw it."""
        return self._observed(self.session.position_at(number), self.session.steps[number].side)

    def after(self, number: int, choice: Any) -> Start:
        """Where play-outs begin after another choice, by what its side could know."""
        return self._chosen(self.seen(number), choice)

    def chosen(self, number: int) -> Any:
        """The choice of a step."""
        return read_record(self.session.steps[number].line, self.rules.choice, self.rules.choice_kinds)

    # The stretches

    def _stretch(self) -> Stretch:
        self.stretches.append(Stretch(len(self.stretches)))
        return self.stretches[-1]

    def _place(self, stretch: Stretch, count: int) -> tuple[Stretch, int]:
        """Add the battle after a number of steps to a stretch."""
        stretch.starts.append(Start(*self._battles[count]))
        return stretch, len(stretch.starts) - 1

    def _next(self, stretch: Stretch | None, number: int) -> tuple[Stretch, int]:
        """Add the battle after a step to a stretch (None: a new one); at its end there is nothing to play."""
        is_over = number + 1 == len(self.session.steps) and self.session.is_over
        return self._line[-1] if is_over else self._place(stretch or self._stretch(), number + 1)

    def _follow(self, number: int, before: Position, step: Step) -> tuple[Stretch, int]:
        """Return where the line goes on after a step: in a new stretch after dice, at the same place after a choice
        that the reference makes too. Note what a choice is compared with."""
        here = self._line[-1]
        if step.is_roll or step.is_masters:
            return self._next(None if step.is_roll else here[0], number)
        seen = self._observed(before, step.side)
        if seen.forced() is not None:
            return here
        self.decisions.append(number)
        if step.at in self.rules.secret_steps:
            self._compare(number, step.side, None, *self._secretly(number, step))
            return self._next(here[0], number)
        reference = self._bots[step.side].choose(seen) if self.system.bots.rank else None
        if seen.setting is not before.setting or self._is_other(seen, before):
            self.has_secrets = True
            if reference != self.chosen(number):
                starts = self._start(seen), self._chosen(seen, self.chosen(number))
                self._compare(number, step.side, reference, *starts)
            return self._next(here[0], number)
        if reference is not None and self._leads_to(number, before, reference):
            return here
        there = self._next(here[0], number)
        after = Sum().add(*there, 1.0) if there != here else self.at(number + 1)
        self.compared[number] = Compared(number, step.side, reference, after.minus(Sum().add(*here, 1.0)))
        return there

    def _compare(self, number: int, side: int, reference: Any, *starts: Start) -> None:
        """Compare a choice in a stretch of its own: without it, and with it."""
        stretch = self._stretch()
        stretch.starts.extend(starts)
        self.compared[number] = Compared(number, side, reference, Sum().add(stretch, 0, -1.0).add(stretch, 1, 1.0))

    def _secretly(self, number: int, step: Step) -> tuple[Start, Start]:
        """Return where play-outs of a secret choice begin: before the first of those that are made together, with all
        of them by draw, and with this one made."""
        first, steps = number, self.session.steps
        while first and steps[first - 1].kind is StepKind.CHOICE and steps[first - 1].at in self.rules.secret_steps:
            first -= 1
        self.has_secrets = True
        start = self._start(self._observed(self.session.position_at(first), step.side))
        return start, Start(start.setting, start.battle, step.side, self.chosen(number))

    def _start(self, seen: Observation) -> Start:
        return Start(seen.setting, snapshot(seen.battle))

    def _chosen(self, seen: Observation, choice: Any) -> Start:
        battle = duplicate(seen.battle)
        self.rules.choose(seen.setting, battle, row_of(self.rules.choice, choice))
        return Start(seen.setting, snapshot(battle))

    def _observed(self, before: Position, side: int) -> Observation:
        return observe(before, side, self._known(before.table, side), shares_setting=True)

    def _is_other(self, one: Position, other: Position) -> bool:
        return position(self.rules.battle, one.battle) != position(self.rules.battle, other.battle)

    def _leads_to(self, number: int, before: Position, choice: Any) -> bool:
        """Whether a choice leads to the same position as the one that was made."""
        battle, after = duplicate(before.battle), allocate(self.rules.battle)
        self.rules.choose(before.setting, battle, row_of(self.rules.choice, choice))
        restore(after, self._battles[number + 1][1])
        return position(self.rules.battle, battle) == position(self.rules.battle, after)

    # The parts

    def _parts(self) -> dict[str, Sum]:
        """Return the parts by name: ``start``, ``dice``, ``a``, ``b``, ``edits`` (what the game master changed or
        decided), ``end`` (what giving up or agreeing changed) and ``result``."""
        last = self.at(len(self.session.steps))
        result = last if self.result is None else Sum(self.result)
        choices = [Sum(), Sum()]
        for each in self.compared.values():
            choices[each.side] = choices[each.side].minus(Sum().minus(each.change))
        edits = Sum()
        for number, step in enumerate(self.session.steps):
            if step.is_masters and number > self.start:
                edits = edits.minus(Sum().minus(self.change(number)))
        parts = {"start": self.at(self.start), "a": choices[0], "b": choices[1], "edits": edits}
        parts["end"] = result.minus(last)
        return {**parts, "dice": result.minus(*parts.values()), "result": result}

    @property
    def unknown(self) -> Sum:
        """What the dice have beside their rolls: where choices were secret, what nobody could know."""
        steps = self.session.steps
        rolls = (self.change(number) for number in range(self.start, len(steps)) if steps[number].is_roll)
        return self.parts["dice"].minus(*rolls)

    def _share_out(self, *moments: Sum) -> None:
        """Tell the stretches which sums are wanted: the parts, the chances, and some moments above all."""
        wanted = [*(each for name, each in self.parts.items() if name != "result"), *moments]
        for stretch in self.stretches:
            chart = np.eye(1, len(stretch.starts))[0] * CHART
            sums = [each.weights(stretch) for each in wanted if stretch in each.terms]
            stretch.want([chart, *sums])

    def play(self, seconds: float, workers: int, progress: Callable[[], None]) -> None:
        """Play from every position, for at most ``seconds`` or until all parts are precise; ``progress`` is called now
        and then. In the last quarter of the time those beside the largest changes get more than others."""
        evaluator, deadline, is_precise = Evaluator(self.system, workers, SEED), Deadline(seconds), False

        def pick_before(left: float) -> Stretch | None:
            few = any(each.count < FEW for each in self.stretches)
            if not few and (is_precise or deadline.left <= left):
                return None
            return most_uncertain(self.stretches, LEAST)

        def look() -> None:
            nonlocal is_precise
            progress()
            has_enough = all(each.count >= LEAST for each in self.stretches)
            is_precise = has_enough and all(each.estimate.error < PRECISE for each in self.parts.values())

        evaluator.run(lambda: pick_before(seconds / 4), deadline, look)
        self._share_out(*(self.at(number + 1).minus(self.at(number)) for number, _ in self.key_steps(LARGEST, 1.0)))
        evaluator.run(lambda: pick_before(0), deadline, look)

    @property
    def is_complete(self) -> bool:
        """Whether there were play-outs from every position."""
        return all(each.count for each in self.stretches)

    @property
    def is_known(self) -> bool:
        """Whether all parts are known well enough to be told at all."""
        return self.is_complete and all(each.estimate.error < TOO_ROUGH for each in self.parts.values())

    def key_steps(self, most: int, errors: float) -> list[tuple[int, Estimate]]:
        """The steps that changed the chance over the battle most, in their order, with the change; only those that
        differ from 0 by so many standard errors."""
        found = []
        for number in range(self.start, len(self.session.steps)):
            change = self.at(number + 1).minus(self.at(number)).estimate
            is_played = min(self.battles(number), self.battles(number + 1)) >= FEW
            if is_played and abs(change.value) > errors * change.error:
                found.append((number, change))
        return sorted(sorted(found, key=lambda each: -abs(each[1].value))[:most])
