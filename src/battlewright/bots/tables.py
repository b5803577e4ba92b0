"""The tables of odds that bots look up, as a system makes them (``System.tables``)."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from battlewright.contract.system import System, T, types_of
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record import Row, allocate, numbers
from battlewright.engine.rulebook import BattleT, ChoiceT, SettingT


def tables_for(
    system: System[SettingT, BattleT, ChoiceT], setting: Row[SettingT], report: ProgressReport | None = None
) -> Any:
    """Return the tables for battles of a setting; ``report`` is called with the progress if they must be made."""
    return system.bots.tables(setting, report) if system.bots.tables else no_tables(system)


def no_tables(system: System) -> Any:
    """Return tables of zeros, for bots that do not look anything up."""
    kind = types_of(system)[T]
    if not hasattr(kind, "_fields"):
        return numbers(1)
    rows = [get_args(hint)[0] for hint in get_type_hints(kind).values()]
    return kind(*(numbers(1) if row is int else allocate(row) for row in rows))
