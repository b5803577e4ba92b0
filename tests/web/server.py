"""A real server in a process of its own, for tests."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from functools import cache, cached_property
from pathlib import Path
from typing import Self

import httpx

from battlewright.client import Client
from tests.forks import Fork, Forks
from tests.processes import at_the_end, end
from tests.web.described import description_file

READY = 120.0
ROOT = Path(__file__).parents[2]
PLACES = os.pathsep.join((str(ROOT), str(ROOT / "src")))


@cache
def forks() -> Forks:
    """The process that the servers of this test process are forked from: to import a server takes seconds."""
    made = Forks("tests.web.checked_server", {"PYTHONPATH": PLACES, "DESCRIPTION": str(description_file())})
    at_the_end.append(made.close)
    return made


class Server:
    """A server process on a database; it can be killed and started again on the same one."""

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        *more: str,
        env: dict[str, str] | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        self.folder, self.more, self.env, self.host = folder, more, env or {}, host
        self.database = database or f"sqlite:///{folder / 'matches.db'}"
        self.port = 0
        self.process: Fork | subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def start(self, is_awaited: bool = True) -> Self:
        """Start it, on the same port as before, and wait until it is ready; or only until it listens."""
        arguments = ["serve", "--host", self.host, "--port", str(self.port), "--database", self.database, *self.more]
        checks = {"DESCRIPTION": str(description_file()), "FAULTS": str(self._faults)}
        key = {} if self.database.startswith("sqlite") else {"BATTLEWRIGHT_KEY": str(self.folder / "server.key")}
        environment = {**os.environ, "PYTHONPATH": PLACES, **key, **self.env, **checks}
        with (self.folder / "server.log").open("a") as log:
            self.process = forks().start(arguments, environment, log.fileno())
        try:
            self._wait_until_ready(is_awaited)
        except BaseException:
            end(self.process, signal.SIGKILL)
            raise
        return self

    def _wait_until_ready(self, is_awaited: bool) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "listens on" in line, (line, (self.folder / "server.log").read_text())
        self.port = int(line.split(f"{self.host}:")[1].split("/")[0])
        late = time.monotonic() + READY
        while time.monotonic() < late:
            try:
                if httpx.get(f"{self.url}/readyz" if is_awaited else f"{self.url}/healthz").status_code == 200:
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
        """Ask it to end; what it has sent and taken must be described."""
        if self.process is not None:
            end(self.process)
        if "client" in vars(self):
            self.client.close()
        faults = self._faults.read_text().splitlines() if self._faults.exists() else []
        assert not faults, "\n".join(dict.fromkeys(faults))

    @property
    def _faults(self) -> Path:
        return self.folder / "faults.txt"

    @cached_property
    def client(self) -> Client:
        """A client of it."""
        return Client(self.url)
