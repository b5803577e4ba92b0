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
from typing import TYPE_CHECKING, cast

from battlewright.engine.errors import BattlewrightError, UnknownError

if TYPE_CHECKING:
    from battlewright.contract.system import System

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
EXAMPLES: Mapping[str, str] = {
    "rules": "`battlewright rules formations`, `battlewright rules S1`, `battlewright rules S2.F2 --code`,"
    " `battlewright rules F.D9 --json`",
    "join": "`battlewright join http://127.0.0.1:8321`, `battlewright join http://127.0.0.1:8321 --new skirmish`,"
    " `battlewright join 'http://127.0.0.1:8321/match/ID?seat=b&invitation=…' --name Ben`",
    "shelf": "`battlewright shelf`, `battlewright shelf skirmish`,"
    " `battlewright shelf rosters red-hall my-roster.toml`, `battlewright shelf heroes sheets --json`,"
    " `battlewright shelf check my-rosters`, `battlewright shelf schema rosters`",
    "matchups": "`battlewright lab matchups`,"
    " `battlewright lab matchups red-hall gable-foxes powder-guild --set table=wood`,"
    " `battlewright lab matchups formations --precision 0.01`",
    "sweep": "`battlewright lab sweep weapons.spear.threat 1..2/0.25 --set rosters=harrow-hedge,red-hall`,"
    " `battlewright lab sweep rulings.S2.F3 yes,no --set rosters=powder-guild,red-hall`,"
    " `battlewright lab sweep rulings.critical_margin 3..7 --system heroes --set encounter=the-barrow`",
    "first_player": "`battlewright lab first-player`, `battlewright lab first-player red-hall --set table=bridge`,"
    " `battlewright lab first-player formations`",
}
"""Examples in the help of commands."""


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


def load_all() -> tuple[list[System], list[str]]:
    """Load all systems; return them, and a sentence about each installed one that cannot be loaded and is left out."""
    from battlewright.contract.system import load_each

    return load_each(names(), load)


def _installed() -> dict[str, EntryPoint]:
    """Return the entry points of other packages; they cannot replace a system that ships."""
    return _installed_on(tuple(sys.path))


@cache
def _installed_on(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the same for a search path: every package on it is looked at, which takes some hundredths of a second."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


def _load_installed(point: EntryPoint) -> System:
    from battlewright.contract.system import System

    package = f" of the package {point.dist.name!r}" if point.dist is not None else ""
    wrong = f"The system {point.name!r}{package} cannot be loaded from {point.value}"
    try:
        system = point.load()
    except Exception as error:  # an installed package may raise anything
        raise BattlewrightError(f"{wrong} ({type(error).__name__}: {error}).") from error
    if not isinstance(system, System):
        raise BattlewrightError(f"{wrong}: it is not a System, but of the type {type(system).__name__}.")
    if system.name != point.name:
        raise BattlewrightError(f"{wrong}: the System there is called {system.name!r}.")
    return system
