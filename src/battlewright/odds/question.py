"""Questions that a rulebook answers, and how their parameters are declared.

A question is a function with annotated parameters that returns a ``Report``. The annotations say what each one
means and what is allowed; a command line makes options of them, a server a form:

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
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from battlewright.odds.report import Report

MISSING = inspect.Parameter.empty


@dataclass(frozen=True)
class Parameter:
    """What a parameter of a question or a set-up means: its help, its limits, and how it is typed.

    ``options`` are its options on a command line where the parameter's own name would not do; a ``positional`` one
    is typed without an option.
    """

    help: str = ""
    least: float | None = None
    most: float | None = None
    options: tuple[str, ...] = ()
    positional: bool = False
    placeholder: str = ""


def option(help: str = "", least: float | None = None, most: float | None = None, *options: str) -> Parameter:
    """A parameter that is typed after an option."""
    return Parameter(help, least, most, options)


def argument(help: str, placeholder: str = "") -> Parameter:
    """A parameter that is typed by its position."""
    return Parameter(help, positional=True, placeholder=placeholder)


@dataclass(frozen=True)
class Field:
    """A parameter of a function, with what is declared of it; ``default`` is ``MISSING`` where it must be given."""

    name: str
    type: Any
    declared: Parameter
    default: Any

    @property
    def is_required(self) -> bool:
        return self.default is MISSING

    @property
    def is_several(self) -> bool:
        """Whether it takes any number of texts."""
        return bool(self.type == tuple[str, ...])


def fields_of(function: Callable[..., Any]) -> list[Field]:
    """The parameters of a function with their annotations."""
    hints = get_type_hints(function, include_extras=True)
    fields = []
    for name, parameter in inspect.signature(function).parameters.items():
        kind, declared = hints[name], Parameter()
        if get_origin(kind) is Annotated:
            kind, *extras = get_args(kind)
            declared = next((extra for extra in extras if isinstance(extra, Parameter)), declared)
        fields.append(Field(name, kind, declared, parameter.default))
    return fields


@dataclass(frozen=True)
class Question:
    """A question by its name. ``answer`` is the function; its docstring is the help, with examples.

    ``rules`` gives compiled rules that the answer needs beside those of the system, so that they are made ready first.
    """

    name: str
    answer: Callable[..., Report]
    rules: Callable[[], tuple[Callable[..., Any], ...]] = tuple
