"""A client of the match server, for bots and scripts.

    client = Client("http://127.0.0.1:8321")
    match = client.new_match("skirmish", players={"a": "person", "b": "greedy"})
    for news in match.follow():
        if match.seat in news["to_act"] and news["choices"]:
            match.choose(news["choices"][0]["choice"])

``follow`` comes back by itself after a lost connection: nothing is missed, and nothing comes twice. A command is sent
with a key, so that it counts once even if the answer was lost and it is sent again. What the server refuses raises
``ServerError`` with the server's sentence.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Generator, Mapping, Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_socket

from battlewright.engine.errors import BattlewrightError, ServerError, Unreachable

TRIES = 8
"""How often something is tried that the server could not be reached for."""
TIMEOUT = 30.0
REFUSED = 1008

Data = dict[str, Any]


class Client:
    """A server, by its address."""

    def __init__(self, url: str, tries: int = TRIES) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BattlewrightError(f"{url!r} is no address of a server, such as http://127.0.0.1:8321.")
        self.url, self.tries = f"{parts.scheme}://{parts.netloc}", tries
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # each match has its own token
        self._http = httpx.Client(base_url=self.url, timeout=TIMEOUT, cookies=no_cookies)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def request(self, method: str, path: str, data: object = None, token: str | None = None, **query: Any) -> Any:
        """Send a request; return the answer. A server that does not answer is asked again, as long as that is safe."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        is_safe = method == "GET" or (isinstance(data, Mapping) and bool(data.get("key")))
        for again in range(self.tries):
            try:
                answer = self._http.request(method, path, json=data, params=query or None, headers=headers)
            except httpx.HTTPError as error:
                if again + 1 == self.tries or not is_safe:
                    raise Unreachable(f"The server at {self.url} does not answer ({error}).") from None
            else:
                if answer.status_code != 503 or not is_safe or again + 1 == self.tries:
                    return _read(answer)
            time.sleep(min(0.1 * 2**again, 2.0))
        raise AssertionError

    def health(self) -> Data:
        """Return whether the server is ready."""
        data: Data = self.request("GET", "/healthz")
        return data

    def systems(self) -> Data:
        """Return the systems that the server plays, with what ships and the options of their set-ups."""
        data: Data = self.request("GET", "/api/systems")
        return data

    def matches(self, **query: Any) -> list[Data]:
        """Return the public matches."""
        found: list[Data] = self.request("GET", "/api/matches", **query)["matches"]
        return found

    def new_match(self, system: str, names: Sequence[str] = (), **asked: Any) -> RemoteMatch:
        """Begin a match, as ``POST /api/matches`` takes it. Without a ``value`` for the dice a random one is sent."""
        asked.setdefault("value", secrets.token_hex(16))
        made = self.request("POST", "/api/matches", {"system": system, "names": list(names), **asked})
        return RemoteMatch(self, made["match"], made["seat"], made["token"], made["invitations"])

    def join(self, match: str, seat: str, invitation: str, name: str = "", value: str | None = None) -> RemoteMatch:
        """Take a seat that one was invited to."""
        asked = {"invitation": invitation, "name": name, "value": secrets.token_hex(16) if value is None else value}
        made = self.request("POST", f"/api/matches/{match}/seats/{seat}", asked)
        return RemoteMatch(self, match, seat, made["token"])

    def upload(self, replay: str, **asked: Any) -> RemoteMatch:
        """Send the replay of a finished battle; return it as a match to look at."""
        made = self.request("POST", "/api/replays", {"replay": replay, **asked})
        return RemoteMatch(self, made["match"], None)

    def match(self, match: str, seat: str | None = None, token: str | None = None) -> RemoteMatch:
        """Return a match, to watch it or with the token of a seat."""
        return RemoteMatch(self, match, seat, token)


