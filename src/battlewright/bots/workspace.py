"""What a compiled bot works with: the tables of odds that it looks up, as a system makes them, and memory that is
reused for each choice."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, get_args, get_type_hints

from battlewright.contract.system import System, T, X, types_of
from battlewright.engine.progress import ProgressReport
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


def tables_for(
    system: System[SettingT, BattleT, ChoiceT], setting: Row[SettingT], report: ProgressReport | None = None
) -> Any:
    """Return the tables for battles of a setting; ``report`` is called with the progress if they must be made. Raises
    an error where no bot plays."""
    system.check_bots(setting)
    return system.bots.tables(setting, report) if system.bots.tables else no_tables(system)


def no_tables(system: System) -> Any:
    """Return tables of zeros, for bots that do not look anything up."""
    kind = types_of(system)[T]
    if not hasattr(kind, "_fields"):
        return numbers(1)
    rows = [get_args(hint)[0] for hint in get_type_hints(kind).values()]
    return kind(*(numbers(1) if row is int else allocate(row) for row in rows))
