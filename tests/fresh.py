"""Code in a process of its own, forked from one that has imported the compiler: Numba alone takes a second to import.

As a program it reads a request a line, and answers each with a number: how its fork ended.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.processes import end

ROOT = Path(__file__).parents[1]


class FreshProcesses:
    """Runs code as ``python -c`` does. What is set before Numba is imported needs a process that is not forked."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.fresh"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, text=True, bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def run(self, code: str, folder: Path, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """Run code in a folder, with these variables besides those of this process."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with tempfile.TemporaryDirectory() as place:
            request = {
                "code": code,
                "folder": str(folder),
                "environment": {**os.environ, **environment},
                "output": f"{place}/output",
                "errors": f"{place}/errors",
            }
            self.process.stdin.write(json.dumps(request) + "\n")
            ended = int(self.process.stdout.readline())
            output, errors = (Path(place, name).read_text() for name in ("output", "errors"))
        return subprocess.CompletedProcess(code, ended, output, errors)


@pytest.fixture(scope="session")
def fresh_processes() -> Iterator[FreshProcesses]:
    """Processes of their own for rules that are compiled, or found, for the first time."""
    fresh = FreshProcesses()
    yield fresh
    end(fresh.process)


def _serve() -> None:
    import numba

    import battlewright.engine.compiler.dispatcher  # noqa: F401

    numba.njit("int64(int64)")(lambda value: value + 1)  # Numba looks for all that it knows when it first compiles
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            os._exit(_run(**request))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)  # noqa: T201


def _run(code: str, folder: str, environment: dict[str, str], output: str, errors: str) -> int:
    for path, stream in ((output, 1), (errors, 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = folder
    sys.dont_write_bytecode = True  # a file may change within a second
    try:
        exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
    except Exception:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    _serve()
