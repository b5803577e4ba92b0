"""Check the logs of matches by their chains: of one that is loaded, and of a whole database, which is only read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

import orjson
from sqlalchemy import Connection, RowMapping, func, select

from battlewright.engine.chain import canonical, head_line, links
from battlewright.engine.errors import LogError, StoreError
from battlewright.engine.signature import Signature, is_by_its_key
from battlewright.store.database import check_integrity, newest_revision, opened, revision_of, transaction
from battlewright.store.schema import LINK, Status, entries, matches

Log = Sequence[Any]
"""The entries of a log in their order: the number, the line and the link of each."""
AT_ONCE = 50
"""The matches that are read in one transaction."""


@dataclass
class Checked:
    """What was found in a database. ``signed`` counts finished matches by the public keys that they are signed with,
    ``damage`` is what is wrong: the ids of matches (empty: the file itself) with a sentence each."""

    matches: int = 0
    entries: int = 0
    finished: int = 0
    signed: Counter[str] = field(default_factory=Counter)
    damage: list[tuple[str, str]] = field(default_factory=list)
    is_interrupted: bool = False

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        counts = {"matches": self.matches, "entries": self.entries, "finished": self.finished}
        damage = [{"match": id or None, "error": sentence} for id, sentence in self.damage]
        return counts | {"signed": dict(self.signed), "damage": damage, "interrupted": self.is_interrupted}

    def sentences(self) -> Iterator[str]:
        """Yield the findings as sentences."""
        whole = "" if self.damage or self.is_interrupted else "; all logs are whole"
        yield f"{self.matches:,} matches with {self.entries:,} entries checked{whole}."
        for key, count in sorted(self.signed.items()):
            yield f"Signed with the key {key}: {count:,} of {self.finished:,} finished matches."
        unsigned = self.finished - self.signed.total()
        if unsigned:
            yield f"Not signed: {unsigned:,} of {self.finished:,} finished matches."
        yield from (sentence for _, sentence in self.damage)


def check(url: str, keys: Collection[str] = (), progress: Callable[[int, int], None] = lambda *done: None) -> Checked:
    """Check all matches of a database, which is only read; a server may go on writing. Ctrl-C ends it early. With
    ``keys``, a signature must be with one of these public keys."""
    done = Checked()
    with opened(url) as engine:
        try:
            check_integrity(engine)
        except StoreError as error:
            done.damage.append(("", str(error)))
            return done
        with transaction(engine) as connection:
            _check_revision(connection)
            total = connection.execute(select(func.count()).select_from(matches)).scalar_one()
        last: str | None = ""
        try:
            while last is not None:
                progress(done.matches, total)
                with transaction(engine) as connection:
                    last = _check_some(connection, last, keys, done)
        except KeyboardInterrupt:
            done.is_interrupted = True
    return done


def _check_revision(connection: Connection) -> None:
    revision = revision_of(connection)
    if revision is None:
        raise StoreError("This is not a database of matches: it has none of their tables.")
    if revision != newest_revision():
        asked = "a server of this version brings them up to date when it starts"
        raise StoreError(f"The tables of the database are of another version (revision {revision}); {asked}.")


def _check_some(connection: Connection, after: str, keys: Collection[str], done: Checked) -> str | None:
    """Check some matches after an id, as they are at one moment; return the last id, or None after the last match."""
    some = select(matches).where(matches.c.id > after).order_by(matches.c.id).limit(AT_ONCE)
    rows = connection.execute(some).mappings().all()
    columns = (entries.c.match, entries.c.number, entries.c.line, entries.c.link)
    named = select(*columns).where(entries.c.match.in_([row["id"] for row in rows]))
    found = connection.execute(named.order_by(entries.c.match, entries.c.number))
    logs = {id: [each[1:] for each in log] for id, log in groupby(found, key=itemgetter(0))}
    for row in rows:
        id, log = row["id"], logs.get(row["id"], [])
        done.matches, done.entries = done.matches + 1, done.entries + len(log)
        done.finished += row["status"] == Status.OVER
        try:
            lines_of(row, log)
            _check_proof(row, keys)
        except LogError as error:
            done.damage.append((id, str(error)))
            continue
        if row["signature"]:
            done.signed[row["signed_by"]] += 1
    return rows[-1]["id"] if rows else None


def _check_proof(row: RowMapping, keys: Collection[str]) -> None:
    if row["chain"] is None:
        raise _damaged(row, "it has no chain")
    if keys and row["signature"] and row["signed_by"] not in keys:
        raise _damaged(row, f"it is signed with the key {row['signed_by']}, which is none of those named")


def lines_of(row: RowMapping, log: Log, first: int = 0, before: str | None = None) -> list[dict[str, Any]]:
    """Return the lines of a match's log, or those from the number ``first`` on, after the link ``before``. Raises
    ``LogError`` where it is damaged: where one is missing, cannot be read, or is not what was written."""
    numbers, count = [number for number, _, _ in log], row["number"]
    if numbers != [*range(first, count)]:
        missing = sorted(set(range(first, count)) - set(numbers))
        if not missing:
            raise _damaged(row, f"it has entries beyond number {count - 1}, its last one")
        raise _damaged(row, f"{len(missing)} of its {count} entries are missing, from number {missing[0]} on")
    try:
        lines = [orjson.loads(line) for _, line, _ in log]
        orjson.loads(row["terms"])
        begin = head_line(orjson.loads(row["head"]))
    except (ValueError, TypeError, AttributeError):
        raise _damaged(row, "a part of it cannot be read") from None
    chain = row["chain"]
    if chain is not None:
        known = next(links([begin])) if before is None else before
        found = [known, *links(map(canonical, lines), known)]
        _check_chain(row, found, [link for _, _, link in log], first)
        signature = Signature(row["signed_by"] or "", row["signature"] or "")
        if signature.signature and not is_by_its_key(signature, chain):
            raise _damaged(row, "its signature is not one over this log")
    return lines


def _check_chain(row: RowMapping, found: list[str], noted: list[str | None], first: int) -> None:
    """Compare the links of a log with the last one in its row, and say where they part. They begin with the link before
    its entry ``first``; that before entry 0 is its head's."""
    if found[-1] == row["chain"]:
        return
    linked = [number for number, link in enumerate(noted) if link is not None]
    wrong = [number for number in linked if noted[number] != found[number + 1][:LINK]]
    if not wrong:
        raise _damaged(row, "the last link of its chain is not the one that follows from its entries")
    if wrong[0] == linked[0]:
        raise _damaged(row, f"its head or one of its entries up to number {first + wrong[0]} was changed")
    raise _damaged(row, f"entry {first + wrong[0]} was changed")


def _damaged(row: RowMapping, how: str) -> LogError:
    return LogError(f"The log of match {row['id']} is damaged: {how}. It was not changed; a backup may be intact.")
