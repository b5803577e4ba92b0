"""A session: one battle on one table, driven step by step from Python.

It holds the records, draws the dice from the stream unless faces are given, and keeps its steps, so that the battle can
be undone, told, written down and repeated. It sees everything; what a side may know is an ``Observation``.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from battlewright.engine.amendment import amendment_line, read_amendment, split_line
from battlewright.engine.battle import drawer
from battlewright.engine.dice import check_faces, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.events import take_events
from battlewright.engine.node import Choice, Edit, NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import (
    Row,
    allocate,
    assign,
    look,
    memory_of,
    numbers,
    restore,
    row_of,
    snapshot,
)
from battlewright.engine.record_text import read_record, write_record
from battlewright.engine.rulebook import BattleT, ChoiceT, Rulebook, SettingT, setup_of
from battlewright.engine.step import Step, StepKind
from battlewright.engine.table import Laid, Table, hash_of

CHECKPOINT = 50
"""A snapshot is kept of every so many steps."""


@dataclass(frozen=True)
class Stream:
    """A stream of dice, and the number of steps after which it begins."""

    seed: int
    index: int
    begins: int = 0


class Session(Position[SettingT, BattleT, ChoiceT]):
    """A battle in progress. Without a seed it has no dice of its own until it is given a stream (``draw_from``).

    ``tables`` are those that it was fought on, the first one and those of amendments; ``setup``, ``setting`` and
    ``words`` are always those of now."""

    def __init__(
        self, system: Rulebook[SettingT, BattleT, ChoiceT], setup: object, seed: int | None = 0, index: int = 0
    ) -> None:
        setup = setup_of(system, setup)
        setting = system.setup.build(setup)
        super().__init__(system, setup, setting, system.sentences(setup), allocate(system.rules.battle))
        self.steps: list[Step] = []
        self.tables = [Laid(0, self.table)]
        self.streams: list[Stream] = []
        self._faces = numbers(system.rules.max_dice)
        if seed is not None:
            self.draw_from(seed, index)
        system.rules.start(self.setting, self.battle)
        self.opening = take_events(self.tail)
        self._checkpoints = [self._checkpoint()]

    @property
    def seed(self) -> int:
        """The seed of the current stream; 0 without one."""
        return self.streams[-1].seed if self.streams else 0

    @property
    def index(self) -> int:
        """The index of the current stream; 0 without one."""
        return self.streams[-1].index if self.streams else 0

    def draw_from(self, seed: int, index: int = 0) -> None:
        """Draw the dice from now on from the start of another stream."""
        seed_dice(self.tail.dice, seed, index)
        self.streams = [each for each in self.streams if each.begins < len(self.steps)]
        self.streams.append(Stream(seed, index, len(self.steps)))

    def choose(self, choice: Choice) -> Step:
        """Make a choice. A refused one raises ``Refused`` and changes nothing."""
        refused = self.why_refused(choice)
        if refused is not None:
            raise refused
        return self.choose_allowed(choice)

    def choose_allowed(self, choice: Choice) -> Step:
        """Make a choice that ``why_refused`` allows here."""
        side, at = self.node.side, self.node.step
        self.system.rules.choose(self.setting, self.battle, row_of(self.system.rules.choice, choice))
        return self._keep(StepKind.CHOICE, side, at, write_record(choice, self.system.rules.choice_kinds))

    def roll(self) -> Step:
        """Roll the next dice of the stream."""
        self._check_chance()
        if not self.streams:
            raise BattlewrightError("This battle has no dice of its own; type the faces.")
        drawer(self.system.rules.battle)(self.battle, self._faces)
        return self._roll(StepKind.ROLL)

    def roll_typed(self, faces: Sequence[int], kind: StepKind = StepKind.TYPED) -> Step:
        """Take faces from outside: physical dice, typed in. The stream stays where it is."""
        self._check_chance()
        check_faces(faces, self.node.dice, self.node.sides)
        memory_of(self._faces)[: len(faces)] = memory_of(numbers(faces))
        return self._roll(kind)

    def _check_chance(self) -> None:
        if self.node.kind != NodeKind.CHANCE:
            raise BattlewrightError("No dice are to be rolled here.")

    def _roll(self, kind: StepKind) -> Step:
        side, at = self.node.side, self.node.step
        faces = tuple(memory_of(self._faces)[: self.node.dice].tolist())
        self.system.rules.roll(self.setting, self.battle, self._faces)
        return self._keep(kind, side, at, faces=faces)

    def edit(self, edit: Edit) -> Step:
        """Make a game master's edit. A refused one raises ``Refused`` and changes nothing."""
        at, line = self.node.step, write_record(edit, self.system.rules.edit_kinds)
        self.make_edit(edit, f"The edit '{line}' is refused")
        return self._keep(StepKind.EDIT, -1, at, line)

    def amend(self, amendment: object) -> Step:
        """Change the set-up as a game master: an amendment of the system's model, as data, as JSON, or as the line of
        an earlier step, with the hash of the setting that it leads to. One that does not fit raises an error and
        changes nothing."""
        hashed, given = split_line(amendment) if isinstance(amendment, str) else ("", amendment)
        system, read = self.system, read_amendment(self.system, given)
        assert system.amending is not None, "it was asked when the amendment was read"
        setup, change = system.amending.amend(self.setup, read)
        table = Table(setup, system.setup.build(setup), system.sentences(setup))
        found = hash_of(system.rules.setting, table.setting)
        if hashed and hashed != found:
            raise BattlewrightError(f"The amended set-up gives another setting ({found}) than is written here.")
        at = self.node.step
        self._lay(Laid(len(self.steps) + 1, table, change))
        return self._keep(StepKind.AMEND, -1, at, amendment_line(found, read))

    def _lay(self, laid: Laid) -> None:
        """Carry the battle over to another table."""
        self._carry_over(self, self.battle, laid)
        self.tables.append(laid)

    def _carry_over(self, position: Position, battle: Row[Any], laid: Laid) -> None:
        """Carry a battle over from the table of a position, and the position with it."""
        rules, amending = self.system.rules, self.system.amending
        assert amending is not None, "it was asked when the amendment was read"
        carried = allocate(rules.battle)
        assign(look(rules.battle, carried).tail, look(rules.battle, battle).tail)
        assert laid.change is not None, "the first table is that of the beginning"
        amending.carry_over(position.setting, battle, laid.table.setting, carried, laid.change)
        restore(battle, snapshot(carried))
        position.take_place(laid.table)

    def _keep(self, kind: StepKind, side: int, at: int, line: str = "", faces: tuple[int, ...] = ()) -> Step:
        step = Step(kind, side, at, line, faces, take_events(self.tail))
        self.steps.append(step)
        if len(self.steps) % CHECKPOINT == 0:
            self._checkpoints.append(self._checkpoint())
        return step

    def undo(self) -> Step:
        """Take the last step back, dice and all."""
        if not self.steps:
            raise BattlewrightError("There is no move to take back.")
        step = self.steps[-1]
        self.rewind(len(self.steps) - 1)
        return step

    def rewind(self, count: int) -> None:
        """Take back all steps but the first ``count``, dice and all."""
        begin = self._turn_back(self.battle, count)
        tables = {laid.begins: laid for laid in self.tables if laid.begins <= count}
        self.tables = [laid for laid in tables.values() if laid.begins <= begin]
        self.take_place(self.tables[-1].table)
        again, self.steps = self.steps[begin:count], self.steps[:begin]
        self._checkpoints = self._checkpoints[: begin // CHECKPOINT + 1]
        streams = {stream.begins: stream for stream in self.streams if stream.begins <= count}
        self.streams = [stream for stream in streams.values() if stream.begins < begin]
        for step in again:
            self._resume(streams)
            if step.kind is StepKind.AMEND:
                self._lay(tables[len(self.steps) + 1])
                self._keep(step.kind, step.side, step.at, step.line)
            else:
                self.repeat(step)
        self._resume(streams)

    def _resume(self, streams: dict[int, Stream]) -> None:
        stream = streams.get(len(self.steps))
        if stream is not None:
            self.draw_from(stream.seed, stream.index)

    def _checkpoint(self) -> bytes:
        """Return a snapshot of the battle, packed: most of its numbers are 0."""
        return zlib.compress(snapshot(self.battle), level=1)

    def _turn_back(self, battle: Row[BattleT], count: int) -> int:
        """Bring a battle to the last checkpoint within the first ``count`` steps; return the checkpoint's number of
        steps."""
        place = count // CHECKPOINT
        restore(battle, zlib.decompress(self._checkpoints[place]))
        return place * CHECKPOINT

    def repeat(self, step: Step) -> Step:
        """Make a step again that was written down; dice of the stream are drawn anew where there is a stream."""
        if step.kind is StepKind.CHOICE:
            return self.choose(read_record(step.line, self.system.rules.choice, self.system.rules.choice_kinds))
        if step.kind is StepKind.EDIT:
            return self.edit(read_record(step.line, self.system.rules.edit_record, self.system.rules.edit_kinds))
        if step.kind is StepKind.AMEND:
            return self.amend(step.line)
        if step.kind is StepKind.ROLL and self.streams:
            return self.roll()
        return self.roll_typed(step.faces, step.kind)

    def replayed(self, first: int = 0, last: int | None = None) -> Iterator[tuple[Position, Step]]:
        """Yield each step from number ``first`` to ``last`` - 1 with the position before it, which moves on. The steps
        are those of now: the session may move on meanwhile."""
        battle = allocate(self.system.rules.battle)
        begin = self._turn_back(battle, first)
        tables = {laid.begins: laid for laid in self.tables}
        table = next(laid.table for laid in reversed(self.tables) if laid.begins <= begin)
        before = Position(self.system, table.setup, table.setting, table.words, battle)
        before.take_place(table)
        return self._replayed(before, enumerate(self.steps[begin:last], begin), first, tables)

    def _replayed(
        self, before: Position, steps: Iterator[tuple[int, Step]], first: int, tables: dict[int, Laid]
    ) -> Iterator[tuple[Position, Step]]:
        for number, step in steps:
            laid = tables[number + 1] if step.kind is StepKind.AMEND else None
            before.amended = laid.table if laid else None
            if number >= first:
                yield before, step
            if laid:
                self._carry_over(before, before.battle, laid)
            else:
                self._carry_out(before, step)

    def position_at(self, count: int) -> Position:
        """Return the position after the first ``count`` steps."""
        if not 0 <= count <= len(self.steps):
            raise BattlewrightError(f"The battle has {len(self.steps)} steps; there is no moment {count}.")
        return self if count == len(self.steps) else next(self.replayed(count, count + 1))[0]

    def _carry_out(self, position: Position, step: Step) -> None:
        system, setting, battle = self.system, position.setting, position.battle
        if step.kind is StepKind.CHOICE:
            choice = read_record(step.line, system.rules.choice, system.rules.choice_kinds)
            system.rules.choose(setting, battle, row_of(system.rules.choice, choice))
        elif step.kind is StepKind.EDIT:
            edit = read_record(step.line, system.rules.edit_record, system.rules.edit_kinds)
            assert system.rules.edit is not None
            system.rules.edit(setting, battle, row_of(system.rules.edit_record, edit))
        else:
            faces = numbers([*step.faces, *[0] * (system.rules.max_dice - len(step.faces))])
            system.rules.roll(setting, battle, faces)

    def hides(self, side: int) -> bool:
        """Whether something of the set-up, or of one before an amendment, is kept from a side."""
        hide = self.system.setup.hide
        return hide is not None and any(hide(each, side) != each for each in (laid.table.setup for laid in self.tables))

    @property
    def known(self) -> int:
        """How many steps everybody may know: all but the last ones, while what was chosen in them is still secret."""
        secret, known = self.system.rules.secret_steps, len(self.steps)
        if self.node.kind == NodeKind.DECISION and self.node.step in secret:
            while known and self.steps[known - 1].at in secret:
                known -= 1
        return known
