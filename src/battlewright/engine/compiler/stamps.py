"""The stamp of a rule: a digest of everything that its machine code depends on; and the folders of compiled rules.

Numba's own cache stamps a function with its own file only, so it misses a change in a called function of another
file. Here the stamp covers the rule's bytecode, the rules it calls (and those they call), the constants, enumerations
and records it reads, and the compiler's settings. The stamp is part of the file name, so two builds (with and without
bounds checks, say) can coexist. Entries unused for a week are deleted when rules are next compiled ahead of time.
"""

from __future__ import annotations

import contextlib
import dis
import enum
import hashlib
import os
import re
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, get_origin

import numpy as np

from battlewright.engine.record import Record, layout_of

FOLDER_VARIABLE = "BATTLEWRIGHT_CACHE_DIR"
DAY = 24 * 60 * 60
OURS = re.compile(r"-[0-9a-f]{20}-[0-9a-f]{8}\.py\w+\.")
"""Matches our file names, with stamp and signature; the user's cache folder may hold other files too."""
UNUSED = 7 * DAY
"""Seconds after which an unused compiled rule is deleted."""


@cache
def stamp_of(function: FunctionType) -> str:
    """Return a digest of everything that the compiled form of this function depends on."""
    texts = sorted(_own_digest(each) for each in reachable(function))
    return hashlib.sha256(repr((_settings(), texts)).encode()).hexdigest()[:20]


def reachable(function: FunctionType) -> list[FunctionType]:
    """Return the function and every rule it calls, directly or indirectly."""
    found: dict[int, FunctionType] = {}
    waiting = [function]
    while waiting:
        each = waiting.pop()
        if id(each) not in found:
            found[id(each)] = each
            waiting.extend(called_by(each))
    return list(found.values())


def called_by(function: FunctionType) -> list[FunctionType]:
    """Return the functions of the rules that this function calls directly."""
    return [rule.py_func for rule in rules_called_by(function)]


@cache
def rules_called_by(function: FunctionType) -> list[Any]:
    """Return the rules that this function calls directly."""
    read = (getattr(value, "compiled_as", value) for _, value in reads(function))
    return [value for value in read if hasattr(value, "py_func")]


def folder() -> Path | None:
    """Return the first writable folder (the environment variable's; else the package's, the user's), or None."""
    return _folders(os.environ.get(FOLDER_VARIABLE))[0]


def folders() -> tuple[Path, ...]:
    """Return the folders to read from, in order, writable or not."""
    return _folders(os.environ.get(FOLDER_VARIABLE))[1]


def is_cached(rule: Any) -> bool:
    """Whether the compiled form of a rule is in the cache."""
    stamp = stamp_of(rule.py_func)
    return any(stamp in _stamps_in(where, where.stat().st_mtime_ns) for where in folders())


@lru_cache(maxsize=8)
def _stamps_in(where: Path, changed: int) -> frozenset[str]:
    """Return the stamps of the rules in a folder that was last changed at a time; folders hold thousands of files."""
    names = (file.name for file in where.iterdir() if file.suffix == ".nbi")
    return frozenset(part for name in names for part in name.split("-")[1:-1])


def prune() -> int:
    """Delete files that have not been used for ``UNUSED`` seconds; return how many."""
    where, before, gone = folder(), time.time() - UNUSED, 0
    for file in where.iterdir() if where else ():
        with contextlib.suppress(OSError):  # another process may delete it first
            if OURS.search(file.name) and file.stat().st_mtime < before:
                file.unlink()
                gone += 1
    return gone


@cache
def _folders(asked_for: str | None) -> tuple[Path | None, tuple[Path, ...]]:
    """Return the first writable folder, and all existing folders; of both only those that nobody else can write to:
    who writes a compiled rule decides what is run here."""
    package = Path(__file__).resolve().parents[2]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    named = [Path(asked_for)] if asked_for else [package / "__pycache__" / "rules", home / "battlewright" / "rules"]
    places = [place for place in named if not place.is_dir() or _is_trusted(place)]
    for place in named:
        if place not in places:
            sys.stderr.write(f"{place}: compiled rules are not read there: another user can write to it.\n")
    written = next(filter(_can_be_written, places), None)
    return written, tuple(place for place in places if place.is_dir() and _is_trusted(place))


def _is_trusted(where: Path) -> bool:
    """Whether a folder belongs to this user, to root, or to whom this program belongs; and nobody else can write to
    it."""
    if sys.platform == "win32":
        return True
    found = where.stat()
    if found.st_uid not in (os.geteuid(), 0, Path(__file__).stat().st_uid):
        return False
    by_group = found.st_mode & stat.S_IWGRP and found.st_gid not in (os.getegid(), 0)
    return not (by_group or found.st_mode & stat.S_IWOTH)


def _can_be_written(where: Path) -> bool:
    try:
        where.mkdir(parents=True, exist_ok=True, mode=0o755)
        tempfile.TemporaryFile(dir=where).close()
        return _is_trusted(where)
    except OSError:
        return False


