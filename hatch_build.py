"""Lays the index of clauses into the package when it is built or installed."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class IndexHook(BuildHookInterface[Any]):
    """Makes the index from the sources and tests of this tree."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if (root / "tests").is_dir():
            module = runpy.run_path(str(root / "src" / "battlewright" / "engine" / "index.py"))
            path: Path = module["write_index"](root)
            build_data["artifacts"].append(path.relative_to(root).as_posix())
