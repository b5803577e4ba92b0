"""Databases and backups of earlier versions are read, and their matches go on."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from battlewright.play.log import restored
from battlewright.store.backup import restore
from battlewright.store.store import Store
from tests.formats import FACTS, FIRST, facts_of, follows_todays_rules


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    """A store on the database of a server of an earlier version."""
    file = tmp_path / "matches.db"
    file.write_bytes(gzip.decompress((FIRST / "matches.db.gz").read_bytes()))
    store = Store(f"sqlite:///{file}")
    yield store
    store.close()


def check_matches(store: Store) -> None:
    """Check that a store has all matches of the facts, and that they go on."""
    for id, facts in FACTS["matches"].items():
        row, log, keys = store.load(id)
        found: dict[str, Any] = {"system": row.system, "title": row.title, "status": str(row.state.status)}
        found |= {"number": row.state.number, "seats": {seat.seat: seat.player for seat in row.seats}}
        assert found | {"keys": len(keys)} == {name: facts[name] for name in (*found, "keys")}
        if follows_todays_rules(row.system):
            match = restored(row.head, log, systems.load, id)
            assert facts_of(match).items() <= facts.items()
            assert (match.request.kind if match.request else None) == facts["request"]


def test_a_database_of_an_earlier_version_is_read(kept: Store) -> None:
    check_matches(kept)


def test_a_backup_of_an_earlier_version_is_restored(database: str) -> None:
    report = restore(FIRST / "matches.backup", database)
    assert report.matches == len(FACTS["matches"])
    store = Store(database)
    check_matches(store)
    store.close()
