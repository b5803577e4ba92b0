"""Suggestions to the game master over the interface: an edit as it is typed, carried out once it is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError
from tests.web.test_tables import BATTLES

LINES = {
    "heroes": ("mod a1 dodge +5 fog for 3", "mod a1 dodge +2 fog", "dodge"),
    "formations": ("set a1 wounds 1", "set a2 wounds 1", "wounds"),
    "skirmish": ("set a1 stress 1", "set a1 stress 2", "stress"),
}


def table(client: Client, system: str, **asked: Any) -> tuple[RemoteMatch, RemoteMatch]:
    """A player, and a game master who leads the other side."""
    people = {"a": "person", "Game master": "person"}
    player = client.new_match(system, BATTLES[system], players=people, master="b", seat="a", **asked)
    master = client.join(player.id, "Game master", player.invitations["Game master"])
    for _ in range(20):
        news = {each.seat: each.news(0) for each in (player, master)}
        if news["a"]["node"]["question"]["kind"] != "deploy":
            break
        actor = player if news["a"]["offers"] else master
        actor.choose(actor.news(0)["offers"][0]["choice"])
    return player, master


@pytest.mark.parametrize("system", LINES)
def test_a_suggestion_is_carried_out_once_it_is_accepted_or_changed(client: Client, system: str) -> None:
    line, other, word = LINES[system]
    player, master = table(client, system)
    assert player.about()["takes_suggestions"]
    player.command("suggest", text="You know why", line=line)
    (suggested,) = master.news(0)["suggested"]
    assert (suggested["seat"], suggested["text"], suggested["line"]) == ("a", "You know why", line)
    assert word in suggested["sentence"]
    before = master.news(0)["number"]
    master.command("accept", suggestion=suggested["number"])
    kinds = [entry["kind"] for entry in player.news(before)["news"]]
    assert kinds == ["edit", "accept"]
    assert player.news(0)["suggested"] == []
    player.command("suggest", line=line)
    number = master.news(0)["suggested"][0]["number"]
    master.command("accept", suggestion=number, line=other, text="a little")
    accept = player.news(0)["news"][-1]
    assert (accept["kind"], accept["to"], accept.get("line"), accept.get("text")) == (
        "accept",
        number,
        other,
        "a little",
    )


def test_a_suggestion_is_declined_with_a_word_or_withdrawn(client: Client) -> None:
    player, master = table(client, "heroes")
    player.command("suggest", text="I hide in the fog")
    number = master.news(0)["suggested"][0]["number"]
    with pytest.raises(ServerError, match="Only the game master accepts"):
        player.command("accept", suggestion=number)
    master.command("decline", suggestion=number, text="There is no fog")
    entry = player.news(0)["news"][-1]
    assert (entry["kind"], entry["to"], entry.get("text")) == ("reject", number, "There is no fog")
    player.command("suggest", text="Then I hide in the smoke")
    player.command("decline", suggestion=number + 2)
    assert master.news(0)["suggested"] == []
    with pytest.raises(ServerError, match="There is no suggestion"):
        master.command("accept", suggestion=number + 2)


def test_what_is_no_edit_is_refused_and_changes_nothing(client: Client) -> None:
    player, master = table(client, "heroes")
    before = player.news(0)["number"]
    for line in ("dance a1", "end"):
        with pytest.raises(ServerError, match="is not an edit of a game master"):
            player.command("suggest", line=line)
    with pytest.raises(ServerError, match="Nobody here is called 'nobody'"):
        player.command("suggest", line="mod nobody dodge +5")
    with pytest.raises(ServerError, match="control characters"):
        player.command("suggest", text="two\nlines")
    with pytest.raises(ServerError, match="200 characters"):
        player.command("suggest", text="x" * 201)
    player.command("suggest", text="fog", line="mod a1 dodge +5 fog")
    with pytest.raises(ServerError, match="Nobody here is called 'a9'"):
        master.command("accept", suggestion=before, line="mod a9 dodge +5")
    assert [each["number"] for each in master.news(0)["suggested"]] == [before]
    assert master.news(0)["number"] == before + 1


def test_there_are_none_without_a_game_master(client: Client) -> None:
    match = client.new_match("heroes", BATTLES["heroes"])
    assert not match.about()["takes_suggestions"]
    with pytest.raises(ServerError, match="it takes a game master"):
        match.command("suggest", text="fog")


def test_the_forms_of_players_are_some_of_the_game_masters(client: Client) -> None:
    player, _ = table(client, "heroes")
    forms = player.get("/guide/suggestion_forms")["suggestion_forms"]
    assert [form["title"] for form in forms] == ["A situation", "A modifier"]
    assert client.new_match("skirmish").get("/guide/suggestion_forms")["suggestion_forms"] == []


def test_what_a_game_master_makes_of_a_suggestion_tells_players_nothing_hidden(client: Client) -> None:
    """Also where the game master reads the log first: what all may read is made once for all."""
    pit = {"name": "pit", "defence": "reflex", "damage": "1d6", "types": ["fire"], "hidden": True}
    sheets = {"heroes": [{"sheet": "silarn"}], "foes": [{"sheet": "ruffian"}]}
    file = json.dumps({"name": "Gate", **sheets, "hazards": [pit]})
    people = {"a": "person", "Game master": "person"}
    asked: dict[str, Any] = {"files": {"gate.json": file}, "players": people, "master": "b", "seat": "a"}
    player = client.new_match("heroes", ["gate.json"], **asked)
    master = client.join(player.id, "Game master", player.invitations["Game master"])
    player.command("suggest", text="I look around")
    number = master.news(0)["suggested"][0]["number"]
    master.command("accept", suggestion=number, line="trap a1 pit")
    told = [next(each for each in seat.news(0)["news"] if each["kind"] == "accept") for seat in (master, player)]
    assert [each.get("line", "") for each in told] == ["trap a1 pit", ""]
