"""Where compiled rules are kept, and how a stale one is known.

Numba's own cache stamps a function with its own file alone, so a change in a called function of another file would
go unseen. Here the stamp covers all that a rule's machine code is made of: its bytecode, the rules it calls (and
those they call), the constants, enumerations and records it reads, and the compiler's settings. The stamp is part of
the file's name, so two builds (with and without bounds checks, say) live side by side.
"""

from __future__ import annotations

import dis
import enum
import hashlib
import inspect
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _Cache, _CacheLocator

from battlewright.engine.record import Record, layout_of

FOLDER_VARIABLE = "BATTLEWRIGHT_CACHE_DIR"


def stamp_of(function: FunctionType) -> str:
    """A digest of everything that the compiled form of this function depends on."""
    digest = hashlib.sha256(repr(_settings()).encode())
    reached = {_name(each): each for each in reachable(function)}
    for name in sorted(reached):
        digest.update(repr((name, _own_text(reached[name]))).encode())
    return digest.hexdigest()[:20]


def reachable(function: FunctionType) -> list[FunctionType]:
    """The function and every rule it calls, directly or through others."""
    found: dict[int, FunctionType] = {}
    waiting = [function]
    while waiting:
        each = waiting.pop()
        if id(each) not in found:
            found[id(each)] = each
            waiting.extend(called_by(each))
    return list(found.values())


def called_by(function: FunctionType) -> list[FunctionType]:
    """The rules that this function calls itself."""
    return [value.py_func for _, value in _reads(function) if hasattr(value, "py_func")]


def folder() -> Path | None:
    """The first place that can be written: the one asked for, the package's own, the user's. None: nowhere."""
    return _folder(os.environ.get(FOLDER_VARIABLE))


class RuleCache(_Cache):
    """The cache of one rule. It is opened when first needed: the rules it calls may be defined further down."""

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._opened: FunctionCache | None = None
        self._tried = False

    def _open(self) -> FunctionCache | None:
        if not self._tried:
            self._tried = True
            if folder() is not None:
                self._opened = _StampedCache(self._function)
        return self._opened

    @property
    def cache_path(self) -> str | None:
        opened = self._open()
        return opened.cache_path if opened else None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        opened = self._open()
        return opened.load_overload(sig, target_context) if opened else None

    def save_overload(self, sig: Any, data: Any) -> None:
        opened = self._open()
        if opened:
            opened.save_overload(sig, data)

    def enable(self) -> None:
        """Always enabled."""

    def disable(self) -> None:
        """Always enabled."""

    def flush(self) -> None:
        opened = self._open()
        if opened:
            opened.flush()


class _Locator(_CacheLocator):
    def __init__(self, function: FunctionType) -> None:
        self._py_file = inspect.getfile(function)
        self._stamp = stamp_of(function)

    def get_cache_path(self) -> str:
        return str(folder())

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return self._stamp


class _StampedImpl(CompileResultCacheImpl):
    def __init__(self, function: FunctionType) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function)
        self._filename_base = self.get_filename_base(f"{function.__module__}.{function.__qualname__}", sys.abiflags)


class _StampedCache(FunctionCache):
    _impl_class = _StampedImpl

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """The stamp covers bytecode and closure, so the key is the signature and the machine."""
        return (sig, codegen.magic_tuple())


@cache
def _folder(asked_for: str | None) -> Path | None:
    package = Path(__file__).resolve().parents[1]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    places = [Path(asked_for)] if asked_for else [package / "__pycache__" / "rules", home / "battlewright" / "rules"]
    for place in places:
        try:
            place.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=place).close()
        except OSError:
            continue
        return place
    return None


def _settings() -> tuple[Any, ...]:
    config = numba.config
    names = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "ENABLE_AVX", "CPU_NAME", "CPU_FEATURES")
    return (numba.__version__, *((name, str(getattr(config, name, None))) for name in names))


def _name(function: FunctionType) -> str:
    """A name that stays the same from one process to the next; closures of one factory differ by what they hold."""
    held = [value for name, value in _reads(function) if name in function.__code__.co_freevars]
    inner = ",".join(_name(value.py_func) if hasattr(value, "py_func") else _text(value) for value in held)
    return f"{function.__module__}.{function.__qualname__}({inner})"


def _own_text(function: FunctionType) -> tuple[Any, ...]:
    constants = [(name, _text(value)) for name, value in _reads(function)]
    return (_code_text(function.__code__), repr(function.__annotations__), repr(function.__defaults__), constants)


def _code_text(code: CodeType) -> tuple[Any, ...]:
    constants = [_code_text(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return (code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars)


def _reads(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What the function reads from outside itself: what it holds as a closure, globals, and names in modules."""
    names, attributes = _names(function.__code__)
    held = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    outside = {name: cell.cell_contents for name, cell in held.items()}
    outside |= {name: function.__globals__[name] for name in names if name in function.__globals__}
    for name, value in sorted(outside.items()):
        if isinstance(value, ModuleType):
            for attribute in sorted(attributes):
                if hasattr(value, attribute):
                    yield f"{name}.{attribute}", getattr(value, attribute)
        else:
            yield name, value


def _names(code: CodeType) -> tuple[set[str], set[str]]:
    """The globals that a code reads, and the attributes it asks of anything."""
    names, attributes = set(), set()
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            names.add(instruction.argval)
        elif instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            attributes.add(instruction.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            inner_names, inner_attributes = _names(inner)
            names |= inner_names
            attributes |= inner_attributes
    return names, attributes


def _text(value: Any) -> str:
    """A text of a constant that changes when the constant does."""
    if hasattr(value, "py_func"):
        return f"rule {value.py_func.__module__}.{value.py_func.__qualname__}"
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return repr([(member.name, member.value) for member in value])
    if isinstance(value, type) and issubclass(value, Record) and value is not Record:
        return repr(layout_of(value).dtype.descr)
    if isinstance(value, (type, FunctionType, ModuleType)):
        return f"{value.__module__ if not isinstance(value, ModuleType) else ''}.{value.__name__}"
    return repr(value)
