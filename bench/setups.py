"""Set-ups: the time to read them, and to build the setting of a battle from them.

python bench/setups.py [--times 200] [--before FILE] [--out FILE]

Each system's default set-up is read, and others by the names of shipped files. The first reading, which parses the
files, is not counted; the median of the others is. Times are CPU times, so that other load on the machine does not
count. ``--before`` copies the figures of an earlier measurement into the output, with the ratios.
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


def median_of(times: int, work: Callable[[], object]) -> float:
    """The median of the CPU milliseconds that some work takes, after a first time."""
    work()
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - began))
    return round(median(taken), 4)


def measure_all(times: int) -> Milliseconds:
    """The milliseconds of ``read_setup`` and ``build`` of each case."""
    found: Milliseconds = {}
    for name, (system_name, given) in CASES.items():
        system = systems.load(system_name)
        read = system.read_setup
        assert read is not None
        setup = read(*given).setup
        found[name] = {
            "read_setup": median_of(times, lambda r=read, g=given: r(*g)),  # type: ignore[misc]
            "build": median_of(times, lambda s=system, made=setup: s.build(made)),  # type: ignore[misc]
        }
    return found


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
