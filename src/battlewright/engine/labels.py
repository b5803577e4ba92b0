"""Labels: how a system shows its choices beside their sentences, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from battlewright.engine import data_types as types


@dataclass(frozen=True)
class Reference:
    """Something that a number stands for: a combatant with its tag and the letter of its side, or a weapon, an action
    or a condition, which have neither."""

    number: int
    name: str
    tag: str = ""
    side: str | None = None

    def as_data(self) -> types.Reference:
        """Return it as plain data."""
        return {"number": self.number, "tag": self.tag, "name": self.name, "side": self.side}


class Heading(NamedTuple):
    """What a group of offers stands under: a key, a number that orders the groups, and its text."""

    key: str
    order: int
    text: str


class Cost(NamedTuple):
    """What a choice costs: ``Cost(2, "AP")``."""

    number: int
    unit: str

    def __str__(self) -> str:
        return f"{self.number} {self.unit}"


class PathLeg(NamedTuple):
    """A leg of a path: how it goes (``walk``, ``climb`` …), where it ends, and its length in thousandths of an inch."""

    kind: str
    x: int
    y: int
    level: int
    length: int


@dataclass(frozen=True)
class Label:
    """How a choice is shown: what a system declares of it beside its sentence.

    ``about`` is the combatant that it is aimed at or about. ``chance_of`` is the letter of the side whose chance to
    hit its odds show. ``fields`` are those of the choice that matter, references in place of their numbers.
    ``says_cost``: the sentence of the choice says what it costs.
    """

    heading: Heading
    title: str
    detail: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    cost: Cost | None = None
    legs: tuple[PathLeg, ...] = ()
    about: Reference | None = None
    chance_of: str | None = None
    says_cost: bool = False
