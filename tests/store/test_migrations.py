"""Databases of other versions, damaged ones, and ones that are not there."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from battlewright.engine.errors import StoreError
from battlewright.store.backup import backup, restore
from battlewright.store.database import connect, migrate, open_database
from battlewright.store.schema import Status, entries, matches, metadata, seats
from battlewright.store.store import State, Store
from tests.store.matches import lines, new_row


def test_the_tables_are_those_of_the_migrations(database: str) -> None:
    engine = open_database(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_match_of_the_first_version_goes_on(database: str) -> None:
    engine = connect(database)
    with engine.begin() as connection:
        migrate(connection, "0001")
    row = new_row()
    plain = {"id": row.id, "system": row.system, "title": "", "is_public": True, "created": 1, "changed": 1}
    state = {"status": "running", "number": 1, "is_pending": True}
    with engine.begin() as connection:
        assert "leases" not in inspect(connection).get_table_names()
        connection.execute(matches.insert(), plain | state | {"head": json.dumps(row.head), "terms": "{}"})
        connection.execute(seats.insert(), {"match": row.id, "seat": "a", "player": "person", "name": "Ann"})
        connection.execute(entries.insert(), {"match": row.id, "number": 0, "line": json.dumps(lines(0)[0]), "at": 1})
    engine.dispose()
    store = Store(database)
    again, log, _ = store.load(row.id)
    assert (again.head, again.seats[0].name, log) == (row.head, "Ann", lines(0))
    store.append(row.id, 1, lines(1), State(Status.RUNNING, 2), ("a", "k")).result(10)
    assert store.load(row.id)[1] == lines(0, 2)
    store.close()


def test_a_match_that_waited_before_its_entries_were_counted_is_loaded(database: str) -> None:
    engine = connect(database)
    with engine.begin() as connection:
        migrate(connection, "0003")
    row = new_row()
    plain = {"id": row.id, "system": row.system, "title": "", "is_public": True, "created": 1, "changed": 1}
    state = {"status": "waiting", "number": 0, "is_pending": False}
    with engine.begin() as connection:
        connection.execute(matches.insert(), plain | state | {"head": json.dumps(row.head), "terms": "{}"})
        for place, line in enumerate(lines(0, 3)):
            connection.execute(entries.insert(), {"match": row.id, "number": place, "line": json.dumps(line), "at": 1})
    engine.dispose()
    store = Store(database)
    again, log, _ = store.load(row.id)
    assert (again.state.number, log) == (3, lines(0, 3))
    store.close()


def test_a_database_of_a_later_version_is_refused(database: str) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    engine.dispose()
    with pytest.raises(StoreError, match=r"later version \(revision 0999\); this version cannot read it"):
        Store(database)


def test_a_database_is_opened_twice_at_once(database: str) -> None:
    stores = [Store(database), Store(database)]
    row = new_row()
    stores[0].create(row).result(10)
    assert stores[1].load(row.id)[0] == row
    for store in stores:
        store.close()


def _full(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    for _ in range(40):
        store.create(new_row(), lines(0, 30)).result(10)
    store.close()


@pytest.mark.parametrize("damage", ["no database", "cut off", "overwritten"])
def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "matches.db"
    _full(file)
    whole = file.read_bytes()
    assert len(whole) > 65536
    damaged = {
        "no database": b"These are not the matches you are looking for. " * 200,
        "cut off": whole[: len(whole) // 2],
        "overwritten": whole[:8192] + bytes(range(256)) * 96 + whole[8192 + 256 * 96 :],
    }[damage]
    file.write_bytes(damaged)
    with pytest.raises(StoreError, match=rf"The database {file} is damaged \(.*\); it was not changed"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == damaged


def test_a_file_that_a_crash_has_left_with_its_journal_opens(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'matches.db'}")
    row = new_row()
    store.create(row).result(10)
    for suffix in ("", "-wal"):  # as a power cut leaves them
        shutil.copy(tmp_path / f"matches.db{suffix}", tmp_path / f"left.db{suffix}")
    store.close()
    again = Store(f"sqlite:///{tmp_path / 'left.db'}")
    assert again.load(row.id)[0] == row
    again.close()


def test_a_file_that_is_locked_by_another_program_is_waited_for_and_then_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battlewright.store.database.DATABASE_TIMEOUT", 0.1)
    with closing(sqlite3.connect(tmp_path / "matches.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"cannot be opened \(database is locked"):
            Store(f"sqlite:///{tmp_path / 'matches.db'}")


def test_a_file_is_read_by_its_owner_alone_also_one_that_was_made_with_wider_rights(tmp_path: Path) -> None:
    file, before = tmp_path / "matches.db", os.umask(0)
    try:
        store = Store(f"sqlite:///{file}")
        store.create(new_row(), lines(0, 2)).result(10)
        assert rights(tmp_path) == {"matches.db": 0o600, "matches.db-wal": 0o600, "matches.db-shm": 0o600}
        store.close()
        file.chmod(0o664)
        store = Store(f"sqlite:///{file}")
        store.create(new_row(), lines(0, 2)).result(10)
        assert rights(tmp_path) == {"matches.db": 0o600, "matches.db-wal": 0o600, "matches.db-shm": 0o600}
        store.close()
        (tmp_path / "kept").write_text("an earlier backup that others may read")
        (tmp_path / "kept").chmod(0o666)
        (tmp_path / "kept.unfinished").write_text("what was left of one")
        backup(f"sqlite:///{file}", tmp_path / "kept")
        restore(tmp_path / "kept", f"sqlite:///{tmp_path / 'again.db'}")
        assert set(rights(tmp_path).values()) == {0o600}
        assert {"kept", "again.db"} <= rights(tmp_path).keys()
    finally:
        os.umask(before)


def rights(folder: Path) -> dict[str, int]:
    """The rights of the files in a folder."""
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
