"""Rules: their signatures, their cache, and what the cache must notice."""

from __future__ import annotations

import dis
import os
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import pytest

from battlewright import systems
from battlewright.bots.random import playout
from battlewright.engine import dice
from battlewright.engine.compiler.precompile import in_order, rules_with_signature
from battlewright.engine.compiler.rule import RULES, ready, rule, rule_for
from battlewright.engine.compiler.stamps import UNUSED, called_by, names_read, prune, stamp_of
from battlewright.engine.errors import NotCompiled
from battlewright.engine.record import Record, Row, allocate, look, numbers
from tests.fresh import FreshProcesses


class Pair(Record):
    left: int
    right: int


@rule()
def add(pair: Pair, amount: int) -> int:
    pair.left += amount
    return pair.left


@rule("F.D1")
def add_both(pairs: Row[Pair], amount: int) -> int:
    return add(pairs[0], pairs[0].right) + add(pairs[0], amount)


def test_a_rule_is_compiled_once_whatever_the_width_of_its_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BATTLEWRIGHT_CACHE_DIR", str(tmp_path))  # nothing is found, so everything is compiled
    pairs = allocate(Pair)
    look(Pair, pairs).right = 5
    assert add_both(pairs, 2) == 5 + 7  # add is called with a field, of 32 bits, and with an argument, of 64
    compiled = next(each.compiled for each in RULES if each.name == f"{__name__}.add")
    assert compiled is not None
    assert len(compiled.overloads) == 1


def test_a_rule_is_known_by_its_clauses() -> None:
    assert next(each.clauses for each in RULES if each.name.endswith("add_both")) == ("F.D1",)


def test_a_rule_refuses_arrays_that_are_not_its_records() -> None:
    with pytest.raises(TypeError, match="add_both was given"):
        add_both(np.zeros(1), 1)  # type: ignore[arg-type]


def test_a_rule_takes_only_what_a_rule_may_take() -> None:
    def wrong(text: str) -> int:
        return len(text)

    with pytest.raises(NotCompiled, match="wrong cannot be compiled: a rule takes and returns ints"):
        rule()(wrong)("a text")


def test_called_rules_are_compiled_before_those_that_call_them(monkeypatch: pytest.MonkeyPatch) -> None:
    playout(systems.load("formations"))
    ours = [each for each in RULES if each.function.__module__.startswith("battlewright.")]
    monkeypatch.setattr("battlewright.engine.compiler.precompile.RULES", ours)
    rules = {stamp_of(each.function): each for each in rules_with_signature()}
    tasks = in_order(rules.values())
    assert len(tasks) == len(rules) > 100
    place = {task.stamp: number for number, task in enumerate(tasks)}
    for number, task in enumerate(tasks):
        assert all(called < number for called in task.calls), task.name
        direct = {place[stamp_of(each)] for each in called_by(rules[task.stamp].function) if stamp_of(each) in place}
        assert direct <= {*task.calls}, task.name


def test_two_playouts_of_one_factory_have_stamps_of_their_own() -> None:
    def make(inner: object) -> object:
        def outer(pairs: Row[Pair], amount: int) -> int:
            return inner(pairs[0], amount)  # type: ignore[operator, no-any-return]

        return outer

    assert stamp_of(make(add)) != stamp_of(make(dice.draw_many))
    assert stamp_of(make(add)) == stamp_of(make(add))


PACKAGE = {
    "leaf.py": """
from battlewright.engine.compiler.rule import rule

FACTOR = {factor}

@rule()
def leaf(value: int) -> int:
    return value * FACTOR + {constant}
""",
    "middle.py": """
import enum
from battlewright.engine.compiler.rule import rule
from leaves import leaf as chapter

class Word(enum.IntEnum):
    BONUS = {bonus}

@rule()
def middle(value: int) -> int:
    return chapter.leaf(value) + Word.BONUS
""",
    "top.py": """
from battlewright.engine.record import Row
from battlewright.engine.compiler.rule import rule
from leaves.middle import middle

@rule()
def top(values: Row[int], index: int) -> int:
    return middle(values[index])
""",
}

MAIN = """
from battlewright.engine.record import numbers
from leaves.top import top
print(top(numbers([5, 6]), {index}), int(sum(top.dispatcher._cache_hits.values())))
"""


