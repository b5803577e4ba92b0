"""The sentences of a system that declares none: made from the names of its kinds, steps and fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from battlewright.engine.battle import Battle
from battlewright.engine.events import SIDE_FIELDS, EventView
from battlewright.engine.node import EVERYBODY, Node, NodeKind
from battlewright.engine.record import Record, Row, layout_of
from battlewright.engine.record_text import word_of, write_record
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.words import Words

if TYPE_CHECKING:
    from battlewright.engine.rulebook import Rules


class PlainWords(Words):
    """Sentences from names: ``Side a: strike head=1``, ``Hit: side a, hits 2.``"""

    def __init__(self, rules: Rules[Any, Any, Any]) -> None:
        self.rules = rules

    def side(self, side: int) -> str:
        return f"side {SIDE_LETTERS[side]}"

    def ask(self, battle: Battle) -> str:
        node = battle.node
        if node.kind == NodeKind.OVER:
            return self.result(node)
        who = "All sides" if node.side == EVERYBODY else self.side(node.side).capitalize()
        step = _spaced(self.rules.step_word(node.step))
        return f"{who}: {node.dice}d{node.sides} for {step}" if node.kind == NodeKind.CHANCE else f"{who}: {step}?"

    def choice(self, battle: Battle, choice: Any) -> str:
        return _spaced(write_record(choice, self.rules.choice_kinds))

    def event(self, event: EventView) -> str:
        letters = {name: SIDE_LETTERS[value] for name, value in event.fields.items() if name in SIDE_FIELDS}
        values = (f"{name} {letters.get(name, value)}" for name, value in event.fields.items())
        kind = _spaced(word_of(type(event.kind), event.kind)).capitalize()
        return f"{kind}: {', '.join(values)}." if event.kind.fields else f"{kind}."

    def refusal(self, battle: Battle, choice: Any, reason: int) -> str:
        if battle.node.kind != NodeKind.DECISION:
            return "There is nothing to choose now"
        return f"{self.choice(battle, choice).capitalize()} is not among the legal choices"

    def result(self, node: Node) -> str:
        return f"{self.side(node.result - 1).capitalize()} wins." if node.result else "A draw."

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        """The numbers of the battle record: those of each side under its letter, then the others."""
        letters = SIDE_LETTERS[: self.rules.sides]
        shown = [field.name for field in layout_of(type(battle)).fields if field.name not in ("node", "depth", "tail")]
        rows = [[_spaced(name), *_texts(getattr(battle, name), len(letters))] for name in shown]
        return [["", *letters], *(row for row in rows if len(row) == 1 + len(letters))]


def _spaced(word: str) -> str:
    return word.replace("-", " ").replace("_", " ")


def _texts(value: object, sides: int) -> list[str]:
    """Return a field's value as texts: one for each side, or the one number there is; none for what is larger."""
    if isinstance(value, Row) and len(value) == sides and not any(isinstance(each, Record) for each in value):
        return [str(each) for each in value]
    return [str(value), *[""] * (sides - 1)] if isinstance(value, int) else []
