"""The one writer of a process: all work that is waiting is committed in one batch.

A commit waits for the disk, and that takes longer than anything else a match does. So all work that arrives during one
commit goes into the next.

Any process may write to any match. Work says at which revision it has seen the match's row; where another process has
moved the row on since, the work is left out of the batch and fails with ``WriteConflict``.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Dialect, Engine, Executable
from sqlalchemy.exc import SQLAlchemyError

from battlewright.engine.errors import StoreError, WriteConflict
from battlewright.store.database import from_database

MAX_BATCH = 256
"""The most pieces of work in one commit."""

LOCKED = {
    "sqlite": "SELECT id, revision FROM matches WHERE id IN (SELECT value FROM json_each(?))",
    "postgresql": "SELECT id, revision FROM matches WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE",
}
"""The revisions of some matches, whose rows then stay as they are until the commit; SQLite has one writer at a time.
They are locked in order, so that no two processes wait for each other, and a line of chat may come meanwhile."""

MOVED_ON = "match_id"
"""The parameter of a statement that moves matches on: which one."""

NUL = rb"\u0000"
"""What PostgreSQL cannot have in a text: in JSON it would say so less clearly."""

Rows = Sequence[dict[str, Any]]
Statement = tuple[Executable, Rows, bool]


@dataclass
class Work:
    """Statements that belong together, each with its rows: all of them are committed, or none."""

    match: str | None = None
    """The match whose row it moves on; None where it moves none."""
    seen: int = 0
    """The revision of that row that the work was made from."""
    statements: list[Statement] = field(default_factory=list)
    done: Future[None] = field(default_factory=Future)

    def add(self, statement: Executable, *rows: dict[str, Any], must_change: bool = False) -> Work:
        """Add a statement; return the work. ``must_change``: where it changes no row, another process was faster, and
        none of the work is written."""
        if rows:
            self.statements.append((statement, rows, must_change))
        return self


class _Text(NamedTuple):
    """A statement as the database takes it."""

    of_rows: str
    """For each of its rows."""
    names: list[str] | None
    """The order of the values of a row, where they have no names in the statement."""
    of_json: str | None
    """For all rows at once, as JSON: PostgreSQL and its driver then do a fraction of the work."""


class Writer:
    """A thread that commits what is given to it, in the order in which it comes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._texts: dict[Executable, _Text] = {}
        self.notify: Callable[[Callable[[], None]], object] = lambda end: end()
        """Calls the function that completes all futures of a commit; a server does so on its event loop."""
        self.tell: Callable[[list[str]], None] | None = None
        """Tells other processes which matches were changed, after the commit."""
        self.commits = 0
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> Future[None]:
        """Write something; the future is done once it is committed, or fails with a ``StoreError``."""
        if not self._thread.is_alive():
            raise StoreError("The store is closed.")
        self._queue.put(work)
        return work.done

    def close(self) -> None:
        """Commit what is waiting, and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch, is_open = self._next()
            if batch:
                self._commit(batch)

    def _next(self) -> tuple[list[Work], bool]:
        """Wait for work; return it with all that has come in meanwhile, and whether there may be more."""
        batch: list[Work] = []
        work = self._queue.get()
        while work is not None:
            if work.done.set_running_or_notify_cancel():
                batch.append(work)
            if len(batch) == MAX_BATCH:
                break
            try:
                work = self._queue.get_nowait()
            except queue.Empty:
                break
        return batch, work is not None

    def _commit(self, batch: list[Work]) -> None:
        """Commit a batch; where that fails, each piece by itself, so that one cannot spoil another."""
        try:
            written = self._write(batch)
        except (SQLAlchemyError, StoreError) as error:
            if len(batch) == 1:
                self._end(batch, from_database(error))
                return
            for work in batch:
                self._commit([work])
            return
        except BaseException as error:
            self._end(batch, error)
            return
        self.commits += 1
        self._end(written)
        if len(written) < len(batch):
            right = {id(work) for work in written}
            self._end([work for work in batch if id(work) not in right], WriteConflict())
        changed = sorted({work.match for work in written if work.match is not None})
        if self.tell is not None and changed:
            self.tell(changed)

    def _end(self, batch: list[Work], error: BaseException | None = None) -> None:
        """Complete the futures of some work."""
        if not batch:
            return

        def end() -> None:
            for work in batch:
                if error is None:
                    work.done.set_result(None)
                else:
                    work.done.set_exception(error)

        with suppress(RuntimeError):  # the server has ended meanwhile
            self.notify(end)

    def _execute(self, connection: Connection, statement: Executable, rows: Rows) -> None:
        """Carry out a statement for many rows. The rows go to the database driver as they are: they have all the
        statement's values, of types that it takes."""
        text = self._texts.get(statement)
        if text is None:
            text = self._texts[statement] = _text_of(statement, self._engine.dialect)
        if len(rows) > 1 and text.of_json is not None:
            given = orjson.dumps(_one_each(rows) if MOVED_ON in rows[0] else rows)
            if NUL not in given:
                connection.exec_driver_sql(text.of_json, (given.decode(),))
                return
        values = list(rows) if text.names is None else [tuple(map(row.__getitem__, text.names)) for row in rows]
        connection.exec_driver_sql(text.of_rows, values)

    def _write(self, batch: list[Work]) -> list[Work]:
        """Write a batch in one transaction, apart from what was made from an older revision of its match than the
        database has; return what is written."""
        with self._engine.begin() as connection:
            written = self._still_right(connection, batch)
            for statement, rows, must_change in _merged(written):
                if not must_change:
                    self._execute(connection, statement, rows)
                    continue
                for row in rows:
                    if connection.execute(statement, row).rowcount != 1:
                        raise WriteConflict
        return written

    def _still_right(self, connection: Connection, batch: list[Work]) -> list[Work]:
        """Return the work whose match is as it was when the work was made."""
        ids = sorted({work.match for work in batch if work.match is not None})
        if not ids:
            return batch
        dialect = connection.dialect.name
        given = orjson.dumps(ids).decode() if dialect == "sqlite" else ids
        found = connection.exec_driver_sql(LOCKED[dialect], (given,))
        revisions: dict[str, int] = {row[0]: row[1] for row in found}
        right = []
        for work in batch:
            if work.match is None:
                right.append(work)
            elif revisions.get(work.match) == work.seen:
                right.append(work)
                revisions[work.match] = work.seen + 1
        return right


