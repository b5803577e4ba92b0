"""What openers of matches hold of a server: open matches, running clocks, stored bytes."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from battlewright.store.database import from_database
from battlewright.store.schema import Status, keys, matches


class Holdings(NamedTuple):
    """How many matches are not over, how many of them have a running clock, and the bytes that matches came with."""

    matches: int
    clocks: int
    stored: int


def holdings(engine: Engine, opener: str | None = None) -> Holdings:
    """Return what an opener holds; without one, what all do."""
    is_open = matches.c.status != Status.OVER
    counted = select(
        func.count().filter(is_open),
        func.count().filter(is_open & matches.c.due.is_not(None) & ~matches.c.is_pending),
        func.coalesce(func.sum(matches.c.size), 0),
    )
    with_opener = counted if opener is None else counted.where(matches.c.opener == opener)
    try:
        with engine.connect() as connection:
            return Holdings(*map(int, connection.execute(with_opener).one()))
    except SQLAlchemyError as error:
        raise from_database(error) from None


def opener_key(engine: Engine) -> bytes:
    """Return the key by which the networks of openers are hashed."""
    try:
        with engine.connect() as connection:
            return bytes.fromhex(connection.execute(select(keys.c.secret).where(keys.c.name == "openers")).scalar_one())
    except SQLAlchemyError as error:
        raise from_database(error) from None


def opener_of(network: str, key: bytes) -> str:
    """Return a network as it is kept: nobody finds the network out without the key."""
    return hashlib.blake2b(network.encode(), key=key, digest_size=16).hexdigest()
