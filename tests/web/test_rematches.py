"""Rematches, "what if", and replays that are sent."""

from __future__ import annotations

import pytest

from battlewright.client import Client
from battlewright.engine.errors import ServerError
from battlewright.play.replays import Replay
from tests.web.play import play, play_both, result_of


def test_a_rematch_has_its_sides_swapped_and_both_are_in_it(client: Client) -> None:
    one = client.new_match("formations", ["river-guard", "marsh-coven"], players={"a": "person", "b": "person"})
    other = client.join(one.id, "b", one.invitations["b"])
    with pytest.raises(ServerError, match="not over yet"):
        one.rematch()
    one.command("resign")
    again = one.rematch("Ann")
    assert other.news(0)["rematch"] == again.id
    there = other.rematch("Ben")
    assert (again.id, again.seat, there.seat) == (there.id, "a", "b")
    with pytest.raises(ServerError, match="Seat b is taken"):
        other.rematch()
    before, after = one.about(), again.about()
    assert after["origin"] == one.id
    assert before["title"].startswith("River Guard")
    assert after["title"].startswith("Marsh Coven")
    assert play_both(again, there, most=4)["number"] >= 4


def test_what_if_goes_on_from_any_moment_with_new_dice(client: Client) -> None:
    match = client.new_match("skirmish", options={"rounds": 1})
    with pytest.raises(ServerError, match="not over yet"):
        match.what_if(3)
    seen = play(match)
    moves = Replay.parse(match.replay()).moves
    other = match.what_if(len(moves) // 2, players={"b": "random"})
    assert [entry["number"] for entry in other.news(0)["news"]][: len(moves) // 2] == list(range(len(moves) // 2))
    assert play(other, seed=5)[-1]["state"] == "over"
    again = Replay.parse(other.replay())
    assert [line for _, line in again.moves][: len(moves) // 2] == [line for _, line in moves][: len(moves) // 2]
    assert again.repeat().is_over
    assert other.about()["origin"] == match.id
    with pytest.raises(ServerError, match="must be less"):
        match.what_if(seen[-1]["number"])


def test_what_if_begins_with_another_choice(client: Client) -> None:
    match = client.new_match("skirmish", options={"rounds": 1})
    play(match)
    story = match.news(0)["story"]
    steps, side = next((number, step["side"]) for number, step in enumerate(story) if step["kind"] == "choice")
    made, other = [step for step in story if step["kind"] == "choice" and step["side"] == side][:2]
    tried = match.what_if(steps, choice=other["choice"], players={"b": "random"})
    began = tried.news(0)["story"]
    assert [step["move"] for step in began[:steps]] == [step["move"] for step in story[:steps]]
    assert (began[steps]["choice"], began[steps]["side"]) == (other["choice"], side)
    assert made["choice"] != other["choice"]
    assert play(tried, seed=5)[-1]["state"] == "over"
    assert Replay.parse(tried.replay()).repeat().is_over


def test_what_if_with_a_choice_that_is_not_allowed_is_refused(client: Client) -> None:
    match = client.new_match("skirmish", options={"rounds": 1})
    play(match)
    story = match.news(0)["story"]
    chosen = next(number for number, step in enumerate(story) if step["kind"] == "choice")
    rolled = next(number for number, step in enumerate(story) if step["kind"] == "roll")
    for steps, choice, refused in (
        (chosen, "shoot whom=5", r"\[S2\."),
        (chosen, "dance", "dance"),
        (rolled, story[chosen]["choice"], f"Nobody chooses after step {rolled}: dice are rolled"),
    ):
        with pytest.raises(ServerError, match=refused):
            match.what_if(steps, choice=choice)


def test_what_if_with_a_choice_that_ends_the_battle_is_refused(client: Client) -> None:
    match = client.new_match("pig", options={"goal": 4})
    play(match)
    story = match.news(0)["story"]
    with pytest.raises(ServerError, match="The battle is over with this choice"):
        match.what_if(len(story) - 1, choice=story[-1]["choice"])


def test_a_finished_battle_is_sent_browsed_and_got_back_as_it_was(client: Client) -> None:
    match = client.new_match("formations")
    play(match)
    text = match.replay()
    sent = client.upload(text, public=True, title="A battle to share")
    assert sent.replay() == text
    assert sent.about()["result"] == match.about()["result"]
    assert sent.about()["state"] == "over"
    assert "A battle to share" in [each["title"] for each in client.matches(state="over")]
    assert sent.what_if(5).news(0)["state"] == "running"


def test_a_battle_that_was_given_up_is_sent_too(client: Client) -> None:
    match = client.new_match("formations")
    match.command("resign")
    sent = client.upload(match.replay())
    result = result_of(sent)
    assert (result["winner"], result["sentence"]) == ("b", "River Guard gives up.")


def test_a_replay_that_does_not_repeat_is_refused(client: Client) -> None:
    match = client.new_match("formations")
    with pytest.raises(ServerError, match="not over; finish it first"):
        client.upload(match.replay())
    play(match)
    text = match.replay()
    line = next(line for _, line in Replay.parse(text).moves if line.startswith("roll "))
    other = "roll " + " ".join("1" if face != "1" else "2" for face in line.split()[1:])
    with pytest.raises(ServerError, match="The stream gives"):
        client.upload(text.replace(f"\n{line}\n", f"\n{other}\n", 1))
    with pytest.raises(ServerError, match="this is not a replay"):
        client.upload("nothing")
    with pytest.raises(ServerError, match="at most 4194304 bytes") as refused:
        client.upload("x" * 5_000_000)
    assert refused.value.status == 413
