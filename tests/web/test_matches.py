"""Matches over a real server."""

from __future__ import annotations

import httpx
import pytest

from battlewright.client import Client
from battlewright.engine.errors import ServerError
from battlewright.play.replays import Replay
from tests.web.conftest import NewServer
from tests.web.play import play, play_both


@pytest.mark.parametrize("system", ["skirmish", "heroes", "formations"])
def test_a_match_against_a_bot_is_played_to_its_end(client: Client, system: str) -> None:
    match = client.new_match(system, name="Ann")
    seen = play(match)
    assert seen[-1]["state"] == "over"
    numbers = [entry["number"] for news in seen for entry in news["news"]]
    assert numbers == list(range(seen[-1]["number"])), "every entry came once"
    assert Replay.parse(match.replay()).repeat().is_over


def test_two_people_play_each_other_by_invitation(client: Client) -> None:
    one = client.new_match("formations", players={"a": "person", "b": "person"}, name="Ann")
    assert one.about()["state"] == "waiting"
    with pytest.raises(ServerError, match="has not begun: seat b is still open"):
        one.command("resign")
    with pytest.raises(ServerError, match="not valid for seat b"):
        client.join(one.id, "b", "guessed")
    other = client.join(one.id, "b", one.invitations["b"], "Ben")
    assert one.about()["state"] == "running"
    with pytest.raises(ServerError, match="Seat b is taken"):
        client.join(one.id, "b", one.invitations["b"])
    news = play_both(one, other)
    assert news["result"]
    assert other.about()["result"] == one.about()["result"] == news["result"]


def test_a_seat_acts_only_for_itself(client: Client) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "person"})
    other = client.join(match.id, "b", match.invitations["b"])
    waits_for = match.news(0)["to_act"][0]
    choices = {"a": match, "b": other}[waits_for].news(0)["offers"]
    wrong = other if waits_for == "a" else match
    assert wrong.news(0)["offers"] == []
    before = match.news(0)["number"]
    with pytest.raises(ServerError, match=r"Seat . cannot choose now") as refused:
        wrong.choose(choices[0]["choice"])
    assert refused.value.status == 409
    with pytest.raises(ServerError, match="no token of a seat"):
        client.match(match.id).choose(choices[0]["choice"])
    with pytest.raises(ServerError, match="is not valid for any seat"):
        client.match(match.id, "a", "guessed").choose(choices[0]["choice"])
    assert match.news(0)["number"] == before


def test_offers_say_all_that_pages_show_or_lines_and_kinds_alone(client: Client) -> None:
    match = client.new_match("skirmish", seed=3)
    play(match, most=12)
    whole, brief = match.news(0, "offers")["offers"], match.news(0, "brief")["brief"]
    assert sorted(each["choice"] for each in brief) == sorted(each["choice"] for each in whole)
    assert {each["choice"]: each["kind"] for each in brief} == {each["choice"]: each["kind"] for each in whole}
    suggested = match.news(0, "offers,suggestions")["offers"]
    assert [each["choice"] for each in suggested if not each["suggested"]] == [each["choice"] for each in whole]
    assert {each["place"] for each in suggested} == set(range(len(suggested)))


def test_a_command_that_is_sent_twice_counts_once(client: Client) -> None:
    match = client.new_match("skirmish")
    news = match.news()
    line = news["offers"][0]["choice"]
    first = match.choose(line, key="once")
    assert match.choose(line, key="once") == first
    assert match.news()["number"] == first


def test_a_choice_in_view_of_an_old_position_is_refused(client: Client) -> None:
    match = client.new_match("skirmish")
    news = match.news()
    match.choose(news["offers"][0]["choice"], number=news["number"])
    with pytest.raises(ServerError, match="has moved on") as refused:
        match.choose(news["offers"][0]["choice"], number=news["number"])
    assert refused.value.status == 409


def test_a_match_goes_on_after_the_server_was_killed(new_server: NewServer) -> None:
    server = new_server()
    match = server.client.new_match("skirmish")
    play(match, most=10)
    before = match.news(0)
    server.kill()
    server.start()
    assert match.news(0) == before
    assert play(match, seed=2)[-1]["state"] == "over"


def test_who_was_away_gets_everything_once(client: Client) -> None:
    match = client.new_match("skirmish")
    play(match, most=5)
    again = client.match(match.id, match.seat, match.token)
    seen = play(again)
    assert [entry["number"] for news in seen for entry in news["news"]] == list(range(seen[-1]["number"]))


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "system: Field required"),
        ({"system": "chess"}, "Unknown system 'chess'"),
        ({"system": "skirmish", "names": ["red-hall", "nobody"]}, "Unknown roster 'nobody'"),
        ({"system": "skirmish", "names": ["/etc/passwd", "red-hall"]}, "Unknown roster"),
        ({"system": "skirmish", "names": ["/etc/hosts.toml", "red-hall"]}, "there is no such file"),
        ({"system": "skirmish", "options": {"rounds": 99}}, "rounds must be a whole number from 1 to 50, not 99."),
        ({"system": "skirmish", "options": {"table": 4}}, "table must be a text, not 4."),
        ({"system": "skirmish", "options": {"tabel": "ruins"}}, "Unknown parameter 'tabel'. Did you mean 'table'?"),
        ({"system": "skirmish", "players": {"c": "person"}}, "Unknown seat 'c'"),
        ({"system": "skirmish", "players": {"b": "mine.py:Bot"}}, "There is no bot 'mine.py:Bot' on this server"),
        ({"system": "skirmish", "players": {"b": "search:60s"}}, "may think for at most 2000 ms"),
        ({"system": "skirmish", "players": {"b": "remote"}, "seat": "c"}, "Unknown seat for you 'c'"),
        ({"system": "skirmish", "more": 1}, "more: Extra inputs are not permitted"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(client: Client, body: object, sentence: str) -> None:
    answer = httpx.post(f"{client.url}/api/matches", json=body)
    assert 400 <= answer.status_code < 500
    assert sentence in answer.json()["error"]


def test_a_roster_of_ones_own_is_sent_with_the_request(client: Client) -> None:
    from battlewright.systems.skirmish.setup.files import ROSTERS

    text = ROSTERS.text("red-hall").replace('name = "Red Hall"', 'name = "My Own Hall"')
    match = client.new_match("skirmish", ["mine.toml", "gable-foxes"], files={"mine.toml": text})
    assert "My Own Hall" in match.about()["title"]
