"""Figures: how long something takes, beside something else, and the machine it was measured on."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

Measure = dict[str, Any]
Work = Callable[[], int]
"""A slice of some work; the answer is how much was done."""


def measure(
    name: str, value: float, unit: str, beside: float, than: str, target: float | None = None, least: bool = True
) -> Measure:
    """One line of the results: a figure, what it is compared with, and the ratio in our favour."""
    ratio = value / beside if least else beside / value
    met = None if target is None else (value >= target if least else value <= target)
    figures = {"value": significant(value), "unit": unit, "beside": significant(beside), "than": than}
    return {"name": name, **figures, "ratio": significant(ratio), "target": target, "met": met}


def with_goal(made: Measure, target_ratio: float) -> Measure:
    """A measure whose ratio is what has a target."""
    return made | {"target_ratio": target_ratio, "met": made["ratio"] >= target_ratio}


def significant(value: float) -> float:
    """Three figures are all that such a measurement is worth."""
    return float(f"{value:.3g}")


def fastest(slices: int, *works: Work, clock: Callable[[], float] = time.perf_counter) -> list[float]:
    """How much a second each of these does, by turns, each in its best slice: others met somebody else's work."""
    best = [0.0] * len(works)
    for _ in range(slices):
        for number, work in enumerate(works):
            began = clock()
            done = work()
            best[number] = max(best[number], done / (clock() - began))
    return best


def rate(work: Callable[[], Any], count: int) -> float:
    """How many a second, in the best of three runs."""
    (best,) = fastest(3, once(work))
    return count * best


def once(work: Callable[[], Any]) -> Work:
    """A slice that is one call, whatever it answers."""
    return lambda: len([work()])


def seconds(command: list[str], **environment: str) -> float:
    """How long a command takes."""
    began = time.perf_counter()
    subprocess.run(command, env=os.environ | environment, check=True, capture_output=True)
    return time.perf_counter() - began


def in_plain_python(function: Callable[[], float]) -> float:
    """What a function of this package answers in a process of its own, with the compiler off."""
    code = f"from {function.__module__} import {function.__name__}\nprint({function.__name__}())"
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    versions = {"python": platform.python_version(), "numba": numba.__version__, "numpy": np.__version__}
    return {"cpu": names[0] if names else platform.machine(), "cores": os.cpu_count(), **versions}