def _text_of(statement: Any, dialect: Dialect) -> _Text:
    compiled = statement.compile(dialect=dialect)
    return _Text(str(compiled), compiled.positiontup, _of_json(statement, compiled.params, dialect))


def _of_json(statement: Any, parameters: Iterable[str], dialect: Dialect) -> str | None:
    """Return the text of a statement for all its rows at once; None where there is none."""
    if dialect.name != "postgresql" or not statement.is_dml:
        return None
    quote = dialect.identifier_preparer.quote
    table = quote(statement.table.name)
    given = f"json_populate_recordset(NULL::{table}, %s)"
    if statement.is_insert:
        names = ", ".join(map(quote, statement.table.columns.keys()))
        return f"INSERT INTO {table} ({names}) SELECT {names} FROM {given}"
    if not statement.is_update or MOVED_ON not in parameters:
        return None
    changed = [quote(name) for name in parameters if name != MOVED_ON]
    values = ", ".join(
        [*(f"{name} = given.{name}" for name in changed), f"revision = {table}.revision + given.revision"]
    )
    return f"UPDATE {table} SET {values} FROM {given} AS given WHERE {table}.id = given.id"


def _one_each(rows: Rows) -> list[dict[str, Any]]:
    """Return the rows that move matches on as one for each match: its last, with how often the match is moved on."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        id = row[MOVED_ON]
        found[id] = {**row, "id": id, "revision": 1 + (found[id]["revision"] if id in found else 0)}
    return [*found.values()]


def _merged(batch: list[Work]) -> list[Statement]:
    """Return the statements in an order that keeps that of each piece of work, those that are the same as one."""
    if len(batch) == 1:
        return batch[0].statements
    merged: dict[tuple[int, int], tuple[Executable, list[dict[str, Any]], bool]] = {}
    for work in batch:
        for place, (statement, rows, must_change) in enumerate(work.statements):
            merged.setdefault((place, id(statement)), (statement, [], must_change))[1].extend(rows)
    return [merged[key] for key in sorted(merged, key=itemgetter(0))]
