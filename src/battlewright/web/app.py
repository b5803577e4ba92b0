"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from starlette.exceptions import HTTPException

from battlewright.engine.errors import BattlewrightError
from battlewright.engine.signature import SigningKey
from battlewright.store.holdings import opener_key
from battlewright.store.store import Store
from battlewright.version import __version__
from battlewright.web import drafts, guides, library, matches, odds, pages, rematches, rulebook, shelf, socket
from battlewright.web.description import description_of
from battlewright.web.drafts import Drafts
from battlewright.web.endpoints import Json
from battlewright.web.errors import error_data, headers_of, malformed, problem, status_of
from battlewright.web.limits import Limits
from battlewright.web.lobby import Lobby
from battlewright.web.logs import LOGGER
from battlewright.web.peers import Peers
from battlewright.web.preparation import Preparation
from battlewright.web.registry import Registry
from battlewright.web.security import Guard, new_id

ABOUT = "Play matches of Battlewright's rulebooks: commands over HTTP or a WebSocket, news over the WebSocket."


def make_app(
    database: str,
    registry: Registry,
    limits: Limits | None = None,
    origins: tuple[str, ...] = (),
    preparation: Preparation | None = None,
    process: str | None = None,
    key: SigningKey | None = None,
    is_personal: bool = False,
) -> Any:
    """Return the ASGI application. ``preparation`` compiles the rules while the server already answers; matches wait
    for it. ``process`` names this process among several; ``key`` signs the matches that end here. A server that is
    ``is_personal`` is for one person, whose command line leaves drafts with it."""
    limits, prepared = limits or Limits(), preparation or Preparation((), lambda *given: None)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, database, key)
        secret = await asyncio.to_thread(opener_key, store.engine)
        lobby = app.state.lobby = Lobby(store, registry.load, limits, prepared.require, secret)
        app.state.registry = registry
        if store.is_shared:
            lobby.peers = Peers(lobby, process or new_id())
        compiling = asyncio.create_task(asyncio.to_thread(prepared.run))
        beginning = asyncio.create_task(_begin(lobby, compiling))
        try:
            yield
        finally:
            beginning.cancel()
            prepared.close()
            await compiling
            await asyncio.to_thread(prepared.wait)  # its processes end before this one
            await lobby.close()

    app = _with_endpoints(registry, lifespan)
    app.state.preparation, app.state.process = prepared, process
    app.state.drafts = Drafts() if is_personal else None
    app.state.describing = asyncio.Lock()
    app.add_exception_handler(BattlewrightError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_malformed)
    app.add_exception_handler(WebSocketRequestValidationError, socket.refuse_malformed)
    app.add_exception_handler(HTTPException, _refuse_by_status)
    app.add_exception_handler(Exception, _fail)
    return Guard(app, limits, origins)


def interface_description(registry: Registry) -> dict[str, Any]:
    """Return the OpenAPI description of a server that plays these systems."""
    return _with_endpoints(registry).openapi()


def _with_endpoints(registry: Registry, lifespan: Callable[[FastAPI], Any] | None = None) -> FastAPI:
    app = FastAPI(
        title="Battlewright",
        version=__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # pages.py sends it
        lifespan=lifespan,
        default_response_class=Json,
    )
    app.openapi = lambda: description_of(app, registry)  # type: ignore[method-assign]
    for each in (matches, rematches, guides, rulebook, odds, shelf, drafts, library, socket, pages):
        app.include_router(each.router)
    app.include_router(guides.guide_routes(registry.load_all()))
    return app


async def _begin(lobby: Lobby, compiling: asyncio.Task[None]) -> None:
    await asyncio.shield(compiling)
    lobby.spawn(lobby.remove_old(lobby.limits.keep, lobby.limits.keep_things))
    lobby.spawn(lobby.due.run())
    lobby.log.info("ready")


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, BattlewrightError)
    status = status_of(error)
    request.app.state.lobby.metrics.refused.labels(status).inc()
    return Json(error_data(error), status, headers_of(error))


async def _refuse_by_status(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and pages.is_for_a_person(request):
        return pages.missing(request)
    sentences = {
        404: "There is nothing at this address; /api/docs lists all addresses.",
        405: f"This address does not accept {request.method}; see /api/docs.",
    }
    text = sentences.get(error.status_code, str(error.detail))
    return Json(problem(text), error.status_code, dict(error.headers or {}))


async def _fail(request: Request, error: Exception) -> Response:
    LOGGER.error("request failed", exc_info=error, extra={"values": {"path": request.url.path}})
    return Json(problem("Internal error; your request was not applied. The error is logged."), 500)


async def _refuse_malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return Json(error_data(malformed(list(error.errors()))), 422)
