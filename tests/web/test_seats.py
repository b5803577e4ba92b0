"""What passes between the seats of a match: dice on a real table, consent, draws, time, and who sees what."""

from __future__ import annotations

import time
from typing import Any

import pytest

from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError
from tests.web.play import play, result_of


def two(client: Client, system: str = "formations", **asked: Any) -> tuple[RemoteMatch, RemoteMatch]:
    one = client.new_match(system, players={"a": "person", "b": "person"}, **asked)
    return one, client.join(one.id, "b", one.invitations["b"])


def test_physical_dice_are_typed_and_confirmed_by_the_other(client: Client) -> None:
    one, other = two(client, dice="physical")
    news = one.news(0)
    assert news["node"]["kind"] == "chance"
    mine, theirs = news["roll"], other.news(0)["roll"]
    assert mine is not None
    assert theirs is not None
    assert (mine["yours"], theirs["yours"]) == ([0], [1]), "each side has a die of its own"
    faces = [1]
    with pytest.raises(ServerError, match="must be rolled here"):
        one.command("faces", faces=[*faces, 1])
    one.command("faces", faces=faces)
    asked = other.news(0)["request"]
    assert asked is not None
    assert (asked["kind"], asked["asked"], asked["faces"]) == ("claim", ["b"], faces)
    with pytest.raises(ServerError, match="that must be answered first"):
        one.command("faces", faces=faces)
    other.command("decline")
    assert other.news(0)["request"] is None
    one.command("faces", faces=[3])
    other.command("agree")
    last = one.news(0)["news"][-1]
    assert (last["kind"], last["seat"], last["faces"]) == ("part", "a", [3])
    assert one.news(0)["to_act"] == ["b"]
    other.command("faces", faces=[2])
    one.command("agree")
    typed = next(entry for entry in one.news(0)["news"] if entry["kind"] == "typed")
    assert typed["faces"] == [3, 2]


def test_the_server_rolls_for_a_bot_while_people_type_theirs(client: Client) -> None:
    match = client.new_match("skirmish", dice="physical")
    seen, kinds = 0, set()
    while seen < 60:
        news = match.news(0)
        if news["state"] == "over":
            break
        seen = news["number"]
        kinds |= {(entry["kind"], entry.get("side")) for entry in news["news"]}
        if news["node"]["kind"] == "chance":
            roll = news["roll"]
            assert roll is not None
            match.command("faces", faces=[1 + n % 2 for n, _ in enumerate(roll["yours"])])
        else:
            match.choose(news["offers"][-1]["choice"])
    assert ("typed", "a") in kinds
    assert ("roll", "b") in kinds
    assert ("roll", "a") not in kinds
    assert ("typed", "b") not in kinds


def test_an_undo_past_dice_needs_the_others_consent(client: Client) -> None:
    one, other = two(client, "skirmish", dice="server")
    actor = one if one.news(0)["to_act"] == ["a"] else other
    rival = other if actor is one else one
    while actor.news(0)["news"][-1]["kind"] != "roll" or actor.news(0)["number"] < 4:
        news = actor.news(0)
        if news["to_act"] != [actor.seat]:
            actor, rival = rival, actor
            continue
        actor.choose(news["offers"][0]["choice"])
    actor.command("undo")
    asked = actor.news(0)["request"]
    assert asked is not None
    assert asked["what"] == "an undo"
    taken = [each for each in rival.news(0)["story"] if each["number"] >= actor.news(0)["news"][-1]["to"]]
    assert (asked["step"], asked["steps"]) == (taken[0]["sentence"], len(taken))
    assert asked["steps"] >= 2, "the choice, and its dice"
    before = actor.news(0)["number"]
    rival.command("agree")
    assert [entry["kind"] for entry in actor.news(before)["news"]][:3] == ["agree", "undo", "epoch"]


