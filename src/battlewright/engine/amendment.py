"""Amendments: what a game master changes of the set-up of a running battle, as data and as the line that travels.

The line of a step is the hash of the setting that it leads to, and the amendment as JSON: compact, its keys sorted, and
without a ``#``, which begins the comments of replays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError, Fault, SetupError, shorten
from battlewright.engine.rulebook import Rulebook

MAX_BYTES = 256 * 1024
"""The most bytes of an amendment's line."""


def read_amendment(system: Rulebook, given: object) -> BaseModel:
    """Return an amendment that was given as such, as data, or as JSON. A fault raises ``SetupError``."""
    if system.amending is None:
        raise BattlewrightError(f"In {system.title} the set-up of a running battle cannot be amended.")
    model = system.amending.model
    if isinstance(given, model):
        return given
    data = _parsed(given) if isinstance(given, str) else given
    if not isinstance(data, Mapping):
        raise BattlewrightError(f"An amendment is an object with its kind, not {shorten(str(given))}.")
    try:
        with source.given({}):  # an amendment stands for itself: it names no file
            return source.check(source.Source("amendment", "", dict(data), {}), model)
    except SetupError as error:
        raise BattlewrightError(" ".join(_sentence(fault) for fault in error.shown)) from None


def _parsed(text: str) -> Any:
    if len(text) > MAX_BYTES:
        raise BattlewrightError(f"An amendment has at most {MAX_BYTES} bytes.")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BattlewrightError(f"An amendment is JSON, which this is not: {shorten(text)}.") from None


def _sentence(fault: Fault) -> str:
    text = f"{fault.field}: {fault.message}" if fault.field else fault.message
    return text if text.endswith(".") else f"{text}."


def amendment_text(amendment: BaseModel) -> str:
    """Return an amendment with every number as JSON, on one line."""
    data = amendment.model_dump(mode="json", by_alias=True, exclude_none=True)
    return json.dumps(data, separators=(",", ":"), sort_keys=True).replace("#", "\\u0023")


def amendment_line(hashed: str, amendment: BaseModel) -> str:
    """Return the line of a step: the hash of the setting that an amendment leads to, and the amendment."""
    return f"{hashed} {amendment_text(amendment)}"


def split_line(line: str) -> tuple[str, str]:
    """Return the hash and the amendment of a step's line; the hash is empty where there is none."""
    hashed, _, text = line.partition(" ")
    return (hashed, text) if text and not hashed.startswith("{") else ("", line)
