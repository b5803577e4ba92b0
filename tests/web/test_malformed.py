"""Whatever is sent: what is wrong with it is the sender's to hear, and no mistake of the server's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from battlewright.client import Client
from battlewright.web.models import Problem
from tests.web.server import Server

HALF = "\ud800"
"""Half of a character: JSON can write it, UTF-8 cannot."""


def nested(depth: int) -> Any:
    data: Any = "x"
    for _ in range(depth):
        data = [data]
    return data


@pytest.fixture
def web(shared_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shared_server.url, timeout=30) as client:
        yield client


def sent(web: httpx.Client, path: str, body: Any, **headers: str) -> httpx.Response:
    """Send data as the standard library writes it, with what no other writes."""
    return web.post(path, content=json.dumps(body), headers={"content-type": "application/json", **headers})


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://a]b", "null", "//", "http://\xe9"])
def test_an_origin_that_is_none_is_another_page(web: httpx.Client, client: Client, origin: str) -> None:
    header = {b"origin": origin.encode("latin-1")}
    answer = web.post("/api/commitments", headers=header)
    assert answer.status_code == 403, answer.text
    assert "Cross-origin request refused" in answer.json()["error"]
    match = client.new_match("formations")
    address = f"{client.url.replace('http', 'ws')}/api/matches/{match.id}/socket"
    with pytest.raises(InvalidStatus) as caught, connect(address, additional_headers={"Origin": origin}):
        pass
    assert caught.value.response.status_code == 403


@pytest.mark.parametrize("depth", [80, 900, 5000, 100_000])
def test_data_that_is_nested_deep_is_refused(web: httpx.Client, depth: int) -> None:
    text = depth * "[" + depth * "]"
    bodies = (text, f'{{"system": "skirmish", "options": {{"table": {text}}}}}', f'{{"file": {{"name": {text}}}}}')
    for path in ("/api/matches", "/api/systems/skirmish/rosters", "/api/replays"):
        for body in bodies:
            answer = web.post(path, content=body, headers={"content-type": "application/json"})
            assert answer.status_code in (400, 422), answer.text
            assert len(answer.json()["error"]) > 10


@pytest.mark.parametrize("text", [HALF, "a\0b", nested(900), 10**400, float("nan")])
def test_what_cannot_be_kept_is_refused_wherever_it_stands(web: httpx.Client, client: Client, text: Any) -> None:
    match = client.new_match("formations")
    bodies: list[tuple[str, Any]] = [
        ("/api/matches", {"system": "skirmish", "name": text}),
        ("/api/matches", {"system": "skirmish", "title": text}),
        ("/api/matches", {"system": text}),
        ("/api/matches", {"system": "skirmish", "options": {"table": text}}),
        ("/api/matches", {"system": "skirmish", "setup": {"name": text}}),
        ("/api/matches", {"system": "skirmish", str(text)[:20]: 1}),
        ("/api/matches", text),
        ("/api/systems/skirmish/rosters", {"file": {"name": text}}),
        ("/api/systems/skirmish/rosters", {"text": text}),
        ("/api/systems/skirmish/rosters", {"file": {str(text)[:20]: 1}}),
        ("/api/systems/skirmish/preview", {"options": {"table": text}}),
        ("/api/odds/skirmish/shot", {"arguments": {"ballistics": text}}),
        ("/api/replays", {"replay": text}),
        (f"/api/matches/{match.id}/commands", {"kind": text}),
        (f"/api/matches/{match.id}/commands", {"kind": "say", "text": text}),
        (f"/api/matches/{match.id}/commands", {"kind": "agree", "key": text}),
    ]
    for path, body in bodies:
        answer = sent(web, path, body, authorization=f"Bearer {match.token}")
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert answer.json().keys() == Problem.__annotations__.keys() - {"changed"}
        assert len(answer.json()["error"]) > 10


def test_addresses_and_headers_that_are_no_text_are_refused(web: httpx.Client, client: Client) -> None:
    match = client.new_match("formations")
    for part in ("%ED%A0%80", "%00", "%FF", "%5B", "9" * 5000, "%EF%BC%91"):
        for path in (
            f"/api/matches/{part}",
            f"/api/systems/{part}/rosters",
            f"/api/systems/skirmish/rosters/{part}",
            f"/api/odds/dice/roll?notation={part}",
            f"/api/odds/skirmish/shot?{part}=1",
            f"/api/rules/skirmish/{part}",
            f"/api/matches/{match.id}/news?since={part}",
            f"/api/matches/{match.id}/parse?text={part}",
        ):
            status = web.get(path, headers={"authorization": f"Bearer {match.token}"}).status_code
            assert status < 500, path
            assert status != 200 or part.endswith("%91"), path  # a digit of another script is a digit
    bearer = web.request("GET", f"/api/matches/{match.id}", headers={b"authorization": b"Bearer \xff"})
    assert bearer.status_code == 401
    cookie = web.request("GET", f"/api/matches/{match.id}", headers={b"cookie": b"seat=\xff"})
    assert cookie.json()["held"] == [], "who has an old cookie watches"
