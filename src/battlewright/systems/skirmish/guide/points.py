"""Points of the table as a person types them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from battlewright.engine.errors import BattlewrightError
from battlewright.systems.skirmish.setup.files import thousandths


def is_length(text: str) -> bool:
    """Whether a text is a number of inches, with at most three decimals."""
    return re.fullmatch(r"-?[0-9]{1,4}(\.[0-9]{1,3})?", text) is not None


def point_of(words: Sequence[str], form: str) -> tuple[int, int, int | None]:
    """A point from two or three numbers of inches: x, y, and optionally a level."""
    if len(words) not in (2, 3) or not all(map(is_length, words)):
        raise BattlewrightError(
            f"Type inches from the south-west corner, and a level if need be: {form} 12.5 8, {form} 12 9 3"
        )
    x, y, *level = (thousandths(float(word)) for word in words)
    return x, y, level[0] if level else None
