"""``python -m battlewright`` is the command line."""

from __future__ import annotations

from battlewright.cli import main

main()
