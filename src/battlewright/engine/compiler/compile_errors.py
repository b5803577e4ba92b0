"""What the compiler could not compile, in three lines: the rule, the line, what was wrong, and how to run it plain.

Numba prints more than a hundred lines, most of them about itself and about the rules that call the broken one.
"""

from __future__ import annotations

import dis
import linecache
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from battlewright.engine.compiler.stamps import rules_called_by
from battlewright.engine.errors import NotCompiled

VARIABLE = "BATTLEWRIGHT_COMPILER_ERRORS"
"""The environment variable with which Numba's whole message is shown."""
MAX_LENGTH = 240
"""The most characters of the cause."""
LINE = re.compile(r'(?:File "|\bat |defined at )([^"\n]*?\.py)"?(?:, line |\s\()(\d+)')
"""How Numba names a line: ``File "chapter.py", line 12`` or ``at chapter.py (12)``."""
ABOUT_NUMBA = re.compile(r"^(?:Failed in |During: |File |There (?:is|are) \d+ candidate|- |<source|\^)")
"""Matches lines that are about Numba itself."""
REWORDINGS = (
    (r"No implementation of function .* found for signature: >>> (.*)", r"there is no \1 in compiled rules"),
    (r"Literal\[\w+\]\((.*?)\)", r"\1"),
    (r"(?: for '\$.*')?, defined at .*|\.? ?Raised from None", ""),
)


def explain(rule: Any, error: Exception) -> NotCompiled | None:
    """Return a short error for a rule whose compilation failed; None if it and all that it calls do compile."""
    broken, cause = _first_broken(rule)
    if cause is None:
        if not type(error).__module__.startswith("numba"):
            return None
        cause = error  # a rule for the records of its caller, which cannot be compiled alone
    function: FunctionType = broken.py_func
    line = _line_of(function, cause)
    file = function.__code__.co_filename
    code = linecache.getline(file, line).strip()
    short = NotCompiled(
        f"The rule {function.__module__}.{function.__qualname__} cannot be compiled: {_what(cause)}\n"
        f"  {_near(file)}, line {line}: {code}\n"
        f"With NUMBA_DISABLE_JIT=1 rules run as plain Python; with {VARIABLE}=1 you see all that the compiler said."
    )
    if os.environ.get(VARIABLE):
        short.add_note(f"{type(cause).__name__}: {cause}")
    return short


def _first_broken(rule: Any) -> tuple[Any, Exception | None]:
    """Return the first rule that does not compile, callees before callers, with its error."""
    for each in _callees_first(rule):
        try:
            if each.declared is not None:
                each.dispatcher.compile()
        except Exception as error:
            return each, error
    return rule, None


def _callees_first(rule: Any) -> Iterator[Any]:
    done: set[FunctionType] = set()

    def visit(each: Any) -> Iterator[Any]:
        if each.py_func not in done:
            done.add(each.py_func)
            for called in rules_called_by(each.py_func):
                yield from visit(called)
            yield each

    return visit(rule)


def _what(error: Exception) -> str:
    """Return what was wrong, as one sentence without the layouts of records."""
    text = str(error)
    if isinstance(error, KeyError):
        return f"a record has no field {text}."
    if "NRT required" in text:
        return "it would allocate memory, which no rule may (a list, a string, a new array)."
    lines = [line.strip() for line in text.splitlines() if line.strip() and not ABOUT_NUMBA.match(line.strip())]
    said = " ".join(lines[:2]) if lines and lines[0].endswith(":") else (lines or [type(error).__name__])[0]
    said = _without_layouts(said)
    for pattern, better in REWORDINGS:
        said = re.sub(pattern, better, said)
    said = said.rstrip(" .")
    return f"{said[:MAX_LENGTH]}{'…' if len(said) > MAX_LENGTH else '.'}"


def _without_layouts(text: str) -> str:
    """Return a text in which each ``Record(...)``, of any depth, is the word record."""
    while (found := re.search(r"Record\(", text)) is not None:
        depth, end = 1, found.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = f"{text[: found.start()]}record{text[end:]}"
    return text


def _line_of(function: FunctionType, error: Exception) -> int:
    """Return the line that is to blame, as near as the compiler names it."""
    code = function.__code__
    if isinstance(error, KeyError):
        named = [each for each in dis.get_instructions(code) if each.argval == error.args[0]]
        return next(filter(None, (each.positions.lineno for each in named if each.positions)), _head(function))
    lines = [line for _, _, line in code.co_lines() if line]
    own = Path(code.co_filename).name
    found = [int(line) for file, line in LINE.findall(str(error)) if Path(file).name == own]
    place = getattr(error, "loc", None)
    candidates = [*([place.line] if place is not None else []), *found]
    inside = [line for line in candidates if min(lines) <= line <= max(lines)]
    return inside[0] if inside else _head(function)


def _head(function: FunctionType) -> int:
    """Return the line of ``def``, below the decorators."""
    line = function.__code__.co_firstlineno
    while linecache.getline(function.__code__.co_filename, line).lstrip().startswith("@"):
        line += 1
    return line


def _near(file: str) -> str:
    """Return a path as it is seen from here, where that is shorter."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except ValueError:
        return file
