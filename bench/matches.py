"""Matches: the time to observe one, and the memory that it takes.

python bench/matches.py [--times 300] [--before FILE] [--out FILE]

A match of each system is played at random to its end, or to 400 steps. The median CPU time of ``observe`` is taken,
with the news since two entries ago, and of an observation as data. The memory is what the match holds after it was
played, with its set-up, by ``tracemalloc``. ``--before`` copies the figures of an earlier measurement into the output.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median

import battlewright as bw
from battlewright.contract.guides import observation_data
from battlewright.contract.system import System
from speed import machine

STEPS = 400


def played(system: System, index: int) -> bw.Match:
    """A match that was played at random, with a set-up of its own."""
    setup = system.setup.model.model_validate(system.setup.read().setup.model_dump(by_alias=True))
    match = bw.Match(system, setup, {"a": "random", "b": "random"}, bw.DiceSource(seed=index))
    bw.play_on(match, bw.seat_bots(match), most=STEPS)
    return match


def longest(system: System) -> int:
    """The index of the longest of a few matches."""
    return max(range(12), key=lambda index: played(system, index).number)


def microseconds(work: Callable[[], object], times: int) -> float:
    """The median CPU time that some work takes."""
    taken = []
    for _ in range(times):
        began = time.process_time_ns()
        work()
        taken.append(time.process_time_ns() - began)
    return round(median(taken) / 1000, 1)


def measure(name: str, times: int) -> dict[str, float]:
    """The figures of one system."""
    system = bw.load(name)
    index = longest(system)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    match = played(system, index)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {
        "steps": match.number,
        "KiB": round((after - before) / 1024, 1),
        "observe, microseconds": microseconds(lambda: match.observe("a", match.number - 2), times),
        "observation as data, microseconds": microseconds(
            lambda: observation_data(match.observe("a", match.number - 2)), 30
        ),
    }


def main() -> None:
    """Measure it, say it, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    figures = {name: measure(name, given.times) for name in ("skirmish", "heroes", "formations")}
    result: dict[str, object] = {"machine": machine(), "now": figures}
    if given.before:
        result["before"] = json.loads(given.before.read_text())
    print(json.dumps(result, indent=2))
    if given.out:
        given.out.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
