"""Programs that many tests start, forked from a process that has imported them already: that takes most of a start.

A program that can be forked calls ``become_a_fork`` when it has imported all it needs, and goes on as if it had just
been started. What is read from the environment while modules are imported is that of the first process.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.processes import adopt_orphans, end

ROOT = Path(__file__).parents[1]
FORKS = "BATTLEWRIGHT_TEST_FORKS"
"""The variable with the descriptor of the socket over which a process is asked for forks."""
MEASURED = "COVERAGE_PROCESS_CONFIG"
"""The variable by which coverage is begun in a process; here it begins in the fork."""
SIZE = 8


class Forks:
    """A process that waits to be forked. Its forks are adopted by this process, which takes in orphans."""

    def __init__(self, module: str, environment: Mapping[str, str] | None = None) -> None:
        self.command = [sys.executable, "-m", module]
        self.process: subprocess.Popen[bytes] | None = None
        if sys.platform != "linux":
            return  # no process is adopted there, so each is started as usual
        adopt_orphans()
        ours, theirs = socket.socketpair()
        kept = {name: value for name, value in os.environ.items() if name != MEASURED}
        self.socket = ours
        with theirs:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env={**kept, **(environment or {}), FORKS: str(theirs.fileno())},
                pass_fds=[theirs.fileno()],
            )

    def start(self, arguments: Sequence[str], environment: Mapping[str, str], errors: int, folder: Path = ROOT) -> Fork:
        """Start the program with these arguments and variables; its errors go to a descriptor."""
        asked = {"arguments": arguments, "environment": dict(environment), "folder": str(folder)}
        sent = json.dumps(asked).encode()
        reading, writing = os.pipe()
        socket.send_fds(self.socket, [len(sent).to_bytes(SIZE)], [writing, errors])
        os.close(writing)
        self.socket.sendall(sent)
        return Fork(int.from_bytes(_read(self.socket, SIZE)), reading)

    def close(self) -> None:
        """End it; its forks go on."""
        if self.process is not None:
            self.socket.close()
            end(self.process)


class Fork:
    """A forked process, as far as it is like ``subprocess.Popen``."""

    stdin = stderr = None

    def __init__(self, pid: int, output: int) -> None:
        self.pid = pid
        self.stdout = open(output)  # noqa: SIM115  closed by `end`
        self.returncode: Any = None

    def poll(self) -> int | None:
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if ended else None
        return self.returncode  # type: ignore[no-any-return]

    def wait(self, timeout: float | None = None) -> int:
        late = time.monotonic() + (timeout or float("inf"))
        while self.poll() is None:
            if time.monotonic() > late:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            time.sleep(0.005)
        return int(self.returncode)

    def send_signal(self, sent: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sent)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def become_a_fork() -> None:
    """Wait for requests, and return in a fork of this process for each; does nothing in a process of its own."""
    if FORKS not in os.environ:
        return
    asking = socket.socket(fileno=int(os.environ.pop(FORKS)))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        size, descriptors, _, _ = socket.recv_fds(asking, SIZE, 2)
        if not size:
            sys.exit()
        asked = json.loads(_read(asking, int.from_bytes(size)))
        reading, writing = os.pipe()
        between = os.fork()
        if between == 0:
            child = os.fork()
            if child:
                os.write(writing, child.to_bytes(SIZE))
                os._exit(0)  # so that the tests adopt the other
            for each in (asking.detach(), reading, writing):
                os.close(each)
            _begin(descriptors, **asked)
            return
        os.waitpid(between, 0)
        asking.sendall(os.read(reading, SIZE))
        for each in (reading, writing, *descriptors):
            os.close(each)


def _begin(descriptors: list[int], arguments: list[str], environment: dict[str, str], folder: str) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for stream, descriptor in enumerate(descriptors, 1):
        os.dup2(descriptor, stream)
        os.close(descriptor)
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115  as Python itself does at the start
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    given = [each for each in environment.get("PYTHONPATH", "").split(os.pathsep) if each]
    sys.path[:] = [folder, *given, *(each for each in sys.path[1:] if each not in given)]
    sys.argv[1:] = arguments
    if MEASURED in environment:
        import coverage

        coverage.process_startup()


def _read(source: socket.socket, size: int) -> bytes:
    got = b""
    while len(got) < size:
        more = source.recv(size - len(got))
        assert more, "the process that is forked has ended"
        got += more
    return got
