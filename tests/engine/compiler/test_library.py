"""How compiled rules are linked, kept and found again."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from battlewright.engine.compiler import library, stamps
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import PLAIN
from tests.fresh import FreshProcesses
from tests.processes import started

pytestmark = pytest.mark.skipif(PLAIN, reason="rules are not compiled")

RULES = """
from battlewright.engine.compiler import library, stamps
from battlewright.engine.compiler.rule import rule
library.SMALL = {small}
{before}

@rule()
def leaf(value: int) -> int:
    return value * {factor} + 1

@rule()
def middle(value: int) -> int:
    return leaf(value) + leaf(value + 1)

@rule()
def top(value: int) -> int:
    return middle(value) * 10

@rule()
def other(value: int) -> int:
    return leaf(value) + 7

def bring():
    return [top]
"""
MAIN = """
import chapter
rules = (chapter.leaf, chapter.middle, chapter.top)
print(chapter.top(5), *(each.py_func.__name__ for each in rules if each.dispatcher._cache_misses))
"""
POINT = """
from typing import NamedTuple

class Point(NamedTuple):
    x: int
    y: int

@rule()
def sum_of(point: Point) -> int:
    return point.x + point.y

@rule()
def twice_sum(x: int, y: int) -> int:
    return 2 * sum_of(Point(x, y))
"""
AHEAD = """
from battlewright.engine.compiler.precompile import precompile
if __name__ == "__main__":
    print(precompile("chapter:bring", lambda done, total, name: None, workers=1, entries_only={only}))
