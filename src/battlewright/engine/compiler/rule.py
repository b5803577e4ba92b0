"""``@rule``: a compiled function of the rulebook.

A rule is written in the subset of Python that Numba compiles. It takes ints, records, rows of them, and named tuples
of these. It never allocates, raises, prints, draws dice, or reads a clock or a global that changes.
``@rule("S2.T4")`` names the clauses that it implements.

The annotations are the signature: a rule is compiled once, for these types; ints of other widths are converted. A rule
annotated with a type variable (the helpers that all systems share) is compiled for each record type that it is called
with. With ``NUMBA_DISABLE_JIT=1`` the function is left as it is.

Numba is imported when a rule is first called or compiled (``dispatcher``).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, update_wrapper
from types import FunctionType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, get_origin, get_type_hints

from battlewright.engine.record import PLAIN

if TYPE_CHECKING:
    from numba.core.typing.templates import Signature

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Rule:
    """A function with the clauses that it implements; ``compiled`` is None in plain Python."""

    function: FunctionType
    clauses: tuple[str, ...]
    compiled: Compiled | None

    @property
    def name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"


RULES: list[Rule] = []
"""Every rule that has been imported, in the order of import."""

_making = threading.Lock()


class Compiled:
    """A rule that is compiled, or loaded from the cache, when it is first called."""

    def __init__(self, function: FunctionType) -> None:
        self.py_func = function
        self._dispatcher: Any = None
        update_wrapper(self, function)

    def __call__(self, *args: Any, **named: Any) -> Any:
        dispatcher = self._dispatcher
        try:
            return (self.dispatcher if dispatcher is None else dispatcher)(*args, **named)
        except Exception as error:
            self._explain(error)
            raise

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks of a value that it does not know: so any compiled function may call a rule."""
        return self.dispatcher._numba_type_

    @property
    def dispatcher(self) -> Any:
        """What Numba knows of the rule: a ``dispatcher.Dispatcher``, which type checkers take for a method."""
        if self._dispatcher is None:
            from battlewright.engine.compiler.dispatcher import Dispatcher

            with _making:  # there is one for a rule, whichever thread asks first
                if self._dispatcher is None:
                    self._dispatcher = Dispatcher(self.py_func)
        return self._dispatcher

    @property
    def declared(self) -> Signature | None:
        """The signature that the annotations declare; None if they contain a type variable."""
        return cast("Signature | None", self.dispatcher.declared)

    @property
    def overloads(self) -> Mapping[Any, Any]:
        """What has been compiled, by the types of the arguments."""
        return cast("Mapping[Any, Any]", self.dispatcher.overloads)

    def compile(self, types: Any = None) -> None:
        """Compile the rule for calls from other rules; ``types`` are for one whose annotations declare none."""
        try:
            self.dispatcher.compile(types)
        except Exception as error:
            self._explain(error)
            raise

    def compile_for_python(self) -> Any:
        """Compile the rule and its Python wrapper, and return that."""
        try:
            return self.dispatcher.compile_for_python()
        except Exception as error:
            self._explain(error)
            raise

    @cached_property
    def machine_code(self) -> Any:
        """The rule as Python calls it once the types of its arguments are known."""
        return self.compile_for_python()

    def _explain(self, error: Exception) -> None:
        """Raise ``NotCompiled`` if an error is the compiler's; what Numba said is its context, and not shown."""
        from battlewright.engine.compiler.compile_errors import explain

        short = explain(self, error)
        if short is not None:
            raise short from None


def rule(*clauses: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Make a function a rule that implements these clauses (none: a helper)."""

    def make(function: Callable[P, T]) -> Callable[P, T]:
        plain = cast(FunctionType, function)
        if PLAIN:
            RULES.append(Rule(plain, clauses, None))
            return function
        compiled = Compiled(plain)
        RULES.append(Rule(plain, clauses, compiled))
        return cast("Callable[P, T]", compiled)

    return make


def rule_for(function: Callable[P, T], kinds: Mapping[object, object]) -> Callable[P, T]:
    """Make a function a rule for particular record types: ``kinds`` maps the type variables of its annotations to them.

    Drivers use it to compile a function for the records of one system.
    """
    plain = cast(FunctionType, function)
    plain.__annotations__ = {name: bound(hint, kinds) for name, hint in get_type_hints(plain).items()}
    return rule()(function)


_plain: dict[FunctionType, FunctionType] = {}
"""The results of ``as_plain``, by the rule's own function."""


def as_plain(rule: Callable[P, T]) -> Callable[P, T]:
    """Return the plain Python function of a rule, for use on views; the rules that it calls are plain too."""
    function = getattr(rule, "py_func", None)
    if not isinstance(function, FunctionType):
        return rule
    if function not in _plain:
        space: dict[str, object] = {"__builtins__": function.__globals__["__builtins__"]}
        made = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
        _plain[function] = made
        for name in function.__code__.co_names:
            if name in function.__globals__:
                value = function.__globals__[name]
                space[name] = as_plain(value) if isinstance(value, Compiled) else value
    return cast("Callable[P, T]", _plain[function])


def ready(rule: Callable[P, T]) -> Callable[P, T]:
    """Compile a rule (or load it from the cache) and return its machine code, for drivers that call it often.

    The types of the arguments are not looked at, which for named tuples takes longer than a small rule: they must be
    those that are declared, by their places and not by their names.
    """
    return rule.machine_code if isinstance(rule, Compiled) else rule


def bound(hint: Any, kinds: Mapping[object, object]) -> object:
    """Return a hint with its type variables replaced by ``kinds``."""
    free = getattr(hint, "__parameters__", ()) if get_origin(hint) else ()
    return hint[tuple(kinds.get(each, each) for each in free)] if free else kinds.get(hint, hint)
