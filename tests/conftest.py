"""Profiles of Hypothesis, and what many tests begin with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from battlewright import systems
from battlewright.contract.system import System
from battlewright.engine.record import PLAIN
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from tests.databases import database, postgres
from tests.fresh import fresh_processes
from tests.processes import heed_interrupts, no_process_left_over

__all__ = ["database", "fresh_processes", "no_process_left_over", "postgres"]  # fixtures for all tests

heed_interrupts()

slow_start = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
always_the_same = bool(os.environ.get("CI"))
settings.register_profile("default", slow_start, max_examples=40, derandomize=always_the_same)
settings.register_profile("plain", slow_start, max_examples=8, derandomize=always_the_same)
settings.register_profile("nightly", slow_start, max_examples=600)
settings.register_profile("thorough", slow_start, max_examples=5000)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "plain" if PLAIN else "default")
settings.load_profile(PROFILE)
SERVED = Path(__file__).parent / "web"
NIGHTLY = 3600
"""The seconds that a test may take that is not meant for the day."""
LONG = 60
"""A test that takes more seconds is named when it ends."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, help="run at most so many cases of a test with parameters, far apart")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give what is not meant for the day more time; of the cases of each test keep some far apart, if that is asked.

    Every second process begins with tests of servers: while it waits for them, the one beside it has something to do.
    """
    items[:] = _served_first(items, getattr(config, "workerinput", {"workercount": 1})["workercount"])
    most = config.getoption("--cases")
    all_take_long = PROFILE in ("nightly", "thorough") or (PLAIN and most is None)
    for item in items:
        if all_take_long or item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.timeout(NIGHTLY))
    if most is None:
        return
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = [each[at] for each in cases.values() for at in spread(len(each), most)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def _served_first(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Order tests, which are given out in equal parts, so that those with servers begin every second part."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if item.path.is_relative_to(SERVED):
            files.setdefault(item.path, []).append(item)
    others = [item for item in items if item.path not in files]
    last_first, parts, ordered = sorted(files, reverse=True), max(processes // 2, 1), list[pytest.Item]()
    for part in range(parts):
        ordered += [item for file in last_first[part::parts] for item in files[file]]
        share = max(len(items) * (part + 1) // parts - len(ordered), 0)
        ordered, others = ordered + others[:share], others[share:]
    return ordered


class SlowTests:
    """Names each test that has taken long as soon as it has ended: a long run shows what it is about."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.duration > LONG and terminal is not None:
            terminal.write_line(f" {report.duration:.0f} s {report.nodeid}")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SlowTests(config))


def spread(count: int, most: int) -> list[int]:
    """So many of the first numbers, at most, as far apart as can be."""
    if count <= most:
        return list(range(count))
    return [at * (count - 1) // max(most - 1, 1) for at in range(most)]


@pytest.fixture(scope="session")
def formations() -> System:
    """The Formations system."""
    return systems.load("formations")


@pytest.fixture(scope="session")
def engagement() -> EngagementSetup:
    """Two shipped forces that between them have every kind of action."""
    return EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
