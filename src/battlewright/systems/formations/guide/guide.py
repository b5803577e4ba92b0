"""The guide to an engagement: what each choice wins until the activation ends."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.engine.errors import TooLarge
from battlewright.engine.guide import Guide
from battlewright.engine.record import look
from battlewright.engine.rule import as_plain
from battlewright.odds import Until, solve
from battlewright.systems.formations.record import Engagement, FormationsChoice, Setting
from battlewright.systems.formations.rules.groups import strength

SECONDS = 1.5
"""The longest that a player waits for odds."""


class FormationsGuide(Guide):
    """The guide to one engagement."""

    def explanation(self) -> str:
        return "Behind a choice: expected gain in MIGHT minus Wounds until the activation ends; * marks the best."

    def advice(self, choices: Sequence[FormationsChoice], more: Sequence[FormationsChoice] = ()) -> list[str] | None:
        """Return the exact odds of every choice of a decision, up to the end of the activation."""
        session, seat = self.session, self.session.node.seat
        setting = look(Setting, session.setting)
        now = _balance(setting, session.record, seat)
        try:
            answer = solve(
                session.system,
                session.setting,
                session.battle,
                measure=lambda battle: _balance(setting, battle, seat) - now,
                aim=lambda gain: gain,
                seat=seat,
                until=Until(depth=2),
                seconds=SECONDS,
            )
        except TooLarge:
            return None
        answer = answer.among(choices)
        return [
            f"{float(odds.value):+.2f}{' *' if number == answer.best else ''}"
            for number, (_, odds) in enumerate(answer.choices)
        ]


def _balance(setting: Setting, battle: Engagement, seat: int) -> int:
    """Return a force's MIGHT minus Wounds, less the other force's."""
    plain = as_plain(strength)
    return plain(setting, battle, seat) - plain(setting, battle, 1 - seat)
