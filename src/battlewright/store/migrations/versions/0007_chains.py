"""The chain over the log of each match, and the signature of a server over that of a finished one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from battlewright.engine.chain import last_link

revision = "0007"
down_revision = "0006"

MATCHES = sa.table("matches", *(sa.column(name) for name in ("id", "head", "number", "chain")))
ENTRIES = sa.table("entries", *(sa.column(name) for name in ("match", "number", "line")))


def upgrade() -> None:
    """Add the columns, and compute the chain of every match that is whole. What is over stays without a signature: who
    may have changed it meanwhile is not known."""
    op.add_column("matches", sa.Column("chain", sa.String(64)))
    op.add_column("matches", sa.Column("signed_by", sa.String(64)))
    op.add_column("matches", sa.Column("signature", sa.String(128)))
    op.add_column("entries", sa.Column("link", sa.String(16)))
    connection = op.get_bind()
    for (id,) in connection.execute(sa.select(MATCHES.c.id)).all():
        head, number = connection.execute(sa.select(MATCHES.c.head, MATCHES.c.number).where(MATCHES.c.id == id)).one()
        logged = sa.select(ENTRIES.c.number, ENTRIES.c.line).where(ENTRIES.c.match == id).order_by(ENTRIES.c.number)
        chain = _chain_of(head, number, connection.execute(logged).all())
        connection.execute(sa.update(MATCHES).where(MATCHES.c.id == id).values(chain=chain))


def _chain_of(head: str, number: int, logged: Sequence[Any]) -> str | None:
    """Return the last link of a log; None where it is damaged."""
    if [each for each, _ in logged] != [*range(number)]:
        return None
    try:
        return last_link(json.loads(head), [json.loads(line) for _, line in logged])
    except (ValueError, TypeError, AttributeError):
        return None