HOLES = """
import enum
import numpy as np
import inner.deep
from battlewright.engine.compiler.rule import rule

class Word(enum.IntEnum):
    FIRST = 1
    SECOND = 2
    ALIAS = {alias}

TABLE = np.arange(3000)
TABLE[1500] = {entry}
PAIR = (1, {second})

@rule()
def reads(value: int) -> int:
    return inner.deep.scale(value) + inner.deep.FACTOR + Word.ALIAS + TABLE[1500] + PAIR[1]
"""

DEEP = """
from battlewright.engine.compiler.rule import rule
FACTOR = {factor}
@rule()
def scale(value: int) -> int:
    return value * {scale}
"""


def test_the_stamp_covers_whatever_the_machine_code_is_made_of(tmp_path: Path, fresh_processes: FreshProcesses) -> None:
    """Aliases of an enumeration, a number deep in a table, in a pair, and in a module of a module."""
    values = {"alias": 1, "entry": 10, "second": 100, "factor": 1000, "scale": 10_000}
    cache = {"BATTLEWRIGHT_CACHE_DIR": str(tmp_path / "cache")}
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "__init__.py").touch()

    def answer() -> int:
        (tmp_path / "holes.py").write_text(HOLES.format(**values))
        (tmp_path / "inner" / "deep.py").write_text(DEEP.format(**values))
        done = fresh_processes.run("from holes import reads; print(reads(1))", tmp_path, cache)
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    assert answer() == 11_111
    for changed, before in list(values.items()):
        values[changed] = 2 * before
        assert answer() == 11_111 + before, changed
        values[changed] = before


class Leaves:
    """A package of three files in which the top calls the middle and the middle the leaf."""

    def __init__(self, folder: Path, fresh: FreshProcesses) -> None:
        self.folder, self.fresh = folder, fresh
        self.values = {"factor": 2, "constant": 1, "bonus": 100}

    def write(self) -> None:
        (self.folder / "leaves").mkdir(parents=True, exist_ok=True)
        (self.folder / "leaves" / "__init__.py").touch()
        for name, text in PACKAGE.items():
            (self.folder / "leaves" / name).write_text(text.format(**self.values))

    def answer(self, cache: Path | None = None) -> tuple[int, bool]:
        """What the top rule gives, and whether it came from the cache."""
        self.write()
        environment = {"BATTLEWRIGHT_CACHE_DIR": str(cache or self.folder / "cache")}
        done = self.fresh.run(MAIN.format(index=0), self.folder, environment)
        assert done.returncode == 0, done.stderr
        value, hits = done.stdout.split()
        return int(value), hits == "1"


@pytest.fixture
def leaves(tmp_path: Path, fresh_processes: FreshProcesses) -> Leaves:
    return Leaves(tmp_path / "package", fresh_processes)


def test_the_cache_is_used_and_notices_a_change_in_a_leaf_of_another_file(leaves: Leaves) -> None:
    assert leaves.answer() == (111, False)
    assert leaves.answer() == (111, True)
    leaves.values["constant"] = 3
    assert leaves.answer() == (113, False)
    leaves.values["factor"] = 4
    assert leaves.answer() == (123, False)
    leaves.values["bonus"] = 200
    assert leaves.answer() == (223, False)
    leaves.values |= {"factor": 2, "constant": 1, "bonus": 100}
    assert leaves.answer() == (111, True)  # the first build is still there


