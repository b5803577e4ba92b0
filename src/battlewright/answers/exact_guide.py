"""The guide to a battle of any system: the exact chance to win behind each choice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from battlewright.answers.advice import LATE, SECONDS, Advice
from battlewright.answers.guide import Guide
from battlewright.engine.errors import Looped, TooLarge
from battlewright.engine.node import MASTER
from battlewright.engine.rulebook import BattleT, ChoiceT, SettingT
from battlewright.engine.text import percent
from battlewright.engine.time_limit import Deadline
from battlewright.odds.loops import win_chances
from battlewright.odds.solve import Answer, solve

ROUNDED = 10**8
"""Chances that are not exact are kept in parts of this number."""


class WinGuide(Guide[SettingT, BattleT, ChoiceT]):
    """The default guide, to a battle of any system."""

    def explanation(self) -> str:
        return "Behind a choice: the exact chance to win with best play by both sides, where it is quickly found."

    def advise(
        self, choices: Sequence[ChoiceT], more: Sequence[ChoiceT] = (), seconds: float = SECONDS
    ) -> list[Advice]:
        """Return the chance to win behind each listed choice; there is nothing about those that are not listed."""
        if self.position.node.side == MASTER:
            return [Advice()] * (len(choices) + len(more))
        deadline = Deadline(seconds)
        try:
            try:
                answer = self._solve(deadline.exploring).among(choices)
                wins = [odds.value for _, odds in answer.choices[: len(choices)]]
                best, exact = answer.value, answer.exact
            except Looped:  # decisions lead back to where they were made
                found = win_chances(self.position, choices, deadline.left)
                wins = [Fraction(round(each * ROUNDED), ROUNDED) for each in found]
                best, exact = max(wins), False
        except TooLarge:
            return [LATE] * (len(choices) + len(more))
        given = [Advice({"win": each}, value=each, best=each == best, exact=exact) for each in wins]
        return [*given, *[Advice(exact=False, note="not worked out")] * len(more)]

    def advice_text(self, choice: ChoiceT, advice: Advice) -> str:
        return f"wins {percent(advice.chances['win'])}" if "win" in advice.chances else advice.note

    def brief_advice(self, choice: ChoiceT, advice: Advice) -> Sequence[str]:
        return [*filter(None, [self.advice_text(choice, advice)])]

    def _solve(self, seconds: float) -> Answer[int, ChoiceT]:
        position, side = self.position, self.position.node.side
        values = {0: Fraction(1, 2), 1 + side: Fraction(1)}
        return solve(
            position.system.rules,
            position.setting,
            position.battle,
            measure=lambda battle: battle.node.result,
            aim=lambda result: values.get(result, Fraction(0)),
            side=side,
            seconds=seconds,
        )
