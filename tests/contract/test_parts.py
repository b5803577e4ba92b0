"""The contract: its parts are small, every field is described, and what is left out has a default."""

from __future__ import annotations

import dataclasses
import runpy
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from battlewright.contract.guides import guide_of
from battlewright.contract.system import System, as_system, capabilities, tally
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.node import Edit
from battlewright.engine.record import look, snapshot
from battlewright.engine.rulebook import Rulebook
from battlewright.engine.session import Session
from tests.changes import changed
from tests.toy.parts import refusal
from tests.toy.pig import PIG, PigSetup, Setting

pytestmark = pytest.mark.plain
ROOT = Path(__file__).parents[2]
MADE = runpy.run_path(str(ROOT / "docs" / "contract_fields.py"), run_name="contract_fields")
PARTS: dict[str, type[Any]] = MADE["PARTS"]
MOST_FIELDS, MOST_OF_SYSTEM = 21, 18


@pytest.mark.parametrize("part", [System, *PARTS.values()])
def test_every_field_has_a_docstring(part: type[Any]) -> None:
    assert [name for name, text in MADE["docstrings"](part).items() if not text] == []


def test_the_documentation_has_every_field() -> None:
    assert MADE["PAGE"].read_text(encoding="utf-8") == MADE["tables"](), "run 'python docs/contract_fields.py'"
    assert MADE["PAGE"].name in (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")


def test_no_part_is_wide() -> None:
    assert len(dataclasses.fields(System)) <= MOST_OF_SYSTEM
    assert {name: len(dataclasses.fields(part)) for name, part in PARTS.items() if _is_wide(part)} == {}


def _is_wide(part: type[Any]) -> bool:
    return len(dataclasses.fields(part)) > MOST_FIELDS


def test_rules_and_a_set_up_are_enough() -> None:
    required = {field.name for field in dataclasses.fields(System) if field.default is field.default_factory}
    assert required == {"name", "title", "catalogue", "rules", "setup"}
    assert {name for name, can in capabilities(PIG).items() if can} == {"edits by a game master"}


def test_a_choice_that_is_not_listed_is_refused_where_no_refusal_is_declared() -> None:
    bare, own = Session(PIG, PigSetup()), Session(changed(PIG, rules={"refusal": refusal}), PigSetup())
    legal, other = bare.choices()[0], bare.system.rules.choice()
    for session in (bare, own):
        assert session.refusal(legal) == ""
        other.kind = 3
        before = snapshot(session.battle)
        with pytest.raises(Refused) as refused:
            session.choose(other)
        assert (refused.value.clause, snapshot(session.battle)) == ("P.A1", before)


def test_a_long_list_is_searched_page_by_page() -> None:
    session = Session(changed(PIG, rules={"max_choices": 1}), PigSetup())
    assert [session.refusal(choice) for choice in Session(PIG, PigSetup()).choices()] == ["", ""]


def test_a_changed_system_has_the_defaults_of_its_new_parts() -> None:
    one_choice = changed(PIG, rules={"choices": lambda setting, battle, out, first: 0})
    assert Session(one_choice, PigSetup()).refusal(Session(PIG, PigSetup()).choices()[0]) == "P.A1"


def test_without_an_edit_nothing_can_be_edited() -> None:
    with pytest.raises(BattlewrightError, match=r"In Pig nothing can be edited\."):
        Session(changed(PIG, rules={"edit": None}), PigSetup()).edit(Edit())


def test_the_setting_is_filled_from_the_fields_of_the_set_up() -> None:
    assert look(Setting, Session(PIG, PigSetup(goal=31)).setting).goal == 31


def test_the_usual_set_up_is_the_one_match_up_of_a_ladder() -> None:
    found = PIG.lab.match_ups()
    assert (found.battles, found.title, found.about) == ([("the usual set-up", PigSetup())], "Pig", {})


def test_the_default_guide_tells_the_chance_to_win() -> None:
    session = Session(PIG, PigSetup(goal=2))
    assert {*guide_of(session).advise(session.choices())[0].chances} == {"win"}
    assert tally(session) == (0, ({}, {}))


def test_sentences_are_made_from_names() -> None:
    session = Session(PIG, PigSetup(), 5)
    words = session.words
    assert words.ask(session.record) == "Decide: choose"
    assert [words.choice(session.record, choice) for choice in session.choices()] == ["roll", "hold"]
    session.choose(session.choices()[0])
    assert words.ask(session.record) == "Die: roll 1d6"
    rows = [["turn", "0", ""], ["at stake", "0", ""], ["scores", "0", "0"]]
    assert words.status(session.record) == [["", "a", "b"], *rows]


def test_a_rulebook_alone_has_no_guides_and_bots() -> None:
    given = {field.name: getattr(PIG, field.name) for field in dataclasses.fields(Rulebook)}
    alone: Rulebook[Any, Any, Any] = Rulebook(**given)
    assert Session(alone, PigSetup()).choices()
    with pytest.raises(BattlewrightError, match="Pig is a Rulebook alone"):
        as_system(alone)


@pytest.mark.parametrize("name", systems.BUILT_IN)
def test_what_a_system_can_is_asked_of_its_parts(name: str) -> None:
    can = capabilities(systems.load(name))
    assert can["own sentences"]
    assert can["greedy bot"]
    assert can["free positions"] == bool(systems.load(name).rules.propose)
