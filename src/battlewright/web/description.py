"""The OpenAPI description of the interface: what FastAPI finds in the endpoints, and what it cannot know: how seats are
proved, which errors there are, and the messages of the socket."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from battlewright.web.asking import COOKIE, lobby_of, own_seat, room_of, seat_of
from battlewright.web.models import Problem, SocketAnswer
from battlewright.web.requests import SYSTEM, AnyCommand

REF = "#/components/schemas/{model}"
ERRORS = {
    400: "It cannot be done; the sentence says why, and what is allowed.",
    401: "It needs the token of a seat of this match.",
    403: "It needs another seat, or comes from another page.",
    404: "There is no such match.",
    409: "The rules refuse it, or it does not fit how the match stands now.",
    410: "The match was played by other rules, or its log cannot be read.",
    413: "It is too long.",
    422: "It cannot be read; `faults` names the fields.",
    426: "This address takes a WebSocket.",
    429: "That is more than this server allows; wait a moment.",
    500: "Internal error: nothing was applied.",
    503: "The server is not ready yet, or has no room just now; ask again.",
}
SECURITY = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token of a seat, from whoever opened it."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "The same, as a browser keeps it."},
}
SOCKET = "/api/matches/{match}/socket"


def description_of(app: FastAPI, system: str) -> dict[str, Any]:
    """Return the description of a server; ``system`` is the rulebook of its examples."""
    if app.openapi_schema is None:
        made = FastAPI.openapi(app)
        schemas = made["components"]["schemas"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        schemas |= _socket_schemas()
        made["components"]["securitySchemes"] = SECURITY
        for route in _routes(app):
            for method in route.methods or ():
                _complete(made["paths"][route.path_format][method.lower()], route, method)
        _describe_socket(made["paths"][SOCKET]["get"])
        app.openapi_schema = json.loads(json.dumps(made).replace(json.dumps(SYSTEM), json.dumps(system)))
    return app.openapi_schema


def _routes(app: FastAPI) -> Iterator[APIRoute]:
    return (route for route in app.routes if isinstance(route, APIRoute) and route.include_in_schema)


def _complete(operation: dict[str, Any], route: APIRoute, method: str) -> None:
    """Add to an operation its errors and how a seat is proved."""
    responses = operation["responses"]
    for status in _statuses(route, method):
        problem = {"application/json": {"schema": {"$ref": REF.format(model="Problem")}}}
        responses.setdefault(str(status), {})
        responses[str(status)] = {"description": ERRORS[status], "content": problem} | (
            {"headers": {"Retry-After": {"schema": {"type": "integer"}, "description": "In how many seconds."}}}
            if status == 503
            else {}
        )
    if _needs(route.dependant, seat_of):
        optional: list[dict[str, list[str]]] = [] if _needs(route.dependant, own_seat) else [{}]
        operation["security"] = [*optional, {"bearer": []}, {"cookie": []}]


def _statuses(route: APIRoute, method: str) -> Iterator[int]:
    """Yield the statuses of the errors that an endpoint may answer with."""
    needs = route.dependant
    yield from (429, 500)
    if _needs(needs, lobby_of):
        yield from (400, 503)
    if _needs(needs, room_of):
        yield from (404, 409, 410)
    if _needs(needs, seat_of):
        yield from (401, 403)
    if method != "GET":
        yield from (403, 413)
    if route.body_field or _has_parameters(needs):
        yield from (400, 422)


def _needs(dependant: Dependant, wanted: Callable[..., Any]) -> bool:
    """Whether an endpoint depends on a function, directly or not."""
    return dependant.call is wanted or any(_needs(each, wanted) for each in dependant.dependencies)


def _has_parameters(dependant: Dependant) -> bool:
    own = dependant.path_params or dependant.query_params
    return bool(own) or any(map(_has_parameters, dependant.dependencies))


def _socket_schemas() -> dict[str, Any]:
    """Return the schemas of errors, and of the messages of the socket in both directions."""
    kinds: dict[str, tuple[Any, Any]] = {
        "SocketAnswer": ("serialization", TypeAdapter(SocketAnswer)),
        "SocketCommand": ("validation", TypeAdapter(AnyCommand)),
        "Problem": ("serialization", TypeAdapter(Problem)),
    }
    asked = [(name, mode, adapter) for name, (mode, adapter) in kinds.items()]
    made, shared = TypeAdapter.json_schemas(asked, ref_template=REF)
    own = {name: schema for (name, _), schema in made.items() if "$ref" not in schema}
    return {**shared["$defs"], **own}


def _describe_socket(operation: dict[str, Any]) -> None:
    """Describe the address that takes a WebSocket, with its messages."""
    sent = {"application/json": {"schema": {"$ref": REF.format(model="SocketAnswer")}}}
    switching = {"description": "The connection is a WebSocket now. The server sends these.", "content": sent}
    operation["responses"]["101"] = switching
    operation["x-websocket"] = {
        "sends": {"$ref": REF.format(model="SocketAnswer")},
        "takes": {"$ref": REF.format(model="SocketCommand")},
    }
