"""All measurements of ``battlewright bench``, as ratios within one run.

Each is measured beside something well known on the same machine, minutes apart at most, so that the ratio holds where
the figure itself does not.
"""

from __future__ import annotations

import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from battlewright.version import __version__
from speed.figures import Measure, machine

PARTS = ("formations", "odds", "skirmish", "training", "heroes", "commands")
"""The modules that are measured, one after the other."""


def measure_all(quick: bool = False, report: bool = True, folder: Path | None = None) -> dict[str, Any]:
    """Run everything, and show it. With a folder, draw the costs there in full."""
    console, measures = Console(stderr=True), list[Measure]()
    with console.status("Measuring") as status:
        for name in PARTS:
            part = import_module(f"speed.{name}")
            for number, function in enumerate(part.PARTS, 1):
                status.update(f"Measuring {name} ({number} of {len(part.PARTS)})")
                measures += function(quick)
    if folder and not quick:
        odds = import_module("speed.odds")
        odds.plot(odds.costs(), folder / "odds-costs.svg")
    if report:
        Console().print(table_of(measures))
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return {"date": today, "battlewright": __version__, "quick": quick, "machine": machine(), "measures": measures}


def table_of(measures: list[Measure]) -> Table:
    """The results for people, with a bar for each ratio (each mark is a doubling)."""
    table = Table(title="Battlewright: speed, as ratios within one run")
    for heading in ("measure", "figure", "beside", "ratio", "", "target"):
        table.add_column(heading, justify="right" if heading in ("figure", "ratio") else "left")
    for each in measures:
        mark = {True: "met", False: "MISSED", None: ""}[each["met"]]
        goal = f"{each['target']:,} {mark}" if each["target"] else ""
        goal = f"{each['target_ratio']} x {mark}" if "target_ratio" in each else goal
        bar = "█" * max(0, round(np.log2(max(each["ratio"], 1e-9))))
        beside = f"{each['beside']:,g} {each['than']}"
        if each.get("first_call_ms"):
            beside += f" (first call {' against '.join(f'{ms:g}' for ms in each['first_call_ms'].values())} ms)"
        table.add_row(each["name"], f"{each['value']:,g} {each['unit']}", beside, f"{each['ratio']:,g} x", bar, goal)
    return table
