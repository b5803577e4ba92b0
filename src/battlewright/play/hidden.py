"""What people at one screen must not see of each other."""

from __future__ import annotations

from typing import Literal

from battlewright.engine.node import NodeKind
from battlewright.engine.record import snapshot
from battlewright.engine.view import EVERYTHING, view
from battlewright.play.match import Match

Hidden = Literal["nothing", "choice", "table"]
"""What one seat must not see on the screen of another: nothing, the choice, or all that is shown of the battle."""


def hidden_in(match: Match) -> Hidden:
    """Return what one seat must not see on the screen of another now: nothing; the choice, which is made in secret; or
    the table too, since seats know different things of it."""
    session, secret = match.session, match.system.rules.secret_steps
    if match.is_over:
        return "nothing"
    if any(step.at in secret for step in session.steps[session.known :]) or _views_differ(match):
        return "table"
    return "choice" if session.node.kind == NodeKind.DECISION and session.node.step in secret else "nothing"


def _views_differ(match: Match) -> bool:
    """Whether seats see different set-ups, or different battles."""
    session, system = match.session, match.system
    sees = {seat.sees for seat in match.seats.all}
    hide = system.setup.hide
    if hide is not None and any(hide(session.setup, side) is not session.setup for side in sees - {EVERYTHING}):
        return True
    if system.rules.hide is None:
        return False
    return len({snapshot(view(system, session.setting, session.battle, side)) for side in sees}) > 1
