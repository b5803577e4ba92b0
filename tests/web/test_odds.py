"""Odds over HTTP: the same answers as the command line gives, and nothing that could take a server down."""

from __future__ import annotations

import asyncio
import json
import shlex
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from battlewright import systems
from battlewright.answers.question import roll
from battlewright.engine.errors import TooLarge
from battlewright.engine.time_limit import check_time, is_time_up, time_limit, within
from battlewright.store.database import open_database
from battlewright.systems.formations.odds.reports import attack
from battlewright.web.app import make_app
from battlewright.web.limits import Limits
from battlewright.web.registry import Registry
from tests.commands import run_command
from tests.toy.pig import PIG
from tests.web.conftest import NewServer
from tests.web.server import Server

ASKED = (
    "skirmish shot --ballistics 4 --difficulty 12.5 --weapon rifle --target toughness=3,agility=4,ap=3,weapon=pistol",
    "skirmish shot --ballistics 5 --difficulty 9 --critical d3 --edition first",
    "skirmish clash --attacker melee=4,weapon=sword --defender melee=3,weapon=spear",
    "skirmish split --attacker melee=3,weapon=spear --defender melee=4,weapon=sword --out-of-reach",
    "skirmish stress --toughness 4 --stress 5 --until-removed",
    "heroes damage --dice 2d6+3 --types fire,slashing --resist fire=2",
    "heroes check --bonus 6 --against 17 --ties roller",
    "formations attack --dice 8 --def 4 --rerolls 2",
    "dice roll 3d8+4 --at-least 20",
    "formations combination --dice 5 --rerolls 2 --want triple",
)
ARGUMENTS = {"def": "deflection"}
"""The options that are called otherwise than their arguments."""


@pytest.fixture
def web(shared_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shared_server.url, timeout=30) as client:
        yield client


def query_of(words: list[str]) -> dict[str, str]:
    """Return what was typed after options, by their names."""
    query, name = dict[str, str](), "notation"
    for word in words:
        if word.startswith("--"):
            name = ARGUMENTS.get(word[2:], word[2:].replace("-", "_"))
            query[name] = "true"
        else:
            query[name] = word
    return query


@pytest.mark.parametrize("asked", ASKED)
def test_an_answer_is_that_of_the_command_line(web: httpx.Client, asked: str, tmp_path: Path) -> None:
    system, question, *words = shlex.split(asked)
    answer = web.get(f"/api/odds/{system}/{question}", params=query_of(words))
    assert answer.status_code == 200, answer.text
    named = [] if system == "dice" else [system]
    printed = run_command(["battlewright", "odds", *named, question, *words, "--json"], tmp_path, {})
    assert answer.json()["data"] == json.loads(printed.text)
    assert any(block["block"] in ("chances", "grid") for block in answer.json()["blocks"])
    sent = web.post(f"/api/odds/{system}/{question}", json={"arguments": query_of(words)})
    assert sent.json() == answer.json()


def test_an_answer_says_which_rows_are_best_and_nothing_of_the_command_line(web: httpx.Client) -> None:
    shooters = {"shooter": "toughness=3,ap=2", "target": "toughness=3,ap=2"}
    shot = web.get("/api/odds/skirmish/shot", params={"ballistics": 4, "difficulty": 9, **shooters}).json()
    (grid,) = (each for each in shot["blocks"] if each["block"] == "grid")
    assert [grid["rows"][at][0] for at in grid["best"]] == [f"{shot['data']['best']} *"]
    test = web.get("/api/odds/skirmish/test", params={"ability": 8, "critical": "true"}).json()
    assert not any("--json" in each.get("text", "") for each in test["blocks"])


