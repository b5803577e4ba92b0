"""A game master's edits as lines to fill in."""

from __future__ import annotations

import json

from battlewright import systems
from battlewright.answers.edits import Blank, EditForm
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.systems.heroes.guide.amendments import amendment_forms
from battlewright.systems.heroes.guide.edits import Master
from battlewright.systems.heroes.guide.guide import HeroesGuide
from battlewright.systems.heroes.setup.encounters import read_encounter


def begun(name: str = "cudgels-in-the-alley", *, secret: bool = False) -> Session:
    setup = read_encounter(name).model_copy(update={"secret_sheets": secret})
    session = Session(systems.load("heroes"), setup, 3)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return session


def filled(form: EditForm, *, whole: bool) -> str:
    """Fill a form in: the last option of each blank, the most of each number."""
    parts, most = [form.verb], 0
    for blank in form.blanks:
        if blank.optional and not whole:
            continue
        if blank.options:
            option = blank.options[-1]
            most = option.most or 0
            parts.append(f"{blank.before} {option.words}")
        elif blank.is_number:
            parts.append(f"{blank.before} {_limit(blank, most)}")
    return " ".join(" ".join([*parts, form.end]).split())


def _limit(blank: Blank, most: int) -> int:
    return most if blank.most is None else blank.most


def test_every_form_is_a_line_that_the_game_master_may_type() -> None:
    session = begun()
    amends = {form.verb for form in amendment_forms(session.setup)}
    forms = [form for form in HeroesGuide(session).master_forms() if form.verb not in amends]
    assert {form.verb for form in forms} == {"set", "damage", "heal", "give", "end", "mod", "round", "trap"}
    for form in forms:
        assert json.loads(json.dumps(form.as_data())) == form.as_data()
        line = filled(form, whole=False)
        if form.verb == "give":
            line = "give b5 prone"
        if form.verb == "damage":
            line = "damage b5 and b4 3 fire"
        if form.title == "A trap goes off":
            line += " prone"
        if form.verb == "end":  # Flanked follows from the neighbours
            continue
        edits = Master(session).edits(line)
        assert edits or form.title == "Neighbours", line
        for edit in edits:
            session.edit(edit)
        while session.node.kind == NodeKind.CHANCE:
            session.roll()


def test_a_secret_sheet_gives_nothing_away() -> None:
    session = begun(secret=True)
    own, *_, foe = HeroesGuide(observe(session, 0)).cards()
    assert own.sheet is not None
    assert own.defences
    assert [number.name for number in foe.numbers if number.name != "ap"] == ["cover"]
    assert (foe.sheet, foe.defences) == (None, {})
    assert json.loads(json.dumps(foe.as_data()))["sheet"] is None
    assert all(card.sheet is not None for card in HeroesGuide(session).cards())
    turns = HeroesGuide(observe(session, 0)).round().turns
    assert {turn.initiative is None for turn in turns if turn.number >= 2} == {True}


def test_the_turns_of_a_round_are_in_order() -> None:
    session = Session(systems.load("heroes"), read_encounter("cudgels-in-the-alley"), 3)
    assert HeroesGuide(session).round().turns == ()
    session = begun()
    found = HeroesGuide(session).round()
    rolls = [turn.initiative or 0 for turn in found.turns]
    assert rolls == sorted(rolls, reverse=True)
    acting = next(card.number for card in HeroesGuide(session).cards() if card.acting)
    assert found.turns[0].number == acting
    assert not any(turn.over for turn in found.turns)
    assert found.as_data()["titles"] == {"a": "Heroes", "b": "Foes"}
