"""One address that takes all that it can: what others notice, and what it is refused. ``bench/crowding.py`` measures
the same for longer, and more of it."""

from __future__ import annotations

import random
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from functools import cache
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from battlewright import systems
from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError
from battlewright.engine.node import NodeKind
from battlewright.engine.replay import write
from battlewright.engine.session import Session
from battlewright.web.limits import Limits
from battlewright.web.security import BODY_BYTES, Rates
from battlewright.web.views import PAGE_ENTRIES
from tests.web.conftest import NewServer
from tests.web.faults import SHORT
from tests.web.server import Server

ANOTHER = "127.0.0.2"
"""The address of somebody else."""
SOON = 1.5
"""The longest that somebody else waits for anything, on a machine with other work to do."""


@cache
def long_replay() -> str:
    """A replay of some 2,000 steps."""
    system, chance = systems.load("skirmish"), random.Random(1)
    session = Session(system, system.setup.read(rounds=50).setup, 0)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(chance.choice(session.choices()))
    assert len(session.steps) > 2_000
    return write(session)


@pytest.fixture(scope="module")
def long_battle(shared_server: Server) -> RemoteMatch:
    """A finished battle of many steps."""
    return shared_server.client.upload(long_replay())


@pytest.fixture
def other(shared_server: Server) -> Iterator[httpx.Client]:
    """Somebody at another address."""
    with closing(at(shared_server, ANOTHER)) as client:
        yield client


def at(server: Server, address: str) -> httpx.Client:
    """Return a client of a server with an address of its own."""
    return httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=address), timeout=60)


def begun(client: httpx.Client, **asked: Any) -> tuple[str, dict[str, str]]:
    """Begin a match; return its address, and the headers of the seat."""
    answer = client.post("/api/matches", json={"system": "skirmish", "value": "x", **asked})
    made = answer.raise_for_status().json()
    return f"/api/matches/{made['match']}", {"authorization": f"Bearer {made['token']}"}


# Pages


def test_the_news_of_a_long_battle_come_page_by_page(long_battle: RemoteMatch, other: httpx.Client) -> None:
    path, numbers, since, pages = f"/api/matches/{long_battle.id}", [], 0, 0
    steps = long_battle.about()["steps"]
    while True:
        page = other.get(f"{path}/news?since={since}").json()
        numbers += [each["number"] for each in page["news"]]
        assert [each["number"] for each in page["story"]] == [each["number"] for each in page["news"]]
        assert len(page["news"]) <= PAGE_ENTRIES
        assert page["since"] == since
        since, pages = page["number"], pages + 1
        if not page["more"]:
            break
        assert "status" not in page
        assert not page["offers"]
    assert numbers == list(range(steps))
    assert pages > steps // PAGE_ENTRIES
    assert page["status"]["rows"]


def test_a_client_puts_the_pages_together(long_battle: RemoteMatch) -> None:
    steps = long_battle.about()["steps"]
    asked = long_battle.news(0)
    with closing(long_battle.follow(since=0)) as following:
        (heard,) = following
    for news in (asked, heard):
        assert [each["number"] for each in news["news"]] == list(range(steps))
        assert [each["number"] for each in news["story"]] == list(range(steps))
        assert (news["since"], news["number"], news["more"]) == (0, steps, False)
    assert [each["number"] for each in long_battle.moments()] == list(range(steps))


def test_pages_are_of_one_moment_each_though_the_match_moves_on(shared_server: Server) -> None:
    """Somebody reads a match from its beginning again and again while it is played, with steps taken back."""
    match = shared_server.client.new_match("skirmish", players={"a": "person", "b": "random"}, seed=5)
    watcher, chance, is_over = shared_server.client.match(match.id), random.Random(2), threading.Event()
    faults: list[str] = []

    def read() -> None:
        with closing(Client(shared_server.url)) as client:
            while not is_over.is_set():
                news = client.match(watcher.id).news(0)
                numbers = [each["number"] for each in news["news"]]
                if numbers != list(range(news["number"])):
                    faults.append(f"{numbers} to {news['number']}")

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    for made in range(60):
        news = match.news(0, "brief")
        if news["state"] == "over":
            break
        if not news["brief"]:
            continue
        match.choose(chance.choice(news["brief"])["choice"])
        if made % 10 == 9:
            match.command("undo")
    is_over.set()
    reading.join(30)
    assert not faults


