"""What guides answer, against the JSON Schema of its annotations: nothing more, nothing less, all of it described."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from jsonschema_rs import Validator, validator_for
from pydantic import TypeAdapter
from pydantic.fields import FieldInfo

from battlewright import systems
from battlewright.answers.described import plain
from battlewright.answers.guide import Guide
from battlewright.contract.guides import guide_of
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record_text import write_record
from battlewright.engine.session import Session
from battlewright.systems.formations.guide.guide import FormationsGuide
from battlewright.systems.heroes.guide.guide import HeroesGuide
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import Purpose

GUIDES: dict[str, type[Guide]] = {"skirmish": SkirmishGuide, "heroes": HeroesGuide, "formations": FormationsGuide}
ANSWERS = [(name, answer) for name, guide in GUIDES.items() for answer in guide.answers]

OF_A_MAP = {"reach", "path", "fire", "prospects"}
"""The answers that there are only where the app has the table."""


def schema_of(asked: Callable[..., Any]) -> dict[str, Any]:
    """The schema of what a function returns, without any key that it does not name."""
    made = TypeAdapter(get_type_hints(asked)["return"]).json_schema(mode="serialization")
    for each in objects_in(made):
        each.setdefault("additionalProperties", False)
    return made


@cache
def validator_of(asked: Callable[..., Any]) -> Validator:
    return validator_for(schema_of(asked))


def objects_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema of an object, however deep."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from objects_in(each)


def setups(name: str) -> list[Any]:
    system = systems.load(name)
    if name == "skirmish":
        second = system.setup.read(("gable-foxes", "powder-guild"), "rooftops", "hold-the-middle").setup
        return [
            second,
            system.setup.read(("lantern-company", "hollow-king"), edition="first", options=("solid_blocks",)).setup,
            system.setup.read(("gable-foxes", "powder-guild"), options=("companion",)).setup,
        ]
    if name == "heroes":
        usual = read_encounter("the-barrow")
        return [usual, usual.model_copy(update={"secret_sheets": True}), system.setup.read(rulings=("ap=5",)).setup]
    return [system.setup.read(()).setup, system.setup.read((), heavy_sixes=True).setup]


def positions(name: str) -> Iterator[tuple[Any, random.Random]]:
    """Positions of battles that are led at random, as a side sees them."""
    for seed, setup in enumerate(setups(name)):
        session, draw = Session(systems.load(name), setup, seed), random.Random(seed)
        for _ in range(120):
            if draw.random() < 0.15 or session.is_over:
                yield observe(session, draw.randrange(2)), draw
            if session.is_over:
                break
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(draw.choice(session.choices()))


def question(name: str, seen: Any, draw: random.Random) -> dict[str, Any] | None:
    """What an answer is asked for; None where there is nothing to ask."""
    if name in OF_A_MAP and seen.setup.scenario.companion:
        return None
    if name == "prospects":
        offered = [write_record(each.choice, seen.system.rules.choice_kinds) for each in guide_of(seen).offers()]
        places = [line for line in offered if "legs=" in line]
        return {"choice": draw.choice(places)} if places else None
    if name == "cards":
        return {"sheets": draw.randrange(2)}
    if name not in ("reach", "path", "fire"):
        return {}
    who, whom = draw.sample(range(len(seen.setup.models)), 2)
    if name == "fire":
        return {"who": who, "whom": whom, "weapon": draw.randrange(2)}
    point = {"x": draw.randrange(24_000), "y": draw.randrange(24_000)} if name == "path" else {}
    return {"who": who, "purpose": draw.choice(list(Purpose)), **point}


@pytest.mark.parametrize("name", GUIDES)
def test_every_answer_is_what_its_schema_says(name: str) -> None:
    answered = set()
    for seen, draw in positions(name):
        guide = GUIDES[name](seen)
        for answer, asked in guide.answers.items():
            given = question(answer, seen, draw)
            if given is None:
                continue
            data = plain(asked(guide, **given))
            validator_of(asked).validate(data)
            answered |= {answer} if data else set()
    there = set(GUIDES[name].answers)
    assert answered == (there if "master_forms" in there else there - {"suggestion_forms"})


@pytest.mark.parametrize("name", ["skirmish", "heroes"])
def test_what_a_battle_has_come_to_is_what_its_schema_says(name: str) -> None:
    summary = systems.load(name).guide.summary
    assert summary is not None
    for seen, _ in positions(name):
        validator_of(summary).validate(summary(seen))


@pytest.mark.parametrize("name", GUIDES)
def test_a_schema_refuses_what_is_missing_and_what_is_too_much(name: str) -> None:
    seen, draw = next(positions(name))
    guide = GUIDES[name](seen)
    for answer, asked in guide.answers.items():
        given = question(answer, seen, draw)
        data = None if given is None else plain(asked(guide, **given))
        if data:
            (first, *_) = data if isinstance(data, list) else [data]
            first["more"] = 1
            assert not validator_of(asked).is_valid(data)
            del first["more"], first[next(iter(first))]
            assert not validator_of(asked).is_valid(data)


@pytest.mark.parametrize(("name", "answer"), ANSWERS)
def test_every_answer_is_described_down_to_its_last_key(name: str, answer: str) -> None:
    asked = GUIDES[name].answers[answer]
    assert inspect.getdoc(asked), "what is it about?"
    for each in objects_in(schema_of(asked)):
        for key, about in each.get("properties", {}).items():
            assert about.get("description"), (each["title"], key)


@pytest.mark.parametrize(("name", "answer"), ANSWERS)
def test_every_parameter_is_described(name: str, answer: str) -> None:
    hints = get_type_hints(GUIDES[name].answers[answer], include_extras=True)
    for parameter, hint in hints.items():
        if parameter != "return":
            assert get_origin(hint) is Annotated, parameter
            assert any(isinstance(each, FieldInfo) and each.description for each in get_args(hint)), parameter


def test_the_names_of_the_answers() -> None:
    assert {name: sorted(guide.answers) for name, guide in GUIDES.items()} == {
        "skirmish": [
            "fire",
            "measure",
            "path",
            "prospects",
            "reach",
            "rulings",
            "rulings_in_force",
            "scene",
            "suggestion_forms",
            "threats",
        ],
        "heroes": ["cards", "master_forms", "round", "rulings", "rulings_in_force", "suggestion_forms", "uses"],
        "formations": [
            "engagement",
            "groups",
            "master_forms",
            "reroll",
            "rulings",
            "rulings_in_force",
            "suggestion_forms",
        ],
    }
