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


def news_of(room: Room, seat: str, since: int, parts: Sequence[str], who: str) -> Awaitable[MadeNews]:
    """Return the making of news as the match is now, which an account asks for; it may move on before they are made."""
    asked: tuple[str | int, ...] = (seat, since, *sorted({*parts}))
    made = room.news.get(asked)
    if made is None:
        steps = room.lobby.turns.at_once(who, lambda: news_in_steps(room, seat, since, parts))
        made = room.news[asked] = room.lobby.spawn(_made(room, asked, steps, room.match.number - since, who))
        if len(room.news) > MOST_KEPT:
            del room.news[next(iter(room.news))]
    return asyncio.shield(made)


async def _made(
    room: Room, asked: tuple[str | int, ...], steps: Generator[None, None, News], count: int, who: str
) -> MadeNews:
    turns, is_kept = room.lobby.turns, False
    try:
        data = await (turns.take(who, lambda: at_once(steps)) if count <= FEW else turns.through(who, steps))
        text = await turns.take(who, lambda: as_bytes(data))
        is_kept = len(text) <= LARGE
        return MadeNews(data["number"], data["more"], text)
    finally:
        if not is_kept and room.news.get(asked) is asyncio.current_task():
            del room.news[asked]
