"""Backups of a database, and databases from backups."""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from battlewright.engine.errors import StoreError
from battlewright.store import library
from battlewright.store.backup import backup, restore
from battlewright.store.database import connect, migrate
from battlewright.store.schema import Status
from battlewright.store.store import ChatRow, MatchRow, State, Store
from battlewright.web.security import hashed
from tests.databases import Postgres
from tests.store.matches import lines, new_row


def fill(store: Store, count: int = 3) -> list[MatchRow]:
    """Keep some matches with entries and keys."""
    rows = [new_row(title=f"Nr. {place} „eins“ \U0001f3b2", is_public=True) for place in range(count)]
    for row in rows:
        store.create(row, lines(0, 2)).result(10)
        row.state = State(Status.RUNNING, 4, is_pending=True, due=9)
        store.append(row.id, 2, lines(2, 2), row.state, ("a", "k")).result(10)
        row.state.revision, row.changed = 1, store.load(row.id)[0].changed
        store.add_chat(row.id, ChatRow(0, "a", "Good luck \U0001f3b2", 7)).result(10)
    return rows


def contents(store: Store, rows: list[MatchRow]) -> list[object]:
    return [(store.load(row.id), store.chat(row.id)) for row in rows]


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_backup_is_restored_into_either_kind_of_database(
    database: str, to: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    target = f"sqlite:///{tmp_path / 'other.db'}"
    if to == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        target = server.new_database()
    store = Store(database)
    rows = fill(store, 3)
    before = contents(store, rows)
    report = backup(database, tmp_path / "kept")
    assert (report.matches, report.entries) == (3, 12)
    assert report.size == (tmp_path / "kept").stat().st_size
    store.close()
    assert restore(tmp_path / "kept", target) == report
    again = Store(target)
    assert contents(again, rows) == before
    again.append(rows[0].id, 4, lines(4), State(Status.OVER, 5, revision=1)).result(10)
    again.close()
    assert list(tmp_path.glob("*unfinished*")) == []


def test_a_backup_is_of_one_moment_while_a_server_writes(database: str, tmp_path: Path) -> None:
    store, done = Store(database), threading.Event()
    row = fill(store, 1)[0]

    def write() -> None:
        number = 4
        while not done.is_set():
            state = State(Status.RUNNING, number + 1, revision=number - 3)
            store.append(row.id, number, lines(number), state, ("b", str(number))).result(10)
            number += 1

    writing = threading.Thread(target=write, daemon=True)
    writing.start()
    for place in range(5):
        backup(database, tmp_path / str(place))
    done.set()
    writing.join(10)
    store.close()
    for place in range(5):
        target = f"sqlite:///{tmp_path / f'{place}.db'}"
        restore(tmp_path / str(place), target)
        again = Store(target)
        kept, log, keys = again.load(row.id)
        assert len(log) == kept.state.number == max(keys.values())
        again.close()


def test_a_database_that_has_matches_is_replaced_only_if_that_is_asked_for(database: str, tmp_path: Path) -> None:
    store = Store(database)
    rows = fill(store, 1)
    backup(database, tmp_path / "kept")
    later = fill(store, 1)
    before = contents(store, rows + later)
    with pytest.raises(StoreError, match="The database has 2 matches; --replace"):
        restore(tmp_path / "kept", database)
    assert contents(store, rows + later) == before
    store.close()
    restore(tmp_path / "kept", database, replace=True)
    again = Store(database)
    assert contents(again, rows) == before[:1]
    assert len(again.listed()) == 1
    again.close()


def test_a_database_that_has_libraries_is_not_replaced_by_the_way(database: str, tmp_path: Path) -> None:
    store = Store(database)
    backup(database, tmp_path / "kept")
    library.begin(store.engine, hashed("token"), "somebody", lambda *held: None)
    store.close()
    with pytest.raises(StoreError, match="The database has 1 library; --replace"):
        restore(tmp_path / "kept", database)
    restore(tmp_path / "kept", database, replace=True)
    again = Store(database)
    assert library.held(again.engine) == (0, 0)
    again.close()


@pytest.mark.parametrize("damage", ["cut off", "flipped", "one row less", "another file", "empty", "not there"])
def test_a_damaged_backup_changes_nothing(database: str, tmp_path: Path, damage: str) -> None:
    kept, store = tmp_path / "kept", Store(database)
    fill(store, 20)
    backup(database, kept)
    store.close()
    whole = kept.read_bytes()
    rows = gzip.decompress(whole).splitlines(keepends=True)
    damaged = {
        "cut off": whole[: len(whole) // 2],
        "flipped": whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 8]) + whole[len(whole) // 2 + 1 :],
        "one row less": gzip.compress(b"".join(rows[:-2] + rows[-1:])),
        "another file": b"[weapon]\nname = 'Rifle'\n",
        "empty": b"",
    }
    sentence = r"not a backup|damaged or incomplete|cannot be read \(No such file"
    if damage == "not there":
        kept.unlink()
    else:
        kept.write_bytes(damaged[damage])
    with pytest.raises(StoreError, match=sentence):
        restore(kept, database, replace=True)
    again = Store(database)
    assert len(again.listed()) == 20
    again.close()


def test_a_restore_that_fails_in_the_middle_changes_nothing(database: str, tmp_path: Path) -> None:
    kept, store = tmp_path / "kept", Store(database)
    rows = fill(store, 2)
    before = contents(store, rows)
    store.close()
    lines_of = [{"kind": "backup of matches", "format": 1, "version": "0", "revision": "0002"}]
    lines_of.append(["seats", {"match": "nobody", "seat": "a", "player": "person", "name": ""}])  # type: ignore[arg-type]
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines_of)
    end = {"rows": {"matches": 0, "entries": 0}, "sha256": hashlib.sha256(body).hexdigest()}
    kept.write_bytes(gzip.compress(body + json.dumps(end).encode() + b"\n"))
    with pytest.raises(StoreError, match=r"cannot be restored .*; nothing has changed"):
        restore(kept, database, replace=True)
    again = Store(database)
    assert contents(again, rows) == before
    again.close()


def test_a_backup_of_an_earlier_version_is_restored_and_brought_up_to_date(database: str, tmp_path: Path) -> None:
    engine = connect(database)
    with engine.begin() as connection:
        migrate(connection, "0001")
    backup(database, tmp_path / "kept")
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0001"
    with engine.begin() as connection:
        migrate(connection)
    restore(tmp_path / "kept", database)
    with engine.connect() as connection:
        assert "presence" in inspect(connection).get_table_names()
    engine.dispose()


def test_a_backup_of_a_later_version_is_refused(database: str, tmp_path: Path) -> None:
    head = {"kind": "backup of matches", "format": 1, "version": "9.0", "revision": "0999"}
    (tmp_path / "kept").write_bytes(gzip.compress(json.dumps(head).encode() + b"\n"))
    with pytest.raises(StoreError, match=r"made by a later version \(9.0\); this version cannot read it"):
        restore(tmp_path / "kept", database)
