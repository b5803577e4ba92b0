"""What the files of all systems are made of: Pydantic models that refuse unknown fields, and their common types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, model_validator

from battlewright.engine import source
from battlewright.engine.line_numbers import Place

Found = Iterator[tuple[Place, str]]
"""Faults: where in the data, and what is wrong."""


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("must be one line of printable characters")
    return text


Name = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_one_line)]
About = Annotated[str, Field(max_length=400), AfterValidator(_one_line)]
Flag = Annotated[bool, Field(strict=True)]


class Part(BaseModel):
    """A part of a file: unknown fields are faults."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, populate_by_name=True)

    def _faults(self) -> Found:
        """The faults that its fields, each of them sound, show together."""
        return iter(())

    @model_validator(mode="wrap")
    @classmethod
    def _fits(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        made = handler(value)
        return source.all_together(value, lambda _: made, made._faults())
