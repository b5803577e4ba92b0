"""The store of matches: queries and updates."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from typing import Any

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    bindparam,
    delete,
    event,
    insert,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from battlewright.engine.chain import canonical, last_link, links
from battlewright.engine.errors import NoSuchMatch
from battlewright.engine.signature import Signature, SigningKey
from battlewright.store.check import lines_of
from battlewright.store.database import from_database, open_database, transaction
from battlewright.store.schema import (
    LINK,
    Status,
    chat_lines,
    commands,
    commitments,
    entries,
    matches,
    presence,
    seats,
)
from battlewright.store.writer import Work, Writer

MOST_LISTED = 100
LISTED = ("id", "system", "status", "title", "number", "result", "winner", "created", "changed")
"""What a list has of a match: what everybody may know of it."""
PLAIN = ("id", "system", "title", "is_public", "origin", "created", "changed", "opener", "size")
"""The columns of a match that are the same in its row here."""
COMMITMENT_LIFETIME = 10 * 60 * 1000
"""The milliseconds within which a match must start with a commitment."""
CLAIM = 5_000
"""The milliseconds for which a process claims a match in which the server has something to do."""
PRESENT = 20_000
"""The milliseconds for which those who follow a match count as there."""
CLOCKS = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "postgresql": "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
}
"""The time in milliseconds, by the clock of the database."""

Lines = Sequence[Mapping[str, Any]]
"""Entries, as the complete log has them."""

_new_match, _new_seat, _new_entry, _new_command = (insert(table) for table in (matches, seats, entries, commands))
_new_commitment, _new_chat_line = insert(commitments), insert(chat_lines)
_update = update(matches).where(matches.c.id == bindparam("match_id")).values(revision=literal_column("revision + 1"))
_proof = ("chain", "signed_by", "signature")
_changed = ("status", "number", "result", "winner", "is_pending", "due", "claimed", *_proof, "changed")
_change_match = _update.values({name: bindparam(name) for name in _changed})
_change_terms = _update.values(terms=bindparam("terms"))
_begin_match = _change_match.values({name: bindparam(name) for name in ("head", "terms", "title", "size")})
_is_free = (
    (seats.c.match == bindparam("match_id")) & (seats.c.seat == bindparam("of_seat")) & seats.c.invitation.is_not(None)
)
_taken: dict[str, Any] = {name: bindparam(name) for name in ("name", "token", "value")} | {"invitation": None}
_take_seat = update(seats).where(_is_free).values(_taken)
_is_of = (seats.c.match == bindparam("match_id")) & (seats.c.seat == bindparam("of_seat"))
_invite = update(seats).where(_is_of).values({**_taken, "invitation": bindparam("invitation")})
_use_commitment = delete(commitments).where(commitments.c.commitment == bindparam("told"))
_drop_expired = delete(commitments).where(commitments.c.made < bindparam("before"))
_remove_old = delete(matches).where(matches.c.id == bindparam("match_id"), matches.c.changed < bindparam("before"))


@dataclass
class SeatRow:
    """A seat of a match as the store has it; ``invitation`` and ``token`` are hashes."""

    seat: str
    player: str
    name: str = ""
    invitation: str | None = None
    token: str | None = None
    value: str | None = None


@dataclass
class State:
    """What changes in a match's row with each entry. ``chain`` is the last link of its log; whoever writes entries
    gives the one before them."""

    status: Status = Status.WAITING
    number: int = 0
    result: str | None = None
    winner: str | None = None
    is_pending: bool = False
    due: int | None = None
    """When the server has something to do: at once where the match waits for it, else when a seat's time is up."""
    claimed: int | None = None
    """Until when a process does it."""
    revision: int = 0
    """How often the row was moved on before."""
    chain: str | None = None
    signed_by: str | None = None
    signature: str | None = None

    @property
    def sealed(self) -> Signature | None:
        """The signature of the finished match, where there is one."""
        return Signature(self.signed_by, self.signature) if self.signed_by and self.signature else None


@dataclass
class MatchRow:
    """A match as the store has it. ``head`` is the head of its complete log, with the secret of the dice."""

    id: str
    system: str
    head: dict[str, Any]
    terms: dict[str, Any]
    title: str = ""
    is_public: bool = False
    origin: str | None = None
    created: int = 0
    changed: int = 0
    opener: str | None = None
    """The network that opened it, as a keyed hash (``store.holdings``)."""
    size: int = 0
    """The bytes that it was opened with."""
    state: State = field(default_factory=State)
    seats: list[SeatRow] = field(default_factory=list)


@dataclass(frozen=True)
class ChatRow:
    """A line of chat as the store has it."""

    number: int
    seat: str
    text: str
    at: int


def now() -> int:
    """Return the time in milliseconds."""
    return time.time_ns() // 1_000_000


