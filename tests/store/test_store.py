"""What a store keeps, on each kind of database."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any

import orjson
import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, literal_column, select, text

from battlewright.engine.chain import canonical
from battlewright.engine.errors import LogError, NoSuchMatch, NotKept, StoreError, WriteConflict
from battlewright.store.schema import Status, chat_lines, commands, commitments, entries, matches, seats
from battlewright.store.store import ChatRow, SeatRow, State, Store, now, text_of
from battlewright.store.writer import Work
from tests.store.matches import lines, new_row


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def count(store: Store, table: object) -> int:
    with store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()  # type: ignore[arg-type]


def test_what_is_created_is_loaded_as_it_was(store: Store) -> None:
    row = new_row(title="Ann against Ben", is_public=True, state=State(Status.RUNNING, 2, is_pending=True, due=7))
    store.create(row, lines(0, 2)).result(10)
    assert store.load(row.id) == (row, lines(0, 2), {})
    with pytest.raises(NoSuchMatch, match="no such match"):
        store.load("nobody")


def test_entries_the_state_and_the_key_of_a_command_are_kept_together(store: Store) -> None:
    row = new_row()
    store.create(row).result(10)
    store.append(row.id, 0, lines(0, 2), State(Status.RUNNING, 2, is_pending=True), ("a", "k1")).result(10)
    over = State(Status.OVER, 3, "Ann wins.", "a", revision=1)
    store.append(row.id, 2, lines(2), over, ("a", "k2")).result(10)
    again, log, keys = store.load(row.id)
    assert again.state == replace(over, revision=2)
    assert again.changed >= row.created
    assert log == lines(0, 3)
    assert keys == {("a", "k1"): 2, ("a", "k2"): 3}


def test_a_number_that_is_written_already_is_refused_and_nothing_of_it_is_kept(store: Store) -> None:
    row = new_row()
    store.create(row, lines(0, 2)).result(10)
    before = store.load(row.id)
    with pytest.raises(WriteConflict, match="Others changed the match at the same moment"):
        store.append(row.id, 1, lines(1, 2), State(Status.RUNNING, 3), ("a", "k")).result(10)
    assert store.load(row.id) == before


def test_a_key_that_is_written_already_is_refused_with_its_entries(store: Store) -> None:
    row = new_row()
    store.create(row).result(10)
    store.append(row.id, 0, lines(0), State(Status.RUNNING, 1), ("a", "k")).result(10)
    with pytest.raises(WriteConflict):
        store.append(row.id, 1, lines(1), State(Status.RUNNING, 2, revision=1), ("a", "k")).result(10)
    store.append(row.id, 1, lines(1), State(Status.RUNNING, 2, revision=1), ("b", "k")).result(10)
    assert store.load(row.id)[2] == {("a", "k"): 1, ("b", "k"): 2}


def test_nothing_belongs_to_a_match_that_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError):
        store.append("nobody", 0, lines(0), State(Status.RUNNING, 1)).result(10)
    assert count(store, entries) == 0


def test_a_seat_is_taken_and_the_last_one_begins_the_match(store: Store) -> None:
    row = new_row(Status.WAITING)
    row.seats[1] = SeatRow("b", "person", invitation="hash")
    store.create(row).result(10)
    taken = SeatRow("b", "person", "Ben", None, "token", "theirs")
    begun: dict[str, Any] = {
        "head": {"secret": "01"},
        "terms": {"dice": "server"},
        "title": "Red Hall against the Foxes",
    }
    state = State(Status.RUNNING, 1, is_pending=True)
    store.take_seat(replace(row, state=state, **begun), taken, (0, lines(0))).result(10)
    again = store.load(row.id)[0]
    assert again.seats[1] == taken
    assert {name: getattr(again, name) for name in begun} == begun
    assert again.size == len(orjson.dumps([again.head, again.terms, *lines(0)]))
    assert again.state == State(Status.RUNNING, 1, is_pending=True, revision=1)
    assert store.load(row.id)[1] == lines(0)


def test_a_match_is_removed_with_all_that_belongs_to_it(store: Store) -> None:
    rows = [new_row() for _ in range(3)]
    for row in rows:
        store.create(row).result(10)
        store.append(row.id, 0, lines(0), State(Status.RUNNING, 1), ("a", "k")).result(10)
        store.add_chat(row.id, ChatRow(0, "a", "Good luck", now())).result(10)
    store.remove_old(now() + 1, rows[0].id, rows[1].id).result(10)
    assert [count(store, table) for table in (matches, seats, entries, commands, chat_lines)] == [1, 2, 1, 1, 1]
    assert store.load(rows[2].id)[1] == lines(0)


def test_lines_of_chat_are_kept_beside_the_log_each_number_once(store: Store) -> None:
    row, other = new_row(), new_row()
    for each in (row, other):
        store.create(each, lines(0)).result(10)
    said = [ChatRow(0, "a", "Good luck \U0001f3b2", 7), ChatRow(1, "b", "„Merci“ <b>", 8)]
    for line in said:
        store.add_chat(row.id, line).result(10)
    with pytest.raises(WriteConflict):
        store.add_chat(row.id, ChatRow(1, "a", "too late", 9)).result(10)
    assert (store.chat(row.id), store.chat(other.id)) == (said, [])
    assert store.load(row.id) == (row, lines(0), {})
    with pytest.raises(StoreError):
        store.add_chat("nobody", said[0]).result(10)


def test_public_matches_are_listed_the_last_changed_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [new_row(title=str(place), is_public=place != 1) for place in range(4)]
    for place, row in enumerate(rows):
        store.create(row).result(10)
        with store.engine.begin() as connection:
            connection.execute(matches.update().where(matches.c.id == row.id).values(changed=100 + place))
    assert [each.title for each in store.listed()] == ["3", "2", "0"]
    assert [each.title for each in store.listed(before=103)] == ["2", "0"]
    assert store.listed(status="over") == []
    assert store.listed(system="heroes") == []
    monkeypatch.setattr("battlewright.store.store.MOST_LISTED", 1)
    assert [each.title for each in store.listed()] == ["3"]


def test_what_is_due_is_claimed_for_a_time(store: Store) -> None:
    long_ago, later = store.now() - 1000, store.now() + 60_000
    states = [
        State(Status.RUNNING, is_pending=True, due=long_ago),
        State(Status.RUNNING, due=long_ago - 5),
        State(Status.RUNNING, due=later),
        State(Status.RUNNING, due=long_ago, claimed=later),
        State(Status.RUNNING, due=long_ago + 5, claimed=long_ago),
        State(Status.RUNNING),
        State(Status.WAITING),
        State(Status.OVER, result="Done."),
    ]
    rows = [new_row(state=state) for state in states]
    for row in rows:
        store.create(row).result(10)
    first, second, last = (rows[place].id for place in (1, 0, 4))
    assert store.claim_due(1) == [first]
    assert sorted(store.claim_due(9)) == sorted([second, last])
    assert store.claim_due(9) == []
    store.claim_again([first, second], None)
    assert sorted(store.claim_due(9)) == sorted([first, second])
    store.claim_again([last], -1)
    assert store.claim_due(9) == [last]


def test_time_is_that_of_the_database(store: Store) -> None:
    assert abs(store.now() - now()) < 1000, "they are one machine"
    store._clock = literal_column(f"{now() + 7_000_000}")
    store.set_clock()
    assert 6_990_000 < store.now() - now() < 7_010_000


def together(store: Store, submit: list[object]) -> list[Future[None]]:
    """Let several pieces of work come in while the writer is busy, so that one commit has them all."""
    held, may_go = threading.Event(), threading.Event()
    write = store.writer._write

    def wait(work: object) -> list[Work]:
        held.set()
        may_go.wait(10)
        store.writer._write = write  # type: ignore[method-assign]
        return write(work)  # type: ignore[arg-type]

    store.writer._write = wait  # type: ignore[method-assign,assignment]
    first = store.create(new_row())
    held.wait(10)
    futures = [each() for each in submit]  # type: ignore[operator]
    may_go.set()
    first.result(10)
    return futures


def test_what_comes_in_together_is_committed_together(store: Store) -> None:
    rows = [new_row() for _ in range(50)]
    before = store.writer.commits
    for done in together(store, [lambda row=row: store.create(row, lines(0, 2)) for row in rows]):
        done.result(10)
    assert store.writer.commits == before + 2
    assert count(store, matches) == 51
    assert all(store.load(row.id)[1] == lines(0, 2) for row in rows)


def test_one_commit_may_move_a_match_on_twice_and_others_once(store: Store) -> None:
    twice, once = new_row(), new_row()
    for row in (twice, once):
        store.create(row).result(10)
    last = State(Status.OVER, 2, "Ann's side wins.", "a", revision=1)
    first, other = State(Status.RUNNING, 1, is_pending=True, due=7), State(Status.RUNNING, 1, due=9, claimed=11)
    submit = [
        lambda: store.append(twice.id, 0, lines(0), first),
        lambda: store.append(once.id, 0, lines(0), other),
        lambda: store.append(twice.id, 1, lines(1), last),
    ]
    before = store.writer.commits
    for done in together(store, submit):  # type: ignore[arg-type]
        done.result(10)
    assert store.writer.commits == before + 2
    assert store.load(twice.id)[0].state == replace(last, revision=2)
    assert store.load(once.id)[0].state == replace(other, revision=1)


def test_one_that_fails_does_not_spoil_the_others(store: Store) -> None:
    row = new_row()
    store.create(row).result(10)
    others = [new_row() for _ in range(3)]

    def append(number: int, key: str) -> Future[None]:
        return store.append(
            row.id, number, lines(number), State(Status.RUNNING, number + 1, revision=number), ("a", key)
        )

    work = [lambda: append(0, "one"), lambda: store.create(others[0]), lambda: append(0, "two")]
    work += [lambda: store.create(others[1]), lambda: append(1, "three"), lambda: store.create(others[2])]
    futures = together(store, work)  # type: ignore[arg-type]
    assert [type(each.exception(10)) for each in futures] == [type(None)] * 2 + [WriteConflict] + [type(None)] * 3
    assert store.load(row.id)[1:] == (lines(0, 2), {("a", "one"): 1, ("a", "three"): 2})
    assert count(store, matches) == 5


def test_what_was_submitted_is_written_before_the_store_closes(database: str) -> None:
    store, rows = Store(database), [new_row() for _ in range(600)]
    futures = [store.create(row) for row in rows]
    store.close()
    assert all(future.done() for future in futures)
    with pytest.raises(StoreError, match="closed"):
        store.create(new_row())
    again = Store(database)
    assert count(again, matches) == 600
    again.close()


def test_a_connection_that_is_in_use_while_the_store_closes_is_closed_after_its_use(database: str) -> None:
    store = Store(database)
    with store.engine.connect() as connection:
        used = connection.connection.dbapi_connection
        store.close()
        assert connection.execute(text("SELECT 1")).scalar() == 1
    with pytest.raises((psycopg.OperationalError, sqlite3.ProgrammingError), match="closed"):
        used.cursor().execute("SELECT 1")  # type: ignore[union-attr]


def test_a_store_writes_to_the_disk_at_each_commit(store: Store) -> None:
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "sqlite":
            pragmas = ("PRAGMA synchronous", "PRAGMA journal_mode", "PRAGMA foreign_keys")
            assert [connection.execute(text(each)).scalar() for each in pragmas] == [2, "wal", 1]
        else:
            asked = ("SHOW fsync", "SHOW synchronous_commit")
            assert [connection.execute(text(each)).scalar() for each in asked] == ["on", "on"]


def test_a_seat_is_taken_once(store: Store) -> None:
    row = new_row(Status.WAITING)
    row.seats[1] = SeatRow("b", "person", invitation="hash")
    store.create(row).result(10)
    first, second = (SeatRow("b", "person", name, None, name) for name in ("Ben", "Bea"))
    store.take_seat(replace(row, head={"secret": "01"}, state=State(Status.RUNNING)), first, (0, [])).result(10)
    for seen in (0, 1):
        late = replace(row, head={"secret": "02"}, state=State(Status.RUNNING, revision=seen))
        with pytest.raises(WriteConflict):
            store.take_seat(late, second, (0, [])).result(10)
    again = store.load(row.id)[0]
    assert (again.seats[1], again.head) == (first, {"secret": "01"})


def test_the_writer_goes_on_when_nobody_waits_for_its_work_any_more(store: Store) -> None:
    row, other = new_row(), new_row()

    def cancel() -> Future[None]:
        future = store.create(row)
        assert future.cancel()
        return future

    futures = together(store, [cancel, lambda: store.create(other)])
    futures[1].result(10)
    with pytest.raises(NoSuchMatch):
        store.load(row.id)


def test_what_a_database_cannot_keep_is_no_fault_of_the_database(store: Store) -> None:
    row = new_row(title="with \0")
    if store.engine.dialect.name == "sqlite":  # takes anything
        assert store.listed(status="with \0") == []
        return
    with pytest.raises(NotKept, match=r"cannot store this .*NUL"):
        store.create(row).result(10)
    row = new_row()
    row.seats[0].name = "with \0"
    with pytest.raises(NotKept, match=r"cannot store this .*NUL"):
        store.create(row).result(10)
    with pytest.raises(NotKept):
        store.listed(status="with \0")


def test_what_is_written_in_one_commit_is_loaded_as_it_was(store: Store) -> None:
    titles = ("", 'Ann\'s "match"', "back\\slash \\u0000 {%s}", "é — 龍 😀", "\t\n\x7f\x01")
    rows = [new_row(title=title, is_public=bool(place % 2)) for place, title in enumerate(titles)]
    odd = [{"number": 0, "kind": "edit", "seat": "a", "line": title, "drawn": 2**40} for title in titles]
    made = [partial(store.create, row, [line]) for row, line in zip(rows, odd, strict=True)]
    futures = together(store, [*made])
    for future, row, line in zip(futures, rows, odd, strict=True):
        future.result(10)
        assert store.load(row.id) == (row, [line], {})


@given(
    st.dictionaries(
        st.text(),
        st.text() | st.characters(max_codepoint=0x7F) | st.integers(-(2**63), 2**63) | st.lists(st.integers(0, 99)),
    )
)
def test_an_entry_is_written_as_its_chain_has_it(line: dict[str, object]) -> None:
    assert text_of(line) == canonical(line)


def test_a_commitment_is_used_once_and_lapses(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save_commitment("told", bytes(range(32))).result(10)
    assert store.committed_secret("other") is None
    assert store.committed_secret("told") == bytes(range(32))
    made = [store.create(new_row(), commitment="told") for _ in range(2)]
    errors = [future.exception(10) for future in made]
    assert sorted(map(str, map(type, filter(None, errors)))) == [str(WriteConflict)]
    assert count(store, matches) == 1, "nothing of the second match is written"
    assert store.committed_secret("told") is None
    store.save_commitment("old", bytes(32)).result(10)
    monkeypatch.setattr("battlewright.store.store.COMMITMENT_LIFETIME", -1000)
    assert store.committed_secret("old") is None
    store.save_commitment("new", bytes(32)).result(10)
    assert count(store, commitments) == 1, "what has lapsed is dropped"


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("DELETE FROM entries WHERE number >= 2", "8 of its 10 entries are missing, from number 2 on"),
        ("DELETE FROM entries WHERE number = 4", "1 of its 10 entries are missing, from number 4 on"),
        ("DELETE FROM entries", "10 of its 10 entries are missing, from number 0 on"),
        ("UPDATE matches SET number = 6", "it has entries beyond number 5, its last one"),
        ("UPDATE entries SET line = '{' WHERE number = 3", "a part of it cannot be read"),
        ("UPDATE matches SET head = '{'", "a part of it cannot be read"),
    ],
)
def test_a_log_that_is_not_whole_is_refused_and_left_as_it_is(store: Store, damage: str, sentence: str) -> None:
    row, other = new_row(), new_row()
    store.create(row, lines(0, 2)).result(10)
    store.append(row.id, 2, lines(2, 8), State(Status.RUNNING, 10)).result(10)
    store.create(other, lines(0, 2)).result(10)
    column = "id" if "matches" in damage else "match"
    where = "AND" if "WHERE" in damage else "WHERE"
    with store.engine.begin() as connection:
        connection.execute(text(f"{damage} {where} {column} = '{row.id}'"))
    left = count(store, entries)
    with pytest.raises(LogError, match=f"The log of match {row.id} is damaged: {sentence}. It was not changed"):
        store.load(row.id)
    assert count(store, entries) == left
    assert store.load(other.id)[1] == lines(0, 2)


def test_a_match_is_loaded_as_it_is_at_one_moment_while_another_writes_to_it(store: Store) -> None:
    row = new_row()
    store.create(row).result(10)
    ended = threading.Event()

    def write() -> None:
        for number in range(300):
            state = State(Status.RUNNING, number + 1, revision=number)
            store.append(row.id, number, lines(number), state, ("a", f"k{number}")).result(10)
        ended.set()

    writing = threading.Thread(target=write)
    writing.start()
    loads = 0
    while not ended.is_set() or loads == 0:
        found, log, keys = store.load(row.id)
        assert found.state.number == len(log) == len(keys)
        loads += 1
    writing.join(30)
    assert loads > 3
