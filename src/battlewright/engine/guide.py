"""Guides: the help that a front end shows a person before a choice.

A system may provide its own guide; this base class serves a system that has only its ``Words``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from battlewright.engine.node import Edit
    from battlewright.engine.position import Position

Offer = tuple[Any, str]
"""A choice and its text in a list."""


class Guide:
    """A read-only guide to one session."""

    forms: ClassVar[Mapping[str, str]] = {}
    """Choices and edits that may be typed in the game's own words: example to meaning."""
    views: ClassVar[Mapping[str, str]] = {}
    """Extra views: what to type, and what it shows."""

    def __init__(self, session: Position) -> None:
        self.session = session

    def introduction(self) -> str:
        """Introduce the battle in a sentence or two."""
        return ""

    def scene(self) -> Any | None:
        """Return the table as a ``Scene``, or None if there is nothing to draw."""
        return None

    def notes(self) -> Sequence[Any]:
        """Return the lines beside a scene."""
        return ()

    def turn(self) -> Hashable:
        """Return a key of the current turn; the table is shown again when both this and the picture change."""
        return None

    def picture(self) -> Hashable:
        """Return a key of what the table shows, for comparison."""
        return None

    def suggestions(self) -> Sequence[Offer]:
        """Return choices to offer in addition to the listed ones."""
        return ()

    def parse(self, text: str) -> Any | None:
        """Parse a choice typed in the game's own words; return None if the text is not one."""
        return None

    def describe(self, choice: Any) -> str:
        """Say what a typed choice would cost, before it is made; empty if there is nothing to say."""
        return ""

    def edits(self, text: str) -> Sequence[Edit] | None:
        """Parse a game master's edits; return None if the text is not an edit."""
        return None

    def view(self, text: str) -> Sequence[str] | None:
        """Return the lines of a view, or None if there is no such view."""
        return None

    def explanation(self) -> str:
        """Explain the numbers behind choices; empty if the guide gives none."""
        return ""

    def advice(self, choices: Sequence[Any], more: Sequence[Any] = ()) -> list[str] | None:
        """Return the text behind each listed choice, then behind each of ``more`` (legal but not listed).

        Return None if that takes too long to compute.
        """
        return [""] * (len(choices) + len(more))
