"""Compiling rules ahead of time, on all cores.

An importer ('module:function', then arguments after colons) imports rules and returns its entries: those that Python
calls. Entries are compiled with a Python wrapper, all other rules without. Either every imported rule is compiled, or
only the entries and what they call.

Rules are compiled layer by layer. No rule calls another of its own layer, so each worker finds all callees in the
cache and no rule is compiled twice.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from types import FunctionType

from battlewright.engine.compiler.rule import RULES, Compiled, Rule, layers
from battlewright.engine.compiler.stamps import reachable, stamp_of

Report = Callable[[int, int, str], None]


def precompile(importer: str, report: Report, workers: int | None = None, entries_only: bool = False) -> int:
    """Compile every rule that ``importer`` imports, or only its entries and what they call; return how many.

    ``report`` is called with the number done, the number in all, and the name of the last one.
    """
    done, context = 0, multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers or os.cpu_count() or 1, context, initializer=_begin, initargs=(importer,))
    try:
        planned = pool.submit(_plan, entries_only).result()  # in a worker, which has only the importer's rules
        count = sum(map(len, planned))
        for layer in planned:
            waiting = {pool.submit(_compile, stamp): name for stamp, name in layer}
            for future in as_completed(waiting):
                future.result()
                done += 1
                report(done, count, waiting[future])
    finally:
        pool.shutdown(cancel_futures=True)
    return done


_entries: set[FunctionType] = set()
"""The rules that Python calls, in this worker."""


def _begin(importer: str) -> None:
    """Set up a worker: import the rules, and leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    module, function, *arguments = importer.split(":")
    entries = getattr(import_module(module), function)(*arguments) or ()
    _entries.update(entry.py_func for entry in entries if isinstance(entry, Compiled))


def _plan(entries_only: bool) -> list[list[tuple[str, str]]]:
    """Return the stamps and names of the rules that declare a signature, layer by layer."""
    wanted = {function for entry in _entries for function in reachable(entry)}
    rules = [rule for rule in _with_signature() if rule.function in wanted or not entries_only]
    return [[(stamp_of(rule.function), rule.name) for rule in layer] for layer in layers(rules)]


def _with_signature() -> list[Rule]:
    return [rule for rule in RULES if rule.compiled is not None and rule.compiled.declared is not None]


def _compile(stamp: str) -> None:
    """Compile the rule with this stamp; stamps are the same in every process."""
    rule = next(rule for rule in _with_signature() if stamp_of(rule.function) == stamp)
    assert rule.compiled is not None
    if rule.function in _entries:
        rule.compiled.compile_for_python()
    else:
        rule.compiled.compile(rule.compiled.declared)