class Store:
    """The matches of a server. Whatever is written goes through one writer; its future is done once it is committed."""

    def __init__(self, url: str, key: SigningKey | None = None) -> None:
        self.engine: Engine = open_database(url)
        self.key = key
        """Signs the matches that end here."""
        self.is_shared = self.engine.dialect.name != "sqlite"
        """Whether other processes may serve the same matches."""
        self._clock: ColumnElement[int] = literal_column(CLOCKS[self.engine.dialect.name])
        self._ahead = 0
        self.set_clock()
        if not self.is_shared:  # the process that has claimed something is gone
            self._change(update(matches).where(matches.c.claimed.is_not(None)).values(claimed=None))
        self.writer = Writer(self.engine)

    def set_clock(self) -> None:
        """Measure how far the database's clock is ahead of this machine's."""
        before = now()
        self._ahead = int(self._read(select(self._clock))[0][0]) - (before + now()) // 2

    def now(self) -> int:
        """Return the time in milliseconds, by the database's clock."""
        return now() + self._ahead

    def close(self) -> None:
        """Write what is waiting, and close the database; connections that still read close when they are returned."""
        self.writer.close()
        event.listen(self.engine.pool, "checkin", lambda connection, record: record.invalidate())
        self.engine.dispose()

    # Writing

    def save_commitment(self, commitment: str, secret: bytes) -> Future[None]:
        """Save a secret whose hash will be published. It serves one match, after which the secret is public."""
        work = Work().add(_drop_expired, {"before": now() - COMMITMENT_LIFETIME})
        return self.writer.submit(
            work.add(_new_commitment, {"commitment": commitment, "secret": secret.hex(), "made": now()})
        )

    def create(
        self,
        row: MatchRow,
        lines: Lines = (),
        commitment: str | None = None,
        instead: tuple[str, int, Mapping[str, Any]] | None = None,
    ) -> Future[None]:
        """Save a new match, with the entries that it begins with; it uses up the secret of a commitment. ``instead``
        changes the terms of another match with it, given its id, its revision, and its new terms."""
        row.created = row.changed = now()
        row.state.number, row.state.chain = len(lines), last_link(row.head)
        row.size = _size_of(row, lines)
        work = Work()
        if instead is not None:
            id, seen, terms = instead
            work = _terms_work(id, seen, terms)
        if commitment is not None:
            work.add(_use_commitment, {"told": commitment}, must_change=True)
        key = None if "replay" in row.head else self.key  # nobody here saw the end of what is uploaded
        texts = [*map(text_of, lines)]
        linked = _go_on(row.state, texts, key)
        work.add(_new_match, _match_values(row))
        work.add(_new_seat, *({"match": row.id, **asdict(seat)} for seat in row.seats))
        _with_entries(work, row.id, 0, texts, row.created, linked)
        return self.writer.submit(work)

    def take_seat(self, row: MatchRow, seat: SeatRow, begun: tuple[int, Lines] | None = None) -> Future[None]:
        """Save who has taken a seat of a match, seen at the revision of its state, with its terms; where that starts
        the match, also its head, its title, its state, and its first entries from a number on."""
        id = row.id
        taken = {"match_id": id, "of_seat": seat.seat, "name": seat.name, "token": seat.token, "value": seat.value}
        work = Work(id, row.state.revision).add(_take_seat, taken, must_change=True)
        if begun is None:
            return self.writer.submit(work.add(_change_terms, {"match_id": id, "terms": json.dumps(row.terms)}))
        first, lines = begun
        texts = [*map(text_of, lines)]
        linked = _go_on(row.state, texts, self.key)
        changed = {"head": json.dumps(row.head), "terms": json.dumps(row.terms), "title": row.title}
        work.add(_begin_match, _state_values(id, row.state, now()) | changed | {"size": _size_of(row, lines)})
        return self.writer.submit(_with_entries(work, id, first, texts, now(), linked))

    def invite(self, row: MatchRow, seat: SeatRow) -> Future[None]:
        """Save that a seat of a match, seen at the revision of its state, is free again, for whoever has its new
        invitation."""
        free = {"match_id": row.id, "of_seat": seat.seat, **{each: getattr(seat, each) for each in _taken}}
        work = Work(row.id, row.state.revision).add(_invite, free, must_change=True)
        return self.writer.submit(work.add(_change_terms, {"match_id": row.id, "terms": json.dumps(row.terms)}))

    def append(
        self, id: str, first: int, lines: Lines, state: State, key: tuple[str, str] | None = None
    ) -> Future[None]:
        """Save new entries of a match, from number ``first`` on, its new state, and the key of the command (seat and
        key) that led to them. Raises ``WriteConflict`` where the match was moved on since the state's revision."""
        at, texts = now(), [*map(text_of, lines)]
        linked = _go_on(state, texts, self.key)
        work = Work(id, state.revision).add(_change_match, _state_values(id, state, at))
        _with_entries(work, id, first, texts, at, linked)
        if key is not None:
            work.add(_new_command, {"match": id, "seat": key[0], "key": key[1], "number": state.number})
        return self.writer.submit(work)

    def add_chat(self, id: str, line: ChatRow) -> Future[None]:
        """Save a line of chat. Where its number is taken, another process was faster."""
        return self.writer.submit(Work().add(_new_chat_line, {"match": id, **asdict(line)}))

    def remove_old(self, before: int, *ids: str) -> Future[None]:
        """Remove those of some matches that did not change since a moment."""
        rows = ({"match_id": id, "before": before} for id in sorted(ids))
        return self.writer.submit(Work().add(_remove_old, *rows))

    # What is due

    def claim_due(self, most: int) -> list[str]:
        """Claim matches in which the server has something to do now, and no process does it; return their ids."""
        is_free = or_(matches.c.claimed.is_(None), matches.c.claimed < self._clock)
        due = select(matches.c.id).where(matches.c.due <= self._clock, is_free).order_by(matches.c.due).limit(most)
        if not self._read(due):  # mostly: no lock is needed to know
            return []
        claimed = update(matches).where(matches.c.id.in_(due.with_for_update(skip_locked=True, key_share=True)))
        return self._change(claimed.values(claimed=self._clock + CLAIM).returning(matches.c.id))

    def claim_again(self, ids: Sequence[str], milliseconds: int | None = CLAIM) -> None:
        """Put off the end of claims; None: end them."""
        until = None if milliseconds is None else self._clock + milliseconds
        meant = select(matches.c.id).where(matches.c.id.in_(ids)).order_by(matches.c.id)
        locked = meant.with_for_update(skip_locked=True, key_share=True)
        self._change(update(matches).where(matches.c.id.in_(locked)).values(claimed=until))

    # Who is there

    def save_presence(self, process: str, there: Mapping[str, Mapping[str, int]]) -> None:
        """Save how many connections each seat of some matches has through a process; without any, it is forgotten."""
        with self._changing() as connection:
            mine = (presence.c.process == process) & presence.c.match.in_([*there])
            connection.execute(delete(presence).where(mine | (presence.c.until < self._clock)))
            known = connection.execute(select(matches.c.id).where(matches.c.id.in_([*there]))).scalars()
            until = self.now() + PRESENT
            rows = [
                {"match": id, "process": process, "seats": json.dumps(there[id]), "until": until}
                for id in sorted(known)
                if there[id]
            ]
            if rows:
                connection.execute(insert(presence), rows)

    def presence(self, process: str, ids: Sequence[str]) -> dict[str, Counter[str]]:
        """Return how many connections each seat of some matches has through other processes."""
        others = (presence.c.process != process) & (presence.c.until >= self._clock)
        found: dict[str, Counter[str]] = {id: Counter() for id in ids}
        for row in self._read(select(presence.c.match, presence.c.seats).where(presence.c.match.in_(ids), others)):
            found[row.match].update(json.loads(row.seats))
        return found

    # Reading

    def load(self, id: str) -> tuple[MatchRow, list[dict[str, Any]], dict[tuple[str, str], int]]:
        """Return a match, the entries of its log, and the commands that came with a key, as they are at one moment.
        Raises LogError where something of it is missing, was changed or cannot be read."""
        found = self.since(id, None)
        assert found is not None
        return found

    def since(
        self, id: str, known: State | None
    ) -> tuple[MatchRow, list[dict[str, Any]], dict[tuple[str, str], int]] | None:
        """Return what ``load`` does, but of the log only the entries after a state that is known, and the commands that
        led to them; None where the match is still at that state's revision."""
        first = 0 if known is None else known.number
        try:
            with transaction(self.engine) as connection:
                found = connection.execute(select(matches).where(matches.c.id == id)).mappings().first()
                if found is None:
                    raise NoSuchMatch
                if known is not None and found["revision"] == known.revision:
                    return None
                sitting = connection.execute(select(seats).where(seats.c.match == id).order_by(seats.c.seat)).mappings()
                rows = [SeatRow(**{name: value for name, value in seat.items() if name != "match"}) for seat in sitting]
                new = (entries.c.match == id) & (entries.c.number >= first)
                logged = connection.execute(
                    select(entries.c.number, entries.c.line, entries.c.link).where(new).order_by(entries.c.number)
                ).all()
                later = (commands.c.match == id) & (commands.c.number >= first)
                keyed = connection.execute(select(commands).where(later)).mappings()
                keys = {(each["seat"], each["key"]): each["number"] for each in keyed}
        except SQLAlchemyError as error:
            raise from_database(error) from None
        lines = lines_of(found, logged, first, None if known is None else known.chain)
        return _match_row(found, rows), lines, keys

    def revisions(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the revisions of some matches, of those that there are."""
        found = self._read(select(matches.c.id, matches.c.revision).where(matches.c.id.in_(ids)))
        return {row.id: row.revision for row in found}

    def chat(self, id: str) -> list[ChatRow]:
        """Return the lines of chat of a match, in their order."""
        columns = (chat_lines.c[name] for name in ChatRow.__dataclass_fields__)
        query = select(*columns).where(chat_lines.c.match == id).order_by(chat_lines.c.number)
        return [ChatRow(*row) for row in self._read(query)]

    def listed(
        self,
        status: str | None = None,
        system: str | None = None,
        before: int | None = None,
        ids: Sequence[str] | None = None,
    ) -> list[Any]:
        """Return what everybody may know (``LISTED``) of the public matches, or of those with some ids: the last
        changed first."""
        meant = matches.c.is_public if ids is None else matches.c.id.in_(ids)
        columns = (matches.c[name] for name in LISTED)
        query = select(*columns).where(meant).order_by(matches.c.changed.desc()).limit(MOST_LISTED)
        for column, value in ((matches.c.status, status), (matches.c.system, system)):
            query = query if value is None else query.where(column == value)
        return self._read(query if before is None else query.where(matches.c.changed < before))

    def committed_secret(self, commitment: str) -> bytes | None:
        """Return the secret of a commitment; None where it is unknown, used or expired."""
        is_valid = commitments.c.made >= now() - COMMITMENT_LIFETIME
        found = self._read(select(commitments.c.secret).where(commitments.c.commitment == commitment, is_valid))
        return bytes.fromhex(found[0].secret) if found else None

    def old(self, before: int) -> list[str]:
        """Return the ids of matches that did not change since a moment, and have no running clock; some at a time."""
        idle = matches.c.due.is_(None) | (matches.c.due < before)
        query = select(matches.c.id).where(matches.c.changed < before, idle).order_by(matches.c.changed)
        return [row.id for row in self._read(query.limit(MOST_LISTED))]

    def _read(self, query: Any) -> list[Any]:
        try:
            with self.engine.connect() as connection:
                return [*connection.execute(query)]
        except SQLAlchemyError as error:
            raise from_database(error) from None

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        """Change something beside the writer: what no other work waits for."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise from_database(error) from None

    def _change(self, statement: Any) -> list[str]:
        """Carry out such a change; return the ids that the statement returns."""
        with self._changing() as connection:
            done = connection.execute(statement)
            return [*done.scalars()] if done.returns_rows else []


def _terms_work(id: str, seen: int, terms: Mapping[str, Any]) -> Work:
    """Return the work that changes the terms of a match, seen at a revision."""
    return Work(id, seen).add(_change_terms, {"match_id": id, "terms": json.dumps(terms)})


def text_of(line: Mapping[str, Any]) -> str:
    """Return an entry as its ``canonical`` text, which is what orjson writes of texts and whole numbers in ASCII."""
    text = orjson.dumps(line, option=orjson.OPT_SORT_KEYS)
    return text.decode() if text.isascii() and b"\x7f" not in text else canonical(line)


def _go_on(state: State, texts: Sequence[str], key: SigningKey | None) -> list[str]:
    """Move the chain of a match on by new entries, and sign it where the match is over; return their links."""
    if state.chain is None:
        return []
    found = [*links(texts, state.chain)]
    state.chain = found[-1] if found else state.chain
    if key is not None and state.status == Status.OVER:
        state.signed_by, state.signature = key.sign(state.chain)
    return [link[:LINK] for link in found]


def _with_entries(work: Work, id: str, first: int, texts: Sequence[str], at: int, linked: Sequence[str]) -> Work:
    rows = (
        {"match": id, "number": number, "line": text, "at": at, "link": link}
        for number, (text, link) in enumerate(zip_longest(texts, linked), first)
    )
    return work.add(_new_entry, *rows)


def _size_of(row: MatchRow, lines: Lines) -> int:
    """Return the bytes that a match comes with."""
    return len(orjson.dumps([row.head, row.terms, *lines]))


def _state_values(id: str, state: State, at: int) -> dict[str, Any]:
    return {"match_id": id, **{name: getattr(state, name) for name in _changed if name != "changed"}, "changed": at}


def _match_values(row: MatchRow) -> dict[str, Any]:
    texts = {"head": json.dumps(row.head), "terms": json.dumps(row.terms)}
    return {name: getattr(row, name) for name in PLAIN} | texts | asdict(row.state)


def _match_row(found: Any, sitting: list[SeatRow]) -> MatchRow:
    state = State(**{name: found[name] for name in State.__dataclass_fields__})
    texts = {name: json.loads(found[name]) for name in ("head", "terms")}
    return MatchRow(**{name: found[name] for name in PLAIN}, **texts, state=state, seats=sitting)
