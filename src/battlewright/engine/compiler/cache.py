"""The cache of compiled rules, on disk: files that are named by the stamps of the rules (see ``stamps``)."""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import pickle
import sys
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType

from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _Cache, _CacheLocator
from numba.core.codegen import CPUCodegen
from numba.core.compiler import compile_result
from numba.core.cpu import CPUContext
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import Signature

from battlewright.engine.compiler.library import Compilation, Need, Packed, RuleLibrary
from battlewright.engine.compiler.stamps import DAY, folder, folders, rules_called_by, stamp_of


def digest_of(arguments: Iterable[types.Type]) -> str:
    """Return a digest of the types of a rule's arguments."""
    return hashlib.sha256(repr([each.name for each in arguments]).encode()).hexdigest()[:8]


class RuleCache(_Cache):
    """The cache of one rule: one file per signature, so that two processes never write to the same file.

    It is opened on first use, since the rules that it calls may be defined later in the module.
    """

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._opened: dict[_Named, _StampedCache] = {}

    @property
    def cache_path(self) -> str | None:
        return str(folder()) if folder() else None

    def load_overload(self, sig: Signature, target_context: CPUContext) -> object:
        return self._load(_StampedCache, sig, target_context)

    def save_overload(self, sig: Signature, data: Compilation) -> None:
        self._save(_StampedCache, sig, data)

    def load_wrapper(self, compiled: Compilation) -> object:
        """Load the library through which Python calls the rule."""
        return self._load(_WrapperCache, compiled.signature, compiled.target_context)

    def save_wrapper(self, compiled: Compilation, library: RuleLibrary) -> None:
        self._save(_WrapperCache, compiled.signature, library)

    def _load(self, kind: type[_StampedCache], sig: Signature, target_context: CPUContext) -> object:
        for where in folders():
            with contextlib.suppress(Exception):  # an unreadable file counts as a cache miss
                opened = self._open(kind, sig, where)
                found = opened._load_overload(sig, target_context)
                if found is not None:
                    opened.mark_used()
                    return found
        return None

    def _save(self, kind: type[_StampedCache], sig: Signature, data: object) -> None:
        where = folder()
        if where is not None:
            with contextlib.suppress(OSError):  # the disk is full, or the folder is gone
                opened = self._open(kind, sig, where)
                try:
                    opened.save_overload(sig, data)
                except (pickle.UnpicklingError, EOFError, ImportError, AttributeError):  # truncated, or of moved types
                    opened.flush()
                    opened.save_overload(sig, data)

    def _open(self, kind: type[_StampedCache], sig: Signature, where: Path) -> _StampedCache:
        digest = digest_of(normalize_signature(sig)[0])
        named = _Named(self._function, f"{stamp_of(self._function)}-{digest}", kind.suffix, where)
        if named not in self._opened:
            self._opened[named] = kind(named)
        return self._opened[named]

    def enable(self) -> None:
        """Always enabled."""

    def disable(self) -> None:
        """Always enabled."""

    def flush(self) -> None:
        for opened in self._opened.values():
            opened.flush()


@dataclass(frozen=True)
class _Named:
    """A rule with the name and folder of its file; passed to Numba's cache in place of a function."""

    function: FunctionType
    name: str
    suffix: str
    where: Path


class _Locator(_CacheLocator):
    def __init__(self, named: _Named) -> None:
        self._py_file = inspect.getfile(named.function)
        self._name, self._where = named.name, named.where

    def get_cache_path(self) -> str:
        return str(self._where)

    def get_source_stamp(self) -> str:
        return self._name

    def get_disambiguator(self) -> str:
        return self._name


class _StampedImpl(CompileResultCacheImpl):
    def __init__(self, named: _Named) -> None:
        function = self._function = named.function
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(named)
        self._filename_base = self.get_filename_base(
            f"{function.__module__}.{function.__qualname__}{named.suffix}", sys.abiflags
        )


class _RuleImpl(_StampedImpl):
    def reduce(self, cres: Compilation) -> tuple[object, ...]:
        """Return the parts of a compiled rule that are stored."""
        cres.fndesc.typemap = cres.fndesc.calltypes = None  # as in Numba: not needed, and not always picklable
        return (cres.library.packed(), cres.fndesc, cres.environment, cres.signature)

    def rebuild(self, target_context: CPUContext, payload: tuple[Packed, object, object, Signature]) -> Compilation:
        """Load a compiled rule into memory, after the rules that it calls."""
        packed, description, environment, signature = payload
        _load_callees(self._function, packed.needs.values())
        library = RuleLibrary.unpacked(target_context.codegen(), packed)
        return compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=library,  # never called: Python uses the wrapper, rules use the symbol
            fndesc=description,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=(),
            referenced_envs=(),
        )


class _WrapperImpl(_StampedImpl):
    def reduce(self, library: RuleLibrary) -> Packed:
        return library.packed()

    def rebuild(self, target_context: CPUContext, payload: Packed) -> RuleLibrary:
        return RuleLibrary.unpacked(target_context.codegen(), payload)  # its rule is already in memory

    def check_cachable(self, library: RuleLibrary) -> bool:
        return True


def _load_callees(function: FunctionType, needs: Iterable[Need]) -> None:
    """Load (or compile) the rules that a rule calls, breadth-first: inlined callees call some of them."""
    wanted: dict[str, list[Need]] = {}
    for need in needs:
        wanted.setdefault(need.stamp, []).append(need)
    seen: set[FunctionType] = set()
    waiting = deque([function])
    while wanted:
        for rule in rules_called_by(waiting.popleft()):  # an empty queue raises, so a stale file is recompiled
            if rule.py_func not in seen:
                seen.add(rule.py_func)
                waiting.append(rule.py_func)
                for need in wanted.pop(stamp_of(rule.py_func), ()):
                    if need.arguments not in rule.overloads:
                        rule.compile(need.arguments)


class _StampedCache(FunctionCache):
    _impl_class: type[_StampedImpl] = _RuleImpl
    suffix = ""

    def _index_key(self, sig: Signature, codegen: CPUCodegen) -> tuple[object, ...]:
        """Return the signature and the machine; the stamp already covers bytecode and closure."""
        return (sig, codegen.magic_tuple())

    def mark_used(self) -> None:
        """Touch the files, at most once a day."""
        index = Path(self._cache_file._index_path)
        with contextlib.suppress(OSError):
            if index.stat().st_mtime < time.time() - DAY:
                for file in index.parent.glob(f"{index.stem}.*"):
                    file.touch()


class _WrapperCache(_StampedCache):
    _impl_class = _WrapperImpl
    suffix = ".python"