# Others do not wait


def ask_for_news(client: httpx.Client, match: str, number: int, chance: random.Random) -> None:
    client.get(f"/api/matches/{match}/news?since={chance.randrange(1900)}&parts=story,scene")
    client.get(f"/api/matches/{match}/moments?since={chance.randrange(1900)}")


def ask_for_an_estimate(client: httpx.Client, match: str, number: int, chance: random.Random) -> None:
    client.post("/api/systems/skirmish/estimate", json={"key": str(number // 2)})


@pytest.mark.parametrize("what", [ask_for_news, ask_for_an_estimate])
def test_nobody_waits_for_what_somebody_else_asks_for(
    shared_server: Server, long_battle: RemoteMatch, other: httpx.Client, what: Callable[..., None]
) -> None:
    path, headers = begun(other, players={"a": "person", "b": "greedy"})
    is_over, answered = threading.Event(), [0]

    def ask(number: int) -> None:
        chance = random.Random(number)
        with closing(at(shared_server, "127.0.0.1")) as client:
            while not is_over.is_set():
                what(client, long_battle.id, number, chance)
                answered[0] += 1

    asking = [threading.Thread(target=ask, args=(each,), daemon=True) for each in range(6)]
    for each in asking:
        each.start()
    waits = []
    for _ in range(20):
        began = time.monotonic()
        news = other.get(f"{path}/news?since=0&parts=brief", headers=headers).json()
        if news["brief"]:
            command = {"kind": "choose", "choice": news["brief"][0]["choice"]}
            assert other.post(f"{path}/commands", json=command, headers=headers).status_code in (200, 409)
        waits.append(time.monotonic() - began)
    began = time.monotonic()
    assert other.post("/api/systems/heroes/estimate", json={}).status_code == 200
    assert time.monotonic() - began < 2 * SOON
    is_over.set()
    for each in asking:
        each.join(30)
    assert sorted(waits)[-2] < SOON
    assert answered[0] > 0


def test_bots_of_many_matches_of_one_address_keep_nobody_else_waiting(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "thinking=1", "--limit", "new_matches=100")
    thinking = {"a": "search:400ms", "b": "search:400ms"}
    with ExitStack() as opened:
        for _ in range(16):
            match = server.client.new_match("formations", players=thinking, watch=True)
            url = f"{server.url.replace('http', 'ws')}/api/matches/{match.id}/socket"
            opened.enter_context(connect(url, max_size=2**24))
        time.sleep(1)
        with closing(at(server, ANOTHER)) as other:
            made = other.post(
                "/api/matches",
                json={"system": "formations", "watch": True, "players": {"a": "search:400ms", "b": "search:400ms"}},
            )
            path, late = f"/api/matches/{made.raise_for_status().json()['match']}/news?parts=", time.monotonic() + 4
            choices = 0
            while choices < 2 and time.monotonic() < late:
                news = other.get(path).json()["news"]
                choices = sum(each["kind"] == "choice" for each in news)
                time.sleep(0.02)
    assert choices >= 2, "sixteen others would be first"


def test_a_socket_that_never_reads_is_let_go(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "answer=0.5")
    match = server.client.upload(long_replay())
    with closing(socket.socket()) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(10)
        raw.connect(("127.0.0.1", server.port))
        head = (
            f"GET /api/matches/{match.id}/socket HTTP/1.1\r\nHost: here\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        raw.sendall(head.encode())
        watched = select.poll()
        watched.register(raw, select.POLLERR | select.POLLHUP)
        assert watched.poll(10_000), "it is still connected"


# Matches of bots alone


def test_a_match_of_bots_alone_waits_until_somebody_watches(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "unwatched=0.3")
    players = {"a": "search:20", "b": "search:20"}
    match = server.client.new_match("skirmish", players=players, watch=True, options=SHORT["skirmish"])
    assert match.about()["unwatched"] is True
    time.sleep(1.5)
    number = listed_number(server, match)
    time.sleep(0.5)
    assert listed_number(server, match) == number, "nobody has looked"
    assert server.client.matches(ids=match.id)[0]["status"] == "running"
    with closing(match.follow("brief")) as following:
        numbers = [news["number"] for news in following]
    assert match.about()["over"]
    assert numbers[-1] > number
    with_a_person = server.client.new_match("formations")
    assert with_a_person.about()["unwatched"] is False


def listed_number(server: Server, match: RemoteMatch) -> int:
    """How far a match is, without looking at it."""
    (listed,) = server.client.matches(ids=match.id)
    return listed["number"]


def test_a_match_of_bots_alone_may_go_on_unwatched(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "unwatched=inf")
    match = server.client.new_match("formations", players={"a": "greedy", "b": "greedy"}, watch=True)
    late = time.monotonic() + 30
    while server.client.matches(ids=match.id)[0]["status"] != "over":
        assert time.monotonic() < late
        time.sleep(0.05)


# Limits of one address


def refused(client: Client | httpx.Client, sentence: str, **asked: Any) -> None:
    """Check that one more match is refused to an address with a sentence."""
    assert isinstance(client, Client)
    with pytest.raises(ServerError, match=sentence) as error:
        client.new_match("formations", **asked)
    assert error.value.status == 429


def test_one_address_has_a_number_of_open_matches_and_clocks(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "open_matches_each=3", "--limit", "clocks_each=1")
    with_clock = server.client.new_match("formations", seconds=600)
    late = time.monotonic() + 10
    while with_clock.news(0, "")["due"] is None:
        assert time.monotonic() < late
    refused(server.client, "At most 1 matches opened from one address may have a clock", seconds=600)
    for _ in range(2):
        server.client.new_match("formations")
    refused(server.client, "At most 3 matches opened from one address may be going on; end one first")
    with closing(at(server, ANOTHER)) as other:
        begun(other, seconds=600)
    with_clock.command("resign")
    server.client.new_match("formations", seconds=600)
    server.kill()
    server.start()
    refused(server.client, "At most 3 matches")


def test_one_address_has_a_number_of_stored_bytes(new_server: NewServer) -> None:
    replay = long_replay()
    server = new_server(None, "--limit", f"stored_each={len(replay) + 1000}", "--limit", "new_matches=100")
    server.client.upload(replay)
    with pytest.raises(ServerError, match="Matches opened from one address may begin with") as error:
        server.client.upload(replay)
    assert error.value.status == 429
    with closing(at(server, ANOTHER)) as other:
        assert other.post("/api/replays", json={"replay": replay}).status_code == 201


def test_a_large_body_costs_as_much_as_many_requests() -> None:
    rates = Rates(200)
    cost = 1 + Limits().body / BODY_BYTES
    count = 0
    while not rates.wait("one", cost):
        count += 1
    assert 400 // cost <= count <= 400 // cost + 1
    assert rates.wait("one", cost) > 0
    assert rates.wait("other", 1_000_000) == 0.0, "what costs more than there can be takes all"
    assert rates.wait("other") > 0
    rates.owe("third", 500)
    assert 0 < rates.wait("third") < 1


def test_whoever_sends_too_much_is_answered_late(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "commands=1")
    with suppress(httpx.HTTPError):
        began, answers = time.monotonic(), [httpx.get(f"{server.url}/healthz").status_code for _ in range(5)]
    assert answers.count(429) >= 2
    assert time.monotonic() - began > 0.25 * answers.count(429)
