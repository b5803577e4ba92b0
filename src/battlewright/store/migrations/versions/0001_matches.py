"""Matches, their seats, entries and commands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _of_match() -> sa.Column[str]:
    return sa.Column("match", sa.String(22), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("winner", sa.String(8)),
        sa.Column("is_pending", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("origin", sa.String(22)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("matches_by_change", "matches", ["status", "changed"])
    op.create_table(
        "seats",
        _of_match(),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(200), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("invitation", sa.String(64)),
        sa.Column("token", sa.String(64)),
        sa.Column("value", sa.String(128)),
    )
    op.create_table(
        "entries",
        _of_match(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "commands",
        _of_match(),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
