"""Database errors as messages for people."""

from __future__ import annotations

from sqlalchemy.exc import DataError, IntegrityError, OperationalError

from battlewright.engine.errors import BattlewrightError, NotKept, StoreError, WriteConflict


def from_database(error: Exception) -> BattlewrightError:
    """Return the error to show for a database's error."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, DataError):
        return NotKept(f"The database cannot store this ({reason_of(error)}).")
    if isinstance(error, IntegrityError):
        return WriteConflict()
    reason = reason_of(error)
    if ("full" in reason or "No space left" in reason) and isinstance(error, OperationalError):
        return StoreError("The server's disk is full; nothing was written, and the match has not changed.")
    return StoreError(f"The database does not answer ({reason}). Try again soon; saved moves are not lost.")


def reason_of(error: Exception) -> str:
    """Return the text of a database's error, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]
