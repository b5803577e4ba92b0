"""The command line: ``battlewright``."""

from __future__ import annotations

from battlewright.cli.main import main

__all__ = ["main"]
