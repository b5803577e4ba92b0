"""What endpoints are made of: what they ask for, their answers, and a router that derives the OpenAPI description of an
endpoint from its annotations."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import wraps
from inspect import unwrap
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, params
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from battlewright.engine.errors import Forbidden, TooBusy, Unauthenticated
from battlewright.engine.seats import SPECTATOR
from battlewright.store.library import enter
from battlewright.web.lobby import Lobby
from battlewright.web.requests import SYSTEM
from battlewright.web.room import Room
from battlewright.web.security import address_of, hashed
from battlewright.web.waits import in_time

P = ParamSpec("P")
T = TypeVar("T")

COOKIE = "seat"
"""The cookie with the token of a seat, or with those of several."""
LIBRARY_COOKIE = "library"
"""The cookie with the token of a library."""
YEAR = 52 * 7 * 24 * 3600
BETWEEN_TOKENS = "."
"""What stands between the tokens of a cookie."""
REF = "#/components/schemas/{model}"
"""Where the description has the schema of a type."""
SECURITY = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token of a seat, as returned with it."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "The same, as a browser keeps it."},
}
LIBRARY_SECURITY = {
    "owner": {"type": "http", "scheme": "bearer", "description": "The token of a library, as returned with it."},
    "browser": {"type": "apiKey", "in": "cookie", "name": LIBRARY_COOKIE, "description": "The same, in a browser."},
}
ERRORS = {
    400: "It cannot be done; the message says why, and what is allowed.",
    401: "It needs a token: that of a seat of this match, or of a library.",
    403: "This seat may not do it, or the request is cross-origin.",
    404: "There is no such match, or no such thing.",
    409: "The rules refuse it, or it conflicts with the state of the match or library.",
    410: "The match follows another ruleset, or its log cannot be read.",
    413: "The request is too large.",
    422: "The request is malformed; `faults` names the fields.",
    429: "A rate limit is exceeded; wait a moment.",
    500: "Internal error: nothing was applied.",
    503: "The server is not ready yet, or is busy; try again.",
}


# What they ask for


SystemName = Annotated[str, Path(max_length=64, description="The rulebook.", examples=[SYSTEM])]
MatchId = Annotated[
    str, Path(min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]+$", description="The id of the match.")
]


def at_once(quick: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return a quick function as a dependency that stays on the event loop: FastAPI takes plain ones to a thread, and
    each way there and back costs a go of a busy loop."""

    @wraps(quick)
    async def found(*given: P.args, **named: P.kwargs) -> T:
        return quick(*given, **named)

    return found


def lobby_of(connection: HTTPConnection) -> Lobby:
    """Return the lobby."""
    lobby: Lobby = connection.app.state.lobby
    return lobby


def account_of(connection: HTTPConnection) -> str:
    """Return the account that the work for a request is charged to."""
    return lobby_of(connection).account(address_of(connection.scope))


Account = Annotated[str, Depends(at_once(account_of))]


async def room_of(match: MatchId, connection: HTTPConnection) -> Room:
    """Return the room of the match that a request names."""
    return await lobby_of(connection).room(match, account_of(connection))


AnyLobby = Annotated[Lobby, Depends(at_once(lobby_of))]
ThisRoom = Annotated[Room, Depends(room_of)]


def tokens_of(room: Room, connection: HTTPConnection) -> dict[str, str]:
    """Return the tokens of a request by their seats, from its bearer header or its cookie, which may have several;
    whoever has left holds none until a new invitation is taken."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    is_bearer = scheme.lower() == "bearer"
    found = _by_seat(room, [bearer]) if is_bearer else kept_tokens(room, connection)
    if not found and is_bearer and bearer:  # a browser keeps the cookie of a seat that somebody else has by now
        raise Unauthenticated("This token is not valid for any seat of this match.")
    return {seat: token for seat, token in found.items() if seat not in room.match.left}


def kept_tokens(room: Room, connection: HTTPConnection) -> dict[str, str]:
    """Return the tokens of a match in a browser's cookie, by their seats."""
    return _by_seat(room, connection.cookies.get(COOKIE, "").split(BETWEEN_TOKENS))


def _by_seat(room: Room, tokens: Iterable[str]) -> dict[str, str]:
    seats = {each.token: each.seat for each in room.row.seats if each.token}
    return {seats[hashed(token)]: token for token in tokens if hashed(token) in seats}


def held_of(room: ThisRoom, connection: HTTPConnection) -> list[str]:
    """Return the seats of the request's tokens: several where people share a device."""
    return [*tokens_of(room, connection)]


HeldSeats = Annotated[list[str], Depends(at_once(held_of))]
AsSeat = Annotated[
    str | None,
    Query(alias="as", max_length=64, description="The seat that asks, where your cookie has the tokens of several."),
]


