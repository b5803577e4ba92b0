"""Set-ups of requests: by names and options, or complete. No file of the server is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlewright.answers.parameters import parameters_of
from battlewright.contract.system import System
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.rulebook import Prepared
from battlewright.engine.seat_files import with_master
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
            raise BattlewrightError("A complete set-up cannot be combined with names, options or files.")
        return Prepared(source.check(source.Source("setup", "", asked.setup, {}), system.setup.model))
    with source.given(asked.files):
        return system.setup.read(**parameters_of(system.setup.read).read(_given(system, asked)))


def _given(system: System, asked: NewMatch) -> dict[str, Any]:
    """Return the options that were sent, and the names as what the system's set-ups are named by."""
    if not asked.names:
        return asked.options
    named = next((each for each in parameters_of(system.setup.read).values() if each.form.positional), None)
    if named is None:
        raise BattlewrightError(f"{system.title} takes no names; send options instead.")
    if not named.is_several and len(asked.names) > 1:
        raise BattlewrightError(f"Only one name is allowed: {named.help}")
    return {**asked.options, named.name: asked.names if named.is_several else asked.names[0]}
