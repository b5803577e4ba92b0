"""Two people bring a roster each, and either sees the other's when both have chosen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError
from battlewright.store.holdings import holdings
from battlewright.web import sitting
from battlewright.web.lobby import Lobby
from battlewright.web.requests import NewMatch, TakeSeat
from tests.databases import Postgres
from tests.web.conftest import NewServer
from tests.web.play import play_both
from tests.web.server import Server
from tests.web.test_lobby import in_lobby
from tests.web.test_processes import at_once

PEOPLE = {"a": "person", "b": "person"}
WITH_MASTER = {**PEOPLE, "master": "person"}
SECRETS = ("zephyrine", "ottokar", "secret-file")


def roster(name: str, model: str, **more: Any) -> str:
    """The text of a roster with two models."""
    character = {"name": model, "melee": 4, "ballistics": 4, "toughness": 4, "agility": 4, "count": 2}
    return json.dumps({"name": name, "characters": [{"weapons": ["Sword", "Pistol"], **character, **more}]})


FILES = {"secret-file.json": roster("The Zephyrine Watch", "Ottokar")}
THEIRS = {"mine.json": roster("Pale Lanterns", "Nivard", toughness=5)}


def opened(client: Client, **asked: Any) -> RemoteMatch:
    """A match that Ann opens with a roster of her own, and whose guest brings another."""
    wanted = {"names": [*FILES], "files": FILES, "players": PEOPLE, "brings": "b", "name": "Ann"}
    return client.new_match("skirmish", **{**wanted, **asked})


def joined(match: RemoteMatch, client: Client | None = None, **brought: Any) -> RemoteMatch:
    """Ben takes the other seat, with a roster of his."""
    wanted = brought or {"names": ["mine.json"], "files": THEIRS}
    return (client or match.client).join(match.id, "b", match.invitations["b"], "Ben", **wanted)


def answers(client: Client, match: RemoteMatch) -> Iterator[str]:
    """What a server tells of a match to somebody without a seat."""
    described = client.request("GET", "/api/openapi.json")
    with httpx.Client(base_url=client.url) as asking:
        for path, methods in described["paths"].items():
            if path.startswith("/api/matches") and "get" in methods:
                filled = path.replace("{match}", match.id).replace("{at}", "0").replace("{name}", "scene")
                yield asking.get(filled).text
        yield asking.get(f"/api/matches?ids={match.id}").text
        yield asking.get(f"/api/matches/{match.id}/news?parts=offers,suggestions,story,status,battle,scene").text
        for asked in (
            {},
            {"names": ["mine.json"]},
            {"names": ["nobody"]},
            {"names": ["x.json"], "files": {"x.json": "{}"}},
        ):
            sent = {"invitation": match.invitations["b"], **asked}
            refused = asking.post(f"/api/matches/{match.id}/seats/b", json=sent)
            assert refused.status_code == 400
            yield refused.text


def test_nothing_of_a_roster_is_told_before_both_have_chosen(client: Client) -> None:
    match = opened(client, public=True, options={"table": "rooftops", "edition": "first"})
    assert match.chat("Good luck")["seat"] == "a"
    told = [*answers(client, match)]
    assert len(told) > 15
    for text in told:
        assert not any(secret in text.lower() for secret in SECRETS), text
    watched = client.match(match.id).about()
    assert watched["title"] == "Skirmish: Each side brings a roster"
    assert watched["titles"] == {"a": "Side A", "b": "Side B"}
    assert watched["brings"] == {
        "seat": "b",
        "kind": "rosters",
        "word": "roster",
        "sentence": "Each side brings a roster",
        "options": {"table": "rooftops", "edition": "first"},
        "points": 46,
    }
    assert match.about()["titles"] == {"a": "The Zephyrine Watch", "b": "Side B"}, "its own it knows"
    assert match.news(0, "scene,status,battle")["scene"] is None
    with pytest.raises(ServerError, match="has not begun"):
        client.match(match.id).replay()
    other = joined(match)
    for each in (match, other, client.match(match.id)):
        about = each.about()
        assert about["state"] == "running"
        assert about["brings"] is None
        assert about["title"] == "The Zephyrine Watch (a) against Pale Lanterns (b)"
        assert about["titles"] == {"a": "The Zephyrine Watch", "b": "Pale Lanterns"}
    assert "Ottokar" in str(match.news(0, "scene"))
    assert match.get()["edition"] == "first"


def test_what_is_wrong_with_what_a_guest_brings_is_told_and_the_seat_stays_open(client: Client) -> None:
    match = opened(client)
    wrong = roster("Pale Lanterns", "Nivard", melee=40)
    for brought, sentence in (
        ({"names": []}, "This seat brings a roster"),
        ({"names": ["red-hall", "gable-foxes"]}, "This seat brings a roster"),
        ({"names": ["red-hal"]}, "Unknown roster 'red-hal'"),
        ({"names": ["mine.json"]}, "^.*\n  mine.json: there is no such file"),
        ({"names": ["theirs.json"], "files": {"theirs.json": wrong}}, r"theirs.json:1: characters\[0\].melee: must be"),
    ):
        with pytest.raises(ServerError, match=sentence):
            joined(match, **brought)
        assert [seat["open"] for seat in match.about()["seats"]] == [False, True]
    other = joined(match, names=["red-hall"])
    assert match.about()["titles"] == {"a": "The Zephyrine Watch", "b": "Red Hall"}
    with pytest.raises(ServerError, match="Seat b is taken"):
        joined(match, names=["red-hall"])
    assert play_both(match, other, most=3)["state"] == "running"


def test_two_rosters_that_do_not_go_together_are_refused_without_a_word_of_the_other(client: Client) -> None:
    def armed(name: str) -> dict[str, str]:
        sword = {"kind": "melee", "threat": 1, "oppression": 1, "critical": 1, "points": 1}
        weapons = [{"name": f"{name} {number}", **sword} for number in range(16)]
        models = [
            {"name": f"{name} model {at}", "melee": 4, "ballistics": 4, "toughness": 4, "agility": 4,
             "weapons": [each["name"] for each in weapons[at : at + 4]]}
            for at in range(0, 16, 4)
        ]  # fmt: skip
        return {"armed.json": json.dumps({"name": name, "weapons": weapons, "characters": models})}

    match = opened(client, names=["armed.json"], files=armed("Zephyrine"))
    with pytest.raises(ServerError) as refused:
        joined(match, names=["armed.json"], files=armed("Nivard"))
    assert str(refused.value) == "This roster cannot be played against the other side; choose another."
    joined(match, names=["red-hall"])
    assert match.about()["state"] == "running"


def test_a_rematch_has_the_same_two_rosters_swapped(client: Client) -> None:
    (text,) = FILES.values()
    match = opened(client, title="The return", seconds=600, names=["mine.json"], files={"mine.json": text})
    other = joined(match)
    assert match.about()["title"] == "The return"
    assert match.news(0)["due"] is not None
    match.command("resign")
    one, two = match.rematch(), other.rematch()
    assert one.id == two.id
    assert one.about()["titles"] == {"a": "Pale Lanterns", "b": "The Zephyrine Watch"}
    assert (one.about()["state"], one.about()["brings"]) == ("running", None)


def test_a_force_is_brought_too_and_whoever_brings_it_may_come_before_others(client: Client) -> None:
    match = client.new_match("formations", ["river-guard"], players=WITH_MASTER, master="apart", brings="b")
    other = joined(match, names=["marsh-coven"])
    assert match.about()["title"] == other.about()["title"] == "Formations: Each side brings a force"
    assert "Marsh Coven" not in str(client.match(match.id).about())
    client.join(match.id, "master", match.invitations["master"], "Mo")
    assert match.about()["title"] == "River Guard (a) against Marsh Coven (b)"


def test_a_party_is_brought_to_the_encounter_of_a_game_master(client: Client) -> None:
    players = {"a": "person", "Game master": "person"}
    wanted = {"players": players, "master": "b", "seat": "Game master", "brings": "a", "options": {"rounds": 5}}
    match = client.new_match("heroes", ["the-barrow"], **wanted)
    watched = client.match(match.id).about()
    told = f"{watched} {client.match(match.id).news(0, 'status,scene,battle,story')}"
    assert not any(name in told for name in ("Barrow", "Wight", "Bog Spider"))
    assert watched["title"] == "Heroes: Side A brings a party"
    assert match.about()["titles"] == {"a": "Side A", "b": "Foes"}
    with pytest.raises(ServerError, match="Unknown sheet 'nobody'"):
        client.join(match.id, "a", match.invitations["a"], names=["nobody"])
    party = {"party.json": json.dumps({"name": "Two", "heroes": [{"sheet": "mirelle"}, {"sheet": "sister-oda"}]})}
    other = client.join(match.id, "a", match.invitations["a"], "Ben", names=["party.json"], files=party)
    told = str(other.news(0, "status"))
    assert all(name in told for name in ("Mirelle", "Sister Oda", "Barrow Wight"))
    assert other.about()["state"] == "running"
    for more, sentence in (
        ({"seat": "a", "brings": "Game master"}, "seat Game master can bring nothing"),
        ({"options": {"party": "brannoc"}}, "Who sits at seat a brings a party: name only what is yours"),
    ):
        with pytest.raises(ServerError, match=sentence):
            client.new_match("heroes", ["the-barrow"], **{**wanted, **more})


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"names": []}, "name only what is yours"),
        ({"names": ["red-hall", "gable-foxes"]}, "name only what is yours"),
        ({"names": ["nobody"]}, "Unknown roster 'nobody'"),
        ({"names": ["mine.json"], "files": {"mine.json": "{}"}}, "mine.json:1: name: is missing"),
        ({"options": {"table": "nowhere"}}, "Unknown table 'nowhere'"),
        ({"brings": "c"}, "Unknown seat 'c'"),
        ({"brings": "a"}, "Unknown seat that brings something 'a'"),
        ({"brings": "spectator"}, "it must play for a side alone"),
        ({"players": {"a": "person", "b": "greedy"}}, "Unknown seat that brings something 'b'"),
        ({"beside": {"b": "Ben"}}, "Unknown seat that brings something 'b'"),
        ({"system": "heroes", "names": ["the-barrow"]}, "In this battle of Heroes seat b can bring nothing"),
    ],
)
def test_what_cannot_be_brought_is_refused(client: Client, asked: dict[str, Any], sentence: str) -> None:
    wanted = {"system": "skirmish", "names": [*FILES], "files": FILES, "players": PEOPLE, "brings": "b", **asked}
    with pytest.raises(ServerError) as refused:
        client.request("POST", "/api/matches", wanted)
    assert sentence in str(refused.value)


def test_a_seat_that_brings_nothing_takes_nothing(client: Client) -> None:
    match = client.new_match("skirmish", players=PEOPLE)
    with pytest.raises(ServerError, match="Seat b brings nothing: leave out `names` and `files`"):
        joined(match)
    client.join(match.id, "b", match.invitations["b"])


def test_what_was_chosen_survives_a_restart(new_server: NewServer, database: str) -> None:
    server = new_server(database)
    match = opened(server.client)
    server.kill()
    server.start()
    assert match.about()["titles"] == {"a": "The Zephyrine Watch", "b": "Side B"}
    assert match.about()["brings"] is not None
    other = joined(match)
    server.kill()
    server.start()
    assert other.about()["titles"] == {"a": "The Zephyrine Watch", "b": "Pale Lanterns"}
    assert play_both(match, other, most=3)["state"] == "running"


def test_either_brings_a_roster_through_a_process_of_its_own(tmp_path: Path, postgres: Postgres) -> None:
    database = postgres.new_database()
    servers = []
    for address in ("127.0.0.1", "127.0.0.2"):
        (tmp_path / address).mkdir()
        servers.append(Server(tmp_path / address, database, host=address).start())
    with Client(servers[0].url) as one, Client(servers[1].url) as two:
        match = opened(one, public=True)
        assert two.match(match.id).about()["titles"] == {"a": "Side A", "b": "Side B"}
        with pytest.raises(ServerError, match="Unknown roster"):
            joined(match, two, names=["nobody"])
        other = joined(match, two)
        assert match.about()["titles"] == other.about()["titles"] == {"a": "The Zephyrine Watch", "b": "Pale Lanterns"}
        assert one.matches()[0]["title"] == "The Zephyrine Watch (a) against Pale Lanterns (b)"
        assert play_both(match, other, most=3)["state"] == "running"
        for _ in range(3):
            match = opened(one)
            wanted = {"Red Hall": (one, "red-hall"), "Gable Foxes": (two, "gable-foxes")}
            tried = at_once(*(partial(joined, match, client, names=[name]) for client, name in wanted.values()))
            (won,) = (title for title, each in zip(wanted, tried, strict=True) if isinstance(each, RemoteMatch))
            assert match.about()["titles"]["b"] == two.match(match.id).about()["titles"]["b"] == won
            match = one.new_match("formations", ["river-guard"], players=WITH_MASTER, master="apart", brings="b")
            at_once(
                partial(joined, match, two, names=["marsh-coven"]),
                partial(one.join, match.id, "master", match.invitations["master"]),
            )
            assert match.about()["title"] == "River Guard (a) against Marsh Coven (b)"
            assert two.match(match.id).about()["state"] == "running"
    for server in servers:
        server.stop()
    postgres.use_again(database)


def test_what_is_kept_of_both_counts_for_whoever_has_opened_the_match(database: str) -> None:
    async def work(lobby: Lobby) -> None:
        asked = NewMatch(system="skirmish", names=[*FILES], files=FILES, players=PEOPLE, brings="b")
        setup, held = await lobby.prepare_half(asked)
        opened = await lobby.open(setup, asked, "somebody", held=held)
        before = holdings(lobby.store.engine, "somebody")
        kept = lobby.store.load(opened.room.id)[0]
        assert before.stored == kept.size == len(orjson.dumps([kept.head, kept.terms]))
        assert "Zephyrine" in str(kept.terms)
        assert "Zephyrine" not in str(kept.head), "which is what a log begins with"
        taking = TakeSeat(invitation=opened.invitations["b"], names=["mine.json"], files=THEIRS)
        await sitting.take_seat(lobby, opened.room, "b", taking)
        kept, lines, _ = lobby.store.load(opened.room.id)
        assert holdings(lobby.store.engine, "somebody").stored == len(orjson.dumps([kept.head, kept.terms, *lines]))
        assert "brings" not in kept.terms

    in_lobby(database, work)
