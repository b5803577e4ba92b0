"""JSON Schemas of the files of all systems, which editors complete, explain and check them by.

They are made from the models of the files, so they need no files of their own. A schema says what a part may have; what
only parts together show, such as a weapon that no roster has, is told by those who read the file.
"""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from battlewright.contract.shelf_reports import shelf_of
from battlewright.contract.system import System
from battlewright.engine.errors import UnknownError

SETUP = "setup"
"""The kind of a complete set-up, beside those on the shelves."""


class _Schema(GenerateJsonSchema):
    """Describes a table whose keys are words by a field for each, so that editors complete them."""

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        made = super().dict_schema(schema)
        words = made.get("propertyNames", {}).get("enum")
        if words is None:
            return made
        value, keys = made["additionalProperties"], dict.fromkeys(key for word in words for key in _spelt(word))
        return {"type": "object", "properties": {key: dict(value) for key in keys}, "additionalProperties": False}


def _spelt(word: str) -> tuple[str, str]:
    """Return a word as a key of a table, which needs no quotes where it has underscores for spaces."""
    return word, word.replace(" ", "_")


def kinds_of(system: System) -> list[str]:
    """Return the kinds of files of which a system has schemas: those on its shelves, and its complete set-ups."""
    return [*(shelf.kind for shelf in system.setup.shelves), SETUP]


def schema_of(system: System, kind: str) -> dict[str, Any]:
    """Return the JSON Schema of the files of a kind."""
    if kind not in kinds_of(system):
        raise UnknownError("kind", kind, kinds_of(system))
    shelf = None if kind == SETUP else shelf_of(system, kind)
    made = (shelf.model if shelf else system.setup.model).model_json_schema(schema_generator=_Schema)
    title = f"{system.title}: {shelf.singular if shelf else 'a complete set-up'}"
    return {"$schema": _Schema.schema_dialect, **made, "title": title}


def schema_line(address: str) -> str:
    """Return the first line of a TOML file that tells editors where its schema is: a comment for all others."""
    return f"#:schema {address}\n"
