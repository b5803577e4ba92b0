"""The terms of a match between people: who may end it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True)
class Terms:
    """The terms of a match. ``is_hosted``: only the game master ends it; the others may leave. Those of a log without
    terms, and of a match in Python, are the defaults."""

    is_hosted: bool = False

    def as_data(self) -> dict[str, Any]:
        """Return the terms as the head of a log has them."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return what ``as_data`` gave."""
        return cls(**data)
