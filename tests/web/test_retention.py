"""Old matches leave a server."""

from __future__ import annotations

import time
from pathlib import Path

from battlewright.store.schema import Status, matches
from battlewright.store.store import State, Store, now
from tests.store.matches import lines, new_row
from tests.web.conftest import NewServer

DAY = 24 * 3600 * 1000


def test_matches_that_nobody_changed_for_days_are_removed_at_the_start(new_server: NewServer, database: str) -> None:
    kept = {
        "over": State(Status.OVER, 1, "Done."),
        "left": State(Status.RUNNING, 1),
        "never begun": State(Status.WAITING),
        "of a slow player": State(Status.RUNNING, 1, due=now() + DAY),
        "young": State(Status.OVER, 1, "Done."),
    }
    store, ids = Store(database), {}
    for title, state in kept.items():
        row = new_row(title=title, is_public=True, state=state)
        store.create(row, lines(0, state.number)).result(10)
        ids[title] = row.id
    for done in [store.create(new_row(state=State(Status.OVER, 1)), lines(0)) for _ in range(150)]:
        done.result(10)
    with store.engine.begin() as connection:
        old = matches.update().where(matches.c.title != "young").values(changed=now() - 8 * DAY)
        connection.execute(old)
        connection.execute(matches.update().where(matches.c.title == "young").values(changed=now() - 6 * DAY))
    server = new_server(database, "--keep-days", "7")
    late = time.monotonic() + 20
    while len(left := [each.title for each in store.listed() if each.title]) > 2 and time.monotonic() < late:
        time.sleep(0.05)
    store.close()
    assert sorted(left) == ["of a slow player", "young"]
    assert server.client.health()["status"] == "ready"


def test_without_a_number_of_days_all_matches_are_kept(new_server: NewServer, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    store = Store(url)
    store.create(new_row(title="over", is_public=True, state=State(Status.OVER, 1)), lines(0)).result(10)
    with store.engine.begin() as connection:
        connection.execute(matches.update().values(changed=5))
    server = new_server(url)
    assert [each["title"] for each in server.client.matches()] == ["over"]
    store.close()