def test_every_question_is_listed_and_its_example_is_answered(web: httpx.Client) -> None:
    listed = web.get("/api/odds").json()["systems"]
    assert {each["name"] for each in listed} == {"dice", "skirmish", "heroes", "formations", "pig"}
    answered = 0
    for system in listed:
        for question in system["questions"]:
            names = {each["name"] for each in question["arguments"]}
            assert question["help"]
            assert question["title"].endswith("?")
            assert not question["help"].startswith("Show ")
            assert set(question["example"]) <= names
            needed = {each["name"] for each in question["arguments"] if each["required"]}
            assert needed <= set(question["example"])
            if question["name"] in ("position", "match"):
                continue  # one needs a file, the other takes long
            query = {
                name: str(value).lower() if value is True else value for name, value in question["example"].items()
            }
            answer = web.get(f"/api/odds/{system['name']}/{question['name']}", params=query)
            assert answer.status_code == 200, (question["name"], answer.text)
            answered += 1
    assert answered >= 15


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("nothing/shot", "nothing"),
        ("dice/roll?notation=1000d1000", "this server computes at most 20,000."),
        ("dice/roll?notation=1000d20", "this server sends at most 8,000,000."),
        ("dice/roll?notation=2x6", "2x6"),
        ("skirmish/nothing", "Unknown question 'nothing'"),
        ("skirmish/shot", "ballistics is missing; it must be a whole number from 1 to 10."),
        ("skirmish/shot?ballistics=4", "difficulty is missing; it must be a number."),
        ("skirmish/shot?ballistics=11&difficulty=9", "ballistics must be a whole number from 1 to 10, not 11."),
        ("skirmish/shot?ballistics=four&difficulty=9", "ballistics must be a whole number from 1 to 10, not 'four'."),
        ("skirmish/shot?ballistics=4&difficulty=nan", "difficulty must be a number, not nan."),
        ("skirmish/shot?ballistics=4&difficulty=99", "The difficulty must be from 0 to 60, not 99 (S2.F1)."),
        ("skirmish/shot?ballistics=4&difficulty=9&luck=1", "Unknown parameter 'luck'"),
        ("skirmish/shot?ballistics=4&difficulty=9&weapon=sword", "Sword is a melee weapon"),
        ("skirmish/test?ability=3&critical=maybe", "critical must be true or false, not 'maybe'."),
        ("skirmish/match?battles=100000000", "battles must be a whole number from 100 to 10,000,000, not 100000000."),
        ("heroes/damage?dice=" + 600 * "1" + "&types=fire", "dice may have at most 500 characters."),
        ("heroes/damage?dice=999999d999999&types=fire", "--dice"),
        ("skirmish/stress?toughness=3&stress=-1", "stress must be a whole number from 0 to 99, not -1."),
    ],
)
def test_what_cannot_be_asked_gets_a_sentence(web: httpx.Client, path: str, sentence: str) -> None:
    answer = web.get(f"/api/odds/{path}")
    assert answer.status_code == 400
    assert sentence in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("skirmish/shot?ballistics=4&difficulty=9&weapon=", "pyproject.toml"),
        ("skirmish/match?rosters=red-hall&rosters=", "/etc/passwd.toml"),
        ("skirmish/position?replay=", "README.md"),
        ("heroes/fall?defender=ruffian&attacker=", "../sheet.json"),
        ("heroes/position?replay=", "/etc/passwd"),
        ("formations/match?forces=river-guard&forces=", "pyproject.toml"),
    ],
)
def test_no_file_of_the_server_is_read(web: httpx.Client, path: str, name: str) -> None:
    answer = web.get(f"/api/odds/{path}{name}")
    assert answer.status_code == 400
    assert "there is no such file" in answer.json()["error"]


def test_a_position_of_a_replay_that_is_sent(web: httpx.Client, tmp_path: Path) -> None:
    file = tmp_path / "battle.replay"
    run_command(["battlewright", "battle", "--seed", "5", "--replay", str(file)], tmp_path, {})
    asked: dict[str, Any] = {"arguments": {"replay": "mine.replay", "at": "3"}}
    answer = web.post("/api/odds/skirmish/position", json=asked | {"files": {"mine.replay": file.read_text()}})
    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["at"] == 3
    spoilt = web.post("/api/odds/skirmish/position", json=asked | {"files": {"mine.replay": "nothing"}})
    assert spoilt.status_code == 400
    assert "this is not a replay" in spoilt.json()["error"]


