"""The command ``battlewright``, whose server holds everything that it sends and takes against its description.

    DESCRIPTION=openapi.json FAULTS=faults.txt python -m tests.web.checked_server serve ...

What the description does not say is written to the file of faults. Tests have it forked (``tests.forks``).
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

from starlette.types import Message, Receive, Scope, Send

from battlewright import systems
from battlewright.cli import main
from battlewright.contract.guides import guide_class
from battlewright.web import app, security
from tests.forks import FORKS, become_a_fork
from tests.web.described import Described


class CheckedGuard(security.Guard):
    """The outermost layer of the server, and a reader of all that passes it."""

    described = Described.read(Path(os.environ["DESCRIPTION"]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await super().__call__(scope, receive, self._checked_answer(scope, send))
        elif scope["type"] == "websocket":
            await self._check_socket(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def _checked_answer(self, scope: Scope, send: Send) -> Send:
        answer: dict[str, Any] = {"body": b""}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
                answer["kind"] = headers.get("content-type", "").partition(";")[0]
                answer["status"] = message["status"]
            answer["body"] += message.get("body", b"")
            if message["type"] == "http.response.body" and not message.get("more_body") and _is_api(scope):
                _note(self.described.fault_of_answer(scope["method"], scope["path"], **answer))
            await send(message)

        return sending

    async def _check_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        undescribed = 0

        async def receiving() -> Message:
            nonlocal undescribed
            message = await receive()
            if message["type"] == "websocket.receive":
                undescribed += not self.described.takes(message.get("text"))
            return message

        async def sending(message: Message) -> None:
            nonlocal undescribed
            if message["type"] == "websocket.send":
                _note(self.described.fault_of_message(message["text"]))
                undescribed -= '"refused"' in message["text"][:20] and undescribed > 0
            if message["type"] == "websocket.close":
                undescribed = 0
            await send(message)

        await super().__call__(scope, receiving, sending)
        _note("a message was taken that is not described" if undescribed > 0 else "")


def _is_api(scope: Scope) -> bool:
    path: str = scope["path"]
    is_described = path.startswith("/api/") and not path.startswith(("/api/docs", "/api/openapi.json"))
    return (is_described or path in ("/healthz", "/readyz", "/metrics")) and scope["method"] in (
        "GET",
        "POST",
        "PUT",
        "DELETE",
    )


def _note(fault: str) -> None:
    if fault:
        with Path(os.environ["FAULTS"]).open("a") as file:
            file.write(f"{fault}\n")


vars(app)["Guard"] = CheckedGuard  # also in the processes of workers, which import this module


def _import_all() -> None:
    """Import what a server imports once it runs."""
    for module in ("cli.serve", "cli.workers", "engine.compiler.dispatcher", "store.database"):
        import_module(f"battlewright.{module}")
    for name in systems.BUILT_IN:
        guide_class(systems.load(name))


if __name__ == "__main__":
    if FORKS in os.environ:
        _import_all()
    become_a_fork()
    main()
