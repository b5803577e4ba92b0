"""People who share a device: one browser with the tokens of several seats. And the games that a browser remembers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.web.server import Server


@pytest.fixture
def browser(shared_server: Server) -> Iterator[httpx.Client]:
    """A client that keeps cookies and sends no token, as a page does."""
    with httpx.Client(base_url=shared_server.url) as made:
        yield made


def begin(browser: httpx.Client, system: str = "skirmish", **asked: Any) -> str:
    """Two people at one device; returns the address of their match."""
    players = {"a": "person", "b": "person"}
    wanted = {"system": system, "players": players, "name": "Ann", "beside": {"b": "Ben"}, **asked}
    made = browser.post("/api/matches", json=wanted).raise_for_status().json()
    assert made["invitations"] == {}
    assert list(made["beside"]) == ["b"]
    return f"/api/matches/{made['match']}"


def act(browser: httpx.Client, match: str, **command: Any) -> dict[str, Any]:
    """Send a command as the seat that must act; returns the news after it."""
    seat = news(browser, match)["to_act"][0]
    if command["kind"] == "choose":
        command["choice"] = news(browser, match, seat)["offers"][0]["choice"]
    browser.post(f"{match}/commands?as={seat}", json=command).raise_for_status()
    return news(browser, match, seat)


def news(browser: httpx.Client, match: str, seat: str = "a") -> dict[str, Any]:
    answer: dict[str, Any] = browser.get(f"{match}/news?as={seat}").raise_for_status().json()
    return answer


def test_two_people_at_one_device_play_take_back_and_play_again(browser: httpx.Client) -> None:
    match = begin(browser)
    about = browser.get(match).json()
    assert [(seat["called"], seat["open"]) for seat in about["seats"]] == [("Ann", False), ("Ben", False)]
    assert (about["you"], about["held"], about["state"]) == ("a", ["a", "b"], "running")
    assert about["to_act"] == news(browser, match)["to_act"]
    acted = set[str]()
    while len(acted) < 2:
        acted |= {*news(browser, match)["to_act"]}
        told = act(browser, match, kind="choose")
    assert told["request"] is None
    undone = act(browser, match, kind="undo")
    assert undone["request"] is None, "nobody is asked"
    assert undone["to_act"] != told["to_act"] or undone["news"][-1]["kind"] in ("undo", "epoch")
    assert act(browser, match, kind="offer-draw")["result"]["winner"] == "draw", "and a draw is agreed at once"
    again = browser.post(f"{match}/rematch?as=b", json={}).raise_for_status().json()
    about = browser.get(f"/api/matches/{again['match']}").json()
    assert (about["you"], sorted(about["held"]), about["state"]) == ("b", ["a", "b"], "running")
    assert [seat["called"] for seat in about["seats"]] == ["Ann", "Ben"]


def test_a_seat_of_several_is_named_and_only_what_is_held_can_be(browser: httpx.Client, shared_server: Server) -> None:
    match = begin(browser, "formations")
    refused = browser.get(f"{match}/news?as=c")
    assert (refused.status_code, refused.json()["sentence"]) == (401, "This request has no token of seat c.")
    stranger = httpx.get(f"{shared_server.url}{match}/news?as=a")
    assert stranger.status_code == 401
    assert httpx.get(f"{shared_server.url}{match}").json()["held"] == []


def test_a_socket_of_several_seats_follows_the_one_that_must_act(browser: httpx.Client, shared_server: Server) -> None:
    match = begin(browser)
    cookies = {"cookie": "; ".join(f"{each.name}={each.value}" for each in browser.cookies.jar)}
    with connect(f"{shared_server.url.replace('http', 'ws')}{match}/socket", additional_headers=cookies) as socket:
        heard = [json.loads(socket.recv())]
        while len({each["seat"] for each in heard}) < 2:
            act(browser, match, kind="choose")
            heard.append(json.loads(socket.recv()))
    assert [each["seat"] for each in heard] == [each["to_act"][0] for each in heard]
    assert all(each["offers"] and each["hidden"] == "nothing" for each in heard)
    assert [each["since"] for each in heard] == [0, *(each["number"] for each in heard[:-1])]


def test_a_seat_moves_to_another_browser_and_both_keep_it(browser: httpx.Client, shared_server: Server) -> None:
    asked = {"system": "formations", "players": {"a": "person", "b": "person"}, "name": "Ann"}
    made = browser.post("/api/matches", json=asked).json()
    match, token = f"/api/matches/{made['match']}", made["token"]
    assert browser.get(f"{match}/token").json() == {"seat": "a", "token": token}
    with httpx.Client(base_url=shared_server.url) as phone:
        assert phone.get(f"{match}/token").status_code == 401
        wrong = phone.post(f"{match}/token", headers={"authorization": f"Bearer {token[:-1]}"})
        assert wrong.json()["sentence"] == "This token is not valid for any seat of this match."
        taken = phone.post(f"{match}/seats/b", json={"invitation": made["invitations"]["b"], "name": "Ben"})
        assert phone.get(match).json()["held"] == ["b"]
        moved = phone.post(f"{match}/token", headers={"authorization": f"Bearer {token}"})
        assert "HttpOnly" in moved.headers["set-cookie"]
        assert phone.get(match).json()["held"] == ["a", "b"], "beside the seat that it had"
        assert phone.get(f"{match}/token?as=b").json()["token"] == taken.json()["token"]
    assert browser.get(match).json()["you"] == "a"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"watch": True, "beside": {"b": ""}}, "Who takes no seat has nobody beside them"),
        ({"beside": {"c": ""}}, "Unknown seat for a person 'c'"),
        ({"players": {"a": "person", "b": "greedy"}, "beside": {"b": ""}}, "Unknown seat for a person 'b'"),
    ],
)
def test_whom_one_cannot_have_beside_one(browser: httpx.Client, asked: dict[str, Any], sentence: str) -> None:
    players = {"a": "person", "b": "person"}
    answer = browser.post("/api/matches", json={"system": "formations", "players": players, **asked})
    assert answer.status_code == 400
    assert sentence in answer.json()["sentence"]


def test_games_are_listed_by_their_ids_whether_public_or_not(browser: httpx.Client) -> None:
    ids = [begin(browser, "formations").rpartition("/")[2] for _ in range(2)]
    listed = browser.get("/api/matches", params={"ids": ",".join([*ids, "A" * 22])}).json()["matches"]
    assert {each["id"] for each in listed} == {*ids}
    assert not {*ids} & {each["id"] for each in browser.get("/api/matches").json()["matches"]}
    assert browser.get("/api/matches", params={"ids": ""}).json()["matches"] == []


def test_a_preview_warns_where_points_differ(browser: httpx.Client) -> None:
    shipped = browser.get("/api/systems/skirmish/rosters/red-hall").json()
    mine = {**shipped["file"], "characters": shipped["file"]["characters"][1:], "name": "Half a Hall"}
    less = browser.post("/api/systems/skirmish/rosters", json={"file": mine}).json()["shown"]["points"]

    def warnings(*names: str) -> list[str]:
        asked = {"names": names, "files": {"half.json": json.dumps(mine)}}
        found: list[str] = browser.post("/api/systems/skirmish/preview", json=asked).json()["warnings"]
        return found

    most = shipped["shown"]["points"]
    assert warnings("half.json", "red-hall") == [f"{less} against {most} points: Red Hall has {most - less} more."]
    assert warnings("red-hall", "red-hall") == []
