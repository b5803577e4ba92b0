"""The commands for those who build: compiling ahead, and measuring."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import battlewright.engine.notation  # noqa: F401  its rules are compiled too
from battlewright import systems
from battlewright.bots.lots import adviser
from battlewright.bots.random import playout
from battlewright.bots.tree import grower
from battlewright.cli.roll import print_json
from battlewright.engine.cache import folder, is_cached, prune, reachable
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.precompile import precompile
from battlewright.engine.record import PLAIN
from battlewright.engine.rule import Compiled
from battlewright.lab.arena import fighter
from battlewright.odds.explore import explorer

Entries = list[Any]
"""Rules that Python calls; values of other kinds among them are left out."""
SECONDS_A_RULE = 0.12
"""What a rule takes to compile, on average, on one core."""
SOLVING = {
    "explore": "count_from_another go_to note_beginning read_ends spread_again",
    "induct": "induct list_ends put_in_order reach",
    "unfold": "enter enter_again enter_sum enter_sums_again unfold",
}
"""The rules that odds are worked out by, as Python calls them."""
SKIRMISH_TABLE = {
    "cards": "points_of",
    "deploy": "all_find_room",
    "dice": "count_criticals count_successes",
    "editions": "drop_hurts",
    "lines": "count_obstacles survey",
    "lore": "row_of",
    "move": "range_of",
    "paths": "find_reach find_straight level_below measure_leg",
    "questions": "look_at_shots set_up",
    "shooting": "lowest_sum",
    "ways": "survey",
}
"""The rules beside the contract's that Python calls at a table of Skirmish."""


def _import_drivers(name: str) -> Entries:
    system = systems.load(name)
    return [*vars(system).values(), *_import_table(name), playout(system), grower(system), fighter(system)]


def _import_table(name: str) -> Entries:
    """What a table needs where a person plays against the greedy bot, with odds behind the choices."""
    system = systems.load(name)
    solving = [rule for module, names in SOLVING.items() for rule in _named(f"battlewright.odds.{module}", names)]
    contract = [system.start, system.choices, system.refusal, system.choose, system.roll, system.hide]
    return [*contract, explorer(system), *solving, *([adviser(system)] if system.judge else [])]


def _named(module: str, names: str) -> Entries:
    return [getattr(import_module(module), name) for name in names.split()]


def import_formations() -> Entries:
    """Bring in the rules of Formations, and those that are made for it."""
    return _import_drivers("formations")


def import_skirmish() -> Entries:
    """Bring in the rules of Skirmish, those that are made for it, and those that only drivers call."""
    return [*_import_drivers("skirmish"), *import_skirmish_table()]


def import_heroes() -> Entries:
    """Bring in the rules of Heroes, and those that are made for it: for encounters, and for questions about duels."""
    duel = explorer(import_module("battlewright.systems.heroes.questions").DUEL)
    return [*_import_drivers("heroes"), duel]


def import_formations_table() -> Entries:
    """Bring in the rules of Formations that a table needs."""
    return _import_table("formations")


def import_skirmish_table() -> Entries:
    """Bring in the rules of Skirmish that a table needs, those of the path finder and of exchanges among them."""
    chapters = SKIRMISH_TABLE.items()
    called = [rule for module, names in chapters for rule in _named(f"battlewright.systems.skirmish.{module}", names)]
    return [*_import_table("skirmish"), *called]


def import_heroes_table() -> Entries:
    """Bring in the rules of Heroes that a table needs."""
    return _import_table("heroes")


IMPORTERS = {"formations": import_formations, "heroes": import_heroes, "skirmish": import_skirmish}
TABLES = {"formations": import_formations_table, "heroes": import_heroes_table, "skirmish": import_skirmish_table}


def import_everything() -> Entries:
    """Bring in all rules, those for learners too."""
    entries: Entries = []
    for name, importer in IMPORTERS.items():
        entries += importer()
        if systems.load(name).features is not None:
            entries.append(import_module("battlewright.training.driver").stepper(systems.load(name)))
    return entries


def compile_rules(
    workers: int | None,
    as_json: bool,
    importer: Callable[[], Entries] = import_everything,
    entries_only: bool = False,
) -> None:
    """Compile all rules ahead that are brought in, or only the entries and what they call, with a progress line."""
    if PLAIN:
        raise BattlewrightError("Rules are not compiled while NUMBA_DISABLE_JIT is set.")
    if folder() is None:
        raise BattlewrightError("No folder can be written for compiled rules; name one in BATTLEWRIGHT_CACHE_DIR.")
    began = time.perf_counter()
    columns = (TextColumn("Compiling rules"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("compile", total=None)
        count = precompile(
            f"{__name__}:{importer.__name__}",
            lambda done, total, name: progress.update(task, completed=done, total=total),
            workers,
            entries_only,
        )
    prune()
    seconds = round(time.perf_counter() - began, 1)
    if as_json:
        print_json({"rules": count, "seconds": seconds, "folder": str(folder())})
    else:
        print(f"{count} rules are compiled ({seconds} s).")


def compile_if_needed(name: str, *drivers: Callable[..., Any]) -> None:
    """Compile ahead, with a progress line, what a table of a system needs and has not been compiled here yet; all rules
    of the system when these drivers made for it have not. What else is used is compiled when it is first called."""
    if PLAIN or folder() is None:
        return
    whole = not all(map(is_cached, drivers))
    importer = IMPORTERS[name] if whole else TABLES[name]
    entries = [entry for entry in importer() if isinstance(entry, Compiled)]
    if whole or not all(map(is_cached, entries)):
        count = len({function for entry in entries for function in reachable(cast(FunctionType, entry.py_func))})
        Console(stderr=True).print(f"{count} rules are compiled, once; this takes {_about(count)}.")
        with contextlib.redirect_stdout(sys.stderr):
            compile_rules(None, False, importer, entries_only=not whole)


def _about(rules: int) -> str:
    """Roughly how long it takes to compile some rules on all cores."""
    seconds = rules * SECONDS_A_RULE / (os.cpu_count() or 1)
    if seconds < 10:
        return "some seconds"
    return f"about {round(seconds, -1):.0f} seconds" if seconds < 90 else f"about {seconds / 60:.0f} minutes"


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
