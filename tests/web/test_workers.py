"""A server of several workers on PostgreSQL."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from battlewright.client import Client
from tests.databases import Postgres
from tests.web.conftest import NewServer
from tests.web.faults import Player
from tests.web.play import play, play_both
from tests.web.server import Server


def workers_of(server: Server) -> list[int]:
    """The processes of a server's workers."""
    assert server.process is not None
    main = server.process.pid
    return [int(each) for each in Path(f"/proc/{main}/task/{main}/children").read_text().split()]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    """A server of two workers; those that are killed are started anew."""
    database = postgres.new_database()
    server = Server(
        tmp_path_factory.mktemp("workers"), database, "--workers", "2", "--limit", "new_matches=1000"
    ).start()
    yield server
    server.stop()
    postgres.use_again(database)


def wait_for_both(server: Server) -> set[str]:
    """Wait until both workers are ready; return their names."""
    late = time.monotonic() + 60
    while time.monotonic() < late:
        answers = [httpx.get(f"{server.url}/healthz", timeout=30).json() for _ in range(20)]
        ready = {answer["worker"] for answer in answers if answer["status"] == "ready"}
        if len(ready) == 2:
            return ready
        time.sleep(0.1)
    raise AssertionError("the workers are not ready")


def client_of(server: Server, worker: str) -> Client:
    """A client whose requests all come to one worker: it keeps its connection."""
    for _ in range(200):
        client = Client(server.url)
        if client.health()["worker"] == worker:
            return client
        client.close()
    raise AssertionError(f"no connection came to {worker}")


def test_people_play_each_other_through_different_workers(server: Server) -> None:
    clients = [client_of(server, worker) for worker in sorted(wait_for_both(server))]
    for first, second in (clients, clients[::-1]):
        one = first.new_match("formations", players={"a": "person", "b": "person"})
        other = second.join(one.id, "b", one.invitations["b"], "Ben")
        over = play_both(one, other)
        assert over["state"] == "over"
        assert other.news(0, "")["news"] == one.news(0, "")["news"]
        assert first.match(one.id).replay() == second.match(one.id).replay()
    passed = [client.request("GET", "/metrics") for client in clients]
    assert all("battlewright_passed_on_total 0.0" not in text for text in passed)
    for client in clients:
        assert client.health()["worker"], "the connection was kept"
        client.close()


def test_what_is_passed_on_is_as_if_it_came_directly(server: Server) -> None:
    one, other = (client_of(server, worker) for worker in sorted(wait_for_both(server)))
    match = one.new_match("skirmish", public=True, commitment=other.commitment())
    assert match.id in [each["id"] for each in other.matches()]
    path = f"{server.url}/api/matches/{match.id}"
    for client in (one, other):
        send = client._http.request
        headers = {"authorization": f"Bearer {match.token}"}
        cookie = {"cookie": f"seat={match.token}"}
        assert send("GET", path, headers=headers).json()["you"] == "a"
        assert send("GET", path, headers=cookie).json()["you"] == "a"
        assert send("GET", path).json()["you"] == "spectator"
        assert send("GET", f"{path}/news?since=99999").status_code == 400
        assert send("GET", f"{path}/news?since=x").status_code == 422
        assert send("POST", f"{path}/commands", json={"kind": "resign"}).status_code == 401
        assert send("POST", f"{path}/commands", json={}, headers=headers).status_code == 422
        assert send("POST", f"{path}/commands", json={}, headers={"origin": "https://evil.example"}).status_code == 403
        answer = send("GET", f"{path}/replay")
        assert answer.headers["content-disposition"].startswith("attachment")
        assert answer.headers["content-security-policy"]
        missing = send("GET", f"{server.url}/api/matches/{'x' * 22}")
        assert (missing.status_code, "no such match" in missing.json()["error"]) == (404, True)
    seen = [play(client.match(match.id, "a", match.token), most=3) for client in (one, other)]
    assert [entry["number"] for news in seen[-1] for entry in news["news"]] == list(range(seen[-1][-1]["number"]))
    for client in (one, other):
        client.close()


