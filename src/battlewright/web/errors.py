"""What a server refuses, and with which status. The text is the same that the command line prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright.engine.errors import (
    BattlewrightError,
    Conflict,
    Forbidden,
    LogError,
    NoSuchMatch,
    NotAllowed,
    RateLimited,
    Refused,
    SetupError,
    StoreError,
    TooBusy,
    WrongWorker,
)

STATUS: tuple[tuple[type[BattlewrightError], int], ...] = (
    (NoSuchMatch, 404),
    (LogError, 410),
    (StoreError, 503),
    (TooBusy, 503),
    (WrongWorker, 503),
    (RateLimited, 429),
    (Forbidden, 403),
    (Conflict, 409),
    (NotAllowed, 409),
    (Refused, 409),
    (BattlewrightError, 400),
)


def status_of(error: BattlewrightError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, SetupError) and error.is_too_long:
        return 413
    return next(status for kind, status in STATUS if isinstance(error, kind))


def error_data(error: BattlewrightError) -> dict[str, object]:
    """Return an error as data: its text, its sentence alone with the clause where a rule refuses, the faults of a
    file."""
    data: dict[str, object] = {"error": str(error), "sentence": getattr(error, "text", str(error))}
    if isinstance(error, SetupError):
        data["faults"] = [{"field": each.field, "message": each.message, "line": each.line} for each in error.shown]
        data["more_faults"] = error.more
    return data | {"clause": error.clause} if isinstance(error, Refused) else data


def malformed(errors: Sequence[Any]) -> str:
    """Return what is wrong with a request, as sentences."""
    parts = []
    for each in errors[:5]:
        place = ".".join(str(part) for part in each["loc"] if part != "body")
        parts.append(f"{place or 'body'}: {each['msg']}")
    more = f"; and {len(errors) - 5} more" if len(errors) > 5 else ""
    text = f"The request cannot be read: {'; '.join(parts)}{more}."
    return text.encode(errors="replace").decode()  # what it quotes may have half of a character
