"""Dataclasses that are their own data: Pydantic describes them and writes them out, field by field."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from pydantic import ConfigDict, PlainSerializer, TypeAdapter
from typing_extensions import TypedDict

from battlewright.engine.data_types import described
from battlewright.engine.sides import side_letter


class Described:
    """A dataclass whose fields are its data. The docstring under a field is its description."""

    __pydantic_config__ = ConfigDict(use_attribute_docstrings=True, json_schema_serialization_defaults_required=True)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        made: dict[str, Any] = plain(self)
        return made


_adapters: dict[type, TypeAdapter[Any]] = {}


def plain(value: Any) -> Any:
    """Return a described value, a list of such, or None as plain data."""
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    kind = type(value)
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind].dump_python(value, mode="json")


def without_chances(data: Any) -> Any:
    """Return plain data with null for each chance.

    >>> without_chances({"need": 11, "hit": {"exact": "1/2", "value": 0.5}})
    {'need': 11, 'hit': None}
    """
    if isinstance(data, list):
        return [without_chances(each) for each in data]
    if not isinstance(data, dict):
        return data
    return None if data.keys() == Exact.__annotations__.keys() else {k: without_chances(v) for k, v in data.items()}


@described
class Exact(TypedDict):
    """A number, exactly and rounded."""

    exact: str
    """The number as a fraction."""
    value: float
    """The number as a float."""


def _exact(number: Fraction) -> Exact:
    return {"exact": str(number), "value": float(number)}


ExactNumber = Annotated[Fraction, PlainSerializer(_exact, return_type=Exact)]
"""A fraction; as data both exact and rounded."""
Chance = Annotated[Fraction, PlainSerializer(_exact, return_type=Exact | None)]
"""A chance; as data an exact number, or null in a match that is played without advice."""
SideNumber = Annotated[int, PlainSerializer(side_letter, return_type=str)]
"""A side by its number; as data by its letter."""
