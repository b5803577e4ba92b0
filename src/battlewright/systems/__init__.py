"""The rulebooks, by name. Systems do not import each other; other packages use them through the contract.

Three ship with Battlewright. An installed package adds others by an entry point of the group
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
"""The default system."""
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
"""Short commands, and what they stand for."""


def names() -> tuple[str, ...]:
    """Return the names of all installed systems, sorted."""
    return tuple(sorted({*BUILT_IN, *_installed()}))


@cache
def load(name: str) -> System:
    """Load a system by its name."""
    if name in BUILT_IN:
        system = import_module(f"{__name__}.{name}.system").SYSTEM
    elif name in _installed():
        system = _load_installed(_installed()[name])
    else:
        raise UnknownError("system", name, names())
    return cast("System", system)


def _installed() -> dict[str, EntryPoint]:
    """Return the entry points of other packages; they cannot replace a system that ships."""
    return _installed_on(tuple(sys.path))


@cache
def _installed_on(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the same for a search path: every package on it is looked at, which takes some hundredths of a second."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


def _load_installed(point: EntryPoint) -> System:
    from battlewright.engine.system import System

    try:
        system = point.load()
    except Exception as error:  # an installed package may raise anything
        raise BattlewrightError(f"The system {point.name!r} cannot be loaded from {point.value} ({error}).") from error
    if not isinstance(system, System) or system.name != point.name:
        raise BattlewrightError(f"The entry point {point.name!r} ({point.value}) is not a system of that name.")
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
