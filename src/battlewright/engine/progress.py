"""Progress reports of long-running work."""

from __future__ import annotations

from collections.abc import Callable

ProgressReport = Callable[[int, int], None]
"""Called with the number of parts done and the number in all."""
