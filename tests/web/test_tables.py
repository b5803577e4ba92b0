"""A table of several people: their seats are named when a match is opened, and each chooses for those that it leads."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from battlewright import systems
from battlewright.client import Client, RemoteMatch
from battlewright.engine import replay
from battlewright.engine.errors import ServerError
from battlewright.play.verify import verify

BATTLES = {
    "heroes": ["the-barrow"],
    "formations": ["iron-company", "goblin-rabble"],
    "skirmish": ["lantern-company", "red-hall"],
}
MASTER = {"name": "Mia", "side": "b", "master": True}


def opened(client: Client, system: str, *seats: dict[str, Any], **asked: Any) -> RemoteMatch:
    return client.new_match(system, BATTLES[system], seats=list(seats), **asked)


def combatants(client: Client, system: str, side: str = "a") -> list[dict[str, Any]]:
    found = client.request("POST", f"/api/systems/{system}/preview", {"names": BATTLES[system]})
    return [each for each in found["combatants"] if each["side"] == side]


@pytest.mark.parametrize("system", BATTLES)
def test_each_seat_chooses_for_those_that_it_leads(client: Client, system: str) -> None:
    first, *others = combatants(client, system)
    seats = (
        {"name": "Ann", "leads": [first["name"]]},
        {"name": "Ben", "leads": [each["tag"] for each in others]},
    )
    people = {"Ann": "person", "Ben": "person", "b": "easy"}
    ann = opened(client, system, *seats, players=people, seat="Ann")
    ben = client.join(ann.id, "Ben", ann.invitations["Ben"])
    info = {each["name"]: each for each in ben.about()["seats"]}
    assert [each["tag"] for each in info["Ann"]["leads"]] == [first["tag"]]
    assert [each["tag"] for each in info["Ben"]["leads"]] == [each["tag"] for each in others]
    assert info["b"]["leads"] == []
    asked: set[str | None] = set()
    led = {"Ann": [first["number"]], "Ben": [each["number"] for each in others]}
    for _ in range(60):
        news = {match.seat: match.news(0) for match in (ann, ben)}
        to_act = news["Ann"]["to_act"]
        if news["Ann"]["state"] == "over" or asked == {"Ann", "Ben"}:
            break
        for match in (ann, ben):
            offers = news[match.seat]["offers"]
            assert bool(offers) == (match.seat in to_act)
            about = news[match.seat]["node"]["question"]["about"]
            assert match.seat not in to_act or about is None or about["number"] in led[match.seat]
        actor, rival = (ann, ben) if to_act[0] == "Ann" else (ben, ann)
        asked.add(actor.seat)
        choice = news[actor.seat]["offers"][0]["choice"]
        if rival.seat not in to_act:
            with pytest.raises(ServerError, match=r"does not lead this model|cannot choose now"):
                rival.choose(choice)
        actor.choose(choice)
    assert asked == {"Ann", "Ben"}


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ([{"name": "Ann", "leads": ["a1"]}, {"name": "Ben", "leads": ["A1"]}], "'a1' is led by 'Ann' already"),
        ([{"name": "Ann"}], "plays for a side, or is a game master's"),
        ([{"name": "Ann", "leads": ["nobody"]}], "must be a model of its side (none, without a side), not 'nobody'"),
        ([{"name": "Ann", "leads": ["a1", "b1"]}], "must be a model of its side (a1, "),
        ([{"name": "Ann", "side": "a"}, {"name": "Ann", "side": "b"}], "another seat is called 'Ann' already"),
        ([{"name": "!", "side": "a"}], "seats.0.name"),
    ],
)
def test_what_is_wrong_with_seats_is_said_in_a_sentence(
    client: Client, seats: list[dict[str, Any]], sentence: str
) -> None:
    with pytest.raises(ServerError) as caught:
        opened(client, "heroes", *seats)
    assert sentence in str(caught.value)


def test_a_seat_that_leads_nobody_is_refused(client: Client) -> None:
    everybody = [each["name"] for each in combatants(client, "heroes")]
    with pytest.raises(ServerError, match="Ben leads nobody: the whole side is led by Ann"):
        opened(client, "heroes", {"name": "Ann", "leads": everybody}, {"name": "Ben", "side": "a"})


def test_a_game_master_leads_the_foes_and_bots_play_for_the_absent(client: Client) -> None:
    first, second, *_ = combatants(client, "heroes")
    seats = (
        {"name": "Ann", "leads": [first["tag"]]},
        {"name": "Ben", "leads": [second["tag"]]},
        {"name": "Cara", "side": "a"},
        MASTER,
    )
    people = {"Ann": "person", "Ben": "person", "Cara": "easy", "Mia": "person"}
    mia = opened(client, "heroes", *seats, players=people, seat="Mia", beside={"Ben": "Ben"})
    assert set(mia.invitations) == {"Ann"}
    client.join(mia.id, "Ann", mia.invitations["Ann"])
    info = {each["name"]: each for each in mia.about()["seats"]}
    assert (info["Cara"]["player"], info["Cara"]["leads"]) == ("easy", [])
    assert info["Mia"]["master"]
    mia.say("set a1 health 3")
    assert "Cara" not in mia.news(0)["to_act"]


def test_a_guest_who_brings_something_sits_alone(client: Client) -> None:
    with pytest.raises(ServerError, match="has one seat a side: leave out `seats`"):
        client.new_match("skirmish", ["red-hall"], brings="b", seats=[{"name": "Ann", "side": "a"}])
    with pytest.raises(ServerError, match="names no seats: leave out `seats`"):
        client.new_match("pig", seats=[{"name": "Ann", "side": "a"}])


def test_a_rematch_has_the_same_seats(client: Client) -> None:
    first, *others = combatants(client, "formations")
    seats = ({"name": "Ann", "leads": [first["tag"]]}, {"name": "Ben", "leads": [each["tag"] for each in others]})
    ann = opened(client, "formations", *seats, players={"Ben": "easy", "b": "easy"}, seat="Ann")
    ann.command("resign")
    again = ann.rematch()
    assert {each["name"]: each["side"] for each in again.about()["seats"]} == {"a": "a", "Ann": "b", "Ben": "b"}


def test_whoever_leaves_hands_the_seat_to_the_computer(client: Client) -> None:
    first, *others = combatants(client, "formations")
    seats = ({"name": "Ann", "leads": [first["tag"]]}, {"name": "Ben", "leads": [each["tag"] for each in others]})
    people = {"Ann": "person", "Ben": "person", "b": "easy"}
    ann = opened(client, "formations", *seats, players=people, seat="Ann", name="Ann", options={"rounds": 1})
    ben = client.join(ann.id, "Ben", ann.invitations["Ben"])
    ann.command("resign")
    info = {each["name"]: each for each in ben.about()["seats"]}
    assert (info["Ann"]["player"], info["Ann"]["called"]) == ("medium", "")
    assert ben.about()["state"] == "running"
    assert ben.news(0)["news"][-1]["kind"] != "resign"
    assert [entry["seat"] for entry in ben.news(0)["news"] if entry["kind"] == "leave"] == ["Ann"]
    with pytest.raises(ServerError):
        ann.command("resign")
    assert client.match(ann.id, token=ann.token).about()["you"] == "spectator"
    undone = False
    for _ in range(200):
        news = ben.news(0)
        if news["state"] == "over":
            break
        if "Ben" in news["to_act"]:
            ben.choose(news["offers"][0]["choice"])
            if not undone:
                undone = ben.command("undo", to=news["number"]) > 0
        else:
            time.sleep(0.05)
    else:
        ben.command("resign")
    text = ben.replay()
    assert '"kind":"leave"' in text
    log = verify(replay.parse(text, "the replay", systems.load)).log
    assert log is not None
    assert log.undos == 1


def table(client: Client, **asked: Any) -> tuple[RemoteMatch, RemoteMatch, RemoteMatch]:
    """A game master who leads the foes, and two players of whom the second leads all but the first combatant."""
    first, *others = combatants(client, "formations")
    seats = ({"name": "Ann", "leads": [first["tag"]]}, {"name": "Ben", "leads": [each["tag"] for each in others]})
    people = {"Ann": "person", "Ben": "person", "Mia": "person"}
    mia = opened(client, "formations", *seats, MASTER, players=people, seat="Mia", name="Mia", **asked)
    ann, ben = (client.join(mia.id, name, mia.invitations[name], name) for name in ("Ann", "Ben"))
    return mia, ann, ben


def players(match: RemoteMatch) -> dict[str, str]:
    return {each["name"]: each["player"] for each in match.about()["seats"]}


def test_a_game_master_hands_seats_on_and_invites_somebody_else(client: Client) -> None:
    mia, ann, ben = table(client)
    assert mia.about()["hosted"]
    ann.command("leave", to="master")
    assert players(mia) == {"Ann": "master", "Ben": "person", "Mia": "person"}
    with pytest.raises(ServerError, match="no token of a seat"):
        ann.command("return")
    for _ in range(12):
        news = mia.news(0)
        assert "Ann" not in news["to_act"]
        if news["node"]["side"] == "a" and "Mia" in news["to_act"]:
            break
        actor = mia if "Mia" in news["to_act"] else ben
        actor.choose(actor.news(0)["offers"][0]["choice"])
    else:
        raise AssertionError("the game master was never asked for Ann")
    abouts = [offer["about"] for offer in news["offers"] if offer["about"]]
    assert {about["number"] for about in abouts if about["side"] == "a"} <= {0}
    mia.choose(news["offers"][0]["choice"])
    at = f"/api/matches/{mia.id}/seats"
    with pytest.raises(ServerError, match="Only a game master can invite"):
        client.request("POST", f"{at}/Ann/invitation", token=ben.token)
    with pytest.raises(ServerError, match="A person plays Ben; hand the seat on first"):
        client.request("POST", f"{at}/Ben/invitation", token=mia.token)
    with pytest.raises(ServerError, match="Unknown seat for a person 'Mia'"):
        client.request("POST", f"{at}/Mia/invitation", token=mia.token)
    made = client.request("POST", f"{at}/Ann/invitation", token=mia.token)
    cara = client.join(mia.id, "Ann", made["invitation"], "Cara")
    info = {each["name"]: each for each in mia.about()["seats"]}
    assert (info["Ann"]["player"], info["Ann"]["called"], info["Ann"]["open"]) == ("person", "Cara", False)
    assert cara.about()["you"] == "Ann"
    mia.command("hand", seat="Ben", to="computer")
    with pytest.raises(ServerError, match="Ben was handed on; return to it first"):
        ben.command("resign")
    ben.command("return")
    assert players(mia) == {"Ann": "person", "Ben": "person", "Mia": "person"}
    cara.command("resign")
    ben.command("resign")
    assert mia.about()["state"] == "running", "players leave; the game master alone ends the battle"
    with pytest.raises(ServerError, match="no token of a seat"):
        ben.command("end")
    mia.command("end", winner="a")
    result = mia.about()["result"]
    assert result is not None
    assert (result["why"], result["winner"], result["seat"]) == ("master", "a", "Mia")
    text = mia.replay()
    assert verify(replay.parse(text, "the replay", systems.load)).log is not None
    uploaded = client.request("POST", "/api/replays", {"replay": text})
    assert uploaded["result"]["sentence"] == result["sentence"]


def test_whose_seat_somebody_else_has_acts_no_more_over_an_open_socket(client: Client) -> None:
    mia, ann, ben = table(client)
    url = f"{client.url.replace('http', 'ws')}/api/matches/{mia.id}/socket"
    opened = connect(url, additional_headers={"Authorization": f"Bearer {ann.token}"}, close_timeout=0.1)
    with opened as socket:
        ann.command("leave")
        socket.send(json.dumps({"id": 1, "kind": "return"}))
        assert "cannot act" in _refused(socket)
        made = client.request("POST", f"/api/matches/{mia.id}/seats/Ann/invitation", token=mia.token)
        cara = client.join(mia.id, "Ann", made["invitation"], "Cara")
        with suppress(ConnectionClosed):  # it is refused, or the connection is closed already
            socket.send(json.dumps({"id": 2, "kind": "leave", "to": "computer"}))
            assert "given to somebody else" in _refused(socket)
    assert players(mia)["Ann"] == "person"
    ben.command("leave")
    assert cara.about()["you"] == "Ann"


def _refused(socket: ClientConnection) -> str:
    """The sentence of the next refusal."""
    while True:
        data = json.loads(socket.recv(timeout=20))
        if data["kind"] == "refused":
            return str(data["error"])


def test_time_that_runs_out_hands_a_seat_to_the_computer(client: Client) -> None:
    mia, ann, ben = table(client, seconds=5)
    late = mia.news(0)["to_act"][0]
    for _ in range(120):
        kinds = [(entry["kind"], entry["seat"]) for entry in mia.news(0)["news"] if entry["kind"] == "late"]
        if kinds:
            break
        time.sleep(0.1)
    assert kinds[0] == ("late", late)
    assert mia.about()["state"] == "running"
    assert players(mia)[late] == "medium"
    {"Ann": ann, "Ben": ben, "Mia": mia}[late].command("return")
    assert players(mia)[late] == "person"


def rolls_of(match: RemoteMatch) -> tuple[list[int], list[tuple[str | None, list[str], int | None]]]:
    """What a seat is to roll, and whose each die is, who rolls it, and what it shows."""
    roll = match.news(0)["roll"]
    assert roll is not None
    return roll["yours"], [(die["of"] and die["of"]["tag"], die["seats"], die["face"]) for die in roll["dice"]]


def test_each_seat_rolls_its_own_dice_as_it_likes(client: Client) -> None:
    first, *others = combatants(client, "heroes")
    seats = ({"name": "Ann", "leads": [first["tag"]]}, {"name": "Ben", "leads": [each["tag"] for each in others]})
    people = {"Ann": "person", "Ben": "person", "Mia": "person"}
    with pytest.raises(ServerError, match="Unknown seat for a person 'Zoe'"):
        opened(client, "heroes", *seats, MASTER, players=people, dice_of={"Zoe": "either"})
    mia = opened(client, "heroes", *seats, MASTER, players=people, seat="Mia", dice_of={"Ann": "physical"})
    about = mia.about()["dice"]
    assert (about["own"], about["consent"]) == (True, False)
    ann = client.join(mia.id, "Ann", mia.invitations["Ann"])
    ben = client.join(mia.id, "Ben", mia.invitations["Ben"], dice="either")
    assert {each["name"]: each["dice"] for each in mia.about()["seats"]} == {
        "Ann": "physical",
        "Ben": "either",
        "Mia": "server",
    }
    (own, dice), (theirs, _) = rolls_of(ann), rolls_of(ben)
    assert rolls_of(mia)[0] == []
    assert [dice[index][0] for index in own] == [first["tag"]]
    assert {dice[index][0] for index in theirs} == {each["tag"] for each in others}
    assert {tuple(seats) for of, seats, _ in dice if of and of.startswith("b")} == {()}
    with pytest.raises(ServerError, match="Mia cannot roll now"):
        mia.command("faces", faces=[1])
    ann.command("faces", faces=[8])
    assert rolls_of(ben)[1][own[0]][2] == 8
    assert mia.news(0)["to_act"] == ["Ben"]
    ben.command("roll")
    typed = next(entry for entry in mia.news(0)["news"] if entry["kind"] == "typed")
    assert (typed["seat"], typed["faces"][own[0]]) == (None, 8)
    mia.command("change-roll", to=typed["number"], faces=[3] * len(typed["faces"]))
    changed = next(entry for entry in reversed(mia.news(0)["news"]) if entry["kind"] == "typed")
    assert (changed["seat"], set(changed["faces"])) == ("Mia", {3})
    ann.command("dice", term="server")
    assert next(each for each in ben.about()["seats"] if each["name"] == "Ann")["dice"] == "server"
    mia.command("end")
    assert verify(replay.parse(mia.replay(), "the replay", systems.load)).log is not None


def test_who_rolls_is_chosen_only_where_the_match_lets_one(client: Client) -> None:
    one = client.new_match("formations", players={"a": "person", "b": "person"})
    assert not one.about()["dice"]["own"]
    with pytest.raises(ServerError, match="the server rolls for everybody: leave out `dice`"):
        client.join(one.id, "b", one.invitations["b"], dice="physical")
    client.join(one.id, "b", one.invitations["b"], dice="server")
    for kind, asked in (("dice", {"term": "either"}), ("roll", {})):
        with pytest.raises(ServerError, match="nobody chooses who rolls"):
            one.command(kind, **asked)
