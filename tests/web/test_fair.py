"""Fair dice over a real server: the hash comes before the values, and at the end everything can be checked."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from battlewright.client import Client
from battlewright.engine.errors import BattlewrightError, NotFair, ServerError
from battlewright.play.replays import Replay
from battlewright.play.verify import verify
from tests.web.play import play


@pytest.mark.parametrize("system", ["formations", "skirmish"])
def test_the_dice_of_a_finished_match_are_checked_from_its_replay(client: Client, system: str) -> None:
    match = client.new_match(system, name="Ann", value="mine")
    assert match.commitment == match.about()["dice"]["commitment"]
    assert "secret" not in match.about()["dice"]
    play(match)
    kept, dice = Replay.parse(match.replay()), match.about()["dice"]
    found = verify(kept, match.commitment or "")
    assert found.dice > 0
    assert kept.fair is not None
    assert dice["commitment"] == kept.fair.commitment
    assert dice["secret"] == kept.fair.secret.hex()
    assert dice["added"] == list(kept.fair.added) == ["a=mine"]


def test_the_value_of_each_player_decides_the_dice(client: Client) -> None:
    one = client.new_match("formations", players={"a": "person", "b": "person"}, value="mine")
    before = one.about()["dice"]
    assert "secret" not in before
    other = client.join(one.id, "b", one.invitations["b"], value="yours")
    assert other.commitment == one.commitment == before["commitment"]
    assert "secret" not in one.replay()
    one.command("resign")
    kept = Replay.parse(other.replay())
    assert kept.fair is not None
    assert kept.fair.added == ("a=mine", "b=yours")
    verify(kept, one.commitment or "")
    with pytest.raises(NotFair, match="does not follow"):
        verify(Replay.parse(other.replay().replace("b=yours", "b=Yours")))


def test_a_match_that_goes_on_from_another_is_checked_from_there(client: Client) -> None:
    match = client.new_match("formations")
    play(match)
    other = match.what_if(12, players={"b": "random"})
    assert other.commitment == other.about()["dice"]["commitment"] != match.commitment
    play(other, seed=3)
    found = verify(Replay.parse(other.replay()), other.commitment or "")
    assert found.before > 0
    assert found.fair is not None
    assert found.fair.after == 12
    sent = client.upload(match.replay())
    verify(Replay.parse(sent.replay()), match.commitment or "")
    assert sent.report()["rolls"] == match.report()["rolls"]


def test_a_rematch_has_a_secret_of_its_own(client: Client) -> None:
    match = client.new_match("formations")
    match.command("resign")
    again = match.rematch()
    assert again.commitment == again.about()["dice"]["commitment"] != match.commitment


def test_a_commitment_is_used_once(client: Client) -> None:
    told = client.request("POST", "/api/commitments")["commitment"]
    assert client.new_match("formations", commitment=told).commitment == told
    with pytest.raises(ServerError, match="already used; request a new one") as refused:
        client.new_match("formations", commitment=told)
    assert refused.value.status == 409


def test_nothing_is_taken_back_once_the_secret_is_told(client: Client) -> None:
    match = client.new_match("formations")
    play(match)
    number = match.news(0)["number"]
    for command in ({"kind": "undo"}, {"kind": "undo", "to": 0}, {"kind": "resign"}):
        with pytest.raises(ServerError, match="The match is over"):
            match.command(**command)
    assert match.news(0)["number"] == number


def test_a_client_refuses_a_server_that_changes_its_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"/api/commitments": {"commitment": "one"}, "/api/matches": {"commitment": "other"}}
    with Client("http://127.0.0.1:1") as client:
        monkeypatch.setattr(client._http, "request", lambda _, path, **__: httpx.Response(200, json=answers[path]))
        with pytest.raises(BattlewrightError, match="changed its commitment"):
            client.new_match("formations")


def test_the_documentation_works_a_die_out_by_hand() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    code = next(each for each in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "hashlib" in each)
    made: dict[str, object] = {}
    exec(code, made)
    from battlewright.play.dice import DiceSource

    source = DiceSource(bytes(range(32)), ("a=one", "b=two"))
    assert made["stream_of"](bytes(range(32)), ["a=one", "b=two"], 3) == source.epoch(3)  # type: ignore[operator]


def test_whoever_is_invited_to_dice_that_were_chosen_is_told_so_and_may_leave_them(client: Client) -> None:
    players = {"a": "person", "b": "person"}
    fair = client.new_match("formations", players=players)
    assert fair.about()["dice"]["chosen"] is False
    assert not client.join(fair.id, "b", fair.invitations["b"], chosen_dice=False).dice_are_chosen
    chosen = client.new_match("formations", players=players, seed=1)
    dice = client.match(chosen.id).about()["dice"]
    assert (dice["chosen"], dice["seed"], dice["commitment"]) == (True, 1, None)
    with pytest.raises(BattlewrightError, match="chose the seed of its dice, and can predict every roll"):
        client.join(chosen.id, "b", chosen.invitations["b"], chosen_dice=False)
    assert chosen.about()["seats"][1]["open"]
    assert client.join(chosen.id, "b", chosen.invitations["b"]).dice_are_chosen


def test_the_dice_of_a_battle_that_was_sent_were_chosen_by_nobody_here(client: Client) -> None:
    match = client.new_match("formations", players={"a": "random", "b": "random"}, watch=True)
    last = [*match.follow()][-1]
    assert last["state"] == "over"
    assert client.upload(match.replay()).about()["dice"]["chosen"] is False
