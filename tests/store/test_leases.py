"""Which worker a match is at home with."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import update

from battlewright.engine.errors import NoSuchMatch, WriteConflict
from battlewright.store.leases import Leases, Worker
from battlewright.store.schema import Status, workers
from battlewright.store.store import State, Store
from tests.databases import Postgres
from tests.store.matches import lines, new_row


@pytest.fixture
def stores(postgres: Postgres) -> Iterator[list[tuple[Store, Leases]]]:
    """Two workers on one database."""
    url = postgres.new_database()
    found = []
    for name in ("one", "two"):
        store = Store(url)
        leases = Leases(store.engine, Worker(name, f"/tmp/{name}"))
        leases.heartbeat()
        store.worker, store.writer.fence = name, leases.fence
        found.append((store, leases))
    yield found
    for store, _ in found:
        store.close()
    postgres.use_again(url)


def lose(store: Store, worker: str) -> None:
    """Let a worker give no sign of life for long."""
    with store.engine.begin() as connection:
        connection.execute(update(workers).where(workers.c.id == worker).values(seen=5))


def test_a_match_is_at_home_where_it_was_made(stores: list[tuple[Store, Leases]]) -> None:
    (store, one), (_, two) = stores
    row = new_row()
    store.create(row).result(10)
    assert one.owner(row.id) == two.owner(row.id) == one.worker
    assert one.claim(row.id)
    assert not two.claim(row.id)
    assert one.heartbeat() == {row.id}
    assert two.heartbeat() == set()


def test_there_is_no_lease_of_a_match_that_is_not_there(stores: list[tuple[Store, Leases]]) -> None:
    (_, one), _ = stores
    assert one.owner("nobody") is None
    with pytest.raises(NoSuchMatch):
        one.claim("nobody")


@pytest.mark.parametrize("how", ["lost", "removed", "does not answer", "left"])
def test_a_match_whose_home_is_gone_is_taken_over_and_its_former_home_writes_no_more(
    stores: list[tuple[Store, Leases]], how: str
) -> None:
    (first, one), (second, two) = stores
    row = new_row()
    first.create(row, lines(0)).result(10)
    if how in ("lost", "removed"):
        lose(first, "one")
        assert two.owner(row.id) is None
    if how == "removed":
        assert two.remove_lost() == 1
    if how == "left":
        one.leave()
    assert two.claim(row.id, "one" if how == "does not answer" else None)
    assert one.owner(row.id) == two.worker
    with pytest.raises(WriteConflict):
        first.append(row.id, 1, lines(1), State(Status.RUNNING, 2)).result(10)
    assert one.heartbeat() == set()
    second.append(row.id, 1, lines(1), State(Status.RUNNING, 2)).result(10)
    assert not one.claim(row.id)


def test_a_lost_match_does_not_spoil_what_is_written_with_it(stores: list[tuple[Store, Leases]]) -> None:
    (first, _), (_, two) = stores
    rows = [new_row() for _ in range(3)]
    for row in rows:
        first.create(row).result(10)
    two.claim(rows[1].id, "one")
    futures = [first.append(row.id, 0, lines(0), State(Status.RUNNING, 1)) for row in rows]
    assert [type(future.exception(10)) for future in futures] == [type(None), WriteConflict, type(None)]


def test_whoever_takes_a_match_over_waits_for_what_its_home_is_writing(stores: list[tuple[Store, Leases]]) -> None:
    (first, one), (second, two) = stores
    row = new_row()
    first.create(row).result(10)
    done = threading.Event()

    def claim() -> None:
        two.claim(row.id, "one")
        done.set()

    with first.engine.begin() as connection:
        one.fence(connection, {row.id})
        claiming = threading.Thread(target=claim, daemon=True)
        claiming.start()
        time.sleep(0.2)
        assert not done.is_set()
    claiming.join(10)
    assert done.is_set()
    assert second.load(row.id)[0].id == row.id
    assert one.owner(row.id) == two.worker
