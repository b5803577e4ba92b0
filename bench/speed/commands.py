"""The command line: how long it takes to start, and to compile everything."""

from __future__ import annotations

import sys
import tempfile

from speed.figures import Measure, measure, seconds

BATTLEWRIGHT = [sys.executable, "-m", "battlewright"]
STARTS = {
    "cached start": (["roll", "3d6", "--seed", "1"], 1.5),
    "cached start of battle, one round": (["battle", "--rounds", "1", "--seed", "1", "--json"], 2),
}
"""The commands, and the seconds that each may take."""


def measure_starts(quick: bool) -> list[Measure]:
    """The cached start of commands, beside importing Numba alone."""
    results = []
    for name, (command, target) in STARTS.items():
        pairs = [
            (seconds(BATTLEWRIGHT + command), seconds([sys.executable, "-c", "import numba"]))
            for _ in range(2 if quick else 9)
        ]
        ours, numba_alone = map(min, zip(*pairs, strict=True))
        results.append(measure(name, ours, "s", numba_alone, "import numba", target=target, least=False))
    return results


def measure_compilation(quick: bool) -> list[Measure]:
    """Compiling all rules into an empty cache, with two processes and with one."""
    if quick:
        return []

    def compiling(workers: int) -> float:
        with tempfile.TemporaryDirectory() as folder:
            return seconds(
                [*BATTLEWRIGHT, "compile", "--workers", str(workers), "--json"], BATTLEWRIGHT_CACHE_DIR=folder
            )

    return [measure("first compilation", compiling(2), "s", compiling(1), "one process", least=False)]


PARTS = (measure_starts, measure_compilation)
