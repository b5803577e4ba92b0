"""The number of the next entry, also of matches that have not begun."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Count the entries of matches that wait: those that go on from a moment of another have some already."""
    op.execute(
        "UPDATE matches SET number = (SELECT count(*) FROM entries WHERE entries.match = matches.id)"
        " WHERE status = 'waiting'"
    )
