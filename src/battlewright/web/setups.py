"""Set-ups from what was sent: by names and options, or whole. No file of the server is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.seat_files import with_master
from battlewright.engine.system import Prepared, System
from battlewright.odds.question import Field, fields_of
from battlewright.web.requests import NewMatch


def prepare(load: Callable[[str], System], asked: NewMatch) -> Prepared:
    """Return the set-up that was asked for."""
    prepared = _prepare(load(asked.system), asked)
    if asked.master in ("a", "b"):
        return prepared._replace(setup=with_master(prepared.setup, asked.master))
    return prepared


def _prepare(system: System, asked: NewMatch) -> Prepared:
    if asked.setup is not None:
        if asked.names or asked.options or asked.files:
            raise BattlewrightError("A whole set-up comes without names, options and files.")
        return Prepared(source.check(source.Source("setup", "", asked.setup, {}), system.setup))
    with source.given(asked.files):
        if system.read_setup is None:
            return Prepared(_plain_setup(system, asked))
        fields = fields_of(system.read_setup)
        prepared: Prepared = system.read_setup(**_typed(fields, asked))
        return prepared


def setup_fields(system: System) -> list[dict[str, Any]]:
    """Return the options of a system's set-ups, as data for a form."""
    if system.read_setup is None:
        return _plain_fields(system.setup)
    fields = fields_of(system.read_setup)
    return [
        {
            "name": field.name,
            "help": field.declared.help,
            "default": list(field.default) if isinstance(field.default, tuple) else field.default,
            "several": field.is_several,
            "names": field.declared.positional,
            "least": field.declared.least,
            "most": field.declared.most,
            "kind": _kind(field),
            "choices": list(field.declared.choices),
            "example": field.declared.example,
        }
        for field in fields
    ]


def _kind(field: Field) -> str:
    """Return what a field of a form takes: flag, number, choice (of one or of several) or name."""
    kinds = get_args(field.type) or (field.type,)
    if bool in kinds:
        return "flag"
    if int in kinds or float in kinds:
        return "number"
    return "choice" if field.declared.choices else "name"


def _plain_fields(setup: type[BaseModel]) -> list[dict[str, Any]]:
    """Return the flags and numbers of a set-up's model, for a system that reads none."""
    found, kinds = [], {"integer": "number", "number": "number", "boolean": "flag"}
    for name, schema in setup.model_json_schema().get("properties", {}).items():
        if schema.get("type") in kinds:
            limits = {"least": schema.get("minimum"), "most": schema.get("maximum")}
            asked = {"name": name, "help": schema.get("description", ""), "default": schema.get("default")}
            more = {"several": False, "names": False, "example": "", "kind": kinds[schema["type"]], "choices": []}
            found.append({**asked, **limits, **more})
    return found


def _plain_setup(system: System, asked: NewMatch) -> Any:
    """Return the set-up of a system that reads none: its model, made from the options."""
    if asked.names or asked.files:
        raise BattlewrightError(f"{system.title} has nothing that is named; send its options.")
    return source.check(source.Source("options", "", asked.options, {}), system.setup)


def _typed(fields: list[Field], asked: NewMatch) -> dict[str, Any]:
    known = {field.name: field for field in fields if not field.declared.positional}
    for name in asked.options:
        if name not in known:
            raise UnknownError("option", name, known)
    typed = {name: _checked(known[name], value) for name, value in asked.options.items()}
    positional = next((field for field in fields if field.declared.positional), None)
    if asked.names and positional is None:
        raise BattlewrightError("This system has nothing that is named; send its options.")
    if asked.names and positional is not None:
        if not positional.is_several and len(asked.names) > 1:
            raise BattlewrightError(f"One name is enough: {positional.declared.help}")
        typed[positional.name] = tuple(asked.names) if positional.is_several else asked.names[0]
    return typed


def _checked(field: Field, value: object) -> Any:
    """Return the value of an option, or say what is allowed."""
    try:
        adapter: TypeAdapter[Any] = TypeAdapter(cast("Any", field.type))
        made = adapter.validate_python(value, strict=not field.is_several)
    except ValidationError:
        wanted = "a list of texts" if field.is_several else _called(field.type)
        raise BattlewrightError(f"options.{field.name} must be {wanted}. {field.declared.help}") from None
    least, most = field.declared.least, field.declared.most
    if isinstance(made, int | float) and least is not None and most is not None and not least <= made <= most:
        raise BattlewrightError(f"options.{field.name} must be from {least} to {most}, not {made}.")
    return made


def _called(kind: Any) -> str:
    words = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}
    kinds = get_args(kind) or (kind,)
    return " or ".join(words.get(each, "a value") for each in kinds)
