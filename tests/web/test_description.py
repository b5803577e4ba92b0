"""The description of the interface: everything is in it, and the server keeps to it.

All other tests with a server hold it too: ``checked_server`` reads everything that is sent and taken.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any, ClassVar

import httpx
import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from typing_extensions import is_typeddict
from websockets.sync.client import connect

from battlewright.answers.guide import Guide
from battlewright.client import RemoteMatch
from battlewright.engine.errors import ServerError
from battlewright.web import commands, library_models, models, requests, seat_models, system_models
from battlewright.web.guides import guide_routes
from tests.toy.pig import PIG
from tests.web.described import Described, description_file
from tests.web.server import Server

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.missing_required_header,
    checks.unsupported_method,
    checks.use_after_free,
    checks.ensure_resource_availability,
]
"""All that schemathesis checks of an answer but two: it cannot know that only some names are allowed, so that what it
makes up may be refused (``positive_data_acceptance``), and it takes the cookie, which proves a seat as well as a bearer
does, for no proof (``ignored_auth``; a test below holds it)."""
SEATED: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]
TEXTS = {"GET /api/matches/{match}/replay", "GET /metrics"}
"""What is answered as a text."""


@pytest.fixture(scope="module")
def described() -> Described:
    return Described.read(description_file())


def operations(described: Described) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, found in described.description["paths"].items():
        for method, operation in found.items():
            yield f"{method.upper()} {path}", operation


def test_every_answer_and_every_error_has_a_schema(described: Described) -> None:
    for name, operation in operations(described):
        for status, response in operation["responses"].items():
            content = response["content"]
            if status >= "4" and name != "GET /readyz":
                assert content["application/json"]["schema"] == {"$ref": "#/components/schemas/Problem"}, (name, status)
            elif name in TEXTS:
                assert content["text/plain"]["schema"] == {"type": "string"}, name
            else:
                assert "$ref" in content["application/json"]["schema"] or "/{kind}" in name, (name, status)


def test_every_operation_says_what_it_does_and_every_key_what_it_means(described: Described) -> None:
    for name, operation in operations(described):
        assert len(operation["description"]) > 20, name
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description"), (name, parameter["name"])
    for name, schema in described.description["components"]["schemas"].items():
        for key, each in schema.get("properties", {}).items():
            assert each.get("description"), f"{name}.{key} has no description"


def test_whoever_acts_proves_the_seat_by_a_bearer_or_a_cookie(described: Described) -> None:
    schemes = described.description["components"]["securitySchemes"]
    assert (schemes["bearer"]["scheme"], schemes["cookie"]["in"]) == ("bearer", "cookie")
    secured = {name: operation["security"] for name, operation in operations(described) if "security" in operation}
    assert secured["POST /api/matches/{match}/commands"] == SEATED
    assert {} in secured["GET /api/matches/{match}/news"]
    assert "POST /api/matches" not in secured


def test_without_its_token_nobody_acts(shared_server: Server, described: Described) -> None:
    match = shared_server.client.new_match("formations")
    secured = [name for name, operation in operations(described) if operation.get("security") == SEATED]
    assert len(secured) >= 4
    for name in secured:
        method, _, path = name.partition(" ")
        for headers in ({}, {"authorization": "Bearer nonsense"}, {"cookie": "seat=nonsense"}):
            body = {"kind": "resign"} if "commands" in path else {}
            address = f"{shared_server.url}{path.format(match=match.id, name='a')}?text=x"
            answer = httpx.request(method, address, headers=headers, json=body if method == "POST" else None)
            assert answer.status_code == 401, (name, headers, answer.text)
            assert answer.headers["www-authenticate"] == "Bearer"


def test_every_answer_has_a_real_example(described: Described) -> None:
    for name, operation in operations(described):
        for status, response in operation["responses"].items():
            if status.startswith("2") and name not in TEXTS:
                content = response["content"]["application/json"]
                assert not described.fault_of(content["schema"], content["example"], name)


def test_requests_have_examples_that_they_allow() -> None:
    for name in (
        "NewMatch",
        "TakeSeat",
        "Choose",
        "Say",
        "Faces",
        "EditNumber",
        "Undo",
        "Suggest",
        "Accept",
        "Decline",
        "SimpleCommand",
        "WhatIf",
        "WriteChat",
        "SaveThing",
        "Copy",
    ):
        model = getattr(requests, name, None) or getattr(commands, name)
        for example in model.model_json_schema()["examples"]:
            model.model_validate(example)


def test_every_type_of_an_answer_is_in_the_description(described: Described) -> None:
    own = [
        (module.__name__, *pair)
        for module in (models, seat_models, system_models, library_models)
        for pair in vars(module).items()
    ]
    named = {name for module, name, each in own if is_typeddict(each) and each.__module__ == module}
    assert named <= described.description["components"]["schemas"].keys()


def test_the_messages_of_the_socket_are_described(described: Described) -> None:
    socket = described.description["paths"]["/api/matches/{match}/socket"]["get"]
    assert socket["x-websocket"]["takes"] == {"$ref": "#/components/schemas/SocketCommand"}
    kinds = described.description["components"]["schemas"]["SocketAnswer"]["anyOf"]
    assert [each["$ref"].rpartition("/")[2] for each in kinds] == [
        "News",
        "DoneMessage",
        "RefusedMessage",
        "PeopleMessage",
    ]
    assert described.takes('{"kind": "choose", "choice": "stop", "id": 7}')
    assert not described.takes('{"kind": "choose", "choice": "stop", "why": 7}')


def test_an_address_for_sockets_says_so_to_others(shared_server: Server) -> None:
    match = shared_server.client.new_match("formations")
    answer = httpx.get(f"{shared_server.url}/api/matches/{match.id}/socket")
    assert answer.status_code == 426
    assert "needs a WebSocket" in answer.json()["error"]


@pytest.mark.parametrize("address", ["?since=soon", "?since=-1", f"?parts={101 * 'x'}"])
def test_a_socket_whose_address_is_wrong_is_told_why(shared_server: Server, address: str) -> None:
    match = shared_server.client.new_match("formations")
    url = f"{shared_server.url.replace('http', 'ws')}/api/matches/{match.id}/socket{address}"
    with connect(url) as socket:
        refused = json.loads(socket.recv())
    assert (refused["kind"], refused["status"]) == ("refused", 422)
    assert [fault["field"] for fault in refused["faults"]] == [address[1:].partition("=")[0]]


def test_a_guide_that_cannot_be_described_is_left_out_and_the_others_stay() -> None:
    def nothing_said(guide: Guide):  # type: ignore[no-untyped-def]
        """Answer without an annotation."""

    class Undescribed(Guide):
        answers: ClassVar = {"nothing": nothing_said}

    def missing() -> type[Guide]:
        raise ImportError("no such module")

    broken = [
        replace(PIG, name=f"pig{each}", guide=replace(PIG.guide, load=guide))
        for each, guide in enumerate((lambda: Undescribed, missing))
    ]
    paths = {route.path for route in guide_routes([*broken, PIG]).routes if isinstance(route, APIRoute)}
    own = ("rulings", "rulings_in_force", "suggestion_forms", "{name}")
    assert paths == {f"/api/matches/{{match}}/guide/{name}" for name in own}


def test_what_is_not_described_is_found(described: Described) -> None:
    """The check that all servers of tests run under can fail."""
    health = {"status": "ready", "version": "1", "interface": 5, "pages": "x"}
    assert not described.fault_of_answer("GET", "/healthz", 200, "application/json", json.dumps(health).encode())
    more = json.dumps({**health, "mood": "good"}).encode()
    assert "mood" in described.fault_of_answer("GET", "/healthz", 200, "application/json", more)
    less = json.dumps({"status": "ready"}).encode()
    assert "version" in described.fault_of_answer("GET", "/healthz", 200, "application/json", less)
    assert "418" in described.fault_of_answer("GET", "/healthz", 418, "application/json", b"{}")
    assert "not described" in described.fault_of_answer("GET", "/api/secrets", 200, "application/json", b"{}")
    assert "text/html" in described.fault_of_answer("GET", "/healthz", 200, "text/html", b"")
    assert described.fault_of_message('{"kind": "done", "number": 1}')


def test_a_malformed_request_names_its_fields(shared_server: Server) -> None:
    answer = httpx.post(f"{shared_server.url}/api/matches", json={"system": 3, "seconds": 1, "what": True})
    assert answer.status_code == 422
    assert [fault["field"] for fault in answer.json()["faults"]] == ["system", "seconds", "what"]
    with pytest.raises(ServerError, match="The request cannot be read: choice:"):
        shared_server.client.new_match("formations").command("choose", choice="")


def test_the_server_keeps_to_its_description_whatever_is_asked(shared_server: Server) -> None:
    matches = [shared_server.client.new_match(name) for name in ("skirmish", "heroes", "formations", "formations")]
    matches[-1].command("resign")
    schema = schemathesis.openapi.from_url(f"{shared_server.url}/api/openapi.json")
    for result in schema.get_all_operations():
        found: Any = result
        operation = found.ok()
        for mode in GenerationMode:
            if mode.is_positive or operation.body or list(operation.iter_parameters()):
                _ask_all(operation, shared_server, cycle(matches), mode)


def _ask_all(operation: Any, server: Server, matches: Iterator[RemoteMatch], mode: GenerationMode) -> None:
    """Ask one operation whatever the description allows, or does not allow, of real matches and a real library."""
    is_of_library = operation.path.startswith("/api/library")
    library = httpx.post(f"{server.url}/api/library").json()["token"] if is_of_library else None

    @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        match, headers = next(matches), {}
        if mode.is_positive and "match" in (case.path_parameters or {}):
            case.path_parameters["match"] = match.id
        if mode.is_positive and "security" in operation.definition.raw:
            headers["authorization"] = f"Bearer {library or match.token}"
        case.call_and_validate(base_url=server.url, headers=headers, checks=CHECKS)

    ask()
