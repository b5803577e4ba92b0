"""Checks of what a system shows beside its sentences: offers, questions and rolls as data.

Whatever a person is offered can be sent as JSON and comes back as the same choice, references stand for what there is,
and a roll has the dice that were rolled.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from battlewright.answers.data import offers_data, question_data
from battlewright.answers.offers import Offer, offer_data
from battlewright.contract.guides import guide_of
from battlewright.engine.labels import Reference
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import PLAIN, allocate, restore
from battlewright.engine.record_text import number_of, read_record
from battlewright.engine.step import Step
from battlewright.engine.story import roll_result

EVERY = 32 if PLAIN else 1
"""Offers are checked at every n-th decision only: guides are slow to find paths in plain Python."""

Fail = Callable[[str], None]


def check_question(position: Position, fail: Fail) -> None:
    """Check that a question can be sent, and is about a combatant that exists; a breach is passed to ``fail``, which
    does not return."""
    question = json.loads(json.dumps(question_data(position)))
    if not question["sentence"]:
        fail("the node has no words")
    is_asked = position.node.kind != NodeKind.OVER
    if position.system.rules.steps and is_asked and question["kind"].isdigit():
        fail(f"the step {question['kind']} has no word")
    about = position.words.about(position.record)
    if about >= 0 and question["about"] is None:
        fail(f"the question is about {about}, which has no reference")


def check_offers(position: Position, fail: Fail) -> None:
    """Check the offers of a decision: each is the choice that its line says, and all that it refers to is there."""
    guide = guide_of(position)
    offers = guide.offers()
    if sorted(each.place for each in offers) != [*range(len(offers))]:
        fail("the offers are not numbered from 0 without gaps")
    headings: dict[str, tuple[int, str]] = {}
    for each in offers:
        _check_offer(position, each, fail)
        heading = each.label.heading
        if headings.setdefault(heading.key, (heading.order, heading.text)) != (heading.order, heading.text):
            fail(f"the heading {heading.key} has two texts or orders")
    data: Any = json.loads(json.dumps(offers_data(guide)))
    if len(data["offers"]) != len(offers) or data["left_out"] < 0:
        fail("the offers are not the same as data")
    for example in data["to_type"]:
        number_of(position.system.rules.choice_kinds, example["kind"])
        if not example["example"] or not example["meaning"]:
            fail(f"the kind {example['kind']}, which cannot be listed, has no example")


def _check_offer(position: Position, offer: Offer, fail: Fail) -> None:
    system, words = position.system, position.words
    line: Any = offer_data(position, offer)["choice"]
    if read_record(line, system.rules.choice, system.rules.choice_kinds) != offer.choice:
        fail(f"the line {line!r} of an offer is another choice")
    if number_of(system.rules.choice_kinds, offer.kind) != offer.choice.kind:
        fail(f"an offer of the kind {offer.kind} is of another one: {line}")
    if not (offer.sentence and offer.label.title and offer.label.heading.text):
        fail(f"an offer has no sentence, title or heading: {line}")
    for reference in (offer.label.about, *offer.label.fields.values()):
        if isinstance(reference, Reference) and reference.tag and words.reference(reference.number) != reference:
            fail(f"an offer refers to {reference}, which does not exist: {line}")


def check_roll(now: Position, before: bytes, step: Step, fail: Fail) -> None:
    """Check what a roll meant, by the battle before it: one entry for each die, with its face."""
    battle = allocate(now.system.rules.battle)
    restore(battle, before)
    roll = roll_result(Position(now.system, now.setup, now.setting, now.words, battle), step)
    if [die.face for die in roll.dice] != [*step.faces]:
        fail(f"a roll of {[*step.faces]} is shown with the dice {[die.face for die in roll.dice]}")
    json.dumps(roll.as_data())
