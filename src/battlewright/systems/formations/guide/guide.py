"""The guide to an engagement: what each choice wins until the activation ends."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.engine.errors import TooLarge
from battlewright.engine.guide import Guide
from battlewright.engine.record import look
from battlewright.engine.rule import as_plain
from battlewright.odds import Until, solve
from battlewright.systems.formations.guide.groups import GroupCard, Rerollable, group_cards, pending_reroll
from battlewright.systems.formations.record import Engagement, FormationsChoice, Setting
from battlewright.systems.formations.rules.groups import strength

SECONDS = 1.5
"""The longest that a player waits for odds."""


class FormationsGuide(Guide):
    """The guide to one engagement."""

    def groups(self) -> tuple[GroupCard, ...]:
        """Return the groups that are there, with their actions."""
        return group_cards(self.session)

    def reroll(self) -> Rerollable | None:
        """Return the roll that waits for a choice of Rerolls; None if there is none."""
        return pending_reroll(self.session)

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
        answer.check_order(choices)
        return [
            f"{float(odds.value):+.2f}{' *' if number == answer.best else ''}"
            for number, (_, odds) in enumerate(answer.choices)
        ]


def _balance(setting: Setting, battle: Engagement, seat: int) -> int:
    """Return a force's MIGHT minus Wounds, less the other force's."""
    plain = as_plain(strength)
    return plain(setting, battle, seat) - plain(setting, battle, 1 - seat)
