"""What each choice is worth, shown before it is made."""

from __future__ import annotations

from typing import Any

from battlewright.engine.errors import TooLarge
from battlewright.engine.record import copy_of, look
from battlewright.engine.rule import as_plain
from battlewright.engine.session import Session
from battlewright.odds import Answer, Until, solve
from battlewright.systems.formations.groups import strength

SECONDS = 1.5
"""How long a person waits for odds at most."""
EXPLANATION = "Behind a choice: what it wins on average in MIGHT minus Wounds until the activation ends; * is best."


def advise(session: Session) -> Answer | None:
    """The exact odds of every choice of a Formations decision, up to the end of the activation; None if too large."""
    seat = session.node.seat
    setting = look(session.system.setting, session.setting)
    now = _balance(setting, session.record, seat)
    try:
        return solve(
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


def _balance(setting: Any, battle: Any, seat: int) -> int:
    """A force's MIGHT minus Wounds, less the other's."""
    plain = as_plain(strength)
    return plain(setting, battle, seat) - plain(setting, battle, 1 - seat)


def shown(answer: Answer | None, choice: Any, number: int) -> str:
    """A choice's worth as it stands behind it in a list."""
    if answer is None or number >= len(answer.choices):
        return ""
    known, odds = answer.choices[number]
    assert known == copy_of(choice), "the odds are listed as the choices are"
    return f"  {float(odds.value):+.2f}{' *' if number == answer.best else ''}"
