"""The store of matches: queries and updates."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson
from sqlalchemy import Engine, bindparam, delete, event, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from battlewright.engine.errors import LogError, NoSuchMatch
from battlewright.store.database import from_database, open_database, transaction
from battlewright.store.schema import Status, chat_lines, commands, commitments, entries, leases, matches, seats
from battlewright.store.writer import Work, Writer

MOST_LISTED = 100
LISTED = ("id", "system", "status", "title", "number", "result", "winner", "created", "changed")
"""What a list has of a match: what everybody may know of it."""
PLAIN = ("id", "system", "title", "is_public", "origin", "created", "changed")
"""The columns of a match that are the same in its row here."""
COMMITMENT_LIFETIME = 10 * 60 * 1000
"""The milliseconds within which a match must start with a commitment."""

Lines = Sequence[Mapping[str, Any]]
"""Entries, as the complete log has them."""

_new_match, _new_seat, _new_entry, _new_command = (insert(table) for table in (matches, seats, entries, commands))
_new_lease, _new_commitment, _new_chat_line = insert(leases), insert(commitments), insert(chat_lines)
_update = update(matches).where(matches.c.id == bindparam("match_id"))
_changed = ("status", "number", "result", "winner", "is_pending", "due", "changed")
_change_match = _update.values({name: bindparam(name) for name in _changed})
_begin_match = _update.values(head=bindparam("head"))
_change_terms = _update.values(terms=bindparam("terms"))
_is_free = (
    (seats.c.match == bindparam("match_id")) & (seats.c.seat == bindparam("of_seat")) & seats.c.invitation.is_not(None)
)
_taken: dict[str, Any] = {name: bindparam(name) for name in ("name", "token", "value")} | {"invitation": None}
_take_seat = update(seats).where(_is_free).values(_taken)
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
    """What changes in a match's row with each entry."""

    status: Status = Status.WAITING
    number: int = 0
    result: str | None = None
    winner: str | None = None
    is_pending: bool = False
    due: int | None = None


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

    def __init__(self, url: str) -> None:
        self.engine: Engine = open_database(url)
        self.writer = Writer(self.engine)
        self.worker: str | None = None
        """The worker that owns new matches, in a server of several."""

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

    def create(self, row: MatchRow, lines: Lines = (), commitment: str | None = None) -> Future[None]:
        """Save a new match, with the entries that it begins with; it uses up the secret of a commitment."""
        row.created = row.changed = now()
        row.state.number = len(lines)
        work = Work()
        if commitment is not None:
            work.add(_use_commitment, {"told": commitment}, must_change=True)
        work.add(_new_match, _match_values(row))
        work.add(_new_seat, *({"match": row.id, **asdict(seat)} for seat in row.seats))
        _with_entries(work, row.id, 0, lines, row.created)
        if self.worker is not None:
            work.add(_new_lease, {"match": row.id, "worker": self.worker})
        return self.writer.submit(work)

    def take_seat(
        self, id: str, seat: SeatRow, begun: tuple[dict[str, Any], State, int, Lines] | None = None
    ) -> Future[None]:
        """Save who has taken a seat; where that starts the match, also its head, its state, and its first entries from
        a number on."""
        taken = {"match_id": id, "of_seat": seat.seat, "name": seat.name, "token": seat.token, "value": seat.value}
        work = Work(id).add(_take_seat, taken, must_change=True)
        if begun is not None:
            head, state, first, lines = begun
            work.add(_begin_match, {"match_id": id, "head": json.dumps(head)})
            work.add(_change_match, _state_values(id, state, now()))
            _with_entries(work, id, first, lines, now())
        return self.writer.submit(work)

    def append(
        self, id: str, first: int, lines: Lines, state: State, key: tuple[str, str] | None = None
    ) -> Future[None]:
        """Save new entries of a match, from number ``first`` on, its new state, and the key of the command (seat and
        key) that led to them."""
        at = now()
        work = _with_entries(Work(id), id, first, lines, at).add(_change_match, _state_values(id, state, at))
        if key is not None:
            work.add(_new_command, {"match": id, "seat": key[0], "key": key[1], "number": state.number})
        return self.writer.submit(work)

    def change_terms(self, id: str, terms: Mapping[str, Any]) -> Future[None]:
        """Save changed terms of a match."""
        return self.writer.submit(Work(id).add(_change_terms, {"match_id": id, "terms": json.dumps(terms)}))

    def add_chat(self, id: str, line: ChatRow) -> Future[None]:
        """Save a line of chat. Where its number is taken, another server was faster."""
        return self.writer.submit(Work(id).add(_new_chat_line, {"match": id, **asdict(line)}))

    def remove_old(self, before: int, *ids: str) -> Future[None]:
        """Remove those of some matches that did not change since a moment."""
        return self.writer.submit(Work().add(_remove_old, *({"match_id": id, "before": before} for id in ids)))

    # Reading

    def load(self, id: str) -> tuple[MatchRow, list[dict[str, Any]], dict[tuple[str, str], int]]:
        """Return a match, the entries of its log, and the commands that came with a key, as they are at one moment.
        Raises LogError where something of it is missing or cannot be read."""
        try:
            with transaction(self.engine) as connection:
                found = connection.execute(select(matches).where(matches.c.id == id)).mappings().first()
                if found is None:
                    raise NoSuchMatch
                sitting = connection.execute(select(seats).where(seats.c.match == id).order_by(seats.c.seat)).mappings()
                rows = [SeatRow(**{name: value for name, value in seat.items() if name != "match"}) for seat in sitting]
                logged = connection.execute(
                    select(entries.c.number, entries.c.line).where(entries.c.match == id).order_by(entries.c.number)
                ).all()
                keyed = connection.execute(select(commands).where(commands.c.match == id)).mappings()
                keys = {(each["seat"], each["key"]): each["number"] for each in keyed}
        except SQLAlchemyError as error:
            raise from_database(error) from None
        _check_numbers(id, [number for number, _ in logged], found["number"])
        try:
            return _match_row(found, rows), [orjson.loads(line) for _, line in logged], keys
        except ValueError:
            raise _damaged(id, "a part of it cannot be read") from None

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

    def pending(self) -> list[str]:
        """Return the ids of the matches that wait for the server, or have a running clock."""
        waits = matches.c.is_pending | matches.c.due.is_not(None)
        return [row.id for row in self._read(select(matches.c.id).where(matches.c.status == Status.RUNNING, waits))]

    def count_open(self) -> int:
        """Return how many matches are not over."""
        is_open = matches.c.status != Status.OVER
        return int(self._read(select(func.count()).select_from(matches).where(is_open))[0][0])

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


