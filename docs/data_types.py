"""What the page about data shows of every type: a table of its keys.

python docs/data_types.py    write the tables anew, from the types
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from typing_extensions import is_typeddict

from battlewright.answers import parameters, report
from battlewright.engine import data_types
from battlewright.engine.data_types import schema_of
from battlewright.play import battle_report_data as report_data
from battlewright.web import library_models, models, seat_models, system_models, table_models

FOLDER = Path(__file__).resolve().parent / "transcripts" / "data"
CALLED = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "`null`"}


def tables() -> dict[str, str]:
    """The table of each type by its name, and those of a server's answers together."""
    shared = {kind.__name__: _table(kind) for module in (data_types, report, report_data) for kind in _types(module)}
    modules = (models, seat_models, system_models, table_models, library_models, parameters)
    served = [kind for module in modules for kind in _types(module)]
    return {**shared, "interface": "\n".join(f"### {kind.__name__}\n\n{_table(kind)}" for kind in served)}


def _types(module: ModuleType) -> list[Any]:
    own = (each for each in vars(module).values() if is_typeddict(each) and each is not data_types.Data)
    return [each for each in own if each.__module__ == module.__name__]


def _table(kind: Any) -> str:
    """A type: what it is, and its keys with what they hold."""
    schema = schema_of(kind)
    schema = schema.get("$defs", {}).get(kind.__name__, schema)  # a type that has parts of its own kind
    required = schema.get("required", ())
    lines = [
        schema.get("description", "").replace("``", "`").replace("\n", " "),
        "",
        "| key | holds | meaning |",
        "|---|---|---|",
    ]
    for key, each in schema["properties"].items():
        name = f"`{key}`" if key in required else f"`{key}` (if there)"
        lines.append(f"| {name} | {_kind(each)} | {each.get('description', '')} |")
    return "\n".join(lines) + "\n"


def _kind(schema: dict[str, Any]) -> str:
    """What a key holds, in words."""
    match schema:
        case {"$ref": place}:
            return f"`{place.rpartition('/')[2]}`"
        case {"anyOf": kinds} | {"oneOf": kinds}:
            return " or ".join(dict.fromkeys(map(_kind, kinds)))
        case {"enum": words}:
            return ", ".join(f"`{word}`" for word in words)
        case {"const": word}:
            return f"`{word}`"
        case {"prefixItems": kinds}:
            return f"list of {', '.join(map(_kind, kinds))}"
        case {"type": "array", "items": kind}:
            return f"list of {_kind(kind)}"
        case {"type": "object", "additionalProperties": dict(kind)}:
            return f"object of {_kind(kind)}"
        case {"type": "object"}:
            return "object"
        case {"type": kind}:
            return CALLED[kind]
    return "anything"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.md"):
        old.unlink()
    for name, text in tables().items():
        (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")
