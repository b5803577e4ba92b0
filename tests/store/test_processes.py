"""Several processes that write to the same matches of a database."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from battlewright.engine.errors import WriteConflict
from battlewright.store.schema import Status
from battlewright.store.store import CLAIM, ChatRow, SeatRow, State, Store
from tests.databases import Postgres
from tests.store.matches import lines, new_row


@pytest.fixture
def stores(postgres: Postgres) -> Iterator[list[Store]]:
    """The stores of two processes."""
    url = postgres.new_database()
    found = [Store(url) for _ in range(2)]
    yield found
    for store in found:
        store.close()
    postgres.use_again(url)


def appended(store: Store, id: str, number: int, revision: int, key: str = "") -> Future[None]:
    state = State(Status.RUNNING, number + 1, revision=revision)
    return store.append(id, number, lines(number), state, ("a", key) if key else None)


def test_who_comes_too_late_is_left_out_and_what_is_written_with_it_is_not(stores: list[Store]) -> None:
    first, second = stores
    rows = [new_row() for _ in range(3)]
    for row in rows:
        first.create(row).result(10)
    appended(second, rows[1].id, 0, 0).result(10)
    before = first.writer.commits
    with second.engine.begin() as connection:  # the writer waits for this row, so the next work comes together
        connection.execute(text("SELECT id FROM matches WHERE id = :id FOR UPDATE"), {"id": rows[0].id})
        blocking = appended(first, rows[0].id, 0, 0)
        futures = [appended(first, row.id, 0, 0, "k") for row in rows[1:]]
    blocking.result(10)
    assert [type(future.exception(10)) for future in futures] == [WriteConflict, type(None)]
    assert first.writer.commits <= before + 2, "they were written together"
    assert second.load(rows[1].id)[1:] == (lines(0), {})
    assert second.load(rows[2].id)[1:] == (lines(0), {("a", "k"): 1})


def test_what_another_process_has_written_is_read_from_there_on(stores: list[Store]) -> None:
    first, second = stores
    row = new_row()
    first.create(row, lines(0, 2)).result(10)
    known = second.load(row.id)[0].state
    assert second.since(row.id, known) is None
    appended(first, row.id, 2, 0, "k").result(10)
    appended(first, row.id, 3, 1).result(10)
    assert second.revisions([row.id, "nobody"]) == {row.id: 2}
    found = second.since(row.id, known)
    assert found is not None
    assert (found[0].state.number, found[1:]) == (4, (lines(2, 2), {("a", "k"): 3}))


def test_the_two_last_seats_are_taken_one_after_the_other(stores: list[Store]) -> None:
    row = new_row(Status.WAITING)
    row.seats = [SeatRow(seat, "person", invitation="hash") for seat in "ab"]
    stores[0].create(row).result(10)
    taken = [
        store.take_seat(row, SeatRow(seat, "person", seat, None, seat))
        for store, seat in zip(stores, "ab", strict=True)
    ]
    errors = [future.exception(10) for future in taken]
    assert sorted(type(each).__name__ for each in errors) == ["NoneType", "WriteConflict"]
    late = next(place for place, error in enumerate(errors) if error is not None)
    begun = replace(row, head={"secret": "01"}, state=State(Status.RUNNING, 1, revision=1))
    stores[late].take_seat(begun, SeatRow("ab"[late], "person", "late", None, "late"), (0, lines(0))).result(10)
    again = stores[0].load(row.id)[0]
    assert all(seat.invitation is None for seat in again.seats)
    assert (again.head, again.state.status, again.state.revision) == ({"secret": "01"}, Status.RUNNING, 2)


def test_of_two_rematches_one_is_written(stores: list[Store]) -> None:
    row = new_row(Status.OVER)
    stores[0].create(row).result(10)
    rows = [new_row(Status.WAITING) for _ in stores]
    made = [
        store.create(each, instead=(row.id, 0, {"rematch": each.id})) for store, each in zip(stores, rows, strict=True)
    ]
    written = [each.id for each, future in zip(rows, made, strict=True) if future.exception(10) is None]
    assert len(written) == 1
    assert stores[0].load(row.id)[0].terms == {"rematch": written[0]}
    assert stores[1].revisions([each.id for each in rows]) == {written[0]: 0}


def test_processes_that_write_to_the_same_matches_at_once_lose_and_double_nothing(stores: list[Store]) -> None:
    rows = [new_row() for _ in range(8)]
    for row in rows:
        stores[0].create(row).result(10)
    won: list[tuple[str, int]] = []

    def write(store: Store, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(40):
            meant = chance.sample(rows, 5)
            known = store.revisions([row.id for row in meant])
            futures = [(row.id, known[row.id], appended(store, row.id, known[row.id], known[row.id])) for row in meant]
            said = store.add_chat(chance.choice(rows).id, ChatRow(chance.randrange(10**6), "a", "hello", 1))
            for id, number, future in futures:
                error = future.exception(30)
                assert error is None or isinstance(error, WriteConflict), error
                if error is None:
                    won.append((id, number))
            said.exception(30)

    threads = [threading.Thread(target=write, args=(store, place)) for place, store in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(won) == len({*won})
    for row in rows:
        numbers = [line["number"] for line in stores[0].load(row.id)[1]]
        assert numbers == sorted(number for id, number in won if id == row.id) == [*range(len(numbers))]


def test_what_is_due_is_claimed_by_one_process_and_not_waited_for(stores: list[Store]) -> None:
    first, second = stores
    rows = [new_row(state=State(Status.RUNNING, due=first.now() - 10)) for _ in range(4)]
    for row in rows:
        first.create(row).result(10)
    with second.engine.begin() as connection:
        locked = "SELECT id FROM matches WHERE id = :id FOR UPDATE"
        connection.execute(text(locked), {"id": rows[0].id})
        assert sorted(first.claim_due(9)) == sorted(row.id for row in rows[1:])
    assert second.claim_due(9) == [rows[0].id]
    assert first.claim_due(9) == []
    assert CLAIM - 1000 < first.load(rows[1].id)[0].state.claimed - first.now() <= CLAIM  # type: ignore[operator]


def test_who_is_there_through_other_processes_is_forgotten_after_a_while(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = stores
    row, other = new_row(), new_row()
    for each in (row, other):
        first.create(each).result(10)
    first.save_presence("one", {row.id: {"a": 1, "spectator": 2}, other.id: {}, "gone": {"a": 1}})
    second.save_presence("two", {row.id: {"spectator": 1}})
    assert second.presence("two", [row.id, other.id]) == {row.id: {"a": 1, "spectator": 2}, other.id: {}}
    assert first.presence("three", [row.id])[row.id] == {"a": 1, "spectator": 3}
    first.save_presence("one", {row.id: {}})
    assert first.presence("three", [row.id])[row.id] == {"spectator": 1}
    monkeypatch.setattr("battlewright.store.store.PRESENT", -1000)
    first.save_presence("one", {row.id: {"a": 1}})
    assert first.presence("three", [row.id])[row.id] == {"spectator": 1}


LOOK = """
import sys
from sqlalchemy import text
from battlewright.store.database import opened, transaction
with opened(sys.argv[1]) as engine, transaction(engine) as connection:
    print(connection.execute(text("SELECT count(*) FROM matches")).scalar_one())
"""


def test_a_process_that_looks_into_a_file_in_use_loses_nothing_of_it(tmp_path: Path) -> None:
    """SQLite's last process deletes the log of a file: nobody may take itself for the last while another one writes."""
    url = f"sqlite:///{tmp_path / 'matches.db'}"
    store = Store(url)

    def seen() -> int:
        return int(subprocess.run([sys.executable, "-c", LOOK, url], check=True, capture_output=True).stdout)

    for count in (1, 2):
        store.create(new_row()).result(10)
        with store.engine.connect(), store.engine.connect(), store.engine.connect():
            pass  # more connections of the pool
        assert seen() == count
    store.close()
    assert seen() == 2
