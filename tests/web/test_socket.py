"""The WebSocket under strain: several tabs, races, garbage, slow readers, and what others must not see."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from battlewright.client import Client, RemoteMatch
from battlewright.web.models import RefusedMessage
from tests.web.server import Server

GOLDEN = Path(__file__).parents[1] / "golden"


@contextmanager
def socket_of(
    match: RemoteMatch, since: int = 0, token: str | None = None, **headers: str
) -> Iterator[ClientConnection]:
    """A connection to a match, with the first news taken."""
    url = f"{match.client.url.replace('http', 'ws')}/api/matches/{match.id}/socket?since={since}"
    secret = match.token if token is None else token
    sent = {"Authorization": f"Bearer {secret}", **headers}
    with connect(url, additional_headers=sent, close_timeout=0.1) as socket:
        yield socket


def take(socket: ClientConnection, kind: str) -> Any:
    """The next message of a kind."""
    while True:
        data = json.loads(socket.recv(timeout=20))
        if data["kind"] == kind:
            return data


def test_commands_over_the_socket_and_several_tabs_in_step(client: Client) -> None:
    match = client.new_match("skirmish")
    with ExitStack() as stack:
        tabs = [stack.enter_context(socket_of(match)) for _ in range(3)]
        news = [take(tab, "news") for tab in tabs]
        assert news[0] == news[1] == news[2]
        choice = news[0]["offers"][0]["choice"]
        tabs[1].send(json.dumps({"id": 7, "kind": "choose", "choice": choice, "number": news[1]["number"]}))
        latest = [take(tab, "news") for tab in tabs]
        done = latest[1].pop("done")
        assert (done["id"], done["repeated"]) == (7, False)
        assert latest[0] == latest[1] == latest[2], "the answer has the news that the others get"
        assert latest[0]["since"] == news[0]["number"]
        assert latest[0]["number"] == done["number"]


def test_a_command_that_is_sent_again_is_done_once_and_answered_without_news(client: Client) -> None:
    match = client.new_match("skirmish")
    with socket_of(match) as socket:
        news = take(socket, "news")
        command = {"id": 1, "kind": "choose", "choice": news["offers"][0]["choice"], "key": "once"}
        socket.send(json.dumps(command))
        done = take(socket, "news")["done"]
        socket.send(json.dumps(command | {"id": 2}))
        again = json.loads(socket.recv(timeout=20))
        assert again == {"kind": "done", "id": 2, "number": done["number"], "repeated": True}
    assert match.news()["number"] == done["number"]


def test_what_was_sent_before_the_sender_went_away_is_done(client: Client) -> None:
    match = client.new_match("skirmish")
    with socket_of(match) as socket:
        news = take(socket, "news")
        socket.send(json.dumps({"kind": "choose", "choice": news["offers"][0]["choice"], "number": news["number"]}))
    until = time.monotonic() + 10
    while match.news(0)["number"] == news["number"]:
        assert time.monotonic() < until, "the choice was lost"
        time.sleep(0.01)


def test_of_two_tabs_that_choose_at_once_one_is_told_that_the_match_has_moved_on(client: Client) -> None:
    match = client.new_match("skirmish", players={"b": "random"})
    with socket_of(match) as one, socket_of(match) as other:
        news = take(one, "news")
        take(other, "news")
        for _ in range(5):
            line = json.dumps({"kind": "choose", "choice": news["offers"][0]["choice"], "number": news["number"]})
            one.send(line)
            other.send(line)
            heard = [_heard(each, news["number"]) for each in (one, other)]
            (refused, late), (done, first) = sorted(heard, key=lambda each: each[0]["kind"] != "refused")
            assert "has moved on" in refused["error"]
            assert done["done"]["number"] == done["number"]
            assert late == {name: part for name, part in first.items() if name != "done"}, "both have the same news"
            news = first


def _heard(socket: ClientConnection, number: int) -> tuple[Any, Any]:
    """The answer to a command and the news since a number, which may come before it, in it or after it."""
    answer = news = None
    while answer is None or news is None:
        data = json.loads(socket.recv(timeout=20))
        answer = data if data["kind"] == "refused" or "done" in data else answer
        news = data if data["kind"] == "news" and data["since"] == number else news
    return answer, news


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("", "not valid JSON"),
        ("[]", "a JSON object"),
        ("null", "a JSON object"),
        ('{"kind": "dance"}', "kind"),
        ('{"kind": "choose"}', "choice: Field required"),
        ('{"kind": "choose", "choice": "dance"}', "dance"),
        ('{"kind": "choose", "choice": "shoot whom=99999999999999"}', "whom"),
        ('{"kind": "faces", "faces": ["x"]}', "faces"),
        ('{"kind": "undo", "to": -1}', "to"),
        ('{"kind": "resign", "id": {}}', "The id of a message"),
        ('{"kind": "edit", "edit": "stress who=1 value=0"}', "game master"),
        (b"\x00\x01", "this one is binary"),
        ("\N{CROSSED SWORDS}" * 10, "not valid JSON"),
    ],
)
def test_what_is_no_command_is_refused_and_nothing_changes(client: Client, message: Any, sentence: str) -> None:
    match = client.new_match("skirmish")
    before = match.news(0)
    with socket_of(match) as socket:
        take(socket, "news")
        socket.send(message)
        refused = take(socket, "refused")
        assert sentence in refused["error"]
        assert refused.keys() == RefusedMessage.__annotations__.keys() - {"changed"}
        assert refused["status"] == 422 or not refused["faults"]
        assert 400 <= refused["status"] < 500
    assert match.news(0) == before


def test_a_command_that_cannot_be_read_has_its_faults_field_by_field(client: Client) -> None:
    with socket_of(client.new_match("skirmish")) as socket:
        take(socket, "news")
        socket.send('{"id": 7, "kind": "faces", "faces": ["x"]}')
        refused = take(socket, "refused")
    assert (refused["status"], refused["id"]) == (422, 7)
    assert [fault["field"].rpartition("faces")[2] for fault in refused["faults"]] == [".0"]


def test_a_spectator_acts_in_nothing(client: Client) -> None:
    match = client.new_match("skirmish")
    with socket_of(match, token="") as socket:
        assert take(socket, "news")["seat"] == "spectator"
        socket.send('{"id": "x", "kind": "resign"}')
        refused = take(socket, "refused")
    assert (refused["status"], refused["id"]) == (403, "x")
    assert "Spectators cannot act" in refused["error"]
    assert match.news(0, "")["state"] == "running"


def test_whoever_sends_garbage_is_shown_the_door_and_the_server_stays_well(client: Client) -> None:
    match = client.new_match("skirmish")
    before = match.news(0)
    with socket_of(match) as socket:
        closed = _sent_until_closed(socket, (f"garbage {number}" * 20 for number in range(10_000)))
    assert closed.rcvd is None or closed.rcvd.code == 1008
    assert match.news(0) == before
    assert client.health()["status"] == "ready"


def _sent_until_closed(socket: ClientConnection, messages: Iterable[str]) -> ConnectionClosed:
    """Send messages, then read, until the server closes the connection; returns how it did."""
    try:
        for message in messages:
            socket.send(message)
        while True:
            socket.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed


def test_a_message_that_is_too_large_ends_the_connection_alone(client: Client) -> None:
    match = client.new_match("skirmish")
    with socket_of(match) as socket:
        closed = _sent_until_closed(socket, ["x" * 100_000])
    assert closed.rcvd is not None
    assert closed.rcvd.code == 1009
    assert client.health()["status"] == "ready"


def test_a_reader_who_does_not_read_costs_no_memory(client: Client, shared_server: Server) -> None:
    match = client.new_match("skirmish", options={"rounds": 3})
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(socket_of(match))  # none of them reads
        assert shared_server.process is not None
        before = _memory(shared_server.process.pid)
        while (news := match.news())["state"] == "running":
            match.choose(news["offers"][0]["choice"])
        assert _memory(shared_server.process.pid) - before < 64 * 2**20


def _memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def test_pages_of_others_may_neither_connect_nor_send(client: Client) -> None:
    match = client.new_match("skirmish")
    with pytest.raises(InvalidStatus), socket_of(match, Origin="https://evil.example"):
        pass
    path = f"{client.url}/api/matches/{match.id}/commands"
    sent = {"kind": "resign"}
    headers = {"origin": "https://evil.example", "cookie": f"seat={match.token}"}
    refused = httpx.post(path, json=sent, headers=headers)
    assert (refused.status_code, "Cross-origin" in refused.json()["error"]) == (403, True)
    assert match.about()["state"] == "running"
    allowed = httpx.post(path, json=sent, headers=headers | {"origin": client.url})
    assert allowed.status_code == 200


def test_the_token_is_in_a_cookie_that_scripts_and_other_sites_cannot_use(client: Client) -> None:
    answer = httpx.post(f"{client.url}/api/matches", json={"system": "skirmish"})
    cookie = answer.headers["set-cookie"]
    assert all(
        part in cookie for part in ("HttpOnly", "SameSite=strict", f"Path=/api/matches/{answer.json()['match']}")
    )
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options"):
        assert name in answer.headers
    assert "unsafe" not in answer.headers["content-security-policy"]


PARTS = "story,status,battle,offers,suggestions"
DUEL = """name = "Duellists"
characters = [
  {name = "Duellist", melee = 4, ballistics = 2, toughness = 3, agility = 6, weapons = ["Sword"], count = 2},
]
"""
FIRST_EDITION = {
    "files": {"duel.toml": DUEL, "field.toml": 'name = "Small field"\nwidth = 12\ndepth = 12\n'},
    "options": {"table": "field.toml", "edition": "first", "rounds": 6},
    "players": {"a": "person", "b": "person"},
}


def duel(client: Client, **more: Any) -> dict[str, RemoteMatch]:
    """A match of the first edition with much close combat: its seats, and a spectator's."""
    one = client.new_match("skirmish", ["duel.toml", "duel.toml"], **FIRST_EDITION, **more)
    return {"a": one, "b": client.join(one.id, "b", one.invitations["b"]), "spectator": client.match(one.id)}


