"""FastAPI dependencies: the room of a request, and the seat of its token."""

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
    str, Path(min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]+$", description="The id of the match.")
]


def lobby_of(connection: HTTPConnection) -> Lobby:
    """Return the lobby, once the rules are ready."""
    if not connection.app.state.is_ready:
        raise TooBusy("The server is still preparing its rules. Try again in a few seconds.")
    lobby: Lobby = connection.app.state.lobby
    return lobby


async def room_of(match: MatchId, connection: HTTPConnection) -> Room:
    """Return the room of the match that a request names."""
    return await lobby_of(connection).room(match)


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token of a request, from its bearer header or its cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


async def until_disconnect(request: Request, work: Awaitable[T]) -> T:
    """Wait for some work, and cancel it if the client disconnects."""
    doing, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((doing, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise TooBusy("The client has disconnected.")
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
    """Return the seat of the request's token; a spectator's without one."""
    return _seat(room, token_of(connection))


def own_seat(seat: Annotated[str, Depends(seat_of)]) -> str:
    """Return the seat of the request's token, which is required."""
    if seat == SPECTATOR:
        raise Unauthenticated("Only players can act, and this request has no token of a seat.")
    return seat


def _seat(room: Room, token: str | None) -> str:
    if not token:
        return SPECTATOR
    seat = room.lobby.seat_of(room, token)
    if seat is None:
        raise Unauthenticated("This token is not valid for any seat of this match.")
    return seat


ThisSeat = Annotated[str, Depends(seat_of)]
OwnSeat = Annotated[str, Depends(own_seat)]
