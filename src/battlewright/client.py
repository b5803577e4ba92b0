"""A client of the match server, for bots and scripts.

    client = Client("http://127.0.0.1:8321")
    match = client.new_match(SYSTEM, players={"a": "person", "b": "medium"})
    for news in match.follow():
        if match.seat in news["to_act"] and news["offers"]:
            match.choose(news["offers"][0]["choice"])

``follow`` reconnects by itself: no news is missed or repeated. A command is sent with a key, so that a retry counts
once. A refused request raises ``ServerError`` with the server's message.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Any, Self, cast
from urllib.parse import urlencode, urlsplit

from battlewright.engine.errors import BattlewrightError, NotInstalled, ServerError, Unreachable

if TYPE_CHECKING:  # a client starts in half the time without what the types stand on
    from battlewright.play.battle_report_data import MatchReportData
    from battlewright.web import models
    from battlewright.web.system_models import SystemList
    from battlewright.web.table_models import OpenedMatch

try:
    import httpx
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import ClientConnection
    from websockets.sync.client import connect as connect_socket
except ImportError as error:
    raise NotInstalled("A client of a server", "server", str(error.name).partition(".")[0]) from None

MAX_TRIES = 8
"""How often a request is tried while the server cannot be reached."""
TIMEOUT = 30.0
DEFAULT_PARTS = "offers,story,status"
"""The parts of news that are requested by default."""
CHOSEN_DICE = "The creator of this match chose the seed of its dice, and can predict every roll."
CHANGED_COMMITMENT = (
    "The server changed its commitment after you sent your value: its dice may be rigged. Do not play there."
)


class Client:
    """A server, by its address."""

    def __init__(self, url: str, tries: int = MAX_TRIES) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BattlewrightError(f"{url!r} is not a server address, such as http://127.0.0.1:8321.")
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
        """Send a request; return the answer. Safe requests are retried while the server does not answer."""
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

    def health(self) -> models.Health:
        """Return whether the server is ready."""
        return cast("models.Health", self.request("GET", "/healthz"))

    def systems(self) -> SystemList:
        """Return the systems of the server, with their shipped files and the options of their set-ups."""
        return cast("SystemList", self.request("GET", "/api/systems"))

    def matches(self, **query: Any) -> list[models.ListedMatch]:
        """Return the public matches."""
        return cast("list[models.ListedMatch]", self.request("GET", "/api/matches", **query)["matches"])

    def new_match(self, system: str, names: Sequence[str] = (), **asked: Any) -> RemoteMatch:
        """Start a match, with the fields of ``POST /api/matches``. Without a ``value`` for the dice a random one is
        sent, after the server has committed to its secret."""
        if asked.get("seed") is None and "commitment" not in asked:
            asked["commitment"] = self.commitment()
        asked.setdefault("value", secrets.token_hex(16))
        asked |= {"system": system, "names": list(names)}
        made: OpenedMatch = self.request("POST", "/api/matches", asked)
        if made["commitment"] != asked.get("commitment", made["commitment"]):
            raise BattlewrightError(CHANGED_COMMITMENT)
        return RemoteMatch(self, made["match"], made["seat"], made["token"], made["invitations"], made["commitment"])

    def commitment(self) -> str:
        """Return the commitment to a new secret, for a match that is about to start."""
        return cast("str", self.request("POST", "/api/commitments")["commitment"])

    def join(
        self,
        match: str,
        seat: str,
        invitation: str,
        name: str = "",
        value: str | None = None,
        chosen_dice: bool = True,
        **brought: Any,
    ) -> RemoteMatch:
        """Take the seat of an invitation, after reading the commitment to the dice; where it brings something, with its
        ``names`` and ``files``. Without ``chosen_dice`` no seat is taken where the creator of the match chose the dice
        (``dice.chosen`` of the match)."""
        dice = self.match(match).about()["dice"]
        commitment, are_chosen = dice["commitment"], bool(dice.get("chosen"))
        if are_chosen and not chosen_dice:
            raise BattlewrightError(f"{CHOSEN_DICE} No seat was taken.")
        value = secrets.token_hex(16) if value is None else value
        asked = {"invitation": invitation, "name": name, "value": value, **brought}
        made: OpenedMatch = self.request("POST", f"/api/matches/{match}/seats/{seat}", asked)
        if made["commitment"] != commitment:
            raise BattlewrightError(CHANGED_COMMITMENT)
        return RemoteMatch(self, match, seat, made["token"], commitment=commitment, dice_are_chosen=are_chosen)

    def upload(self, replay: str, **asked: Any) -> RemoteMatch:
        """Upload the replay of a finished battle; return it as a finished match."""
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
        commitment: str | None = None,
        dice_are_chosen: bool = False,
    ) -> None:
        self.client, self.id, self.seat, self.token = client, id, seat, token
        self.invitations = dict(invitations or {})
        self.commitment = commitment
        """The commitment to the dice, as it was before a value was sent; None where there was none."""
        self.dice_are_chosen = dice_are_chosen
        """Whether the creator of the match chose the dice, as it was before the seat was taken."""
        self.number = 0
        """The entry number up to which this client has the news."""
        self.is_connected = True

    def get(self, what: str = "", **query: Any) -> Any:
        """Send a GET request below the match's address."""
        return self.client.request("GET", f"/api/matches/{self.id}{what}", token=self.token, **query)

    def about(self) -> models.MatchInfo:
        """Return the match's description, seats and result."""
        return cast("models.MatchInfo", self.get())

    def news(self, since: int | None = None, parts: str = DEFAULT_PARTS) -> models.News:
        """Return the news since an entry number (default: since the last news), and the state of the match."""
        data: models.News = self.get("/news", since=self.number if since is None else since, parts=parts)
        while data["more"]:
            data = _joined(data, self.get("/news", since=data["number"], parts=parts))
        self.number = data["number"]
        return data

    def advice(self, look: models.Look = "first", star: str | None = None, about: Sequence[str] = ()) -> models.Advised:
        """Return the offered choices, and those that it is ``about`` beside them, each with its ``advice``: its odds,
        and by a first or a deep look what it loses of the chance to win. ``star`` is the choice that has the star
        already. The answer also says by how many ``rollouts``, whether it is ``exact``, and whether many asked at once
        (``shortened``)."""
        query = {"look": look, "about": [*about]} | ({} if star is None else {"star": star})
        return cast("models.Advised", self.get("/advice", **query))

    def replay(self) -> str:
        """Return the battle as a replay."""
        return cast("str", self.get("/replay"))

    def report(self) -> MatchReportData:
        """Return the report of a finished match: why it was won or lost."""
        return cast("MatchReportData", self.get("/report"))

    def moments(self) -> list[models.NumberedStep]:
        """Return the steps of a finished match in words."""
        page: models.Moments = self.get("/moments")
        story = page["story"]
        while page["more"]:
            page = self.get("/moments", since=page["number"])
            story += page["story"]
        return story

    def moment(self, steps: int) -> models.MatchMoment:
        """Return a finished match as it was after a number of steps."""
        return cast("models.MatchMoment", self.get(f"/moments/{steps}"))

    def command(self, kind: str, **asked: Any) -> int:
        """Send a command; return the number of the next entry after it."""
        asked.setdefault("key", secrets.token_urlsafe(12))
        path = f"/api/matches/{self.id}/commands"
        number: int = self.client.request("POST", path, {"kind": kind, **asked}, self.token)["number"]
        return number

    def rematch(self, name: str = "", value: str | None = None) -> RemoteMatch:
        """Play again with sides swapped. All players who ask for it get the same match."""
        return self._another("rematch", name=name, value=value)

    def going_on(self) -> models.GoingOn:
        """Return those who go on from this finished match, and what follows in its file."""
        return cast("models.GoingOn", self.get("/next"))

    def next_battle(self, name: str = "", value: str | None = None, **asked: Any) -> RemoteMatch:
        """Play the next battle with those who go on: one by its ``names`` and ``options``, or the one that follows in
        the file. All players who ask for it get the same match."""
        return self._another("next", name=name, value=value, **asked)

    def what_if(self, steps: int, value: str | None = None, **asked: Any) -> RemoteMatch:
        """Start a new match from this finished one, after a number of its steps; with a ``choice``, after this one."""
        return self._another("what-if", steps=steps, value=value, **asked)

    def _another(self, how: str, **asked: Any) -> RemoteMatch:
        asked["commitment"] = self.client.commitment()
        asked["value"] = secrets.token_hex(16) if asked["value"] is None else asked["value"]
        made: OpenedMatch = self.client.request("POST", f"/api/matches/{self.id}/{how}", asked, self.token)
        commitment = made["commitment"]
        return RemoteMatch(self.client, made["match"], made["seat"], made["token"], made["invitations"], commitment)

    def choose(self, choice: str, **more: Any) -> int:
        """Make a choice, given as text."""
        return self.command("choose", choice=choice, **more)

    def people(self, since: int = 0) -> models.People:
        """Return who is there, and the lines of chat from a number on."""
        return cast("models.People", self.get("/people", since=since))

    def chat(self, text: str) -> models.ChatLine:
        """Write a line to the other people of the match."""
        path = f"/api/matches/{self.id}/chat"
        return cast("models.ChatLine", self.client.request("POST", path, {"text": text}, self.token))

    def say(self, text: str, **more: Any) -> int:
        """Make a choice as a person types it."""
        return self.command("say", text=text, **more)

    def follow(self, parts: str = DEFAULT_PARTS, since: int | None = None) -> Generator[models.News, None, None]:
        """Yield the news as they come, until the match is over. Reconnects after a lost connection."""
        with closing(self.events(parts, since)) as events:
            for news in events:
                if news is not None:
                    yield news

    def events(
        self,
        parts: str = DEFAULT_PARTS,
        since: int | None = None,
        wait: float | None = None,
        people: Callable[[models.PeopleMessage], object] | None = None,
    ) -> Generator[models.News | None, None, None]:
        """Yield the news as they come, and None after every ``wait`` seconds without any, so that a program can do
        other work. ``is_connected`` is false while the connection is lost. ``people`` is called with who is there, and
        what they write, whenever that changes."""
        self.number = self.number if since is None else since
        failed, is_over, lines = 0, False, 0
        while not is_over:
            try:
                with self._connect(parts, None if people is None else lines) as socket:
                    page = None
                    while not is_over:
                        data = _received(socket, wait)
                        if data is not None and data["kind"] == "people":
                            lines += len(data["chat"])
                            if people is not None:
                                people(data)
                            continue
                        if data is not None:
                            failed, self.is_connected = 0, True
                            data = data if page is None else _joined(page, data)
                            page = data if data["more"] else None
                            if page is not None:
                                continue
                            self.number, is_over = data["number"], data["state"] == "over"
                        yield data
            except ServerError as error:
                failed += 1
                if error.status != 503 or failed >= self.client.tries:
                    raise
            except (OSError, WebSocketException) as error:
                failed += 1
                if failed >= self.client.tries:
                    raise Unreachable(f"The server at {self.client.url} does not answer ({error}).") from None
            if failed:
                self.is_connected = False
                if wait is not None:
                    yield None
                time.sleep(min(0.1 * 2**failed, 2.0))

    def _connect(self, parts: str, lines: int | None) -> ClientConnection:
        url = self.client.url.replace("http", "ws", 1)
        query = urlencode({"since": self.number, "parts": parts} | ({} if lines is None else {"people": lines}))
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else None
        address = f"{url}/api/matches/{self.id}/socket?{query}"
        return connect_socket(address, additional_headers=headers, max_size=2**24, open_timeout=TIMEOUT)


def _joined(page: models.News, following: models.News) -> models.News:
    """Return two pages of news as one. An entry that was revealed meanwhile is in both."""
    joined: dict[str, Any] = {**following, "since": page["since"]}
    for part in ("news", "story"):
        if part in page and part in following:
            both = {each["number"]: each for each in (*page[part], *following[part])}
            joined[part] = [*both.values()]
    return cast("models.News", joined)


def _received(socket: ClientConnection, wait: float | None) -> models.News | models.PeopleMessage | None:
    """Return the next message; None if there is none within ``wait`` seconds."""
    try:
        data: models.SocketAnswer = json.loads(socket.recv(wait))
    except TimeoutError:
        return None
    if data["kind"] == "refused":
        raise ServerError(data["status"], data)
    return None if data["kind"] == "done" else data


def _read(answer: httpx.Response) -> Any:
    is_json = "json" in answer.headers.get("content-type", "")
    try:
        data = answer.json() if is_json else answer.text
    except ValueError:
        data = {}
    if answer.is_success:
        return data
    raise ServerError(answer.status_code, data if isinstance(data, Mapping) else {"error": data})
