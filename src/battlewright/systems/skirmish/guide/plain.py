"""What the answers of the guide have in common: places and refusals."""

from __future__ import annotations

from dataclasses import dataclass

from battlewright.answers.described import Described
from battlewright.engine.errors import Refused


@dataclass(frozen=True)
class At(Described):
    """A point of the table and a level there, in thousandths of an inch."""

    x: int
    """From the western edge."""
    y: int
    """From the southern edge."""
    level: int
    """The height."""


@dataclass(frozen=True)
class Refusal(Described):
    """Why something is refused."""

    clause: str
    """The clause that refuses it."""
    text: str
    """The reason as a sentence."""


def refusal_of(refused: Refused | None) -> Refusal | None:
    """Return an error of the rules as data."""
    return None if refused is None else Refusal(refused.clause, refused.text)
