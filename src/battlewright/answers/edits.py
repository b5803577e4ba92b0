"""Game masters' edits as they are typed: what the guides of all systems share.

The line ``set a1 health 5`` has a verb, a name and what is to change. Each system's ``guide/edits.py`` reads the rest.
A page shows the same lines as forms to fill in (``EditForm``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from battlewright.answers.described import Described
from battlewright.engine.errors import BattlewrightError, shorten


@dataclass(frozen=True)
class Option(Described):
    """Something to pick."""

    words: str
    """What it stands for in the line."""
    label: str
    """What it is called."""
    heading: str = ""
    """What it is listed under."""
    now: int | None = None
    """Of a number that may be set: what it is now."""
    least: int | None = None
    """Of a number: the least that it may be."""
    most: int | None = None
    """Of a number: the most that it may be."""


@dataclass(frozen=True)
class Blank(Described):
    """A blank in a line: one of its options, else a number between two limits, else a text."""

    name: str
    """What it is known by."""
    label: str
    """What it is called."""
    options: tuple[Option, ...] = ()
    """What may be picked."""
    is_number: bool = False
    """Whether it takes a number."""
    least: int | None = None
    """The least; without limits of its own a number has those of the option that is picked before it."""
    most: int | None = None
    """The most."""
    before: str = ""
    """Words that stand before it unless it is left empty."""
    optional: bool = False
    """Whether it may be left empty."""
    several: bool = False
    """Whether several of its options may be picked; `and` stands between them."""


@dataclass(frozen=True)
class EditForm(Described):
    """A line to fill in: its verb, then the blanks in their order, then its end."""

    verb: str
    """The first word."""
    title: str
    """The heading."""
    about: str
    """What it is for."""
    blanks: tuple[Blank, ...]
    """What is to be filled in."""
    end: str = ""
    """The last words."""
    is_suggested: bool = False
    """Whether players suggest it to the game master."""


def options_of(words: Iterable[str]) -> tuple[Option, ...]:
    """Return words as options that are called by themselves."""
    return tuple(Option(each, each[:1].upper() + each[1:]) for each in words)


def words_of(answer: str) -> list[str]:
    """Return the words of a line; commas and quotation marks only separate them."""
    return answer.replace('"', " ").replace(",", " ").split()


def find_named(words: Sequence[str], tags: Sequence[str], names: Sequence[str], example: str) -> tuple[int, list[str]]:
    """Return the index of what a line is about, and the rest of the words.

    It is meant by its tag (``a1``), its name, or the start of a word of its name; ``example`` is a line to be shown if
    nothing is named.
    """
    if not words:
        raise BattlewrightError(f"Say whom it is about, such as: {example}")
    lower = [name.lower() for name in names]
    for count in range(len(words), 0, -1):
        text = " ".join(words[:count])
        found = [index for index, tag in enumerate(tags) if tag == text]
        found = found or [index for index, name in enumerate(lower) if name == text]
        found = found or [index for index, name in enumerate(lower) if name.startswith(text)]
        found = found or [index for index, name in enumerate(lower) if f" {text}" in name]
        if len(found) == 1:
            return found[0], list(words[count:])
        if found:
            meant = ", ".join(f"{names[index]} ({tags[index]})" for index in found)
            raise BattlewrightError(f"{shorten(text)} may be {meant}: write more of the name, or its short name.")
    known = ", ".join(f"{name} ({tag})" for name, tag in zip(names, tags, strict=True))
    raise BattlewrightError(f"Nobody here is called {shorten(words[0])}. There are {known}.")


def whole_number(text: str) -> int | None:
    """Return a whole number of at most six digits, or None if the text is not one."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,6}", text) else None


def number_within(text: str, least: int, most: int, what: str, clause: str) -> int:
    """Return a whole number between two limits; raise an error that names them if the text is not one."""
    value = whole_number(text)
    if value is None or not least <= value <= most:
        raise BattlewrightError(f"{what} is a whole number from {least} to {most}, not {shorten(text)} ({clause}).")
    return value
