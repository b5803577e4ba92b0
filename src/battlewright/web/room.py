"""A room: a match in memory, with its watchers.

Changes are serialised by ``lock``, and committed before watchers are notified. Where a commit fails, the room is
dropped and loaded again: the store is authoritative.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import Bot, named
from battlewright.bots.random import RandomBot
from battlewright.contract.guides import guide_of
from battlewright.contract.system import System
from battlewright.engine import data_types as types
from battlewright.engine.errors import Conflict, NotAllowed, StoreError
from battlewright.engine.log import STEPS, Entry, EntryKind
from battlewright.engine.node import EVERYBODY, NodeKind
from battlewright.engine.observation import Observation
from battlewright.engine.record_text import read_record
from battlewright.play.forced import decided_last
from battlewright.play.log import line_of
from battlewright.play.match import PERSON, REMOTE, Match
from battlewright.play.players import own_choice
from battlewright.store.schema import Status
from battlewright.store.store import MatchRow, State, now
from battlewright.web.models import Done
from battlewright.web.people import People
from battlewright.web.requests import AnyCommand, Choose, EditNumber, Faces, Say, SimpleCommand, Undo
from battlewright.web.waits import written

if TYPE_CHECKING:
    from battlewright.web.lobby import Lobby

T = TypeVar("T")

MAX_AUTO_STEPS = 200
"""The most automatic steps (dice, quick bots) before a commit."""
RESETS_CLOCK = STEPS | {EntryKind.UNDO, EntryKind.CLAIM}
"""The entries that restart the clock of a decision; dice that another seat has declined do too."""
SIMPLE_COMMANDS = {
    "resign": Match.resign,
    "offer-draw": Match.offer_draw,
    "agree": Match.agree,
    "decline": Match.decline,
}
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
        self.news: dict[tuple[str | int, ...], tuple[int, bytes]] = {}
        """A cache of news since the last change, by seat, number and parts."""
        self.changes = 0
        """How often watchers were notified of the match itself."""
        self.people = People(self)
        self.used = time.monotonic()
        self.is_dropped = False
        self._thinking: asyncio.Task[None] | None = None
        self._clock: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def running(self) -> Match:
        """The match. Raises ``Conflict`` where it has not begun."""
        if not self.has_begun:
            open_seats = [seat.seat for seat in self.row.seats if seat.invitation]
            raise Conflict(f"The match has not begun: seat {' and '.join(open_seats)} is still open.")
        return self.match

    @property
    def has_begun(self) -> bool:
        return self.row.state.status != Status.WAITING

    @property
    def is_idle(self) -> bool:
        """Whether it has no watchers and waits for people."""
        return not (self.watchers or self.lock.locked() or self.row.state.is_pending or self._clock is not None)

    # What seats do

    async def act(self, seat: str, command: AnyCommand, here: Sequence[str] = ()) -> Done:
        """Apply a command of a seat; return once it is committed, even if the client disconnects meanwhile. ``here``
        are the seats at the same device."""
        return await asyncio.shield(self.lobby.spawn(self.do(seat, command, here)))

    async def do(self, seat: str, command: AnyCommand, here: Sequence[str] = ()) -> Done:
        """Apply a command of a seat, as ``act`` does, without protection from cancellation."""
        async with self.lock:
            self._check_here()
            key = None if command.key is None else (seat, command.key)
            if key in self.keys:
                return {"number": self.keys[key], "repeated": True}
            match = self.running
            if command.number is not None and command.number != match.number:
                raise Conflict(f"The match has moved on: you have seen {command.number}, it is at {match.number}.")
            first = match.number
            carry_out(match, seat, command, here)
            await self._settle_and_commit(first, key)
            number = match.number
        self.go_on()
        return {"number": number, "repeated": False}

    def settle(self) -> None:
        """Roll the server's dice and let quick bots choose, until a person or a thinking bot must act."""
        match = self.running
        for _ in range(MAX_AUTO_STEPS):
            seat = self._servers_step(match)
            if seat is None:
                return
            if not seat:
                match.roll()
                continue
            seen = match.observe(seat, with_draws=True, shares_setting=True)
            match.choose(seat, own_choice(seen, self.bots[seat].choose(seen)))

    def _servers_step(self, match: Match) -> str | None:
        """The seat of the quick bot that must choose now; empty where the server rolls; None where others act."""
        if match.is_over:
            return None
        if match.session.node.kind == NodeKind.CHANCE:
            return None if self._is_rolled_by_people() else ""
        if not self.bots:
            return None
        return next((name for name in match.to_act if isinstance(self.bots.get(name), QUICK)), None)

    def _is_rolled_by_people(self) -> bool:
        """Whether the dice that are to be rolled now are physical ones: those of a side that people play."""
        match = self.running
        if self.row.terms.get("dice") != "physical":
            return False
        rolls = match.session.node.side
        people = [each for each in match.seats.all if each.side is not None and match.players[each.name] == PERSON]
        return any(rolls in (EVERYBODY, seat.side) for seat in people)

    async def _settle_and_commit(self, first: int, key: tuple[str, str] | None = None) -> None:
        """Run the automatic steps, commit the entries from ``first`` on, and notify the watchers. Where that fails, the
        room is dropped, since its memory differs from the store."""
        match = self.running
        try:
            self.settle()
            lines = [line_of(entry) for entry in match.log[first:]]
            state = self.state(first)
            await self.written(self.lobby.store.append(self.id, first, lines, state, key))
        except BaseException:
            self.lobby.forget(self)
            raise
        self.row.state = state
        if key is not None:
            self.keys[key] = match.number
        self.lobby.metrics.entries.inc(len(lines))
        self.notify()

    async def written(self, future: Future[None]) -> None:
        """Wait until something is committed. Where that fails, drop the room."""
        try:
            await written(future)
        except BaseException as error:
            self.lobby.forget(self)
            if isinstance(error, StoreError):
                self.lobby.metrics.not_written.inc()
            raise

    def state(self, first: int = 0) -> State:
        """Return the state to store, after the entries from ``first`` on."""
        match = self.running
        if match.is_over:
            assert match.result is not None
            return State(Status.OVER, match.number, match.result.sentence, match.result.winner)
        return State(Status.RUNNING, match.number, is_pending=self.is_pending, due=self._due(first))

    @property
    def is_pending(self) -> bool:
        """Whether the match waits for the server: for dice, or for a bot."""
        match = self.match
        if not self.has_begun or match.is_over:
            return False
        if match.session.node.kind == NodeKind.CHANCE:
            return not self._is_rolled_by_people()
        return bool(self.bots) and any(name in self.bots for name in match.to_act)

    def _due(self, first: int) -> int | None:
        """Return the time by which a seat must act. A request to the other seats does not extend it."""
        seconds = self.row.terms.get("seconds")
        if seconds is None or self.is_pending:
            return None
        log = self.match.log
        is_new = any(entry.kind in RESETS_CLOCK or _is_doubt(log[entry.number - 1], entry) for entry in log[first:])
        return now() + 1000 * int(seconds) if is_new or self.row.state.due is None else self.row.state.due

    # What happens by itself

    def go_on(self) -> None:
        """Start the bots or the clock, if the match waits for them."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if not self.has_begun or self.match.is_over or self.is_dropped:
            return
        if self.row.state.is_pending:
            if self._thinking is None or self._thinking.done():
                self._thinking = asyncio.create_task(self._let_think())
        elif self.row.state.due is not None:
            left = (self.row.state.due - now()) / 1000
            number, loop = self.match.number, asyncio.get_running_loop()
            self._clock = loop.call_later(max(left, 0), lambda: self.lobby.spawn(self._forfeit(number)))

    async def _let_think(self) -> None:
        """Let bots play until a person must act. A bot thinks about its own copy, without the lock."""
        try:
            while not self.is_dropped:
                async with self.lock:
                    match = self.running
                    if match.is_over or not self.is_pending:
                        break
                    if self._servers_step(match) is not None:
                        await self._settle_and_commit(match.number)
                        continue
                    seat = next(name for name in match.to_act if name in self.bots)
                    seen = match.observe(seat, with_draws=True)
                choice = await self.lobby.bot_pool.run(partial(self.bots[seat].choose, seen))
                await self._choose_for_bot(seat, seen, choice)
        except Exception as error:  # a bot may raise anything; the match waits for it, and the log tells
            self.lobby.log.warning("bot failed", match=self.id, error=str(error))
            await asyncio.sleep(1.0)
        self._thinking = None
        self.go_on()

    async def _choose_for_bot(self, seat: str, seen: Observation, choice: Any) -> None:
        async with self.lock:
            match = self.running
            if self.is_dropped or match.number != seen.number:  # taken back, or given up, while it thought
                return
            first = match.number
            match.choose(seat, own_choice(seen, choice))
            await self._settle_and_commit(first)

    async def _forfeit(self, number: int) -> None:
        async with self.lock:
            match = self.match
            if self.is_dropped or match.is_over or match.number != number:
                return
            if match.request is not None and match.request.kind is EntryKind.CLAIM:
                for seat in sorted(match.request.asked - match.request.agreed):  # who says nothing has seen the dice
                    match.agree(seat)
            else:
                match.forfeit(next(name for name in match.to_act if match.seats[name].side is not None))
            with suppress(StoreError):  # loaded again, the match finds its time run out
                await self._settle_and_commit(number)
        self.go_on()

    # What people see

    def notify(self) -> None:
        """Call all watchers: there is news."""
        self.changes += 1
        self.news.clear()
        for notify in self.watchers:
            notify()

    async def read(self, read: Callable[[Match], T]) -> T:
        """Return what ``read`` returns for the match, between two commits."""
        if self.lock.locked():
            async with self.locked():
                return read(self.match)
        self._check_here()
        return read(self.match)

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

    def close(self) -> None:
        """Stop the clock and the bots."""
        self.is_dropped = True
        if self._clock is not None:
            self._clock.cancel()
        if self._thinking is not None:
            self._thinking.cancel()
        self.notify()


def _is_doubt(before: Entry, entry: Entry) -> bool:
    """Whether an entry declines another seat's dice. Withdrawing one's own request gains no time."""
    return entry.kind is EntryKind.DECLINE and before.kind is EntryKind.CLAIM and before.seat != entry.seat


def carry_out(match: Match, seat: str, command: AnyCommand, here: Sequence[str] = ()) -> None:
    """Apply a command to a match. Seats at the same device agree to what it asks for; an undo without a number takes
    back the last step of any of them. A finished match is refused: its dice may be known by then."""
    if match.is_over:
        raise NotAllowed(f"The match is over: {match.result}")
    system = match.system
    match command:
        case Choose():
            match.choose(seat, read_record(command.choice, system.rules.choice, system.rules.choice_kinds))
        case Say():
            _say(match, seat, command.text)
        case Faces():
            match.claim(seat, command.faces)
        case EditNumber():
            match.edit(seat, read_record(command.edit, system.rules.edit_record, system.rules.edit_kinds))
        case Undo():
            last = [decided_last(match, each) for each in {seat, *here}] if command.to is None else [command.to]
            match.undo(seat, max((to for to in last if to is not None), default=None))
        case SimpleCommand():
            SIMPLE_COMMANDS[command.kind](match, seat)
    while match.request is not None and (asked := (match.request.asked - match.request.agreed) & {*here} - {seat}):
        match.agree(min(asked))


def _say(match: Match, seat: str, text: str) -> None:
    """Apply typed text: a choice as people or replays write it, or a game master's edits."""
    seen, system = match.observe(seat), match.system
    guide = guide_of(seen)
    choice = guide.parse(text)
    edits = guide.edits(text) if choice is None else None
    if edits is None:
        match.choose(
            seat, read_record(text, system.rules.choice, system.rules.choice_kinds) if choice is None else choice
        )
        return
    for edit in edits if len(edits) > 1 else ():  # all of them, or none
        seen.make_edit(edit)
    for edit in edits:
        match.edit(seat, edit)


def is_bot(player: str) -> bool:
    """Whether a player is a bot that runs on the server."""
    return player not in (PERSON, REMOTE)


def is_quick(player: str, system: System) -> bool:
    """Whether a bot chooses at once."""
    return isinstance(named(player).for_system(system).make(0, 0), QUICK)