"""


class Chapter:
    """Three rules in a file of their own, of which the top calls the middle and the middle the leaf."""

    def __init__(self, folder: Path, fresh: FreshProcesses) -> None:
        self.folder, self.cache, self.fresh = folder, folder / "cache", fresh
        self.values: dict[str, Any] = {"small": 0, "before": "", "factor": 2}

    @contextmanager
    def start(self, text: str = MAIN) -> Iterator[subprocess.Popen[str]]:
        """A process that is not forked."""
        self._write(text)
        environment = os.environ | self._environment | {"PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "run.py"]
        with started(command, cwd=self.folder, env=environment, stdout=subprocess.PIPE) as running:
            yield running

    def run(self, text: str = MAIN) -> list[str]:
        """What is printed: the answer of the top rule, then the names of the rules that had to be compiled."""
        self._write(text)
        done = self.fresh.run(text, self.folder, self._environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    def run_alone(self, text: str) -> list[str]:
        """What is printed by a process that is not forked."""
        with self.start(text) as running:
            printed, _ = running.communicate(timeout=120)
        assert running.returncode == 0
        return printed.split()

    def _write(self, text: str) -> None:
        (self.folder / "chapter.py").write_text(RULES.format(**self.values))
        (self.folder / "run.py").write_text(text)

    @property
    def _environment(self) -> dict[str, str]:
        return {"BATTLEWRIGHT_CACHE_DIR": str(self.cache)}

    def files(self, name: str) -> list[Path]:
        return sorted(self.cache.glob(f"chapter.{name}-*"))


@pytest.fixture
def chapter(tmp_path: Path, fresh_processes: FreshProcesses) -> Chapter:
    return Chapter(tmp_path, fresh_processes)


def make() -> tuple[Any, Any]:
    """Two rules, of which the second calls the first."""

    def inner(value: int) -> int:
        return value * 3

    called: Callable[[int], int] = rule()(inner)

    def outer(value: int) -> int:
        return called(value) + 1

    return called, rule()(outer)


def library_of(compiled: Any) -> library.RuleLibrary:
    (found,) = compiled.overloads.values()
    assert isinstance(found.library, library.RuleLibrary)
    return found.library


@pytest.mark.parametrize("small", [0, 200])
def test_a_small_rule_is_inlined_and_a_larger_one_is_called(
    small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(stamps.FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(library, "SMALL", small)
    inner, outer = make()
    assert outer(5) == 16
    called = library_of(inner)
    assert library_of(outer).needs == ({} if small else {called.symbol: called.itself})
    assert called.declaration.startswith("declare ")
    assert "nounwind" in called.declaration  # what the compiler found out is known to callers


def test_a_rule_has_a_python_wrapper_only_once_python_calls_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(stamps.FOLDER_VARIABLE, str(tmp_path))
    inner, outer = make()
    assert outer(5) == 16
    assert len(list(tmp_path.glob("*.python-*.nbi"))) == 1
    assert inner(5) == 15
    assert len(list(tmp_path.glob("*.python-*.nbi"))) == 2


def test_a_rule_may_be_made_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(stamps.FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(library, "SMALL", 0)
    (_, first), (_, second) = make(), make()
    assert (first(5), second(6), first(7)) == (16, 19, 22)


@pytest.mark.parametrize("small", [0, 200])
def test_what_a_rule_calls_is_found_again_with_it(chapter: Chapter, small: int) -> None:
    chapter.values["small"] = small
    assert chapter.run() == ["240", "leaf", "middle", "top"]
    assert chapter.run() == ["240"]
    chapter.values["factor"] = 3
    assert chapter.run() == ["350", "leaf", "middle", "top"]


def test_a_called_rule_whose_file_is_gone_is_compiled_anew(chapter: Chapter) -> None:
    chapter.run()
    for file in chapter.files("leaf"):
        file.unlink()
    assert chapter.run() == ["240", "leaf"]
    assert chapter.run() == ["240"]


def test_a_file_that_is_not_whole_is_as_good_as_none(chapter: Chapter) -> None:
    chapter.run()
    for file in (*chapter.files("middle"), *chapter.files("top.python")):
        file.write_bytes(file.read_bytes()[:100])
    assert chapter.run() == ["240", "middle"]
    assert chapter.run() == ["240"]


@pytest.mark.parametrize("gone", [b"cbattlewright.gone\nPoint\n.", b"cbattlewright.engine.node\nGone\n."])
def test_an_index_whose_types_are_gone_is_stale(chapter: Chapter, gone: bytes) -> None:
    chapter.run()
    with pytest.raises((ImportError, AttributeError)):
        pickle.loads(gone)
    indexes = [file for name in ("middle", "top.python") for file in chapter.files(name) if file.suffix == ".nbi"]
    assert len(indexes) == 2
    for file in indexes:
        with file.open("r+b") as index:
            pickle.load(index)  # the version of Numba stays
            index.write(gone)
            index.truncate()
    assert chapter.run() == ["240", "middle"]
    assert chapter.run() == ["240"]


def test_two_processes_may_compile_into_one_folder(chapter: Chapter) -> None:
    with chapter.start() as one, chapter.start() as other:
        assert [each.communicate(timeout=120)[0].split()[0] for each in (one, other)] == ["240", "240"]
    assert chapter.run() == ["240"]


def test_a_folder_that_can_only_be_read_is_used(chapter: Chapter) -> None:
    chapter.run()
    before = sorted(chapter.cache.iterdir())
    chapter.values["before"] = "stamps._can_be_written = lambda place: False"
    assert chapter.run() == ["240"]
    chapter.values["factor"] = 3
    assert chapter.run() == ["350", "leaf", "middle", "top"]  # compiled, and kept nowhere
    assert sorted(chapter.cache.iterdir()) == before


def test_beside_a_package_that_can_only_be_read_the_users_folder_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(stamps.FOLDER_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    package = Path(stamps.__file__).resolve().parents[2] / "__pycache__" / "rules"
    package.mkdir(parents=True, exist_ok=True)
    can_be_written = stamps._can_be_written
    monkeypatch.setattr(stamps, "_can_be_written", lambda place: place != package and can_be_written(place))
    stamps._folders.cache_clear()
    try:
        assert stamps.folder() == tmp_path / "battlewright" / "rules"
        assert stamps.folders() == (package, tmp_path / "battlewright" / "rules")
    finally:
        stamps._folders.cache_clear()


@pytest.mark.parametrize(
    ("mode", "owner", "is_used"),
    [
        (0o755, None, True),
        (0o775, None, True),  # by the group of this user alone
        (0o777, None, False),
        (0o1777, None, False),
        (0o755, 12345, False),
    ],
)
def test_compiled_rules_are_not_taken_from_a_folder_that_somebody_else_can_write_to(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    mode: int,
    owner: int | None,
    is_used: bool,
) -> None:
    tmp_path.chmod(mode)
    if owner is not None:  # whether or not this user may give it away
        stat = Path.stat
        real = tmp_path.stat()
        other = os.stat_result((*real[:4], owner, *real[5:10]))
        monkeypatch.setattr(Path, "stat", lambda self, **more: other if self == tmp_path else stat(self, **more))
    monkeypatch.setenv(stamps.FOLDER_VARIABLE, str(tmp_path))
    assert stamps.folders() == ((tmp_path,) if is_used else ())
    assert stamps.folder() == (tmp_path if is_used else None)
    assert ("another user can write to it" in capsys.readouterr().err) != is_used


@pytest.mark.parametrize(("only", "count"), [(True, 3), (False, 4)])
def test_entries_are_compiled_ahead_with_what_they_call(chapter: Chapter, only: bool, count: int) -> None:
    assert chapter.run_alone(AHEAD.format(only=only)) == [str(count)]
    assert len(chapter.files("top.python")) == 2  # its index and itself
    assert not chapter.files("leaf.python")
    assert bool(chapter.files("other")) is not only
    assert chapter.run() == ["240"]


def test_a_rule_from_the_disk_takes_a_tuple_before_anything_is_compiled(chapter: Chapter) -> None:
    chapter.values["before"] = POINT
    assert chapter.run("import chapter; print(chapter.twice_sum(2, 3))") == ["10"]
    assert chapter.run_alone("import chapter; print(chapter.sum_of(chapter.Point(2, 3)))") == ["5"]


CALLER = """
import sys
from numba import njit
from battlewright.geometry.distance import root
assert "battlewright.engine.compiler.dispatcher" not in sys.modules

@njit
def twice(square):
    return 2 * root(square)

print(twice(49))
"""


def test_a_function_compiled_by_numba_may_call_a_rule_that_nobody_has_called_yet() -> None:
    done = subprocess.run([sys.executable, "-c", CALLER], capture_output=True, text=True, check=False)
    assert done.stdout == "14\n", done.stderr
