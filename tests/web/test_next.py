"""The next battle with those who go on from a match: as they are, after a rest, with the same people."""

from __future__ import annotations

import json
import tomllib
from typing import Any, cast

import pytest

import battlewright as bw
from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError
from battlewright.engine.session import Session
from battlewright.play.replays import Replay
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import PartyFile
from tests.systems.heroes.helpers import sheet
from tests.web.play import play, result_of

HURT = {"health": 9, "wounds": 2, "stress": 1, "conditions": [{"condition": "diseased", "power": 99}]}


def encounter(**more: Any) -> dict[str, Any]:
    """An encounter that Ada wins with her first blow, whoever acts first; Ben lies dead beside her."""
    weapon = {"name": "Hammer", "damage": "9d20+9", "types": ["bludgeoning"], "bonus": 20}
    ada = sheet("Ada", constitution=12, level=9, weapons=[weapon], resistances={"bludgeoning": 40}, player=True)
    heroes = [{"sheet": ada, "state": HURT}, {"sheet": sheet("Ben"), "state": {"conditions": ["dead"]}}]
    return {"name": "Gate", "heroes": heroes, "foes": [{"sheet": sheet("Rat", charisma=1)}], **more}


def opened(client: Client, file: dict[str, Any], **more: Any) -> RemoteMatch:
    files = {"gate.json": json.dumps(file)}
    return client.new_match("heroes", ["gate.json"], files=files, seed=3, **more)


def won(client: Client, file: dict[str, Any], **more: Any) -> RemoteMatch:
    match = opened(client, file, **more)
    play(match, seed=5)
    assert result_of(match)["winner"] == "a"
    return match


def ada_of(match: RemoteMatch) -> dict[str, Any]:
    """The numbers of Ada as they are in a match now."""
    found: dict[str, Any] = match.news(0, "battle")["battle"]["combatants"][0]
    return found


def setup_of(match: RemoteMatch) -> EncounterSetup:
    """The set-up of a match, which is played to its end for it."""
    play(match, seed=5)
    return cast("EncounterSetup", Replay.parse(match.replay()).setup)


def test_the_party_of_a_finished_match_goes_on_as_it_is_after_a_rest(client: Client) -> None:
    match = won(client, encounter())
    assert match.about()["goes_on"] == "parties"
    before = ada_of(match)
    going = match.going_on()
    assert (going["kind"], going["following"], going["named"], going["rests"]) == ("parties", None, "encounter", "rest")
    party = PartyFile.model_validate(going["file"])
    assert tomllib.loads(going["toml"]) == going["file"]
    states = [hero.state for hero in party.heroes]
    assert states[1] is not None
    assert [each.condition for each in states[1].conditions or ()] == ["dead"]
    after = match.next_battle("Ann", names=["the-toll-bridge"], options={"rest": "night"})
    setup = setup_of(after)
    assert [each.state for each in setup.sides[0]] == states
    assert (states[0] and states[0].health, setup.rest) == (before["health"], "night")
    begun = Session(bw.load("heroes"), setup).record.combatants[0]
    assert (begun.wounds, begun.stress) == (max(before["wounds"] - 2, 0), max(before["stress"] - 2, 0))
    assert begun.health == before["health"], "Diseased keeps Health from coming back"
    about = after.about()
    assert (about["origin"], about["title"]) == (match.id, "Heroes (a) against Foes (b)")
    assert match.news(0)["next"] == after.id
    assert [each["name"] for each in about["seats"]] == [each["name"] for each in match.about()["seats"]]


def test_who_asks_later_sits_down_in_the_same_next_battle(client: Client) -> None:
    people = {"a": "person", "b": "person"}
    one = opened(client, encounter(), players=people)
    other = client.join(one.id, "b", one.invitations["b"])
    with pytest.raises(ServerError, match="not over yet"):
        one.next_battle(names=["the-barrow"])
    other.command("resign")
    first = one.next_battle("Ann", names=["the-barrow"])
    second = other.next_battle("Ben")
    assert (first.id, first.seat, second.seat) == (second.id, "a", "b")


def test_seats_of_several_people_are_the_same_and_the_game_master_chooses(client: Client) -> None:
    seats = [
        {"name": "Ann", "leads": ["Ada"]},
        {"name": "Bea", "leads": ["Ben"]},
        {"name": "Mia", "side": "b", "master": True, "leads": ["Rat"]},
    ]
    people = dict.fromkeys(("Ann", "Bea", "Mia"), "person")
    mia = opened(client, encounter(), seats=seats, players=people, seat="Mia")
    ann = client.join(mia.id, "Ann", mia.invitations["Ann"])
    client.join(mia.id, "Bea", mia.invitations["Bea"])
    mia.command("resign")
    with pytest.raises(ServerError, match="Mia chooses the next battle"):
        ann.next_battle(names=["the-barrow"])
    after = mia.next_battle("Mia", names=["the-barrow"], options={"rest": "breather"})
    assert [(each["name"], each["leads"] and each["leads"][0]["name"]) for each in after.about()["seats"]] == [
        ("Ann", "Ada"),
        ("Bea", "Ben"),
        ("Mia", "Barrow Wight"),
    ]
    assert ann.next_battle("Ann").seat == "Ann"


def test_what_follows_in_the_file_is_offered_to_those_who_have_won(client: Client) -> None:
    wave = {"name": "More rats", "about": "They come back.", "foes": [{"sheet": sheet("Rat"), "count": 3}]}
    file = encounter(waves=[{**wave, "rest": "night"}])
    match = won(client, file)
    assert match.going_on()["following"] == {"title": "More rats", "about": "They come back."}
    after = match.next_battle()
    setup = setup_of(after)
    assert [each.name for each in setup.sides[1]] == ["Rat 1", "Rat 2", "Rat 3"]
    assert (setup.rest, setup.waves) == ("night", ())
    lost = opened(client, file)
    lost.command("resign")
    assert lost.going_on()["following"] is None


def test_what_cannot_follow_is_refused_with_a_sentence(client: Client) -> None:
    match = won(client, encounter())
    with pytest.raises(ServerError, match="Nothing follows in the file of this battle"):
        match.next_battle()
    with pytest.raises(ServerError, match="the-borrow"):
        match.next_battle(names=["the-borrow"])
    with pytest.raises(ServerError, match="nap"):
        match.next_battle(names=["the-barrow"], options={"rest": "nap"})
    fallen = opened(client, encounter(heroes=[{"sheet": sheet("Ada"), "state": {"health": 1}}]))
    play(fallen, seed=1)
    if ada_of(fallen)["health"] == 0:
        with pytest.raises(ServerError, match="A rest before it may help"):
            fallen.next_battle(names=["the-barrow"])
    other = client.new_match("formations")
    other.command("resign")
    with pytest.raises(ServerError, match="each is played by itself"):
        other.going_on()


def test_files_of_ones_own_leave_room_for_those_who_go_on(client: Client) -> None:
    match = won(client, encounter())
    files = {f"{number}.json": json.dumps(encounter()) for number in range(16)}
    with pytest.raises(ServerError, match="files") as caught:
        match.next_battle(names=["1.json"], files=files)
    assert caught.value.status == 422
    del files["0.json"]
    files["1.json"] += " " * 40_000
    assert match.next_battle(names=["1.json"], files=files).about()["origin"] == match.id
