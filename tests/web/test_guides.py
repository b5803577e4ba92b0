"""Guides over the server: what a front end asks before a choice."""

from __future__ import annotations

import pytest

from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError


@pytest.fixture
def acting(client: Client) -> RemoteMatch:
    """A match in which a model of seat a acts."""
    match = client.new_match("skirmish", options={"table": "ruins"})
    while True:
        news = match.news(parts="offers,suggestions")
        if any(each["choice"].startswith("move") for each in news["offers"]):
            return match
        match.choose(news["offers"][0]["choice"])


def test_the_scene_reach_paths_fire_and_threats_of_a_skirmish(acting: RemoteMatch) -> None:
    scene = acting.get("/guide/scene")["scene"]
    figures = {figure["number"]: figure for figure in scene["models"]}
    actor = next(number for number, figure in figures.items() if figure["state"] == "acting")
    foe = next(number for number, figure in figures.items() if figure["side"] == "b")
    reach = acting.get("/guide/reach", who=actor, purpose="move")["reach"]
    assert reach["areas"]
    there = {"x": figures[actor]["x"] + 1500, "y": figures[actor]["y"]}
    path = acting.get("/guide/path", who=actor, purpose="move", **there)["path"]
    assert path["legs"] or path["refused"]
    assert acting.get("/guide/fire", who=actor, whom=foe)["fire"]["distance"]
    assert acting.get("/guide/threats")["threats"]
    move = next(
        each["choice"]
        for each in acting.news(parts="offers,suggestions")["offers"]
        if each["choice"].startswith("move")
    )
    prospects = acting.get("/guide/prospects", choice=move)["prospects"]
    assert (prospects["who"], prospects["ap"], len(prospects["sentences"])) == (actor, 2, 2)


def test_what_is_typed_is_read_before_it_is_done(acting: RemoteMatch) -> None:
    number = acting.news()["number"]
    with pytest.raises(ServerError, match="is not a choice"):
        acting.get("/parse", text="dance")
    offered = next(each for each in acting.news(parts="offers,suggestions")["offers"] if each["suggested"])
    assert acting.news()["number"] == number
    assert acting.choose(offered["choice"]) > number


@pytest.mark.parametrize(
    ("name", "query", "sentence"),
    [
        ("dance", {}, "Unknown answer of the guide 'dance'"),
        ("reach", {}, "who is missing; it must be a whole number from 0 to 2,147,483,647."),
        ("reach", {"who": "x", "purpose": "move"}, "who must be a whole number"),
        (
            "reach",
            {"who": 10**12, "purpose": "move"},
            "who must be a whole number from 0 to 2,147,483,647, not 1000000000000.",
        ),
        ("reach", {"who": 0, "purpose": "dance"}, "purpose must be move, engage or cover, not 'dance'."),
        ("reach", {"who": 0, "purpose": "move", "why": 1}, "Unknown parameter 'why'"),
        ("reach", {"who": 999, "purpose": "move"}, "999"),
        ("fire", {"who": 0, "whom": -7}, "-7"),
        ("prospects", {"choice": "stop"}, "leads to a place"),
        ("prospects", {"choice": "dance"}, "Unknown kind 'dance'"),
        ("path", {"who": 0, "purpose": "move", "x": 10**9, "y": 0}, ""),
    ],
)
def test_a_wrong_question_gets_a_sentence(
    acting: RemoteMatch, name: str, query: dict[str, object], sentence: str
) -> None:
    try:
        acting.get(f"/guide/{name}", **query)
    except ServerError as error:
        assert sentence in str(error)
        assert 400 <= error.status < 500
    else:
        assert name == "path"


def test_the_guides_of_the_other_systems(client: Client) -> None:
    assert client.new_match("heroes").get("/guide/cards")["cards"]
    assert client.new_match("formations").get("/guide/groups")["groups"]
