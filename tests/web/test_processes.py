"""Several processes of a server, with one PostgreSQL database and nothing else in common: any serves any match."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import delete, select, update

from battlewright import systems
from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import NotAllowed, Refused, ServerError
from battlewright.store.schema import matches
from battlewright.store.store import MatchRow, State, Store
from battlewright.web import sitting
from battlewright.web.limits import Limits
from battlewright.web.lobby import Lobby
from battlewright.web.peers import Peers
from battlewright.web.requests import NewMatch, TakeSeat
from tests.databases import Postgres, started
from tests.web.conftest import NewServer
from tests.web.faults import SHORT, Player
from tests.web.play import play, play_both
from tests.web.server import Server
from tests.web.test_lobby import choose, created, until

T = TypeVar("T")
ADDRESSES = ("127.0.0.1", "127.0.0.2")
EAGER = ("--limit", "new_matches=1000")
PEOPLE = {"a": "person", "b": "person"}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[list[Server]]:
    """Two servers at two addresses; they share a database, and no folder."""
    database = postgres.new_database()
    made = [Server(tmp_path_factory.mktemp("server"), database, *EAGER, host=address).start() for address in ADDRESSES]
    yield made
    for server in made:
        server.stop()
    postgres.use_again(database)


def at_once(*works: Callable[[], T]) -> list[T | Exception]:
    """Do some things at the same time; return what they return or raise."""
    found: dict[int, T | Exception] = {}
    gate = threading.Barrier(len(works))

    def do(place: int, work: Callable[[], T]) -> None:
        gate.wait(10)
        try:
            found[place] = work()
        except Exception as error:
            found[place] = error

    threads = [threading.Thread(target=do, args=each, daemon=True) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return [found[place] for place in range(len(works))]


def test_people_play_each_other_through_different_processes(servers: list[Server]) -> None:
    with Client(servers[0].url) as one, Client(servers[1].url) as other:
        match = one.new_match("formations", players=PEOPLE, public=True, commitment=other.commitment())
        theirs = other.join(match.id, "b", match.invitations["b"], "Ben")
        over = play_both(match, theirs)
        assert over["state"] == "over"
        assert theirs.news(0, "")["news"] == match.news(0, "")["news"]
        assert match.replay() == theirs.replay()
        assert match.id in [each["id"] for each in other.matches()]
        with pytest.raises(ServerError, match="no such match"):
            other.match("x" * 22).about()


def test_what_happens_at_one_process_is_heard_at_the_other_at_once(servers: list[Server]) -> None:
    with Client(servers[0].url) as one, Client(servers[1].url) as other:
        match = one.new_match("formations", players=PEOPLE)
        theirs = other.join(match.id, "b", match.invitations["b"], "Ben")
        heard: list[tuple[float, int]] = []
        people: list[Any] = []

        def listen() -> None:
            with closing(theirs.events(people=people.append)) as events, suppress(Exception):
                heard.extend((time.monotonic(), news["number"]) for news in events if news is not None)

        threading.Thread(target=listen, daemon=True).start()
        wait_for(lambda: heard and people)
        with closing(match.follow()) as following:
            next(following)
            wait_for(lambda: any(sorted(each["there"]) == ["a", "b"] for each in people))
            waits = []
            for _ in range(10):
                actor = match if "a" in match.news(0)["to_act"] else theirs
                began = time.monotonic()
                number = actor.choose(actor.news(0)["offers"][0]["choice"])
                wait_for(lambda number=number: heard[-1][1] >= number)  # type: ignore[misc]
                waits.append(heard[-1][0] - began)
            assert sorted(waits)[5] < 1.0, "not only when matches are looked at"
        match.chat("Good luck")
        theirs.chat("And to you")
        wait_for(lambda: any(len(each["chat"]) == 2 for each in people) or sum(len(e["chat"]) for e in people) == 2)
        assert [line["text"] for line in match.people()["chat"]] == ["Good luck", "And to you"]
        wait_for(lambda: people[-1]["there"] == ["b"])


def wait_for(is_so: Callable[[], Any], seconds: float = 30.0) -> None:
    late = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < late
        time.sleep(0.01)


def test_the_two_last_seats_are_taken_at_once(servers: list[Server]) -> None:
    with Client(servers[0].url) as one, Client(servers[1].url) as other:
        for _ in range(8):
            match = one.new_match("formations", players=PEOPLE, watch=True)
            wanted = ((one, "a"), (other, "b"))
            taken = at_once(*(partial(each.join, match.id, seat, match.invitations[seat]) for each, seat in wanted))
            first, second = (each for each in taken if isinstance(each, RemoteMatch))
            assert play_both(first, second, most=2)["state"] == "running"


def test_a_seat_is_taken_by_one_of_those_who_want_it_at_once(servers: list[Server]) -> None:
    with Client(servers[0].url) as one, Client(servers[1].url) as other:
        for _ in range(5):
            match = one.new_match("formations", players=PEOPLE)
            taken = at_once(*(partial(each.join, match.id, "b", match.invitations["b"]) for each in (one, other)))
            refused = [str(each) for each in taken if isinstance(each, Exception)]
            assert [("Seat b is taken" in text) for text in refused] == [True]


def test_two_rematches_at_once_are_one(servers: list[Server]) -> None:
    with Client(servers[0].url) as one, Client(servers[1].url) as other:
        for _ in range(5):
            match = one.new_match("formations", players=PEOPLE)
            theirs = other.join(match.id, "b", match.invitations["b"])
            match.command("resign")
            found = at_once(match.rematch, theirs.rematch)
            rematches = [each for each in found if isinstance(each, RemoteMatch)]
            assert len(rematches) == 2, found
            assert len({each.id for each in rematches}) == 1
            assert {each.seat for each in rematches} == {"a", "b"}
            assert rematches[0].about()["state"] == "running"


def test_choices_for_a_seat_at_once_are_made_one_after_the_other_or_refused_by_the_rules(servers: list[Server]) -> None:
    with Client(servers[0].url) as one, Client(servers[1].url) as other:
        match = one.new_match("skirmish", players=PEOPLE, options=SHORT["skirmish"])
        other.join(match.id, "b", match.invitations["b"])
        mine = [client.match(match.id, "a", match.token) for client in (one, other)]
        for _ in range(5):
            news = mine[0].news(0)
            if "a" not in news["to_act"]:
                break
            line, number = news["offers"][0]["choice"], news["number"]
            made = at_once(*(partial(each.choose, line, number=number) for each in mine))
            assert sorted(isinstance(each, int) for each in made) == [False, True], made
            assert any("The match has moved on" in str(each) for each in made)


# Processes and databases that fail


def kill_often(
    new_server: NewServer, postgres: Postgres, faults: int, seed: int, workers: tuple[str, ...] = ()
) -> None:
    """Kill processes and the database at random moments of matches that are played through all of them."""
    chance, database = random.Random(seed), postgres.new_database()
    servers = [new_server(database, *EAGER, *workers, host=address) for address in ADDRESSES]
    those = (("formations", "random"), ("heroes", "greedy"), ("skirmish", "search:20ms"), ("heroes", "random"))
    players = [Player(servers[place % 2].url, system, seed + place, bot) for place, (system, bot) in enumerate(those)]
    for player in players:
        player.start()
    for _ in range(faults):
        time.sleep(chance.uniform(0.1, 1.0))
        match chance.randrange(5):
            case 0:
                postgres.stop(chance.choice((signal.SIGINT, signal.SIGQUIT)))
                time.sleep(chance.uniform(0.0, 0.5))
                postgres.start()
            case 1:
                server = chance.choice(servers)
                processes = _processes(server)
                for process in processes:
                    os.kill(process, signal.SIGSTOP)
                time.sleep(chance.uniform(0.0, 2.0))
                for process in processes:
                    os.kill(process, signal.SIGCONT)
            case _ if workers:
                server = chance.choice(servers)
                os.kill(chance.choice(_processes(server)[1:]), signal.SIGKILL)
                wait_for(lambda server=server: len(_processes(server)) == 3)  # type: ignore[misc]
            case _:
                server = chance.choice(servers)
                server.kill()
                server.start()
    for player in players:
        player.enough.set()
    for server in servers:
        with Client(server.url) as client:
            assert sum(player.check(client) for player in players) > min(faults, 20)


def _processes(server: Server) -> list[int]:
    """A server's process and those of its workers."""
    assert server.process is not None
    main = server.process.pid
    return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that a test may stop."""
    server = started()
    yield server
    server.remove()


def test_processes_that_are_killed_lose_no_choice_and_double_none(
    new_server: NewServer, own_postgres: Postgres
) -> None:
    kill_often(new_server, own_postgres, 5, 4)


def test_workers_that_are_killed_lose_no_choice_and_double_none(new_server: NewServer, own_postgres: Postgres) -> None:
    kill_often(new_server, own_postgres, 3, 2, ("--workers", "2"))


@pytest.mark.nightly
@pytest.mark.parametrize(("seed", "workers"), [(1, ()), (3, ("--workers", "2"))])
def test_processes_that_fail_a_hundred_times_lose_no_choice_and_double_none(
    new_server: NewServer, own_postgres: Postgres, seed: int, workers: tuple[str, ...]
) -> None:
    kill_often(new_server, own_postgres, 100, seed, workers)


def test_workers_end_with_their_server(new_server: NewServer, postgres: Postgres) -> None:
    server = new_server(postgres.new_database(), "--workers", "2")
    _, *workers = _processes(server)
    assert len(workers) == 2
    server.kill()
    wait_for(lambda: not any(_lives(each) for each in workers))


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_bots_of_a_killed_process_go_on_at_another_though_nobody_looks(
    new_server: NewServer, postgres: Postgres
) -> None:
    database = postgres.new_database()
    first, second = (new_server(database, *EAGER, host=address) for address in ADDRESSES)
    with Client(first.url) as client:
        match = client.new_match("skirmish", players={"a": "person", "b": "search:300ms"})
        play(match, most=3)
        first.kill()
    with Client(second.url) as client:
        wait_for(lambda: "a" in (news := client.match(match.id).news(0, ""))["to_act"] or news["state"] == "over")
        play(client.match(match.id, "a", match.token), most=3)


# Two processes in one: what no timing of servers shows for certain


def two_lobbies(database: str, work: Callable[[Lobby, Lobby], Any]) -> Any:
    """Do something with two lobbies on one database, which hear from each other."""

    async def run() -> Any:
        lobbies = [Lobby(Store(database), systems.load, Limits(unwatched=inf)) for _ in range(2)]
        for place, lobby in enumerate(lobbies):
            lobby.peers = Peers(lobby, str(place))
        try:
            return await work(*lobbies)
        finally:
            for lobby in lobbies:
                await lobby.close()

    return asyncio.run(run())


def test_of_two_processes_that_both_let_a_bot_think_one_makes_its_choice(postgres: Postgres) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        asked = NewMatch(system="formations", players={"a": "search:30", "b": "search:30"}, watch=True)
        room = (await created(first, asked)).room
        await until(lambda: room.match.number > 3)
        other = await second.room(room.id)
        second.due.claims.add(room.id)  # as if the first one's claim had run out
        other.go_on()
        for _ in range(20):
            first.due.claims.add(room.id)
            second.due.claims.add(room.id)
            room.go_on()
            other.go_on()
            await asyncio.sleep(0.05)
        await until(lambda: room.match.is_over or not (room.is_thinking and other.is_thinking))
        for each in (room, other):
            each.close()
        _, log, _ = await asyncio.to_thread(first.store.load, room.id)
        assert [line["number"] for line in log] == [*range(len(log))]
        found = [await asyncio.to_thread(lobby.restore, room.id) for lobby in (first, second)]
        assert found[0][1].number == found[1][1].number == len(log)

    two_lobbies(postgres.new_database(), work)


def test_a_command_is_looked_at_again_where_another_process_was_faster(postgres: Postgres) -> None:
    async def work(first: Lobby, second: Lobby) -> None:
        opened = await created(first, NewMatch(system="formations", players=PEOPLE))
        room = opened.room
        other = await second.room(room.id)
        token = await sitting.take_seat(second, other, "b", TakeSeat(invitation=opened.invitations["b"]))
        assert token
        assert not room.has_begun, "the first process has not heard of it"
        await room.catch_up()
        assert room.has_begun
        for _ in range(4):  # each chooses from what it knows, which may be old
            for each in (room, other):
                if "a" in each.match.to_act:
                    with suppress(Refused, NotAllowed):
                        await choose(each)
            assert other.match.number == other.row.state.number, "it has caught up before it has refused anything"
            await room.catch_up()
            assert room.match.number == other.match.number
        assert [str(entry.kind) for entry in room.match.log] == [str(entry.kind) for entry in other.match.log]

    two_lobbies(postgres.new_database(), work)


def test_what_was_not_heard_is_seen_soon(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlewright.web.peers.LOOK_INTERVAL", 0.2)
    monkeypatch.setattr("battlewright.web.peers.Hints.send", lambda *given: None)

    async def work(first: Lobby, second: Lobby) -> None:
        room = (await created(first, NewMatch(system="formations"))).room
        other = await second.room(room.id)
        heard: list[int] = []
        other.watchers.add(lambda: heard.append(other.match.number))
        await choose(room)
        await until(lambda: heard and heard[-1] == room.match.number)
        other.watchers.clear()

    two_lobbies(postgres.new_database(), work)


# Matches that wait


def test_matches_with_clocks_do_not_fill_a_server(database: str) -> None:
    async def work() -> None:
        lobby = Lobby(Store(database), systems.load, Limits(matches=3))
        rooms = [(await created(lobby, NewMatch(system="formations", seconds=3600))).room for _ in range(6)]
        assert len(lobby.rooms) <= 3
        again = await lobby.room(rooms[0].id)
        assert again.row.state.due is not None
        await lobby.close()

    asyncio.run(work())


def test_matches_that_wait_need_no_memory_and_are_called_in_time(database: str) -> None:
    async def begin() -> str:
        lobby = Lobby(Store(database), systems.load)
        room = (await created(lobby, NewMatch(system="formations", seconds=3600))).room
        await until(lambda: not room.is_pending)
        assert room.row.state.due is not None
        assert room.is_idle, "it may leave memory while its clock runs"
        await lobby.close()
        return room.id

    id = asyncio.run(begin())
    store = Store(database)
    copies = _copies(store, id, 2_000)
    store.close()

    async def go_on() -> None:
        lobby = Lobby(Store(database), systems.load)
        lobby.spawn(lobby.due.run())
        await asyncio.sleep(1.0)
        assert not lobby.rooms
        late = copies[:30]
        with lobby.store.engine.begin() as connection:
            connection.execute(update(matches).where(matches.c.id.in_(late)).values(due=lobby.store.now() + 500))
        over = select(matches.c.id).where(matches.c.status == "over")
        began = time.monotonic()
        while len(found := lobby.store._read(over)) < len(late):
            assert time.monotonic() - began < 20
            await asyncio.sleep(0.05)
        assert {row.id for row in found} == {*late}
        assert len(lobby.rooms) == len(late)
        await lobby.close()

    asyncio.run(go_on())


def _copies(store: Store, id: str, count: int) -> list[str]:
    """Copy a match some times, with all of its log."""
    row, lines, _ = store.load(id)
    ids = [f"{place:022}" for place in range(count)]
    for new in ids:
        seats = [*row.seats]
        copy = MatchRow(new, row.system, row.head, row.terms, state=State(**vars(row.state)), seats=seats)
        store.create(copy, lines)
    store.create(MatchRow("x" * 22, row.system, {}, {})).result(60)
    with store.engine.begin() as connection:
        connection.execute(delete(matches).where(matches.c.id == "x" * 22))
    return ids