@asynccontextmanager
async def inside(folder: Path, registry: Registry, limits: Limits) -> AsyncIterator[httpx.AsyncClient]:
    """A server within this process, and a client of it."""
    database = f"sqlite:///{folder / 'matches.db'}"
    open_database(database).dispose()
    guarded = make_app(database, registry, limits)
    transport = httpx.ASGITransport(guarded)
    async with (
        guarded.app.router.lifespan_context(guarded.app),
        httpx.AsyncClient(transport=transport, base_url="http://here", timeout=60) as client,
    ):
        while (await client.get("/readyz")).status_code != 200:
            await asyncio.sleep(0.01)
        yield client


def test_a_long_question_ends_in_time_and_holds_nobody_up(tmp_path: Path) -> None:
    registry = Registry(systems.names, systems.load, systems.DEFAULT)
    waits: list[float] = []

    async def ask() -> list[httpx.Response]:
        async with inside(tmp_path, registry, Limits(odds=0.3, thinking=1, waiting=2)) as client:
            asked = [client.get("/api/odds/skirmish/match?battles=10000000") for _ in range(5)]
            answers = asyncio.gather(*asked)
            while not answers.done():
                at = time.monotonic()
                await asyncio.sleep(0.02)
                waits.append(time.monotonic() - at)
            return await answers

    began = time.monotonic()
    answers = asyncio.run(ask())
    assert time.monotonic() - began < 20
    assert sorted(waits)[len(waits) // 2] < 0.25
    answers.sort(key=lambda answer: answer.status_code)  # who is heard first is not promised
    assert [answer.status_code for answer in answers] == [200, 200, 200, 503, 503]  # there is no room for more
    assert all("battles" in answer.json()["data"] for answer in answers[:3])
    assert all("Try again soon" in answer.json()["error"] for answer in answers[3:])


def test_questions_that_nobody_waits_for_any_more_hold_nobody_up(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "odds=1")

    async def ask() -> tuple[httpx.Response, float]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            await client.get("/api/odds/skirmish/match?battles=100")  # the rules are in memory
            left = [asyncio.create_task(client.get("/api/odds/skirmish/match?battles=10000000")) for _ in range(60)]
            await asyncio.sleep(0.5)
            for each in left:
                each.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            began = time.monotonic()
            return await client.get("/api/odds/dice/roll?notation=2d6"), time.monotonic() - began

    answer, took = asyncio.run(ask())
    assert answer.status_code == 200
    assert took < 10  # 60 questions of a second each, two at a time, would be half a minute


@pytest.mark.parametrize("notation", ["1000d20", "500d20+500d19", "9d6+8d7+7d8+6d9+970d10"])
def test_the_odds_of_many_dice_keep_to_a_limit_of_time(notation: str) -> None:
    began = time.monotonic()
    with time_limit(0.02), pytest.raises(TooLarge):
        roll(notation)
    assert time.monotonic() - began < 3


def test_a_system_of_another_package_has_its_odds_and_its_rulebook_at_once(tmp_path: Path) -> None:
    registry = Registry(lambda: ("pig",), {"pig": PIG}.__getitem__, "pig")

    async def ask() -> None:
        async with inside(tmp_path, registry, Limits()) as client:
            listed = (await client.get("/api/odds")).json()["systems"]
            assert [question["name"] for question in listed[-1]["questions"]] == ["match", "position"]
            answer = (await client.get("/api/odds/pig/match?seconds=0.2&battles=100")).json()
            assert {"a", "b"} <= answer["data"].keys()
            book = (await client.get("/api/rules/pig")).json()
            assert [each["id"] for each in book["clauses"]] == [clause.id for clause in PIG.catalogue]

    asyncio.run(ask())


def test_work_keeps_to_a_limit_of_time() -> None:
    assert within(20.0) == 20.0
    check_time()
    with time_limit(0.05):
        assert within(20.0) <= 0.05
        began = time.monotonic()
        with pytest.raises(TooLarge, match=r"takes more than 0.05 seconds; ask with smaller numbers"):
            attack(1000, 4, 1000)
        assert time.monotonic() - began < 5
        assert is_time_up()
        with pytest.raises(TooLarge):
            check_time()
    assert not is_time_up()
