"""News as bytes: made once for all who are to hear the same, in turns of whoever asks first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator, Sequence
from typing import NamedTuple

from battlewright.web.endpoints import as_bytes
from battlewright.web.fair_queue import at_once
from battlewright.web.models import News
from battlewright.web.room import Room
from battlewright.web.views import news_in_steps

FEW = 10
"""The entries that are made in one turn."""
MOST_KEPT = 16
"""The most messages of a room that are kept until it changes."""
LARGE = 32 * 1024
"""The bytes of a message that is not kept."""


class MadeNews(NamedTuple):
    """News as they are sent: the number after them, and whether there are more."""

    number: int
    more: bool
    text: bytes


def news_of(room: Room, seat: str, since: int, parts: Sequence[str], who: str) -> MadeNews | Awaitable[MadeNews]:
    """Return news as the match is now: few of them at once, in the turn of whoever asks; of many their making, in turns
    of an account, while the match may move on."""
    asked: tuple[str | int, ...] = (seat, since, *parts)
    made = room.news.get(asked)
    if made is None:
        steps, count = news_in_steps(room, seat, since, parts), room.match.number - since
        made = _as_sent(at_once(steps)) if count <= FEW else room.lobby.spawn(_made(room, asked, steps, who))
        if isinstance(made, MadeNews) and len(made.text) > LARGE:
            return made
        room.news[asked] = made
        if len(room.news) > MOST_KEPT:
            del room.news[next(iter(room.news))]
    return made if isinstance(made, MadeNews) else asyncio.shield(made)


def _as_sent(data: News) -> MadeNews:
    return MadeNews(data["number"], data["more"], as_bytes(data))


async def _made(room: Room, asked: tuple[str | int, ...], steps: Generator[None, None, News], who: str) -> MadeNews:
    turns, is_kept = room.lobby.turns, False
    try:
        data = await turns.through(who, steps)
        made = await turns.take(who, lambda: _as_sent(data))
        is_kept = len(made.text) <= LARGE
        return made
    finally:
        if not is_kept and room.news.get(asked) is asyncio.current_task():
            del room.news[asked]
