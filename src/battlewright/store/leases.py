"""Leases: which worker of a server owns each match.

A worker sends a heartbeat every second. One without a heartbeat for some seconds has lost its matches: another takes
them over, and the former owner can no longer write to them (``fence``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection, Engine, delete, exists, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from battlewright.engine.errors import NoSuchMatch, WriteConflict
from battlewright.store.database import from_database
from battlewright.store.schema import leases, workers
from battlewright.store.store import now

T = TypeVar("T")

LEASE_TIMEOUT = 8_000
"""The milliseconds without a heartbeat after which a worker loses its matches."""


@dataclass(frozen=True)
class Worker:
    """A process of a server, and the Unix socket on which the other workers reach it."""

    id: str
    address: str


class Leases:
    """The leases, as one worker sees them. They need PostgreSQL."""

    def __init__(self, engine: Engine, worker: Worker) -> None:
        self.engine, self.worker = engine, worker

    def heartbeat(self) -> set[str]:
        """Record a heartbeat; return the matches that this worker owns."""

        def work(connection: Connection) -> set[str]:
            mine = {"address": self.worker.address, "seen": now()}
            new = insert(workers).values(id=self.worker.id, **mine)
            connection.execute(new.on_conflict_do_update(index_elements=[workers.c.id], set_=mine))
            held = select(leases.c.match).where(leases.c.worker == self.worker.id)
            return set(connection.execute(held).scalars())

        return self._do(work)

    def owner(self, match: str) -> Worker | None:
        """Return the worker that owns a match; None where it has no live owner."""

        def work(connection: Connection) -> Worker | None:
            found = connection.execute(
                select(workers.c.id, workers.c.address)
                .join(leases, leases.c.worker == workers.c.id)
                .where(leases.c.match == match, workers.c.seen >= now() - LEASE_TIMEOUT)
            ).first()
            return None if found is None else Worker(found.id, found.address)

        return self._do(work)

    def claim(self, match: str, instead_of: str | None = None) -> bool:
        """Claim a match without an owner, or whose owner is lost or is the unresponsive worker ``instead_of``; return
        whether this worker owns it now."""

        def work(connection: Connection) -> bool:
            lives = exists().where(workers.c.id == leases.c.worker, workers.c.seen >= now() - LEASE_TIMEOUT)
            free = leases.c.worker.in_([self.worker.id, instead_of or ""]) | ~lives
            new = insert(leases).values(match=match, worker=self.worker.id)
            taken = new.on_conflict_do_update(
                index_elements=[leases.c.match], set_={"worker": self.worker.id}, where=free
            )
            return connection.execute(taken.returning(leases.c.worker)).first() is not None

        return self._do(work)

    def fence(self, connection: Connection, matches: set[str]) -> None:
        """Refuse to write to matches that this worker does not own. Until the transaction ends no other worker can take
        them over, so the next owner loads all that was written."""
        held = select(leases.c.match).where(leases.c.worker == self.worker.id, leases.c.match.in_(sorted(matches)))
        if set(connection.execute(held.with_for_update(read=True)).scalars()) != matches:
            raise WriteConflict

    def remove_lost(self) -> int:
        """Remove lost workers with their leases; return their number."""
        lost = delete(workers).where(workers.c.seen < now() - LEASE_TIMEOUT, workers.c.id != self.worker.id)
        return self._do(lambda connection: connection.execute(lost).rowcount)

    def leave(self) -> None:
        """Give up all leases, so that other workers can take the matches over."""
        gone = update(workers).where(workers.c.id == self.worker.id).values(seen=0)
        self._do(lambda connection: connection.execute(gone))

    def _do(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except IntegrityError as error:  # a lease of a match that is not there
            raise (NoSuchMatch() if "matches" in str(error.orig) else from_database(error)) from None
        except SQLAlchemyError as error:
            raise from_database(error) from None
