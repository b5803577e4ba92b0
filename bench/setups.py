"""Set-ups: the time to read them, and to build the setting of a battle from them.

python bench/setups.py [--times 200] [--before FILE] [--out FILE]

Each system's default set-up is read, and others by the names of shipped files. The first reading, which parses the
files, is not counted; the median of the others is. All cases are measured in turn, in CPU time, so that other load on
the machine counts little. ``--before`` copies the figures of an earlier measurement into the output, with the ratios.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from battlewright import systems
from battlewright.contract.system import System
from speed import machine

CASES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "skirmish": ("skirmish", ()),
    "skirmish gable-foxes powder-guild --table rooftops --scenario hold-the-middle": (
        "skirmish",
        (("gable-foxes", "powder-guild"), "rooftops", "hold-the-middle"),
    ),
    "heroes": ("heroes", ()),
    "heroes the-barrow --rounds 5": ("heroes", ("the-barrow", 5)),
    "formations": ("formations", ()),
    "formations iron-company goblin-rabble --rounds 3": ("formations", (("iron-company", "goblin-rabble"), 3)),
}
"""The system of each case, and what its ``read_setup`` is given."""

Milliseconds = dict[str, dict[str, float]]


def timed(work: Callable[[], object]) -> float:
    """The CPU milliseconds that some work takes."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def works_of(system: System, given: tuple[Any, ...]) -> dict[str, Callable[[], object]]:
    """What is measured of a case, after a first time."""
    read = system.setup.read
    setup = read(*given).setup
    system.setup.build(setup)
    return {"read_setup": lambda: read(*given), "build": lambda: system.setup.build(setup)}


def measure_all(times: int) -> Milliseconds:
    """The milliseconds of ``read_setup`` and ``build`` of each case."""
    works = {name: works_of(systems.load(system), given) for name, (system, given) in CASES.items()}
    taken: dict[tuple[str, str], list[float]] = {(name, what): [] for name, each in works.items() for what in each}
    for _ in range(times):
        for name, what in taken:
            taken[name, what].append(timed(works[name][what]))
    return {name: {what: round(median(taken[name, what]), 4) for what in each} for name, each in works.items()}


def ratios(before: Milliseconds, now: Milliseconds) -> Milliseconds:
    """How many times as long everything took before."""
    return {
        name: {what: round(before[name][what] / max(value, 0.0001), 1) for what, value in each.items()}
        for name, each in now.items()
        if name in before
    }


def main() -> None:
    """Measure it, say it, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    now = measure_all(options.times)
    result: dict[str, Any] = {"what": "CPU milliseconds, medians", "machine": machine(), "now": now}
    if options.before:
        before: Milliseconds = json.loads(options.before.read_text())["now"]
        result |= {"before": before, "before_to_now": ratios(before, now)}
    for name, each in now.items():
        print(f"{name}: read_setup {each['read_setup']:.3f} ms, build {each['build']:.3f} ms")
    if options.out:
        options.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
