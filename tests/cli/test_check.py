"""``battlewright check``: the logs of a whole database. And the key of a server, as it is named on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import update

from battlewright.engine.signature import key_of
from battlewright.store import check
from battlewright.store.schema import Status, entries
from battlewright.store.store import Store
from tests.cli.helpers import Command
from tests.store.matches import lines, new_row


@pytest.fixture
def ids(database: str, tmp_path: Path) -> list[str]:
    """Matches of a database, all of them over."""
    store = Store(database, key_of(tmp_path / "server.key"))
    rows = [new_row(Status.OVER) for _ in range(3)]
    for row in rows:
        store.create(row, lines(0, 4)).result(10)
    store.close()
    return [row.id for row in rows]


def test_a_whole_database_is_told_in_sentences_and_as_data(
    battlewright: Command, database: str, ids: list[str], tmp_path: Path
) -> None:
    key = key_of(tmp_path / "server.key").public
    done = battlewright("check", "--database", database, "--key", key)
    assert (done.code, done.err) == (0, "")
    assert "3 matches with 12 entries checked; all logs are whole." in done.out
    assert f"Signed with the key {key}: 3 of 3 finished matches." in done.out
    found = json.loads(battlewright("check", "--database", database, "--json").out)
    assert found == {
        "matches": 3, "entries": 12, "finished": 3, "signed": {key: 3}, "damage": [], "interrupted": False
    }  # fmt: skip


def test_damage_is_listed_with_exit_code_1(battlewright: Command, database: str, ids: list[str]) -> None:
    store = Store(database)
    with store.engine.begin() as connection:
        of_entry = (entries.c.match == ids[1]) & (entries.c.number == 2)
        connection.execute(update(entries).where(of_entry).values(line='{"kind":"choice","number":2,"seat":"b"}'))
    store.close()
    done = battlewright("check", "--database", database, columns=300)
    assert done.code == 1
    assert f"The log of match {ids[1]} is damaged: entry 2 was changed." in done.out
    assert "3 matches with 12 entries checked.\n" in done.out
    ran = battlewright("check", "--database", database, "--json")
    assert ran.code == 1
    assert [each["match"] for each in json.loads(ran.out)["damage"]] == [ids[1]]


def test_matches_with_another_key_are_listed(battlewright: Command, database: str, ids: list[str]) -> None:
    done = battlewright("check", "--database", database, "--key", "ab" * 32, "--json")
    assert done.code == 1
    assert {each["match"] for each in json.loads(done.out)["damage"]} == {*ids}


def test_an_interrupt_reports_what_is_done(
    battlewright: Command, database: str, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "_check_some", interrupt)
    done = battlewright("check", "--database", database, "--json")
    assert done.code == 130
    assert json.loads(done.out)["interrupted"] is True


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--database", "sqlite:///none.db"), "There is no database none.db."),
        (("--database", "nothing"), "'nothing' is not a database URL"),
        (("--key", "12"), "A public key has 64 hexadecimal digits"),
    ],
)
def test_what_cannot_be_checked_is_one_sentence(battlewright: Command, more: tuple[str, ...], sentence: str) -> None:
    done = battlewright("check", *more)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert sentence in done.err


@pytest.mark.parametrize("how", ["option", "variable"])
def test_a_server_with_a_bad_key_does_not_start(
    battlewright: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    file = tmp_path / "bad.key"
    file.write_text("not a key")
    file.chmod(0o600)
    if how == "variable":
        monkeypatch.setenv("BATTLEWRIGHT_KEY", str(file))
    named = ("--key", str(file)) if how == "option" else ()
    done = battlewright("serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'matches.db'}", *named)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"{file} is not the private key of a server" in done.err
    assert "not a key" not in done.err
