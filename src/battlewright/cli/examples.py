"""Examples in the help of commands, where they name systems."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Any, TypeVar

from battlewright.systems import EXAMPLES

F = TypeVar("F", bound=Callable[..., Any])


def with_examples(command: F) -> F:
    """Add to the help of a command the examples that the systems have for it."""
    command.__doc__ = f"{getdoc(command)}\n\nExamples: {EXAMPLES[command.__name__]}"
    return command
