"""Advice over the server: odds at once, a star, a better one; as much as the match allows."""

from __future__ import annotations

import pytest

from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError


def at_a_move(match: RemoteMatch) -> RemoteMatch:
    """The same match, with a decision where a place may be pointed at."""
    while True:
        offers = match.news(parts="offers,suggestions")["offers"]
        if any(each["kind"] == "move" for each in offers):
            return match
        match.choose(offers[0]["choice"])


def test_against_the_computer_every_choice_says_what_it_loses(client: Client) -> None:
    match = client.new_match("skirmish")
    assert match.about()["advice"] == "full"
    odds, first = match.get("/advice", look="odds"), match.get("/advice")
    assert (odds["look"], odds["rollouts"], first["look"]) == ("odds", 0, "first")
    assert all(each["win"] is None and not each["marked"] for each in odds["advice"])
    assert first["rollouts"] > 0
    assert [each["choice"] for each in first["advice"]] == [each["choice"] for each in odds["advice"]]
    assert [each["win"]["standing"] for each in first["advice"]].count("best") == 1
    star = next(each for each in first["advice"] if each["marked"])
    deep = match.get("/advice", look="deep", star=star["choice"])
    kept = next(each for each in deep["advice"] if each["choice"] == star["choice"])["win"]
    assert kept["standing"] == "best" or kept["lost"] > 2 * kept["error"] - 0.0002, "it moves on a clear lead alone"


def test_a_place_that_is_pointed_at_is_compared_too(client: Client) -> None:
    match = at_a_move(client.new_match("skirmish", options={"table": "open-field"}))
    offers = match.news(parts="offers,suggestions")["offers"]
    models = match.get("/guide/scene")["scene"]["models"]
    figure = next(each for each in models if each["state"] == "acting")
    x, y = (figure[axis] / 1000 for axis in ("x", "y"))
    place = match.get("/parse", text=f"move {x:.1f} {y + 1.3:.1f}")["choice"]
    assert all(each["choice"] != place for each in offers)
    advice = match.get("/advice", about=place)["advice"]
    assert len(advice) == len(offers) + 1
    assert advice[-1]["choice"] == place
    assert advice[-1]["win"]["rollouts"] > 0
    with pytest.raises(ServerError) as refused:
        match.get("/advice", about="dance")
    assert 400 <= refused.value.status < 500
    with pytest.raises(ServerError) as refused:
        match.get("/advice", about=place, star="dance")
    assert 400 <= refused.value.status < 500


def test_a_client_asks_about_places_and_keeps_the_star(client: Client) -> None:
    match = at_a_move(client.new_match("skirmish", options={"table": "open-field"}))
    first = match.advice()
    assert first["rollouts"] > 0
    assert not first["exact"]
    assert first["number"] == match.news()["number"]
    (star,) = [each["choice"] for each in first["advice"] if each["marked"]]
    models = match.get("/guide/scene")["scene"]["models"]
    figure = next(each for each in models if each["state"] == "acting")
    places = [
        match.get("/parse", text=f"move {figure['x'] / 1000:.1f} {figure['y'] / 1000 + far:.1f}")["choice"]
        for far in (1.3, 1.7)
    ]
    deep = match.advice("deep", star, places)
    assert [each["choice"] for each in deep["advice"][-2:]] == places
    kept = next(each["win"] for each in deep["advice"] if each["choice"] == star)
    assert kept is not None
    assert kept["standing"] == "best" or kept["lost"] > 2 * kept["error"] - 0.0002


def test_between_people_the_odds_alone_are_told(client: Client) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "person"})
    guest = client.join(match.id, "b", match.invitations["b"], "Ben")
    assert match.about()["advice"] == guest.about()["advice"] == "odds"
    asked = match if "a" in match.news(0)["to_act"] else guest
    given = asked.get("/advice", look="deep")
    assert given["look"] == "odds"
    assert all(each["win"] is None and not each["marked"] for each in given["advice"])
    assert any(each["parts"] for each in given["advice"])


@pytest.mark.parametrize("term", ["none", "full"])
def test_people_may_agree_on_other_advice(client: Client, term: str) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "person"}, advice=term)
    guest = client.join(match.id, "b", match.invitations["b"], "Ben")
    assert guest.about()["advice"] == term, "the invitation tells it"
    asked = match if "a" in match.news(0)["to_act"] else guest
    if term == "none":
        with pytest.raises(ServerError, match="played without advice") as refused:
            asked.advice()
        assert refused.value.status in (403, 409)
    else:
        assert any(each["marked"] for each in asked.advice()["advice"])
    match.command("resign")
    assert match.rematch().about()["advice"] == term


def test_a_wrong_term_or_look_gets_a_sentence(client: Client) -> None:
    with pytest.raises(ServerError, match="advice"):
        client.new_match("formations", advice="much")
    with pytest.raises(ServerError, match="look"):
        client.new_match("formations").get("/advice", look="far")


def test_what_is_solved_says_so(client: Client) -> None:
    match = client.new_match("pig", options={"goal": 4})
    given = match.get("/advice")
    assert given["exact"]
    assert all(each["win"]["exact"] for each in given["advice"])


def without_fractions(data: object) -> bool:
    """Whether no chance is in some data."""
    if isinstance(data, dict):
        return data.keys() != {"exact", "value"} and all(map(without_fractions, data.values()))
    return all(map(without_fractions, data)) if isinstance(data, list) else "%" not in str(data)


def test_without_advice_no_chance_is_told_in_any_way(client: Client) -> None:
    """The line of fire, what is in it and where one may go are told as they are; what comes of it is not."""
    shown, hidden = (
        at_a_move(client.new_match("skirmish", options={"table": "ruins"}, seed=3, advice=term))
        for term in ("odds", "none")
    )
    models = hidden.get("/guide/scene")["scene"]["models"]
    who = next(each["number"] for each in models if each["state"] == "acting")
    shooting = {"who": who, "whom": next(each["number"] for each in models if each["side"] == "b")}
    shown_line, line = (match.get("/guide/fire", **shooting)["fire"] for match in (shown, hidden))
    assert shown_line["open"]["hit"]["value"] > 0
    assert line["open"]["hit"] is line["open"]["critical"] is line["cover"]["hit"] is None
    assert line["open"]["terms"] == shown_line["open"]["terms"]
    move = next(each for each in hidden.news(0, parts="offers,suggestions")["offers"] if each["kind"] == "move")
    end = move["legs"][-1]
    asked = {"who": who, "purpose": "move", "x": end["x"], "y": end["y"]}
    assert shown.get("/guide/path", **asked)["path"]["chance"] is not None
    for name, query in (
        ("path", asked),
        ("fire", shooting),
        ("threats", {}),
        ("reach", {"who": who, "purpose": "move"}),
    ):
        assert without_fractions(hidden.get(f"/guide/{name}", **query))
    with pytest.raises(ServerError, match="without advice"):
        hidden.get("/guide/prospects", choice=move["choice"])
    assert shown.get("/guide/prospects", choice=move["choice"])["prospects"]["sentences"]
    hidden.command("resign")
    assert hidden.get("/guide/fire", **shooting, at=hidden.news(0)["number"] - 1)["fire"]["open"]["hit"], "it is over"


def test_without_advice_a_sheet_does_not_say_how_well_its_actions_go(client: Client) -> None:
    match = client.new_match("heroes", ["the-barrow"], advice="none")
    with pytest.raises(ServerError, match="without advice"):
        match.get("/guide/uses")
