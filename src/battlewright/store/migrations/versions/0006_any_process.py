"""Any process serves any match: rows that move on from an expected revision, and work that is claimed for a time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Number what changes a match, and keep when the server has something to do, and who is there."""
    op.add_column("matches", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("claimed", sa.BigInteger))
    op.execute("UPDATE matches SET due = changed WHERE is_pending AND status = 'running'")
    op.create_index("matches_by_due", "matches", ["due"])
    op.drop_table("leases")
    op.drop_table("workers")
    op.create_table(
        "presence",
        sa.Column("match", sa.String(22), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", sa.String(22), primary_key=True),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
