"""A position: a battle at one moment, what it waits for, what may be chosen, and why not.

A session is a position that moves on; an observation is one as a side may know it. What only looks at a battle (a
guide, a bot, a question about odds) takes a position.
"""

from __future__ import annotations

import hashlib
import threading
from typing import Any, Generic
from weakref import WeakKeyDictionary

from battlewright.engine.dice import Dice
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.events import Tail
from battlewright.engine.node import Choice, Edit, Node, NodeKind
from battlewright.engine.record import Row, allocate, copy_of, look, position, row_of
from battlewright.engine.rulebook import BattleT, ChoiceT, Rulebook, SettingT
from battlewright.engine.table import Table
from battlewright.engine.view import NOBODY, view
from battlewright.engine.words import Words

_rooms = threading.local()


def _room(system: Rulebook[SettingT, BattleT, ChoiceT]) -> Row[ChoiceT]:
    """Return room for the choices of a system, one for each thread: it is large, and lists are asked for often."""
    rooms: WeakKeyDictionary[Rulebook[SettingT, BattleT, ChoiceT], Row[ChoiceT]]
    rooms = _rooms.__dict__.setdefault("by_system", WeakKeyDictionary())
    if system not in rooms:
        rooms[system] = allocate(system.rules.choice, system.rules.max_choices)
    return rooms[system]


class Position(Generic[SettingT, BattleT, ChoiceT]):
    """A battle on its table, to be looked at."""

    def __init__(
        self,
        system: Rulebook[SettingT, BattleT, ChoiceT],
        setup: Any,
        setting: Row[SettingT],
        words: Words,
        battle: Row[BattleT],
    ) -> None:
        self.system, self.battle = system, battle
        self.take_place(Table(setup, setting, words))
        self.amended: Table | None = None
        """What the next step changes the table to, where it is a game master's amendment that was made already."""
        self.draws: Row[Dice] | None = None
        """A stream for what must not be guessed, where somebody gives one."""
        self.record: BattleT = look(system.rules.battle, battle)
        """A live view of the battle record."""
        self.node: Node = self.record.node
        """What the battle waits for: a live view too."""

    def take_place(self, table: Table) -> None:
        """Go on at a table."""
        self.table, self.setup, self.words = table, table.setup, table.words
        self.setting: Row[SettingT] = table.setting

    @property
    def tail(self) -> Tail:
        """The part of the record that is not the position."""
        return self.record.tail

    @property
    def is_over(self) -> bool:
        return self.node.kind == NodeKind.OVER

    @property
    def fingerprint(self) -> str:
        """A short name of the position as everybody may know it: equal positions have equal ones."""
        seen = view(self.system, self.setting, self.battle, NOBODY)
        return hashlib.sha256(position(self.system.rules.battle, seen)).hexdigest()[:16]

    def choices(self, first: int = 0) -> list[ChoiceT]:
        """The legal choices from index ``first``, at most ``system.rules.max_choices``; none at chance nodes."""
        room = _room(self.system)
        count = self.system.rules.choices(self.setting, self.battle, room, first)
        return [copy_of(look(self.system.rules.choice, room, i)) for i in range(count)]

    def forced(self) -> ChoiceT | None:
        """The only legal choice, which need not be asked for; None where there are several, or where others could be
        made than those that are listed."""
        if self.node.kind != NodeKind.DECISION or self.system.rules.free_kinds.get(self.node.step):
            return None
        listed = Position.choices(self)  # those of the whole side, also where several sides share it
        return listed[0] if len(listed) == 1 else None

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

    def make_edit(self, edit: Edit, refused: str = "The edit is refused") -> None:
        """Make a game master's edit; where the rules do not allow it, raise ``Refused`` with this sentence."""
        if self.system.rules.edit is None:
            raise BattlewrightError(f"In {self.system.title} nothing can be edited.")
        reason = self.system.rules.edit(self.setting, self.battle, row_of(self.system.rules.edit_record, edit))
        if reason:
            raise Refused(self.system.cite_reason(self.setting, reason), refused)

    def _reason(self, choice: Choice) -> int:
        return self.system.rules.refusal(self.setting, self.battle, row_of(self.system.rules.choice, choice))
