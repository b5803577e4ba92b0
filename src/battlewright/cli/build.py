"""The commands for those who build: compiling ahead, and measuring."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import battlewright.engine.notation  # noqa: F401  its rules are compiled too
from battlewright import systems
from battlewright.bots.random import playout
from battlewright.bots.tree import runner
from battlewright.cli.roll import print_json
from battlewright.engine.cache import folder, is_cached, prune
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.precompile import precompile
from battlewright.engine.record import PLAIN
from battlewright.lab.arena import fighter
from battlewright.odds.state_graph import explorer


def _import_drivers(name: str) -> None:
    system = systems.load(name)
    playout(system)
    explorer(system)
    runner(system)
    fighter(system)


def import_formations() -> None:
    """Bring in the rules of Formations, and those that are made for it."""
    _import_drivers("formations")


def import_skirmish() -> None:
    """Bring in the rules of Skirmish, those that are made for it, and those that only drivers call."""
    _import_drivers("skirmish")
    import_module("battlewright.systems.skirmish.guide.paths")


def import_heroes() -> None:
    """Bring in the rules of Heroes, and those that are made for it: for encounters, and for questions about duels."""
    _import_drivers("heroes")
    explorer(import_module("battlewright.systems.heroes.odds.questions").DUEL)


IMPORTERS = {"formations": import_formations, "heroes": import_heroes, "skirmish": import_skirmish}


def import_everything() -> None:
    """Bring in all rules, those for learners too."""
    for name, importer in IMPORTERS.items():
        importer()
        if systems.load(name).features is not None:
            import_module("battlewright.training.driver").stepper(systems.load(name))


def compile_rules(workers: int | None, as_json: bool, importer: Callable[[], None] = import_everything) -> None:
    """Compile all rules ahead that are brought in, with a progress line."""
    if PLAIN:
        raise BattlewrightError("Rules are not compiled while NUMBA_DISABLE_JIT is set.")
    if folder() is None:
        raise BattlewrightError("No folder can be written for compiled rules; name one in BATTLEWRIGHT_CACHE_DIR.")
    began = time.perf_counter()
    columns = (TextColumn("Compiling rules"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("compile", total=None)
        count = precompile(
            f"{__name__}:{importer.__name__}",
            lambda done, total, name: progress.update(task, completed=done, total=total),
            workers,
        )
    prune()
    seconds = round(time.perf_counter() - began, 1)
    if as_json:
        print_json({"rules": count, "seconds": seconds, "folder": str(folder())})
    else:
        print(f"{count} rules are compiled ({seconds} s).")


def compile_if_needed(name: str, *drivers: Callable[..., Any]) -> None:
    """Compile ahead, with a progress line, when the rules of a system, or these drivers made for it, have not been
    compiled here yet."""
    wanted = (systems.load(name).start, *drivers)
    if not PLAIN and folder() is not None and not all(map(is_cached, wanted)):
        Console(stderr=True).print("The rules are compiled once; this takes some seconds.")
        with contextlib.redirect_stdout(sys.stderr):
            compile_rules(None, False, IMPORTERS[name])


def run_bench(quick: bool, out: str | None, as_json: bool) -> None:
    """Run the measurements of the repository's bench folder."""
    root = Path(__file__).resolve().parents[3]
    if not (root / "bench" / "speed.py").is_file():
        raise BattlewrightError("The measurements live in the repository's bench folder; run this from a checkout.")
    _check_place(out)
    sys.path.insert(0, str(root / "bench"))
    results = import_module("speed").measure_all(quick=quick, report=not as_json)
    if out is not None:
        Path(out).write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    if as_json:
        print_json(results)


def _check_place(out: str | None) -> None:
    """Minutes of measuring are not to end in a file that cannot be written."""
    if out is not None:
        try:
            Path(out).parent.mkdir(parents=True, exist_ok=True)
            Path(out).touch()
        except OSError as error:
            raise BattlewrightError(f"The results cannot be written to {out} ({error.strerror}).") from None
