"""Commands made from the declared parameters of functions: a system's questions and set-ups."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import typer
from typer.main import get_command

from battlewright.odds.question import Field, fields_of, option

Run = Callable[..., None]


def as_json(json: Annotated[bool, option("Print JSON instead of text.")] = False) -> None:
    """Declare the option of every command that prints a report."""


def command_of(run: Run, help: str, *functions: Callable[..., Any], leave_out: Iterable[str] = ()) -> Run:
    """Return a function for Typer with the parameters of ``functions``, in this order, and the help text ``help``.

    It calls ``run`` with everything that was typed, by name. A parameter of two functions is taken once.
    """
    fields: dict[str, Field] = {}
    for function in functions:
        for field in fields_of(function):
            if field.name not in leave_out:
                fields.setdefault(field.name, field)

    def command(**typed: Any) -> None:
        run(**{name: tuple(value or ()) if fields[name].is_several else value for name, value in typed.items()})

    ordered = sorted(fields.values(), key=lambda field: not field.declared.positional)
    command.__signature__ = inspect.Signature([_parameter(field) for field in ordered])  # type: ignore[attr-defined]
    command.__doc__ = help
    return command


def examples_of(function: Callable[..., Any], verb: str) -> str:
    """Return the examples in a function's docstring, with ``VERB`` replaced by a command's name."""
    _, _, examples = (inspect.getdoc(function) or "").partition("Examples: ")
    return " ".join(examples.split()).replace("VERB", verb)


def run_command(command: Run, name: str, arguments: Sequence[str]) -> None:
    """Run one command on the arguments after its name."""
    app = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)
    app.command()(command)
    run_app(app, name, arguments)


def run_app(app: typer.Typer, name: str, arguments: Sequence[str]) -> None:
    """Run a group of commands, or the only one it has."""
    code = get_command(app).main(list(arguments), prog_name=name, standalone_mode=False)
    if code:
        raise typer.Exit(code)


def _parameter(field: Field) -> inspect.Parameter:
    declared, kind = field.declared, list[str] | None if field.is_several else field.type
    default = None if field.is_several and not field.is_required else field.default
    if declared.positional:
        info: Any = typer.Argument(help=declared.help, metavar=declared.placeholder or None)
    else:
        options = declared.options or ((f"--{field.name.replace('_', '-')}",) if kind is bool else ())
        limits: dict[str, Any] = {"min": declared.least, "max": declared.most} if declared.least is not None else {}
        info = typer.Option(*options, help=declared.help, metavar=declared.placeholder or None, **limits)
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info]
    )
