"""The workers of a server, and which of them owns each match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables for servers of several workers."""
    op.create_table(
        "workers",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("match", sa.String(22), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("worker", sa.String(22), sa.ForeignKey("workers.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("leases_by_worker", "leases", ["worker"])
