"""The sentences of a system that declares none: made from the names of its kinds, steps and fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from battlewright.engine.battle import Battle
from battlewright.engine.events import SIDE_FIELDS, EventView
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import Record, Row, layout_of
from battlewright.engine.record_text import word_of, write_record
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.words import Words

if TYPE_CHECKING:
    from battlewright.engine.rulebook import Rules


class PlainWords(Words):
    """Sentences from names: ``strike, head 1``, ``Hit: side a, hits 2.``"""

    def __init__(self, rules: Rules[Any, Any, Any]) -> None:
        self.rules = rules

    def side(self, side: int) -> str:
        return f"side {SIDE_LETTERS[side]}"

    def ask(self, battle: Battle) -> str:
        node = battle.node
        if node.kind == NodeKind.OVER:
            return self.result(node)
        step = _spaced(self.rules.step_word(node.step)).capitalize()
        return f"{step}: roll {node.dice}d{node.sides}" if node.kind == NodeKind.CHANCE else f"{step}: choose"

    def choice(self, battle: Battle, choice: Any) -> str:
        kind, *fields = write_record(choice, self.rules.choice_kinds).split()
        return ", ".join(_spaced(part.replace("=", " ")) for part in (kind, *fields))

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
        sides, rows = self.rules.sides, list[list[str]]()
        for name in _names_of(type(battle)):
            value = getattr(battle, name)
            if isinstance(value, int):
                rows.append([_spaced(name), str(value), *[""] * (sides - 1)])
            elif isinstance(value, Row) and len(value) == sides:
                rows += _rows_of(name, list(value))
        return [["", *SIDE_LETTERS[:sides]], *rows]


def _spaced(word: str) -> str:
    return word.replace("-", " ").replace("_", " ")


def _names_of(record: type[Record]) -> list[str]:
    """Return the names of a record's fields that people are shown."""
    return [field.name for field in layout_of(record).fields if field.name not in ("node", "depth", "tail")]


def _rows_of(name: str, values: Sequence[Any]) -> list[list[str]]:
    """Return what each side has, as a row; of records, a row for each of their numbers."""
    if not isinstance(values[0], Record):
        return [[_spaced(name), *map(str, values)]]
    numbers = (each for each in _names_of(type(values[0])) if isinstance(getattr(values[0], each), int))
    return [[_spaced(each), *(str(getattr(value, each)) for value in values)] for each in numbers]
