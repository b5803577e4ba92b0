"""The commands ``compile`` and ``bench``."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from battlewright import systems
from battlewright.cli.output import check_writable
from battlewright.cli.pick import every_system
from battlewright.cli.roll import print_json
from battlewright.contract.system import System, declared
from battlewright.engine.compiler.precompile import Report, precompile
from battlewright.engine.compiler.rule import Compiled
from battlewright.engine.compiler.stamps import folder, is_cached, prune, reachable
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.extras import need
from battlewright.engine.record import PLAIN

Entries = list[Any]
"""Rules to compile; values of other kinds among them are ignored."""
SECONDS_A_RULE = 0.12
"""The average time to compile a rule on one core."""


def import_system(name: str) -> Entries:
    """Import a system and return its rules: its own, those made for it, and those that its questions need."""
    from battlewright.bots.random import playout
    from battlewright.play.rollouts import playouts

    system = systems.load(name)
    asked = [rule for question in system.odds.load() for rule in question.rules()] if system.odds.load else []
    drivers = [playout(system), playouts(system)]
    return [*declared(system), *import_table(name), *drivers, *asked]


def import_table(name: str) -> Entries:
    """Import and return the rules that a person's battle against the usual bot needs, with odds for the choices, and
    the chance to win behind them; and those of battles of bots, for estimates."""
    from battlewright.bots.greedy import quick_rules
    from battlewright.bots.search import search_rules
    from battlewright.lab.recorder import recorder
    from battlewright.odds.explorer import explorer
    from battlewright.odds.solve import solving_rules

    system = systems.load(name)
    own = system.entry_rules() if system.entry_rules else ()
    drivers: list[Any] = [recorder(system), explorer(system.rules), *solving_rules(), *search_rules(system)]
    return [*quick_rules(system), *drivers, *own]


def import_everything() -> Entries:
    """Import and return the rules of all systems, with those for training."""
    entries: Entries = []
    for system in systems.load_all()[0]:
        entries += import_system(system.name)
        if system.learning.features is not None:
            entries.append(import_module("battlewright.training.driver").stepper(system))
    return entries


def compile_rules(workers: int | None, as_json: bool) -> None:
    """Compile all rules of all systems, with a progress line."""
    if PLAIN:
        raise BattlewrightError("NUMBA_DISABLE_JIT is set, so rules cannot be compiled. Unset it.")
    if folder() is None:
        raise BattlewrightError(
            "No cache folder for compiled rules is writable; set BATTLEWRIGHT_CACHE_DIR to one that is."
        )
    every_system()  # a warning about those that are left out, from this process alone
    count, seconds = _compile(import_everything.__name__, workers=workers)
    if as_json:
        print_json({"rules": count, "seconds": seconds, "folder": str(folder())})
    else:
        print(f"Compiled {count} rules in {seconds} s.")


def _compile(importer: str, *names: str, tell: Report = lambda *done: None, **how: Any) -> tuple[int, float]:
    """Compile what an importer imports, with a progress line; return how many rules, and in how many seconds."""
    began = time.perf_counter()
    columns = (TextColumn("Compiling rules"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("compile", total=None)

        def report(done: int, total: int, name: str) -> None:
            progress.update(task, completed=done, total=total)
            tell(done, total, name)

        count = precompile(":".join((__name__, importer, *names)), report, **how)
    prune()
    return count, round(time.perf_counter() - began, 1)


def compile_if_needed(
    system: System,
    *drivers: Callable[..., Any],
    tell: Report = lambda *done: None,
    goes_on: Callable[[], bool] = lambda: True,
    is_gentle: bool = False,
) -> None:
    """Compile, with a progress line, the rules that play at a table of a system needs and that are not compiled yet.

    Where one of ``drivers`` is not compiled, compile all rules of the system. Other rules compile when first called.
    """
    if PLAIN or folder() is None:
        return
    whole = not all(map(is_cached, drivers))
    importer = import_system if whole else import_table
    entries = [entry for entry in importer(system.name) if isinstance(entry, Compiled)]
    if not goes_on() or not (whole or not all(map(is_cached, entries))):
        return
    count = len({function for entry in entries for function in reachable(entry.py_func)})
    console = Console(stderr=True)
    console.print(f"Compiling {count} rules of {system.title} for the first time; this takes {_about(count)}.")
    how = {"entries_only": not whole, "goes_on": goes_on, "is_gentle": is_gentle}
    count, seconds = _compile(importer.__name__, system.name, tell=tell, **how)
    if goes_on():
        console.print(f"Compiled {count} rules in {seconds} s.")


def _about(rules: int) -> str:
    """Estimate how long it takes to compile a number of rules on all cores, in words."""
    seconds = rules * SECONDS_A_RULE / (os.cpu_count() or 1)
    if seconds < 10:
        return "a few seconds"
    return f"about {round(seconds, -1):.0f} seconds" if seconds < 90 else f"about {seconds / 60:.0f} minutes"


def run_bench(quick: bool, out: str | None, as_json: bool) -> None:
    """Run the benchmarks of the repository."""
    root = Path(__file__).resolve().parents[3]
    if not (root / "bench" / "speed").is_dir():
        raise BattlewrightError("The benchmarks are in the repository's bench folder; run this from a checkout.")
    need("A measurement of all parts", "rl")
    if out is not None:
        with contextlib.suppress(OSError):
            Path(out).parent.mkdir(parents=True, exist_ok=True)
        check_writable(Path(out), "The results")
    sys.path.insert(0, str(root / "bench"))
    folder = Path(out).parent if out else None
    results = import_module("speed").measure_all(quick=quick, report=not as_json, folder=folder)
    if out is not None:
        try:
            Path(out).write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise BattlewrightError(f"The results cannot be written to {out} ({error.strerror}).") from None
    if as_json:
        print_json(results)
