"""Everything as data: plain JSON types in one shape (``docs/data.md``), for files, answers of a server, and scripts.

Numbers of records keep their names. Lengths are whole numbers in thousandths of an inch. A choice travels as its line
of text, a seat as its name, a side as its letter, a clause as its id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from battlewright.answers.guide import Guide
from battlewright.answers.offers import offer_data
from battlewright.engine import data_types as types
from battlewright.engine.events import SIDE_FIELDS, UNTOLD, EventView, events_in
from battlewright.engine.log import Entry
from battlewright.engine.node import Choice, NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import record_data as record_data
from battlewright.engine.record_text import word_of, write_record
from battlewright.engine.rulebook import Rulebook
from battlewright.engine.session import Session
from battlewright.engine.sides import side_letter
from battlewright.engine.step import Step
from battlewright.engine.story import Sentence, StepText, sentences, step_texts


def node_data(position: Position, seats: Sequence[str] = ()) -> types.Node:
    """Return what a battle waits for, with its question to these seats."""
    node = position.node
    side, question = side_letter(node.side), question_data(position, seats)
    if node.kind == NodeKind.CHANCE:
        return {"kind": "chance", "side": side, "dice": node.dice, "sides": node.sides, "question": question}
    if node.kind == NodeKind.OVER:
        winner = side_letter(node.result - 1) or "draw"
        return {"kind": "over", "side": None, "winner": winner, "question": question}
    return {"kind": "decision", "side": side, "question": question}


def question_data(position: Position, seats: Sequence[str] = ()) -> types.NodeQuestion:
    """Return what is asked: of which seats, about which combatant, what for (the step's word), and as a sentence."""
    words, node = position.words, position.node
    about = words.reference(words.about(position.record))
    return {
        "seats": list(seats),
        "about": None if about is None else about.as_data(),
        "kind": "" if position.is_over else position.system.rules.step_word(node.step),
        "sentence": words.ask(position.record),
    }


def choice_data(position: Position, choice: Choice, sentence: str = "") -> dict[str, object]:
    """Return a choice: the line that it travels as, and its sentence (this one, where it is given)."""
    return {
        "choice": write_record(choice, position.system.rules.choice_kinds),
        "sentence": sentence or position.words.choice(position.record, choice),
    }


def event_data(position: Position, event: EventView) -> types.Event:
    """Return an event: its kind, its clause, and its fields by their names."""
    kind, clause = word_of(type(event.kind), event.kind), position.system.cite(position.setting, event.clause)
    told = {name: None if value == UNTOLD else value for name, value in event.fields.items()}
    sides = {name: side_letter(value) for name, value in told.items() if name in SIDE_FIELDS and value is not None}
    return cast("types.Event", {"kind": kind, "clause": clause, **told, **sides})


def step_data(position: Position, step: Step) -> types.Step:
    """Return a step: what was chosen, changed or rolled, and the events that followed."""
    events = events_in(position.system.rules.event_kinds, step.events)
    data: dict[str, object] = {"kind": str(step.kind), "side": side_letter(step.side)}
    if step.is_roll:
        data["faces"] = list(step.faces)
    else:
        data[str(step.kind)] = step.line or None
    data["events"] = [event_data(position, event) for event in events]
    return cast("types.Step", data)


def entry_data(position: Position, entry: Entry) -> types.Entry:
    """Return an entry of a match's log: a step, or what passed between the seats."""
    kind = cast("types.EntryWord", str(entry.kind))
    data: types.Entry = {"number": entry.number, "kind": kind, "seat": entry.seat or None}
    if entry.step is None:
        named = {name: getattr(entry, name) for name in ("of", "what", "text", "line") if getattr(entry, name)}
        return cast("types.Entry", {**data, "to": entry.to, **named})
    return {**data, **step_data(position, entry.step), "kind": kind, "secret": entry.is_secret}


def sentence_data(sentence: Sentence) -> types.Sentence:
    """Return a sentence with its clause and the kind of its event."""
    return {"text": sentence.text, "clause": sentence.clause, "kind": sentence.kind}


def step_text_data(position: Position, text: StepText) -> types.StepText:
    """Return a step with its sentences (``sentence`` is that of the choice), as the line that a replay has, and of a
    roll what it meant."""
    sentences = [sentence_data(sentence) for sentence in text.sentences]
    data: dict[str, object] = {"move": text.step.text, **step_data(position, text.step)}
    data |= {"sentence": text.sentence, "sentences": sentences}
    return cast("types.StepText", data if text.roll is None else data | {"roll": text.roll.as_data()})


def system_data(system: Rulebook) -> types.Played:
    """Return what a battle is played by."""
    return {"system": system.name, "ruleset": system.ruleset}


def status_data(position: Position) -> types.Status:
    """Return the state of the table for people."""
    headings, *rows = position.words.status(position.record)
    return {"headings": list(headings), "rows": [list(row) for row in rows]}


def offers_data(guide: Guide, with_suggestions: bool = True) -> types.Offers:
    """Return the choices of a decision as they are offered, how many the list leaves out, and what may be typed."""
    offers = guide.offers(with_suggestions)
    is_full = sum(not offer.is_suggested for offer in offers) >= guide.position.system.rules.max_choices
    return {
        "offers": [offer_data(guide.position, offer) for offer in offers],
        "left_out": guide.left_out() if is_full else 0,
        "to_type": [cast("types.Example", example._asdict()) for example in guide.to_type()],
    }


def brief_offers_data(position: Position) -> list[types.BriefOffer]:
    """Return the listed choices by their lines and kinds alone, for programs that need no more to choose."""
    kinds = position.system.rules.choice_kinds
    listed = ((write_record(choice, kinds), choice.kind) for choice in position.choices())
    return [{"choice": line, "kind": word_of(kinds, kind)} for line, kind in listed]


def story_data(session: Session) -> types.Story:
    """Return the story of a battle as everybody may know it: its opening and its moves."""
    opening = events_in(session.system.rules.event_kinds, session.opening)
    return {
        "opening": [sentence_data(sentence) for sentence in sentences(session.position_at(0), session.opening)],
        "opening_events": [event_data(session, event) for event in opening],
        "moves": [step_text_data(session, text) for text in step_texts(session)],
    }
