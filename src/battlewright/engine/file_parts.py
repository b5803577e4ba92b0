"""What the files of all systems are made of: Pydantic models that refuse unknown fields, and their common types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    WithJsonSchema,
    model_validator,
)

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


def one_of(words: Iterable[str]) -> WithJsonSchema:
    """Describe a text as one of these words, which a validator checks."""
    return WithJsonSchema({"type": "string", "enum": [*words]})


def whole(least: int, most: int) -> WithJsonSchema:
    """Describe a whole number between limits, which a validator checks."""
    return WithJsonSchema({"type": "integer", "minimum": least, "maximum": most})


def suggested(names: Callable[[], Iterable[str]]) -> Any:
    """Declare a field for which editors suggest these names; it takes others as well."""
    return Field(json_schema_extra=lambda schema: schema.update(examples=[*names()]))


def optional_fields(schema: dict[str, Any]) -> None:
    """Describe a part whose required fields may come from elsewhere (``json_schema_extra``)."""
    del schema["required"]


class Part(BaseModel):
    """A part of a file: unknown fields are faults. What stands under a field is what editors tell of it."""

    model_config = ConfigDict(
        defer_build=True,
        extra="forbid",
        frozen=True,
        model_title_generator=lambda part: part.__name__.removesuffix("Setup"),
        populate_by_name=True,
        use_attribute_docstrings=True,
    )

    def _faults(self) -> Found:
        """The faults that its fields, each of them sound, show together."""
        return iter(())

    def faults(self) -> list[str]:
        """Return what is wrong with a part that was put together from others (``model_copy``)."""
        return list(dict.fromkeys(reason for _, reason in self._faults()))

    @model_validator(mode="wrap")
    @classmethod
    def _fits(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        made = handler(value)
        return source.all_together(value, lambda _: made, made._faults())
