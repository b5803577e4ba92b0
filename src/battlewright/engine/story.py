"""The story of a battle: its steps in words, made when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from battlewright.engine.events import EventView, events_in
from battlewright.engine.position import Position
from battlewright.engine.record import Row
from battlewright.engine.record_text import read_record, word_of
from battlewright.engine.roll_results import RollResult, plain_dice
from battlewright.engine.rulebook import Rulebook
from battlewright.engine.session import Session
from battlewright.engine.sides import side_letter, side_word
from battlewright.engine.step import Step, StepKind
from battlewright.engine.table import Table
from battlewright.engine.view import view, view_step

SECRET = "A choice that stays secret for now"
"""The sentence for a choice that a reader may not know yet."""
CHANGED = "A change by the game master."
"""The sentence for an edit, or an amendment, without an event of its own."""


@dataclass(frozen=True)
class Sentence:
    """A sentence about what happened, with its clause and the word for the kind of its event, or of several that it
    tells together."""

    text: str
    clause: str
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]" if self.clause else self.text


@dataclass(frozen=True)
class StepText:
    """A step in words: what was chosen (empty where nobody chose), what followed, and of a roll what it meant."""

    step: Step
    sentence: str
    sentences: tuple[Sentence, ...]
    roll: RollResult | None = None

    @property
    def heading(self) -> str:
        """The choice or the dice, as a line; empty for a game master's change, which its sentences describe."""
        if self.step.kind is StepKind.CHOICE:
            return f"{side_word(self.step.side)}: {self.sentence}"
        return "" if self.step.is_change else self.step.text

    @property
    def sealed(self) -> StepText:
        """The same for those who may not know what was chosen or amended: only what followed."""
        secret = SECRET if self.step.kind is StepKind.CHOICE else ""
        return StepText(self.step.sealed, secret, self.sentences)

    @property
    def brief(self) -> str:
        """The choice or the dice as a line, or a game master's change as its first sentence."""
        return self.heading or next((each.text for each in self.sentences), CHANGED)


def sentences(position: Position, events: bytes) -> tuple[Sentence, ...]:
    """Return what happened in sentences, with the position before it."""
    return tuple(sentence for _, sentence in told(position, events))


def told(position: Position, events: bytes) -> Iterator[tuple[EventView, Sentence]]:
    """Yield the sentences of what happened, each with its event, or the first one of those that it tells together. What
    follows an amendment is told by its table."""
    system = position.system
    before, kinds = position.words, system.rules.event_kinds
    farewells = system.amending.farewells if system.amending else frozenset()
    after = before if position.amended is None else position.amended.words
    for _, alike in groupby(events_in(kinds, events), lambda event: (event.kind, event.clause)):
        run = [*alike]
        words = before if run[0].kind in farewells else after
        joint = words.together(position.record, run) if len(run) > 1 else ""
        for event, text in [(run[0], joint)] if joint else [(event, words.event(event)) for event in run]:
            clause = system.cite(position.setting, event.clause)
            yield event, Sentence(text, clause, word_of(kinds, event.kind))


def step_texts(session: Session, first: int = 0, last: int | None = None) -> list[StepText]:
    """Return the steps from number ``first`` to ``last`` - 1 in words; without ``last``, all that everybody may
    know."""
    known = session.known if last is None else last
    return [step_text(before, step) for before, step in session.replayed(first, known)]


def step_text(before: Position, step: Step) -> StepText:
    """Return a step in words, with the position before it."""
    sentence = ""
    if step.kind is StepKind.CHOICE:
        choice = read_record(step.line, before.system.rules.choice, before.system.rules.choice_kinds)
        sentence = before.words.choice(before.record, choice)
    roll = roll_result(before, step) if step.is_roll else None
    return StepText(step, sentence, sentences(before, step.events), roll)


def told_as_known(
    known: Callable[[Table], Table], side: int, sealed: Iterable[bool], replayed: Iterable[tuple[Position, Step]]
) -> Iterator[StepText]:
    """Yield steps in words, each with the position before it, by what a side knows of its table; of those that are
    ``sealed`` only what followed."""
    for is_sealed, (before, made) in zip(sealed, replayed, strict=True):
        seen = seen_at(before, known, side)
        step = made if seen.setup is before.setup else view_step(*_ruled(before), made, side)
        text = step_text(seen, step)
        yield text.sealed if is_sealed else text


def _ruled(before: Position) -> tuple[Rulebook, Row[Any]]:
    """Return the system, and the setting by which the numbers of the step after a position are meant."""
    return before.system, before.setting if before.amended is None else before.amended.setting


def seen_at(before: Position, known: Callable[[Table], Table], side: int) -> Position:
    """Return a position by what a side knows of its table."""
    table = known(before.table)
    is_open = table is before.table
    battle = before.battle if is_open else view(before.system, before.setting, before.battle, side)
    seen = Position(before.system, table.setup, table.setting, table.words, battle)
    seen.amended = None if before.amended is None else known(before.amended)
    return seen


def last_step_text(session: Session) -> StepText:
    """Return the last step in words, secret or not."""
    return step_texts(session, len(session.steps) - 1, len(session.steps))[0]


def roll_result(before: Position, step: Step) -> RollResult:
    """Return what a roll meant, with the position before it."""
    system, node = before.system, before.node
    events = events_in(system.rules.event_kinds, step.events)
    declared = before.words.roll(before.record, step.faces, events)
    result = declared or RollResult(plain_dice(step.faces, side=side_letter(node.side)))
    return replace(result, kind=system.rules.step_word(node.step), sides=node.sides)
