"""The lobby: all matches of a server process, loaded and evicted as needed."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from functools import lru_cache, partial
from math import inf
from typing import Any, NamedTuple, TypeVar

from battlewright.bots.greedy import quick_rules
from battlewright.bots.levels import usual_level
from battlewright.bots.named import Bot, PreparingBot
from battlewright.bots.workspace import tables_for
from battlewright.contract.system import System, as_system
from battlewright.engine import errors
from battlewright.engine.compiler.rule import ready
from battlewright.engine.dice import new_secret
from battlewright.engine.fair import commitment_of
from battlewright.engine.seats import Seats
from battlewright.engine.session import Session
from battlewright.engine.time_limit import time_limit
from battlewright.play.dice import DiceSource
from battlewright.play.log import head_of, line_of, restored
from battlewright.play.match import PERSON, Match
from battlewright.play.terms import Terms
from battlewright.store.holdings import opener_of
from battlewright.store.library import remove_unused
from battlewright.store.schema import Status
from battlewright.store.store import MatchRow, SeatRow, Store, now
from battlewright.web.advisers import Advisers
from battlewright.web.background import Background
from battlewright.web.brings import Held, hold_back
from battlewright.web.due import INTERVAL, Due
from battlewright.web.fair_queue import Accounts, Turns
from battlewright.web.limits import Limits
from battlewright.web.logs import Log, Metrics
from battlewright.web.peers import Peers
from battlewright.web.pools import Pool, Reports, ThinkingBot, server_bot
from battlewright.web.quotas import LibraryQuotas, Quotas
from battlewright.web.reader_processes import INLINE_SIZE, ReaderPool
from battlewright.web.requests import APART, NewMatch, prepare
from battlewright.web.room import QUICK, Room, is_bot, is_quick
from battlewright.web.security import Rates, hashed, new_id, new_token
from battlewright.web.waits import in_time, written

T = TypeVar("T")
DAY = 24 * 3600.0
CHAT_AT_ONCE = 5
"""The most lines of chat that a seat may write one right after the other."""
Load = Callable[[str], System]


class Opened(NamedTuple):
    """A match that was opened: the caller's seat and token (None for a spectator), the invitations to the other seats,
    and the tokens of the seats beside the caller."""

    room: Room
    seat: str | None
    token: str | None
    invitations: dict[str, str]
    beside: Mapping[str, str] = {}


class Follows(NamedTuple):
    """The match that another one follows, and the term of its row that names that one: `rematch` or `next`."""

    room: Room
    term: str


class Lobby:
    """The matches of one server process. ``load`` finds a system by its name."""

    def __init__(
        self,
        store: Store,
        load: Load,
        limits: Limits | None = None,
        require: Callable[[str], None] = lambda name: None,
        key: bytes | None = None,
    ) -> None:
        self.store, self.load, self.limits = store, load, limits or Limits()
        self.require = require
        """Raises ``TooBusy`` where the rules of a system are not ready yet; they are then the next."""
        self.store.writer.notify = asyncio.get_running_loop().call_soon_threadsafe
        self.account = lru_cache(maxsize=10_000)(partial(opener_of, key=key or secrets.token_bytes(32)))
        """The account of a network: what its work is charged to, and what the matches keep that it opens."""
        self.accounts = Accounts()
        self.turns = Turns(self.accounts)
        thinking, waiting = self.limits.thinking, (self.limits.waiting, self.limits.waiting_each, self.accounts)
        self.bot_pool = Pool("bots", thinking, *waiting)
        self.setup_pool = Pool("set-ups", 2, *waiting, each=1)
        self.replay_pool = Pool("replays", 2, *waiting, each=1)
        self.store_pool = Pool("lists and stored matches", 4, *waiting, each=2)
        self.guide_pool = Pool("questions to guides", 2, *waiting, each=1)
        self.reader_pool = ReaderPool(self.limits.reading, 2, *waiting)
        self.odds_pool = Pool("odds", thinking, *waiting, each=max(1, thinking - 1))
        self.advisers = Advisers(self.limits, self.accounts)
        self.background = Background(self.limits, self.accounts)
        self.metrics = Metrics(self)
        self.log = Log()
        self.rates, self.new_rates = Rates(self.limits.commands), Rates(self.limits.new_matches)
        self.chat_rates = Rates(self.limits.chat_rate, CHAT_AT_ONCE)
        self.reports = Reports(self.limits.report, each=self.limits.waiting_each, accounts=self.accounts)
        self.quotas, self.library_quotas = Quotas(self), LibraryQuotas(self)
        self.rooms: dict[str, Room] = {}
        self.peers: Peers | None = None
        """The other processes, where there may be any."""
        self.due = Due(self)
        self._connected: Counter[str] = Counter()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a task in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Close all rooms, pools and the store; others may go on with what this process has claimed."""
        if self.peers is not None:
            await self.peers.close()
        for room in [*self.rooms.values()]:
            room.close()
        for task in self._tasks:
            task.cancel()
        for pool in (self.reports, self.advisers.pool, self.bot_pool, self.odds_pool, self.background.pool):
            pool.close()
        for pool in (self.setup_pool, self.replay_pool, self.store_pool, self.guide_pool):
            pool.close()
        await self.reader_pool.close()
        await self.due.release()
        await asyncio.to_thread(self.store.close)

    def load_ready(self, name: str) -> System:
        """Return a system whose rules are ready; raises ``TooBusy`` until then."""
        system = self.load(name)
        self.require(name)
        return system

    # Connections

    def enter(self, address: str) -> None:
        """Count a new connection, or refuse it."""
        if self._connected.total() >= self.limits.connections:
            raise errors.TooBusy(f"The server is full: it has {self.limits.connections} connections.")
        most = self.limits.connections_each
        if self._connected[address] >= most:
            raise errors.RateLimited(f"At most {most} connections are allowed from one address.")
        self._connected[address] += 1
        self.metrics.connections.inc()

    def leave(self, address: str) -> None:
        """Count a connection that has ended."""
        self._connected -= Counter({address: 1})
        self.metrics.connections.dec()

    # Rooms in memory

    async def room(self, id: str, who: str = "") -> Room:
        """Return the room of a match, as the store has it; it is loaded if it is not in memory, at the cost of an
        account."""
        room = self.rooms.get(id)
        if room is None:
            return await self._loaded(id, who)
        if self.store.is_shared:
            try:
                await room.catch_up()
            except errors.StoreError:  # read on; to write needs the store
                if room.is_dropped:
                    raise
        return room

    async def _loaded(self, id: str, who: str) -> Room:
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id, who))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str, who: str) -> Room:
        self._evict_idle()
        restoring = self.store_pool.run(lambda: self.restore(id), who, is_patient=True)
        row, match, keys, bots = await in_time(restoring)
        room = self.rooms[id] = Room(self, row, match, bots, keys)
        if (
            room.is_pending and row.state.due is None and not room.waits_for_watchers
        ):  # as it was restored from elsewhere
            self.due.claims.add(id)
        room.go_on()
        return room

    def restore(self, id: str) -> tuple[MatchRow, Match, dict[tuple[str, str], int], dict[str, Bot]]:
        """Return a match from the store, with the numbers of commands by their keys, and its bots."""
        row, lines, keys = self.store.load(id)
        match = restored(row.head, lines, self.load_ready, f"match {id}")
        if {seat.seat for seat in row.seats} != set(match.players):
            raise errors.LogError(f"match {id}: its stored seats differ from those of its log.")
        return row, match, keys, {} if row.state.status == Status.WAITING else self._seat_bots(match)

    def forget(self, room: Room) -> None:
        """Drop a room from memory; the next request loads it from the store."""
        if room.is_dropped:
            return
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        room.close()
        if room.id in self.due.claims:
            self.spawn(self.due.see_to(room.id, INTERVAL))

    def _evict_idle(self) -> None:
        """Evict idle rooms. Raises ``TooBusy`` where all rooms are in use."""
        late = time.monotonic() - self.limits.idle
        unused = [room for room in self.rooms.values() if room.is_idle]
        for room in unused:
            if room.used < late:
                self.forget(room)
        if len(self.rooms) >= self.limits.matches:
            oldest = min((room for room in unused if not room.is_dropped), key=lambda room: room.used, default=None)
            if oldest is None:
                raise errors.TooBusy(f"The server is full: {self.limits.matches} matches are in play. Try again later.")
            self.forget(oldest)

    # Old matches

    async def remove_old(self, keep: float | None, keep_things: float = inf, every: float = DAY) -> None:
        """Remove matches that did not change for ``keep`` seconds, and libraries that nobody used for ``keep_things``:
        now, and then daily. A match being watched stays."""
        while True:
            try:
                if keep is not None:
                    count = await self._remove(now() - round(1000 * keep))
                    self.log.info("old matches removed", matches=count)
                if keep_things < inf:
                    count = await asyncio.to_thread(self._remove_libraries, now() - round(1000 * keep_things))
                    self.log.info("unused libraries removed", libraries=count)
            except errors.StoreError as error:
                self.log.warning("what is old could not be removed", error=str(error))
            await asyncio.sleep(every)

    def _remove_libraries(self, before: int) -> int:
        return sum(iter(lambda: remove_unused(self.store.engine, before), 0))

    async def _remove(self, before: int) -> int:
        """Remove matches, some at a time, so that others can write between; return how many."""
        looked, count = -1, 0
        while looked != 0:
            old = await asyncio.to_thread(self.store.old, before)
            gone = [id for id in old if id not in self.rooms or self.rooms[id].is_idle]
            for id in gone:
                if id in self.rooms:
                    self.forget(self.rooms[id])
            await written(self.store.remove_old(before, *gone))
            looked, count = len(gone), count + len(gone)
        return count

    # New matches

    async def read(self, who: str, size: int, work: Callable[..., T], *given: Any) -> T:
        """Read something that was sent: in a thread where it is small, else in a process, which can be killed."""
        if size > INLINE_SIZE:
            return await self.reader_pool.run(work, *given, who=who)

        def limited() -> T:
            with time_limit(self.limits.reading):
                return work(*given)

        return await self.setup_pool.run(limited, who)

    async def prepare(self, asked: NewMatch, who: str = "") -> Any:
        """Return the set-up of a new match."""
        self._evict_idle()
        self.load_ready(asked.system)
        return (await self.read(who, asked.size, prepare, self.load, asked)).setup

    async def prepare_half(self, asked: NewMatch, who: str = "") -> tuple[Any, Held]:
        """Return the set-up of a new match that a guest completes, and what is kept of the opener's."""
        self._evict_idle()
        self.load_ready(asked.system)
        return await self.read(who, asked.size, hold_back, self.load, asked)

    async def open(
        self,
        setup: Any,
        asked: NewMatch,
        who: str = "",
        resumed: Session | None = None,
        origin: str | None = None,
        follows: Follows | None = None,
        held: Held | None = None,
    ) -> Opened:
        """Open a match with a set-up, for an account: one that resumes from a moment of another match, its origin; or
        one that follows another one, whose terms then name it; or one to which a guest brings something. Raises
        ``WriteConflict`` where the other match has changed."""
        system = self.load(asked.system)
        await self.quotas.check(who, asked.size, asked.seconds is not None)
        players = self._players(system, setup, Seats(system, setup, asked.master == APART), asked)
        people = [seat for seat, player in players.items() if not is_bot(player)]
        mine = None if asked.watch else asked.seat or next((seat for seat in people if players[seat] == PERSON), None)
        if mine is not None and mine not in people:
            raise errors.UnknownError("seat for you", mine, people)
        if any(is_bot(player) and not is_quick(player, system) for player in players.values()):
            self.bot_pool.check(who)  # no match whose bot would wait for all others
        if mine is None and asked.beside:
            raise errors.BattlewrightError(
                "Who takes no seat has nobody beside them: send `seat`, or leave out `beside`."
            )
        here = {seat: new_token() for seat in ([] if mine is None else [mine, *asked.beside])}
        for seat in here:
            if seat not in people:
                raise errors.UnknownError("seat for a person", seat, people)
        invitations, rows = {}, []
        for seat, player in players.items():
            sitting = SeatRow(seat, player)
            if seat in here:
                name = asked.name if seat == mine else asked.beside[seat]
                sitting.name, sitting.token, sitting.value = name, hashed(here[seat]), asked.value
            elif not is_bot(player):
                invitations[seat] = new_token()
                sitting.invitation = hashed(invitations[seat])
            rows.append(sitting)
        if held is not None and held["known"]["seat"] not in invitations:
            raise errors.UnknownError("seat that brings something", held["known"]["seat"], list(invitations))
        secret = await self._committed_secret(asked.commitment) if asked.commitment else new_secret()
        dice = DiceSource(seed=asked.seed) if asked.seed is not None else DiceSource(secret)
        apart = asked.master == APART
        agreed = self._terms(Seats(system, setup, apart), players, asked)
        match, bots = await self.setup_pool.run(
            lambda: self.begin(system, setup, rows, dice, resumed, apart, agreed), who
        )
        usual = "odds" if [*players.values()].count(PERSON) > 1 else "full"
        terms: dict[str, Any] = {
            "dice": asked.dice,
            "seconds": asked.seconds,
            "advice": asked.advice or usual,
            "commitment": dice.commitment,
        }
        title = asked.title or title_of(match)
        if held is not None:
            title = asked.title or f"{system.title}: {held['known']['sentence']}"
            terms["brings"] = {**held, "by": mine}
        row = MatchRow(
            new_id(), system.name, head_of(match), terms, title[:200], asked.public, origin, opener=who, seats=rows
        )
        room = Room(self, row, match, bots, {})
        if not invitations:
            row.state.status = Status.RUNNING
            await room.settle(who)
            row.state = room.state()
        lines, instead, follow = [line_of(entry) for entry in match.log], None, written
        before = follows and follows.room
        if follows is not None and before is not None:
            row.origin, follow = before.id, before.written
            seen = before.row.state.revision
            instead = row.origin, seen, {**before.row.terms, follows.term: row.id}
        try:
            await follow(self.store.create(row, lines, asked.commitment, instead))
        except errors.WriteConflict:
            if before is not None and before.row.state.revision != seen:
                raise
            raise _unknown_commitment() from None  # another request used the commitment meanwhile
        if instead is not None and before is not None:
            before.row.terms = instead[2]
            before.moved_on()
            before.notify()
        self.quotas.count(row)
        self.rooms[row.id] = room
        if row.state.claimed is not None:
            self.due.claims.add(row.id)
        self.metrics.begun.labels(system.name).inc()
        room.go_on()
        return Opened(room, mine, here.pop(mine, None) if mine else None, invitations, here)

    async def new_commitment(self) -> str:
        """Return the commitment to a new secret, for a match that is about to start."""
        secret = new_secret()
        commitment = commitment_of(secret)
        await written(self.store.save_commitment(commitment, secret))
        return commitment

    async def _committed_secret(self, commitment: str) -> bytes:
        secret = await in_time(asyncio.to_thread(self.store.committed_secret, commitment))
        if secret is None:
            raise _unknown_commitment()
        return secret

    def _players(self, system: System, setup: Any, seats: Seats, asked: NewMatch) -> dict[str, str]:
        """Return who plays at each seat: by default a person first, then bots of the usual level, if bots play it."""
        playing = [seat.name for seat in seats.all]
        if unknown := [name for name in asked.players if name not in playing]:
            raise errors.UnknownError("seat", unknown[0], playing)
        bot = PERSON if system.why_no_bots(system.setup.build(setup)) else usual_level(system)
        usual = {name: PERSON if place == 0 else bot for place, name in enumerate(playing)}
        players = {**usual, **asked.players}
        for player in filter(is_bot, players.values()):
            server_bot(player, self.limits, system)
        return players

    def _terms(self, seats: Seats, players: Mapping[str, str], asked: NewMatch) -> Terms:
        """Return the terms of a new match. The game master of several people who share a side alone ends it. Each seat
        has its own dice where anybody types them, and where several share a side."""
        people = [seat for seat in seats.all if players[seat.name] == PERSON]
        for name in asked.dice_of:
            if name not in [seat.name for seat in people]:
                raise errors.UnknownError("seat for a person", name, [seat.name for seat in people])
        shared = Counter(seat.side for seat in people if not seat.is_master)
        is_several, has_master = max(shared.values(), default=0) > 1, players.get(seats.master) == PERSON
        return Terms(
            is_hosted=has_master and is_several,
            own_dice=is_several or asked.dice == "physical" or bool(asked.dice_of),
            consent=not has_master if asked.consent is None else asked.consent,
            dice={seat.name: asked.dice_of.get(seat.name, asked.dice) for seat in people},
        )

    def begin(
        self,
        system: System,
        setup: Any,
        rows: list[SeatRow],
        dice: DiceSource,
        resumed: Session | None,
        apart: bool,
        terms: Terms,
    ) -> tuple[Match, dict[str, Bot]]:
        """Start a match with the values that its players added to the dice."""
        added = tuple(f"{row.seat}={row.value or ''}" for row in rows if not is_bot(row.player))
        dice = dice if dice.seed is not None else DiceSource(dice.secret, added)
        match = Match(system, setup, {row.seat: row.player for row in rows}, dice, resumed, apart, terms)
        return match, self._seat_bots(match)

    def _seat_bots(self, match: Match) -> dict[str, Bot]:
        bots: dict[str, Bot] = {}
        for rule in quick_rules(match.system):
            ready(rule)  # loaded here, where nobody else waits for it, and not by the first roll or choice
        if not as_system(match.system).why_no_bots(match.session.setting):
            tables_for(match.system, match.session.setting)  # for what people are offered, too: made once, and kept
        for place, (seat, player) in enumerate(match.playing.items()):
            if is_bot(player):
                kind = server_bot(player, self.limits, as_system(match.system))
                draws = match.dice.draws(f"{seat}, thinking", place)
                bot = kind.make(*draws)
                bots[seat] = bot if isinstance(bot, QUICK) else ThinkingBot(kind, *draws)
                if isinstance(bot, PreparingBot) and isinstance(bot, QUICK):
                    bot.prepare(match.observe(seat))
        return bots

    def bots_now(self, match: Match, bots: dict[str, Bot]) -> dict[str, Bot]:
        """Return the bots of a match, given those that it had: seats are handed to the computer, and taken again."""
        wanted = {seat for seat, player in match.playing.items() if is_bot(player)}
        if wanted == bots.keys():
            return bots
        made = self._seat_bots(match) if wanted - bots.keys() else {}
        return {seat: bots.get(seat) or made[seat] for seat in wanted}


def title_of(match: Match) -> str:
    """Return the title of a match that nobody has named: what its sides are called."""
    return " against ".join(match.session.words.side(side) for side in range(match.system.rules.sides))


def _unknown_commitment() -> errors.Conflict:
    return errors.Conflict("This commitment is unknown, expired or already used; request a new one.")
