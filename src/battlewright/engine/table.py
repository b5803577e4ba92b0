"""Tables: what a battle is fought on, until a game master amends it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from battlewright.engine.record import Record, Row, position
from battlewright.engine.words import Words


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A set-up, or what a side may know of it, with the setting and the words made from it."""

    setup: Any
    setting: Row[Any]
    words: Words


@dataclass(frozen=True, eq=False, slots=True)
class Laid:
    """A table of a session: the number of steps after which it begins, and, of a later one, the record by which the
    rules carry the battle over from the table before it."""

    begins: int
    table: Table
    change: Row[Any] | None = None


def hash_of(kind: type[Record], setting: Row[Any]) -> str:
    """Return a hash of a setting: of every number of it, but for a tail that follows from the others."""
    return hashlib.sha256(position(kind, setting)).hexdigest()[:32]
