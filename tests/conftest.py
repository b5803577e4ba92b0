"""Profiles of Hypothesis, and what many tests begin with."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from battlewright import systems
from battlewright.engine.system import System
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force

slow_start = [HealthCheck.too_slow]
settings.register_profile("default", max_examples=60, deadline=None, suppress_health_check=slow_start)
settings.register_profile("ci", max_examples=150, deadline=None, suppress_health_check=slow_start, derandomize=True)
settings.register_profile("thorough", max_examples=5000, deadline=None, suppress_health_check=slow_start)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default"))


@pytest.fixture(scope="session")
def formations() -> System:
    """The Formations system."""
    return systems.load("formations")


@pytest.fixture(scope="session")
def engagement() -> EngagementSetup:
    """Two shipped forces that between them have every kind of action."""
    return EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
