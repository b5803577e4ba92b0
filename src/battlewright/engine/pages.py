"""The pages that a system brings for the browser."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from battlewright.engine.errors import NotConforming


@dataclass(frozen=True)
class Pages:
    """What a browser shows of a system beside what all systems share: modules and styles, which a server sends."""

    package: str
    """The package whose folder ``pages`` has the files: ES modules, styles and pictures (``.svg``)."""

    def __post_init__(self) -> None:
        if not self.folder.is_dir():
            raise NotConforming(f"The package {self.package!r} has no folder 'pages'.")

    @property
    def folder(self) -> Traversable:
        """The folder with the files."""
        return files(self.package) / "pages"
