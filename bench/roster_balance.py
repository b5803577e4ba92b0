"""The balance of the shipped rosters: every pair, on every table, sides swapped, both sides played by the greedy bot.

python bench/roster_balance.py [--battles 80] [--default 4000] [--seed 770077] [--edition first] [--out FILE]

``--battles`` are fought for each pair and table. The targets: no pair worse than 25 to 75 of 100; the default match,
which is also counted on its own, within 45 to 55. A draw counts half for each side.
"""

from __future__ import annotations

import argparse
import json
from itertools import combinations
from pathlib import Path
from typing import Any

from rich.progress import track

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.contract.totals import Winner
from battlewright.lab.arena import Pairing
from battlewright.lab.batch import fight
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table
from speed import machine

DEFAULT = ("lantern-company", "hollow-king")
DEFAULT_TABLE = "open-field"
"""The match that is played where nobody names another."""
EVEN, FAIR = (0.45, 0.55), (0.25, 0.75)
Cell = dict[str, Any]


def meet(one: str, other: str, table: str, battles: int, seed: int, edition: str) -> Cell:
    """Two rosters on a table, each side in both sides equally often."""
    sides = read_roster(one), read_roster(other)
    ground, scenario = read_table(table), read_scenario("last-stand")
    setups = set_up(sides, ground, scenario, edition), set_up(sides[::-1], ground, scenario, edition)
    totals = fight(Pairing(systems.load("skirmish"), setups, pair_of("greedy,greedy")), battles, seed, workers=2).totals
    won, drawn, lost = (totals.count(result) for result in (Winner.A, Winner.DRAW, Winner.B))
    return {"rosters": [one, other], "table": table, "battles": battles, "won": won, "drawn": drawn, "lost": lost}


def pooled(cells: list[Cell]) -> Cell:
    """What the cells of a pair come to together."""
    totals = {key: sum(cell[key] for cell in cells) for key in ("battles", "won", "drawn", "lost")}
    share = (totals["won"] + totals["drawn"] / 2) / totals["battles"]
    return {"rosters": cells[0]["rosters"], **totals, "share": round(share, 4)}


def verdict(share: float, limits: tuple[float, float]) -> str:
    return "" if limits[0] <= share <= limits[1] else f"  outside {limits[0]:.0%} to {limits[1]:.0%}"


def main() -> None:
    """Fight them all, and say how even each pair is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=80, help="for each pair and table")
    parser.add_argument("--default", type=int, default=4000, help="battles of the default match")
    parser.add_argument("--seed", type=int, default=770077)
    parser.add_argument("--edition", choices=("second", "first"), default="second")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if options.battles < 1 or options.default < 1:
        parser.error("at least one battle for each pair and table, and for the default match")
    jobs = [(*pair, table) for pair in combinations(ROSTERS.names, 2) for table in TABLES.names]
    cells = [meet(*job, options.battles, options.seed, options.edition) for job in track(jobs, "battles")]
    pairs = [
        pooled([cell for cell in cells if tuple(cell["rosters"]) == pair]) for pair in combinations(ROSTERS.names, 2)
    ]
    for pair in pairs:
        print(f"{pair['rosters'][0]:>16} {pair['share']:.1%} {pair['rosters'][1]}{verdict(pair['share'], FAIR)}")
    default = pooled([meet(*DEFAULT, DEFAULT_TABLE, options.default, options.seed, options.edition)])
    print(f"The default match, {' against '.join(DEFAULT)}: {default['share']:.1%}{verdict(default['share'], EVEN)}")
    if options.out:
        about = {"edition": options.edition, "scenario": "last-stand", "bots": "greedy", "seed": options.seed}
        points = {name: read_roster(name).points for name in ROSTERS.names}
        figures = about | {"machine": machine(), "points": points, "default": default, "pairs": pairs, "cells": cells}
        options.out.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
