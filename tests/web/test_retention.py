"""Old matches leave a server."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from battlewright.store.schema import Status, matches
from battlewright.store.store import State, Store, now
from battlewright.web.lobby import DAY, Lobby
from battlewright.web.requests import NewMatch
from tests.store.matches import lines, new_row
from tests.web.conftest import NewServer
from tests.web.test_lobby import created, fail, in_lobby, until

DAYS = round(1000 * DAY)


def fill(store: Store) -> None:
    """Keep matches of all kinds, most of them unchanged for eight days."""
    kept = {
        "over": State(Status.OVER, 1, "Done."),
        "left": State(Status.RUNNING, 1),
        "never begun": State(Status.WAITING),
        "of a slow player": State(Status.RUNNING, 1, due=now() + DAYS),
        "young": State(Status.OVER, 1, "Done."),
    }
    rows = [new_row(title=title, is_public=True, state=state) for title, state in kept.items()]
    rows += [new_row(state=State(Status.OVER, 1)) for _ in range(150)]
    for done in [store.create(row, lines(0, row.state.number)) for row in rows]:
        done.result(10)
    with store.engine.begin() as connection:
        connection.execute(matches.update().values(changed=now() - 8 * DAYS))
        connection.execute(matches.update().where(matches.c.title == "young").values(changed=now() - 6 * DAYS))


def titles(store: Store) -> list[str]:
    return sorted(each.title for each in store.listed())


def test_matches_that_nobody_changed_for_days_are_removed(database: str) -> None:
    async def work(lobby: Lobby) -> None:
        await asyncio.to_thread(fill, lobby.store)
        removing = asyncio.create_task(lobby.remove_old(7 * DAY))
        await until(lambda: titles(lobby.store) == ["of a slow player", "young"])
        await until(lambda: lobby.store.old(now() - 7 * DAYS) == [])
        removing.cancel()

    in_lobby(database, work)


def test_a_match_that_somebody_looks_at_stays(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(lobby: Lobby) -> None:
        rooms = [(await created(lobby, NewMatch(system="formations", public=True))).room for _ in range(2)]
        await until(lambda: not any(room.is_pending for room in rooms))
        rooms[0].watchers.add(lambda: None)
        with lobby.store.engine.begin() as connection:
            connection.execute(matches.update().values(changed=now() - 8 * DAYS))
        with monkeypatch.context() as patch:
            fail(lobby.store, patch, "remove_old")
            removing = asyncio.create_task(lobby.remove_old(7 * DAY, every=0.1))
            await asyncio.sleep(0.2)
        await until(lambda: len(titles(lobby.store)) == 1)
        removing.cancel()
        assert rooms[1].is_dropped
        assert not rooms[0].is_dropped
        assert [each.id for each in lobby.store.listed()] == [rooms[0].id]

    in_lobby(database, work)


def test_a_server_removes_old_matches_if_it_is_told_to(new_server: NewServer, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    store = Store(url)
    fill(store)
    new_server(url, "--keep-days", "7")
    late = time.monotonic() + 20
    while len(titles(store)) > 2 and time.monotonic() < late:
        time.sleep(0.05)
    assert titles(store) == ["of a slow player", "young"]
    store.close()
