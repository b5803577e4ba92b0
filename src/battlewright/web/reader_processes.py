"""A pool of processes that read large uploads.

A process can be killed, unlike a thread: when it takes too long, or when its client disconnects.

A process starts when it is needed, and ends after a while without work, or with the server.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any, TypeVar

from battlewright.engine.errors import BattlewrightError, TooLarge
from battlewright.engine.text import seconds_of
from battlewright.engine.time_limit import time_limit
from battlewright.web.fair_queue import Accounts, FairQueue

T = TypeVar("T")

INLINE_SIZE = 32 * 1024
"""The most characters that a thread reads, without a process."""
START_TIMEOUT = 60.0
"""The longest that a process may take to start."""
GRACE = 1.0
"""The seconds past its limit after which work is killed; most work stops by itself before."""
IDLE_SECONDS = 120.0
"""The seconds without work after which a process ends."""
LENGTH_BYTES = 8
"""The bytes of the length before each message."""
GENTLE = 4
"""Their niceness: they give way to the server."""


class ReaderPool:
    """A few processes with a queue. ``seconds``: how long each piece of work may take."""

    def __init__(
        self, seconds: float, processes: int, waiting: int, each: int = 0, accounts: Accounts | None = None
    ) -> None:
        self.seconds = seconds
        self.queue = FairQueue("large files", processes, waiting, each or waiting, accounts or Accounts(), 1)
        self._threads = ThreadPoolExecutor(processes + 1, thread_name_prefix="readers")  # they wait for the processes
        self._idle: list[tuple[float, Process]] = []
        self._all: set[Process] = set()

    @property
    def waiting(self) -> int:
        """The number of running and waiting jobs."""
        return self.queue.waiting

    async def run(self, work: Callable[..., T], *given: Any, who: str = "") -> T:
        """Call a function in a process, for an account; the function and its arguments must be picklable."""
        self.queue.check(who)
        await self.queue.enter(who)
        began = time.monotonic()
        try:
            result: T = await self._call(pickle.dumps((self.seconds, work, given)))
            return result
        finally:
            self.queue.leave(who, time.monotonic() - began)

    async def _call(self, message: bytes) -> Any:
        process = self._idle.pop()[1] if self._idle else Process()
        self._all.add(process)
        is_done = False
        try:
            await self._wait(START_TIMEOUT, process.start)
            answer = await self._wait(self.seconds + GRACE, process.exchange, message)
            is_done = True
        except TimeoutError:
            raise TooLarge(f"Reading this took more than {seconds_of(self.seconds)}; send a smaller file.") from None
        except (OSError, EOFError):
            raise TooLarge("Reading this needs more memory than the server has; send a smaller file.") from None
        finally:
            if is_done:
                self._idle.append((time.monotonic(), process))
                asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_idle)
            else:
                self._end(process)
        return _read(answer)

    async def _wait(self, seconds: float, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.wait_for(asyncio.wrap_future(self._threads.submit(work, *given)), seconds)

    def _end(self, process: Process) -> None:
        self._all.discard(process)
        process.kill()
        with suppress(RuntimeError):  # the server ends, and so do its threads
            self._threads.submit(process.close)

    def _end_idle(self) -> None:
        late = time.monotonic() - IDLE_SECONDS + 1
        for each in [each for each in self._idle if each[0] < late]:
            self._idle.remove(each)
            self._end(each[1])

    async def close(self) -> None:
        """End all processes."""
        for process in [*self._all]:
            self._end(process)
        await asyncio.to_thread(self._threads.shutdown)


class Process:
    """A process that runs the functions it is sent. ``kill`` ends it from any thread, and its waiters get an error."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "battlewright.web.reader_processes"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._messages, self._answers = self._process.stdin, self._process.stdout
        self._has_started = False

    def start(self) -> None:
        """Wait until it has started."""
        if not self._has_started:
            self._has_started = bool(_exactly(self._answers, 1))

    def exchange(self, message: bytes) -> bytes:
        """Send a message; return the answer."""
        self._messages.write(len(message).to_bytes(LENGTH_BYTES) + message)
        self._messages.flush()
        return _exactly(self._answers, int.from_bytes(_exactly(self._answers, LENGTH_BYTES)))

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def close(self) -> None:
        """Reap a killed process and close its pipes."""
        self._process.wait()
        self._answers.close()
        with suppress(BrokenPipeError):
            self._messages.close()


def _exactly(file: IO[bytes], count: int) -> bytes:
    found = file.read(count)
    if len(found) < count:
        raise EOFError
    return found


def _read(answer: bytes) -> Any:
    """Return what came back, or raise it. Errors are sent as their parts: not every one can be made from its message
    alone."""
    error, result = pickle.loads(answer)
    if error is None:
        return result
    kind, arguments, state = error
    made = kind.__new__(kind, *arguments)
    vars(made).update(state)
    raise made


def _work(message: bytes) -> bytes:
    seconds, work, given = pickle.loads(message)
    if hasattr(signal, "setitimer"):  # it ends by itself, too: whoever should end it may have been killed
        signal.setitimer(signal.ITIMER_REAL, seconds + 3 * GRACE)
    try:
        with time_limit(seconds):
            return pickle.dumps((None, work(*given)))
    except BattlewrightError as error:
        return pickle.dumps(((type(error), error.args, vars(error)), None))
    except Exception:
        return pickle.dumps(((RuntimeError, (traceback.format_exc(),), {}), None))
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)


def _serve(messages: IO[bytes], answers: IO[bytes]) -> None:
    """Run what is sent, until the server closes the pipe."""
    answers.write(b"!")
    answers.flush()
    while head := messages.read(LENGTH_BYTES):
        answer = _work(messages.read(int.from_bytes(head)))
        answers.write(len(answer).to_bytes(LENGTH_BYTES) + answer)
        answers.flush()


def main() -> None:
    """Run a reader process. Prints go to standard error, since standard output carries the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
