"""The people of a match: who is there, and what they write to each other."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import Conflict, Forbidden, RateLimited, ServerError, StoreError
from battlewright.web.lobby import Lobby
from battlewright.web.requests import NewMatch
from tests.web.conftest import NewServer
from tests.web.test_lobby import AWAY, created, fail, in_lobby
from tests.web.test_seats import two

PEOPLE = {"a": "person", "b": "person"}


def sit(match: RemoteMatch, people: int = 0) -> ClientConnection:
    """A connection that asks for people, and for no parts of the news."""
    url = f"{match.client.url.replace('http', 'ws')}/api/matches/{match.id}/socket?parts=&people={people}"
    headers = {"Authorization": f"Bearer {match.token}"} if match.token else {}
    return connect(url, additional_headers=headers, close_timeout=0.1)


def heard(socket: ClientConnection) -> Any:
    """The next message about people."""
    while True:
        data = json.loads(socket.recv(timeout=20))
        if data["kind"] == "people":
            return data


def test_whoever_is_connected_is_there_and_whoever_leaves_is_away(client: Client) -> None:
    one, other = two(client)
    with sit(one) as first:
        assert heard(first) == {"kind": "people", "there": ["a"], "watching": 0, "chat": []}
        with sit(other) as second:
            assert heard(second)["there"] == heard(first)["there"] == ["a", "b"]
            with sit(other), sit(client.match(one.id)) as third:  # the same seat in a second window changes nothing
                assert heard(third)["there"] == ["a", "b"]
                assert heard(first)["watching"] == 1
            assert heard(first)["watching"] == 0
            assert one.people()["there"] == ["a", "b"]
        assert heard(first)["there"] == ["a"]


def test_people_at_seats_write_and_all_who_see_the_match_read(client: Client) -> None:
    one, other = two(client)
    watcher = client.match(one.id)
    with sit(watcher) as watching, sit(other) as reading:
        heard(watching), heard(reading)
        before = other.news(0)
        line = one.chat("  Good luck <b>&amp;</b> \N{GAME DIE} ")
        assert (line["number"], line["seat"], line["text"]) == (0, "a", "Good luck <b>&amp;</b> \N{GAME DIE}")
        assert abs(line["at"] - 1000 * time.time()) < 60_000
        while not (told := heard(watching))["chat"]:
            pass
        assert told["chat"] == [line]
        other.chat("Thanks")
        assert [each["text"] for each in one.people(1)["chat"]] == ["Thanks"]
        assert [each["seat"] for each in watcher.people()["chat"]] == ["a", "b"]
        with pytest.raises(ServerError, match="Only players can act") as refused:
            watcher.chat("Ha!")
        assert refused.value.status == 401
        assert other.news(0) == before, "no part of the log"
        one.command("resign")
        other.chat("Well played")
    assert all(each not in one.replay() for each in ("Good luck", "Thanks", "Well played"))
    with sit(other, 2) as again:
        assert [each["text"] for each in heard(again)["chat"]] == ["Well played"], "nothing comes twice"


def test_a_client_hears_of_people_beside_the_news(client: Client) -> None:
    one, other = two(client)
    told: list[Any] = []
    events = other.events(wait=0.05, people=told.append)
    next(events)
    one.chat("One moment, please")
    for _ in events:
        if told and told[-1]["chat"]:
            break
    events.close()
    assert (told[-1]["there"], told[-1]["chat"][0]["text"]) == (["b"], "One moment, please")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "at least 1 character"),
        ("   ", "at least 1 character"),
        ("x" * 201, "at most 200 characters"),
        ("a\nb", "without control characters"),
        ("a\x1b[2J", "without control characters"),
        ("a\x00b", "NUL"),
        ("a\u202eb", "without control characters"),
        ("a\u2028b", "without control characters"),
        ("\u200d\u200d", "something that can be read"),
    ],
)
def test_a_line_that_is_no_plain_text_is_refused(client: Client, text: str, sentence: str) -> None:
    match = client.new_match("formations")
    with pytest.raises(ServerError, match=sentence) as refused:
        match.chat(text)
    assert refused.value.status == 422
    assert match.people()["chat"] == []


def test_what_people_write_is_limited_in_number_and_rate(database: str) -> None:
    async def begin(lobby: Lobby) -> str:
        lobby.limits = replace(lobby.limits, chat_lines=7)
        room, *_ = await created(lobby, NewMatch(system="formations", players=PEOPLE))
        for number in range(5):
            assert (await room.people.write("a", str(number)))["number"] == number
        with pytest.raises(RateLimited, match=r"at most 0.5 lines of chat per second. Wait \d"):
            await room.people.write("a", "too soon")
        await room.people.write("b", "others may")
        await room.people.write("b", "still write")
        with pytest.raises(Conflict, match="The chat of this match is full: it has 7 lines"):
            await room.people.write("b", "too much")
        lobby.limits = replace(lobby.limits, chat_lines=0)
        with pytest.raises(Forbidden, match="This server has no chat"):
            await room.people.write("b", "not here")
        return room.id

    async def go_on(lobby: Lobby) -> list[str]:
        room = await lobby.room(begun)
        await room.people.see_all()
        return [each["text"] for each in room.people.data(0)["chat"]]

    begun: str = in_lobby(database, begin)
    assert in_lobby(database, go_on) == ["0", "1", "2", "3", "4", "others may", "still write"], "it survives a restart"


def test_a_line_that_is_not_kept_is_not_shown_and_the_match_goes_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(lobby: Lobby) -> None:
        room, *_ = await created(lobby, NewMatch(system="formations", players=PEOPLE))
        await room.people.write("a", "kept")
        with monkeypatch.context() as patch:
            fail(lobby.store, patch, "add_chat")
            with pytest.raises(StoreError, match=str(AWAY)):
                await room.people.write("a", "lost")
        assert not room.is_dropped
        both = await asyncio.gather(room.people.write("a", "one"), room.people.write("b", "two"))
        assert [each["number"] for each in both] == [1, 2]
        assert [each.text for each in await asyncio.to_thread(lobby.store.chat, room.id)] == ["kept", "one", "two"]

    in_lobby(database, work)


def test_a_server_without_chat_says_so_and_still_tells_who_is_there(new_server: NewServer) -> None:
    server = new_server(None, "--no-chat")
    match = server.client.new_match("formations")
    assert match.about()["chat"] is False
    with pytest.raises(ServerError, match="This server has no chat") as refused:
        match.chat("Hello")
    assert refused.value.status == 403
    with sit(match) as socket:
        assert heard(socket)["there"] == ["a"]
