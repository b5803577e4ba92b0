"""The matches of a server inside this process: what they do after faults."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from math import inf
from pathlib import Path
from threading import current_thread
from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import delete, update

from battlewright import systems
from battlewright.answers.data import choice_data
from battlewright.engine.chain import last_link
from battlewright.engine.errors import BattlewrightError, StoreError
from battlewright.play.log import line_of
from battlewright.store.schema import Status, entries, matches
from battlewright.store.store import Store
from battlewright.web import sitting
from battlewright.web.commands import Choose
from battlewright.web.limits import Limits
from battlewright.web.lobby import Lobby, Opened
from battlewright.web.requests import NewMatch, TakeSeat
from battlewright.web.room import Room

AWAY = StoreError("The database does not answer.")


def in_lobby(database: str, work: Callable[[Lobby], Coroutine[Any, Any, Any]]) -> Any:
    """Do something in a lobby, and close it."""

    async def run() -> Any:
        lobby = Lobby(Store(database), systems.load, Limits(unwatched=inf))
        lobby.spawn(lobby.due.run())
        try:
            return await work(lobby)
        finally:
            await lobby.close()

    return asyncio.run(run())


async def created(lobby: Lobby, asked: NewMatch) -> Opened:
    """Start a match, or open it and wait for players."""
    return await lobby.open(await lobby.prepare(asked), asked)


async def until(is_so: Callable[[], Any]) -> None:
    """Wait until something is so."""
    late = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < late
        await asyncio.sleep(0.01)


async def choose(room: Room, times: int = 1) -> None:
    """Let seat a make its first choice, some times."""
    for _ in range(times):
        await until(lambda: room.match.is_over or "a" in room.match.to_act)
        seen = room.match.observe("a")
        line = str(choice_data(seen, seen.choices()[0])["choice"])
        await room.act("a", Choose(kind="choose", choice=line))


def fail(store: Store, monkeypatch: pytest.MonkeyPatch, name: str = "append") -> None:
    """Let the store fail to write, until the patch is undone."""

    def failing(*given: object, **more: object) -> Future[None]:
        future: Future[None] = Future()
        future.set_exception(AWAY)
        return future

    monkeypatch.setattr(store, name, failing)


def test_a_match_that_was_left_between_a_choice_and_its_dice_rolls_on_when_it_is_loaded(database: str) -> None:
    async def begin(lobby: Lobby) -> tuple[str, dict[str, Any], list[Any]]:
        room, *_ = await created(lobby, NewMatch(system="formations", seed=3))
        await choose(room, 6)
        await until(lambda: not room.is_pending)
        return room.id, room.row.head, [line_of(entry) for entry in room.match.log]

    id, head, log = in_lobby(database, begin)
    cut = [place for place in range(1, len(log)) if log[place]["kind"] == "roll" and log[place - 1]["seat"] == "a"][-1]
    store = Store(database)
    with store.engine.begin() as connection:
        connection.execute(delete(entries).where(entries.c.match == id, entries.c.number >= cut))
        chain = last_link(head, log[:cut])
        connection.execute(update(matches).where(matches.c.id == id).values(number=cut, is_pending=False, chain=chain))
    store.close()

    async def go_on(lobby: Lobby) -> tuple[int, list[Any]]:
        room = await lobby.room(id)
        await until(lambda: not room.is_pending)
        await until(lambda: not room.lock.locked())
        return room.match.number, (await asyncio.to_thread(lobby.store.load, id))[1]

    number, kept = in_lobby(database, go_on)
    assert number == len(kept) > cut
    assert kept[: cut + 1] == log[: cut + 1], "the dice are those that were to be rolled"


def test_a_match_on_the_clock_is_lost_in_time_though_the_server_was_down(database: str) -> None:
    async def begin(lobby: Lobby) -> str:
        asked = NewMatch(system="formations", seconds=5, players={"a": "person", "b": "person"})
        opened = await created(lobby, asked)
        room, invitations = opened.room, opened.invitations
        assert room.row.state.due is None
        await sitting.take_seat(lobby, room, "b", TakeSeat(invitation=invitations["b"]))
        await until(lambda: room.row.state.due is not None)  # once the first dice are rolled
        return room.id

    id = in_lobby(database, begin)
    store = Store(database)
    assert store.load(id)[0].state.due is not None
    with store.engine.begin() as connection:
        connection.execute(update(matches).values(due=1))
    store.close()

    async def go_on(lobby: Lobby) -> tuple[str, str]:
        await until(lambda: id in lobby.rooms and lobby.rooms[id].row.state.status == Status.OVER)
        row, log, _ = await asyncio.to_thread(lobby.store.load, id)
        return row.state.status, log[-1]["kind"]

    assert in_lobby(database, go_on) == ("over", "timeout")


def test_a_choice_that_cannot_be_written_is_not_made_and_the_match_is_loaded_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(lobby: Lobby) -> None:
        room, *_ = await created(lobby, NewMatch(system="formations"))
        await choose(room, 2)
        await until(lambda: not room.is_pending)
        number = room.match.number
        with monkeypatch.context() as patch:
            fail(lobby.store, patch)
            with pytest.raises(StoreError):
                await choose(room)
        assert room.is_dropped
        again = await lobby.room(room.id)
        assert again is not room
        assert again.match.number == number
        await choose(again)

    in_lobby(database, work)


def test_a_clock_that_cannot_be_written_down_strikes_once_the_database_is_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(lobby: Lobby) -> None:
        room, *_ = await created(lobby, NewMatch(system="formations", seconds=5).model_copy(update={"seconds": 1}))
        await until(lambda: not room.is_pending)
        with monkeypatch.context() as patch:
            fail(lobby.store, patch)
            await until(lambda: room.is_dropped)
        await until(lambda: room.id in lobby.rooms and lobby.rooms[room.id].match.is_over)
        assert lobby.rooms[room.id].match.log[-1].kind == "timeout"

    in_lobby(database, work)


def test_bots_go_on_by_themselves_once_the_database_is_back(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(lobby: Lobby) -> None:
        players = {"a": "search:10", "b": "search:10"}
        with monkeypatch.context() as patch:
            room, *_ = await created(lobby, NewMatch(system="skirmish", players=players, watch=True))
            fail(lobby.store, patch)
            load = lobby.store.load
            patch.setattr(lobby.store, "load", _away)
            await until(lambda: room.is_dropped)
            await asyncio.sleep(0.7)
            assert room.id not in lobby.rooms
            patch.setattr(lobby.store, "load", load)
        await until(lambda: room.id in lobby.rooms)
        again = lobby.rooms[room.id]
        await until(lambda: again.match.number > room.match.number)

    in_lobby(database, work)


def _away(*given: object) -> Any:
    raise AWAY


def test_a_server_that_starts_before_its_database_goes_on_with_its_matches(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begin(lobby: Lobby) -> str:
        room, *_ = await created(
            lobby, NewMatch(system="skirmish", players={"a": "search:10", "b": "search:10"}, watch=True)
        )
        return room.id

    id = in_lobby(database, begin)

    async def go_on(lobby: Lobby) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(lobby.store, "claim_due", _away)
            await asyncio.sleep(0.1)
            assert id not in lobby.rooms
        await until(lambda: id in lobby.rooms)

    in_lobby(database, go_on)


def test_a_choice_is_made_though_its_sender_has_gone(database: str) -> None:
    async def work(lobby: Lobby) -> None:
        room, *_ = await created(lobby, NewMatch(system="formations"))
        await until(lambda: not room.is_pending)
        number = room.match.number
        sent = asyncio.create_task(choose(room))
        while not room.lock.locked():
            await asyncio.sleep(0)
        sent.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sent
        await until(lambda: room.row.state.number > number)
        assert not room.is_dropped, "nobody else is thrown out"

    in_lobby(database, work)


def test_a_database_that_never_answers_is_not_waited_for(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlewright.web.waits.STORE_TIMEOUT", 0.2)

    async def work(lobby: Lobby) -> None:
        room, *_ = await created(lobby, NewMatch(system="formations"))
        await until(lambda: not room.is_pending)
        with monkeypatch.context() as patch:
            never: Future[None] = Future()
            patch.setattr(lobby.store, "append", lambda *given: never)
            with pytest.raises(StoreError, match="did not answer within"):
                await choose(room)
        assert room.is_dropped

    in_lobby(database, work)


def test_a_seat_that_cannot_be_written_is_still_to_be_taken(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(lobby: Lobby) -> None:
        asked = NewMatch(system="formations", players={"a": "person", "b": "person"})
        opened = await created(lobby, asked)
        room, invitations = opened.room, opened.invitations
        taking = TakeSeat(invitation=invitations["b"])
        with monkeypatch.context() as patch:
            fail(lobby.store, patch, "take_seat")
            with pytest.raises(BattlewrightError):
                await sitting.take_seat(lobby, room, "b", taking)
        again = await lobby.room(room.id)
        assert await sitting.take_seat(lobby, again, "b", taking)
        assert again.has_begun

    in_lobby(database, work)


@pytest.mark.parametrize("field", [{"name": "A\0"}, {"files": {"mine.toml": "\0"}}, {"options": {"\0": [1]}}])
def test_a_text_with_the_character_nul_is_refused_before_it_reaches_a_database(field: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="a text contains the character NUL"):
        NewMatch(system="skirmish", **field)


def test_compiled_rules_are_loaded_where_nobody_waits_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[tuple[Any, str]] = []
    monkeypatch.setattr("battlewright.web.lobby.ready", lambda rule: loaded.append((rule, current_thread().name)))
    asked = NewMatch(system="skirmish", players={"a": "person", "b": "greedy"})
    in_lobby(f"sqlite:///{tmp_path / 'a.db'}", lambda lobby: created(lobby, asked))
    rules = systems.load("skirmish").rules
    assert {rules.roll, rules.choose, rules.choices} <= {rule for rule, _ in loaded}
    assert all(thread.startswith("set-ups") for _, thread in loaded), "not in a turn of the event loop"
