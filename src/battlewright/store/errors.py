"""What can go wrong with a store, in a sentence."""

from __future__ import annotations

from sqlalchemy.exc import DataError, IntegrityError, OperationalError

from battlewright.engine.errors import BattlewrightError, NotKept, StoreError, WriteConflict


def from_database(error: Exception) -> BattlewrightError:
    """Return what a database's error means for somebody who plays."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, DataError):
        return NotKept(f"The database cannot take this ({reason_of(error)}).")
    if isinstance(error, IntegrityError):
        return WriteConflict()
    reason = reason_of(error)
    if ("full" in reason or "No space left" in reason) and isinstance(error, OperationalError):
        return StoreError("The disk of the server is full; nothing is written, and the match is as it was.")
    return StoreError(f"The database does not answer ({reason}). Ask again soon: what is written down is not lost.")


def reason_of(error: Exception) -> str:
    """Return what a database says, on one line."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]
