"""A server of several workers: one of them owns each match, and the others forward its requests to the owner.

A worker forwards requests and WebSockets over the owner's Unix socket. Where the owner does not answer, the worker
takes the match over: it loads it from the store, which has every acknowledged command.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import uvicorn
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from battlewright.engine.errors import BattlewrightError, NoSuchMatch, StoreError, WrongWorker
from battlewright.store.leases import Leases, Worker
from battlewright.web.endpoints import Json
from battlewright.web.errors import error_data, status_of
from battlewright.web.lobby import Lobby
from battlewright.web.security import address_of

T = TypeVar("T")

HEARTBEAT_INTERVAL = 1.0
"""The seconds between two heartbeats."""
WORKER_TIMEOUT = 60.0
"""The seconds that another worker may take to answer."""
MATCH_PATH = re.compile(r"/api/matches/([A-Za-z0-9_-]{22})(?:/|$)")
CLIENT, SCHEME = "x-passed-on-client", "x-passed-on-scheme"
HOP_BY_HOP = ("connection", "keep-alive", "transfer-encoding", "upgrade", "date", "server", CLIENT, SCHEME)
"""The headers that belong to one connection, and are not forwarded."""
SERVICE_RESTART = 1012


class Owners:
    """The owners of matches, as one worker sees them."""

    def __init__(self, lobby: Lobby, worker: Worker) -> None:
        self.lobby, self.worker = lobby, worker
        self.leases = Leases(lobby.store.engine, worker)
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="leases")  # never behind matches that are loaded

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Query the leases in threads of their own."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    async def claim(self, id: str) -> None:
        """Claim a match before it is loaded. Raises ``WrongWorker`` where another worker owns it."""
        if not await self.run(self.leases.claim, id):
            raise WrongWorker("The match has just moved to another worker of this server; try again.")

    async def heartbeat(self) -> None:
        """Send heartbeats, drop the matches that others have taken over, and resume those of lost workers."""
        while True:
            before = set(self.lobby.rooms)
            try:
                held = await self.run(self.leases.heartbeat)
                lost = await self.run(self.leases.remove_lost)
            except StoreError as error:
                self.lobby.log.warning("heartbeat failed", error=str(error))
            else:
                for id in before - held:
                    if id in self.lobby.rooms:
                        self.lobby.forget(self.lobby.rooms[id])
                if lost:
                    self.lobby.log.warning("workers lost", workers=lost)
                    self.lobby.spawn(self.lobby.resume())
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    async def leave(self) -> None:
        """Release all matches and close the database."""
        with suppress(StoreError):
            await self.run(self.leases.leave)
        self.lobby.store.engine.dispose()
        self._threads.shutdown(wait=False)


class InternalServer(uvicorn.Server):
    """The server for the other workers. The outer server handles signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def joined(app: ASGIApp, lobby: Lobby, worker: Worker, message: int) -> AsyncIterator[Owners]:
    """Run as one of several workers: reachable by the others, with leases for the matches in memory."""
    owners = Owners(lobby, worker)
    await owners.run(owners.leases.heartbeat)
    lobby.store.worker, lobby.store.writer.fence, lobby.claim = worker.id, owners.leases.fence, owners.claim
    Path(worker.address).unlink(missing_ok=True)  # a former process of this worker may have left it
    config = uvicorn.Config(
        ForwardedApp(app),
        uds=worker.address,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=message,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=60,  # longer than the other workers keep a connection
    )
    inside = InternalServer(config)
    serving, beating = asyncio.create_task(inside.serve()), asyncio.create_task(owners.heartbeat())
    try:
        yield owners
    finally:
        beating.cancel()
        inside.should_exit = True
        await asyncio.gather(serving, beating, return_exceptions=True)
        await owners.leave()


