"""What is done of a study, in a file beside its results: a database of SQLite, so that whatever stops the process, the
battles that were written are whole.

It is removed when the study is finished.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np

from battlewright.engine import formats
from battlewright.engine.errors import BattlewrightError
from battlewright.lab.recorder import Columns, Rows
from battlewright.lab.study.executors import Task
from battlewright.lab.study.file import Plan
from battlewright.lab.study.measures import Sums

EVERY = 0.5
"""The seconds between two writes."""
SCHEMA = """
create table if not exists study (digest text not null, version text not null);
create table if not exists chunks (cell integer, first integer, count integer, rows blob, sums text,
                                   primary key (cell, first)) without rowid;
"""


class Chunk(NamedTuple):
    """Battles that are done: their sums, and their rows where those are kept."""

    task: Task
    sums: Sums
    rows: Rows | None


class Checkpoint:
    """The file. ``found`` is what it had when it was opened, ``kept`` how many battles are surely in it."""

    def __init__(self, path: Path, plan: Plan, version: str, restart: bool = False) -> None:
        self.path, self._plan, self._written = path, plan, time.monotonic()
        self.kept = self._added = 0
        if restart:
            path.unlink(missing_ok=True)
        existed = path.exists()
        try:
            self._file = sqlite3.connect(path, isolation_level=None)
        except sqlite3.Error as error:
            raise self._failure(error) from None
        try:
            self.found = self._open(version, existed)
        except BaseException:
            self._file.close()
            raise
        self.kept = sum(chunk.task.battles for chunk in self.found)

    def _open(self, version: str, existed: bool) -> list[Chunk]:
        """Make the tables that are missing, check whose battles these are, and return those that it has."""
        try:
            (format,) = self._file.execute("pragma user_version").fetchone()
            if format > formats.CHECKPOINT:
                later = f"was written by a later version (format {format}); this one cannot read it"
                raise BattlewrightError(f"{self.path} {later}. --restart drops it, --out names other files.")
            self._file.executescript(SCHEMA)
            self._file.execute(f"pragma user_version = {formats.CHECKPOINT}")
            known = self._file.execute("select digest, version from study").fetchone()
            if known is None:
                self._file.execute("insert into study values (?, ?)", (self._plan.digest, version))
        except sqlite3.Error as error:
            if existed and isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
                raise BattlewrightError(
                    f"{self.path} exists and is no checkpoint of a study; name other files with --out."
                ) from None
            raise self._failure(error) from None
        if known is not None and tuple(known) != (self._plan.digest, version):
            found = "battles of another study, or one by another version"
            raise BattlewrightError(f"{self.path} has {found}; --restart drops them, --out names other files.")
        self._file.execute("begin")
        return list(self._read()) if known else []

    def _read(self) -> Iterator[Chunk]:
        width = Columns(self._plan.system).width
        for cell, first, count, rows, sums in self._file.execute("select * from chunks order by cell, first"):
            kept = np.frombuffer(zlib.decompress(rows), np.int32).reshape(count, width) if rows else None
            yield Chunk(Task(cell, first, count), Sums.from_data(json.loads(sums)), kept)

    def add(self, chunk: Chunk) -> None:
        """Write battles down; they are committed twice a second."""
        rows = zlib.compress(np.ascontiguousarray(chunk.rows).tobytes(), 1) if chunk.rows is not None else None
        values = (*chunk.task, rows, json.dumps(chunk.sums.as_data()))
        try:
            self._file.execute("insert or replace into chunks values (?, ?, ?, ?, ?)", values)
            self._added += chunk.task.battles
            if time.monotonic() - self._written > EVERY:
                self.commit()
        except sqlite3.Error as error:
            raise self._failure(error) from None

    def commit(self) -> None:
        """Commit what was added."""
        try:
            if self._file.in_transaction:  # not where Ctrl-C came between these two lines
                self._file.execute("commit")
            self._file.execute("begin")
            self._written = time.monotonic()
            self.kept, self._added = self.kept + self._added, 0
        except sqlite3.Error as error:
            raise self._failure(error) from None

    def close(self) -> None:
        """Commit what can be committed, and close the file; ``kept`` then is what it has, whatever a full disk said."""
        with suppress(sqlite3.Error, BattlewrightError):
            self.commit()
        with suppress(sqlite3.Error):
            self._file.close()
        if self.path.exists():
            with suppress(sqlite3.Error), closing(sqlite3.connect(self.path)) as file:
                (self.kept,) = file.execute("select coalesce(sum(count), 0) from chunks").fetchone()

    def remove(self) -> None:
        """Close and delete the file: the study is finished."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def _failure(self, error: sqlite3.Error) -> BattlewrightError:
        if "full" in str(error):
            why = "the disk is full; the battles written before are kept, and the same command goes on with them"
            return BattlewrightError(f"{self.path}: {why} once there is room.")
        return BattlewrightError(f"{self.path}: the battles that are done cannot be written ({error}).")
