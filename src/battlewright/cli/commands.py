"""Commands made from the declared parameters of functions: a system's questions and set-ups."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from keyword import iskeyword
from typing import Annotated, Any

import typer
from typer.main import get_command

from battlewright.answers.parameters import Parameter, Parameters, option, parameters_of

Run = Callable[..., None]


def as_json(json: Annotated[bool, option("Print JSON instead of text.")] = False) -> None:
    """Declare the option of every command that prints a report."""


def command_of(run: Run, help: str, *functions: Callable[..., Any]) -> Run:
    """Return a function for Typer with the parameters of ``functions``, in this order, and the help text ``help``.

    It calls ``run`` with the value of each, by name. A parameter of two functions is that of the last. What is not
    typed has its default, but is left out where a callable declares ``parameters`` of its own: a set-up's file may have
    it.
    """
    parameters, defaults = Parameters(), dict[str, Any]()
    for function in functions:
        own = parameters_of(function)
        parameters |= own
        if not hasattr(function, "parameters"):
            defaults |= {name: each.default for name, each in own.items() if not each.is_required}

    def command(_context: typer.Context, **typed: Any) -> None:
        given = {names[key]: value for key, value in typed.items() if _is_typed(_context, key)}
        run(**defaults | parameters.read(given))

    names = {_key(name): name for name in parameters}
    ordered = sorted(parameters.values(), key=lambda each: not each.form.positional)
    context = inspect.Parameter("_context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    command.__signature__ = inspect.Signature([context, *map(_typed, ordered)])  # type: ignore[attr-defined]
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
    code = get_command(app).main(list(arguments), prog_name=name, standalone_mode=False)
    if code:
        raise typer.Exit(code)


def _key(name: str) -> str:
    """Return a name that Python allows, for one such as ``def`` or ``to-hit``."""
    return name if name.isidentifier() and not iskeyword(name) else "_" + name.encode().hex()


def _is_typed(context: typer.Context, key: str) -> bool:
    source = context.get_parameter_source(key)
    return source is not None and source.name != "DEFAULT"


def _typed(parameter: Parameter) -> inspect.Parameter:
    """Return a parameter for Typer. All but flags are taken as texts, which ``Parameters.read`` checks."""
    form, default = parameter.form, _default(parameter)
    kind: Any = bool if parameter.kind == "flag" else list[str] if parameter.is_several else str
    if form.positional:
        info: Any = typer.Argument(help=parameter.help, metavar=form.placeholder or None)
    else:
        info = typer.Option(*parameter.options, help=parameter.help, metavar=form.placeholder or _hint(parameter))
    taken: Any = kind | None if default is None else kind
    named = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(_key(parameter.name), named, default=default, annotation=Annotated[taken, info])


def _default(parameter: Parameter) -> Any:
    """Return what Typer gives for a parameter that is not typed, and shows in the help."""
    if parameter.is_required or parameter.kind == "flag":
        return parameter.default
    if parameter.is_several:
        return list(parameter.default or ()) or None
    return None if parameter.default is None else str(parameter.default)


def _hint(parameter: Parameter) -> str | None:
    """Return what may be typed after an option, for its help: ``<whole number, 1 to 10>``; None: as Typer has it."""
    least, most = parameter.least, parameter.most
    if parameter.words_allowed:
        return f"<{'|'.join(parameter.choices)}>"
    if parameter.kind not in ("whole", "number"):
        return None
    limits = f", from {least}" if most is None else f", {least} to {most}"
    return f"<{'whole ' if parameter.kind == 'whole' else ''}number{'' if least is None else limits}>"
