"""The pages that a system brings for the browser.

The pages of a server are shared by all systems: the start, the form of a new battle, the head, the panel and the log of
a match, replays, odds, rules. What is a rulebook's own lies in the folder ``pages`` of its package: ES modules (which
import what is shared from ``/static``), the styles that they load, pictures. The server sends them from
``/pages/NAME``. All that is left out has something to take its place: a match is then a table of its state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from battlewright.engine.errors import NotConforming

MODULES = ("match", "replay", "setup", "start", "lesson")
"""The fields that name a module."""
BY_KIND = ("cards", "builders")
"""The fields that name a module for each kind of files."""


@dataclass(frozen=True)
class Pages:
    """What a browser shows of a system beside what all systems share. Modules are named by their file."""

    package: str
    """The package whose folder ``pages`` has the files."""
    about: str = ""
    """A sentence about the system, for whoever chooses one."""
    battle: str = ""
    """A phrase for the battle that begins at one click."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of that battle, which should be even; none: it is the one where nobody names anything."""
    names: tuple[str, ...] = ()
    """The shipped files that the form of a new battle begins with; none: the last of their shelf."""
    example: str = ""
    """What one may type in a match."""
    has_master: bool = False
    """Whether a game master finds forms on the page of a match; a new battle then offers that seat."""
    match: str = ""
    """The page of a running match: ``show(app, info)``."""
    replay: str = ""
    """The stage of a replay: ``stage(info)`` returns its ``root``, ``draw(moment)``, ``sides(moment)``,
    ``round(moment)``, and ``playback(step, before, after)`` with the ``length`` of a step and how to ``play`` it."""
    setup: str = ""
    """A picture of the table of a set-up: ``picture(scene, titles)``."""
    start: str = ""
    """What the start shows of the default system: ``art()``, a picture."""
    lesson: str = ""
    """A battle that teaches the rules while it is played: ``lesson``, with its ``battle`` (what a new match is asked
    for), its ``steps`` and its ``last`` one. The page of a match shows a step when its moment has come."""
    teaches: str = ""
    """A phrase for that battle, on the start page."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """Cards to print, by the kind of files: ``cards(shown, query)``; ``tools(query)``, where more can be chosen."""
    builders: Mapping[str, str] = field(default_factory=dict)
    """The builders, by the kind of files: ``show(app, system)``. Without one, a file is changed as text."""
    gathered: Mapping[str, str] = field(default_factory=dict)
    """What a battle takes only together with others, by the kind of files: ``{"cards": "decks.hand.card"}`` says that a
    card goes into the list ``hand`` of a deck, as the ``card`` of an entry."""

    def __post_init__(self) -> None:
        if not self.folder.is_dir():
            raise NotConforming(f"The package {self.package!r} has no folder 'pages'.")
        of_kinds = ((part, name) for part in BY_KIND for name in getattr(self, part).values())
        for part, name in (*((part, getattr(self, part)) for part in MODULES), *of_kinds):
            if name and not (self.folder / name).is_file():
                raise NotConforming(f"The pages of {self.package!r}: there is no file {name!r} for {part!r}.")

    @property
    def folder(self) -> Traversable:
        """The folder with the files."""
        return files(self.package) / "pages"

    def as_data(self, system: str) -> dict[str, Any]:
        """Return them for the shared pages, modules by their address."""
        data = {name: value for name, value in vars(self).items() if name != "package"}
        data |= {part: f"/pages/{system}/{data[part]}" for part in MODULES if data[part]}
        return data | {part: {kind: f"/pages/{system}/{name}" for kind, name in data[part].items()} for part in BY_KIND}