def attack_first(news: Any) -> str:
    """The choice of somebody who seeks close combat, and splits the dice in halves."""
    listed: list[str] = [each["choice"] for each in news["offers"]]
    return next((each for each in listed if each.startswith(("close-combat", "divide attack=2"))), listed[0])


def test_nothing_secret_reaches_another_in_a_whole_match(client: Client) -> None:
    """Every byte that anybody receives in a whole match of the first edition is searched."""
    seats = duel(client)
    received: dict[str, list[str]] = {name: [] for name in seats}
    listeners = [
        threading.Thread(target=_listen, args=(match, received[name]), daemon=True) for name, match in seats.items()
    ]
    for each in listeners:
        each.start()
    splits: dict[int, tuple[str, str]] = {}
    while (news := seats["a"].news(0, "offers,suggestions"))["state"] != "over":
        actor = seats[news["to_act"][0]]
        line = attack_first(actor.news(0, "offers,suggestions"))
        actor.choose(line)
        if line.startswith("divide"):
            splits[news["number"]] = (actor.seat or "", line)
    for each in listeners:
        each.join(60)
    shown = {entry["number"]: entry.get("choice") for entry in seats["spectator"].news(0)["news"]}
    assert len(splits) > 2
    assert all(shown[number] == line for number, (_, line) in splits.items()), "all are shown in the end"
    one = seats["a"]
    secrets = (one.token, seats["b"].token, one.invitations["b"], one.about()["dice"]["secret"])
    for name, texts in received.items():
        assert not any(each in text for each in filter(None, secrets) for text in texts)
        for data in map(json.loads, texts):
            told = json.dumps({each: data[each] for each in ("news", "story", "status", "battle")})
            for number in range(data["since"], data["number"]):
                seat, line = splits.get(number, (name, ""))
                if seat != name and number + 1 == data["number"] and number + 1 in splits:
                    assert f'"{line}"' not in told, "it was told before the other had chosen"


