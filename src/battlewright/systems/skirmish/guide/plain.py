"""What the answers of the guide have in common: places, chances and refusals as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from battlewright.engine.data import Data
from battlewright.engine.errors import Refused


@dataclass(frozen=True)
class At:
    """A point of the table and a level there."""

    x: int
    y: int
    level: int

    def as_data(self) -> Data:
        """Return it as plain data."""
        return {"x": self.x, "y": self.y, "level": self.level}


@dataclass(frozen=True)
class Refusal:
    """Why something is refused, with its clause."""

    clause: str
    text: str

    def as_data(self) -> Data:
        """Return it as plain data."""
        return {"clause": self.clause, "text": self.text}


def refusal_of(refused: Refused | None) -> Refusal | None:
    """Return an error of the rules as data."""
    return None if refused is None else Refusal(refused.clause, refused.text)


def chance_data(chance: Fraction) -> Data:
    """Return a chance: exactly, and as a number."""
    return {"exact": str(chance), "value": float(chance)}
