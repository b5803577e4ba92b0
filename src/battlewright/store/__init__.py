"""Matches on disk: SQLite by default, PostgreSQL by a URL."""

from __future__ import annotations

from battlewright.engine.extras import need

need("A store of matches", "server")
