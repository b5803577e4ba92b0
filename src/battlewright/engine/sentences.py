"""Words that are put together: one function for each kind of sentence, and a table of those of events. All of them get
the names of their set-up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from battlewright.engine.battle import Battle
from battlewright.engine.events import COMBATANT_FIELDS, SIDE_FIELDS, EventView
from battlewright.engine.labels import Label, Reference
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.roll_results import RollResult
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import plural
from battlewright.engine.words import Words


class Names(ABC):
    """The names that stand for numbers in one set-up."""

    @abstractmethod
    def side_name(self, side: int) -> str:
        """A side's name, without its letter."""

    def side(self, side: int) -> str:
        """A side by its name and its letter."""
        return f"{self.side_name(side)} ({SIDE_LETTERS[side]})"

    @abstractmethod
    def reference(self, number: int) -> Reference | None:
        """A combatant as data: its number, name, tag and side; None for nobody."""

    def full_name(self, number: int) -> str:
        """A combatant by its name with its tag: ``Ysolde (a1)``."""
        found = self.reference(number)
        return f"{found.name} ({found.tag})" if found else "nobody"

    @abstractmethod
    def combatants(self, battle: Any) -> Sequence[int]:
        """The numbers of all combatants."""


EDITED_NUMBER = "The game master sets the {what}{of_who} from {was} to {value}."
"""The event of an edited number; ``what`` is one of the fields that a system works out."""

N = TypeVar("N", bound=Names)
B = TypeVar("B", bound=Battle)
C = TypeVar("C")


@dataclass(frozen=True, eq=False, kw_only=True)
class Sentences(Generic[N, B, C]):
    """How a system speaks: the names of a set-up, and functions that get them. Called with a set-up, it is its words.

    ``events`` has for each kind of event a text with its fields by name, or a function. In a text, combatants and sides
    are called by their names (``{of_who}`` is `` of Ysolde (a1)``, or empty for nobody), what ``fields`` has is worked
    out by a function, and the others are a ``Number``. ``untold`` has the same for events of which the reader may not
    know some. ``together`` has the kinds whose events are one sentence where
    several follow each other. What the other functions give is told in ``Words``; ``ask`` is
    not asked when the battle is over.
    """

    names: Callable[[Any], N]
    ask: Callable[[N, B], str]
    choice: Callable[[N, B, C], str]
    events: Mapping[Any, str | Callable[[N, EventView], str]]
    untold: Mapping[Any, str | Callable[[N, EventView], str]] = field(default_factory=dict)
    fields: Mapping[str, Callable[[N, EventView], object]] = field(default_factory=dict)
    together: Mapping[Any, Callable[[N, B, Sequence[EventView]], str]] = field(default_factory=dict)
    refusal: Callable[[N, B, C, int], str]
    status: Callable[[N, B], Sequence[Sequence[str]]]
    about: Callable[[B], int]
    label: Callable[[N, B, C], Label | None]
    roll: Callable[[N, B, Sequence[int], Sequence[EventView]], RollResult | None]
    step_names: Mapping[Any, str] = field(default_factory=dict)
    wins: str = "wins"
    """The verb of a side that wins: by its name it may be one or many."""

    def __call__(self, setup: Any) -> SetupWords[N]:
        """Return the words of a set-up."""
        return SetupWords(self, self.names(setup))


class SetupWords(Words, Generic[N]):
    """The words of one set-up, as the sentences of its system have them."""

    def __init__(self, sentences: Sentences[N, Any, Any], names: N) -> None:
        self.sentences, self.names = sentences, names

    def side(self, side: int) -> str:
        return self.names.side(side)

    def side_name(self, side: int) -> str:
        return self.names.side_name(side)

    def combatants(self, battle: Battle) -> Sequence[int]:
        return self.names.combatants(battle)

    def ask(self, battle: Battle) -> str:
        is_over = battle.node.kind == NodeKind.OVER
        return self.result(battle.node) if is_over else self.sentences.ask(self.names, battle)

    def choice(self, battle: Battle, choice: Any) -> str:
        return self.sentences.choice(self.names, battle, choice)

    def event(self, event: EventView) -> str:
        sentence = (self.sentences.untold if event.is_untold else self.sentences.events)[event.kind]
        return sentence(self.names, event) if callable(sentence) else filled(sentence, partial(self._field, event))

    def together(self, battle: Battle, events: Sequence[EventView]) -> str:
        sentence = self.sentences.together.get(events[0].kind)
        return sentence(self.names, battle, events) if sentence else ""

    def _field(self, event: EventView, name: str) -> object:
        """Return a field of an event, as its text has it."""
        if name in self.sentences.fields:
            return self.sentences.fields[name](self.names, event)
        value = event[name.removeprefix("of_")]
        if name.startswith("of_"):
            return f" of {self.names.full_name(value)}" if value >= 0 else ""
        if name in COMBATANT_FIELDS:
            return self.names.full_name(value)
        return self.names.side(value) if name in SIDE_FIELDS else Number(value)

    def refusal(self, battle: Battle, choice: Any, reason: int) -> str:
        return self.sentences.refusal(self.names, battle, choice, reason)

    def result(self, node: Node) -> str:
        return f"{self.side(node.result - 1)} {self.sentences.wins}." if node.result else "A draw."

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        return self.sentences.status(self.names, battle)

    def reference(self, number: int) -> Reference | None:
        return self.names.reference(number)

    def about(self, battle: Battle) -> int:
        return self.sentences.about(battle)

    def label(self, battle: Battle, choice: Any) -> Label | None:
        return self.sentences.label(self.names, battle, choice)

    def roll(self, battle: Battle, faces: Sequence[int], events: Sequence[EventView]) -> RollResult | None:
        return self.sentences.roll(self.names, battle, faces, events)

    def step_name(self, step: int) -> str:
        return self.sentences.step_names.get(step, "")


class Number(int):
    """A number in the text of an event: ``{dice:die}`` is ``3 dice``; ``{chain:shoots|returns fire}`` is the first for
    0, else the second. Any other format is Python's."""

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            return spec.split("|")[bool(self)]
        return plural(self, spec) if spec[:1].isalpha() else int.__format__(self, spec)


def filled(text: str, field_of: Callable[[str], object]) -> str:
    """Return a text with its fields filled in; only those that it has are asked for."""
    return text.format_map(_Fields(field_of))


@dataclass(frozen=True)
class _Fields:
    """What ``str.format_map`` asks for fields by their names."""

    field_of: Callable[[str], object]

    def __getitem__(self, name: str) -> object:
        return self.field_of(name)
