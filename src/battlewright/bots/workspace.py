"""What a compiled bot works with: its tables, and memory that is reused for each choice."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from battlewright.engine.record import Row, allocate, numbers
from battlewright.engine.system import CHANCES, BattleT, C, ChoiceT, SettingT, System, T, X


class Workspace(NamedTuple, Generic[T, C, X]):
    """A bot's tables, room for choices, scratch for ``System.rank``, and room for the faces of dice."""

    tables: T
    room: Row[C]
    scratch: Row[X]
    faces: Row[int]


def workspace_for(system: System[SettingT, BattleT, ChoiceT], tables: T) -> Workspace[T, ChoiceT, Any]:
    """Return a workspace with these tables."""
    room, scratch = allocate(system.choice, system.max_choices), allocate(system.scratch)
    return Workspace(tables, room, scratch, numbers(max(system.max_dice, CHANCES)))
