"""Connections of a server: how many each address may have, and how long a request may take to arrive and an answer to
be read.

An ASGI application sees a request when its headers are complete, so these limits are in the protocols of Uvicorn, which
knows none of them.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from contextlib import suppress
from typing import Any

import orjson
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from battlewright.web.errors import problem
from battlewright.web.limits import Limits
from battlewright.web.security import network_of

RESERVED_FILES = 256
"""The open files that a server needs besides its connections: databases, pipes of its processes, sockets to others."""
UNREAD = 128 * 1024
"""The bytes that the system keeps for a WebSocket that does not read; it may double them."""
SHARE = 4
"""One address has at most this part of all connections, so that it cannot take the last one."""


class Connections:
    """The open connections of a server, by the network that they come from."""

    def __init__(self, limits: Limits, by_address: bool = True) -> None:
        """Without ``by_address`` they all come from a proxy."""
        self.request_seconds, self.answer_seconds = limits.request, limits.answer
        self.most = max(1, min(limits.sockets, open_files(limits.sockets + RESERVED_FILES) - RESERVED_FILES))
        self.most_each = min(limits.sockets_each, max(1, self.most // SHARE)) if by_address else self.most
        self._open: Counter[str] = Counter()
        self._count = 0

    def refusal(self, network: str) -> tuple[str, str] | None:
        """Return the status and the reason for which one more connection is refused; None where it is not."""
        if self._open[network] >= self.most_each:
            return "429 Too Many Requests", f"At most {self.most_each} connections are allowed from one address."
        if self._count >= self.most:
            return "503 Service Unavailable", f"The server is full: it has {self.most} connections."
        return None

    def enter(self, network: str) -> None:
        """Count a connection."""
        self._open[network] += 1
        self._count += 1

    def leave(self, network: str) -> None:
        """Count a connection that has ended."""
        self._open -= Counter({network: 1})
        self._count -= 1


class ServerConfig(uvicorn.Config):
    """The configuration of a server whose connections are limited."""

    def __init__(self, app: Any, limits: Limits, behind_proxy: bool = False, **options: Any) -> None:
        super().__init__(
            app,
            http=LimitedHttp,
            ws=LimitedWebSocket,
            ws_max_size=limits.message,
            proxy_headers=behind_proxy,
            **options,
        )
        self.kept = Connections(limits, by_address=not behind_proxy)


class _Limited:
    """What both protocols do: an entry among the connections, and an end for who does not read."""

    config: Any
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    network: str | None = None
    """Where it comes from, while it is counted."""
    _unread: asyncio.TimerHandle | None = None

    @property
    def kept(self) -> Connections:
        """The connections of this server."""
        assert isinstance(self.config, ServerConfig)
        return self.config.kept

    def count(self, network: str) -> None:
        """Count this connection."""
        self.network = network
        self.kept.enter(network)

    def uncount(self) -> None:
        """Count it no more."""
        network, self.network = self.network, None
        if network is not None:
            self.kept.leave(network)

    def expect_reader(self) -> None:
        """End the connection unless the client reads on in time."""
        self._unread = self._unread or self.loop.call_later(self.kept.answer_seconds, self._let_go)

    def forget_reader(self) -> None:
        """The client has read."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _let_go(self) -> None:
        """End the connection at once, with what the system still holds of the answer."""
        if (connected := self.transport.get_extra_info("socket")) is not None:
            with suppress(OSError):
                connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()


class LimitedHttp(_Limited, HttpToolsProtocol):
    """HTTP, with a time for each request to arrive."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        client = get_remote_addr(transport)
        network = network_of(client[0]) if client else "unknown"
        if refused := self.kept.refusal(network):
            self._refuse(*refused)
        else:
            self.count(network)
            self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self.uncount()
        self._forget_request()
        self.forget_reader()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_request()

    def on_message_complete(self) -> None:
        self._forget_request()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._forget_request()
        self.uncount()  # the other protocol counts it
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self.expect_reader()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.forget_reader()
        super().resume_writing()

    def _expect_request(self) -> None:
        self._late = self._late or self.loop.call_later(self.kept.request_seconds, self._end_late)

    def _forget_request(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _end_late(self) -> None:
        """End a connection whose request has not arrived in time; an answer that has begun is cut off."""
        if self.cycle is None or self.cycle.response_complete:
            seconds = f"{self.kept.request_seconds:g} s"
            self._refuse("408 Request Timeout", f"The request did not arrive within {seconds}.")
        else:
            self.transport.abort()

    def _refuse(self, status: str, reason: str) -> None:
        body = orjson.dumps(problem(reason))
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()


class LimitedWebSocket(_Limited, WebSocketsSansIOProtocol):
    """A WebSocket that is let go when its client does not read. Whoever sends waits until it does, and so makes nothing
    more for it."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if not self.writable.is_set():
            await self.writable.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if (connected := self.transport.get_extra_info("socket")) is not None:
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        client = get_remote_addr(self.transport)
        self.count(network_of(client[0]) if client else "unknown")

    def connection_lost(self, exc: Exception | None) -> None:
        self.uncount()
        self.forget_reader()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self.expect_reader()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.forget_reader()
        super().resume_writing()


def open_files(wanted: int) -> int:
    """Return how many files this process may have open, after raising its own limit towards the wanted number."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    allowed = wanted if hard == unlimited else min(wanted, hard)
    if soft != unlimited and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    return wanted if soft == unlimited else soft
