"""HTTP statuses and bodies of errors. The text is the same that the command line prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright.engine.errors import (
    MOST_SHOWN,
    BattlewrightError,
    Conflict,
    Fault,
    Forbidden,
    LogError,
    Malformed,
    NoSuchMatch,
    NotAllowed,
    RateLimited,
    Refused,
    SetupError,
    StoreError,
    TooBusy,
    Unauthenticated,
    WrongValue,
    WrongWorker,
)
from battlewright.web.models import Problem
from battlewright.web.requests import COMMAND_KINDS

MOST_IN_SENTENCE = 5
"""The most faults in the sentence about a malformed request."""
STATUS: tuple[tuple[type[BattlewrightError], int], ...] = (
    (NoSuchMatch, 404),
    (LogError, 410),
    (StoreError, 503),
    (TooBusy, 503),
    (WrongWorker, 503),
    (RateLimited, 429),
    (Unauthenticated, 401),
    (Forbidden, 403),
    (Conflict, 409),
    (NotAllowed, 409),
    (Refused, 409),
    (Malformed, 422),
    (BattlewrightError, 400),
)


def status_of(error: BattlewrightError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, SetupError) and error.is_too_long:
        return 413
    return next(status for kind, status in STATUS if isinstance(error, kind))


def headers_of(error: BattlewrightError) -> dict[str, str]:
    """Return the headers of an error response: when to retry, or how to authenticate."""
    if isinstance(error, Unauthenticated):
        return {"www-authenticate": "Bearer"}
    return {"retry-after": "1"} if status_of(error) == 503 else {}


def error_data(error: BattlewrightError) -> Problem:
    """Return an error as data."""
    data = problem(str(error), getattr(error, "text", str(error)))
    if isinstance(error, Refused):
        data["clause"] = error.clause
    if isinstance(error, SetupError | Malformed | WrongValue):
        shown = error.faults[:MOST_SHOWN]
        data["faults"] = [{"field": each.field, "message": each.message, "line": each.line} for each in shown]
        data["more_faults"] = len(error.faults) - len(shown)
    return data


def problem(text: str, sentence: str = "") -> Problem:
    """Return an error as data, from its text alone."""
    return {"error": text, "sentence": sentence or text, "clause": "", "faults": [], "more_faults": 0}


def malformed(errors: Sequence[Any]) -> Malformed:
    """Return the error about a malformed request: as a sentence, and field by field."""
    faults = list(dict.fromkeys(Fault("", 0, _place(each), _text(each["msg"])) for each in errors))
    parts = [f"{each.field or 'body'}: {each.message}" for each in faults[:MOST_IN_SENTENCE]]
    more = f"; and {len(faults) - MOST_IN_SENTENCE} more" if len(faults) > MOST_IN_SENTENCE else ""
    return Malformed(f"The request cannot be read: {'; '.join(parts)}{more}.", faults)


def _place(error: Any) -> str:
    """Return the field that an error is about, without where it was sent and the kind of the command."""
    if error["type"] == "json_invalid":  # its place is that of a character
        return ""
    place = [str(part) for part in error["loc"] if part not in ("body", "query", "path")]
    return _text(".".join(place[1:] if len(place) > 1 and place[0] in COMMAND_KINDS else place))


def _text(text: str) -> str:
    """Return a text without the unpaired surrogates that a quoted value may have."""
    return text.encode(errors="replace").decode()
