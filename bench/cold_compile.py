"""CPU seconds to compile the rules of Skirmish in one process, into an empty folder, and what they are spent on.

A loop of plain Python is timed between rules: on a machine under other load CPU seconds stretch, and the loop stretches
with them. ``adjusted`` is the time on a machine on which the loop takes a fifth of a second.

    python bench/cold_compile.py --out bench/results/cold-compile.json
    python bench/cold_compile.py --table           what a first battle needs, alone
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from types import FunctionType
from typing import Any

from numba.core.typed_passes import NativeLowering, NopythonTypeInference

from battlewright.cli.build import import_system, import_table
from battlewright.engine.compiler.cache import RuleCache
from battlewright.engine.compiler.library import RuleLibrary
from battlewright.engine.compiler.precompile import in_order, rules_with_signature
from battlewright.engine.compiler.rule import Compiled
from battlewright.engine.compiler.stamps import FOLDER_VARIABLE, reachable, stamp_of

LOOP = 0.2
PARTS: dict[tuple[Any, str], str] = {
    (NopythonTypeInference, "run_pass"): "types",
    (NativeLowering, "run_pass"): "lowering",
    (RuleLibrary, "add_ir_module"): "parsing",
    (RuleLibrary, "finalize"): "linking",
    (RuleLibrary, "_optimize_final_module"): "optimising",
    (RuleLibrary, "_finalize_specific"): "machine code",
    (RuleCache, "_save"): "saving",
    (RuleCache, "_load"): "loading",
}


class Clock:
    """CPU seconds by part; where one part calls another, the inner one counts."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._parts, self._last = ["other passes, and the rest"], time.process_time()
        for (owner, name), part in PARTS.items():
            setattr(owner, name, self._timed(getattr(owner, name), part))

    def _timed(self, work: Callable[..., Any], part: str) -> Callable[..., Any]:
        def timed(*given: Any, **named: Any) -> Any:
            self.stop()
            self._parts.append(part)
            try:
                return work(*given, **named)
            finally:
                self.stop()
                self._parts.pop()

        return timed

    def start(self) -> None:
        self._last = time.process_time()

    def stop(self) -> None:
        now = time.process_time()
        self.spent[self._parts[-1]] += now - self._last
        self._last = now


def loop() -> float:
    began, total = time.process_time(), 0
    for number in range(3_000_000):
        total += number * number % 7
    return time.process_time() - began


def functions(entries: list[Any]) -> set[FunctionType]:
    return {entry.py_func for entry in entries if isinstance(entry, Compiled)}


def measure(table_only: bool) -> dict[str, Any]:
    """Compile everything, or what a table needs; the numbers of all rules, and of those that a table needs."""
    clock = Clock()
    entries = functions((import_table if table_only else import_system)("skirmish"))
    table = {each for entry in functions(import_table("skirmish")) for each in reachable(entry)}
    loops, seconds = [loop()], dict.fromkeys(("all", "table"), 0.0)
    counts = dict.fromkeys(seconds, 0)
    known = [each for each in rules_with_signature() if each.function in table or not table_only]
    rules = {stamp_of(rule.function): rule for rule in known}
    for place, rule in enumerate(rules[task.stamp] for task in in_order(rules.values())):
        assert rule.compiled is not None
        began = time.process_time()
        clock.start()
        if rule.function in entries:
            rule.compiled.compile_for_python()
        else:
            rule.compiled.compile(rule.compiled.declared)
        clock.stop()
        took = time.process_time() - began
        for part in ("all", "table") if rule.function in table else ("all",):
            seconds[part] += took
            counts[part] += 1
        if place % 60 == 30:
            loops.append(loop())
    adjusted = {part: round(took * LOOP / fmean(loops), 1) for part, took in seconds.items()}
    rounded = {part: round(value, 1) for part, value in seconds.items()}
    total = sum(clock.spent.values())
    share = {
        part: round(100 * clock.spent[part] / total, 1) for part in sorted(clock.spent, key=clock.spent.__getitem__)
    }
    return {
        "rules": counts,
        "cpu_seconds": rounded,
        "adjusted": adjusted,
        "loop": round(fmean(loops), 3),
        "per_cent": share,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--table", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER_VARIABLE] = folder
        text = json.dumps(measure(asked.table), indent=2)
    print(text)
    if asked.out is not None:
        asked.out.write_text(text + "\n", encoding="utf-8")
