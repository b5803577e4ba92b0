"""The guide to any battle whose system has none of its own: the exact chance to win behind each choice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from battlewright.engine.errors import TooLarge
from battlewright.engine.guide import Guide
from battlewright.engine.session import Session
from battlewright.engine.text import percent
from battlewright.odds.solve import solve

SECONDS = 1.5
"""How long a person waits for odds at most."""


class WinGuide(Guide):
    """Looks at a battle of any system."""

    def explanation(self) -> str:
        return "Behind a choice: the exact chance to win, if both sides play best from here; * is best."

    def advice(self, choices: Sequence[Any], more: Sequence[Any] = ()) -> list[str] | None:
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
        answer.check_order(choices)
        return [
            f"wins {percent(each.value)}{' *' if number == answer.best else ''}"
            for number, (_, each) in enumerate(answer.choices)
        ]


def guide_of(session: Session) -> Guide:
    """The guide of the system that is played, or this one."""
    return (session.system.guide or WinGuide)(session)
