"""Compiled and plain: what a test module works out in a process of the other mode."""

from __future__ import annotations

import os
import subprocess
import sys


def digests_of_the_other_mode(module: str) -> list[str]:
    """What the ``digests`` of a module come to where rules are plain Python, or compiled if they are plain here."""
    other_mode = {"NUMBA_DISABLE_JIT": "0" if os.environ.get("NUMBA_DISABLE_JIT", "0") == "1" else "1"}
    done = subprocess.run(
        [sys.executable, "-c", f"from {module} import digests; print(*digests())"],
        env=os.environ | other_mode,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()
