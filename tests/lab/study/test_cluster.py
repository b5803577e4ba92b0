"""The same study on a real cluster of Dask, with processes of its own, one of which is killed."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.lab.study.checkpoint import Checkpoint
from battlewright.lab.study.cluster import Cluster, connect, fight
from battlewright.lab.study.executors import Threads
from battlewright.lab.study.run import StudyProgress, run
from battlewright.lab.study.study import executor_for, fight_task
from tests.lab.study.helpers import carried_out, formations, numbers
from tests.processes import started

pytestmark = pytest.mark.filterwarnings("default")  # Dask warns of its own doings


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = cast(Cluster, executor_for("local:2", None))
    yield made
    made.close()


def test_a_cluster_comes_to_the_numbers_of_threads_even_if_a_worker_is_killed(cluster: Cluster) -> None:
    made = formations(precision=0.04)
    killed: list[int] = []
    processes = cluster.client.run(os.getpid)
    assert len(set(processes.values())) == 2
    assert os.getpid() not in processes.values()

    def kill(state: StudyProgress) -> None:
        if not killed:
            killed.append(next(iter(processes.values())))
            os.kill(killed[0], signal.SIGKILL)

    done = run(made, cluster, progress=kill)
    assert killed
    assert numbers(done) == numbers(carried_out(made).outcome)
    assert done.executor == "cluster local:2"


def test_an_interrupt_leaves_the_cluster_ready_for_more(cluster: Cluster) -> None:
    def stop(state: StudyProgress) -> None:
        raise KeyboardInterrupt

    made = formations()
    part = run(made, cluster, progress=stop)
    assert part.interrupted
    assert numbers(run(made, cluster)) == numbers(carried_out(made).outcome)


def test_what_a_worker_cannot_do_is_told(cluster: Cluster) -> None:
    made = formations()
    made.cells[0].pairing.setups[0].__dict__["round_limit"] = 1000
    with pytest.raises(BattlewrightError, match="The cluster at local:2 failed"):
        run(made, cluster)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:9", "There is no cluster at tcp://127.0.0.1:9"),
        ("local:0", "local takes the number of processes"),
        ("somewhere", "give local:4, or the address of a scheduler"),
    ],
)
def test_a_cluster_that_is_not_there_is_told(address: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlewright.lab.study.cluster.CONNECT_TIMEOUT", "1s")
    with pytest.raises(BattlewrightError, match=said):
        connect(address, fight_task)


def test_a_worker_keeps_the_tables_of_its_last_cells() -> None:
    import json
    import zlib

    made = formations()
    cell = zlib.compress(json.dumps(made.cells[0].as_data()).encode())
    one, other = (fight(made.system, 1, cell, 0, 4)[0] for _ in range(2))
    assert one == other


@pytest.mark.nightly
def test_a_scheduler_that_dies_is_told_and_what_is_done_is_kept(tmp_path: Path) -> None:
    """A scheduler and a worker as they are started on machines of their own."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    start = [sys.executable, "-m"]
    with (
        started([*start, "distributed.cli.dask_scheduler", "--port", str(port), "--no-dashboard"]) as scheduler,
        started([*start, "distributed.cli.dask_worker", address, "--nthreads", "2", "--no-dashboard"]),
    ):
        time.sleep(3)
        made, path = formations(precision=0.004, limit=400_000), tmp_path / "study.checkpoint"

        def kill(state: StudyProgress) -> None:
            if state.battles > 2000:
                scheduler.kill()

        with pytest.raises(BattlewrightError, match="is gone: its scheduler does not answer") as failed:
            run(made, connect(address, fight_task), Checkpoint(path, made, "1"), kill)
        assert "battles are kept in" in failed.value.__notes__[0]
        checkpoint = Checkpoint(path, made, "1")
        assert numbers(run(made, Threads(2), checkpoint)) == numbers(carried_out(made).outcome)
        checkpoint.close()


@pytest.mark.nightly
def test_a_cluster_whose_workers_are_all_gone_is_told(tmp_path: Path) -> None:
    port = free_port()
    start = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", str(port), "--no-dashboard"]
    with started(start):
        time.sleep(3)
        with pytest.raises(BattlewrightError, match=r"has no workers. Start some with 'dask worker'"):
            connect(f"tcp://127.0.0.1:{port}", fight_task, worker_timeout=1)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
