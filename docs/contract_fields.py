"""What the page about the contract shows: every field of every part of a system, with its docstring.

python docs/contract_fields.py    write the tables anew, from the classes
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
from pathlib import Path
from typing import Any

from battlewright.contract.pages import Pages
from battlewright.contract.parts import Bots, Guidance, Lab, Learning, Questions
from battlewright.contract.system import System
from battlewright.engine.rulebook import Amending, Rules, Setup, Wording

PAGE = Path(__file__).resolve().parent / "transcripts" / "contract.md"
PARTS: dict[str, type[Any]] = {
    "rules": Rules,
    "setup": Setup,
    "words": Wording,
    "amending": Amending,
    "guide": Guidance,
    "odds": Questions,
    "bots": Bots,
    "learning": Learning,
    "lab": Lab,
    "pages": Pages,
}


def tables() -> str:
    """The fields of ``System``, then those of each part."""
    return "\n\n".join([_table("System", System), *(_table(name, part) for name, part in PARTS.items())]) + "\n"


def docstrings(part: type[Any]) -> dict[str, str]:
    """The docstring behind each field of a class and of its bases; empty where there is none."""
    found: dict[str, str] = {}
    for base in reversed(part.__mro__):
        if base.__module__.startswith("battlewright"):
            found |= _own_docstrings(base)
    return {field.name: found.get(field.name, "") for field in dataclasses.fields(part)}


def _own_docstrings(part: type[Any]) -> dict[str, str]:
    (tree,) = ast.parse(inspect.getsource(part)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, after in zip(tree.body, tree.body[1:], strict=False):
        match field, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split()).replace("``", "`")
    return found


def _table(title: str, part: type[Any]) -> str:
    heading = "### `System`" if part is System else f"### `{title}`: `{part.__name__}`"
    required = {field.name for field in dataclasses.fields(part) if _is_required(field)}
    notes = {name: " (required)" if name in required else "" for name in docstrings(part)}
    rows = [f"| `{name}`{notes[name]} | {text} |" for name, text in docstrings(part).items()]
    return "\n".join([heading, "", "| field | meaning |", "|---|---|", *rows])


def _is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


if __name__ == "__main__":
    PAGE.write_text(tables(), encoding="utf-8")