def _check_numbers(id: str, numbers: list[int], next_number: int) -> None:
    """Refuse a log that has not all entries up to the number of the next one."""
    if numbers == [*range(next_number)]:
        return
    missing = sorted(set(range(next_number)) - set(numbers))
    if missing:
        raise _damaged(id, f"{len(missing)} of its {next_number} entries are missing, from number {missing[0]} on")
    raise _damaged(id, f"it has entries beyond number {next_number - 1}, its last one")


def _damaged(id: str, how: str) -> LogError:
    return LogError(f"The log of match {id} is damaged: {how}. It was not changed; a backup may be intact.")


def _with_entries(work: Work, id: str, first: int, lines: Lines, at: int) -> Work:
    rows = (
        {"match": id, "number": number, "line": orjson.dumps(line).decode(), "at": at}
        for number, line in enumerate(lines, first)
    )
    return work.add(_new_entry, *rows)


def _state_values(id: str, state: State, at: int) -> dict[str, Any]:
    return {"match_id": id, **vars(state), "changed": at}


def _match_values(row: MatchRow) -> dict[str, Any]:
    texts = {"head": json.dumps(row.head), "terms": json.dumps(row.terms)}
    return {name: getattr(row, name) for name in PLAIN} | texts | asdict(row.state)


def _match_row(found: Any, sitting: list[SeatRow]) -> MatchRow:
    state = State(**{name: found[name] for name in State.__dataclass_fields__})
    texts = {name: json.loads(found[name]) for name in ("head", "terms")}
    return MatchRow(**{name: found[name] for name in PLAIN}, **texts, state=state, seats=sitting)
