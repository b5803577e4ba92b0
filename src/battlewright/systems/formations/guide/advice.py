"""Advice about an engagement: what a choice gains in this activation, and what it changes in the next ones.

*now* is the expected gain in MIGHT minus Wounds until the activation ends. *later* is what the choice is worth beyond
it: Rerolls, effects and losses change how much each force can gain by its best next activation. Both next activations
are solved, each as if it came at once; what they would gain had this activation been passed is subtracted. That one of
them comes before the other is left out, so a value with such a part is not called exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from battlewright.answers.advice import LATE, Advice
from battlewright.engine.battle import pop_frame
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import TooLarge
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, array_of, assign, duplicate, look, offset_of
from battlewright.engine.rolloff import begin_roll_off
from battlewright.engine.time_limit import Deadline
from battlewright.odds.ends import FieldMeasure, ends_of
from battlewright.odds.solve import Answer, Solved
from battlewright.odds.state_graph import StateGraph, Until
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    SLOTS,
    Action,
    Effect,
    Engagement,
    FormationsChoice,
    RollKind,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.formations.rules.flow import advance
from battlewright.systems.formations.rules.groups import end_opening, new_round, stands, waits

ACTIVATION = Until(depth=2)
NO_LATER = "what follows takes too long to work out"
READ = ("models", "wounds", "rerolls", "weakened", "dazed", "exposed")
"""The numbers of a group by which it is seen to be touched; being exposed ends with the round."""
Numbers = tuple[int, ...]


class Outcome(NamedTuple):
    """The end of an activation: what it gained, what the next ones then gain, and the groups that it touched."""

    now: int
    later: Fraction
    touched: frozenset[int]


class Gains(NamedTuple):
    """The expected gains of a choice, and the answer that they come from."""

    value: Fraction
    now: Fraction
    later: Fraction
    answer: Answer[Outcome, FormationsChoice]


def advise(position: Position, choices: Sequence[FormationsChoice], seconds: float) -> list[Advice]:
    """Return advice about each choice of a decision; all of them are listed."""
    deadline = Deadline(seconds)
    try:
        activation = Activation(position, choices, deadline)
    except TooLarge:
        return [LATE] * len(choices)
    try:
        found, note = activation.gains(activation.potentials()), ""
    except TooLarge:
        found, note = activation.gains(None), NO_LATER
    best = max(gains.value for gains in found)
    return [
        activation.advice(choice, gains, gains.value == best, note)
        for choice, gains in zip(choices, found, strict=True)
    ]


class Activation:
    """An activation from a decision to its end; where a group is to be chosen, one for each group."""

    def __init__(self, position: Position, choices: Sequence[FormationsChoice], deadline: Deadline) -> None:
        self.position, self.choices, self.deadline = position, choices, deadline
        self.battle: Engagement = position.record
        self.side = position.node.side
        self.setting = look(Setting, position.setting)
        self.slots = dict(self._slots())
        self.is_first = position.node.step == Step.ACTIVATE
        begins = [self._after(choice) for choice in choices] if self.is_first else [position.battle]
        self.passed = [self._passed(begin) for begin in begins]
        left = look(Engagement, self.passed[0])
        self.acts_next_round = [not as_plain(waits)(left, side) for side in range(2)]
        deadline.check()
        self.graph = StateGraph(position.system.rules, position.setting, ACTIVATION, deadline.exploring)
        self.roots = [self.graph.begin(begin) for begin in begins]
        self.graph.explore()
        self.ends = array_of(ends_of(self.graph)).tolist()
        self.before = tuple(getattr(self.battle.groups[slot], name) for slot in self.slots for name in READ)
        self.rows = [tuple(row) for row in self.graph.read(self.ends, self.places(*READ)).tolist()]

    def potentials(self) -> tuple[list[Fraction], list[Fraction]]:
        """Return what both forces' best next activations gain: after each end, and had each activation been passed."""
        after, half = NextActivations(self), Deadline(self.deadline.left / 2)
        ends = []
        for number in self.ends:
            half.check()
            self.graph.show(number)
            ends.append(after.begin(self.graph.battle))
        passed = [after.begin(begin) for begin in self.passed]
        after.solve(half.exploring)
        return [after.gain(roots) for roots in ends], [after.gain(roots) for roots in passed]

    def gains(self, potentials: tuple[list[Fraction], list[Fraction]] | None) -> list[Gains]:
        """Return the gains of each choice, if the side plays its best for now and later together."""
        nothing = [Fraction(0)] * len(self.ends), [Fraction(0)] * len(self.roots)
        later, passed = potentials or nothing
        begin = self.balance(self.before, len(READ))
        outcomes = iter(
            [
                Outcome(self.balance(row, len(READ)) - begin, gain, self._touched(row))
                for row, gain in zip(self.rows, later, strict=True)
            ]
        )
        solved = Solved(
            self.graph,
            lambda battle: next(outcomes),  # the ends are measured in their order
            lambda outcome: (outcome.now + outcome.later, outcome.now, outcome.later),
            self.side,
        )
        answers = [solved.answer(root) for root in self.roots]
        if not self.is_first:
            own = answers[0].among(self.choices)
            answers, passed = [answer for _, answer in own.choices], passed * len(self.choices)
        return [
            Gains(value - less, now, gain - less, answer)
            for less, answer in zip(passed, answers[: len(self.choices)], strict=False)
            for value, now, gain in (answer.values,)
        ]

    def advice(self, choice: FormationsChoice, gains: Gains, is_best: bool, note: str) -> Advice:
        """Return the advice about a choice; a note says why it has no gain later on."""
        chances = self.chances(choice, gains)
        return Advice(
            chances=chances,
            parts={"now": gains.now} | ({} if note else {"later": gains.later}),
            value=gains.value,
            best=is_best,
            exact=not note and not gains.later,
            note=note or self.note(choice, chances),
        )

    def chances(self, choice: FormationsChoice, gains: Gains) -> dict[str, Fraction]:
        """Return the chance that an action with dice touches its target."""
        if self.position.node.step != Step.ACT or self._action(choice).roll == RollKind.ORDER:
            return {}
        odds = gains.answer.odds
        return {"hit": odds.chance_that(lambda end: choice.target in end.touched and not self._failed(choice, end))}

    def note(self, choice: FormationsChoice, chances: Mapping[str, Fraction]) -> str:
        """Say why an action with an effect touches nobody."""
        is_vain = chances.get("hit") == 0 and self._action(choice).effect == Effect.EXPOSED
        return "the round ends, and the effect with it" if is_vain else ""

    @property
    def actor(self) -> int:
        """The slot of the group that acts."""
        return self.battle.frames[self.battle.depth - 1].actor

    def _action(self, choice: FormationsChoice) -> Action:
        action: Action = self.setting.kinds[self.battle.groups[self.actor].kind].actions[choice.action]
        return action

    def _failed(self, choice: FormationsChoice, end: Outcome) -> bool:
        """Return whether a group aimed at itself and suffers from its failure."""
        return choice.target == self.actor and end.now < 0

    def balance(self, row: Numbers, width: int) -> int:
        """Return the side's MIGHT minus Wounds, less the other force's, from the numbers of its groups."""
        models, wounds = row[::width], row[1::width]
        return sum(
            sign * (count * might - lost)
            for count, lost, (sign, might) in zip(models, wounds, self.slots.values(), strict=True)
        )

    def _slots(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield the slots of all groups, with 1 for the side's own (-1 for the others) and the MIGHT of a model."""
        for index, muster in enumerate(self.setting.musters):
            side, at = divmod(index, MAX_GROUPS)
            if muster.models:
                worth = 1 if side == self.side else -1, self.setting.kinds[muster.kind].might
                yield side * SLOTS + at, worth
                yield side * SLOTS + at + MAX_GROUPS, worth

    def places(self, *names: str) -> tuple[int, ...]:
        """Return where these numbers of all groups are."""
        return tuple(offset_of(Engagement, "groups", slot, name) for slot in self.slots for name in names)

    def _touched(self, row: Numbers) -> frozenset[int]:
        """Return the slots of the groups whose numbers have changed."""
        width, found = len(READ), list[int]()
        for index, slot in enumerate(self.slots):
            at = slice(index * width, (index + 1) * width)
            (*now, exposed), (*before, was_exposed) = row[at], self.before[at]
            if now != before or exposed > was_exposed:
                found.append(slot)
        return frozenset(found)

    def _after(self, choice: FormationsChoice) -> Row[Engagement]:
        """Return the engagement after a choice."""
        battle, made = _copy(self.position.battle), allocate(FormationsChoice)
        assign(look(FormationsChoice, made), choice)
        self.position.system.rules.choose(self.position.setting, battle, made)
        return battle

    @staticmethod
    def _passed(battle: Row[Engagement]) -> Row[Engagement]:
        """Return an engagement as it stands if the activation ends without an action."""
        passed = _copy(battle)
        view = look(Engagement, passed)
        as_plain(end_opening)(view, view.frames[1].actor)
        while view.depth > 1:
            as_plain(pop_frame)(view)
        return passed


class NextActivations:
    """The best next activation of each force from many positions, each as if it came at once."""

    def __init__(self, activation: Activation) -> None:
        self.activation, position = activation, activation.position
        self.graph = StateGraph(position.system.rules, position.setting, ACTIVATION, 0.0)
        self._begins: dict[int, int] = {}

    def begin(self, battle: Row[Engagement]) -> list[int]:
        """Add a position; return the roots of the forces that can still act there."""
        turns = (self._turn(battle, side) for side in range(2))
        return [self._root(turn) for turn in turns if turn is not None]

    def solve(self, seconds: float) -> None:
        """Solve all positions, if they are found in time."""
        if self._begins:
            self.graph.seconds = seconds
            self.graph.explore()
            at = self.activation
            measure = FieldMeasure(at.places(*READ[:2]), lambda row: at.balance(row, 2))
            self.solved = Solved(self.graph, measure, int, at.side)

    def gain(self, roots: Sequence[int]) -> Fraction:
        """Return the gains of both next activations together, to the side that is advised."""
        return sum((self.solved.values(root)[0] - self._begins[root] for root in roots), Fraction(0))

    def _root(self, battle: Row[Engagement]) -> int:
        root, view = self.graph.begin(battle), look(Engagement, battle)
        row = tuple(getattr(view.groups[slot], name) for slot in self.activation.slots for name in READ[:2])
        self._begins[root] = self.activation.balance(row, 2)
        return root

    def _turn(self, battle: Row[Engagement], side: int) -> Row[Engagement] | None:
        """Return an engagement where it is a force's turn; None if none of its groups is left to act.

        A force acts with the groups that have not acted this round; if all would have, with any in the next round.
        """
        now, turned = self.activation.battle.round, _copy(battle)
        view = look(Engagement, turned)
        if view.node.kind == NodeKind.OVER or not (as_plain(stands)(view, 0) and as_plain(stands)(view, 1)):
            return None
        if not self.activation.acts_next_round[side]:
            if view.round > now or not as_plain(waits)(view, side):
                return None
        elif view.round >= self.activation.setting.round_limit and view.round == now:
            return None
        elif view.round == now:
            as_plain(new_round)(view)
        as_plain(begin_roll_off)(view.roll_off, 0)
        view.frames[0].stage, view.turn = Stage.READY, side
        as_plain(advance)(self.activation.setting, view)
        return turned


def _copy(battle: Row[Engagement]) -> Row[Engagement]:
    """Return a silent copy of an engagement."""
    copied = duplicate(battle)
    look(Engagement, copied).tail.silent = 1
    return copied
