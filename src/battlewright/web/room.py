"""A room: a match in memory, with its watchers.

Changes are serialised by ``lock``, and committed before watchers are notified. The store is authoritative: where
another process has moved the match on, the room catches up and looks again; nobody is refused before it has done so.
Where a commit fails for any other reason, the room is dropped and loaded again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import Bot, named
from battlewright.bots.random import RandomBot
from battlewright.contract.system import System
from battlewright.engine import data_types as types
from battlewright.engine.errors import BattlewrightError, Conflict, LogError, StoreError, WriteConflict
from battlewright.engine.log import EntryKind
from battlewright.engine.node import EVERYBODY, NodeKind
from battlewright.engine.observation import Observation
from battlewright.play.hidden import Hidden, hidden_in
from battlewright.play.log import follow, line_of
from battlewright.play.match import PERSON, REMOTE, Match
from battlewright.play.people import MASTER
from battlewright.play.players import own_choice
from battlewright.store.schema import Status
from battlewright.store.store import CLAIM, MatchRow, State
from battlewright.web.brings import Held
from battlewright.web.carry_out import carry_out
from battlewright.web.clock import due_at, end_time
from battlewright.web.commands import AnyCommand
from battlewright.web.models import Done
from battlewright.web.people import People
from battlewright.web.system_models import Brings
from battlewright.web.waits import in_time, written

if TYPE_CHECKING:
    from battlewright.web.lobby import Lobby
    from battlewright.web.news import MadeNews

T = TypeVar("T")

MAX_AUTO_STEPS, MAX_STEPS_ALONE = 200, 20
"""The most automatic steps (dice, quick bots) before a commit; where bots alone play."""
MOST_TRIES = 20
"""How often a command is tried again where other processes were faster."""
PAUSED = 8.0
"""The seconds of use for which bots that play alone pause for a second before they go on."""
QUICK = (RandomBot, GreedyBot)
"""The bots that choose instantly; others run in the pool."""


class Room:
    """A match in memory. It begins when all people have taken their seats."""

    def __init__(
        self, lobby: Lobby, row: MatchRow, match: Match, bots: dict[str, Bot], keys: dict[tuple[str, str], int]
    ) -> None:
        self.lobby, self.row, self.match, self.bots, self.keys = lobby, row, match, bots, keys
        self.lock = asyncio.Lock()
        self.watchers: set[Callable[[], None]] = set()
        """Callbacks, called when there is news."""
        self.entries: dict[int, types.Entry] = {}
        """A cache of the last entries as data, where they are the same for all seats."""
        self.news: dict[tuple[str | int, ...], MadeNews | asyncio.Task[MadeNews]] = {}
        """The news since the last change, by seat, number and parts: made, or on their way (``web.news``)."""
        self._hidden: Hidden | None = None
        """What is hidden since the last change; None until somebody asks."""
        self.changes = 0
        """How often watchers were notified of the match itself."""
        self.people = People(self)
        self.used = time.monotonic()
        """When somebody last looked."""
        self.is_dropped = False
        self._thinking: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def opener(self) -> str:
        """The account that opened the match, which its bots are charged to."""
        return self.row.opener or ""

    @property
    def running(self) -> Match:
        """The match. Raises ``Conflict`` where it has not begun."""
        if not self.has_begun:
            open_seats = [seat.seat for seat in self.row.seats if seat.invitation]
            raise Conflict(f"The match has not begun: seat {' and '.join(open_seats)} is still open.")
        return self.match

    @property
    def brings(self) -> Brings | None:
        """What is still to be brought to the match; None where its set-up is complete."""
        held: Held | None = self.row.terms.get("brings")
        return None if held is None else held["known"]

    @property
    def has_begun(self) -> bool:
        return self.row.state.status != Status.WAITING

    @property
    def hidden(self) -> Hidden:
        """What one seat must not see on the screen of another."""
        if self._hidden is None:
            self._hidden = hidden_in(self.match) if self.has_begun else "nothing"
        return self._hidden

    @property
    def is_idle(self) -> bool:
        """Whether it has no watchers and waits for people: their time is counted in the store."""
        return not (self.watchers or self.lock.locked() or self.is_thinking)

    @property
    def is_thinking(self) -> bool:
        """Whether bots are playing here."""
        return self._thinking is not None and not self._thinking.done()

    @property
    def waits_for_watchers(self) -> bool:
        """Whether bots alone play: the match then waits while nobody watches, unless that is never asked."""
        return len(self.bots) == len(self.match.players) > 0 and isfinite(self.lobby.limits.unwatched)

    @property
    def is_watched(self) -> bool:
        """Whether somebody watches, or has looked a moment ago."""
        return bool(self.watchers) or time.monotonic() - self.used < self.lobby.limits.unwatched

    # What seats do

    async def act(self, seat: str, command: AnyCommand, here: Sequence[str] = (), who: str = "") -> Done:
        """Apply a command of a seat at the cost of an account; return once it is committed, even if the client
        disconnects meanwhile. ``here`` are the seats at the same device."""
        return await asyncio.shield(self.lobby.spawn(self.do(seat, command, here, who)))

    async def do(self, seat: str, command: AnyCommand, here: Sequence[str] = (), who: str = "") -> Done:
        """Apply a command of a seat, as ``act`` does, without protection from cancellation."""
        done = await self.retried(lambda: self._do(seat, command, here, who))
        self.go_on()
        return done

    async def _do(self, seat: str, command: AnyCommand, here: Sequence[str], who: str) -> Done:
        key = None if command.key is None else (seat, command.key)
        if key in self.keys:
            return {"number": self.keys[key], "repeated": True}
        match = self.running
        if command.number is not None and command.number != match.number:
            raise Conflict(f"The match has moved on: you have seen {command.number}, it is at {match.number}.")
        await self.settle_and_commit(match.number, key, who, partial(carry_out, match, seat, command, here))
        return {"number": match.number, "repeated": False}

    async def retried(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something under the lock. Where another process was faster, the room catches up, and it is done again;
        so nothing is refused by what has already changed."""
        for _ in range(MOST_TRIES):
            async with self.lock:
                self._check_here()
                try:
                    return await work()
                except WriteConflict:
                    continue
                except StoreError:
                    raise
                except BattlewrightError:
                    if not await self._catch_up():
                        raise
        raise WriteConflict

    async def settle(self, who: str) -> None:
        """Roll the server's dice and let quick bots choose, until a person or a thinking bot must act: step by step, in
        turns of an account."""
        await self.lobby.turns.through(who, self._settling())

    def _settling(self, act: Callable[[], object] | None = None) -> Generator[None, None, None]:
        match = self.running
        if act is not None:
            act()
            self.bots = self.lobby.bots_now(match, self.bots)
            yield
        for _ in range(MAX_STEPS_ALONE if self.waits_for_watchers else MAX_AUTO_STEPS):
            seat = self._servers_step(match)
            if seat is None:
                return
            if not seat:
                match.roll()
            else:
                seen = match.observe(seat, with_draws=True, shares_setting=True)
                match.choose(seat, own_choice(seen, self.bots[seat].choose(seen)))
            yield

    def _servers_step(self, match: Match) -> str | None:
        """The seat of the quick bot that must choose now; empty where the server rolls; None where others act."""
        if match.is_over:
            return None
        if match.session.node.kind == NodeKind.CHANCE:
            return None if self.is_rolled_by_people() else ""
        if not self.bots:
            return None
        return next((name for name in match.to_act if isinstance(self.bots.get(name), QUICK)), None)

    def is_rolled_by_people(self) -> bool:
        """Whether the dice that are to be rolled now are physical ones: those of a side that people play."""
        match = self.running
        if match.terms.own_dice:
            return bool(match.missing)
        if self.row.terms.get("dice") != "physical":
            return False
        rolls = match.session.node.side
        people = [each for each in match.seats.all if each.side is not None and match.is_person(each.name)]
        return any(rolls in (EVERYBODY, seat.side) for seat in people)

    async def settle_and_commit(
        self,
        first: int,
        key: tuple[str, str] | None = None,
        who: str | None = None,
        act: Callable[[], object] | None = None,
    ) -> None:
        """Do what a seat does, run the automatic steps, commit the entries from ``first`` on, and notify the
        watchers."""
        match = self.running
        try:
            await self.lobby.turns.through(self.opener if who is None else who, self._settling(act))
            lines = [line_of(entry) for entry in match.log[first:]]
            state = self.state(first)
            future = self.lobby.store.append(self.id, first, lines, state, key)
        except BaseException:
            if act is None or match.number > first:  # what was refused has changed nothing
                self.lobby.forget(self)
            raise
        await self.written(future)
        self.moved_on(state)
        if key is not None:
            self.keys[key] = match.number
        self.lobby.metrics.entries.inc(len(lines))
        self.notify()

    async def written(self, future: Future[None]) -> None:
        """Wait until something is committed. Where another process was faster, load the match again; where it fails in
        any other way, drop the room: its memory differs from the store."""
        try:
            await written(future)
        except WriteConflict:
            await self._reload()
            raise
        except BaseException as error:
            self.lobby.forget(self)
            if isinstance(error, StoreError):
                self.lobby.metrics.not_written.inc()
            raise

    def moved_on(self, state: State | None = None) -> None:
        """Take over a state that was committed; None: the same one, with seats or terms that have changed."""
        self.row.state = state or self.row.state
        self.row.state.revision += 1
        if self.row.state.claimed is not None:
            self.lobby.due.claims.add(self.id)
        else:
            self.lobby.due.claims.discard(self.id)

    # What other processes do

    async def catch_up(self) -> None:
        """Take over what other processes have written. Raises ``NoSuchMatch`` where the match is gone."""
        revisions = await in_time(asyncio.to_thread(self.lobby.store.revisions, [self.id]))
        if revisions.get(self.id) != self.row.state.revision:
            async with self.lock:
                await self._catch_up()

    async def _catch_up(self) -> bool:
        """Take over what other processes have written; return whether there was anything."""
        if not self.lobby.store.is_shared or self.is_dropped:
            return False
        try:
            found = await in_time(asyncio.to_thread(self.lobby.store.since, self.id, self.row.state))
            if found is None:
                return False
            row, lines, keys = found
            if row.head != self.row.head:  # it has begun meanwhile
                await self._reload()
                return True
            follow(self.match, lines)
            self.bots = self.lobby.bots_now(self.match, self.bots)
        except LogError:  # what is in memory is not what was written
            await self._reload()
            return True
        except BaseException:
            self.lobby.forget(self)
            raise
        self.row = row
        self.keys |= keys
        self._overtaken()
        return True

    async def _reload(self) -> None:
        """Load the match again, in place."""
        try:
            found = await in_time(asyncio.to_thread(self.lobby.restore, self.id))
        except BaseException:
            self.lobby.forget(self)
            raise
        self.row, self.match, self.keys, self.bots = found
        self.entries.clear()
        self._overtaken()

    def _overtaken(self) -> None:
        """Let the process that has moved the match on do what follows."""
        self.lobby.due.claims.discard(self.id)
        self.notify()

    def state(self, first: int = 0) -> State:
        """Return the state to store, after the entries from ``first`` on."""
        match, before = self.running, self.row.state
        if match.is_over:
            assert match.result is not None
            result = match.result
            state = State(Status.OVER, match.number, result.sentence, result.winner)
            state.revision, state.chain = before.revision, before.chain
            return state
        is_pending = self.is_pending
        state = State(Status.RUNNING, match.number, is_pending=is_pending and not self.waits_for_watchers)
        state.claimed = self.lobby.store.now() + CLAIM if is_pending else None
        state.due = due_at(self, first, is_pending)
        state.revision, state.chain = before.revision, before.chain
        return state

    @property
    def is_pending(self) -> bool:
        """Whether the match waits for the server: for dice, or for a bot."""
        match = self.match
        if not self.has_begun or match.is_over:
            return False
        if match.session.node.kind == NodeKind.CHANCE:
            return not self.is_rolled_by_people()
        return bool(self.bots) and any(name in self.bots for name in match.to_act)

    # What happens by itself

    def go_on(self) -> None:
        """Let bots play, if the match waits for them, and no other process does it."""
        if not self.is_pending or self.is_dropped or self.is_thinking:
            return
        claims = self.lobby.due.claims
        if self.waits_for_watchers and self.is_watched and (self.row.state.claimed or 0) < self.lobby.store.now():
            claims.add(self.id)
        if self.id in claims and (self.is_watched or not self.waits_for_watchers):
            self._thinking = asyncio.create_task(self._let_think())

    async def see_to(self) -> None:
        """Do what is due, which this process has claimed: let bots go on, or end a seat's time."""
        if self.is_pending:
            self.go_on()
        elif self.row.state.due is not None and self.row.state.due <= self.lobby.store.now():
            await self._forfeit()

    async def _let_think(self) -> None:
        """Let bots play until a person must act. A bot thinks about its own copy, without the lock."""
        try:
            while not self.is_dropped and (self.is_watched or not self.waits_for_watchers):
                async with self.lock:
                    match = self.running
                    if not self.is_pending or self.id not in self.lobby.due.claims:
                        break
                    is_quick = self._servers_step(match) is not None
                    if is_quick:
                        with suppress(WriteConflict):
                            await self.settle_and_commit(match.number)
                    else:
                        seat = next(name for name in match.to_act if name in self.bots)
                        seen = match.observe(seat, with_draws=True)
                if is_quick:
                    await self._pause()
                    continue
                choose = partial(self.bots[seat].choose, seen)
                choice = await self.lobby.bot_pool.run(choose, self.opener, is_patient=True)
                with suppress(WriteConflict):
                    await self._choose_for_bot(seat, seen, choice)
        except Exception as error:  # a bot may raise anything; the match waits for it, and the log tells
            self.lobby.log.warning("bot failed", match=self.id, error=str(error))
            await asyncio.sleep(1.0)
        self._thinking = None
        self.go_on()

    async def _pause(self) -> None:
        """Let a match of bots alone wait the longer, the more its opener has used of late: people come first."""
        if self.waits_for_watchers:
            await asyncio.sleep(min(self.lobby.accounts.used(self.opener) / PAUSED, 1.0))

    async def _choose_for_bot(self, seat: str, seen: Observation, choice: Any) -> None:
        async with self.lock:
            match = self.running
            if self.is_dropped or match.number != seen.number:  # taken back, or given up, while it thought
                return
            first = match.number
            match.choose(seat, own_choice(seen, choice))
            await self.settle_and_commit(first)

    async def _forfeit(self) -> None:
        async with self.lock:
            match, due = self.match, self.row.state.due
            if self.is_dropped or match.is_over or due is None or due > self.lobby.store.now():
                return
            first = match.number
            if match.request is not None and match.request.kind is EntryKind.CLAIM:
                for seat in sorted(match.request.asked - match.request.agreed):  # who says nothing has seen the dice
                    match.agree(seat)
            else:
                end_time(match)
                self.bots = self.lobby.bots_now(match, self.bots)
            with suppress(StoreError):  # it is still due then
                await self.settle_and_commit(first)
        self.go_on()

    # What people see

    def notify(self) -> None:
        """Call all watchers: there is news."""
        self.changes += 1
        self.news.clear()
        self._hidden = None
        for notify in self.watchers:
            notify()

    async def read(self, read: Callable[[Match], T]) -> T:
        """Return what ``read`` returns for the match, between two commits."""
        if self.lock.locked():
            async with self.locked():
                return read(self.match)
        return read(self._looked_at())

    async def read_in_turn(self, read: Callable[[Match], T], who: str) -> T:
        """Return what ``read`` returns, as ``read`` does, in a turn of an account."""
        turns = self.lobby.turns
        found = await turns.take(who, lambda: None if self.lock.locked() else [read(self._looked_at())])
        if found is not None:
            return found[0]
        async with self.locked():
            return turns.at_once(who, lambda: read(self.match))

    def _looked_at(self) -> Match:
        self._check_here()
        return self.match

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Hold the lock of the match. Raises ``StoreError`` where the room was dropped: its memory may differ from the
        store."""
        async with self.lock:
            self._check_here()
            yield

    def _check_here(self) -> None:
        self.used = time.monotonic()
        if self.is_dropped:
            raise StoreError("The match is being reloaded; try again.")
        if self._thinking is None and self.waits_for_watchers:
            self.go_on()

    def close(self) -> None:
        """Stop the bots."""
        self.is_dropped = True
        if self._thinking is not None:
            self._thinking.cancel()
        self.notify()


def is_bot(player: str) -> bool:
    """Whether a player is a bot that runs on the server."""
    return player not in (PERSON, REMOTE, MASTER)


def is_quick(player: str, system: System) -> bool:
    """Whether a bot chooses at once."""
    return isinstance(named(player).for_system(system).make(0, 0), QUICK)
