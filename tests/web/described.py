"""The description of the interface, as tests hold real answers against it. Keys that it does not name are faults."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import jsonschema_rs

from battlewright import systems
from battlewright.web.app import interface_description
from battlewright.web.registry import Registry
from tests.processes import at_the_end
from tests.toy.pig import PIG

SOCKET = "/api/matches/{match}/socket"


def known_systems() -> Registry:
    """The systems that the servers of tests play: those that ship, and the toy."""
    names = (*systems.names(), "pig")
    return Registry(lambda: names, lambda name: PIG if name == "pig" else systems.load(name), systems.DEFAULT)


@cache
def description_file() -> Path:
    """The description in a file, made once for all servers of a test process."""
    folder = Path(tempfile.mkdtemp(prefix="battlewright-description-"))
    at_the_end.append(partial(shutil.rmtree, folder))
    (folder / "openapi.json").write_text(json.dumps(interface_description(known_systems())))
    return folder / "openapi.json"


class Described:
    """A description that answers are held against."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.description = description
        self._validators: dict[str, Any] = {}

    @classmethod
    def read(cls, file: Path) -> Described:
        return cls(json.loads(file.read_text()))

    @cached_property
    def _closed(self) -> dict[str, Any]:
        """The schemas of all types, without room for keys that they do not name."""
        closed: dict[str, Any] = json.loads(json.dumps(self.description["components"]["schemas"]))
        _close(closed)
        return closed

    @cached_property
    def _paths(self) -> list[tuple[re.Pattern[str], str]]:
        """The addresses, those without parameters first."""
        paths = sorted(self.description["paths"], key=lambda path: path.count("{"))
        return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """The operation at an address; None where nothing is described there."""
        found = next((each for pattern, each in self._paths if pattern.fullmatch(path)), None)
        operation: dict[str, Any] | None = (
            None if found is None else self.description["paths"][found].get(method.lower())
        )
        return operation

    def fault_of_answer(self, method: str, path: str, status: int, kind: str, body: bytes) -> str:
        """What an answer has that the description does not say; empty if there is nothing."""
        operation = self.operation(method, path)
        if operation is None:
            return "" if status in (404, 405) else f"{method} {path} is not described"
        described = operation["responses"].get(str(status))
        if described is None:
            return f"{method} {path}: the status {status} is not described: {body[:200]!r}"
        content = described.get("content", {})
        if kind not in content:
            return f"{method} {path}: {status} has the type {kind!r}, not {', '.join(content)}"
        schema = content[kind].get("schema", {})
        return (
            "" if kind != "application/json" else self.fault_of(schema, json.loads(body), f"{method} {path} {status}")
        )

    def fault_of_message(self, text: str) -> str:
        """What a message of the server over the socket has that the description does not say."""
        data = json.loads(text)
        kinds = {"news": "News", "done": "DoneMessage", "refused": "RefusedMessage", "people": "PeopleMessage"}
        return self.fault_of({"$ref": f"#/components/schemas/{kinds[data['kind']]}"}, data, "socket")

    def takes(self, text: str | None) -> bool:
        """Whether a message to the server is one that the description names."""
        try:
            data = json.loads(text or "")
        except ValueError:
            return False
        return self._validator({"$ref": "#/components/schemas/SocketCommand"}).is_valid(data)  # type: ignore[no-any-return]

    def fault_of(self, schema: dict[str, Any], data: Any, where: str) -> str:
        """What some data has that its schema does not say."""
        error = next(self._validator(schema).iter_errors(data), None)
        return (
            "" if error is None else f"{where}: {'.'.join(map(str, error.instance_path))}: {str(error.message)[:300]}"
        )

    def _validator(self, schema: dict[str, Any]) -> Any:
        key = json.dumps(schema)
        if key not in self._validators:
            whole = {**schema, "components": {"schemas": self._closed}}
            self._validators[key] = jsonschema_rs.validator_for(whole)
        return self._validators[key]


def _close(schema: Any) -> None:
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
        schema = list(schema.values())
    for each in schema if isinstance(schema, list) else ():
        _close(each)
