"""Answers as JSON, written quickly: they are described by their types, and not validated on their way out."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import orjson
from starlette.responses import JSONResponse

T = TypeVar("T")


def as_bytes(data: Any) -> bytes:
    """Return data as JSON."""
    return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)


class Json(JSONResponse, Generic[T]):
    """An answer as JSON, of a type that mypy checks."""

    def __init__(self, content: T, status_code: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(content, status_code, headers)

    def render(self, content: Any) -> bytes:
        return as_bytes(content)
