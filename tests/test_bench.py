"""The measurements run, and say what they measured. No figure is asserted: speed lives in bench/."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from battlewright.engine.record import snapshot
from battlewright.systems.formations.setup import EngagementSetup, build, read_force

BENCH = Path(__file__).parents[1] / "bench"


@pytest.fixture(scope="module")
def speed() -> ModuleType:
    sys.path.insert(0, str(BENCH))
    return import_module("speed")


def test_a_measure_says_its_ratio_in_our_favour_and_whether_the_target_is_met(speed: ModuleType) -> None:
    measure = speed.measure
    more = measure("attacks", 2000.0, "a/s", 100.0, "by hand", target=1000)
    less = measure("start", 3.0, "s", 1.5, "numba", target=1.5, least=False)
    assert (more["ratio"], more["met"]) == (20.0, True)
    assert (less["ratio"], less["met"]) == (0.5, False)


def test_the_measurements_of_calls_run_and_are_shown(speed: ModuleType) -> None:
    measures = speed.measure_calls(quick=True)
    assert [each["unit"] for each in measures] == ["µs", "µs"]
    assert speed.table_of(measures).row_count == 2


def test_the_setting_of_the_gpu_smoke_test_is_that_of_the_forces() -> None:
    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    assert (BENCH / "gpu" / "setting.bin").read_bytes() == snapshot(build(setup)), "run bench/gpu/smoke.py prepare"
