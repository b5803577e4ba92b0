"""Shelves: the data files that ship with a system, one folder in ``data`` for each kind.

A shipped file is read once in a process; other files are read anew each time, since they may have changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, SetupError, UnknownError

M = TypeVar("M", bound=BaseModel)
FILE = "file"
"""The field of what is shown that has the file itself, where the other fields do not."""


def singular(kind: str) -> str:
    """Return the singular of a kind of files."""
    return f"{kind[:-3]}y" if kind.endswith("ies") else kind.removesuffix("s")


SHELVES: dict[str, list[Shelf[Any]]] = {}
"""All shelves, by the package that they belong to."""


@dataclass(frozen=True)
class Shelf(Generic[M]):
    """The files of one kind, with their model: ``Shelf(PACKAGE, "sheets", SheetSetup)``.

    What ``battlewright shelf KIND NAME --json`` prints is a file of the kind too. ``added`` are the fields that it has
    besides those of the file; the first of them tells it from a file. If it has the field ``file``, that is the file.
    ``largest`` is the most bytes that a file of the kind may have. ``from_text`` reads what people write to each other,
    given the text and its name: a plain text that is neither TOML nor JSON. It refuses one of another kind.
    """

    package: str
    kind: str
    model: type[M]
    added: tuple[str, ...] = ()
    largest: int = 64 * 1024
    from_text: Callable[[str, str], source.Source] | None = None

    def __post_init__(self) -> None:
        SHELVES.setdefault(self.package, []).append(self)

    @property
    def singular(self) -> str:
        """The singular of the kind, for messages."""
        return singular(self.kind)

    @cached_property
    def names(self) -> list[str]:
        """The names of the shipped files, sorted."""
        folder = files(self.package) / "data" / self.kind
        return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))

    @cached_property
    def _sources(self) -> dict[str, source.Source]:
        """The shipped files that were read so far."""
        return {}

    @cached_property
    def _models(self) -> dict[str, M]:
        """The shipped files that were validated so far."""
        return {}

    def text(self, name: str) -> str:
        """Return the text of a shipped file."""
        if name not in self.names:
            raise UnknownError(self.singular, name, self.names)
        return (files(self.package) / "data" / self.kind / f"{name}.toml").read_text(encoding="utf-8")

    def find(self, name: str) -> source.Source:
        """Read a shipped file by its name, or any file by its path, with the line of each field."""
        if name in self.names:
            if name not in self._sources:
                self._sources[name] = source.parse(self.text(name), name, "toml")
            return self._sources[name]
        if not name or (not Path(name).suffix and not source.exists(name)):
            raise UnknownError(self.singular, name, [*self.names, "or a .toml or .json file"])
        text = source.plain_text(name, self.kind, self.largest) if self.from_text else None
        if self.from_text and text is not None:
            return self.from_text(text, name)
        return self._file_of(source.read(name, self.kind, self.largest))

    def _file_of(self, found: source.Source) -> source.Source:
        """Return the file within what ``battlewright shelf`` prints; any other file as it is."""
        if not self.added or self.added[0] not in found.data:
            return found
        return found.part(FILE) if isinstance(found.data.get(FILE), dict) else found.without(self.added)

    def read(self, name: str) -> M:
        """Read a file as ``find`` does and validate it against the model."""
        if name not in self.names:
            return self.check(self.find(name))
        if name not in self._models:
            self._models[name] = source.check(self.find(name), self.model)
        return self._models[name]

    def check(self, found: source.Source) -> M:
        """Validate a file against the model. One of another kind of the same system is refused in a sentence."""
        try:
            return source.check(found, self.model)
        except SetupError:
            fitting = [shelf for shelf in SHELVES[self.package] if shelf._fits({*found.data})]
            if self in fitting or len(fitting) != 1:
                raise
        wanted, is_one = (
            f"{'an' if each[0] in 'aeiou' else 'a'} {each}" for each in (self.singular, fitting[0].singular)
        )
        raise BattlewrightError(f"{found.name} is {is_one}, not {wanted}.")

    def _fits(self, keys: set[str]) -> bool:
        """Whether a file with these keys may be one of this kind: it lacks none, and has no others."""
        fields = self.model.model_fields
        return {name for name, field in fields.items() if field.is_required()} <= keys <= {*fields}

    def likeness(self, found: source.Source) -> int:
        """Return how much a file looks like one of this kind: its keys that the model knows, minus those that it does
        not, and minus those that it lacks."""
        keys, fields = {*self._file_of(found).data}, self._keys
        lacking = sum(name not in keys for name, is_required in fields.items() if is_required)
        return len(keys & fields.keys()) - len(keys - fields.keys()) - lacking

    @cached_property
    def _keys(self) -> dict[str, bool]:
        """Whether each key of a file is required."""
        return {field.alias or name: field.is_required() for name, field in self.model.model_fields.items()}

    def accepts(self, found: source.Source) -> bool:
        """Whether a file is one of this kind, without a fault."""
        try:
            source.check(self._file_of(found), self.model)
        except SetupError:
            return False
        return True


@dataclass(frozen=True)
class Template:
    """What a new file of a kind may begin with, at a level from 1 to ``levels``."""

    name: str
    about: str
    levels: int
    make: Callable[[int], BaseModel]
    """Return the file at a level."""
