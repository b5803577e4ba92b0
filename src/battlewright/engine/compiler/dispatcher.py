"""How a rule is compiled: Numba's dispatcher, with our own signature, library and cache.

It is imported when a rule is first called: Numba takes longer to import than most commands take to run.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from types import CodeType, FunctionType
from typing import TypeVar, cast, get_args, get_origin, get_type_hints

from numba import from_dtype, types
from numba.core import itanium_mangler
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.imputils import lower_cast
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import Signature, signature

import battlewright.engine.compiler.intrinsics  # noqa: F401  (Numba learns of our own functions)
from battlewright.engine.compiler.cache import RuleCache, digest_of
from battlewright.engine.compiler.library import Compilation, Need, RuleLibrary, python_wrapper
from battlewright.engine.compiler.passes import rule_passes
from battlewright.engine.compiler.rule import bound
from battlewright.engine.compiler.stamps import stamp_of
from battlewright.engine.record import Int64Row, Record, Row, layout_of

T = TypeVar("T")

OPTIONS = {"nopython": True, "nogil": True, "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""A rule never allocates, so it needs no reference counting, which took a fifth of the time."""


def _mangle(
    name: str, argument_types: Sequence[types.Type], *, abi_tags: Sequence[str] = (), uid: int | str | None = None
) -> str:
    """Return a symbol that is the same in every process. Numba's own depends on the order of definition."""
    kept = () if isinstance(uid, str) else argument_types
    return cast(str, itanium_mangler.mangle(name, kept, abi_tags=abi_tags, uid=uid))


class RuleCompiler(Compiler):
    """Numba's compiler, with our own library and symbol for each rule."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes that a rule needs. One with a function of its own inside goes through all of Numba's."""
        if any(isinstance(each, CodeType) for each in self.state.func_id.code.co_consts):
            return cast("list[PassManager]", super().define_pipelines())
        return [rule_passes()]

    def _compile_bytecode(self) -> object:
        state, function = self.state, self.state.func_id
        itself = Need(stamp_of(function.func), tuple(state.args))
        function.unique_id = f"{itself.stamp}_{digest_of(itself.arguments)}"
        symbol = _mangle(
            f"{function.modname}.{function.func_qualname}",
            (),
            abi_tags=[state.flags.get_mangle_string()],
            uid=function.unique_id,
        )
        state.targetctx.mangler = _mangle
        state.library = RuleLibrary(state.targetctx.codegen(), symbol, itself)
        return super()._compile_bytecode()


class Dispatcher(CPUDispatcher):
    """A compiled rule. Arguments are converted to the declared signature."""

    def __init__(self, function: FunctionType) -> None:
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=RuleCompiler)
        self._cache = RuleCache(function)
        self._python_wrappers: dict[object, object] = {}

    @cached_property
    def declared(self) -> Signature | None:
        """The signature that the annotations declare; None if they contain a type variable."""
        hints = get_type_hints(self.py_func)
        returned = _type_of(hints.pop("return"))
        arguments = [_type_of(hint) for hint in hints.values()]
        if returned is None or None in arguments:
            return None
        return cast(Signature, signature(returned, *arguments))

    def compile(self, sig: str | tuple[types.Type, ...] | Signature | None = None) -> Callable[..., object]:
        """Compile the rule for calls from other rules; ``sig`` is for a rule whose annotations declare no signature."""
        wanted = self.declared or sig
        assert wanted is not None, f"{self.py_func.__name__} is compiled for the records that it is called with"
        return super().compile(wanted)

    @property
    def is_ready(self) -> bool:
        """Whether Python can call the rule without compiling it."""
        return bool(self._python_wrappers)

    def compile_for_python(self) -> object:
        """Compile the rule and its Python wrapper."""
        return self._python_wrapper(self.compile())

    def add_overload(self, cres: Compilation) -> None:
        """Store a compilation, without registering it for Python: it has no wrapper yet."""
        self.overloads[tuple(cres.signature.args)] = cres

    @global_compiler_lock
    def _python_wrapper(self, entry_point: object) -> object:
        """Return the Python wrapper, built or loaded from the cache on first use."""
        if entry_point not in self._python_wrappers:
            made_so_far: list[Compilation] = list(self.overloads.values())
            (found,) = (each for each in made_so_far if each.entry_point is entry_point)
            library = self._cache.load_wrapper(found)
            if library is None:
                library = python_wrapper(found)
                self._cache.save_wrapper(found, library)
            made = self.targetctx.get_executable(library, found.fndesc, found.environment)
            self._insert([each._code for each in found.signature.args], made, found.objectmode)  # type: ignore[attr-defined]
            self._python_wrappers[entry_point] = made
        return self._python_wrappers[entry_point]

    def _compile_for_args(self, *args: object, **kws: object) -> object:
        for given, wanted in zip(args, self.declared.args if self.declared else (), strict=False):
            if isinstance(wanted, types.Array) and self.typeof_pyval(given) != wanted:
                raise TypeError(f"{self.py_func.__name__} was given {self.typeof_pyval(given)}, not {wanted}")
        if self.declared and self.overloads and any(isinstance(given, enum.IntEnum) for given in args):
            compiled: Compilation = next(iter(self.overloads.values()))  # an enumeration is passed as an int
            return self._python_wrapper(compiled.entry_point)
        return self._python_wrapper(super()._compile_for_args(*args, **kws))  # type: ignore[misc]


@lower_cast(types.NestedArray, types.Array)
def _row_of_a_record(context: object, builder: object, fromty: object, toty: object, value: T) -> T:
    """Pass a row inside a record as an array. Numba represents both the same way but lacks the conversion."""
    return value


@cache
def _type_of_record(kind: type[Record]) -> types.Type:
    return from_dtype(layout_of(kind).dtype)


def _type_of(hint: object) -> types.Type | None:
    if hint is type(None):
        return types.none
    if hint is bool:
        return types.boolean
    if hint is int or (isinstance(hint, type) and issubclass(hint, enum.IntEnum)):
        return types.int64
    if hint is Int64Row:
        return types.Array(types.int64, 1, "C")
    if get_origin(hint) is Row:
        (kind,) = get_args(hint)
        inner = types.int32 if kind is int else _type_of(kind)
        return None if inner is None else types.Array(inner, 1, "C")
    if isinstance(hint, type) and issubclass(hint, Record):
        return _type_of_record(hint)
    if isinstance(hint, TypeVar):
        return None
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        kinds = dict(zip(getattr(kind, "__parameters__", ()), get_args(hint), strict=True))
        inside = [_type_of(bound(field, kinds)) for field in get_type_hints(kind).values()]
        return None if None in inside else types.BaseTuple.from_types(inside, kind)
    raise TypeError(f"a rule takes and returns ints, bools, records, rows and named tuples of them, not {hint!r}")
