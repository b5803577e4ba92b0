"""The index of clauses: which functions implement a clause, and which tests check it.

It is built from the sources at build time, so it needs only the standard library: functions are found by
``@rule("F.D3")``, tests by ``@pytest.mark.clause("F.D3")`` and by ``clauses = [...]`` in the tables of examples.
"""

from __future__ import annotations

import ast
import json
import os
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TypedDict

FILE = "_index.json"


class Cited(TypedDict):
    """A place that cites a clause."""

    name: str
    file: str
    line: int


class Entry(TypedDict):
    """The functions and tests that cite one clause."""

    functions: list[Cited]
    tests: list[Cited]


def make_index(root: Path) -> dict[str, Entry]:
    """Build the index from the sources and tests under the root of a checkout."""
    index: defaultdict[str, Entry] = defaultdict(lambda: Entry(functions=[], tests=[]))
    for path in sorted((root / "src").rglob("*.py")):
        for id, cited in _cited(path, root, "rule"):
            index[id]["functions"].append(cited)
    tests = [_cited(path, root, "clause") for path in sorted((root / "tests").rglob("*.py"))]
    tests += [_examples(path, root) for path in sorted((root / "tests").rglob("examples/*.toml"))]
    for id, cited in chain.from_iterable(tests):
        index[id]["tests"].append(cited)
    return dict(sorted(index.items()))


def write_index(root: Path) -> Path:
    """Build the index and write it into the package; return its path."""
    path = root / "src" / "battlewright" / FILE
    fresh = path.with_suffix(f".{os.getpid()}.tmp")  # a concurrent reader sees the old index or the new one
    fresh.write_text(json.dumps(make_index(root), indent=1) + "\n", encoding="utf-8")
    fresh.replace(path)
    return path


def read_index() -> dict[str, Entry]:
    """Read the index that was built into the package; empty if there is none."""
    path = Path(__file__).resolve().parents[1] / FILE
    index: dict[str, Entry] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return index


def _cited(path: Path, root: Path, decorator: str) -> Iterator[tuple[str, Cited]]:
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if f"{decorator}(" in text else ():  # most files cite nothing
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and _last_name(call.func) == decorator:
                    for argument in call.args:
                        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                            yield argument.value, Cited(name=node.name, file=_relative(path, root), line=node.lineno)


def _examples(path: Path, root: Path) -> Iterator[tuple[str, Cited]]:
    for table in tomllib.loads(path.read_text(encoding="utf-8")).get("examples", []):
        for id in table["clauses"]:
            yield id, Cited(name=table["name"], file=_relative(path, root), line=1)


def _last_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


if __name__ == "__main__":
    write_index(Path.cwd())
