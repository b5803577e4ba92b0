"""Who opened each match, and how many bytes it came with, for the limits of a server."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns, and the key by which networks are hashed."""
    op.add_column("matches", sa.Column("opener", sa.String(64)))
    op.add_column("matches", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.create_index("matches_by_opener", "matches", ["opener", "status"])
    keys = op.create_table(
        "keys",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.bulk_insert(keys, [{"name": "openers", "secret": secrets.token_hex(32)}])
