"""Libraries: what people keep of their own on a server, for all their devices.

A library opens with its owner's token, a thing is copied with the secret of its link; the store has only their hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, delete, func, insert, literal, select, update
from sqlalchemy.exc import SQLAlchemyError

from battlewright.engine.errors import NoSuchThing, Outdated, Unauthenticated
from battlewright.store.database import from_database, transaction
from battlewright.store.schema import libraries, things
from battlewright.store.store import now

DAY = 24 * 3600 * 1000
"""The milliseconds to which it is known when a library was last used."""
AT_ONCE = 100
"""The most libraries that are removed in one transaction."""


@dataclass(frozen=True)
class Thing:
    """A file of a library, as JSON; ``changed`` is in milliseconds."""

    id: str
    system: str
    kind: str
    name: str
    text: str
    changed: int

    @property
    def size(self) -> int:
        """The bytes that it counts as."""
        return len(self.name.encode()) + len(self.text.encode())


class Held(NamedTuple):
    """How many libraries there are, and the bytes in them."""

    libraries: int
    size: int


def held(engine: Engine) -> Held:
    """Return what all libraries hold."""
    with _reading(engine) as connection:
        return _held(connection)


def begin(engine: Engine, library: str, opener: str, allow: Callable[[Held, Held], None]) -> None:
    """Begin a library with the hash of its token, where ``allow`` raises nothing: it is given what its opener and what
    all hold so far."""
    with _changing(engine) as connection:
        allow(_held(connection, opener), _held(connection))
        at = now()
        connection.execute(insert(libraries).values(token=library, opener=opener, created=at, used=at))


def enter(engine: Engine, library: str) -> None:
    """Note that a library is used. Raises ``Unauthenticated`` where there is none."""
    with _reading(engine) as connection:
        used = connection.execute(select(libraries.c.used).where(libraries.c.token == library)).scalar()
    if used is None:
        raise _unknown()
    if used < now() - DAY:
        with _changing(engine) as connection:
            connection.execute(update(libraries).where(libraries.c.token == library).values(used=now()))


def contents(engine: Engine, library: str, with_text: bool = True) -> Sequence[tuple[Thing, bool]]:
    """Return the things of a library, the last changed first, perhaps without their texts; each with whether it has a
    copying link."""
    names = Thing.__dataclass_fields__
    columns = [things.c[name] if with_text or name != "text" else literal("") for name in names]
    query = select(*columns, things.c.link.is_not(None)).where(things.c.library == library)
    with _reading(engine) as connection:
        found = connection.execute(query.order_by(things.c.changed.desc(), things.c.id)).all()
    return [(Thing(*row[:-1]), bool(row[-1])) for row in found]


def save(engine: Engine, library: str, thing: Thing, allow: Callable[[int, int], None]) -> bool:
    """Save a thing; return whether it has a copying link. Raises ``Outdated`` where a newer one is kept. Where it takes
    more room, ``allow`` must raise nothing: it is given how many things the library would have, and how many bytes all
    libraries of its opener."""
    with _changing(engine) as connection:
        opener = _lock(connection, library)
        is_it = _is(library, thing.id)
        kept = connection.execute(select(things.c.changed, things.c.size, things.c.link).where(is_it)).first()
        if kept is not None and kept.changed > thing.changed:
            raise Outdated(kept.changed)
        added = thing.size - (kept.size if kept is not None else 0)
        if added > 0:
            count = select(func.count()).select_from(things).where(things.c.library == library)
            allow(connection.execute(count).scalar_one() + (kept is None), _held(connection, opener).size + added)
        values = asdict(thing) | {"library": library, "size": thing.size}
        connection.execute((insert(things) if kept is None else update(things).where(is_it)).values(values))
        return kept is not None and kept.link is not None


def remove(engine: Engine, library: str, id: str | None = None) -> int:
    """Remove a thing of a library, or the library with all of them; return how many things there were."""
    with _changing(engine) as connection:
        _lock(connection, library)
        meant = things.c.library == library if id is None else _is(library, id)
        count: int = connection.execute(delete(things).where(meant)).rowcount
        if id is None:
            connection.execute(delete(libraries).where(libraries.c.token == library))
        return count


def link(engine: Engine, library: str, id: str, seed: str, hash_of: Callable[[str], str]) -> str:
    """Let a thing be copied; return the seed of the secret: the one that it has, or this one. ``hash_of`` returns the
    hash of the secret that follows from a seed."""
    with _changing(engine) as connection:
        _lock(connection, library)
        found = connection.execute(select(things.c.seed).where(_is(library, id))).first()
        if found is None:
            raise NoSuchThing("There is no such thing in this library; perhaps another device has removed it.")
        kept: str = found.seed or seed
        connection.execute(update(things).where(_is(library, id)).values(seed=kept, link=hash_of(kept)))
        return kept


def unlink(engine: Engine, library: str, id: str) -> int:
    """Let a thing be copied no more; return how many links that ended."""
    with _changing(engine) as connection:
        _lock(connection, library)
        is_linked = _is(library, id) & things.c.link.is_not(None)
        count: int = connection.execute(update(things).where(is_linked).values(seed=None, link=None)).rowcount
        return count


def copied(engine: Engine, hash: str) -> Thing:
    """Return the thing of a copying link, by the hash of its secret."""
    columns = [things.c[name] for name in Thing.__dataclass_fields__]
    with _reading(engine) as connection:
        found = connection.execute(select(*columns).where(things.c.link == hash)).first()
    if found is None:
        raise NoSuchThing("There is nothing to copy at this link: its owner has ended it, or removed what it was for.")
    return Thing(*found)


def remove_unused(engine: Engine, before: int) -> int:
    """Remove some libraries that nobody has used since a moment, with their things; return how many."""
    unused = select(libraries.c.token).where(libraries.c.used < before).limit(AT_ONCE)
    with _changing(engine) as connection:
        count: int = connection.execute(delete(libraries).where(libraries.c.token.in_(unused))).rowcount
        return count


def _lock(connection: Connection, library: str) -> str:
    """Lock a library; return its opener."""
    query = select(libraries.c.opener).where(libraries.c.token == library).with_for_update()
    opener: str | None = connection.execute(query).scalar()
    if opener is None:
        raise _unknown()
    return opener


def _unknown() -> Unauthenticated:
    return Unauthenticated("This token opens no library of this server; perhaps the library was removed.")


def _held(connection: Connection, opener: str | None = None) -> Held:
    counted = select(func.count()).select_from(libraries)
    summed = select(func.coalesce(func.sum(things.c.size), 0)).join_from(things, libraries)
    of = [] if opener is None else [libraries.c.opener == opener]
    return Held(*(int(connection.execute(each.where(*of)).scalar_one()) for each in (counted, summed)))


def _is(library: str, id: str) -> Any:
    return (things.c.library == library) & (things.c.id == id)


@contextmanager
def _reading(engine: Engine, writes: bool = False) -> Iterator[Connection]:
    try:
        with transaction(engine, writes) as connection:
            yield connection
    except SQLAlchemyError as error:
        raise from_database(error) from None


def _changing(engine: Engine) -> Any:
    return _reading(engine, writes=True)
