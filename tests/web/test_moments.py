"""A finished match, moment by moment, over a real server."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from battlewright.client import Client, RemoteMatch
from tests.web.play import play, result_of
from tests.web.server import Server


@pytest.fixture(scope="module")
def finished(shared_server: Server) -> RemoteMatch:
    """A short Skirmish that is over."""
    match = shared_server.client.new_match("skirmish", options={"rounds": 1})
    play(match)
    return match


@pytest.fixture(scope="module")
def http(shared_server: Server) -> Iterator[httpx.Client]:
    """Requests to the shared server, without a token."""
    with httpx.Client(base_url=shared_server.url) as client:
        yield client


def test_each_moment_is_the_table_as_it_was(http: httpx.Client, finished: RemoteMatch) -> None:
    path = f"/api/matches/{finished.id}"
    told = http.get(f"{path}/moments").json()
    steps = told["steps"]
    assert steps == len(told["story"]) > 20
    moments = [http.get(f"{path}/moments/{at}").json() for at in range(steps + 1)]
    assert not any(model["on_table"] for model in moments[0]["scene"]["models"])
    assert moments[-1]["scene"] == http.get(f"{path}/guide/scene").json()["scene"]
    assert moments[-1]["node"]["kind"] == "over"
    for at, step in enumerate(told["story"]):  # whatever is placed or moves is there one moment later
        ways = [each for each in step["events"] if each["kind"] in ("deployed", "moved")]
        if len(ways) == 1 and not any(each["kind"] == "fell" for each in step["events"]):
            model = moments[at + 1]["scene"]["models"][ways[0]["who"]]
            assert (model["x"], model["y"]) == (ways[0]["x"], ways[0]["y"])
    middle = steps // 2
    assert http.get(f"{path}/guide/scene?at={middle}").json()["scene"] == moments[middle]["scene"]
    assert moments[middle]["status"]["rows"]
    assert finished.moment(middle)["scene"] == moments[middle]["scene"], "a player sees no other table"


def test_what_is_beyond_the_battle_is_refused(http: httpx.Client, finished: RemoteMatch) -> None:
    path = f"/api/matches/{finished.id}"
    refused = [http.get(f"{path}/moments/99999"), http.get(f"{path}/guide/scene?at=99999")]
    assert [each.status_code for each in refused] == [400, 400]
    assert "there is no moment 99999" in refused[0].json()["error"]
    assert http.get(f"{path}/guide/scene?at=-1").status_code == 400
    assert http.get(f"{path}/moments/-1").status_code == 422
    assert "must be a whole number" in http.get(f"{path}/guide/scene?at=soon").json()["error"]


@pytest.mark.parametrize("path", ["moments", "moments/0", "guide/scene?at=0", "guide/scene?at=1"])
def test_a_match_that_runs_shows_no_earlier_moment(client: Client, http: httpx.Client, path: str) -> None:
    match = client.new_match("skirmish", players={"a": "person", "b": "person"})
    client.join(match.id, "b", match.invitations["b"])
    own = {"authorization": f"Bearer {match.token}"}
    for headers in ({}, own):
        answer = http.get(f"/api/matches/{match.id}/{path}", headers=headers)
        assert answer.status_code == 409
        assert "once the match is over" in answer.json()["error"]


def test_systems_without_a_table_have_their_state(client: Client, http: httpx.Client) -> None:
    match = client.new_match("formations")
    play(match)
    path = f"/api/matches/{match.id}/moments"
    steps = http.get(path).json()["steps"]
    first, last = (http.get(f"{path}/{at}").json() for at in (0, steps))
    assert first["scene"] is None
    assert first["status"]["headings"] == last["status"]["headings"]
    assert first["status"]["rows"] != last["status"]["rows"]


def test_news_tell_where_models_have_come_to(client: Client) -> None:
    match = client.new_match("skirmish", options={"rounds": 1}, seed=3)
    for news in play(match)[1:]:
        for step in news["story"]:
            ways = {each.get("who"): each for each in step["events"] if each["kind"] in ("deployed", "moved")}
            assert {each["who"] for each in step["places"]} >= ways.keys()
    seen = client.match(match.id).news(0)
    assert all("places" not in step for step in seen["story"]), "who comes anew sees no motion"


def test_the_report_has_the_win_chance_after_every_step(finished: RemoteMatch) -> None:
    made = finished.report()
    assert made["reference"] == "greedy"
    chances = made["chances"]
    assert [each["at"] for each in chances] == list(range(made["steps"] + 1))
    assert all(0 <= each["low"] <= each["chance"] <= each["high"] <= 1 for each in chances)
    assert chances[0]["battles"] >= 8
    final = {"a": 1.0, "b": 0.0, "draw": 0.5}[result_of(finished)["winner"]]
    assert chances[-1]["chance"] == chances[-1]["low"] == final
