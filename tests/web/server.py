"""A real server in a process of its own, for tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import cached_property
from pathlib import Path
from typing import Self

import httpx

from battlewright.client import Client
from tests.processes import end

READY = 60.0


class Server:
    """A server process on a database; it can be killed and started again on the same one."""

    def __init__(
        self, folder: Path, database: str | None = None, *more: str, env: dict[str, str] | None = None
    ) -> None:
        self.folder, self.more, self.env = folder, more, env or {}
        self.database = database or f"sqlite:///{folder / 'matches.db'}"
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start it, on the same port as before, and wait until it is ready."""
        command = [sys.executable, "-m", "battlewright", "serve", "--port", str(self.port), "--database", self.database]
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [*command, *self.more], stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **self.env}
            )
        try:
            self._wait_until_ready()
        except BaseException:
            end(self.process, signal.SIGKILL)
            raise
        return self

    def _wait_until_ready(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "listens on" in line, (line, (self.folder / "server.log").read_text())
        self.port = int(line.split("127.0.0.1:")[1].split("/")[0])
        late = time.monotonic() + READY
        while time.monotonic() < late:
            try:
                if httpx.get(f"{self.url}/readyz").status_code == 200:
                    return
            except httpx.HTTPError:
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
            time.sleep(0.02)
        raise AssertionError("the server is not ready")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        end(self.process, signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end."""
        if self.process is not None:
            end(self.process)
        if "client" in vars(self):
            self.client.close()

    @cached_property
    def client(self) -> Client:
        """A client of it."""
        return Client(self.url)
