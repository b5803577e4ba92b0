"""The systems that a server plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battlewright.contract.system import System, load_each


@dataclass(frozen=True)
class Registry:
    """The names of the systems, and how one is loaded."""

    names: Callable[[], tuple[str, ...]]
    load: Callable[[str], System]
    default: str

    def load_all(self) -> list[System]:
        """Return all systems that can be loaded. ``serve`` warns of the others as it starts."""
        return load_each(self.names(), self.load)[0]
