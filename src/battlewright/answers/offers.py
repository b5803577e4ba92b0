"""Offers: the choices of a decision as people and programs are offered them.

What an offer says is data; its sentence is for eyes and ears alone. A system declares how its choices are shown
(``Words.label``); without that, an offer is made from the record and the names of its kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from battlewright.engine.labels import Heading, Label, Reference
from battlewright.engine.record import record_data
from battlewright.engine.record_text import word_of, write_record

if TYPE_CHECKING:
    from battlewright.engine import data_types as types
    from battlewright.engine.position import Position


class Suggestion(NamedTuple):
    """A choice that a guide adds to the listed ones: what it is for, as a phrase, and the number of the combatant that
    it is about (-1: nobody)."""

    choice: Any
    purpose: str
    whom: int = -1


class Example(NamedTuple):
    """A kind of choice that cannot be listed: its word, a text that may be typed, and what that means."""

    kind: str
    example: str
    meaning: str


@dataclass(frozen=True)
class Offer:
    """A choice as it is offered: its label and its sentence, and what the guide says of it.

    ``place`` is its index in the order of ``Guide.advise``; ``purpose`` what a suggestion is for. ``cannot_succeed``:
    it is allowed, but no dice make it come to anything.
    """

    choice: Any
    kind: str
    label: Label
    sentence: str
    place: int
    purpose: str = ""
    is_suggested: bool = False
    ends_turn: bool = False
    cannot_succeed: bool = False


def label_of(position: Position, choice: Any) -> Label:
    """Return how a choice is shown: as the system declares it, or by its kind and the numbers of its record."""
    declared = position.words.label(position.record, choice)
    if declared is not None:
        return declared
    kind = word_of(position.system.rules.choice_kinds, choice.kind)
    sentence = position.words.choice(position.record, choice)
    fields = {name: value for name, value in record_data(choice).items() if name != "kind"}
    title = sentence[:1].upper() + sentence[1:]
    return Label(Heading(kind, choice.kind, kind.replace("-", " ").capitalize()), title, fields=fields)


def sentence_of(position: Position, suggestion: Suggestion) -> str:
    """Return a choice and what it is for, as a sentence."""
    return ", ".join(filter(None, (position.words.choice(position.record, suggestion.choice), suggestion.purpose)))


def offer_data(position: Position, offer: Offer) -> types.Offer:
    """Return an offer as plain data."""
    label = offer.label
    fields = {name: each.as_data() if isinstance(each, Reference) else each for name, each in label.fields.items()}
    return {
        "choice": write_record(offer.choice, position.system.rules.choice_kinds),
        "kind": offer.kind,
        "fields": fields,
        "heading": cast("types.Heading", label.heading._asdict()),
        "title": label.title,
        "detail": label.detail,
        "cost": None if label.cost is None else cast("types.Cost", label.cost._asdict()),
        "legs": [cast("types.PathLeg", leg._asdict()) for leg in label.legs],
        "about": None if label.about is None else label.about.as_data(),
        "purpose": offer.purpose,
        "chance_of": label.chance_of,
        "suggested": offer.is_suggested,
        "ends_turn": offer.ends_turn,
        "cannot_succeed": offer.cannot_succeed,
        "place": offer.place,
        "sentence": offer.sentence,
    }
