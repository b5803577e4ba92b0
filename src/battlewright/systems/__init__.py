"""The rulebooks, by name. Systems do not know each other; everyone else meets them through the contract."""

from __future__ import annotations

from importlib import import_module

from battlewright.engine.errors import UnknownError
from battlewright.engine.system import System

NAMES = ("formations", "heroes", "skirmish")


def load(name: str) -> System:
    """A system by its name."""
    if name not in NAMES:
        raise UnknownError("system", name, NAMES)
    system = import_module(f"battlewright.systems.{name}.system").SYSTEM
    assert isinstance(system, System)
    return system
