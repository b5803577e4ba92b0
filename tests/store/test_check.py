"""What was changed in a database behind the server's back is found: when a match is loaded, and by a check of all."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, text, update

from battlewright.engine.chain import canonical, last_link, links
from battlewright.engine.errors import LogError, StoreError
from battlewright.engine.signature import SigningKey, key_of
from battlewright.store.backup import backup, restore
from battlewright.store.check import check
from battlewright.store.database import connect, migrate
from battlewright.store.schema import LINK, Status, chat_lines, entries, matches, seats
from battlewright.store.store import ChatRow, MatchRow, SeatRow, State, Store
from tests.formats import FACTS, FIRST
from tests.store.matches import new_row

HEAD: dict[str, Any] = {
    "format": 1,
    "system": "pig",
    "players": {"a": "person", "b": "greedy"},
    "secret": "ab" * 32,
    "added": ["a=mine"],
    "seed": None,
    "setup": {"goal": 20},
}
LINES: list[dict[str, Any]] = [
    {"kind": "choice", "seat": "a", "line": "roll", "drawn": 2},
    {"kind": "roll", "seat": "", "faces": [3]},
    {"kind": "choice", "seat": "a", "line": "roll"},
    {"kind": "claim", "seat": "a", "faces": [4]},
    {"kind": "agree", "seat": "b"},
    {"kind": "typed", "seat": "a", "faces": [4]},
    {"kind": "edit", "seat": "master", "line": "SCORE value=4"},
    {"kind": "ask", "seat": "a", "to": 2},
    {"kind": "agree", "seat": "b"},
    {"kind": "undo", "seat": "a", "to": 2},
    {"kind": "epoch", "seat": "", "to": 1},
    {"kind": "resign", "seat": "b"},
]
for _number, _line in enumerate(LINES):
    _line["number"] = _number


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return key_of(tmp_path / "server.key")


@pytest.fixture
def store(database: str, key: SigningKey) -> Iterator[Store]:
    opened = Store(database, key)
    yield opened
    opened.close()


def begun(store: Store, **head: Any) -> MatchRow:
    """A match with its first entries."""
    row = new_row()
    row.head = {**HEAD, **head}
    store.create(row, LINES[:2]).result(10)
    return row


def played(store: Store, is_over: bool = True) -> MatchRow:
    """A match with all entries, written in three commits."""
    row = begun(store)
    for first, last in ((2, 7), (7, 12)):
        ends = is_over and last == 12
        before, status = row.state, Status.OVER if ends else Status.RUNNING
        state = State(status, last, chain=before.chain, revision=before.revision)
        store.append(row.id, first, LINES[first:last], state).result(10)
        row.state = replace(state, revision=before.revision + 1)
    return row


def behind_its_back(store: Store, work: Callable[[Connection], object]) -> None:
    with store.engine.begin() as connection:
        work(connection)


def write_line(store: Store, id: str, number: int, line: dict[str, Any]) -> None:
    of_entry = (entries.c.match == id) & (entries.c.number == number)
    behind_its_back(store, lambda each: each.execute(update(entries).where(of_entry).values(line=json.dumps(line))))


def change_row(store: Store, id: str, **values: Any) -> None:
    behind_its_back(store, lambda each: each.execute(update(matches).where(matches.c.id == id).values(**values)))


def refused(store: Store, id: str) -> str:
    """What is said of a match that cannot be loaded; a check says the same of it, and of it alone."""
    whole = played(store)
    with pytest.raises(LogError, match=f"The log of match {id} is damaged: ") as error:
        store.load(id)
    found = check(store.engine.url.render_as_string(hide_password=False))
    assert found.damage == [(id, str(error.value))]
    assert store.load(whole.id)[1] == LINES, "the others go on"
    return str(error.value)


# What is written


@pytest.mark.parametrize("is_over", [True, False])
def test_the_chain_of_a_match_goes_on_with_each_commit(store: Store, key: SigningKey, is_over: bool) -> None:
    row = played(store, is_over)
    again, lines, _ = store.load(row.id)
    assert (again.state, lines) == (row.state, LINES)
    assert again.state.chain == last_link(HEAD, LINES)
    assert again.state.sealed == (key.sign(again.state.chain) if is_over else None)
    with store.engine.connect() as connection:
        linked = connection.execute(select(entries.c.link).where(entries.c.match == row.id).order_by(entries.c.number))
        assert [link for (link,) in linked] == [link[:LINK] for link in links(map(canonical, LINES), last_link(HEAD))]


def test_a_match_that_begins_with_its_last_seat_has_a_chain_of_the_head_it_begins_with(store: Store) -> None:
    row = new_row(Status.WAITING)
    row.head = {**HEAD, "added": []}
    row.seats.append(SeatRow("c", "person", invitation="hash"))
    store.create(row, LINES[:2]).result(10)  # those of a battle that it goes on with
    state = State(Status.RUNNING, 5, chain=last_link(HEAD, LINES[:2]))
    begun = replace(row, head=HEAD, state=state)
    store.take_seat(begun, SeatRow("c", "person", "Ben", None, "t", "v"), (2, LINES[2:5])).result(10)
    again, lines, _ = store.load(row.id)
    assert (again.state.chain, lines) == (last_link(HEAD, LINES[:5]), LINES[:5])


def test_what_was_uploaded_is_not_signed(store: Store) -> None:
    row = new_row(Status.OVER)
    row.head = {**HEAD, "replay": "the text of a battle"}
    store.create(row, LINES).result(10)
    assert row.state.chain is not None
    assert row.state.sealed is None
    change_row(store, row.id, head=json.dumps({**HEAD, "replay": "the text of another battle"}))
    assert "its head or one of its entries up to number 0 was changed" in refused(store, row.id)


# What is found


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_changed_entry_of_every_kind_is_named(store: Store, number: int) -> None:
    row = played(store, is_over=False)
    line = {**LINES[number], "seat": "other"}
    write_line(store, row.id, number, line)
    assert f"entry {number} was changed" in refused(store, row.id) or number == 0


@pytest.mark.parametrize(
    ("number", "name", "value"),
    [
        (0, "line", "hold"),
        (0, "drawn", 3),
        (1, "faces", [6]),
        (5, "faces", [6]),
        (6, "line", "SCORE value=9"),
        (9, "to", 0),
    ],
)
def test_a_forged_choice_die_edit_or_undo_is_found(store: Store, number: int, name: str, value: object) -> None:
    row = played(store)
    write_line(store, row.id, number, {**LINES[number], name: value})
    assert "was changed" in refused(store, row.id)


def test_an_entry_that_was_taken_out_is_found_though_the_others_moved_up(store: Store) -> None:
    row = played(store)
    of_match = entries.c.match == row.id

    def take_out(connection: Connection) -> None:
        connection.execute(delete(entries).where(of_match, entries.c.number == 5))
        for number in range(6, len(LINES)):
            line = json.dumps({**LINES[number], "number": number - 1})
            moved = update(entries).where(of_match, entries.c.number == number)
            connection.execute(moved.values(number=number - 1, line=line))

    behind_its_back(store, take_out)
    change_row(store, row.id, number=len(LINES) - 1)
    assert "entry 5 was changed" in refused(store, row.id)


def test_an_entry_that_was_taken_off_the_end_is_found(store: Store) -> None:
    row = played(store)
    behind_its_back(store, lambda each: each.execute(delete(entries).where(entries.c.number == 11)))
    change_row(store, row.id, number=11)
    assert "the last link of its chain is not the one that follows from its entries" in refused(store, row.id)


def test_entries_that_changed_places_are_found(store: Store) -> None:
    row = played(store)
    write_line(store, row.id, 3, {**LINES[5], "number": 3})
    write_line(store, row.id, 5, {**LINES[3], "number": 5})
    assert "entry 3 was changed" in refused(store, row.id)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("secret", "ac" * 32),
        ("added", ["a=yours"]),
        ("players", {}),
        ("setup", {"goal": 3}),
        ("seed", 7),
        ("system", "x"),
    ],
)
def test_a_changed_head_is_found(store: Store, name: str, value: object) -> None:
    row = played(store)
    change_row(store, row.id, head=json.dumps({**HEAD, name: value}))
    assert "its head or one of its entries up to number 0 was changed" in refused(store, row.id)


@pytest.mark.parametrize("head", ["", "[]", "nothing", '{"secret": "xx"}'])
def test_a_head_that_cannot_be_read_is_found(store: Store, head: str) -> None:
    row = played(store)
    change_row(store, row.id, head=head)
    assert "a part of it cannot be read" in refused(store, row.id)


def test_links_that_were_computed_anew_do_not_help_without_the_last_one(store: Store) -> None:
    row = played(store)
    lines = [*LINES[:5], {**LINES[5], "faces": [6]}, *LINES[6:]]
    _write_anew(store, row.id, lines)
    assert "the last link of its chain" in refused(store, row.id)


def _write_anew(store: Store, id: str, lines: list[dict[str, Any]]) -> None:
    for number, (line, link) in enumerate(zip(lines, links(map(canonical, lines), last_link(HEAD)), strict=True)):
        write_line(store, id, number, line)
        behind_its_back(
            store,
            lambda each, number=number, link=link: each.execute(  # type: ignore[misc]
                update(entries).where(entries.c.match == id, entries.c.number == number).values(link=link[:LINK])
            ),
        )


def test_a_finished_match_that_was_forged_with_its_whole_chain_has_no_signature(
    store: Store, key: SigningKey, tmp_path: Path
) -> None:
    row = played(store)
    lines = [*LINES[:5], {**LINES[5], "faces": [6]}, *LINES[6:]]
    _write_anew(store, row.id, lines)
    chain = last_link(HEAD, lines)
    change_row(store, row.id, chain=chain)
    assert "its signature is not one over this log" in refused(store, row.id)
    change_row(store, row.id, signature=None)
    assert store.load(row.id)[0].state.sealed is None, "it can only lose its signature, or get that of another key"
    own = key_of(tmp_path / "forger.key").sign(chain)
    change_row(store, row.id, signature=own.signature, signed_by=own.key)
    url = store.engine.url.render_as_string(hide_password=False)
    assert check(url).signed[own.key] == 1
    ((id, sentence),) = check(url, [key.public]).damage
    assert id == row.id
    assert f"signed with the key {own.key}, which is none of those named" in sentence


def test_what_is_about_persons_can_be_removed(store: Store) -> None:
    row = played(store)
    store.add_chat(row.id, ChatRow(0, "a", "My address is …", 1)).result(10)

    def forget(connection: Connection) -> None:
        connection.execute(update(seats).values(name="", token=None, value=None))
        connection.execute(delete(chat_lines))
        connection.execute(update(matches).values(title=""))

    behind_its_back(store, forget)
    assert store.load(row.id)[1] == LINES
    assert check(store.engine.url.render_as_string(hide_password=False)).damage == []


# A whole database


def test_a_check_counts_what_it_finds(store: Store, database: str, key: SigningKey) -> None:
    rows = [played(store) for _ in range(60)] + [begun(store) for _ in range(5)]
    seen: list[tuple[int, int]] = []
    found = check(database, [key.public], lambda *done: seen.append(done))
    assert (found.matches, found.entries, found.finished) == (65, 60 * 12 + 10, 60)
    assert (found.signed, found.damage) == ({key.public: 60}, [])
    assert seen[0] == (0, 65)
    assert seen[-1] == (65, 65)
    assert "all logs are whole" in " ".join(found.sentences())
    change_row(store, rows[0].id, chain=None)
    found = check(database)
    assert [id for id, _ in found.damage] == [rows[0].id]
    assert "it has no chain" in found.damage[0][1]
    assert "all logs are whole" not in " ".join(found.sentences())
    assert found.as_data()["damage"][0]["match"] == rows[0].id


def test_a_check_changes_nothing(store: Store, database: str) -> None:
    played(store)
    before = _everything(store)
    check(database)
    assert _everything(store) == before


def _everything(store: Store) -> list[Any]:
    with store.engine.connect() as connection:
        return [connection.execute(select(table)).all() for table in (matches, entries, seats)]


def test_ctrl_c_ends_a_check_with_what_is_done(store: Store, database: str) -> None:
    for _ in range(60):
        begun(store)

    def interrupt(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    found = check(database, progress=interrupt)
    assert (found.matches, found.is_interrupted) == (50, True)
    assert "whole" not in " ".join(found.sentences())


def test_a_database_of_another_version_or_none_is_refused_and_left_as_it_is(database: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        check(f"sqlite:///{tmp_path / 'none.db'}")
    engine = connect(database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE other (id INTEGER)"))
    with pytest.raises(StoreError, match="This is not a database of matches"):
        check(database)
    with engine.begin() as connection:
        migrate(connection, "0005")
    with pytest.raises(StoreError, match=r"another version \(revision 0005\); a server of this version brings them up"):
        check(database)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0005"
    engine.dispose()


def test_a_damaged_file_of_sqlite_is_found(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    store = Store(f"sqlite:///{file}")
    for _ in range(40):
        played(store)
    store.close()
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + bytes(range(256)) * 96 + whole[8192 + 256 * 96 :])
    ((id, sentence),) = check(f"sqlite:///{file}").damage
    assert id == ""
    assert f"The database {file} is damaged" in sentence


# Databases of earlier versions


def test_matches_of_an_earlier_version_get_their_chains_and_no_signatures(tmp_path: Path, key: SigningKey) -> None:
    file = tmp_path / "matches.db"
    file.write_bytes(gzip.decompress((FIRST / "matches.db.gz").read_bytes()))
    store = Store(f"sqlite:///{file}", key)
    found = check(f"sqlite:///{file}")
    assert (found.matches, found.damage, found.signed) == (len(FACTS["matches"]), [], {})
    for id in FACTS["matches"]:
        row, lines, _ = store.load(id)
        assert row.state.chain == last_link(row.head, lines)
    running = next(id for id, facts in FACTS["matches"].items() if facts["status"] == "running" and facts["number"] > 3)
    row, lines, _ = store.load(running)
    more = {"number": len(lines), "kind": "offer", "seat": "a"}
    state = State(Status.RUNNING, len(lines) + 1, chain=row.state.chain)
    store.append(running, len(lines), [more], state).result(10)
    assert store.load(running)[1] == [*lines, more], "the chain goes on"
    write_line(store, running, 2, {**lines[2], "seat": "other"})
    with pytest.raises(LogError, match=f"its head or one of its entries up to number {len(lines)} was changed"):
        store.load(running)
    store.close()


def test_a_match_that_was_damaged_before_it_had_a_chain_does_not_stop_the_others(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    file.write_bytes(gzip.decompress((FIRST / "matches.db.gz").read_bytes()))
    engine = connect(f"sqlite:///{file}")
    one, other, *_ = FACTS["matches"]
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM entries WHERE match = :id AND number = 1"), {"id": one})
        connection.execute(text("UPDATE matches SET head = 'nothing' WHERE id = :id"), {"id": other})
    engine.dispose()
    Store(f"sqlite:///{file}").close()
    found = check(f"sqlite:///{file}")
    assert {id for id, _ in found.damage} == {one, other}


def test_a_backup_keeps_chains_and_signatures(store: Store, database: str, key: SigningKey, tmp_path: Path) -> None:
    row = played(store)
    backup(database, tmp_path / "kept")
    url = f"sqlite:///{tmp_path / 'again.db'}"
    restore(tmp_path / "kept", url)
    assert check(url, [key.public]).signed == {key.public: 1}
    again = Store(url)
    assert again.load(row.id)[0].state == row.state
    again.close()
