"""What the lab's executors gain and cost, as ratios within one run.

python bench/lab.py [--seconds 60] [--rounds 3] [--out FILE]

1. Two threads against one, beside what an empty compiled loop gains from two threads: at least 0.9 of it.
2. A cluster of two processes against two threads, for a study of a minute: at most 10% more time.

What is compared takes turns, so that a machine which others use too slows all of it down alike; the medians count. The
cluster's processor time has its start in it; its time has not, which is told apart.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from battlewright.lab.study.executors import Executor, Threads
from battlewright.lab.study.file import Plan
from battlewright.lab.study.run import Outcome, run
from battlewright.lab.study.study import executor_for, read_study
from speed.figures import machine
from speed.training import loop, spin

GAIN, OVERHEAD = 0.9, 1.10
TABLES = ["ruins", "wood", "bridge", "open-field"]


def battles_of(limit: int) -> Plan:
    """Return a study of four cells, each of so many battles between greedy bots."""
    head = {"system": "skirmish", "bots": "greedy", "precision": {}, "limit": limit}
    setup = {"rosters": ["lantern-company", "hollow-king"]}
    return read_study({"study": head, "setup": setup, "vary": {"table": TABLES}})


def seconds(plan: Plan, executor: Executor) -> tuple[float, Outcome]:
    done = run(plan, executor)
    return done.seconds, done


def in_turns(rounds: int, *measured: Callable[[], float]) -> list[float]:
    """Return the median of each, measured one after the other in every round."""
    found: list[list[float]] = [[] for _ in measured]
    for _ in range(rounds):
        for place, measure in enumerate(measured):
            found[place].append(measure())
    return [median(each) for each in found]


def gain(rounds: int, wanted: float) -> dict[str, Any]:
    """What two threads gain, for a study and for the empty loop."""
    spin(10)
    turns = int(1e9)
    turns = int(turns * wanted / loop(1, turns))
    took = seconds(battles_of(100), Threads(1))[0]
    plan = battles_of(max(int(100 * wanted / took) // 2 * 2, 100))
    one, two, alone, both = in_turns(
        rounds,
        lambda: seconds(plan, Threads(1))[0],
        lambda: seconds(plan, Threads(2))[0],
        lambda: loop(1, turns),
        lambda: loop(2, turns),
    )
    share = (one / two) / (alone / both)
    return {
        "study": {"one_thread_s": one, "two_threads_s": two, "gain": one / two},
        "empty_loop": {"one_thread_s": alone, "two_threads_s": both, "gain": alone / both},
        "share_of_the_loop": share,
        "target": GAIN,
        "met": share >= GAIN,
    }


def processor() -> float:
    """Return the processor time of this process and of those it has started and that have ended."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in both)


def overhead(rounds: int, wanted: float) -> dict[str, Any]:
    """What a cluster of two processes costs against two threads."""
    took = seconds(battles_of(200), Threads(2))[0]
    plan = battles_of(max(int(200 * wanted / took) // 2 * 2, 200))
    threads: list[float] = []
    cluster: list[float] = []
    starts: list[float] = []
    busy: list[tuple[float, float]] = []
    for _ in range(rounds):
        before = processor()
        spent, one = seconds(plan, Threads(2))
        threads.append(spent)
        alone = processor() - before
        before, began = processor(), time.perf_counter()
        executor = executor_for("local:2", None)
        starts.append(time.perf_counter() - began)
        try:
            spent, other = seconds(plan, executor)
        finally:
            executor.close()
        cluster.append(spent)
        busy.append((alone, processor() - before))
        same = [a.sums.totals == b.sums.totals for a, b in zip(one.cells, other.cells, strict=True)]
        assert all(same), "a cluster comes to other numbers"
    ratio = median(cluster) / median(threads)
    return {
        "battles": sum(plan.head.limit for _ in plan.cells),
        "threads_s": median(threads),
        "cluster_s": median(cluster),
        "cluster_start_s": median(starts),
        "threads_processor_s": median(one for one, _ in busy),
        "cluster_processor_s": median(other for _, other in busy),
        "processor_ratio": median(other / one for one, other in busy),
        "ratio": ratio,
        "target": OVERHEAD,
        "met": ratio <= OVERHEAD,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="the length of the study on a cluster")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    found: dict[str, Any] = {"machine": machine(), "load_at_the_start": load}
    found["two_threads"] = gain(options.rounds, options.seconds / 6)
    found["cluster"] = overhead(options.rounds, options.seconds)
    gained, cost = found["two_threads"], found["cluster"]
    print(f"Two threads gain {gained['study']['gain']:.2f}; an empty loop {gained['empty_loop']['gain']:.2f}.")
    print(f"That is {gained['share_of_the_loop']:.2f} of it (target {GAIN}).")
    print(f"A cluster of two takes {cost['ratio']:.2f} times the time of two threads (target {OVERHEAD}),")
    print(f"and {cost['processor_ratio']:.2f} times the processor time, with its start.")
    if options.out:
        options.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
