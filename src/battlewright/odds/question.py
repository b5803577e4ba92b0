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
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from battlewright.odds.report import Report

Answer = Callable[..., Report]
MISSING = inspect.Parameter.empty


@dataclass(frozen=True)
class Parameter:
    """The declaration of a parameter of a question or a set-up: its help, its limits, and how it is typed.

    ``options`` replace the option that is derived from its name; a ``positional`` one is typed without an option.

    What forms need besides: whether it is the name of a file (``is_file``); the ``choices`` that it has, if these are
    words; an ``example``; the range of ``usual`` numbers, with the step between two; and the ``parts`` of a
    text such as ``melee=4,weapon=sword``, by their names.
    """

    help: str = ""
    least: float | None = None
    most: float | None = None
    options: tuple[str, ...] = ()
    positional: bool = False
    placeholder: str = ""
    is_file: bool = False
    choices: tuple[str, ...] = ()
    example: str = ""
    usual: tuple[float, float, float] | None = None
    parts: Mapping[str, Parameter] = field(default_factory=dict)


def option(
    help: str = "", least: float | None = None, most: float | None = None, *options: str, **more: Any
) -> Parameter:
    """Declare a parameter that is typed after an option; ``more`` is what forms need."""
    return Parameter(help, least, most, options, **more)


def argument(help: str, placeholder: str = "", **more: Any) -> Parameter:
    """Declare a parameter that is typed by position; ``more`` is what forms need."""
    return Parameter(help, positional=True, placeholder=placeholder, **more)


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

    @property
    def kind(self) -> str:
        """What it takes: number, whole, flag, texts or text."""
        kinds = [each for each in get_args(self.type) or (self.type,) if each is not type(None)]
        words = {int: "whole", float: "number", bool: "flag"}
        return "texts" if self.is_several else words.get(kinds[0], "text") if isinstance(kinds[0], type) else "text"

    @property
    def options(self) -> tuple[str, ...]:
        """The options after which it is typed."""
        return self.declared.options or (f"--{self.name.replace('_', '-')}",)


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

    @property
    def example(self) -> dict[str, str | bool | list[str]]:
        """The arguments of the first example in the help, by name, as they are typed there.

        >>> def test(score: int, ties: bool = False) -> Report:
        ...     "Example: `battlewright odds pig test --score 4 --ties`"
        >>> Question("test", test).example
        {'score': '4', 'ties': True}
        """
        found = re.search(rf"Examples?: `battlewright odds (?:\w+ )?{re.escape(self.name)} *([^`]*)`", self.help)
        fields, made = fields_of(self.answer), dict[str, str | bool | list[str]]()
        positional = [field for field in fields if field.declared.positional]
        words = shlex.split(found[1]) if found else []
        while words:
            word = words.pop(0)
            known = next((field for field in fields if word in field.options and not field.declared.positional), None)
            if known is None and positional:
                known = positional[0] if positional[0].is_several else positional.pop(0)
                words.insert(0, word)
            if known is None:
                break
            if known.kind == "flag":
                made[known.name] = True
            elif words and known.is_several:
                made[known.name] = [*made.get(known.name, []), words.pop(0)]  # type: ignore[misc]
            elif words:
                made[known.name] = words.pop(0)
        return made
