"""Who asks: the room that a request is about, and the seat that its token belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Annotated, TypeVar

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from battlewright.engine.errors import TooBusy, Unauthenticated
from battlewright.engine.seats import SPECTATOR
from battlewright.web.lobby import Lobby
from battlewright.web.requests import SYSTEM
from battlewright.web.room import Room

T = TypeVar("T")

COOKIE = "seat"
SystemName = Annotated[str, Path(max_length=64, description="The rulebook.", examples=[SYSTEM])]
MatchId = Annotated[
    str, Path(min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]+$", description="What the match goes by.")
]


def lobby_of(connection: HTTPConnection) -> Lobby:
    """Return the lobby, once the rules are ready."""
    if not connection.app.state.is_ready:
        raise TooBusy("The server is warming up: it prepares its rules. Try again in some seconds.")
    lobby: Lobby = connection.app.state.lobby
    return lobby


async def room_of(match: MatchId, connection: HTTPConnection) -> Room:
    """Return the room of the match that a request names."""
    return await lobby_of(connection).room(match)


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token that comes with a request: in a cookie, or as a bearer."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


async def until_disconnect(request: Request, work: Awaitable[T]) -> T:
    """Wait for some work as long as its asker does; the work of one who has gone is cancelled."""
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((doing, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise TooBusy("Whoever asked for this has gone.")
        return doing.result()
    finally:
        leaving.cancel()
        doing.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


AnyLobby = Annotated[Lobby, Depends(lobby_of)]
ThisRoom = Annotated[Room, Depends(room_of)]


def seat_of(room: ThisRoom, connection: HTTPConnection) -> str:
    """Return the seat of whoever asks; a spectator's without a token."""
    return _seat(room, token_of(connection))


def own_seat(seat: Annotated[str, Depends(seat_of)]) -> str:
    """Return the seat of whoever acts, who must have one."""
    if seat == SPECTATOR:
        raise Unauthenticated("Only those at the table act, and this request has no seat's token.")
    return seat


def _seat(room: Room, token: str | None) -> str:
    if not token:
        return SPECTATOR
    seat = room.lobby.seat_of(room, token)
    if seat is None:
        raise Unauthenticated("This token belongs to no seat of this match.")
    return seat


ThisSeat = Annotated[str, Depends(seat_of)]
OwnSeat = Annotated[str, Depends(own_seat)]
