"""Libraries of people's own files."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables for libraries and what is in them."""
    op.create_table(
        "libraries",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("opener", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("libraries_by_opener", "libraries", ["opener"])
    op.create_index("libraries_by_use", "libraries", ["used"])
    op.create_table(
        "things",
        sa.Column("library", sa.String(64), sa.ForeignKey("libraries.token", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("seed", sa.String(22)),
        sa.Column("link", sa.String(64)),
    )
    op.create_index("things_by_link", "things", ["link"], unique=True)
