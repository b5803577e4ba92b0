"""Exact answers about an exchange of a real battle of Skirmish: a shot with its reactions, a clash, a move, a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from battlewright.engine.clauses import clause_of
from battlewright.engine.errors import Refused
from battlewright.engine.record import Row, allocate, assign, duplicate, look
from battlewright.odds.ends import FieldMeasure
from battlewright.odds.solve import Answer, Hidden, Plan, mixture, solve
from battlewright.odds.state_graph import NO_REDUCTION, StateReduction, Until
from battlewright.systems.skirmish.odds.situations import Situation
from battlewright.systems.skirmish.odds.solved import (
    ACTIVATION,
    AT_ONCE,
    EXCHANGE,
    SECONDS,
    Hits,
    choose,
    exchange_reduction,
    hits_by_reaction,
    hits_of,
    of_models,
    will_break_down,
)
from battlewright.systems.skirmish.odds.split import (
    TOLERANCE,
    awaits_split,
    defender_splits,
    possible_battles,
    weights_of,
)
from battlewright.systems.skirmish.record import ChoiceKind, Edition, Fate, Setting, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.contract import CATALOGUE, RULES, edition_of


class Change(NamedTuple):
    """The change of a model: the Toughness and the stress it gains (or loses), and whether it is removed."""

    who: int
    toughness: int
    stress: int
    removed: bool

    @property
    def harms(self) -> bool:
        """Whether the model is worse off."""
        return self.removed or self.toughness < 0 or self.stress > 0


Changes = tuple[Change, ...]
"""The outcome of an exchange: a change for each model that it affects."""
ExchangeAnswer = Answer[Changes, SkirmishChoice]


class Exchange:
    """An exchange of a real battle, from a decision or a roll to its end. Outcomes are ``Changes``.

    The aim is that of the side that chooses or rolls. ``values`` are removals, break-downs and stress, the opponents'
    minus its own; in the first edition removals, Toughness lost, and the stress of the models that are left. Free moves
    that follow are left out: a model that may move after a shot stays. Dice are split in secret by the equilibrium
    (``split``); where an exchange begins with a split, each one is evaluated against it.
    """

    def __init__(self, setting: Row[Setting], battle: Row[Skirmish], seconds: float = SECONDS) -> None:
        self.setting, self.battle, self.seconds = setting, battle, seconds
        view, cards = look(Skirmish, battle), look(Setting, setting)
        self.side = max(view.node.side, 0)
        self.first_of_b = cards.first_of_b
        self.by_first = cards.edition == Edition.FIRST
        self.roots = possible_battles(setting, battle) if defender_splits(battle) else [(1, battle)]
        self.before = [(model.toughness, model.stress, model.fate) for model in view.models[: cards.models]]
        self.broken = [will_break_down(model) for model in view.models[: cards.models]]
        self.fielded = [card.toughness for card in cards.cards[: cards.models]]

    def answer(self) -> ExchangeAnswer:
        """The outcome if both play best; at a decision, with every choice that the rules list."""
        return mixture([(share, self._solve(battle, EXCHANGE)) for share, battle in self.roots], TOLERANCE)

    def after(self, choice: SkirmishChoice) -> ExchangeAnswer:
        """The outcome after a choice that is legal but not listed, such as a move."""
        after = [(share, self._solve(self.choose(choice, battle), AT_ONCE)) for share, battle in self.roots]
        return mixture(after, TOLERANCE)

    def plan(self, choices: Sequence[SkirmishChoice]) -> ExchangeAnswer:
        """The outcome if the acting model takes these choices in order, and the opponent answers best.

        A choice that has become impossible (after a fall, say) is left out, with all that follow it.
        """
        return self._solve(self.battle, ACTIVATION, Plan(Step.ACT, choices))

    def split_shares(self) -> list[Fraction]:
        """The frequency of each listed choice in the equilibrium, where dice are to be split in secret; else empty."""
        if not awaits_split(self.battle):
            return []
        weights = weights_of(self.setting, self.battle)
        return [Fraction(weight, sum(weights)) for weight in weights]

    def choose(self, choice: SkirmishChoice, where: Row[Skirmish] | None = None) -> Row[Skirmish]:
        """A copy of the battle (or of another) after a choice."""
        battle, made = duplicate(self.battle if where is None else where), allocate(SkirmishChoice)
        assign(look(SkirmishChoice, made), choice)
        reason = RULES.refusal(self.setting, battle, made)
        if reason:
            cited = CATALOGUE.cited(clause_of(reason), edition_of(self.setting)).id
            raise Refused(cited, "This choice is not allowed here")
        RULES.choose(self.setting, battle, made)
        return battle

    def hits(self, choice: SkirmishChoice) -> dict[str, Hits]:
        """The chances of a hit and of a critical of the shot that a choice leads to, by the target's reaction."""
        battle = self.choose(choice)
        question, view = Situation(self.setting, battle), look(Skirmish, battle)
        if view.node.step == Step.TAKE_PLACE:
            choose(question, ChoiceKind.KEEP_PLACE)
        if view.node.step == Step.SHOT_ROLL:
            return {"nothing": hits_of(question)}
        return hits_by_reaction(question) if view.node.step == Step.REACT else {}

    def harms(self, answer: ExchangeAnswer) -> Fraction:
        """The chance that an opponent gains stress, loses Toughness or is removed."""
        other = 1 - self.side
        return answer.odds.chance_that(
            lambda changes: any(self._side(each.who) == other and each.harms for each in changes)
        )

    def stress_value(self, answer: ExchangeAnswer) -> Fraction:
        """The expected gain in one unit, by which a person compares choices: points of stress.

        A point of Toughness counts 1: it brings a model as near to its next test as a point of stress. A model that
        will break down counts as much more as the Toughness on its card, and so does one that is removed.
        """
        return answer.odds.mean_of(lambda changes: self._net(self._stress_value, changes))

    def _net(self, value: Callable[[Change], int], changes: Iterable[Change]) -> int:
        """The sum of a number over the opponents' changes, minus that over the side's own."""
        return sum(-value(change) if self._side(change.who) == self.side else value(change) for change in changes)

    def _stress_value(self, change: Change) -> int:
        lost = int(change.removed) + (0 if self.by_first else self._breaks(change))
        stress = 0 if self.by_first and change.removed else change.stress
        return stress - change.toughness + lost * self.fielded[change.who]

    def _side(self, who: int) -> int:
        return int(who >= self.first_of_b)

    def _breaks(self, change: Change) -> int:
        toughness, stress, _ = self.before[change.who]
        breaks = change.removed or stress + change.stress >= toughness + change.toughness
        return int(breaks) - int(self.broken[change.who])

    def _solve(self, battle: Row[Skirmish], until: Until, plan: Plan[SkirmishChoice] | None = None) -> ExchangeAnswer:
        return solve(
            RULES,
            self.setting,
            battle,
            FieldMeasure(of_models(len(self.before), "toughness", "stress", "fate"), self._changes),
            self._aim,
            side=self.side,
            until=until,
            seconds=self.seconds,
            plan=plan,
            reduction=self._reduction(plan),
            hidden=Hidden(Step.DIVIDE, partial(weights_of, self.setting), TOLERANCE) if self.by_first else None,
        )

    def _reduction(self, plan: Plan[SkirmishChoice] | None) -> StateReduction:
        models = len(self.before)
        if self.by_first:  # stress is tested at once, but the stress caused is never read: there is no Aid
            return StateReduction((), exchange_reduction(models).ignored)
        return NO_REDUCTION if plan else exchange_reduction(models)  # a plan may contain Aid, which reads stress

    def _changes(self, numbers: tuple[int, ...]) -> Changes:
        """The changes of the models, from the Toughness, stress and fate of each."""
        changes = []
        for who, (toughness, stress, fate) in enumerate(self.before):
            now = numbers[3 * who : 3 * who + 3]
            if now != (toughness, stress, fate):
                changes.append(Change(who, now[0] - toughness, now[1] - stress, now[2] == Fate.REMOVED))
        return tuple(changes)

    def _aim(self, changes: Changes) -> tuple[int, int, int]:
        removed, stress = self._net(attrgetter("removed"), changes), attrgetter("stress")
        if self.by_first:
            left = (change for change in changes if not change.removed)
            return removed, -self._net(attrgetter("toughness"), changes), self._net(stress, left)
        return removed, self._net(self._breaks, changes), self._net(stress, changes)