def test_a_bounds_checked_run_really_checks_though_the_cache_is_warm(leaves: Leaves) -> None:
    assert leaves.answer() == (111, False)
    mode = {"BATTLEWRIGHT_CACHE_DIR": str(leaves.folder / "cache"), "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-c", MAIN.format(index=7)]
    checked = subprocess.run(
        command, cwd=leaves.folder, env=os.environ | mode, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 1
    assert "IndexError" in checked.stderr
    assert leaves.answer() == (111, True)


def test_what_nobody_has_used_for_a_week_is_thrown_away(leaves: Leaves, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = leaves.folder / "cache"
    assert leaves.answer() == (111, False)
    leaves.values["constant"] = 3
    assert leaves.answer() == (113, False)
    long_ago = time.time() - UNUSED - 60
    another = cache / "somebody.else-1.py311.1.nbc"
    another.touch()
    for file in cache.iterdir():
        os.utime(file, (long_ago, long_ago))
    assert leaves.answer() == (113, True)  # and so it is used
    monkeypatch.setenv("BATTLEWRIGHT_CACHE_DIR", str(cache))
    assert prune() > 0
    assert prune() == 0
    assert another.exists()
    assert leaves.answer() == (113, True)
    leaves.values["constant"] = 1
    assert leaves.answer() == (111, False)


def test_without_a_folder_to_write_to_rules_are_compiled_all_the_same(tmp_path: Path, leaves: Leaves) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("not a folder")
    assert leaves.answer(blocked) == (111, False)


def test_rules_are_compiled_ahead_in_parallel_and_then_found(tmp_path: Path, leaves: Leaves) -> None:
    environment = os.environ | {"BATTLEWRIGHT_CACHE_DIR": str(tmp_path)}
    leaves.write()
    ahead = (
        "from battlewright.engine.compiler.precompile import precompile\n"
        "if __name__ == '__main__':\n"
        "    seen = []\n"
        "    precompile('leaves.all:bring', lambda done, total, name: seen.append((done, total)), workers=2)\n"
        "    assert [done for done, _ in seen] == list(range(1, len(seen) + 1)) and seen[-1][0] == seen[-1][1]\n"
        "    print(len(seen))\n"
    )
    (leaves.folder / "leaves" / "all.py").write_text("def bring():\n    import leaves.top\n")
    (leaves.folder / "ahead.py").write_text(ahead)
    done = subprocess.run(
        [sys.executable, "ahead.py"], cwd=leaves.folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == 3
    assert leaves.answer(tmp_path) == (111, True)


EVERY_RULE = """
from battlewright.cli.build import import_everything
from battlewright.engine.compiler.rule import RULES
import_everything()
print(len(RULES), sum(each.compiled.dispatcher.targetoptions.get("_nrt") is False for each in RULES))
"""


def test_no_rule_allocates() -> None:
    """All are compiled without the part of Numba that allocates, so one that would does not compile: a GPU, one battle
    a thread, could not run it."""
    done = subprocess.run([sys.executable, "-c", EVERY_RULE], capture_output=True, text=True, check=True)
    every, without = map(int, done.stdout.split())
    assert every == without > 400

    def greedy(count: int) -> int:
        return len([0] * count)

    with pytest.raises(NotCompiled, match="it would allocate memory, which no rule may"):
        rule()(greedy)(3)


K = TypeVar("K", bound=Record)


class Bag(NamedTuple, Generic[K]):
    """What belongs together: rows, of records too, and a number."""

    kept: Row[K]
    numbers: Row[int]
    more: int


@rule()
def bag_of(one: int, other: int) -> Two:
    return Two(one, other)


class Two(NamedTuple):
    one: int
    other: int


@rule()
def take_apart(two: Two, pair: Pair) -> int:
    swapped = bag_of(pair.left, two.one)  # a field has 32 bits, a number 64
    return 10 * swapped.one + swapped.other


def test_a_rule_takes_and_returns_named_tuples() -> None:
    pairs = allocate(Pair)
    look(Pair, pairs).left = 4
    assert take_apart(Two(7, 0), pairs[0]) == 47


def test_a_driver_calls_the_machine_code_of_a_rule() -> None:
    pairs = allocate(Pair)
    look(Pair, pairs).right = 5
    called = ready(add_both)
    assert called(pairs, 2) == 5 + 7
    assert ready(add_both) is called
    with pytest.raises(TypeError, match="different type"):
        called(numbers(1), 1)  # type: ignore[arg-type]


def test_a_function_is_made_a_rule_for_the_records_of_a_system() -> None:
    def total(bag: Bag[K], row: Row[K]) -> int:
        return len(bag.kept) + bag.numbers[0] + bag.more + len(row)

    made = rule_for(total, {K: Pair})
    assert total.__annotations__["bag"] == Bag[Pair]
    assert made(Bag(allocate(Pair, 3), numbers([40]), 500), allocate(Pair, 2)) == 545


def test_the_stamp_changes_with_the_order_of_a_named_tuples_fields() -> None:
    """Its signature does not."""
    stamps = set()
    for fields in (("one", "other"), ("other", "one")):
        made = namedtuple("Two", fields)  # type: ignore[misc]  # fields of a test

        def first(two: Any) -> int:
            return int(two.one)

        first.__annotations__["two"] = made
        stamps.add(stamp_of(first))
    assert len(stamps) == 2


def test_the_names_that_a_rule_reads_are_those_that_dis_shows() -> None:
    attributes, read = ("LOAD_ATTR", "LOAD_METHOD"), ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF")
    for each in RULES:
        code = each.function.__code__
        shown = [
            (instruction.argval, instruction.opname in attributes)
            for instruction in dis.get_instructions(code)
            if instruction.opname in attributes + read
        ]
        assert [(name, is_attribute) for name, is_attribute in names_read(code) if name] == shown, each.name
