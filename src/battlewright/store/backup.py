"""Backups: all matches and libraries of a database in one file, to restore into SQLite or PostgreSQL.

A backup is lines of JSON, compressed with gzip. The first tells what it is, with the revision of the tables; each
further one is a row, as the name of its table and its columns; the last has the number of rows and the SHA-256 of all
lines before it. It has the secrets of the dice: keep it as you keep the database.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, MetaData, Table, func, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from battlewright.engine import formats
from battlewright.engine.errors import StoreError
from battlewright.store.database import connect, migrate, opened, reason_of, revision_of, revisions, transaction
from battlewright.version import __version__

KIND = "backup of matches"
TABLES = ("matches", "seats", "entries", "commands", "chat_lines", "libraries", "things")
"""What a backup has, in the order in which rows may refer to others. Who is there, commitments and keys belong to a
running server."""
BATCH_SIZE = 500


@dataclass(frozen=True)
class Report:
    """What a backup has."""

    matches: int
    entries: int
    size: int


def backup(url: str, path: Path) -> Report:
    """Write all of a database to a file, as they are at one moment; a server may go on writing meanwhile."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        with (
            open(unfinished, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file,
            opened(url) as engine,
        ):
            counts = _write(engine, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise StoreError(f"The backup {path} cannot be written ({error.strerror}).") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return Report(counts["matches"], counts["entries"], path.stat().st_size)


def restore(path: Path, url: str, replace: bool = False) -> Report:
    """Put all of a backup into a database that has nothing; with ``replace``, in place of what it has."""
    head, counts = _check(path)
    engine = connect(url)
    try:
        with transaction(engine, writes=True) as connection:
            _reset_tables(connection, head["revision"], replace)
            for table, rows in _batches(path):
                connection.execute(_reflected(connection)[table].insert(), rows)
            migrate(connection)
    except SQLAlchemyError as error:
        raise StoreError(f"The backup cannot be restored ({reason_of(error)}); nothing has changed.") from None
    finally:
        engine.dispose()
    return Report(counts["matches"], counts["entries"], path.stat().st_size)


# Writing


def _write(engine: Engine, file: IO[bytes]) -> dict[str, int]:
    digest, counts = hashlib.sha256(), dict.fromkeys(TABLES, 0)
    with transaction(engine) as connection, gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6) as packed:
        revision = revision_of(connection)
        if revision is None:
            raise StoreError("This is not a database of matches: it has none of their tables.")

        def line(data: object) -> None:
            text = json.dumps(data, separators=(",", ":")).encode() + b"\n"
            digest.update(text)
            packed.write(text)

        line({"kind": KIND, "format": formats.BACKUP, "version": __version__, "revision": revision})
        tables = _reflected(connection)
        for name, table in tables.items():
            keys = [*table.primary_key.columns]
            rows = connection.execution_options(yield_per=BATCH_SIZE).execute(select(table).order_by(*keys))
            for row in rows.mappings():
                line([name, dict(row)])
                counts[name] += 1
        line({"rows": counts, "sha256": digest.hexdigest()})
    return counts


def _reflected(connection: Connection) -> dict[str, Table]:
    """Return the tables as this database has them, which may be of an earlier revision that lacks some."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in TABLES)
    return {name: found.tables[name] for name in TABLES if name in found.tables}


# Reading


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a backup. Raises ``StoreError`` where it cannot be read."""
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except gzip.BadGzipFile:
        raise StoreError(f"{path} is not a backup of matches.") from None
    except (EOFError, zlib.error):
        raise StoreError(f"The backup {path} is damaged or incomplete; nothing has changed.") from None
    except OSError as error:
        raise StoreError(f"The backup {path} cannot be read ({error.strerror}).") from None


def _check(path: Path) -> tuple[dict[str, Any], dict[str, int]]:
    """Read a whole backup; return its head and the number of its rows. Nothing of a damaged one is restored."""
    digest, head, last = hashlib.sha256(), None, b""
    for line in _lines(path):
        if head is None:
            head = _head(line, path)
        digest.update(last)
        last = line
    try:
        end = json.loads(last)
        is_whole = end["sha256"] == digest.hexdigest()
    except (ValueError, KeyError, TypeError):
        is_whole = False
    if head is None or not is_whole:
        raise StoreError(f"The backup {path} is damaged or incomplete; nothing has changed.")
    return head, end["rows"]


def _head(line: bytes, path: Path) -> dict[str, Any]:
    try:
        head: dict[str, Any] = json.loads(line)
        kind, format, revision = head["kind"], head["format"], head["revision"]
    except (ValueError, KeyError, TypeError):
        kind = None
    if kind != KIND:
        raise StoreError(f"{path} is not a backup of matches.")
    if format != formats.BACKUP or revision not in revisions():
        made = head.get("version", "another one")
        raise StoreError(f"The backup {path} was made by a later version ({made}); this version cannot read it.")
    return head


def _batches(path: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the rows of a backup, some of one table at a time."""
    lines = map(json.loads, _lines(path))
    for table, rows in groupby((line for line in lines if isinstance(line, list)), key=itemgetter(0)):
        while batch := [row for _, row in islice(rows, BATCH_SIZE)]:
            yield table, batch


def _reset_tables(connection: Connection, revision: str, replace: bool) -> None:
    """Bring a database to an earlier state: the tables of a revision, with nothing in them."""
    there = inspect(connection).get_table_names()
    if "matches" in there:
        tables, has = _reflected(connection), []
        for name, one, several in (("matches", "match", "matches"), ("libraries", "library", "libraries")):
            count = (
                connection.execute(select(func.count()).select_from(tables[name])).scalar_one() if name in tables else 0
            )
            has += [f"{count} {one if count == 1 else several}"] if count else []
        if has and not replace:
            what = " and ".join(has)
            raise StoreError(f"The database has {what}; --replace puts those of the backup in their place.")
        found = MetaData()
        beside = ("workers", "leases", "presence", "commitments", "keys", "alembic_version")  # of earlier versions, too
        known = [name for name in (*TABLES, *beside) if name in there]
        found.reflect(connection, only=known)
        found.drop_all(connection)
    migrate(connection, revision)
