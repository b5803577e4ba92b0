"""A study's battles on a cluster of Dask: many processes, on this machine or on others.

The cell travels as data, the rows come back as bytes. A worker that dies costs the battles it was fighting: they are
fought again by another. What is done stays with the study, so a cluster that goes away costs no more than that.
"""

from __future__ import annotations

import hashlib
import json
import logging
import signal
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import islice
from queue import Empty, SimpleQueue
from threading import current_thread, local, main_thread
from typing import Any

import numpy as np

from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError, NotInstalled
from battlewright.lab.pairing import Pairing
from battlewright.lab.recorder import Columns, Recorder, recorder_for
from battlewright.lab.study.executors import Take, Task, TaskResult
from battlewright.lab.study.file import Plan
from battlewright.version import __version__

AHEAD = 4
"""The tasks that each worker has waiting for it, so that it never waits for the next."""
RECOUNT = 5.0
"""The seconds between two counts of the workers."""
WORKER_TIMEOUT = 30.0
"""The seconds without any worker after which a cluster is given up."""
CONNECT_TIMEOUT = "10s"
"""How long a scheduler may take to answer."""
RETRIES = 3
"""How often a task is given to another worker after its own died."""
FightTask = Callable[[str, int, bytes, int, int], tuple[bytes, float]]


