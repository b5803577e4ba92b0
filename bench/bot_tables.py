"""The tables that bots look up in Skirmish: the time to make or load them, and the memory they take.

python bench/bot_tables.py [--times 3] [--before FILE] [--out FILE]

A process with no tables in memory asks for those of a first setting, then for other rosters on the same table, the same
rosters on another table, and the first setting again. Then, again with nothing in memory, two threads ask for the same
setting, and for two settings. Clashes are on disk already, as in any process but the very first. The shortest of
several times counts. ``--before`` copies the figures of an earlier measurement into the output.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from battlewright import systems
from battlewright.bots.workspace import tables_for
from battlewright.engine.record import Row
from battlewright.engine.shared_cache import size_of
from battlewright.systems.skirmish.bots.make_tables import PARTS
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table
from speed import machine

SYSTEM = systems.load("skirmish")
Seconds = dict[str, float]


def setting_of(one: str, other: str, table: str) -> Row[Any]:
    """The setting of a battle between two rosters on a table."""
    rosters = read_roster(one), read_roster(other)
    return SYSTEM.setup.build(set_up(rosters, read_table(table), read_scenario("last-stand")))


FIRST = setting_of("lantern-company", "hollow-king", "ruins")
OTHER_ROSTERS = setting_of("gable-foxes", "red-hall", "ruins")
OTHER_TABLE = setting_of("lantern-company", "hollow-king", "bridge")
ONE_AFTER_THE_OTHER = {
    "a first setting": FIRST,
    "other rosters on the same table": OTHER_ROSTERS,
    "the same rosters on another table": OTHER_TABLE,
    "the first setting again": FIRST,
}


def timed(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def ask_at_once(settings: Iterable[Row[Any]]) -> None:
    """Ask for the tables of some settings, each in a thread of its own."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda setting: tables_for(SYSTEM, setting), settings))


def measure_once() -> Seconds:
    """The seconds of each case."""
    PARTS.clear()
    found = {name: timed(lambda s=setting: tables_for(SYSTEM, s)) for name, setting in ONE_AFTER_THE_OTHER.items()}  # type: ignore[misc]
    for name, settings in (
        ("two threads, the same setting", (FIRST, FIRST)),
        ("two threads, two tables", (FIRST, OTHER_TABLE)),
    ):
        PARTS.clear()
        found[name] = timed(lambda s=settings: ask_at_once(s))  # type: ignore[misc]
    return found


def sizes() -> dict[str, float]:
    """The mebibytes of one setting's tables, and of all parts that the three settings share."""
    PARTS.clear()
    tables = [tables_for(SYSTEM, setting) for setting in (FIRST, OTHER_ROSTERS, OTHER_TABLE)]
    parts = {id(row): size_of(row) for each in tables for row in each}
    return {"a first setting": size_of(tables[0]) / 2**20, "three settings together": sum(parts.values()) / 2**20}


def main() -> None:
    """Measure it, say it, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    measure_once()  # with what must be compiled, or written to disk
    runs = [measure_once() for _ in range(options.times)]
    seconds = {name: round(min(run[name] for run in runs), 4) for name in runs[0]}
    now = {"seconds": seconds, "mebibytes": {name: round(size, 1) for name, size in sizes().items()}}
    for name, value in seconds.items():
        print(f"{name:>34}: {1000 * value:8.1f} ms")
    for name, value in now["mebibytes"].items():
        print(f"{name:>34}: {value:8.1f} MiB")
    if options.out:
        before = {"before": json.loads(options.before.read_text())} if options.before else {}
        options.out.write_text(json.dumps({"machine": machine(), **before, "now": now}, indent=1) + "\n")


if __name__ == "__main__":
    main()
