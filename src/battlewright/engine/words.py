"""Words: how a system speaks of a battle to people, and how it shows its choices and rolls as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from battlewright.engine.battle import Battle
from battlewright.engine.events import EventView
from battlewright.engine.labels import Label, Reference
from battlewright.engine.node import Node
from battlewright.engine.roll_results import RollResult


class Words(Protocol):
    """The sentences of a system about battles of one set-up. A system's own class derives from this one; ``together``,
    and the last six methods, which give programs what sentences say, may be left as they are."""

    def side(self, side: int) -> str:
        """A side by its name, with its letter where people need it."""
        ...

    def side_name(self, side: int) -> str:
        """A side by its name alone."""
        return self.side(side)

    def ask(self, battle: Battle) -> str:
        """The question that a decision or chance node puts to its side."""
        ...

    def choice(self, battle: Battle, choice: Any) -> str:
        """A choice, as it stands in a list."""
        ...

    def event(self, event: EventView) -> str:
        """What happened, as a sentence without its clause."""
        ...

    def together(self, battle: Battle, events: Sequence[EventView]) -> str:
        """Several events of one kind, one after the other, as one sentence; empty: each has its own."""
        return ""

    def refusal(self, battle: Battle, choice: Any, reason: int) -> str:
        """Why a choice is refused, by the reason that the rules gave, and what would be allowed."""
        ...

    def result(self, node: Node) -> str:
        """How the battle ended."""
        ...

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        """The state of the table: a row of headings, then rows."""
        ...

    def reference(self, number: int) -> Reference | None:
        """A combatant by its number: its name, tag and side; None for nobody."""
        return None

    def combatants(self, battle: Battle) -> Sequence[int]:
        """The numbers of all combatants."""
        return ()

    def about(self, battle: Battle) -> int:
        """The number of the combatant that a decision or a roll is about (-1: nobody)."""
        return -1

    def label(self, battle: Battle, choice: Any) -> Label | None:
        """How a choice is shown beside its sentence; None: by its kind and the fields of its record."""
        return None

    def roll(self, battle: Battle, faces: Sequence[int], events: Sequence[EventView]) -> RollResult | None:
        """What a roll meant, by the position before it and the events that followed; None: the faces alone."""
        return None

    def step_name(self, step: int) -> str:
        """What the rolls of a step are called, such as ``Shots``; empty: by the word of the step."""
        return ""
