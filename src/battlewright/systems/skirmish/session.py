"""Skirmish with its own records, for the type checker."""

from __future__ import annotations

from battlewright.contract.system import System
from battlewright.engine.session import Session
from battlewright.systems.skirmish.record import Setting, Skirmish, SkirmishChoice

SkirmishSystem = System[Setting, Skirmish, SkirmishChoice]
SkirmishSession = Session[Setting, Skirmish, SkirmishChoice]
