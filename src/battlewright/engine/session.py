"""A session: one battle on one table, driven step by step from Python.

It holds the records, draws the dice from the stream unless faces are given, tells what happened in words, and keeps
the moves so that the battle can be undone, written down and repeated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from battlewright.engine.battle import Battle, throw
from battlewright.engine.dice import check_faces, seed_dice
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.events import Tail
from battlewright.engine.node import Choice, Edit, Node, NodeKind
from battlewright.engine.record import (
    Many,
    allocate,
    assign,
    clear,
    copy_of,
    look,
    memory_of,
    numbers,
    position,
    restore,
    snapshot,
)
from battlewright.engine.system import SEATS, System
from battlewright.engine.wording import write_record


@dataclass(frozen=True)
class Told:
    """A sentence about what happened, with its clause."""

    text: str
    clause: str

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]" if self.clause else self.text


@dataclass(frozen=True)
class Move:
    """One step from outside as a replay writes it, in words, what it led to, and the bytes before it."""

    text: str
    words: str
    told: tuple[Told, ...]
    before: bytes


class Session:
    """A battle in progress."""

    def __init__(self, system: System, setup: Any, seed: int = 0, index: int = 0) -> None:
        self.system, self.setup, self.seed, self.index = system, setup, seed, index
        self.setting = system.build(setup)
        self.words = system.words(setup)
        self.battle: Many[Any] = allocate(system.battle)
        self.moves: list[Move] = []
        self._listed = allocate(system.choice, system.max_choices)
        self._choice = allocate(system.choice)
        self._edit = allocate(system.change)
        self._faces = numbers(system.max_dice)
        seed_dice(self.tail.dice, seed, index)
        system.start(self.setting, self.battle)
        self.opening = self._told()

    @property
    def record(self) -> Any:
        """A live view of the battle record."""
        return look(self.system.battle, self.battle)

    @property
    def node(self) -> Node:
        """What the battle waits for."""
        return cast(Battle, self.record).node

    @property
    def tail(self) -> Tail:
        """The part of the record that is not the position."""
        return cast(Tail, self.record.tail)

    @property
    def is_over(self) -> bool:
        return self.node.kind == NodeKind.OVER

    @property
    def fingerprint(self) -> str:
        """A short name of the position: equal positions have equal ones."""
        return hashlib.sha256(position(self.system.battle, self.battle)).hexdigest()[:16]

    def tally(self) -> tuple[int, tuple[dict[str, int], ...]]:
        """What the battle has come to so far: its rounds, and what each seat has left by its name. A system that
        keeps no tally gives none."""
        system, out = self.system, numbers(self.system.tallies)
        if system.tally is not None:
            system.tally(self.setting, self.battle, out)
        rounds, *left = memory_of(out).tolist()
        width = len(system.left)
        sides = [left[seat * width : (seat + 1) * width] for seat in range(system.seats)]
        return rounds, tuple(dict(zip(system.left, side, strict=True)) for side in sides)

    def choices(self, first: int = 0) -> list[Any]:
        """What is allowed now, from the first-th on, up to the system's stated number; none where nobody chooses."""
        count = self.system.choices(self.setting, self.battle, self._listed, first)
        return [copy_of(look(self.system.choice, self._listed, i)) for i in range(count)]

    def refusal(self, choice: Choice) -> str:
        """The id of the clause by which a choice is refused, or an empty text."""
        assign(look(self.system.choice, self._choice), choice)
        number = self.system.refusal(self.setting, self.battle, self._choice)
        return self.system.catalogue.by_number(number).id if number else ""

    def choose(self, choice: Choice) -> tuple[Told, ...]:
        """Make a choice; the answer is what happened. A refused choice changes nothing and raises ``Refused``."""
        clause = self.refusal(choice)
        if clause:
            raise Refused(clause, self.words.refusal(self.record, choice, clause))
        before, seat = snapshot(self.battle), SEATS[self.node.seat]
        words = self.words.choice(self.record, choice)
        self.system.choose(self.setting, self.battle, self._choice)
        return self._keep(f"{seat}: {write_record(choice, self.system.choice_kinds)}", words, before)

    def roll(self) -> tuple[Told, ...]:
        """Let the next dice of the stream fall."""
        node, before = self._chance(), snapshot(self.battle)
        throw(self.battle, self._faces)
        return self._fall("roll", node.dice, before)

    def roll_typed(self, faces: Sequence[int]) -> tuple[Told, ...]:
        """Take faces from outside: physical dice, typed in. The stream stays where it is."""
        node, before = self._chance(), snapshot(self.battle)
        check_faces(faces, node.dice, node.sides)
        memory_of(self._faces)[: node.dice] = memory_of(numbers(faces))
        return self._fall("typed", node.dice, before)

    def _chance(self) -> Node:
        if self.node.kind != NodeKind.CHANCE:
            raise BattlewrightError("No dice are waited for here.")
        return copy_of(self.node)

    def _fall(self, word: str, dice: int, before: bytes) -> tuple[Told, ...]:
        thrown = " ".join(str(face) for face in memory_of(self._faces)[:dice])
        self.system.roll(self.setting, self.battle, self._faces)
        return self._keep(f"{word} {thrown}", "", before)

    def edit(self, edit: Edit) -> tuple[Told, ...]:
        """Change a number as a game master may. A refused edit changes nothing and raises ``Refused``."""
        before = snapshot(self.battle)
        assign(look(self.system.change, self._edit), edit)
        number = self.system.edit(self.setting, self.battle, self._edit)
        if number:
            clause = self.system.catalogue.by_number(number).id
            raise Refused(clause, f"The edit '{write_record(edit, self.system.editable)}' is refused")
        return self._keep(f"edit {write_record(edit, self.system.editable)}", "", before)

    def undo(self) -> Move:
        """Take the last move back, dice and all."""
        if not self.moves:
            raise BattlewrightError("There is no move to take back.")
        move = self.moves.pop()
        restore(self.battle, move.before)
        return move

    def _keep(self, text: str, words: str, before: bytes) -> tuple[Told, ...]:
        move = Move(text, words, self._told(), before)
        self.moves.append(move)
        return move.told

    def _told(self) -> tuple[Told, ...]:
        """Take the events out of the tail, as sentences."""
        tail = self.tail
        told = []
        for event in tail.events[: tail.told]:
            clause = self.system.catalogue.by_number(event.clause).id if event.clause else ""
            told.append(Told(self.words.event(event), clause))
            clear(event)
        tail.told = 0
        return tuple(told)
