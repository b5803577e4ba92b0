"""A server of several processes at one address: the one that starts them, and what each of them runs.

A worker reads its options from its standard input, and ends when that is closed, as it is when the parent has ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict

from battlewright.cli.serve import ServerOptions, make_server
from battlewright.engine.errors import BattlewrightError

STARTUP_SECONDS = 20.0
"""A worker that ends within this many seconds has failed to start."""
MAX_START_FAILURES = 5
"""The server ends after this many failed starts in a row."""
SHUTDOWN_TIMEOUT = 15.0
"""The seconds that workers have to shut down."""


class Supervisor:
    """The workers of a server. A worker that ends is restarted."""

    def __init__(self, count: int, listening: socket.socket, served: ServerOptions) -> None:
        self.listening, self.served = listening, served
        self.run = secrets.token_hex(6)
        self.processes: dict[int, subprocess.Popen[bytes]] = {}
        self.began = dict.fromkeys(range(count), 0.0)
        self.failures = 0
        self.is_ending = False

    def start(self, index: int) -> None:
        """Start a worker."""
        file = self.listening.fileno()
        command = [sys.executable, "-m", "battlewright.cli.workers"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[file], process_group=0)
        self.processes[index], self.began[index] = process, time.monotonic()
        given = {"file": file, "process": f"{self.run}-{index}", "served": asdict(self.served)}
        assert process.stdin is not None
        with suppress(BrokenPipeError):  # ``watch`` handles one that has ended already
            process.stdin.write(json.dumps(given).encode() + b"\n")
            process.stdin.flush()

    def watch(self) -> None:
        """Restart workers that end, until the server shuts down."""
        while not self.is_ending and self.failures < MAX_START_FAILURES:
            for index, process in [*self.processes.items()]:
                code = process.poll()
                if code is not None and not self.is_ending:
                    has_failed = (
                        code > 0 and time.monotonic() - self.began[index] < STARTUP_SECONDS
                    )  # below 0: it was killed
                    self.failures = self.failures + 1 if has_failed else 0
                    _close(process)
                    if self.failures < MAX_START_FAILURES:
                        self.start(index)
            time.sleep(0.05)

    def end(self) -> None:
        """Shut all workers down."""
        for process in self.processes.values():
            process.terminate()
        late = time.monotonic() + SHUTDOWN_TIMEOUT
        for process in self.processes.values():
            try:
                process.wait(max(late - time.monotonic(), 0.1))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            _close(process)


def _close(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.close()


def run_workers(count: int, listening: socket.socket, served: ServerOptions) -> None:
    """Run a server of several workers until it is stopped."""
    supervisor = Supervisor(count, listening, served)

    def stop(number: int, frame: object) -> None:
        supervisor.is_ending = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    try:
        for index in range(count):
            supervisor.start(index)
        supervisor.watch()
    finally:
        supervisor.end()
    if supervisor.failures >= MAX_START_FAILURES:
        raise BattlewrightError("The server's workers failed to start; see their errors above.")


def run_worker() -> None:
    """Run a worker in this process."""
    from battlewright.web.logs import write_logs

    line = b""
    while not line.endswith(b"\n"):
        read = os.read(0, 65536)
        if not read:
            return
        line += read
    given = json.loads(line)
    write_logs()
    served = given["served"]
    server = make_server(ServerOptions(**{**served, "origins": tuple(served["origins"])}), given["process"])
    listening = socket.socket(fileno=given["file"])

    async def run() -> None:
        def stop() -> None:
            if not os.read(0, 4096):
                server.should_exit = True
                asyncio.get_running_loop().remove_reader(0)

        asyncio.get_running_loop().add_reader(0, stop)
        await server.serve(sockets=[listening])

    asyncio.run(run())


if __name__ == "__main__":
    run_worker()