def seat_of(held: HeldSeats, seat: AsSeat = None) -> str:
    """Return the seat of the request's token; a spectator's without one. Of several it is the one that is named, or the
    first."""
    if seat is not None and seat not in held:
        raise Unauthenticated(f"This request has no token of seat {seat}.")
    return seat or next(iter(held), SPECTATOR)


ThisSeat = Annotated[str, Depends(at_once(seat_of))]


def own_seat(seat: ThisSeat) -> str:
    """Return the seat of the request's token, which is required."""
    if seat == SPECTATOR:
        raise Unauthenticated("Only players can act, and this request has no token of a seat.")
    return seat


OwnSeat = Annotated[str, Depends(at_once(own_seat))]


def library_lobby(lobby: AnyLobby) -> Lobby:
    """Return the lobby of a server that keeps libraries."""
    if lobby.limits.things == 0:
        raise Forbidden("This server keeps no libraries; your things stay in your browser.")
    return lobby


LibraryLobby = Annotated[Lobby, Depends(at_once(library_lobby))]


async def token_of(connection: HTTPConnection, lobby: LibraryLobby, who: Account) -> str:
    """Return the token of a library, from the bearer header of a request or from its cookie."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer if scheme.lower() == "bearer" else connection.cookies.get(LIBRARY_COOKIE)
    if not token:
        raise Unauthenticated("This needs the token of a library, and this request has none.")
    await in_time(lobby.store_pool.run(lambda: enter(lobby.store.engine, hashed(token)), who))
    return token


LibraryToken = Annotated[str, Depends(token_of)]


def keep_cookie(answer: Response, request: Request, name: str, value: str, path: str) -> None:
    """Let a browser keep a secret for a year, which its scripts cannot read and only requests to a path have."""
    secure = request.url.scheme == "https"
    answer.set_cookie(name, value, max_age=YEAR, path=path, secure=secure, httponly=True, samesite="strict")


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


# What they answer


def as_bytes(data: Any) -> bytes:
    """Return data as JSON."""
    return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)


class Json(JSONResponse, Generic[T]):
    """An answer as JSON, of a type that mypy checks and the description shows; it is not validated on its way out. It
    may be made already, as bytes."""

    def __init__(self, content: T | bytes, status_code: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(content, status_code, headers)

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else as_bytes(content)


class Router(APIRouter):
    """Endpoints whose annotations are their description: ``Json[News]`` is an answer with the schema of ``News``, and
    what an endpoint depends on tells its errors and the token that it needs."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        hints = get_type_hints(endpoint, include_extras=True)
        declared = [each for hint in hints.values() for each in getattr(hint, "__metadata__", ())]
        needs = {unwrap(each.dependency) for each in declared if isinstance(each, params.Depends) and each.dependency}
        if get_origin(hints["return"]) is Json:
            more["response_model"] = get_args(hints["return"])[0]
        if more.get("include_in_schema", True):
            changes = (more.get("methods") or ["GET"]) != ["GET"]
            takes = changes or "{" in path or any(isinstance(each, params.Param) for each in declared)
            more["responses"] = errors_of(*_statuses(needs, changes, takes)) | (more.get("responses") or {})
            more["openapi_extra"] = _security(needs) | (more.get("openapi_extra") or {})
        super().add_api_route(path, endpoint, **more)


def _statuses(needs: set[Any], changes: bool, takes: bool) -> Iterator[int]:
    """Yield the statuses of the errors of an endpoint, by what it depends on, whether it changes something, and whether
    it takes anything."""
    if takes:
        yield from (400, 422)
    if needs & {lobby_of, library_lobby, room_of}:
        yield from (400, 503)
    if room_of in needs:
        yield from (404, 409, 410)
    if needs & {seat_of, own_seat, token_of}:
        yield 401
    if changes or library_lobby in needs:
        yield 403
    if changes:
        yield 413
    yield from (429, 500)


def errors_of(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the description of some errors, by their statuses."""
    wait = {"Retry-After": {"schema": {"type": "integer"}, "description": "The seconds to wait."}}
    content = {"application/json": {"schema": {"$ref": REF.format(model="Problem")}}}
    return {
        status: {"description": ERRORS[status], "content": content} | ({"headers": wait} if status == 503 else {})
        for status in statuses
    }


def _security(needs: set[Any]) -> dict[str, Any]:
    """Return whether an endpoint takes the token of a seat or a library, and whether it needs one."""
    if token_of in needs:
        return {"security": [{name: []} for name in LIBRARY_SECURITY]}
    any_of: list[dict[str, Any]] = [{name: []} for name in SECURITY]
    if own_seat in needs:
        return {"security": any_of}
    return {"security": [{}, *any_of]} if seat_of in needs else {}