@cache
def _settings() -> tuple[object, ...]:
    """Return the compiler's settings, including a digest of our own part of the compiler."""
    import numba  # where rules are compiled, or are looked for in the cache

    names = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "ENABLE_AVX", "CPU_NAME", "CPU_FEATURES")
    files = (Path(__file__).with_name(name) for name in ("dispatcher.py", "library.py", "passes.py"))
    ours = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    return (numba.__version__, *ours, *((name, str(getattr(numba.config, name, None))) for name in names))


def _name(function: FunctionType) -> str:
    """Return a name that is stable across processes; closures of one factory differ by their captured values."""
    held = [value for name, value in reads(function) if name in function.__code__.co_freevars]
    inner = ",".join(_name(value.py_func) if hasattr(value, "py_func") else _text(value) for value in held)
    return f"{function.__module__}.{function.__qualname__}({inner})"


@cache
def _own_digest(function: FunctionType) -> str:
    constants = [(name, _text(value)) for name, value in reads(function)]
    hints = repr(function.__annotations__), _fields_of(function)
    own = (_code_text(function.__code__), *hints, repr(function.__defaults__), constants)
    return hashlib.sha256(repr((_name(function), own)).encode()).hexdigest()


def _fields_of(function: FunctionType) -> list[tuple[str, ...]]:
    """Return the field names of the named tuples that a function takes or returns; a signature has only their types."""
    hints = function.__annotations__.values()
    known = function.__globals__
    kinds: list[Any] = [known.get(h.partition("[")[0]) if isinstance(h, str) else get_origin(h) or h for h in hints]
    return [kind._fields for kind in kinds if hasattr(kind, "_fields")]


def _code_text(code: CodeType) -> tuple[object, ...]:
    constants = [_code_text(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return (code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars)


@cache
def reads(function: FunctionType) -> tuple[tuple[str, object], ...]:
    """Return the outside names that the function reads, with values: closure cells, globals, module attributes."""
    outside = dict(function.__globals__)
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    outside |= {name: cell.cell_contents for name, cell in cells}
    return tuple(sorted(dict(_reads_of(function.__code__, outside)).items()))


GLOBALS = {dis.opmap["LOAD_GLOBAL"]: 1, dis.opmap["LOAD_NAME"]: 0}
ATTRIBUTES = {
    dis.opmap[name]: int(sys.version_info >= (3, 12)) for name in ("LOAD_ATTR", "LOAD_METHOD") if name in dis.opmap
}
"""The instructions that read a name, and the bits of their argument before its number."""
DEREF, EXTENDED, CACHE = dis.opmap["LOAD_DEREF"], dis.EXTENDED_ARG, dis.opmap.get("CACHE", -1)


def names_read(code: CodeType) -> Iterator[tuple[str, bool]]:
    """Return the names that the instructions of a code read, in order, and whether each is an attribute; an empty name
    for an instruction that reads none. It is ``dis`` in short: that takes a tenth of a second for all rules."""
    more = 0
    for op, low in zip(*[iter(code.co_code)] * 2, strict=True):
        if op == EXTENDED:
            more = (more | low) << 8
            continue
        argument, more = more | low, 0
        if op in GLOBALS:
            yield code.co_names[argument >> GLOBALS[op]], False
        elif op in ATTRIBUTES:
            yield code.co_names[argument >> ATTRIBUTES[op]], True
        elif op == DEREF:
            yield code._varname_from_oparg(argument), False  # type: ignore[attr-defined]
        elif op != CACHE:
            yield "", False


def _reads_of(code: CodeType, outside: dict[str, object]) -> Iterator[tuple[str, object]]:
    path, module = "", None
    for name, is_attribute in names_read(code):
        if not is_attribute and name in outside:
            path, value = name, outside[name]
        elif is_attribute and module and hasattr(module, name):
            path, value = f"{path}.{name}", getattr(module, name)
        else:
            module = None
            continue
        module = value if isinstance(value, ModuleType) else None
        if module is None:
            yield path, value
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _reads_of(inner, outside)


def _text(value: object) -> str:
    """Return a text that changes when the constant does."""
    if hasattr(value, "py_func"):
        return f"rule {value.py_func.__module__}.{value.py_func.__qualname__}"
    if isinstance(value, type) and issubclass(value, enum.Enum):
        members = value.__members__.items()
        return repr([(name, member.value, getattr(member, "fields", ())) for name, member in members])
    if isinstance(value, (tuple, list)):
        return repr([_text(each) for each in value])
    if isinstance(value, (np.ndarray, np.generic)):
        return repr((value.dtype.descr, value.shape, hashlib.sha256(value.tobytes()).hexdigest()))
    if isinstance(value, type) and issubclass(value, Record) and value is not Record:
        return repr(layout_of(value).dtype.descr)
    if isinstance(value, (type, FunctionType)):
        return f"{value.__module__}.{value.__name__}"
    return repr(value)
