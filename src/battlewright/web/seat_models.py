"""The types of what passes between the seats of a match: requests, suggestions, and chat."""

from __future__ import annotations

from typing import Literal

from battlewright.engine.data_types import Data


class Request(Data):
    """A request of a seat to the others."""

    kind: Literal["ask", "offer", "claim"]
    """An undo (`ask`), a draw (`offer`), or typed dice to confirm (`claim`)."""
    seat: str
    """Who asks."""
    what: str
    """The request as part of a sentence."""
    asked: list[str]
    """The seats that have not answered yet."""
    faces: list[int] | None
    """The dice that are to be confirmed."""
    step: str | None
    """Of an undo: the first step that would be taken back, in words."""
    steps: int
    """Of an undo: how many steps would be taken back; else 0."""


class Suggested(Data):
    """What a player suggests to the game master, and what has no answer yet."""

    number: int
    """The number of its entry: the answer names it."""
    seat: str
    """Who suggests it."""
    text: str
    """The words; may be empty."""
    line: str
    """The edit, as a game master types it; may be empty."""
    sentence: str
    """What the edit would do now, in a sentence; empty where there is none, or where it cannot be made now."""


class ChatLine(Data):
    """A line that somebody at a seat has written to the other people of a match."""

    number: int
    """Lines are numbered from 0."""
    seat: str
    """Who has written it."""
    text: str
    """The line: plain text."""
    at: int
    """When it was written, in milliseconds since 1970."""


class People(Data):
    """Who is there, and what they have written to each other. The log and the replay of the match have none of it."""

    there: list[str]
    """The seats from which somebody is connected."""
    watching: int
    """The number of connections that only watch."""
    chat: list[ChatLine]
    """The lines of chat that you have not had yet."""