def test_what_a_hidden_choice_was_changes_no_byte_for_others(client: Client) -> None:
    """Two matches that differ in a hidden choice alone are the same for everybody else until it is shown."""
    told: list[dict[str, str]] = []
    for place in (0, -1):
        seats = duel(client, seed=7)
        while True:
            news = seats["a"].news(0, "offers,suggestions")
            actor = seats[news["to_act"][0]]
            offered = actor.news(0, "offers,suggestions")
            if offered["offers"][0]["choice"].startswith("divide"):
                break
            actor.choose(attack_first(offered))
        actor.choose(offered["offers"][place]["choice"])
        others = {name: match for name, match in seats.items() if match is not actor}
        told.append({name: json.dumps(match.news(0, PARTS) | {"match": ""}) for name, match in others.items()})
        assert json.loads(told[-1]["spectator"])["news"][-1]["secret"]
    assert told[0] == told[1]


def _listen(match: RemoteMatch, received: list[str]) -> None:
    """Keep every message until the match is over."""
    url = f"{match.client.url.replace('http', 'ws')}/api/matches/{match.id}/socket?since=0&parts={PARTS}"
    headers = {"Authorization": f"Bearer {match.token}"} if match.token else None
    with connect(url, additional_headers=headers, max_size=2**24) as socket:
        while not received or json.loads(received[-1])["state"] != "over":
            received.append(str(socket.recv(timeout=60)))


def test_commands_faster_than_allowed_are_read_slowly(new_server: Any) -> None:
    server = new_server(None, "--limit", "commands=20")
    match = server.client.new_match("skirmish")
    with socket_of(match) as socket:
        take(socket, "news")
        began = time.monotonic()
        for _ in range(60):
            socket.send('{"kind": "agree"}')
        for _ in range(60):
            take(socket, "refused")
        assert time.monotonic() - began > 0.8
    with httpx.Client(base_url=server.url) as http:
        answers = [http.get("/healthz") for _ in range(120)]
    assert any("at most 20 requests per second" in answer.text for answer in answers if answer.status_code == 429)