class ForwardedApp:
    """Restores the client address and scheme of requests that other workers forwarded."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        scope["client"] = (headers.get(CLIENT, "unknown"), 0)
        scope["scheme"] = headers.get(SCHEME, scope["scheme"])
        await self.app(scope, receive, send)


class ForwardToOwner:
    """Forwards the requests of a match to the worker that owns it."""

    def __init__(self, app: ASGIApp, owners: Callable[[], Owners | None]) -> None:
        self.app, self.owners = app, owners
        self._clients: dict[str, httpx.AsyncClient] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = MATCH_PATH.match(scope["path"]) if scope["type"] in ("http", "websocket") else None
        owners = self.owners()
        if found is None or owners is None or found[1] in owners.lobby.rooms:
            await self.app(scope, receive, send)
            return
        try:
            owner = await owners.run(owners.leases.owner, found[1])
            if owner is not None and owner != owners.worker:
                owners.lobby.metrics.forwarded.inc()
                how = self._forward_socket if scope["type"] == "websocket" else self._forward_request
                receive = await how(owner, scope, receive, send)  # type: ignore[assignment]
                if receive is None:
                    return
                owners.lobby.log.warning("worker does not answer", worker=owner.id, match=found[1])
                with suppress(NoSuchMatch):
                    await owners.run(owners.leases.claim, found[1], owner.id)
        except BattlewrightError as error:
            await _refuse(error, scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _forward_request(self, owner: Worker, scope: Scope, receive: Receive, send: Send) -> Receive | None:
        """Forward a request, and send its answer back. Where the owner is gone, return it to be handled here."""
        body, is_whole = b"", False
        while not is_whole:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body, is_whole = body + message.get("body", b""), not message.get("more_body", False)
        client = self._client(owner.address)
        try:
            answer = await client.request(
                scope["method"], _target(scope), content=body, headers=_forwarded_headers(scope)
            )
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return _replay_message({"type": "http.request", "body": body, "more_body": False}, receive)
        except httpx.HTTPError as error:
            if scope["method"] == "GET" and not isinstance(error, httpx.TimeoutException):
                return _replay_message({"type": "http.request", "body": body, "more_body": False}, receive)
            raise StoreError("The worker that owns this match did not answer; try again with the same key.") from None
        headers = [
            (name.lower(), value) for name, value in answer.headers.raw if name.lower().decode() not in HOP_BY_HOP
        ]
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": answer.content})
        return None

    def _client(self, address: str) -> httpx.AsyncClient:
        if address not in self._clients:
            limits = httpx.Limits(max_connections=200, max_keepalive_connections=20)
            transport = httpx.AsyncHTTPTransport(uds=address, limits=limits)
            self._clients[address] = httpx.AsyncClient(transport=transport, timeout=WORKER_TIMEOUT, trust_env=False)
        return self._clients[address]

    async def close(self) -> None:
        """Close the connections to the other workers."""
        for client in self._clients.values():
            await client.aclose()

    async def _forward_socket(self, owner: Worker, scope: Scope, receive: Receive, send: Send) -> Receive | None:
        """Connect a WebSocket with the owner of its match. Where the owner is gone, return it to be handled here."""
        message = await receive()
        if message["type"] != "websocket.connect":
            return None
        address = _target(scope).replace("http", "ws", 1)
        try:
            inner = await unix_connect(
                owner.address, address, additional_headers=_forwarded_headers(scope), compression=None, max_size=None
            )
        except InvalidStatus:  # it lives, and refuses
            await send({"type": "websocket.close", "code": 1008, "reason": "The connection was refused."})
            return None
        except (OSError, WebSocketException, TimeoutError):
            return _replay_message(message, receive)
        await send({"type": "websocket.accept"})
        tasks = [asyncio.create_task(work) for work in (_send_in(receive, inner), _send_out(inner, send))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await inner.close()
        return None


async def _send_in(receive: Receive, inner: ClientConnection) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        await inner.send(message["text"] if message.get("text") is not None else message["bytes"])


async def _send_out(inner: ClientConnection, send: Send) -> None:
    try:
        while True:
            await send({"type": "websocket.send", "text": await inner.recv(decode=True)})
    except ConnectionClosed as closed:
        code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (SERVICE_RESTART, "Reconnect.")
        await send({"type": "websocket.close", "code": code, "reason": reason})


def _replay_message(first: Message, receive: Receive) -> Receive:
    """Return a ``receive`` that yields a message again before the rest."""
    waiting = [first]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _target(scope: Scope) -> str:
    query = scope.get("query_string", b"").decode("latin-1")
    return f"http://worker{quote(scope['path'])}" + (f"?{query}" if query else "")


def _forwarded_headers(scope: Scope) -> list[tuple[str, str]]:
    """Return the headers to forward, with the client's address."""
    of_socket = ("authorization", "cookie", "user-agent")
    given = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    if scope["type"] == "websocket":
        given = [(name, value) for name, value in given if name in of_socket]
    kept = [(name, value) for name, value in given if name not in (*HOP_BY_HOP, "content-length")]
    return [*kept, (CLIENT, address_of(scope)), (SCHEME, scope["scheme"])]


async def _refuse(error: BattlewrightError, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": SERVICE_RESTART, "reason": str(error)[:100]})
    else:
        await Json(error_data(error), status_of(error))(scope, receive, send)
