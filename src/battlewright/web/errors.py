"""HTTP statuses and bodies of errors. The text is the same that the command line prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright.engine import errors
from battlewright.web.commands import COMMAND_KINDS
from battlewright.web.models import Problem

MOST_IN_SENTENCE = 5
"""The most faults in the sentence about a malformed request."""
STATUS = {
    404: errors.NoSuchMatch | errors.NoSuchThing,
    410: errors.LogError,
    503: errors.StoreError | errors.TooBusy,
    429: errors.RateLimited,
    401: errors.Unauthenticated,
    403: errors.Forbidden,
    409: errors.Conflict | errors.NotAllowed | errors.Refused,
    422: errors.Malformed,
    400: errors.BattlewrightError,
}
"""The errors of each status. The first that fits counts."""


def status_of(error: errors.BattlewrightError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, errors.SetupError) and error.is_too_long:
        return 413
    return next(status for status, kinds in STATUS.items() if isinstance(error, kinds))


def headers_of(error: errors.BattlewrightError) -> dict[str, str]:
    """Return the headers of an error response: when to retry, or how to authenticate."""
    if isinstance(error, errors.Unauthenticated):
        return {"www-authenticate": "Bearer"}
    return {"retry-after": "1"} if status_of(error) == 503 else {}


def error_data(error: errors.BattlewrightError) -> Problem:
    """Return an error as data."""
    data = problem(str(error), getattr(error, "text", str(error)))
    if isinstance(error, errors.Refused):
        data["clause"] = error.clause
    if isinstance(error, errors.Outdated):
        data["changed"] = error.changed
    if isinstance(error, errors.SetupError | errors.Malformed | errors.WrongValue):
        shown = error.faults[: errors.MOST_SHOWN]
        data["faults"] = [{"field": each.field, "message": each.message, "line": each.line} for each in shown]
        data["more_faults"] = len(error.faults) - len(shown)
    return data


def problem(text: str, sentence: str = "") -> Problem:
    """Return an error as data, from its text alone."""
    return {"error": text, "sentence": sentence or text, "clause": "", "faults": [], "more_faults": 0}


def malformed(found: Sequence[Any]) -> errors.Malformed:
    """Return the error about a malformed request: as a sentence, and field by field."""
    faults = list(dict.fromkeys(errors.Fault("", 0, _place(each), _text(each["msg"])) for each in found))
    parts = [f"{each.field or 'body'}: {each.message}" for each in faults[:MOST_IN_SENTENCE]]
    more = f"; and {len(faults) - MOST_IN_SENTENCE} more" if len(faults) > MOST_IN_SENTENCE else ""
    return errors.Malformed(f"The request cannot be read: {'; '.join(parts)}{more}.", faults)


def _place(error: Any) -> str:
    """Return the field that an error is about, without where it was sent and the kind of the command."""
    if error["type"] == "json_invalid":  # its place is that of a character
        return ""
    place = [str(part) for part in error["loc"] if part not in ("body", "query", "path")]
    return _text(".".join(place[1:] if len(place) > 1 and place[0] in COMMAND_KINDS else place))


def _text(text: str) -> str:
    """Return a text without the unpaired surrogates that a quoted value may have."""
    return text.encode(errors="replace").decode()
