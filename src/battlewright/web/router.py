"""A router that derives an endpoint's OpenAPI description from its annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

from fastapi import APIRouter
from fastapi.params import Param

from battlewright.web.dependencies import lobby_of, own_seat, room_of, seat_of
from battlewright.web.json_response import Json

ERRORS = {
    400: "It cannot be done; the message says why, and what is allowed.",
    401: "It needs the token of a seat of this match.",
    403: "This seat may not do it, or the request is cross-origin.",
    404: "There is no such match.",
    409: "The rules refuse it, or it conflicts with the state of the match.",
    410: "The match follows another ruleset, or its log cannot be read.",
    413: "The request is too large.",
    422: "The request is malformed; `faults` names the fields.",
    429: "A rate limit is exceeded; wait a moment.",
    500: "Internal error: nothing was applied.",
    503: "The server is not ready yet, or is busy; try again.",
}
REF = "#/components/schemas/{model}"
"""Where the description has the schema of a type."""
BEARER, COOKIE = "bearer", "cookie"
"""The names of the authentication schemes (``description.SECURITY``)."""


class Router(APIRouter):
    """Endpoints whose annotations are their description: ``Json[News]`` is an answer with the schema of ``News``, and
    what an endpoint depends on tells its errors and the token that it needs."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        hints = get_type_hints(endpoint, include_extras=True)
        declared = [each for hint in hints.values() for each in _metadata(hint)]
        needs = {getattr(each, "dependency", None) for each in declared}
        if get_origin(hints["return"]) is Json:
            more["response_model"] = get_args(hints["return"])[0]
        if more.get("include_in_schema", True):
            methods = more.get("methods") or ["GET"]
            takes = methods != ["GET"] or "{" in path or any(isinstance(each, Param) for each in declared)
            errors = errors_of(*_statuses(needs, methods != ["GET"], takes))
            more["responses"] = errors | (more.get("responses") or {})
            more["openapi_extra"] = _security(needs) | (more.get("openapi_extra") or {})
        super().add_api_route(path, endpoint, **more)


def _metadata(hint: Any) -> tuple[Any, ...]:
    return getattr(hint, "__metadata__", ())


def _statuses(needs: set[Any], changes: bool, takes: bool) -> Iterator[int]:
    """Yield the statuses of the errors of an endpoint, by what it depends on, whether it changes something, and whether
    it takes anything."""
    if takes:
        yield from (400, 422)
    if needs & {lobby_of, room_of}:
        yield from (400, 503)
    if room_of in needs:
        yield from (404, 409, 410)
    if needs & {seat_of, own_seat}:
        yield 401
    if changes:
        yield from (403, 413)
    yield from (429, 500)


def errors_of(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the description of some errors, by their statuses."""
    wait = {"Retry-After": {"schema": {"type": "integer"}, "description": "The seconds to wait."}}
    content = {"application/json": {"schema": {"$ref": REF.format(model="Problem")}}}
    return {
        status: {"description": ERRORS[status], "content": content} | ({"headers": wait} if status == 503 else {})
        for status in statuses
    }


def _security(needs: set[Any]) -> dict[str, Any]:
    if own_seat in needs:
        return {"security": [{BEARER: []}, {COOKIE: []}]}
    return {"security": [{}, {BEARER: []}, {COOKIE: []}]} if seat_of in needs else {}
