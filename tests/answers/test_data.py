"""Everything as data: one shape, plain JSON types."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import battlewright as bw
from battlewright.answers.data import choice_data, entry_data, node_data, record_data, story_data
from battlewright.answers.report import Report
from battlewright.contract.guides import observation_data
from battlewright.engine.node import NodeKind
from battlewright.engine.record_text import read_record, word_of
from battlewright.odds.distribution import Sampled

SYSTEMS = bw.system_names()
SHORT = Path(__file__).parents[2] / "docs" / "examples" / "forces" / "short.replay"


def played(name: str, steps: int = 60) -> bw.Match:
    system = bw.load(name)
    match = bw.Match(system, system.setup.read().setup, {"a": "random", "b": "random"}, bw.DiceSource(seed=3))
    bw.play_on(match, bw.seat_bots(match), most=steps)
    return match


def is_plain(data: object) -> bool:
    """Whether data comes back from JSON as it was."""
    return bool(json.loads(json.dumps(data)) == data)


@pytest.mark.plain
@pytest.mark.parametrize("name", SYSTEMS)
def test_an_observation_is_plain_data(name: str) -> None:
    match = played(name)
    seen = match.observe("a", since=0)
    data = observation_data(seen)
    assert is_plain(data)
    assert "tail" not in str(data["battle"])[:2000]
    assert data["number"] == len(data["news"])


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_choice_comes_back_from_its_line(name: str) -> None:
    match = played(name, 15)
    while match.session.node.kind != NodeKind.DECISION:
        match.roll()
    seen = match.observe(match.to_act[0])
    for choice in seen.choices():
        line = str(choice_data(seen, choice)["choice"])
        assert read_record(line, seen.system.rules.choice, seen.system.rules.choice_kinds) == choice
    assert choice_data(seen, seen.choices()[0], "in other words")["sentence"] == "in other words"


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_event_has_the_fields_that_its_kind_declares(name: str) -> None:
    session = played(name).session
    fields = {word_of(session.system.rules.event_kinds, kind): kind.fields for kind in session.system.rules.event_kinds}
    story = story_data(session)
    events = [event for move in story["moves"] for event in move["events"]]
    assert events
    for event in (*events, *story["opening_events"]):
        assert set(event) == {"kind", "clause", *fields[event["kind"]]}
        assert event.get("side", "a") in ("a", "b", None)


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_event_calls_a_side_a_seat(name: str) -> None:
    kinds = bw.load(name).rules.event_kinds
    assert not [kind for kind in kinds if "seat" in kind.fields]


@pytest.mark.parametrize("name", ["formations", "skirmish"])
def test_who_wins_the_roll_off_is_a_side(name: str) -> None:
    story = story_data(played(name).session)
    sides = {event.get("side") for move in story["moves"] for event in move["events"] if event["kind"] == "first"}
    assert sides
    assert sides <= {"a", "b"}


def test_a_step_in_words_has_the_sentence_of_its_choice_and_those_of_what_followed() -> None:
    story = story_data(played("formations").session)
    assert all(bool(move["sentence"]) == (move["kind"] == "choice") for move in story["moves"])
    assert any(each["clause"] == "F.D12" for move in story["moves"] for each in move["sentences"])


def test_a_node_names_its_dice_or_its_winner() -> None:
    match = played("formations", 0)
    node = node_data(match.observe("a"))
    assert (node["kind"], node["side"], node["dice"], node["sides"]) == ("chance", None, 2, 6)
    bw.play_on(match, bw.seat_bots(match))
    over = node_data(match.observe("a"))
    assert (over["kind"], over["winner"], over["side"]) == ("over", match.result.winner if match.result else "", None)


def test_an_entry_has_its_step_or_what_it_goes_back_to() -> None:
    match = played("formations", 20)
    match.undo("a")
    seen = match.observe("spectator", since=0)
    entries = [entry_data(seen, entry) for entry in seen.news]
    assert [entry["number"] for entry in entries] == list(range(match.number))
    for entry in entries:
        assert ("events" in entry) != ("to" in entry)
        assert ("faces" in entry) == (entry["kind"] in ("roll", "typed"))


def test_a_record_keeps_its_names() -> None:
    match = played("skirmish")
    data = record_data(match.session.record)
    assert is_plain(data)
    models: Any = data["models"]
    assert models[0]["toughness"] == match.session.record.models[0].toughness


def keys_of(data: Any, path: str = "") -> set[str]:
    """The paths of all keys in data; entries of a list share theirs."""
    if isinstance(data, list):
        return {found for each in data for found in keys_of(each, path)}
    if not isinstance(data, dict):
        return set()
    return {f"{path}{name}" for name in data} | {
        found for name, each in data.items() for found in keys_of(each, f"{path}{name}.")
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_seat_is_a_persons_place_wherever_data_name_one(name: str) -> None:
    match = played(name)
    paths = keys_of(observation_data(match.observe("a", since=0)))
    assert {path for path in paths if path.endswith("seat")} == {"seat", "news.seat"}
    assert "battle.node.side" in paths
    assert {path for path in keys_of(story_data(match.session)) if path.endswith("seat")} == set()
    assert {path for path in keys_of(match.summary("a")) if "seat" in path and "." not in path} == {"seats"}


def test_answers_are_plain_data() -> None:
    assert bw.sum_of("2d2").as_data() == {"exact": True, "distribution": {"2": "1/4", "3": "1/2", "4": "1/4"}}
    by_trial = Sampled({(1, 2): 3, (0, 0): 1}).as_data()
    assert is_plain(by_trial)
    assert (by_trial["exact"], by_trial["distribution"]["1,2"]) == (False, "3/4")
    assert by_trial["interval"].keys() == by_trial["distribution"].keys()
    report = Report({"exact": True})
    assert report.as_data() == {"exact": True}


def test_an_answer_has_its_values_and_the_index_of_the_best_choice() -> None:
    session = bw.Session(bw.load("formations"), bw.Replay.read(SHORT).setup)
    answer = bw.solve(
        session.system.rules,
        session.setting,
        session.battle,
        measure=lambda battle: battle.node.result,
        aim=lambda result: Fraction(result == 1),
    )
    data = answer.as_data()
    assert is_plain(data)
    assert data["values"] == [str(answer.value)]
    assert data["best"] is None
