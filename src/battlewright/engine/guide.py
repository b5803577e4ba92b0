"""A guide: what a person at a table needs before choosing, for any front end.

Every system may have one of its own; this one does for a system that says nothing more than its ``Words``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from battlewright.engine.node import Edit
    from battlewright.engine.session import Session

Offer = tuple[Any, str]
"""A choice, and how it stands in a list."""


class Guide:
    """Looks at one session. Nothing in here changes it."""

    forms: ClassVar[Mapping[str, str]] = {}
    """Choices and edits that may be typed in the game's own words: an example, and what it means."""
    views: ClassVar[Mapping[str, str]] = {}
    """What may be typed to look at something beside the table, and what it shows."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def introduction(self) -> str:
        """What is played, in a sentence or two."""
        return ""

    def scene(self) -> Any | None:
        """The table as a ``Scene``; None where there is nothing to draw."""
        return None

    def notes(self) -> Sequence[Any]:
        """The lines beside a scene."""
        return ()

    def turn(self) -> Hashable:
        """Whose turn it is: a person is shown the table anew when this and the picture have changed."""
        return None

    def picture(self) -> Hashable:
        """What the table shows, to be compared."""
        return None

    def suggestions(self) -> Sequence[Offer]:
        """Choices that are offered beside those that the rules list."""
        return ()

    def parse(self, text: str) -> Any | None:
        """The choice that a text in the game's own words stands for; None where it is no such text."""
        return None

    def describe(self, choice: Any) -> str:
        """What a typed choice would take, told before it is made; empty where there is nothing to say."""
        return ""

    def edits(self, text: str) -> Sequence[Edit] | None:
        """The edits that a game master's words stand for; None where they are none."""
        return None

    def view(self, text: str) -> Sequence[str] | None:
        """The lines of a view that was asked for; None where there is no such view."""
        return None

    def explanation(self) -> str:
        """What the numbers behind choices mean; empty where the guide gives none."""
        return ""

    def advice(self, choices: Sequence[Any], more: Sequence[Any] = ()) -> list[str] | None:
        """What stands behind each listed choice, and behind ``more`` that the rules allow but do not list; None if it
        takes too long to work out."""
        return [""] * (len(choices) + len(more))