def connect(address: str, fight_task: FightTask, worker_timeout: float = WORKER_TIMEOUT) -> Cluster:
    """Connect to a cluster: ``local:4`` starts four processes here, ``tcp://HOST:PORT`` is a scheduler of Dask."""
    try:
        dask, distributed = import_module("dask"), import_module("distributed")
    except ImportError:
        raise NotInstalled("A cluster", "cluster", "distributed") from None
    for name in ("distributed", "distributed.client", "distributed.scheduler", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is reported in one sentence
    dask.config.set(
        {"distributed.scheduler.allowed-failures": RETRIES, "distributed.comm.timeouts.connect": CONNECT_TIMEOUT}
    )
    word, _, rest = address.partition(":")
    own = None
    if word == "local":
        if not rest.isdecimal() or not 1 <= int(rest) <= 256:
            raise BattlewrightError(f"--cluster {address}: local takes the number of processes, such as local:4.")
        with _ignoring_interrupts():
            own = distributed.LocalCluster(
                n_workers=int(rest), threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
            )
    elif word not in ("tcp", "tls", "ws", "wss") or not rest.startswith("//"):
        raise BattlewrightError(f"--cluster {address}: give local:4, or the address of a scheduler, tcp://HOST:8786.")
    try:
        client = distributed.Client(own or address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BattlewrightError(f"There is no cluster at {address} ({why}). Start one with 'dask scheduler'.") from None
    return Cluster(address, client, own, fight_task, worker_timeout)


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Let processes that start now ignore Ctrl-C: it is this process that stops a study."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _version() -> str:
    return __version__


class Cluster:
    """The tasks on the workers of a cluster."""

    slice = 0.5

    def __init__(self, address: str, client: Any, own: Any, fight_task: FightTask, worker_timeout: float) -> None:
        self.address, self.client, self._own, self._fight, self._patience = (
            address,
            client,
            own,
            fight_task,
            worker_timeout,
        )
        self.name, self._threads, self._counted = f"cluster {address}", 1, -RECOUNT
        self._check_versions()

    @property
    def workers(self) -> int:
        """The threads of all workers, counted anew every few seconds: workers may come and go."""
        if time.monotonic() - self._counted > RECOUNT:
            self._threads, self._counted = max(sum(self.client.nthreads().values()), 1), time.monotonic()
        return self._threads

    def _check_versions(self) -> None:
        self._wait_for_workers()
        try:
            found = set(self.client.run(_version).values())
        except Exception as error:
            self.close()
            raise BattlewrightError(f"The workers of {self.address} cannot run battlewright ({error}).") from None
        if found - {__version__}:
            self.close()
            other = ", ".join(sorted(map(str, found - {__version__})))
            raise BattlewrightError(f"The workers of {self.address} have battlewright {other}, this is {__version__}.")

    def _wait_for_workers(self) -> None:
        until = time.monotonic() + self._patience
        while not self.client.nthreads():
            if time.monotonic() > until:
                self.close()
                raise BattlewrightError(f"The cluster at {self.address} has no workers. Start some with 'dask worker'.")
            time.sleep(0.1)

    def run(self, plan: Plan, tasks: Iterable[Task], take: Take) -> None:
        """Carry out all tasks, with a few ahead for each worker."""
        cells: dict[int, bytes] = {}
        waiting, done = iter(tasks), SimpleQueue[tuple[Task, Any]]()
        out: dict[Any, Task] = {}
        width = Columns(plan.system).width

        def send(count: int) -> None:
            for task in islice(waiting, count):
                cell = cells.get(task.cell)
                if cell is None:
                    cell = cells[task.cell] = zlib.compress(json.dumps(plan.cells[task.cell].as_data()).encode())
                first = plan.cells[task.cell].first + task.first
                arguments = (plan.system.name, plan.head.seed, cell, first, task.battles)
                future = self.client.submit(self._fight, *arguments, pure=False)
                out[future] = task
                future.add_done_callback(lambda each, task=task: done.put((task, each)))

        try:
            send(AHEAD * self.workers)
            seen = time.monotonic()
            while out:
                try:
                    task, future = done.get(timeout=0.5)
                except Empty:
                    seen = self._check(seen)
                    continue
                seen = time.monotonic()
                out.pop(future, None)
                take(self._fought(task, future, width))
                send(max(AHEAD * self.workers - len(out), 0))
        except BaseException:
            with suppress(Exception):
                self.client.cancel(list(out), force=True)
            raise

    def _fought(self, task: Task, future: Any, width: int) -> TaskResult:
        """Return what a worker sent."""
        killed: type[Exception] = import_module("distributed").KilledWorker
        try:
            packed, seconds = future.result(timeout=60)
        except killed:
            last = task.first + task.battles - 1
            why = f"{RETRIES + 1} workers died over battles {task.first} to {last} of cell {task.cell}"
            raise BattlewrightError(f"The cluster at {self.address} gave up: {why}.") from None
        except BattlewrightError:
            raise
        except Exception as error:
            if self.client.status != "running" or "lost" in str(error):
                raise self._gone() from None
            why = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise BattlewrightError(f"The cluster at {self.address} failed ({why}).") from None
        rows = np.frombuffer(zlib.decompress(packed), np.int32).reshape(task.battles, width)
        return TaskResult(task, rows, seconds)

    def _gone(self) -> BattlewrightError:
        return BattlewrightError(f"The cluster at {self.address} is gone: its scheduler does not answer.")

    def _check(self, seen: float) -> float:
        """Raise an error if the scheduler is gone, or if there has been no worker for too long."""
        if self.client.status != "running":
            raise self._gone()
        if self.client.nthreads():
            return time.monotonic()
        if time.monotonic() - seen > self._patience:
            raise BattlewrightError(
                f"The cluster at {self.address} has had no workers for {self._patience:.0f} seconds."
            )
        return seen

    def close(self) -> None:
        """Disconnect; stop the processes that were started here."""
        with suppress(Exception):
            self.client.close(timeout=2)
        if self._own is not None:
            with suppress(Exception):
                self._own.close(timeout=5)


# On a worker


class _RecorderCache(local):
    """The recorders of the last cells, for one thread of a worker."""

    def __init__(self) -> None:
        self.recorders: OrderedDict[str, Recorder] = OrderedDict()


_KEPT = _RecorderCache()
MOST_KEPT = 16


def fight(system: System, seed: int, cell: bytes, first: int, count: int) -> tuple[bytes, float]:
    """Fight battles of a cell that came as data; return the rows as bytes, and the seconds that they took."""
    key = hashlib.sha256(cell + str(seed).encode()).hexdigest()
    recorders = _KEPT.recorders
    if key not in recorders:
        from battlewright.bots.named import pair_of

        data = json.loads(zlib.decompress(cell))
        setups = [system.setup.model.model_validate(setup) for setup in data["setups"]]
        pairing = Pairing(system, (setups[0], setups[1]), pair_of(data["bots"]), data["swaps"])
        recorders[key] = recorder_for(pairing, seed)()
        if len(recorders) > MOST_KEPT:
            recorders.popitem(last=False)
    recorders.move_to_end(key)
    began = time.perf_counter()
    rows = recorders[key].record(first, count)
    return zlib.compress(np.ascontiguousarray(rows).tobytes(), 1), time.perf_counter() - began
