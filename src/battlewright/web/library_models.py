"""The types of a server's answers about libraries."""

from __future__ import annotations

from typing import Any, NotRequired

from battlewright.engine.data_types import Data


class LibraryToken(Data):
    """What opens a library."""

    token: str
    """The secret token of its owner."""


class CopiedThing(Data):
    """A file that somebody lets others copy."""

    system: str
    """The rulebook."""
    kind: str
    """The kind of file: rosters, sheets …"""
    name: str
    """What its owner calls it."""
    file: dict[str, Any]
    """Its data, as that of a shipped file."""


class LibraryThing(Data):
    """A file of a library."""

    id: str
    """Its id."""
    system: str
    """The rulebook."""
    kind: str
    """The kind of file: rosters, sheets …"""
    name: str
    """What its owner calls it."""
    file: NotRequired[dict[str, Any]]
    """Its data, as that of a shipped file; left out where only the others are wanted."""
    changed: int
    """When it was changed, in milliseconds, by the clock of the device that sent it."""
    linked: bool
    """Whether it has a copying link."""


class Library(Data):
    """A library."""

    things: list[LibraryThing]
    """Its things, the last changed first."""


class CopyingLink(Data):
    """What lets others copy a thing."""

    secret: str
    """The secret of the link."""


class Removed(Data):
    """What was removed."""

    removed: int
    """How many things or links there were."""
