"""The OpenAPI description of the interface: FastAPI's own, with authentication, the messages of the socket, and the
fields that systems add to shared answers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_type_hints

from fastapi import FastAPI
from pydantic import TypeAdapter
from typing_extensions import is_typeddict

from battlewright.answers import report
from battlewright.contract.system import System
from battlewright.engine import data_types
from battlewright.engine.data_types import add_inherited
from battlewright.engine.events import SIDE_FIELDS
from battlewright.play import battle_report_data as report_data
from battlewright.web import library_models, models, system_models, table_models
from battlewright.web.commands import AnyCommand
from battlewright.web.endpoints import LIBRARY_SECURITY, REF, SECURITY
from battlewright.web.models import Problem, SocketAnswer
from battlewright.web.registry import Registry
from battlewright.web.requests import SYSTEM

SOCKET = "/api/matches/{match}/socket"
DECLARED = (data_types, report, models, report_data, system_models, table_models, library_models)
"""Where the types of answers are declared."""
WITH_SCENE = ("News", "MatchMoment", "Previewed")
"""The answers that have the table as the guide of a system answers it."""
EXAMPLES = Path(__file__).parent / "examples.json"
"""Examples of answers: real ones, kept by ``docs/interface_examples.py``."""


def description_of(app: FastAPI, registry: Registry) -> dict[str, Any]:
    """Return the description of a server, with the default system in its examples."""
    if app.openapi_schema is None:
        made = FastAPI.openapi(app)
        schemas: dict[str, Any] = made["components"]["schemas"]
        _add(schemas, _more_schemas())
        for kind in (each for place in DECLARED for each in vars(place).values() if is_typeddict(each)):
            if kind.__name__ in schemas:
                add_inherited(kind, schemas[kind.__name__])
        _add_scenes(schemas)
        systems = registry.load_all()
        _add_summaries(schemas, systems)
        _add_event_fields(schemas["Event"]["properties"], systems)
        made["components"]["securitySchemes"] = SECURITY | LIBRARY_SECURITY
        _describe_socket(made["paths"][SOCKET]["get"])
        _add_examples(made["paths"])
        app.openapi_schema = json.loads(json.dumps(made).replace(json.dumps(SYSTEM), json.dumps(registry.default)))
    return app.openapi_schema


def _more_schemas() -> dict[str, Any]:
    """Return the schemas of errors, and of the messages of the socket in both directions."""
    asked: list[Any] = [
        ("SocketAnswer", "serialization", TypeAdapter(SocketAnswer)),
        ("SocketCommand", "validation", TypeAdapter(AnyCommand)),
        ("Problem", "serialization", TypeAdapter(Problem)),
    ]
    made, shared = TypeAdapter.json_schemas(asked, ref_template=REF)
    return {**{name: schema for (name, _), schema in made.items()}, **shared["$defs"]}


def _add(schemas: dict[str, Any], more: dict[str, Any]) -> None:
    """Add schemas that are not there yet."""
    for name, schema in more.items():
        schemas.setdefault(name, schema)


def _add_scenes(schemas: dict[str, Any]) -> None:
    """Say what the table is that some answers have: what the guides of the systems answer."""
    if "SceneAnswer" in schemas:
        scene = schemas["SceneAnswer"]["properties"]["scene"]
        for name in WITH_SCENE:
            schemas[name]["properties"]["scene"]["anyOf"] = [scene, {"type": "null"}]


def _add_summaries(schemas: dict[str, Any], systems: Iterable[System]) -> None:
    """Add to a match what the systems tell of it, each by its own keys."""
    for system in systems:
        kind: Any = get_type_hints(system.guide.summary).get("return") if system.guide.summary else None
        if is_typeddict(kind):
            made = TypeAdapter(kind).json_schema(mode="serialization", ref_template=REF)
            _add(schemas, made.pop("$defs", {}))
            for key, schema in made.get("properties", {}).items():
                schemas["MatchInfo"]["properties"].setdefault(key, schema)


def _add_event_fields(properties: dict[str, Any], systems: Iterable[System]) -> None:
    """Add to events the fields that the kinds of all systems declare."""
    letter, number = ({"anyOf": [{"type": each}, {"type": "null"}]} for each in ("string", "integer"))
    for name in sorted({name for system in systems for kind in system.rules.event_kinds for name in kind.fields}):
        text = (
            "A side."
            if name in SIDE_FIELDS
            else "A number, of the kinds that declare it (docs/data.md lists them); null where it is not told."
        )
        properties[name] = {**(letter if name in SIDE_FIELDS else number), "description": text}


def _describe_socket(operation: dict[str, Any]) -> None:
    """Describe the address that takes a WebSocket, with its messages."""
    sent = {"application/json": {"schema": {"$ref": REF.format(model="SocketAnswer")}}}
    switching = {"description": "The connection is a WebSocket now: the server sends these.", "content": sent}
    operation["responses"]["101"] = switching
    operation["x-websocket"] = {
        "sends": {"$ref": REF.format(model="SocketAnswer")},
        "takes": {"$ref": REF.format(model="SocketCommand")},
    }


def _add_examples(paths: dict[str, Any]) -> None:
    """Add to each operation the example of its answer."""
    for key, example in json.loads(EXAMPLES.read_text(encoding="utf-8")).items():
        method, _, path = key.partition(" ")
        responses = paths.get(path, {}).get(method.lower(), {}).get("responses", {})
        for status, response in responses.items():
            if status.startswith("2"):
                response["content"]["application/json"]["example"] = example
