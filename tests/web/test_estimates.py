"""Estimates of who wins, of a real server: what they come to, and how they end."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from battlewright import systems
from battlewright.engine.errors import TooLarge
from battlewright.engine.time_limit import until_stopped
from battlewright.lab.estimates import LEAST, MOST, estimates
from tests.commands import run_command
from tests.web.conftest import NewServer
from tests.web.server import Server

SETUPS: dict[str, dict[str, Any]] = {
    "skirmish": {"names": ["red-hall", "lantern-company"], "options": {"table": "bridge"}},
    "heroes": {},
    "formations": {"names": ["goblin-rabble", "river-guard"]},
}


@pytest.fixture
def web(shared_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shared_server.url, timeout=60) as client:
        yield client


def estimated(web: httpx.Client, system: str, asked: dict[str, Any]) -> dict[str, Any]:
    answer = web.post(f"/api/systems/{system}/estimate", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", SETUPS)
def test_an_estimate_agrees_with_many_battles_of_the_command_line(name: str, web: httpx.Client, tmp_path: Path) -> None:
    asked = SETUPS[name]
    found = estimated(web, name, asked)
    assert found["bot"] == "greedy"
    (battle,) = found["battles"]
    assert LEAST <= battle["battles"] <= MOST
    typed = [*asked.get("names", []), *(f"--{key}={value}" for key, value in asked.get("options", {}).items())]
    printed = run_command(["battlewright", "sim", name, *typed, "--battles", "4000", "--json"], tmp_path, {})
    many = json.loads(printed.text)
    for who, won in battle["wins"].items():
        (low, high), (least, most) = won["interval"], many["interval"][who]
        assert low <= won["share"] <= high
        assert low - 0.02 <= most, f"{who}: {won} and {many['interval']}"
        assert least <= high + 0.02, f"{who}: {won} and {many['interval']}"
    assert battle["rounds"] == pytest.approx(many["rounds"]["mean"], rel=0.15)
    assert {each["side"] for each in battle["losses"]} == {"a", "b"}
    assert all(0 <= each["share"] <= 1 and each["name"] and each["text"] for each in battle["losses"])


def test_heroes_are_told_one_by_one_and_models_by_their_number(web: httpx.Client) -> None:
    (heroes,) = estimated(web, "heroes", {})["battles"]
    told = {each["name"]: each for each in heroes["losses"]}
    share, text = told["Crow Priest (b5)"]["share"], told["Crow Priest (b5)"]["text"]
    assert text.startswith(f"falls in {share:.1%}, dies in ")
    assert told["Brannoc (a2)"]["side"] == "a"
    (skirmish,) = estimated(web, "skirmish", SETUPS["skirmish"])["battles"]
    models = next(each for each in skirmish["losses"] if each["side"] == "a")
    assert models["name"] == "models"
    lost, whole = map(float, models["text"].split(" of "))
    assert models["share"] == pytest.approx(lost / whole, abs=0.05 / whole)


def test_a_stronger_roster_of_ones_own_wins_more_often_against_each_opponent(web: httpx.Client) -> None:
    shown = web.get("/api/systems/skirmish/rosters/red-hall").json()["file"]
    against = ["gable-foxes", "lantern-company", "hollow-king"]

    def wins(roster: dict[str, Any]) -> list[float]:
        found = estimated(
            web, "skirmish", {"names": ["mine.json"], "files": {"mine.json": json.dumps(roster)}, "against": against}
        )
        assert [each["against"] for each in found["battles"]] == against
        assert all(each["battles"] >= LEAST for each in found["battles"])
        return [each["wins"]["a"]["share"] for each in found["battles"]]

    weak = {**shown, "characters": [{**each, "toughness": 1, "melee": 1} for each in shown["characters"]]}
    strong = {**shown, "characters": [{**each, "toughness": 6, "melee": 6} for each in shown["characters"]]}
    assert all(more > less for more, less in zip(wins(strong), wins(weak), strict=True))


def test_a_set_up_that_is_refused_comes_with_its_sentence(web: httpx.Client) -> None:
    for asked in ({"names": ["nobody", "red-hall"]}, {"names": ["red-hall"], "against": ["gable-foxes", "nobody"]}):
        answer = web.post("/api/systems/skirmish/estimate", json=asked)
        assert answer.status_code == 400
        assert "nobody" in answer.json()["sentence"]
    answer = web.post("/api/systems/skirmish/estimate", json={"key": "k" * 65})
    assert answer.status_code == 422


def test_a_second_request_of_a_person_ends_the_first_and_not_that_of_another(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "estimate=20")
    answers: dict[str, httpx.Response] = {}

    def ask(name: str, key: str, asked: dict[str, Any]) -> threading.Thread:
        def run() -> None:
            path = f"{server.url}/api/systems/skirmish/estimate"
            answers[name] = httpx.post(path, json={**asked, "key": key}, timeout=60)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        time.sleep(0.7)
        return thread

    first = ask("first", "mine", {"names": ["red-hall", "gable-foxes"]})
    other = ask("other", "another", {"names": ["red-hall", "gable-foxes"]})
    began = time.monotonic()
    ask("second", "mine", {"names": ["nobody", "gable-foxes"]})
    first.join(5)
    assert answers["first"].status_code == 409
    assert answers["first"].json()["sentence"] == "Your next request has ended this one."
    assert answers["second"].status_code == 400
    assert "other" not in answers, "it goes on, now that its turn has come"
    third = ask("third", "another", {"names": ["nobody", "gable-foxes"]})
    for each in (other, third):
        each.join(5)
    assert answers["other"].status_code == 409
    assert time.monotonic() - began < 10, "nobody has waited for the end of the battles"


def test_who_goes_away_leaves_the_place_to_the_next(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "estimate=8")
    path = f"{server.url}/api/systems/formations/estimate"
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(path, json={"key": "gone"}, timeout=1.5)
    began = time.monotonic()
    answer = httpx.post(path.replace("formations", "heroes"), json={"key": "here"}, timeout=60)
    assert answer.status_code == 200
    assert time.monotonic() - began < 5


def test_an_address_has_a_limited_number_of_people_who_wait(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "estimate=1")
    statuses: list[int] = []

    def ask(key: int) -> None:
        path = f"{server.url}/api/systems/skirmish/estimate"
        answer = httpx.post(path, json={"key": str(key)}, timeout=60)
        statuses.append(answer.status_code)
        if answer.status_code != 200:
            assert answer.json()["sentence"].startswith("At most 8 estimates of one address may wait")

    threads = [threading.Thread(target=ask, args=(each,), daemon=True) for each in range(12)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert sorted(statuses) == [200] * 9 + [429] * 3


def test_the_time_is_shared_and_the_work_can_be_stopped() -> None:
    system = systems.load("skirmish")
    setup = system.setup.read().setup
    began = time.monotonic()
    found = estimates(system, [setup] * 3, 0.6)
    assert time.monotonic() - began < 3
    assert all(each.counts.battles >= LEAST for each in found)
    assert [each.counts.battles for each in estimates(system, [setup] * 2, 0.0)] == [LEAST] * 2
    stopped = threading.Event()
    stopped.set()
    with until_stopped(stopped), pytest.raises(TooLarge, match="stopped"):
        estimates(system, [setup], 60)