def test_an_undo_goes_back_to_what_was_asked_not_to_the_only_choice(client: Client) -> None:
    """Else a page that makes the only choice by itself would make it again at once."""
    match = client.new_match("skirmish", options={"table": "ruins"})
    decided = None
    while True:
        news = match.news(parts="offers,suggestions")
        offers = news["offers"]
        if len(offers) == 1 and not news["left_out"] and not news["to_type"] and decided is not None:
            break
        decided = news["number"]
        strike = [each["choice"] for each in offers if each["kind"] in ("close-combat", "shoot", "strike")]
        match.choose(strike[0] if strike else offers[0]["choice"])
    match.choose(offers[0]["choice"])
    match.command("undo")
    undone = [entry for entry in match.news(decided)["news"] if entry["kind"] == "undo"]
    assert [entry["to"] for entry in undone] == [decided]


def test_a_draw_is_offered_and_agreed(client: Client) -> None:
    one, other = two(client)
    one.command("offer-draw")
    other.command("agree")
    assert result_of(one)["why"] == "agreement"
    with pytest.raises(ServerError, match="The match is over"):
        one.command("resign")


def test_whoever_lets_the_time_run_out_loses(client: Client) -> None:
    match = client.new_match("skirmish", seconds=5)
    news = match.news(0)
    assert news["due"] is not None
    assert 0 < news["due"] - 1000 * time.time() <= 5000
    match.choose(news["offers"][0]["choice"])
    last = list(match.follow())[-1]["result"]
    assert last is not None
    assert last["sentence"] == "Lantern Company has run out of time."
    assert (last["winner"], last["why"], last["seat"]) == ("b", "timeout", "a")
    assert "ended timeout a" in match.replay()


def test_asking_and_taking_it_back_gives_nobody_more_time(client: Client) -> None:
    one, other = two(client, seconds=60)
    due = one.news(0)["due"]
    for match in (one, other):
        match.command("offer-draw")
        match.command("decline")
        assert match.news(0)["due"] == due
    actor = one if one.news(0)["to_act"] == ["a"] else other
    time.sleep(0.02)
    actor.choose(actor.news(0)["offers"][0]["choice"])
    later = one.news(0)["due"]
    assert due is not None
    assert later is not None
    assert later > due


def test_a_bot_of_the_server_that_thinks_plays_to_the_end(client: Client) -> None:
    match = client.new_match("skirmish", players={"b": "search:20ms"}, options={"rounds": 2})
    assert play(match)[-1]["state"] == "over"


def test_bots_play_each_other_while_others_watch(client: Client) -> None:
    match = client.new_match("skirmish", players={"a": "greedy", "b": "search:10ms"}, options={"rounds": 1})
    assert (match.seat, match.token) == (None, None)
    last = list(match.follow())[-1]
    assert (last["seat"], last["state"]) == ("spectator", "over")


def test_a_bot_that_connects_has_its_seat_by_invitation(client: Client) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "remote"})
    bot = client.join(match.id, "b", match.invitations["b"], "My bot")
    assert [seat["player"] for seat in match.about()["seats"]] == ["person", "remote"]
    with pytest.raises(ServerError, match="Bots do not accept draws"):
        match.command("offer-draw")
    assert bot.news(0)["state"] == "running"


def test_advice_comes_with_exact_odds_and_only_to_whoever_chooses(client: Client) -> None:
    match = client.new_match("skirmish")
    advice = match.advice()["advice"]
    while not any(each["best"] for each in advice):
        news = match.news()
        assert {each["choice"] for each in advice} >= {each["choice"] for each in news["offers"]}
        match.choose(news["offers"][0]["choice"])
        advice = match.advice()["advice"]
    with pytest.raises(ServerError, match="no token of a seat"):
        client.match(match.id).advice()


def test_a_choice_in_the_games_own_words(client: Client) -> None:
    match = client.new_match("skirmish")
    match.choose(match.news()["offers"][0]["choice"])
    with pytest.raises(ServerError) as refused:
        match.say("move 10000 10000")
    assert refused.value.status in (400, 409)
    with pytest.raises(ServerError):
        match.say("dance with b1")
