"""Child processes of tests: they heed Ctrl-C, end with the test that started them, and none is left over."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.forks import Fork

ENDS = 20.0
"""How many seconds a process may take to end once it was asked to; then it is killed."""
GRACE = 5.0
"""How many seconds processes may take to disappear after the last test."""
ADOPT_ORPHANS = 36
"""``PR_SET_CHILD_SUBREAPER`` of Linux."""
at_the_end: list[Callable[[], None]] = []
"""What ends the processes that all tests share, and removes their files."""


def heed_interrupts() -> None:
    """Let this process and its children feel Ctrl-C, which a run that a shell started in the background ignores."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def end(process: subprocess.Popen[Any] | Fork, how: signal.Signals = signal.SIGTERM) -> int:
    """Ask a process to end, kill it where it does not, and close its pipes; return its exit code."""
    if process.poll() is None:
        process.send_signal(how)
        try:
            process.wait(ENDS)
        except BaseException:  # also where the time of the test is up
            process.kill()
            process.wait(ENDS)
            raise
        finally:
            _close(process)
    _close(process)
    return process.returncode


def _close(process: subprocess.Popen[Any] | Fork) -> None:
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a process that ends with this block at the latest, however the block ends."""
    process: subprocess.Popen[str] = subprocess.Popen(command, text=True, **options)
    try:
        yield process
    finally:
        end(process, signal.SIGKILL)


def descendants() -> dict[int, str]:
    """Return the processes below this one with their command lines, but for what Python itself keeps."""
    found: dict[int, str] = {}
    waiting = [os.getpid()]
    while waiting:
        for each in _children(waiting.pop()):
            line = _command_line(each)
            if line and each != getattr(resource_tracker._resource_tracker, "_pid", None):
                found[each] = line
                waiting.append(each)
    return found


def _children(process: int) -> list[int]:
    children: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*"):
        with suppress(OSError):
            children += map(int, (task / "children").read_text().split())
    return children


def _command_line(process: int) -> str:
    """Return the command line of a process; nothing for one that has ended."""
    folder = Path(f"/proc/{process}")
    try:
        if (folder / "stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return ""
        line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""
    return line or str(process)  # it has none while it is being replaced by another program


def adopt_orphans() -> None:
    """Become the parent of each process below this one whose parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)


@pytest.fixture(scope="session", autouse=True)
def no_process_left_over() -> Iterator[None]:
    """Fail where a child of the tests, or an orphan of such a child, is still there at their end; it is killed."""
    adopt_orphans()
    yield
    for each in at_the_end:
        each()
    late = time.monotonic() + GRACE
    while (left := descendants()) and time.monotonic() < late:
        time.sleep(0.05)
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    assert not left, f"processes were left over: {'; '.join(left.values())}"
