"""Servers for tests: one that many tests share, and ones of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from battlewright.client import Client
from tests import packages
from tests.web.browser import browser, chromium, new_window
from tests.web.server import Server

__all__ = ["browser", "chromium", "new_window"]

NewServer = Callable[..., Server]


def install_pig(folder: Path, system: str = "PIG") -> dict[str, str]:
    """Install the toy system into a folder, as another package would; returns the environment that finds it."""
    packages.install(folder / "site", "pig", f"tests.toy.pig:{system}")
    return packages.environment(folder / "site")


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that many tests play on; it plays the toy system too."""
    folder = tmp_path_factory.mktemp("server")
    limits = [part for limit in ("new_matches=1000", "commands=2000", "report=2") for part in ("--limit", limit)]
    server = Server(folder, None, *limits, env=install_pig(folder)).start()
    yield server
    server.stop()


@pytest.fixture
def client(shared_server: Server) -> Client:
    """A client of the shared server."""
    return shared_server.client


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[NewServer]:
    """Starts servers of a test's own."""
    started: list[Server] = []

    def start(database: str | None = None, *more: str, **options: Any) -> Server:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        server = Server(folder, database, *more, **options)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()
