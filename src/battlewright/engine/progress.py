"""How long work says how far it is."""

from __future__ import annotations

from collections.abc import Callable

ProgressReport = Callable[[int, int], None]
"""Called with how many parts of some work are done, and how many there are."""
