"""The terms of a match between people: who rolls, whether typed dice are confirmed, and who may end it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Self

from battlewright.engine.errors import UnknownError


class DiceTerm(StrEnum):
    """Who rolls the dice of a seat: the server, its person, who types the faces, or either, as its person says at each
    roll."""

    SERVER = "server"
    PHYSICAL = "physical"
    EITHER = "either"


@dataclass(frozen=True)
class Terms:
    """The terms of a match. ``is_hosted``: only the game master ends it; the others may leave. ``own_dice``: each seat
    types its own dice alone, and its person may say who rolls them; else whoever rolls types the whole roll. ``dice``:
    who rolls the dice of a seat at first, by default the server. ``consent``: dice that are typed count once the people
    of the other sides have confirmed them. Those of a log without terms, and of a match in Python, are the defaults."""

    is_hosted: bool = False
    own_dice: bool = False
    consent: bool = True
    dice: Mapping[str, str] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """Return the terms as the head of a log has them."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what ``as_data`` gave."""
        return cls(**data)


def dice_term(named: str) -> DiceTerm:
    """Return who rolls the dice of a seat, by its word."""
    if named not in [*DiceTerm]:
        raise UnknownError("way to roll", named, [*DiceTerm])
    return DiceTerm(named)
