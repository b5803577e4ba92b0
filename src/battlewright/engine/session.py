"""A session: one battle on one table, driven step by step from Python.

It holds the records, draws the dice from the stream unless faces are given, tells what happened in words, and keeps
the moves so that the battle can be undone, written down and repeated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, cast

from battlewright.engine.battle import Whole, draw_faces
from battlewright.engine.dice import check_faces, seed_dice
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.events import Tail, read_event
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
from battlewright.engine.system import SEATS, BattleT, ChoiceT, SettingT, System
from battlewright.engine.view import NOBODY, view
from battlewright.engine.wording import write_record


@dataclass(frozen=True)
class Sentence:
    """A sentence about what happened, with its clause."""

    text: str
    clause: str

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]" if self.clause else self.text


@dataclass(frozen=True)
class Move:
    """One step from outside as a replay writes it, in words, what it led to, the bytes before it, and the step at which
    it was chosen (0: nobody chose)."""

    text: str
    words: str
    sentences: tuple[Sentence, ...]
    before: bytes
    step: int = 0


class Session(Generic[SettingT, BattleT, ChoiceT]):
    """A battle in progress."""

    def __init__(self, system: System[SettingT, BattleT, ChoiceT], setup: Any, seed: int = 0, index: int = 0) -> None:
        self.system, self.setup, self.seed, self.index = system, setup, seed, index
        self.setting = system.build(setup)
        self.words = system.words(setup)
        self.battle: Many[BattleT] = allocate(system.battle)
        self.moves: list[Move] = []
        self._listed = allocate(system.choice, system.max_choices)
        self._choice = allocate(system.choice)
        self._edit = allocate(system.change)
        self._faces = numbers(system.max_dice)
        seed_dice(self.tail.dice, seed, index)
        system.start(self.setting, self.battle)
        self.opening = self._told()

    @property
    def record(self) -> BattleT:
        """A live view of the battle record."""
        return look(self.system.battle, self.battle)

    @property
    def node(self) -> Node:
        """What the battle waits for."""
        return self.record.node

    @property
    def tail(self) -> Tail:
        """The part of the record that is not the position."""
        return cast(Whole, self.record).tail

    @property
    def is_over(self) -> bool:
        return self.node.kind == NodeKind.OVER

    @property
    def fingerprint(self) -> str:
        """A short name of the position as everybody may know it: equal positions have equal ones."""
        seen = view(self.system, self.setting, self.battle, NOBODY)
        return hashlib.sha256(position(self.system.battle, seen)).hexdigest()[:16]

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

    def choices(self, first: int = 0) -> list[ChoiceT]:
        """The legal choices from index ``first``, at most ``system.max_choices``; none at chance nodes."""
        count = self.system.choices(self.setting, self.battle, self._listed, first)
        return [copy_of(look(self.system.choice, self._listed, i)) for i in range(count)]

    def refusal(self, choice: Choice) -> str:
        """The id of the clause by which a choice is refused, or an empty text."""
        reason = self._reason(choice)
        return self.system.cite_reason(self.setting, reason) if reason else ""

    def why_refused(self, choice: Choice) -> Refused | None:
        """Why a choice is refused, with its clause; None where it is allowed."""
        reason = self._reason(choice)
        if not reason:
            return None
        return Refused(self.system.cite_reason(self.setting, reason), self.words.refusal(self.record, choice, reason))

    def _reason(self, choice: Choice) -> int:
        assign(look(self.system.choice, self._choice), choice)
        return self.system.refusal(self.setting, self.battle, self._choice)

    def choose(self, choice: Choice) -> tuple[Sentence, ...]:
        """Make a choice; return sentences of what happened. A refused one raises ``Refused`` and changes nothing."""
        refused = self.why_refused(choice)
        if refused is not None:
            raise refused
        before, seat, step = snapshot(self.battle), SEATS[self.node.seat], self.node.step
        words = self.words.choice(self.record, choice)
        self.system.choose(self.setting, self.battle, self._choice)
        return self._keep(f"{seat}: {write_record(choice, self.system.choice_kinds)}", words, before, step)

    def roll(self) -> tuple[Sentence, ...]:
        """Roll the next dice of the stream; return the sentences of what happened."""
        node, before = self._chance(), snapshot(self.battle)
        draw_faces(cast("Many[Whole]", self.battle), self._faces)
        return self._rolled("roll", node.dice, before)

    def roll_typed(self, faces: Sequence[int]) -> tuple[Sentence, ...]:
        """Take faces from outside: physical dice, typed in. The stream stays where it is."""
        node, before = self._chance(), snapshot(self.battle)
        check_faces(faces, node.dice, node.sides)
        memory_of(self._faces)[: node.dice] = memory_of(numbers(faces))
        return self._rolled("typed", node.dice, before)

    def _chance(self) -> Node:
        if self.node.kind != NodeKind.CHANCE:
            raise BattlewrightError("No dice are to be rolled here.")
        return copy_of(self.node)

    def _rolled(self, word: str, dice: int, before: bytes) -> tuple[Sentence, ...]:
        rolled = " ".join(str(face) for face in memory_of(self._faces)[:dice])
        self.system.roll(self.setting, self.battle, self._faces)
        return self._keep(f"{word} {rolled}", "", before)

    def edit(self, edit: Edit) -> tuple[Sentence, ...]:
        """Make a game master's edit; return the sentences of it. A refused one raises ``Refused``, changing nothing."""
        before = snapshot(self.battle)
        assign(look(self.system.change, self._edit), edit)
        reason = self.system.edit(self.setting, self.battle, self._edit)
        if reason:
            raise Refused(
                self.system.cite_reason(self.setting, reason),
                f"The edit '{write_record(edit, self.system.editable)}' is refused",
            )
        return self._keep(f"edit {write_record(edit, self.system.editable)}", "", before)

    def undo(self) -> Move:
        """Take the last move back, dice and all."""
        if not self.moves:
            raise BattlewrightError("There is no move to take back.")
        move = self.moves.pop()
        restore(self.battle, move.before)
        return move

    @property
    def known_moves(self) -> list[Move]:
        """The moves that everybody may know: all but the last ones, while what was chosen in them is still secret."""
        secret, known = self.system.secret_steps, len(self.moves)
        if self.node.kind == NodeKind.DECISION and self.node.step in secret:
            while known and self.moves[known - 1].step in secret:
                known -= 1
        return self.moves[:known]

    def _keep(self, text: str, words: str, before: bytes, step: int = 0) -> tuple[Sentence, ...]:
        move = Move(text, words, self._told(), before, step)
        self.moves.append(move)
        return move.sentences

    def _told(self) -> tuple[Sentence, ...]:
        """Take the events out of the tail, as sentences."""
        tail = self.tail
        told = []
        for event in tail.events[: tail.count]:
            clause = self.system.cite(self.setting, event.clause) if event.clause else ""
            told.append(Sentence(self.words.event(read_event(self.system.event_kinds, event)), clause))
            clear(event)
        tail.count = 0
        return tuple(told)
