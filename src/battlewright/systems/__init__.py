"""The rulebooks, by name. Systems do not know each other; everyone else meets them through the contract.

Three ship with Battlewright. An installed package brings others by an entry point of the group
``battlewright.systems``, whose value is a ``System``:

    [project.entry-points."battlewright.systems"]
    pig = "pig.system:PIG"
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import TYPE_CHECKING, cast

from battlewright.engine.errors import BattlewrightError, UnknownError

if TYPE_CHECKING:
    from battlewright.engine.system import System

GROUP = "battlewright.systems"
BUILT_IN = ("formations", "heroes", "skirmish")
DEFAULT = "skirmish"
"""The system that is played where nothing says which."""
SHORT_NAMES: Mapping[str, tuple[str, ...]] = {
    "battle": ("play", "skirmish", "--seat", "none"),
    "encounter": ("play", "heroes"),
    "forces": ("shelf", "formations", "forces"),
    "rosters": ("shelf", "skirmish", "rosters"),
    "scenarios": ("shelf", "skirmish", "scenarios"),
    "sheet": ("shelf", "heroes", "sheets"),
    "tables": ("shelf", "skirmish", "tables"),
    "weapons": ("shelf", "skirmish", "weapons"),
}
"""Commands that people type often, and what they stand for."""


def names() -> tuple[str, ...]:
    """The names of all systems that are installed, sorted."""
    return tuple(sorted({*BUILT_IN, *_installed()}))


@cache
def load(name: str) -> System:
    """A system by its name."""
    if name in BUILT_IN:
        system = import_module(f"{__name__}.{name}.system").SYSTEM
    elif name in _installed():
        system = _load_installed(_installed()[name])
    else:
        raise UnknownError("system", name, names())
    return cast("System", system)


def _installed() -> dict[str, EntryPoint]:
    """The entry points of other packages; what ships is not replaced by them."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


def _load_installed(point: EntryPoint) -> System:
    from battlewright.engine.system import System

    try:
        system = point.load()
    except Exception as error:  # whatever an installed package does wrong
        raise BattlewrightError(f"The system {point.name!r} cannot be loaded from {point.value} ({error}).") from error
    if not isinstance(system, System) or system.name != point.name:
        raise BattlewrightError(f"The entry point {point.name!r} ({point.value}) is no system of that name.")
    return system


class Systems(ModuleType):
    """The type of this package, which can be called: ``battlewright.systems()`` is ``battlewright.systems.names()``."""

    if TYPE_CHECKING:
        BUILT_IN: tuple[str, ...]
        DEFAULT: str
        SHORT_NAMES: Mapping[str, tuple[str, ...]]

        @staticmethod
        def names() -> tuple[str, ...]: ...
        @staticmethod
        @cache
        def load(name: str) -> System: ...

    def __call__(self) -> tuple[str, ...]:
        return names()


# The front door has a function of the name that this package has, and Python keeps one attribute for both.
sys.modules[__name__].__class__ = Systems
