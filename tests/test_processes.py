"""Tests cannot hang: each has a limit, its children heed Ctrl-C and end with it, and none is left over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import descendants, end, started

ROOT = Path(__file__).parents[1]
INTERRUPTED = """
import os, signal, subprocess, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as for a command that a script starts with &
import tests.conftest
itself = "import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(60)"
sys.exit(subprocess.run([sys.executable, "-c", itself], stderr=subprocess.DEVNULL, timeout=30).returncode != -2)
"""
DEAF = (
    "import signal, time; [signal.signal(each, signal.SIG_IGN) for each in (2, 15)]; print(flush=True); time.sleep(60)"
)
HANGS = """
import subprocess

def test_waits_for_ever():
    subprocess.run(["sleep", "60"])

def test_is_run_by_the_same_worker():
    pass
"""


def test_children_of_tests_that_run_in_the_background_heed_ctrl_c() -> None:
    assert subprocess.run([sys.executable, "-c", INTERRUPTED], cwd=ROOT, timeout=60).returncode == 0


def test_a_child_that_ignores_what_it_is_told_ends_with_its_block() -> None:
    with started([sys.executable, "-c", DEAF], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert child.pid in descendants()
    assert child.returncode == -signal.SIGKILL
    assert child.pid not in descendants()


def test_a_wait_that_takes_too_long_ends_in_a_kill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.processes.ENDS", 0.2)
    with started([sys.executable, "-c", DEAF], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            end(child)
        assert child.returncode == -signal.SIGKILL


def test_the_orphans_of_a_child_are_found() -> None:
    with started(["sh", "-c", "sleep 61 & echo $!"], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        orphan = int(child.stdout.readline())
        child.wait(10)
        assert orphan in descendants()
        os.kill(orphan, signal.SIGKILL)
    late = time.monotonic() + 10
    while orphan in descendants() and time.monotonic() < late:
        time.sleep(0.01)
    assert orphan not in descendants()


def test_a_test_that_hangs_fails_and_its_worker_goes_on(tmp_path: Path) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS)
    options = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-o", "timeout=1", "-n", "1"]
    command = [sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider", str(tmp_path / "test_hangs.py")]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert "1 failed, 1 passed" in ran.stdout, ran.stdout + ran.stderr
    assert "Timeout (>1.0s)" in ran.stdout
    assert "crashed" not in ran.stdout


LEAVES = """
import subprocess
from tests.processes import no_process_left_over

def test_starts_a_process_and_forgets_it():
    subprocess.run(["sh", "-c", "sleep 62 & sleep 0.1"])
"""


def test_a_process_that_is_left_over_fails_the_run_and_is_killed(tmp_path: Path) -> None:
    (tmp_path / "test_leaves.py").write_text(LEAVES)
    options = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, str(tmp_path / "test_leaves.py")]
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert "1 passed, 1 error" in ran.stdout, ran.stdout + ran.stderr
    assert "processes were left over: sleep 62" in ran.stdout
    assert "sleep 62" not in descendants().values()


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert 0 < float(request.config.getini("timeout")) <= 300
    assert 0 < float(request.config.getini("faulthandler_timeout")) <= 600
    assert request.config.getini("faulthandler_exit_on_timeout")


@pytest.mark.nightly
def test_a_test_of_the_night_has_a_longer_one(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("timeout")
    assert marker is not None
    assert marker.args[0] > 1000
