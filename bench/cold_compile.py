"""CPU seconds to compile all rules of Skirmish in one process, into an empty folder.

A loop of plain Python is timed between rules: on a machine under other load CPU seconds stretch, and the loop stretches
with them. ``adjusted`` is the time on a machine on which the loop takes a fifth of a second.

    python bench/cold_compile.py --out bench/results/cold-compile.json
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from statistics import fmean
from types import FunctionType
from typing import Any

from battlewright.cli.build import import_system, import_table
from battlewright.engine.compiler.precompile import in_order, rules_with_signature
from battlewright.engine.compiler.rule import Compiled
from battlewright.engine.compiler.stamps import FOLDER_VARIABLE, reachable, stamp_of

LOOP = 0.2


def loop() -> float:
    began, total = time.process_time(), 0
    for number in range(3_000_000):
        total += number * number % 7
    return time.process_time() - began


def functions(entries: list[Any]) -> set[FunctionType]:
    return {entry.py_func for entry in entries if isinstance(entry, Compiled)}


def measure() -> dict[str, Any]:
    """Compile everything; the numbers of all rules, and of those that a table needs."""
    entries = functions(import_system("skirmish"))
    table = {each for entry in functions(import_table("skirmish")) for each in reachable(entry)}
    loops, seconds = [loop()], dict.fromkeys(("all", "table"), 0.0)
    counts = dict.fromkeys(seconds, 0)
    rules = {stamp_of(rule.function): rule for rule in rules_with_signature()}
    for place, rule in enumerate(rules[task.stamp] for task in in_order(rules.values())):
        assert rule.compiled is not None
        began = time.process_time()
        if rule.function in entries:
            rule.compiled.compile_for_python()
        else:
            rule.compiled.compile(rule.compiled.declared)
        took = time.process_time() - began
        for part in ("all", "table") if rule.function in table else ("all",):
            seconds[part] += took
            counts[part] += 1
        if place % 60 == 30:
            loops.append(loop())
    adjusted = {part: round(took * LOOP / fmean(loops), 1) for part, took in seconds.items()}
    rounded = {part: round(value, 1) for part, value in seconds.items()}
    return {"rules": counts, "cpu_seconds": rounded, "adjusted": adjusted, "loop": round(fmean(loops), 3)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    out = parser.parse_args().out
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER_VARIABLE] = folder
        text = json.dumps(measure(), indent=2)
    print(text)
    if out is not None:
        out.write_text(text + "\n", encoding="utf-8")
