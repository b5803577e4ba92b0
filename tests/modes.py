"""Compiled and plain: what is worked out in a process of the other mode."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TypeVar, cast

import pytest

from battlewright.engine.record import PLAIN

Test = TypeVar("Test")


def nightly_when_plain(test: Test) -> Test:
    """A test that takes long with the compiler off, and is run by day where rules are compiled."""
    return cast(Test, pytest.mark.nightly(test)) if PLAIN else test


def digests_of_the_other_mode(module: str, *arguments: int) -> list[str]:
    """What the ``digests`` of a module come to where rules are plain Python, or compiled if they are plain here."""
    given = ", ".join(map(str, arguments))
    return printed(f"from {module} import digests; print(*digests({given}))", plain=not PLAIN).split()


def printed(code: str, plain: bool) -> str:
    """What a few lines of Python print in a process where rules are plain, or compiled."""
    mode = {"NUMBA_DISABLE_JIT": "1" if plain else "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | mode, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
