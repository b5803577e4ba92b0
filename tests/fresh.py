"""Code in a process of its own, forked from one that has imported the compiler: Numba alone takes a second."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.forks import Forks, become_a_fork
from tests.processes import at_the_end, end


class FreshProcesses:
    """Runs code as ``python -c`` does. What is set before Numba is imported needs a process that is not forked."""

    def __init__(self) -> None:
        self.forks = Forks(__name__)

    def run(self, code: str, folder: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """Run code in a folder, with these variables besides those of this process."""
        variables = {**os.environ, **environment}
        with tempfile.TemporaryFile("w+") as errors:
            process = self.forks.start([code], variables, errors.fileno(), folder)
            try:
                output = process.stdout.read() if process.stdout else ""
                process.wait()
            finally:
                end(process, signal.SIGKILL)
            errors.seek(0)
            return subprocess.CompletedProcess(code, process.returncode, output, errors.read())


@pytest.fixture(scope="session")
def fresh_processes() -> FreshProcesses:
    """Processes of their own for rules that are compiled, or found, for the first time."""
    fresh = FreshProcesses()
    at_the_end.append(fresh.forks.close)
    return fresh


if __name__ == "__main__":
    import numba

    import battlewright.engine.compiler.dispatcher  # noqa: F401

    numba.njit("int64(int64)")(lambda value: value + 1)  # Numba looks for all that it knows when it first compiles
    become_a_fork()
    sys.dont_write_bytecode = True  # a file may change within a second
    exec(sys.argv[1], {"__name__": "__main__"})
