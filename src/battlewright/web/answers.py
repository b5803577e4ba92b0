"""Answers as JSON, written quickly."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.responses import JSONResponse


def as_bytes(data: Any) -> bytes:
    """Return data as JSON."""
    return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS)


class Json(JSONResponse):
    """An answer as JSON."""

    def render(self, content: Any) -> bytes:
        return as_bytes(content)
