"""Questions about a rulebook's odds, and how their parameters are declared.

A question is a function with annotated parameters that returns a ``Report``. The annotations give the meaning and
the limits of each parameter; a command line turns them into options, a server into a form:

>>> from typing import Annotated
>>> def test(score: Annotated[int, option("The characteristic's score.", 1, 10)]) -> Report:
...     return Report({"score": score})
>>> [field.name for field in fields_of(test)]
['score']
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, get_args, get_origin, get_type_hints

from battlewright.odds.report import Report

Answer = Callable[..., Report]
MISSING = inspect.Parameter.empty


@dataclass(frozen=True)
class Parameter:
    """The declaration of a parameter of a question or a set-up: its help, its limits, and how it is typed.

    ``options`` replace the option that is derived from its name; a ``positional`` one is typed without an option.
    ``choices`` are all values that it may have, where they are few.
    """

    help: str = ""
    least: float | None = None
    most: float | None = None
    options: tuple[str, ...] = ()
    positional: bool = False
    placeholder: str = ""
    choices: tuple[str, ...] = ()


def option(
    help: str = "",
    least: float | None = None,
    most: float | None = None,
    *options: str,
    choices: tuple[str, ...] = (),
) -> Parameter:
    """Declare a parameter that is typed after an option."""
    return Parameter(help, least, most, options, choices=choices)


def argument(help: str, placeholder: str = "") -> Parameter:
    """Declare a parameter that is typed by position."""
    return Parameter(help, positional=True, placeholder=placeholder)


@dataclass(frozen=True)
class Field:
    """A parameter of a function, with its declaration; ``default`` is ``MISSING`` if it is required."""

    name: str
    type: object
    declared: Parameter
    default: object

    @property
    def is_required(self) -> bool:
        return self.default is MISSING

    @property
    def is_several(self) -> bool:
        """Whether it takes any number of strings."""
        return bool(self.type == tuple[str, ...])


def fields_of(function: Callable[..., object]) -> list[Field]:
    """Return the parameters of a function with their declarations."""
    hints = get_type_hints(function, include_extras=True)
    fields = []
    for name, parameter in inspect.signature(function).parameters.items():
        kind, declared = hints[name], Parameter()
        if get_origin(kind) is Annotated:
            kind, *extras = get_args(kind)
            declared = next((extra for extra in extras if isinstance(extra, Parameter)), declared)
        fields.append(Field(name, kind, declared, parameter.default))
    return fields


def with_parameters_of(other: Callable[..., object], answer: Answer) -> Answer:
    """Return ``answer`` with its ``**typed`` declared as the parameters of another function; those come first.

    >>> def read(goal: int = 12) -> None: ...
    >>> def ask(seconds: float = 10, **typed: int) -> Report: return Report(typed)
    >>> [field.name for field in fields_of(with_parameters_of(read, ask))]
    ['goal', 'seconds']
    """
    declared = [*fields_of(other), *(field for field in fields_of(answer) if field.name != "typed")]
    hints = get_type_hints(other, include_extras=True) | get_type_hints(answer, include_extras=True)

    def joined(**typed: object) -> Report:
        return answer(**typed)

    joined.__doc__ = answer.__doc__
    joined.__annotations__ = {name: hint for name, hint in hints.items() if name != "typed"}
    parameters = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for field in declared
    ]
    joined.__signature__ = inspect.Signature(parameters, return_annotation=Report)  # type: ignore[attr-defined]
    return joined


@dataclass(frozen=True)
class Question:
    """A named question. ``answer`` is the function; its docstring is the help, with examples.

    ``rules`` returns the compiled rules that the answer needs besides those of the system, to be compiled first.
    ``other_names`` are aliases.
    """

    name: str
    answer: Answer
    rules: Callable[[], tuple[Callable[..., object], ...]] = tuple
    other_names: tuple[str, ...] = ()

    @property
    def help(self) -> str:
        """The help text with examples: the docstring of ``answer``."""
        return inspect.cleandoc(self.answer.__doc__ or "")
