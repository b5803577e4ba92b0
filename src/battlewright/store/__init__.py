"""Matches on disk: SQLite by default, PostgreSQL by a URL. The moves are the truth."""