def kill_often(server: Server, kills: int, seed: int) -> None:
    """Kill one worker or the other at random moments of matches; the server starts it anew."""
    wait_for_both(server)
    chance = random.Random(seed)
    those = (("formations", "random"), ("heroes", "greedy"), ("skirmish", "search:20ms"), ("heroes", "random"))
    players = [Player(server.url, system, seed + place, bot) for place, (system, bot) in enumerate(those)]
    for player in players:
        player.start()
    for _ in range(kills):
        time.sleep(chance.uniform(0.1, 1.0))
        os.kill(chance.choice(workers_of(server)), signal.SIGKILL)
        wait_for_both(server)
    for player in players:
        player.enough.set()
    with Client(server.url) as client:
        assert sum(player.check(client) for player in players) > kills


def test_a_worker_that_is_killed_loses_no_choice_and_doubles_none(server: Server) -> None:
    kill_often(server, 2, 1)


@pytest.mark.nightly
def test_workers_that_are_killed_fifty_times_lose_no_choice_and_double_none(server: Server) -> None:
    kill_often(server, 50, 2)


def test_a_worker_that_stands_still_loses_its_matches_and_drops_them_when_it_is_back(server: Server) -> None:
    one, other = (client_of(server, worker) for worker in sorted(wait_for_both(server)))
    match = one.new_match("skirmish")
    play(other.match(match.id, "a", match.token), most=2)
    process = next(each for each in workers_of(server) if _home_of(server, each) == one.health()["worker"])
    os.kill(process, signal.SIGSTOP)
    try:
        late, elsewhere = time.monotonic() + 30, other.match(match.id, "a", match.token)
        news = None
        while news is None and time.monotonic() < late:
            try:
                news = other._http.get(f"/api/matches/{match.id}/news", timeout=1.0).json()
            except httpx.TimeoutException:
                continue
        line = elsewhere.news(0)["offers"][0]["choice"]
        number = elsewhere.choose(line)
    finally:
        os.kill(process, signal.SIGCONT)
    time.sleep(2.5)
    assert one.match(match.id).news(0, "")["number"] == number
    for client in (one, other):
        client.close()


def _home_of(server: Server, process: int) -> str:
    """The name of the worker that a process is, as it is told on its standard input."""
    address = next(
        line.split()[-1]
        for line in Path(f"/proc/{process}/net/unix").read_text().splitlines()
        if line.split()[6] in _sockets(process) and "battlewright-" in line
    )
    names = wait_for_both(server)
    return next(name for name in names if name.rpartition("-")[2] == Path(address).name)


def _sockets(process: int) -> set[str]:
    found = set()
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            target = str(file.readlink())
            if target.startswith("socket:["):
                found.add(target[8:-1])
    return found


def test_workers_end_with_the_server(new_server: NewServer, postgres: Postgres) -> None:
    server = new_server(postgres.new_database(), "--workers", "2")
    workers = workers_of(server)
    assert len(workers) == 2
    server.kill()
    late = time.monotonic() + 20
    while any(_lives(each) for each in workers) and time.monotonic() < late:
        time.sleep(0.05)
    assert not any(_lives(each) for each in workers)


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_bots_of_a_killed_worker_go_on_though_nobody_looks(server: Server) -> None:
    wait_for_both(server)
    with Client(server.url) as client:
        players = {"a": "search:20ms", "b": "search:20ms"}
        watched = [client.new_match("skirmish", players=players, watch=True, public=True) for _ in range(2)]
    for process in workers_of(server):
        os.kill(process, signal.SIGKILL)
    wait_for_both(server)
    with Client(server.url) as client:
        before = {each["id"]: each["number"] for each in client.matches()}
        late = time.monotonic() + 30
        while time.monotonic() < late:
            later = {each["id"]: each["number"] for each in client.matches()}
            if all(later[match.id] > before[match.id] for match in watched):
                return
            time.sleep(0.2)
    raise AssertionError("the bots stand still")
