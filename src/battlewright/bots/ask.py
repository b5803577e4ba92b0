"""What a bot is asked for, and what it answers: a legal choice, or an error that names the bot and the battle."""

from __future__ import annotations

import inspect
import traceback
from typing import Any

from battlewright.bots.named import Bot
from battlewright.engine.errors import BattlewrightError, BotError, describe_value
from battlewright.engine.node import MASTER
from battlewright.engine.observation import Observation
from battlewright.engine.session import Session
from battlewright.engine.text import plural

WANTED = "a bot returns one of seen.choices(), or another choice that the rules allow"


def ask(bot: Bot, seen: Observation, session: Session, name: str, battle: str) -> Any:
    """Return the choice of a bot for a session that waits for it; at a decision of the game master the first that is
    listed. ``name`` and ``battle`` are for the error."""
    if session.node.side == MASTER:
        return session.choices()[0]
    where = f"in {battle}, after {plural(len(session.steps), 'step')}"
    try:
        choice = bot.choose(seen)
    except BattlewrightError:
        raise
    except Exception as error:  # a user's bot may raise anything
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise BotError(f"The bot {name} fails {where} ({what}; {_where(bot, error)}).") from error
    if not isinstance(choice, session.system.rules.choice):
        raise BotError(f"The bot {name} returns {describe_value(choice)} {where}; {WANTED}.")
    refused = session.why_refused(choice)
    if refused is not None:
        raise BotError(f"The bot {name} makes a choice that is not allowed {where}: {refused}") from refused
    return choice


def _where(bot: Bot, error: Exception) -> str:
    """Return where a bot failed: the last line of its own file, if it is in the traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    try:
        file = inspect.getfile(type(bot))
    except (OSError, TypeError):
        file = ""
    last = [frame for frame in frames if frame.filename == file] or frames
    return f"{last[-1].filename}, line {last[-1].lineno}"
