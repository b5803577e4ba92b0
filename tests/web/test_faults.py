"""Servers and databases that fail in the middle of matches: what was acknowledged stays, and every match goes on."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from battlewright.client import Client
from battlewright.engine.errors import ServerError
from battlewright.store.backup import backup
from tests.databases import Postgres, started
from tests.disks import small_disk
from tests.web.conftest import NewServer
from tests.web.faults import Player, check_match

THOSE = (("formations", "random"), ("heroes", "greedy"), ("skirmish", "search:10ms"))
EAGER = ("--limit", "new_matches=1000")
"""Players ask for a new match again and again while a database is away."""


def kill_often(new_server: NewServer, database: str, kills: int, seed: int) -> None:
    """Kill a server at random moments of matches, and start it again."""
    chance, server = random.Random(seed), new_server(database, *EAGER)
    players = [Player(server.url, system, seed + place, bot) for place, (system, bot) in enumerate(THOSE)]
    for player in players:
        player.start()
    for _ in range(kills):
        time.sleep(chance.uniform(0.05, 1.0))
        server.kill()
        server.start()
    for player in players:
        player.enough.set()
    with Client(server.url) as client:
        assert sum(player.check(client) for player in players) > kills


def test_a_server_that_is_killed_loses_no_choice_and_doubles_none(new_server: NewServer, database: str) -> None:
    kill_often(new_server, database, 2, 1)


@pytest.mark.nightly
def test_a_server_that_is_killed_fifty_times_loses_no_choice_and_doubles_none(
    new_server: NewServer, database: str
) -> None:
    kill_often(new_server, database, 50, 2)


# A match that is damaged


def test_a_match_whose_log_was_shortened_is_refused_and_the_others_go_on(new_server: NewServer, tmp_path: Path) -> None:
    server = new_server(None, *EAGER)
    seats: dict[str, Any] = {"players": {"a": "person", "b": "random"}, "public": True, "seconds": 3600}
    damaged, sound = (server.client.new_match("formations", **seats) for _ in range(2))
    for match in (damaged, sound):
        for _ in range(4):
            match.choose(match.news(0)["offers"][0]["choice"])
    number = sound.news(0)["number"]
    server.stop()
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as database, database:
        last = database.execute("SELECT max(number) FROM entries WHERE match = ?", (damaged.id,)).fetchone()[0]
        database.execute("DELETE FROM entries WHERE match = ? AND number > ?", (damaged.id, last - 8))
    server.start()
    with Client(server.url) as client:
        answer = httpx.get(f"{client.url}/api/matches/{damaged.id}")
        assert answer.status_code == 410
        assert f"is damaged: 8 of its {last + 1} entries are missing" in answer.json()["error"]
        again = client.match(sound.id, sound.seat, sound.token)
        assert again.news(0)["number"] == number
        again.choose(again.news(0)["offers"][0]["choice"])
        assert {row["id"] for row in client.matches()} == {damaged.id, sound.id}
    assert backup(server.database, tmp_path / "kept").matches == 2


# A full disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "small", "16m") as folder:
        yield folder


def test_a_full_disk_is_told_and_the_match_goes_on_once_there_is_room(new_server: NewServer, disk: Path) -> None:
    server = new_server(f"sqlite:///{disk / 'matches.db'}")
    client = Client(server.url, tries=1)
    match = client.new_match("skirmish")
    acknowledged: list[tuple[int, str]] = []
    _choose(match, acknowledged, 5)
    ballast = disk / "ballast"
    with ballast.open("wb") as file:
        _fill(file.fileno())
    with pytest.raises(ServerError, match="The server's disk is full") as refused:
        _choose(match, acknowledged, 200)
    assert refused.value.status == 503
    full = match.news(0, "")
    assert acknowledged
    assert acknowledged[-1][0] == full["number"], "the match is as the last acknowledged choice left it"
    with pytest.raises(ServerError, match="The server's disk is full"):
        client.new_match("skirmish", files={"mine.toml": "# " + "long " * 40_000})
    ballast.unlink()
    _choose(match, acknowledged, 10_000)
    check_match(match, acknowledged)
    client.close()


def _fill(file: int) -> None:
    """Write until nothing more fits."""
    size = 65536
    while size:
        try:
            os.write(file, bytes(size))
        except OSError:
            size //= 2


def _choose(match: Any, acknowledged: list[tuple[int, str]], most: int) -> None:
    """Make choices, as long as there are any."""
    for _ in range(most):
        news = match.news(0, "offers")
        while news["state"] == "running" and not news["offers"]:
            time.sleep(0.02)
            news = match.news(0, "offers")
        if news["state"] == "over":
            return
        line = random.Random(news["number"]).choice(news["offers"])["choice"]
        acknowledged.append((match.choose(line), line))


# A database that is away


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that a test may stop."""
    server = started()
    yield server
    server.remove()


def test_matches_go_on_when_a_database_that_was_stopped_is_back(new_server: NewServer, own_postgres: Postgres) -> None:
    server = new_server(own_postgres.new_database(), *EAGER)
    players = [Player(server.url, system, place, bot) for place, (system, bot) in enumerate(THOSE)]
    for player in players:
        player.start()
    for player in players:
        player.wait_for_a_match()
    for how in (signal.SIGINT, signal.SIGQUIT):
        time.sleep(0.5)
        own_postgres.stop(how)
        match = players[0].played[-1][0]
        answer = httpx.post(f"{server.url}/api/matches", json={"system": "formations"})
        assert answer.status_code == 503
        assert "The database does not answer" in answer.json()["error"]
        assert httpx.get(f"{server.url}/healthz").json()["status"] == "ready"
        answer = httpx.get(f"{server.url}/api/matches/{match.id}/news")
        assert answer.status_code == 200 or "The database does not answer" in answer.json()["error"]
        time.sleep(0.5)
        own_postgres.start()
    for player in players:
        player.enough.set()
    with Client(server.url) as client:
        for player in players:
            player.check(client)


def test_matches_go_on_when_a_database_that_did_not_answer_does_so_again(
    new_server: NewServer, own_postgres: Postgres
) -> None:
    server = new_server(own_postgres.new_database(), *EAGER)
    player = Player(server.url, "heroes", 1)
    player.start()
    player.wait_for_a_match()
    for _ in range(2):
        frozen = _processes(own_postgres)
        for process in frozen:
            os.kill(process, signal.SIGSTOP)
        time.sleep(2.0)
        assert httpx.get(f"{server.url}/healthz").json()["status"] == "ready"
        for process in frozen:
            os.kill(process, signal.SIGCONT)
        time.sleep(0.5)
    player.enough.set()
    with Client(server.url) as client:
        player.check(client)


def _processes(server: Postgres) -> list[int]:
    """The processes of a PostgreSQL server."""
    assert server.process is not None
    main = server.process.pid
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return [main, *map(int, children)]
