"""Set-ups of a system that declares no reader of its own: read from a file, from options, or from both."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any

from pydantic import BaseModel

from battlewright.answers.parameters import Parameters, argument, optional, parameters_of
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.rulebook import Prepared, Provided


def _named(
    setup: Annotated[
        str | None, argument("A set-up: a .toml/.json file. Default: the usual one.", "[FILE]", is_file=True)
    ] = None,
) -> None:
    """Declare the file of a set-up."""


class PlainReader(Provided):
    """A reader of a set-up's model: its parameters are a file, and those fields of the model that can be typed. A field
    that is given replaces that of the file."""

    def __init__(self, model: type[BaseModel], title: str) -> None:
        self.model, self.title = model, title

    @cached_property
    def parameters(self) -> Parameters:
        """Its parameters."""
        file, fields = parameters_of(_named), parameters_of(self.model)
        return Parameters({**file, **{name: optional(each) for name, each in fields.items()}, **file})

    @property
    def needs_file(self) -> bool:
        """Whether the model cannot be made of its defaults."""
        return any(field.is_required() for field in self.model.model_fields.values())

    def __call__(self, setup: str | None = None, **options: Any) -> Prepared:
        """Return the set-up in a file, or the one made of all defaults, with these fields replaced."""
        if setup is not None:
            file = source.read(setup)
            return Prepared(source.check(replace(file, data=file.data | options), self.model))
        required = {field.alias or name for name, field in self.model.model_fields.items() if field.is_required()}
        if not required <= options.keys():
            raise BattlewrightError(f"{self.title} has no usual set-up: name a .toml or .json file of one.")
        return Prepared(source.check(source.Source("options", "", options, {}), self.model))
