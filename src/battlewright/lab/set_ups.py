"""Set-ups from what was typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import ValidationError

from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.system import Prepared, System
from battlewright.odds.question import argument


def setup_reader(system: System) -> Callable[..., Prepared]:
    """Return the function that reads a system's set-up from the command line. For a system without one it reads a file,
    or takes the set-up made of all defaults."""
    if system.read_setup is not None:
        return system.read_setup

    def read(
        setup: Annotated[
            str | None, argument("A set-up: a .toml/.json file. Default: the usual one.", "[FILE]", is_file=True)
        ] = None,
    ) -> Prepared:
        if setup is not None:
            return Prepared(source.check(source.read(setup), system.setup))
        try:
            return Prepared(system.setup())
        except ValidationError:
            raise BattlewrightError(f"{system.title} has no usual set-up: name a .toml or .json file of one.") from None

    return read
