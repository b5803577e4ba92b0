"""The same wrong value gets the same sentence, wherever it is given: on the command line, over HTTP, in a study."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from battlewright.answers.parameters import parameters_of
from battlewright.engine.errors import BattlewrightError
from battlewright.lab.study.file import read_plan
from battlewright.systems import load
from tests.commands import run_command
from tests.web.server import Server


@pytest.fixture
def web(shared_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shared_server.url, timeout=30) as client:
        yield client


def typed(folder: Path, *words: str) -> str:
    """Return the sentence about what was typed."""
    done = run_command(["battlewright", *words], folder, {})
    assert done.code == 2
    return done.text.removeprefix("Error: ").removesuffix("\n")


def refused(answer: httpx.Response) -> str:
    assert answer.status_code == 400
    return str(answer.json()["error"])


def in_study(system: str, name: str, value: object) -> str:
    study = {"study": {"system": system, "bots": "random", "name": "wrong"}, "setup": {name: value}}
    with pytest.raises(BattlewrightError) as error:
        read_plan(study, load)
    return str(error.value).removeprefix("the study: setup: ")


SETUPS = [
    ("skirmish", "rounds", 99, "rounds must be a whole number from 1 to 50, not 99."),
    ("skirmish", "rounds", 2.5, "rounds must be a whole number from 1 to 50, not 2.5."),
    ("skirmish", "rounds", "many", "rounds must be a whole number from 1 to 50, not 'many'."),
    ("skirmish", "rounds", 10**80, "rounds must be a whole number from 1 to 50, not a number of more than 60 digits."),
    ("skirmish", "edition", "thrid", "edition must be first or second, not 'thrid'."),
    ("skirmish", "edition", "frst", "edition must be first or second, not 'frst'. Did you mean 'first'?"),
    ("skirmish", "table", 501 * "x", "table may have at most 500 characters."),
    ("heroes", "level", 0, "level must be a whole number from 1 to 20, not 0."),
    ("formations", "opening_penalty", "-1", "opening_penalty must be a whole number from 0 to 20, not -1."),
]


@pytest.mark.parametrize(("system", "name", "value", "sentence"), SETUPS, ids=[each[3][:60] for each in SETUPS])
def test_a_wrong_part_of_a_set_up(
    web: httpx.Client, tmp_path: Path, system: str, name: str, value: object, sentence: str
) -> None:
    option = parameters_of(load(system).setup.read)[name].options[0]
    for command in (("play", system), ("sim", system), ("odds", system, "match")):
        assert typed(tmp_path, *command, option, str(value)) == sentence
    for given in (value, str(value)):
        options = {"options": {name: given}}
        assert refused(web.post("/api/matches", json={"system": system, **options})) == sentence
        assert refused(web.post(f"/api/systems/{system}/preview", json=options)) == sentence
        assert refused(web.post(f"/api/odds/{system}/match", json={"arguments": {name: given}})) == sentence
        assert in_study(system, name, given) == sentence
    assert refused(web.get(f"/api/odds/{system}/match", params={name: str(value)})) == sentence


QUESTIONS = [
    ("formations", "test", {"score": 12}, "score must be a whole number from 1 to 10, not 12."),
    ("formations", "test", {"score": "x"}, "score must be a whole number from 1 to 10, not 'x'."),
    ("formations", "combination", {"dice": 5, "want": 3}, "want must be double, triple or scale, not 3."),
    ("skirmish", "climb", {"agility": 3, "height": "nan"}, "height must be a number, not nan."),
    ("heroes", "check", {"bonus": 1, "against": 1, "ties": "nobody"}, "ties must be defender or roller, not 'nobody'."),
]  # fmt: skip


@pytest.mark.parametrize(("system", "question", "given", "sentence"), QUESTIONS, ids=[each[3] for each in QUESTIONS])
def test_a_wrong_argument_of_a_question(
    web: httpx.Client, tmp_path: Path, system: str, question: str, given: dict[str, Any], sentence: str
) -> None:
    words = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    assert typed(tmp_path, "odds", system, question, *words) == sentence
    path = f"/api/odds/{system}/{question}"
    assert refused(web.get(path, params=given)) == sentence
    for arguments in (given, {name: str(value) for name, value in given.items()}):
        assert refused(web.post(path, json={"arguments": arguments})) == sentence


def test_a_system_that_declares_no_reader_takes_the_fields_of_its_model(web: httpx.Client) -> None:
    sentence = "goal must be a whole number from 1 to 100, not 101."
    for given in (101, "101"):
        asked = {"options": {"goal": given}}
        assert refused(web.post("/api/matches", json={"system": "pig", **asked})) == sentence
        assert refused(web.post("/api/systems/pig/preview", json=asked)) == sentence
    assert refused(web.get("/api/odds/pig/match", params={"goal": 101})) == sentence
    named = {"names": ["short.toml"], "files": {"short.toml": "goal = 3\n"}}
    assert web.post("/api/systems/pig/preview", json=named).status_code == 200
    files = {"arguments": {"setup": "short.toml", "goal": 1, "battles": 100, "seconds": 0}, "files": named["files"]}
    assert web.post("/api/odds/pig/match", json=files).status_code == 200
    (pig,) = (each for each in web.get("/api/systems").json()["systems"] if each["name"] == "pig")
    assert [(field["name"], field["kind"], field["default"]) for field in pig["options"]] == [
        ("setup", "text", None),
        ("goal", "whole", 12),
    ]


def test_a_wrong_value_comes_with_its_field(web: httpx.Client) -> None:
    answer = web.post("/api/matches", json={"system": "pig", "options": {"goal": 101}}).json()
    assert answer["faults"] == [{"field": "goal", "message": answer["sentence"], "line": 0}]
