"""The line number of each field of a TOML or JSON text.

The parsers of the standard library give values without their lines. One walk over the tokens serves both formats,
since JSON's tokens are a subset of TOML's. It does not recurse, fails only on excessive depth, and accepts malformed
texts too, so that deep nesting is refused before a parser sees the text.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["toml", "json"]
Place = tuple[str | int, ...]

DEEPEST = 32

TOKEN = re.compile(
    r"""
      \n
    | \#[^\n]*
    | \"{3} (?: [^"\\]+ | \\[\s\S] | "{1,2}(?!") )*+ "{0,5}
    | '{3} (?: [^']+ | '{1,2}(?!') )*+ '{0,5}
    | " (?: [^"\\\n]+ | \\. )*+ "?
    | ' [^'\n]*+ '?
    | [][{}=:,.]
    | [^][{}=:,.\s\#"']+
    """,
    re.VERBOSE,
)


class TooDeep(Exception):
    """Tables or lists are nested more than DEEPEST deep."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def line_where(text: str, wanted: Callable[[str], bool]) -> int:
    """Return the line of the first token for which ``wanted`` is true, or 1."""
    found = next((match.start() for match in TOKEN.finditer(text) if wanted(match[0])), 0)
    return text.count("\n", 0, found) + 1


@dataclass
class _Open:
    """An open table or list. ``entry`` is the current index of a list, None for a table."""

    place: Place
    entry: int | None


class Positions:
    """The line of each place in a text, and the places given a second time (each with its line)."""

    def __init__(self, text: str, kind: Kind) -> None:
        self.lines: dict[Place, int] = {}
        self.repeated: list[tuple[Place, int]] = []
        self._kind = kind
        self._line = 1
        self._open: list[_Open] = []
        self._place: Place = ()
        self._table: Place = ()
        self._last_entry: dict[Place, int] = {}
        self._at_key = kind == "toml"
        self._keys: list[str] = []
        self._key_line = 1
        self._brackets = 0
        self._walk(text)

    def _walk(self, text: str) -> None:
        before = ""
        for match in TOKEN.finditer(text):
            token = match[0]
            if token == "\n":
                self._end_of_line()
            elif token[0] != "#":
                if self._at_key:
                    self._key_token(token, before)
                else:
                    self._value_token(token)
            self._line += token.count("\n")
            before = token

    def _end_of_line(self) -> None:
        """End a TOML statement, if outside all brackets; elsewhere the end of a line means nothing."""
        if self._kind == "toml" and not self._open:
            self._at_key, self._keys, self._brackets = True, [], 0

    def _key_token(self, token: str, before: str) -> None:
        match token:
            case "=" | ":":
                self._place = self._name(self._open[-1].place if self._open else self._table)
                self._at_key = False
            case "[" if not self._open:
                self._brackets += 1
            case "]" if self._brackets:
                self._header()
            case "}":
                self._close()
            case "[" | "]" | "{" | "," | ".":
                pass
            case _:
                self._key_line = self._line
                self._keys = [*self._keys, self._key(token)] if before == "." else [self._key(token)]
                if len(self._keys) > DEEPEST:
                    raise TooDeep(self._line)

    def _value_token(self, token: str) -> None:
        within = self._open[-1] if self._open else None
        if token == ",":
            if within and within.entry is not None:
                within.entry += 1
                self._place = (*within.place, within.entry)
            elif within:
                self._at_key, self._keys = True, []
        elif token in ("]", "}"):
            self._close()
        else:
            if within and within.entry is not None:
                self._stands(self._place)
            if token == "[":
                self._open.append(_Open(self._place, 0))
                self._place = (*self._place, 0)
            elif token == "{":
                self._open.append(_Open(self._place, None))
                self._at_key, self._keys = True, []

    def _close(self) -> None:
        if self._open:
            self._place = self._open.pop().place
        self._at_key = False

    def _name(self, table: Place) -> Place:
        """Record the field that the keys name, and the tables on its dotted path; return its place."""
        place = table
        for key in self._keys:
            place = (*place, key)
            if len(place) == len(table) + len(self._keys):
                if place in self.lines:
                    self.repeated.append((place, self._key_line))
                self.lines[place] = self._key_line
            self._stands(place)
        return place

    def _header(self) -> None:
        """Record [table] or [[list of tables]]. A list of tables inside the name means its last entry."""
        place: Place = ()
        for number, key in enumerate(self._keys, start=1):
            place = (*place, key)
            if number == len(self._keys):
                if self._brackets == 2:
                    self._last_entry[place] = self._last_entry.get(place, -1) + 1
                else:
                    self.lines[place] = self._line
            self._stands(place)
            if place in self._last_entry:
                place = (*place, self._last_entry[place])
                self._stands(place)
        self._table, self._keys, self._brackets = place, [], 0

    def _stands(self, place: Place) -> None:
        """Record the line where a place first occurs."""
        if len(place) > DEEPEST:
            raise TooDeep(self._line)
        self.lines.setdefault(place, self._line)

    def _key(self, token: str) -> str:
        if token[0] not in "\"'":
            return token
        if token[0] == '"' and "\\" in token:
            try:
                return str(json.loads(token) if self._kind == "json" else tomllib.loads(f"key={token}")["key"])
            except ValueError:
                pass
        return token[1:-1]
