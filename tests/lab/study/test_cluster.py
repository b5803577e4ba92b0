"""The same study on a real cluster of Dask, with processes of its own, one of which is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import cast

import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.lab.study.cluster import Cluster, connect, fight
from battlewright.lab.study.run import State, run
from battlewright.studies import executor_for, fight_task
from tests.lab.study.helpers import carried_out, formations, numbers

pytestmark = pytest.mark.filterwarnings("default")  # Dask warns of its own doings


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = cast(Cluster, executor_for("local:2", None))
    yield made
    made.close()


def test_a_cluster_comes_to_the_numbers_of_threads_even_if_a_worker_is_killed(cluster: Cluster) -> None:
    made = formations(precision=0.02)
    killed: list[int] = []
    processes = cluster.client.run(os.getpid)
    assert len(set(processes.values())) == 2
    assert os.getpid() not in processes.values()

    def kill(state: State) -> None:
        if not killed:
            killed.append(next(iter(processes.values())))
            os.kill(killed[0], signal.SIGKILL)

    done = run(made, cluster, progress=kill)
    assert killed
    assert numbers(done) == numbers(carried_out(made).outcome)
    assert done.executor == "cluster local:2"


def test_an_interrupt_leaves_the_cluster_ready_for_more(cluster: Cluster) -> None:
    def stop(state: State) -> None:
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
    monkeypatch.setattr("battlewright.lab.study.cluster.WAIT", "1s")
    with pytest.raises(BattlewrightError, match=said):
        connect(address, fight_task)


def test_a_worker_keeps_the_tables_of_its_last_cells() -> None:
    import json
    import zlib

    made = formations()
    cell = zlib.compress(json.dumps(made.cells[0].as_data()).encode())
    one, other = (fight(made.system, 1, cell, 0, 4)[0] for _ in range(2))
    assert one == other
