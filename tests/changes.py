"""A system with some fields of its parts changed, for tests of what a driver makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from battlewright.engine.rulebook import Rulebook

SystemT = TypeVar("SystemT", bound=Rulebook[Any, Any, Any])


def changed(system: SystemT, **parts: Any) -> SystemT:
    """A system with these fields: ``changed(PIG, title="Sow", rules={"max_nodes": 9})``."""
    fields = {
        name: replace(getattr(system, name), **value) if isinstance(value, dict) else value
        for name, value in parts.items()
    }
    return replace(system, **fields)
