"""What a compiled bot works with: its tables, and memory that is reused for each choice."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from battlewright.contract.system import System, T, X
from battlewright.engine.record import Row, allocate, numbers
from battlewright.engine.rulebook import PROPOSAL_DRAWS, BattleT, C, ChoiceT, SettingT


class Workspace(NamedTuple, Generic[T, C, X]):
    """A bot's tables, room for choices, scratch for ``System.rank``, and room for the faces of dice."""

    tables: T
    room: Row[C]
    scratch: Row[X]
    faces: Row[int]


def workspace_for(system: System[SettingT, BattleT, ChoiceT], tables: T) -> Workspace[T, ChoiceT, Any]:
    """Return a workspace with these tables."""
    room, scratch = allocate(system.rules.choice, system.rules.max_choices), allocate(system.bots.scratch)
    return Workspace(tables, room, scratch, numbers(max(system.rules.max_dice, PROPOSAL_DRAWS)))
