"""Choose the system that a command line is about: by its name, by the names after it, or the default."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from battlewright import systems
from battlewright.contract.shelf_reports import recognised
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError, UnknownError


def pick(arguments: Sequence[str]) -> tuple[System, list[str]]:
    """Return the system and the arguments without its name.

    A system's name comes first. Without one, take the system whose shelf has a name that was typed; then the one whose
    files look most like a file that was typed; then the default.
    """
    words = list(arguments)
    if words and words[0] in systems.names():
        return systems.load(words[0]), words[1:]
    named = [word for before, word in zip(["", *words], words, strict=False) if _may_be_name(before, word)]
    if named:
        everyone = every_system()
        for word in named:
            for system in everyone:
                if any(word in shelf.names for shelf in system.setup.shelves):
                    return system, words
        for word in named:
            if Path(word).is_file():
                with suppress(BattlewrightError):
                    return recognised(everyone, word)[0], words
        if len(named) == 1 and words[0] == named[0] and not Path(words[0]).suffix:
            shipped = [name for system in everyone for shelf in system.setup.shelves for name in shelf.names]
            near = get_close_matches(words[0], shipped, n=3)
            raise UnknownError("system or name", words[0], [*near, *systems.names()])
    return systems.load(systems.DEFAULT), words


def every_system() -> list[System]:
    """Return all systems; print a warning about each installed one that cannot be loaded."""
    loaded, left_out = systems.load_all()
    for sentence in left_out:
        print(f"Warning: {sentence}", file=sys.stderr)
    return loaded


def _may_be_name(before: str, word: str) -> bool:
    """Whether a word may be a name on a shelf, for which all systems are loaded: no option, and no number after one."""
    return not word.startswith("-") and not (before.startswith("-") and word.isdigit())
