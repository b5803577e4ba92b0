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

Answer = Callable[..., Report]
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


def with_parameters_of(other: Callable[..., Any], answer: Answer) -> Answer:
    """The same answer, whose ``**typed`` are declared to be the parameters of another function; those come first.

    >>> def read(goal: int = 12) -> None: ...
    >>> def ask(seconds: float = 10, **typed: int) -> Report: return Report(typed)
    >>> [field.name for field in fields_of(with_parameters_of(read, ask))]
    ['goal', 'seconds']
    """
    declared = [*fields_of(other), *(field for field in fields_of(answer) if field.name != "typed")]
    hints = get_type_hints(other, include_extras=True) | get_type_hints(answer, include_extras=True)

    def joined(**typed: Any) -> Report:
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
    """A question by its name. ``answer`` is the function; its docstring is the help, with examples.

    ``rules`` gives compiled rules that the answer needs beside those of the system, so that they are made ready first.
    It may be asked under ``other_names`` too.
    """

    name: str
    answer: Answer
    rules: Callable[[], tuple[Callable[..., Any], ...]] = tuple
    other_names: tuple[str, ...] = ()

    @property
    def help(self) -> str:
        """What is asked, with examples, as it is written beneath the function's name."""
        return inspect.cleandoc(self.answer.__doc__ or "")
