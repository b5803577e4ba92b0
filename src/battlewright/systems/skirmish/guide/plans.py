"""What is best after a Move: a Move is worth what can be done after it in the same activation.

That is the best exchange among the choices that the rules list there and the suggested engagements, compared in points
of stress (``Exchange.stress_value``). A Move costs 1 AP, everything else 2: an activation has one exchange.
"""

from __future__ import annotations

from battlewright.answers.advice import NextStep
from battlewright.answers.offers import Suggestion
from battlewright.engine.position import Position
from battlewright.engine.record import Row, look
from battlewright.engine.record_text import word_of, write_record
from battlewright.engine.time_limit import Deadline
from battlewright.systems.skirmish.guide.mover import names_of
from battlewright.systems.skirmish.guide.moves import Moves
from battlewright.systems.skirmish.odds.exchange import Exchange, ExchangeAnswer
from battlewright.systems.skirmish.record import NOBODY, ChoiceKind, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.aid import AID_AP
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.shooting import SHOT_AP
from battlewright.systems.skirmish.words.labels import label

EXCHANGE_AP = min(CLOSE_COMBAT_AP, SHOT_AP, AID_AP)


def in_time(exchange: Exchange, deadline: Deadline) -> Exchange:
    """Return an exchange that stops when the time is over, however many battles it may be about."""
    exchange.seconds = deadline.exploring / len(exchange.roots)
    return exchange


class Planner:
    """Weighs the choices of a position that are legal but not listed."""

    def __init__(self, position: Position, exchange: Exchange, deadline: Deadline) -> None:
        self.position, self.exchange, self.deadline = position, exchange, deadline
        self.for_paths = deadline.left / 4

    def follow(self, choice: SkirmishChoice) -> tuple[Exchange, SkirmishChoice, ExchangeAnswer, NextStep | None]:
        """Return what a choice comes to: the exchange that is counted on, the choice that begins it, and its outcome.
        Of a Move in an activation it is that of the best that can be done after it, which is returned last."""
        battle = self.exchange.choose(choice)
        if choice.kind != ChoiceKind.MOVE or self.position.node.step != Step.ACT or not self._may_go_on(battle):
            return self.exchange, choice, in_time(self.exchange, self.deadline).after(choice), None
        after = Exchange(self.position.setting, battle)
        after.before, after.broken = self.exchange.before, self.exchange.broken  # a Move into a fire causes stress
        tried = [(listed, odds, NOBODY) for listed, odds in in_time(after, self.deadline).answer().choices]
        for each in self._engagements(after):
            tried.append((each.choice, in_time(after, self.deadline).after(each.choice), each.whom))
        best, answer, whom = max(tried, key=lambda each: after.stress_value(each[1]))
        if not any(answer.values) or best.kind == ChoiceKind.STOP:
            return after, choice, answer, None
        return after, best, answer, self._then(battle, best, whom)

    def _may_go_on(self, battle: Row[Skirmish]) -> bool:
        """Whether the same side may begin an exchange now."""
        view = look(Skirmish, battle)
        is_asked = view.node.step == Step.ACT and view.node.side == self.exchange.side
        return is_asked and view.models[view.frames[view.depth - 1].actor].ap >= EXCHANGE_AP

    def _engagements(self, after: Exchange) -> list[Suggestion]:
        """Return the suggested engagements of a model that has moved, while there is time to search for paths."""
        if self.deadline.left < self.for_paths:
            return []
        position = self.position
        there = Position(position.system, position.setup, position.setting, position.words, after.battle)
        return [each for each in Moves(there).suggestions() if each.choice.kind == ChoiceKind.CLOSE_COMBAT]

    def _then(self, battle: Row[Skirmish], choice: SkirmishChoice, whom: int) -> NextStep:
        """Return what follows a move: ``shoot Brann (b1)``, ``close combat with Wren (b2)``."""
        view, names = look(Skirmish, battle), names_of(self.position)
        shown = label(names, view, choice)
        about = names.reference(whom) or (shown.about if shown else None)
        line, kind = write_record(choice, ChoiceKind), word_of(ChoiceKind, choice.kind)
        return NextStep(line, kind, about, self._said(view, choice, whom))

    def _said(self, view: Skirmish, choice: SkirmishChoice, whom: int) -> str:
        names, who = names_of(self.position), view.frames[view.depth - 1].actor
        if choice.kind == ChoiceKind.SHOOT:
            arm = f" with {names.gun(who, choice.weapon)}" if len(names.guns(who)) > 1 else ""
            return f"shoot {names.model(choice.whom)}{arm}"
        if choice.kind == ChoiceKind.AID:
            return f"aid {names.model(choice.whom)}"
        return "close combat" if whom == NOBODY else f"close combat with {names.model(whom)}"
