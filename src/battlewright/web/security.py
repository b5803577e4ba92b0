"""Checks on every request: its origin, its size and the client's rate; security headers on every answer; and tokens of
seats and invitations, of which the server stores only hashes."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from battlewright.web.errors import problem
from battlewright.web.limits import Limits

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of all pages but the documentation of the interface."""
DOCS_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""Swagger UI sets styles from its script."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 10_000
"""The most addresses whose rate is remembered."""
BODY_BYTES = 2048
"""The bytes of a body that cost as much as a request."""
SOCKET_COST = 5.0
"""The requests that a new WebSocket costs as much as."""
HELD = 0.25
"""The seconds for which a request is held that is refused since too many come."""


class Rates:
    """A rate limiter: a token bucket for each client address, or for another key. ``at_once`` defaults to the tokens of
    two seconds."""

    def __init__(self, per_second: float, at_once: float | None = None) -> None:
        self.per_second, self.most = per_second, at_once or 2 * per_second
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str, cost: float = 1.0) -> float:
        """Take a token, or as many as something costs; return 0, or the seconds until there are enough (and then none
        is taken). What costs more than there can be takes all."""
        at = time.monotonic()
        left, since = self._buckets.pop(address, (self.most, at))
        left = min(self.most, left + (at - since) * self.per_second)
        needed = max(1.0, min(cost, self.most))
        enough = left >= needed
        self._buckets[address] = (left - needed if enough else left, at)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return 0.0 if enough else (needed - left) / self.per_second

    def owe(self, address: str, cost: float) -> None:
        """Take what something has cost that was not known before, if need be from the tokens to come."""
        left, since = self._buckets.get(address, (self.most, time.monotonic()))
        self._buckets[address] = left - min(cost, self.most), since


class Guard:
    """The outermost ASGI layer: rates, origins, sizes and security headers."""

    def __init__(self, app: ASGIApp, limits: Limits, origins: tuple[str, ...] = ()) -> None:
        self.app, self.limits, self.origins = app, limits, origins
        self.rates = Rates(limits.commands)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not self._is_from_here(scope):
            await send({"type": "websocket.close", "code": 1008, "reason": "Cross-origin connection refused."})
        elif scope["type"] == "websocket" and self.rates.wait(address_of(scope), SOCKET_COST):
            await asyncio.sleep(HELD)
            await send({"type": "websocket.close", "code": 1008, "reason": "Too many connections a second."})
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        elif refusal := self._refusal(scope):
            if refusal[0] == 429:
                await asyncio.sleep(HELD)
            await _answer(send, *refusal)
        else:
            await self._within(self._most(scope), scope, receive, _with_headers(send, scope["path"]))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        told, most = Headers(scope=scope).get("content-length", "0"), self._most(scope)
        length = int(told[:20]) if told.isdecimal() else 0
        wait = self.rates.wait(address_of(scope), 1 + min(length, most) / BODY_BYTES)
        if wait:
            rate = f"at most {self.limits.commands:.0f} requests per second, and large ones count as many"
            return 429, f"Rate limit: {rate}. Wait {wait:.1f} s."
        if scope["method"] not in SAFE and not self._is_from_here(scope):
            return 403, "Cross-origin request refused: only this server's own pages may send it."
        return _too_long(most) if length > most else None

    def _most(self, scope: Scope) -> int:
        return self.limits.upload if scope["path"] == "/api/replays" else self.limits.body

    def _is_from_here(self, scope: Scope) -> bool:
        """Whether a request comes from no page, or from one of this server."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        return origin is None or origin in self.origins or _host_of(origin) == headers.get("host")

    async def _within(self, most: int, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count the bytes of its body, which may not tell its length. One that is too long ends
        there, and whatever the server makes of the rest is not its answer."""
        seen, is_told = 0, "content-length" in Headers(scope=scope)

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if not is_told:
                self.rates.owe(address_of(scope), len(message.get("body", b"")) / BODY_BYTES)
            return message if seen <= most else {"type": "http.disconnect"}

        async def sending(message: Message) -> None:
            if seen <= most:
                await send(message)

        await self.app(scope, counted, sending)
        if seen > most:
            await _answer(send, *_too_long(most))


def _host_of(origin: str) -> str | None:
    """Return the host that an origin names; None where it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _too_long(most: int) -> tuple[int, str]:
    return 413, f"The request is too large: at most {most} bytes are allowed."


def address_of(scope: Scope) -> str:
    """Return where a request comes from, as ``network_of`` says it."""
    client = scope.get("client")
    return network_of(client[0]) if client else "unknown"


@lru_cache(maxsize=MOST_ADDRESSES)
def network_of(host: str) -> str:
    """Return what limits hold for: an IPv4 address, or the /64 network of an IPv6 address, as one customer has it."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), 64), strict=False))


def _with_headers(send: Send, path: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", POLICY)
            if path.startswith("/api"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def _answer(send: Send, status: int, text: str) -> None:
    body = orjson.dumps(problem(text))
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def new_id() -> str:
    """Return a new id of a match, which nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """Return a new token: 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return the stored hash of a token. A token has enough random bits to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
