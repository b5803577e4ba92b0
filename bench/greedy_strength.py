"""How often the greedy bot beats the random one: mirrored rosters, every table, each side by itself.

python bench/greedy_strength.py [--battles 100] [--seed 880088] [--edition first] [--out FILE]

``--battles`` are fought for each roster, table and side. The target is that the greedy bot wins 95 of 100 on each
table, over all rosters, from both sides.
"""

from __future__ import annotations

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any

from rich.progress import track

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.contract.totals import Winner
from battlewright.lab.arena import Pairing
from battlewright.lab.batch import fight
from battlewright.odds.distribution import wilson
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table
from speed import machine

WANTED = 0.95
SIDE_LETTERS = ("a", "b")
Cell = dict[str, Any]


def meet(roster: str, table: str, side: int, battles: int, seed: int, edition: str) -> Cell:
    """One roster against itself, with the greedy bot in one side and the random one in the other."""
    fielded = read_roster(roster)
    setup = set_up((fielded, fielded), read_table(table), read_scenario("last-stand"), edition)
    bots = pair_of("greedy,random" if side == 0 else "random,greedy")
    pairing = Pairing(systems.load("skirmish"), (setup, setup), bots, swaps=False)
    results = fight(pairing, battles, seed, workers=2).totals
    won, drawn = results.count(Winner.A if side == 0 else Winner.B), results.count(Winner.DRAW)
    return {
        "roster": roster,
        "table": table,
        "side": SIDE_LETTERS[side],
        "battles": battles,
        "won": won,
        "drawn": drawn,
    }


def pooled(cells: list[Cell], **which: str) -> Cell:
    """What some cells come to together."""
    found = [cell for cell in cells if all(cell[key] == value for key, value in which.items())]
    battles, won = sum(cell["battles"] for cell in found), sum(cell["won"] for cell in found)
    low, high = wilson(won, battles)
    drawn = sum(cell["drawn"] for cell in found)
    return {**which, "battles": battles, "won": won, "drawn": drawn, "share": round(won / battles, 4)} | {
        "interval": [round(low, 4), round(high, 4)]
    }


def main() -> None:
    """Fight them all, and say what each table and each roster comes to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=100, help="for each roster, table and side")
    parser.add_argument("--seed", type=int, default=880088)
    parser.add_argument("--edition", choices=("second", "first"), default="second")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if options.battles < 1:
        parser.error("at least one battle for each roster, table and side")
    jobs = list(product(ROSTERS.names, TABLES.names, range(2)))
    cells = [meet(*job, options.battles, options.seed, options.edition) for job in track(jobs, "battles")]
    tables = [pooled(cells, table=table, side=side) for table in TABLES.names for side in SIDE_LETTERS]
    rosters = [pooled(cells, roster=roster) for roster in ROSTERS.names]
    for each in tables:
        verdict = "" if each["share"] >= WANTED else f"  below {WANTED:.0%}"
        print(f"{each['table']:>16}, side {each['side']}: {each['share']:.1%} of {each['battles']}{verdict}")
    for each in rosters:
        own = [cell for cell in cells if cell["roster"] == each["roster"]]
        fewest, where = min((cell["won"] / cell["battles"], cell["table"]) for cell in own)
        drawn = each["drawn"] / each["battles"]
        print(f"{each['roster']:>16}: {each['share']:.1%}, drawn {drawn:.1%}; fewest {fewest:.0%} on {where}")
    if options.out:
        about = {"edition": options.edition, "scenario": "last-stand", "seed": options.seed, "machine": machine()}
        figures = about | {"tables": tables, "rosters": rosters, "cells": cells}
        options.out.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
