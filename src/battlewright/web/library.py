"""Libraries over HTTP: people's own files, for all their devices, and links by which others copy them."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import Path, Query, Request

from battlewright.engine.errors import Conflict, Unauthenticated
from battlewright.store import library as store
from battlewright.web import library_models as models
from battlewright.web.endpoints import (
    LIBRARY_COOKIE,
    Account,
    Json,
    LibraryLobby,
    LibraryToken,
    Router,
    as_bytes,
    errors_of,
    keep_cookie,
    token_of,
    until_disconnect,
)
from battlewright.web.lobby import Lobby
from battlewright.web.requests import CheckFile, Copy, SaveThing
from battlewright.web.security import hashed, new_id, new_token
from battlewright.web.shelf import checked
from battlewright.web.waits import in_time

T = TypeVar("T")
router = Router(prefix="/api", tags=["libraries"])
PATH = "/api/library"
"""Where a browser shows its token."""
ThingId = Annotated[
    str,
    Path(
        max_length=64, pattern="^[A-Za-z0-9_-]+$", description="The id of the thing, which you choose.", examples=["x1"]
    ),
]


async def _stored(lobby: Lobby, who: str, work: Callable[..., T], *given: Any) -> T:
    return await in_time(lobby.store_pool.run(partial(work, lobby.store.engine, *given), who))


@router.post("/library", status_code=201, responses=errors_of(409))
async def begin_library(lobby: LibraryLobby, who: Account, request: Request) -> Json[models.LibraryToken]:
    """Begin a library. Its token is answered once; a browser keeps it as a cookie."""
    with suppress(Unauthenticated):
        await token_of(request, lobby, who)
        raise Conflict("You have a library on this server already.")
    token = new_token()
    await _stored(lobby, who, store.begin, hashed(token), who, lobby.library_quotas.allow_library)
    return _with_cookie(Json[models.LibraryToken]({"token": token}, 201), request, token)


def _with_cookie(answer: Json[T], request: Request, token: str) -> Json[T]:
    keep_cookie(answer, request, LIBRARY_COOKIE, token, PATH)
    return answer


@router.get("/library/token")
async def get_token(token: LibraryToken) -> Json[models.LibraryToken]:
    """The token of your library, which a browser keeps from its scripts: for the link that opens it elsewhere."""
    return Json({"token": token})


@router.post("/library/token")
async def keep_token(token: LibraryToken, request: Request) -> Json[models.LibraryToken]:
    """Open in this browser the library whose token is in the header. It keeps the token as its cookie, in place of that
    of another library."""
    return _with_cookie(Json[models.LibraryToken]({"token": token}), request, token)


@router.delete("/library/token")
async def forget_token(token: LibraryToken) -> Json[models.Removed]:
    """Let this browser forget the token of the library, which stays as it is."""
    return _without_cookie({"removed": 0})


def _without_cookie(removed: models.Removed) -> Json[models.Removed]:
    answer = Json[models.Removed](removed)
    answer.delete_cookie(LIBRARY_COOKIE, PATH, httponly=True, samesite="strict")
    return answer


@router.get("/library")
async def get_library(
    lobby: LibraryLobby,
    token: LibraryToken,
    who: Account,
    request: Request,
    files: Annotated[
        bool, Query(description="Whether their data is wanted too, or only when they were changed.")
    ] = True,
) -> Json[models.Library]:
    """All things of your library."""

    def work(engine: Any) -> bytes:
        found = store.contents(engine, hashed(token), files)
        return as_bytes({"things": [_thing_data(thing, linked) for thing, linked in found]})

    answer = Json[models.Library](await _stored(lobby, who, work))
    return _with_cookie(answer, request, token) if LIBRARY_COOKIE in request.cookies else answer


def _thing_data(thing: store.Thing, linked: bool) -> models.LibraryThing:
    found: models.LibraryThing = {
        "id": thing.id,
        "system": thing.system,
        "kind": thing.kind,
        "name": thing.name,
        "changed": thing.changed,
        "linked": linked,
    }
    return {**found, "file": _file(thing)} if thing.text else found


def _file(thing: store.Thing) -> Any:
    return orjson.Fragment(thing.text)


@router.delete("/library")
async def remove_library(lobby: LibraryLobby, token: LibraryToken, who: Account) -> Json[models.Removed]:
    """Remove your library with all its things; their copying links end."""
    return _without_cookie({"removed": await _stored(lobby, who, store.remove, hashed(token))})


@router.put("/library/things/{id}", responses=errors_of(409))
async def save_thing(
    lobby: LibraryLobby, token: LibraryToken, id: ThingId, asked: SaveThing, who: Account, request: Request
) -> Json[models.LibraryThing]:
    """Save a thing in your library, checked as a file of its kind. A file that is refused, or older than the one that
    is kept (409, with when that was `changed`), changes nothing."""
    lobby.load(asked.system)
    file = CheckFile(file=asked.file)
    reading = lobby.read(who, asked.size, checked, lobby.load, asked.system, asked.kind, file)
    shown = await until_disconnect(request, reading)
    text = as_bytes(shown["file"]).decode()
    thing = store.Thing(id, asked.system, asked.kind, asked.name, text, asked.changed)
    await lobby.library_quotas.check(thing.size, who)
    linked = await _stored(lobby, who, store.save, hashed(token), thing, lobby.library_quotas.allow_thing)
    return Json(_thing_data(thing, linked))


@router.delete("/library/things/{id}")
async def remove_thing(lobby: LibraryLobby, token: LibraryToken, id: ThingId, who: Account) -> Json[models.Removed]:
    """Remove a thing from your library; its copying link ends. None is removed where there is none."""
    return Json({"removed": await _stored(lobby, who, store.remove, hashed(token), id)})


@router.post("/library/things/{id}/link", responses=errors_of(404))
async def link_thing(lobby: LibraryLobby, token: LibraryToken, id: ThingId, who: Account) -> Json[models.CopyingLink]:
    """The secret of a thing's copying link; until the link is ended it is the same. Whoever has it can copy the thing
    as it then is."""

    def secret_of(seed: str) -> str:
        digest = hmac.digest(token.encode(), seed.encode(), hashlib.sha256)
        return urlsafe_b64encode(digest).rstrip(b"=").decode()

    seed = await _stored(lobby, who, store.link, hashed(token), id, new_id(), lambda seed: hashed(secret_of(seed)))
    return Json({"secret": secret_of(seed)})


@router.delete("/library/things/{id}/link")
async def unlink_thing(lobby: LibraryLobby, token: LibraryToken, id: ThingId, who: Account) -> Json[models.Removed]:
    """End a thing's copying link. Copies that others have made stay theirs."""
    return Json({"removed": await _stored(lobby, who, store.unlink, hashed(token), id)})


@router.post("/copies", responses=errors_of(404))
async def copy_thing(lobby: LibraryLobby, asked: Copy, who: Account) -> Json[models.CopiedThing]:
    """What a copying link is for. The secret is in the body, so that no log has it."""
    found = await _stored(lobby, who, store.copied, hashed(asked.secret))
    return Json({"system": found.system, "kind": found.kind, "name": found.name, "file": _file(found)})
