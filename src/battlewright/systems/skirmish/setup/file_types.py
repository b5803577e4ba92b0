"""The small parts of roster, table and scenario files."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer

from battlewright.engine.file_parts import one_of, whole
from battlewright.geometry.distance import INCH, LARGEST
from battlewright.geometry.footprints import MAX_CORNERS
from battlewright.systems.skirmish.record import MAX_ABILITY


@lru_cache(maxsize=4096)
def thousandths(inches: float) -> int:
    """A length in thousandths, as the records have it."""
    return int(Decimal(str(inches)) * INCH)


def _must(holds: Callable[[Any], bool], otherwise: str) -> Callable[[Any], Any]:
    """A check of a value, with what is said of one that fails it."""

    def check(value: Any) -> Any:
        if not holds(value):
            raise ValueError(otherwise.format(value))
        return value

    return check


SIDES_OF_A_BOX = ("south", "east", "north", "west")
_exact = _must(lambda value: round(value, 3) == value, "must be inches with at most three decimals, not {}")
_ability = _must(lambda value: 0 <= value <= MAX_ABILITY, f"must be from 0 to {MAX_ABILITY}, not {{}} (S2.C2)")
_even = _must(
    lambda value: thousandths(value) % 2 == 0,
    "must be an even number of thousandths, for half of it is measured with, not {}",
)
_toughness = _must(bool, "must be at least 1: a model with Toughness 0 cannot be fielded (S2.C2)")
_critical = _must(  # by hand: a union would report two faults for one
    lambda value: value is None or value == "d3" or (type(value) is int and 0 <= value <= 10),
    "must be a whole number from 0 to 10, or 'd3', not {!r:.40}",
)
_ladder = _must(
    lambda value: value in SIDES_OF_A_BOX or (type(value) is int and 1 <= value <= MAX_CORNERS),
    "must be the number of an edge from 1 on, or a side of a box such as 'south', not {!r:.40}",
)
Inches = Annotated[
    float,
    Field(strict=True, allow_inf_nan=False),
    AfterValidator(_exact),
    PlainSerializer(lambda value: int(value) if value == int(value) else value, return_type=int | float),
]
Ability = Annotated[int, Field(strict=True), AfterValidator(_ability), whole(0, MAX_ABILITY)]
Score = Annotated[int, Field(ge=0, le=10, strict=True)]
Coordinate = Annotated[Inches, Field(ge=0, le=LARGEST // INCH)]
Span = Annotated[Inches, Field(gt=0, le=LARGEST // INCH)]
Height = Annotated[Inches, Field(ge=0, le=30)]
BlastRadius = Annotated[Inches, Field(ge=1, le=3)]
BlastStress = Annotated[int, Field(ge=1, le=5, strict=True)]
Leaving = Literal["dust", "fire"]
Ladder = Annotated[
    int | Literal["south", "east", "north", "west"],
    BeforeValidator(
        _ladder, json_schema_input_type=Annotated[int, whole(1, MAX_CORNERS)] | Annotated[str, one_of(SIDES_OF_A_BOX)]
    ),
]
Toughness = Annotated[Ability, AfterValidator(_toughness), whole(1, MAX_ABILITY)]
Critical = Annotated[
    int | Literal["d3"] | None, BeforeValidator(_critical, json_schema_input_type=Score | Literal["d3"] | None)
]
Halved = Annotated[Inches, AfterValidator(_even)]
"""A length of which half is measured with."""
