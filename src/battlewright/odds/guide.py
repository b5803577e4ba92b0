"""The default guide: the exact chance to win behind each choice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from battlewright.engine.errors import TooLarge
from battlewright.engine.guide import Guide
from battlewright.engine.position import Position
from battlewright.engine.system import BattleT, ChoiceT, SettingT
from battlewright.engine.text import percent
from battlewright.odds.solve import solve

SECONDS = 1.5
"""The longest that a person waits for odds."""


class WinGuide(Guide[SettingT, BattleT, ChoiceT]):
    """A guide to a battle of any system."""

    def explanation(self) -> str:
        return "Behind a choice: the exact chance to win with best play by both sides; * marks the best choice."

    def advice(self, choices: Sequence[ChoiceT], more: Sequence[ChoiceT] = ()) -> list[str] | None:
        session, seat = self.session, self.session.node.seat
        values = {0: Fraction(1, 2), 1 + seat: Fraction(1)}
        try:
            answer = solve(
                session.system,
                session.setting,
                session.battle,
                measure=lambda battle: battle.node.result,
                aim=lambda result: values.get(result, Fraction(0)),
                seat=seat,
                seconds=SECONDS,
            )
        except TooLarge:
            return None
        answer = answer.among(choices)
        return [
            f"wins {percent(each.value)}{' *' if number == answer.best else ''}"
            for number, (_, each) in enumerate(answer.choices)
        ]


def guide_of(session: Position) -> Guide:
    """Return the guide of the session's system, or the default one."""
    return (session.system.guide or WinGuide)(session)
