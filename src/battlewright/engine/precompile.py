"""Compiling all rules ahead, on all cores.

The rules are compiled layer by layer: within a layer none calls another, so that each worker finds what it needs in
the cache and no rule is compiled twice.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib import import_module

from battlewright.engine.cache import stamp_of
from battlewright.engine.rule import RULES, Rule, layers

Report = Callable[[int, int, str], None]


def precompile(importer: str, report: Report, workers: int | None = None) -> int:
    """Compile every rule that ``importer`` ('module:function', arguments may follow) brings in; return how many.

    ``report`` is told how many are done, how many there are, and the name of the last one.
    """
    done = 0
    with _workers(importer, workers or os.cpu_count() or 1) as pool:
        planned = pool.submit(_plan).result()  # by a worker, which knows of nothing but what the importer brings in
        count = sum(map(len, planned))
        for layer in planned:
            waiting = {pool.submit(_compile, stamp): name for stamp, name in layer}
            for future in as_completed(waiting):
                future.result()
                done += 1
                report(done, count, waiting[future])
    return done


@contextmanager
def _workers(importer: str, workers: int) -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(importer,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(importer: str) -> None:
    """A worker leaves Ctrl-C to the one who sent it to work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    module, function, *arguments = importer.split(":")
    getattr(import_module(module), function)(*arguments)


def _plan() -> list[list[tuple[str, str]]]:
    """The stamps and names of all rules with a signature of their own, layer by layer."""
    return [[(stamp_of(rule.function), rule.name) for rule in layer] for layer in layers(_with_signature())]


def _with_signature() -> list[Rule]:
    return [rule for rule in RULES if rule.compiled is not None and rule.compiled.declared is not None]


def _compile(stamp: str) -> None:
    """Compile the rule that has this stamp: the same one in every process."""
    for rule in _with_signature():
        if rule.compiled is not None and stamp_of(rule.function) == stamp:
            rule.compiled.compile(rule.compiled.declared)
            return
    raise AssertionError(f"no rule has the stamp {stamp}")
