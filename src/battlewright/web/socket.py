"""Matches over a WebSocket: news as it comes, and the same commands as over HTTP.

The server sends ``news``: everything since the number that was last sent, page by page, so a slow reader gets fewer,
larger messages; and where the socket asks for it ``people``: who is there, and the new lines of chat.
With the tokens of several seats, and none named, the news are those of the seat that must act, whose commands it takes.
The answer to a command is ``refused``, or ``done`` with its ``id``: within the news that it led to, or alone where
there is no news.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Annotated, Any

import orjson
from fastapi import Query, WebSocket
from fastapi.exceptions import WebSocketRequestValidationError
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from battlewright.engine.errors import BattlewrightError, Forbidden, Malformed, StoreError, Unauthenticated
from battlewright.engine.seats import SPECTATOR
from battlewright.web.commands import AnyCommand
from battlewright.web.endpoints import (
    AsSeat,
    Json,
    MatchId,
    Router,
    account_of,
    as_bytes,
    held_of,
    lobby_of,
    seat_of,
)
from battlewright.web.errors import error_data, malformed, problem, status_of
from battlewright.web.matches import USUAL_PARTS, Parts, Since, parts_of
from battlewright.web.models import CommandDone, DoneMessage, MessageId, PeopleMessage, Problem, RefusedMessage
from battlewright.web.news import MadeNews, news_of
from battlewright.web.room import Room
from battlewright.web.security import address_of

router = Router(tags=["matches"])
COMMAND: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)
PeopleSince = Annotated[
    int | None,
    Query(ge=0, lt=2**31, description="Send `people` too; the number is that of the lines of chat that you have."),
]
MOST_MALFORMED = 100
"""The connection is closed after this many malformed messages."""
POLICY_VIOLATION, SERVICE_RESTART = 1008, 1012


@router.websocket("/api/matches/{match}/socket")
async def connect(
    socket: WebSocket,
    match: MatchId,
    since: Since = 0,
    parts: Parts = USUAL_PARTS,
    seat: AsSeat = None,
    people: PeopleSince = None,
) -> None:
    """Follow a match, and act in it."""
    await socket.accept()
    try:
        lobby = lobby_of(socket)
        room = await lobby.room(match, account_of(socket))
        held, wanted = held_of(room, socket), parts_of(parts)
        sits = [seat_of(held, seat)] if seat or not held else held
        if since > room.match.number:
            raise BattlewrightError(f"The match has only {room.match.number} entries; there is no news since {since}.")
        if people is not None:
            await room.people.see_all()
        lobby.enter(address_of(socket.scope))
    except BattlewrightError as error:
        await _close(socket, POLICY_VIOLATION, error)
        return
    try:
        room.people.enter(held)
        await Connection(socket, room, sits, since, wanted, people).run()
    finally:
        room.people.leave(held)
        lobby.leave(address_of(socket.scope))


@router.get("/api/matches/{match}/socket", status_code=426)
async def explain(
    match: MatchId, since: Since = 0, parts: Parts = USUAL_PARTS, seat: AsSeat = None, people: PeopleSince = None
) -> Json[Problem]:
    """Follow a match, and act in it, over a WebSocket. Each message is a JSON object: you send `SocketCommand`, the
    server sends `SocketAnswer`: news as it comes, `refused`, and `done` with the `id` of your command, within the news
    that it led to, or alone where there is none; with `people`, who is there and what they write."""
    text = "This address needs a WebSocket; /api/matches/ID/news has the same news over HTTP."
    return Json(problem(text), 426, {"upgrade": "websocket", "connection": "upgrade"})


async def refuse_malformed(socket: WebSocket, error: Exception) -> None:
    """Refuse a socket whose address is malformed, and close it."""
    assert isinstance(error, WebSocketRequestValidationError)
    await socket.accept()
    await _close(socket, POLICY_VIOLATION, malformed(list(error.errors())))


class Connection:
    """One WebSocket. It has no queue: news is read from the match when the reader is ready for it."""

    def __init__(
        self, socket: WebSocket, room: Room, seats: list[str], since: int, parts: list[str], people: int | None
    ) -> None:
        self.socket, self.room, self.seats, self.sent, self.parts = socket, room, seats, since, parts
        self.seat = seats[0]
        """Of its seats, the one that acted last or must act now."""
        self.tokens = self._tokens_now()
        """What it sits at its seats by."""
        self.lines = people
        """The number of lines of chat that were sent; None where the socket does not ask for people."""
        self.told_of_people = -1
        """The last change of the people that was sent."""
        self.address, self.who = address_of(socket.scope), account_of(socket)
        self.has_news = asyncio.Event()
        self.told = -1
        """The last of the room's changes that was sent."""
        self.is_acting = False
        """Whether a command is being done; its answer will have the news."""
        self.is_closed = False
        self.malformed = 0
        self._sending = asyncio.Lock()

    def _tokens_now(self) -> dict[str, str | None]:
        """Return the hashes of the tokens that its seats have now."""
        return {each.seat: each.token for each in self.room.row.seats if each.seat in self.seats}

    def _check_sits(self) -> None:
        """Raise an error where a seat was given to somebody else since it connected."""
        if self._tokens_now() != self.tokens:
            raise Unauthenticated("This seat was given to somebody else.")

    async def run(self) -> None:
        """Send news and take commands until either side closes."""
        self.has_news.set()
        self.room.watchers.add(self.hear)
        sending, taking = (self.room.lobby.spawn(work) for work in (self._send_news(), self._take_commands()))
        try:
            await asyncio.wait([sending, taking], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.is_closed = True
            self.room.watchers.discard(self.hear)
            sending.cancel()
            if not self.is_acting:  # a command that has begun is done, even if whoever sent it has gone
                taking.cancel()
            ended, _ = await asyncio.wait([sending, taking])
        for error in (task.exception() for task in ended if not task.cancelled()):
            if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
                raise error

    def hear(self) -> None:
        """Take note that there is news."""
        if not self.is_acting:
            self.has_news.set()

    async def _send_news(self) -> None:
        while True:
            await self.has_news.wait()
            self.has_news.clear()
            if self.room.is_dropped:
                await self.socket.close(SERVICE_RESTART, "The match is being reloaded; reconnect.")
                return
            try:
                self._check_sits()
                await self._tell()
            except BattlewrightError as error:
                code = POLICY_VIOLATION if isinstance(error, Unauthenticated) else SERVICE_RESTART
                await _close(self.socket, code, error)
                return

    async def _tell(self, done: CommandDone | None = None) -> None:
        """Send the news, if there is any, and the answer to a command; then what is new of the people."""
        async with self._sending:
            making = await self.room.read_in_turn(lambda _: self._news(), self.who) if self._is_behind else None
            if making is not None:
                made = making if isinstance(making, MadeNews) else await making
                await asyncio.sleep(0)  # what follows from one commit is sent in one go: readers wake up less often
                self.sent = made.number
                if made.more:
                    self.told = -1
                    self.has_news.set()
                await self._send(made.text if done is None else b'%b,"done":%b}' % (made.text[:-1], as_bytes(done)))
            elif done is not None:
                await self._send(as_bytes(_alone(done)))
            if text := self._people_message():
                await self._send(text)

    def _people_message(self) -> bytes:
        people = self.room.people
        if self.lines is None or self.told_of_people == people.changes:
            return b""
        self.told_of_people, data = people.changes, people.data(self.lines)
        self.lines += len(data["chat"])
        return as_bytes(PeopleMessage(kind="people", **data))

    @property
    def _is_behind(self) -> bool:
        """Whether there is anything that was not sent."""
        return self.told != self.room.changes

    def _news(self) -> MadeNews | Awaitable[MadeNews] | None:
        """Return a page of news, or its making; None where all were sent."""
        if not self._is_behind:
            return None
        self.told = self.room.changes
        to_act = self.room.match.to_act if self.room.has_begun else []
        if self.seat not in to_act:
            self.seat = next((seat for seat in self.seats if seat in to_act), self.seat)
        return news_of(self.room, self.seat, self.sent, self.parts, self.who)

    async def _take_commands(self) -> None:
        rates = self.room.lobby.rates
        while not self.is_closed:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            while wait := rates.wait(self.address):  # whoever sends too fast is read slowly
                await asyncio.sleep(wait)
            await self._answer(message)
            if self.malformed >= MOST_MALFORMED:
                await self.socket.close(POLICY_VIOLATION, "Too many malformed messages.")
                return

    async def _answer(self, message: Any) -> None:
        """Apply the command of a message, and send the answer."""
        id: MessageId = None
        try:
            id, asked = _read(message)
            command = _command(asked)
            self._check_sits()
            if self.seat == SPECTATOR or self.seat in self.room.match.left:
                raise Forbidden("Spectators cannot act.")
            self.is_acting = True
            try:
                done = await self.room.do(self.seat, command, who=self.who)
            finally:
                self.is_acting = False
        except BattlewrightError as error:
            self.malformed += isinstance(error, Malformed)
            self.room.lobby.metrics.refused.labels(status_of(error)).inc()
            async with self._sending:
                await self._send(as_bytes(_refusal(error, id)))
            self.has_news.set()  # what was not heard while it acted
            return
        answer: CommandDone = {"id": id, **done}
        try:
            await self._tell(answer)
        except StoreError:  # the match is being loaded again; what was done is committed
            async with self._sending:
                await self._send(as_bytes(_alone(answer)))
            self.has_news.set()

    async def _send(self, text: bytes) -> None:
        if self.socket.application_state == WebSocketState.CONNECTED:
            await self.socket.send_text(text.decode())


def _read(message: Any) -> tuple[MessageId, dict[str, Any]]:
    """Return the id of a message, and what it asks for."""
    text = message.get("text")
    if text is None:
        raise Malformed("A command must be a text message with JSON; this one is binary.")
    try:
        data = orjson.loads(text)
    except ValueError:
        raise Malformed("A command must be a JSON object; this is not valid JSON.") from None
    if not isinstance(data, dict):
        raise Malformed("A command must be a JSON object with a kind.")
    id = data.pop("id", None)
    if isinstance(id, bool) or not isinstance(id, str | int | None) or (isinstance(id, str) and len(id) > 64):
        raise Malformed("The id of a message must be a number, or a text of at most 64 characters.")
    return id, data


def _command(asked: dict[str, Any]) -> AnyCommand:
    try:
        return COMMAND.validate_python(asked)
    except ValidationError as error:
        raise malformed(list(error.errors(include_url=False))) from None


def _alone(done: CommandDone) -> DoneMessage:
    return {"kind": "done", **done}


def _refusal(error: BattlewrightError, id: MessageId = None) -> RefusedMessage:
    return {"kind": "refused", "id": id, "status": status_of(error), **error_data(error)}


async def _close(socket: WebSocket, code: int, error: BattlewrightError) -> None:
    """Say why, and close."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(as_bytes(_refusal(error)).decode())
        await socket.close(code, str(error)[:100])
