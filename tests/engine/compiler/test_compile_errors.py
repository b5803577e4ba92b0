"""Rules that cannot be compiled: three lines name the rule, the line and what was wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from battlewright.engine.compiler.compile_errors import VARIABLE
from battlewright.engine.compiler.rule import ready, rule
from battlewright.engine.errors import NotCompiled
from battlewright.engine.record import PLAIN, Record, Row, allocate

pytestmark = pytest.mark.skipif(PLAIN, reason="rules are not compiled")


class Pair(Record):
    left: int
    right: int


@rule()
def misspells_a_field(pairs: Row[Pair]) -> int:
    pairs[0].left += 1
    return pairs[0].lefft  # type: ignore[attr-defined, no-any-return]


@rule()
def calls_the_broken_one(pairs: Row[Pair]) -> int:
    return misspells_a_field(pairs) + 1


@rule()
def adds_to_a_record(pairs: Row[Pair]) -> int:
    return pairs[0] + 1  # type: ignore[operator]


@rule()
def mixes_text_and_number(pairs: Row[Pair]) -> int:
    mixed = "a" if pairs[0].left else 1
    return len(pairs) if mixed else 0


@rule()
def sums_a_generator(pairs: Row[Pair]) -> int:
    return sum(each.left for each in pairs)


@rule()
def reads_an_unknown_name(pairs: Row[Pair]) -> int:
    return pears  # type: ignore[name-defined, no-any-return]  # noqa: F821


@rule()
def makes_a_list(pairs: Row[Pair]) -> int:
    return len([0] * pairs[0].left)


@rule()
def opens_a_file(pairs: Row[Pair]) -> int:
    with Path("battle").open():
        return 1


BROKEN = [
    (misspells_a_field, "misspells_a_field", "a record has no field 'lefft'", "return pairs[0].lefft"),
    (calls_the_broken_one, "misspells_a_field", "a record has no field 'lefft'", "return pairs[0].lefft"),
    (adds_to_a_record, "adds_to_a_record", "there is no add(record, 1) in compiled rules", "return pairs[0] + 1"),
    (mixes_text_and_number, "mixes_text_and_number", "Cannot unify", "mixed = "),
    (sums_a_generator, "sums_a_generator", "yield in a closure is unsupported", "return sum("),
    (reads_an_unknown_name, "reads_an_unknown_name", "name 'pears' is not defined", "return pears"),
    (makes_a_list, "makes_a_list", "it would allocate memory", "return len([0]"),
    (opens_a_file, "opens_a_file", "", "with Path"),
]


@pytest.mark.filterwarnings("ignore:Assigning a code object of non-matching type")  # by Numba, from Python 3.13 on
@pytest.mark.parametrize(("broken", "name", "what", "line"), BROKEN)
def test_three_lines_say_which_rule_where_and_what(
    broken: Callable[[Row[Pair]], int], name: str, what: str, line: str
) -> None:
    with pytest.raises(NotCompiled) as failed:
        broken(allocate(Pair))
    first, second, third = str(failed.value).splitlines()
    assert first.startswith(f"The rule {__name__}.{name} cannot be compiled: ")
    assert what in first
    assert len(first) < 400
    place, _, code = second.strip().partition(": ")
    assert place.startswith("tests/engine/compiler/test_compile_errors.py, line ")
    assert code.startswith(line)
    assert "NUMBA_DISABLE_JIT=1" in third
    assert failed.value.__suppress_context__, "Numba's own text is not printed"
    assert failed.value.__context__ is not None


def test_what_compiles_a_rule_ahead_fails_alike() -> None:
    for compile_it in (ready, lambda broken: broken.compile(), lambda broken: broken.compile_for_python()):
        with pytest.raises(NotCompiled, match="misspells_a_field cannot be compiled"):
            compile_it(calls_the_broken_one)


def test_an_environment_variable_shows_all_that_the_compiler_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    with pytest.raises(NotCompiled) as failed:
        adds_to_a_record(allocate(Pair))
    assert "candidate implementations" in failed.value.__notes__[0]


@rule()
def divides(pairs: Row[Pair]) -> int:
    return pairs[0].left // pairs[0].right


def test_an_error_of_the_arguments_is_none_of_the_compiler() -> None:
    with pytest.raises(TypeError):
        divides()  # type: ignore[call-arg]
    with pytest.raises(ZeroDivisionError):
        divides(allocate(Pair))


COMMAND = """
import sys
from dataclasses import replace
from battlewright.cli import main, play
from battlewright import systems
from tests.engine.compiler.test_compile_errors import misspells_a_field
def broken(*arguments):
    misspells_a_field.compile_for_python()
systems.load = broken
sys.argv = ["battlewright", "sim", "formations", "--battles", "2"]
main()
"""


def test_the_command_line_prints_three_lines() -> None:
    root = Path(__file__).parents[3]
    environment: dict[str, Any] = {**os.environ, "COLUMNS": "200"}
    ran = subprocess.run([sys.executable, "-c", COMMAND], cwd=root, env=environment, capture_output=True, text=True)
    assert ran.returncode == 2, ran.stderr
    assert ran.stderr.startswith("Error: The rule tests.engine.compiler.test_compile_errors.misspells_a_field cannot")
    assert ran.stderr.count("\n") == 3