class RemoteMatch:
    """A match on a server, as a seat has it; without a seat, as a spectator."""

    def __init__(
        self,
        client: Client,
        id: str,
        seat: str | None,
        token: str | None = None,
        invitations: Mapping[str, str] | None = None,
    ) -> None:
        self.client, self.id, self.seat, self.token = client, id, seat, token
        self.invitations = dict(invitations or {})
        self.number = 0
        """The number up to which the match is known here."""

    def get(self, what: str = "", **query: Any) -> Any:
        """Ask for something of the match."""
        return self.client.request("GET", f"/api/matches/{self.id}{what}", token=self.token, **query)

    def about(self) -> Data:
        """Return what the match is and has come to."""
        data: Data = self.get()
        return data

    def news(self, since: int | None = None, parts: str = "choices,told,status") -> Data:
        """Return what has happened since a number (by default: since the last news), and how the match stands."""
        data: Data = self.get("/news", since=self.number if since is None else since, parts=parts)
        self.number = data["number"]
        return data

    def advice(self) -> list[Data]:
        """Return what is known of each listed choice."""
        data: list[Data] = self.get("/advice")["advice"]
        return data

    def replay(self) -> str:
        """Return the battle as a replay."""
        text: str = self.get("/replay")
        return text

    def command(self, kind: str, **asked: Any) -> int:
        """Do something; return the number of the next entry after it."""
        asked.setdefault("key", secrets.token_urlsafe(12))
        path = f"/api/matches/{self.id}/commands"
        number: int = self.client.request("POST", path, {"kind": kind, **asked}, self.token)["number"]
        return number

    def rematch(self, name: str = "", value: str | None = None) -> RemoteMatch:
        """Play again with sides swapped; the others who ask for it are in the same match."""
        return self._another("rematch", name=name, value=value)

    def what_if(self, steps: int, value: str | None = None, **asked: Any) -> RemoteMatch:
        """Begin a new match from a moment of this one, once it is over: after so many of its steps."""
        return self._another("what-if", steps=steps, value=value, **asked)

    def _another(self, how: str, **asked: Any) -> RemoteMatch:
        asked["value"] = secrets.token_hex(16) if asked["value"] is None else asked["value"]
        made = self.client.request("POST", f"/api/matches/{self.id}/{how}", asked, self.token)
        return RemoteMatch(self.client, made["match"], made["seat"], made["token"], made["invitations"])

    def choose(self, choice: str, **more: Any) -> int:
        """Make a choice, by its line."""
        return self.command("choose", choice=choice, **more)

    def say(self, text: str, **more: Any) -> int:
        """Make a choice in the game's own words."""
        return self.command("say", text=text, **more)

    def follow(self, parts: str = "choices,told,status", since: int | None = None) -> Generator[Data, None, None]:
        """Yield the news as they come, until the match is over. After a lost connection it connects again."""
        self.number = self.number if since is None else since
        failed, is_over = 0, False
        while not is_over:
            try:
                with self._connect(parts) as socket:
                    for text in socket:
                        data = json.loads(text)
                        failed = 0
                        if data["kind"] == "refused":
                            raise ServerError(data["status"], data)
                        self.number, is_over = data["number"], data["state"] == "over"
                        yield data
                        if is_over:
                            break
            except ServerError as error:
                failed += 1
                if error.status != 503 or failed >= self.client.tries:
                    raise
            except (OSError, WebSocketException) as error:
                failed += 1
                if failed >= self.client.tries:
                    raise Unreachable(f"The server at {self.client.url} does not answer ({error}).") from None
            if failed:
                time.sleep(min(0.1 * 2**failed, 2.0))

    def _connect(self, parts: str) -> ClientConnection:
        url = self.client.url.replace("http", "ws", 1)
        query = urlencode({"since": self.number, "parts": parts})
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else None
        address = f"{url}/api/matches/{self.id}/socket?{query}"
        return connect_socket(address, additional_headers=headers, max_size=2**24, open_timeout=TIMEOUT)


def _read(answer: httpx.Response) -> Any:
    is_json = "json" in answer.headers.get("content-type", "")
    try:
        data = answer.json() if is_json else answer.text
    except ValueError:
        data = {}
    if answer.is_success:
        return data
    raise ServerError(answer.status_code, data if isinstance(data, Mapping) else {"error": data})
