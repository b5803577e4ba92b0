"""The strength of the searching bot against the greedy one, by rollouts: mirrored rosters, each side half the time.

python bench/search_strength.py [--rollouts 25,50,100] [--battles 140] [--share 0.9] [--workers 2] [--edition first]

All shipped rosters on all shipped tables; battles come in pairs that differ in the side alone. Intervals hold whenever
one stops (``lab.study.intervals``). With ``--share`` Wald's test says when a number of rollouts is finished: as soon as
that share is 99 times as likely as one ten points lower, or the other way round (``sequential``).

A choice at a given number of rollouts does not depend on the machine, so battles can be played in parallel; the time of
a number of rollouts is measured separately (``speed.training``). Each battle is written to
results/search-strength-DATE.json when it is over. Battles in that file are not played again, so the run can be
interrupted and resumed. The chart beside it is drawn from the whole file. The first edition has its own files.
"""

from __future__ import annotations

import argparse
import datetime
import json
import multiprocessing
from itertools import product
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.search import SearchBot
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.lab.study.intervals import share_interval
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table
from sequential import CERTAIN, evidence
from speed.figures import machine
from speed.training import rollouts_per_core

PLACES = tuple(product(ROSTERS.names, TABLES.names))
STRIDE = 11
"""Neighbouring battles have other rosters and other tables; prime to the number of places."""
PRECISION = 0.12
"""Half the width at which an interval is narrowest for its battles."""
LOWER = 0.1
"""How far below the wanted share the other claim of the test lies."""
ROLLOUTS = (25, 50, 100, 200, 400)
SEED, CORES = 2026, 2
BLOCK = 20
"""The battles between two looks: whole pairs, so that no side is favoured; and a multiple of usual numbers of cores."""
RESULTS = Path(__file__).parent / "results"
EDITIONS = {"second": "", "first": "-first"}
"""What its files are called after."""
Job = tuple[int, int, str]
"""The rollouts of a choice, the number of the battle, and its edition."""


def fight(job: Job) -> dict[str, Any]:
    """One battle; its number says which roster, table and side."""
    rollouts, index, edition = job
    roster, table = PLACES[index // 2 * STRIDE % len(PLACES)]
    side, fielded = index % 2, read_roster(roster)
    setup = set_up((fielded, fielded), read_table(table), read_scenario("last-stand"), edition)
    session = Session(systems.load("skirmish"), setup, SEED, index)
    searching, greedy = SearchBot(SEED, index, rollouts=rollouts, workers=1), GreedyBot(SEED, index)
    decisions = 0
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        elif session.node.side == side:
            session.choose(searching.choose(session))
            decisions += searching.result is not None and len(searching.result.options) > 1
        else:
            session.choose(greedy.choose(session))
    score = 0.5 if session.node.result == 0 else float(session.node.result == side + 1)
    about = {"roster": roster, "table": table, "side": side, "decisions": decisions}
    return {"rollouts": rollouts, "index": index, "score": score} | about


def interval(scores: list[float]) -> tuple[float, float]:
    """The interval of a share, a draw counting as half a win; in 95 of 100 cases the truth never leaves it."""
    low, high = share_interval(np.array([sum(scores)]), np.array([float(len(scores))]), PRECISION)
    return float(low[0]), float(high[0])


def is_settled(scores: list[float], share: float | None) -> bool:
    """Whether it is clear that a share is reached, or that it is not."""
    if share is None or not scores:
        return False
    return abs(evidence(sum(scores), len(scores), share - LOWER, share)) >= log(CERTAIN)


def summary(battles: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The points of the curve."""
    points = []
    for rollouts in sorted({battle["rollouts"] for battle in battles}):
        scores = [battle["score"] for battle in battles if battle["rollouts"] == rollouts]
        share = sum(scores) / len(scores)
        low, high = interval(scores)
        won, drawn = scores.count(1.0), scores.count(0.5)
        known = {"rollouts": rollouts, "battles": len(scores), "won": won, "drawn": drawn}
        points.append(known | {"share": round(share, 3), "low": round(low, 3), "high": round(high, 3)})
    return points


def plot(points: list[dict[str, Any]], per_core: float, path: Path) -> None:
    """The curve with its intervals; rollouts by doublings, and what they take on both cores."""
    left, top, width, height = 60, 40, 520, 280
    first, last = points[0]["rollouts"], max(points[-1]["rollouts"], 2 * points[0]["rollouts"])

    def at(rollouts: float, share: float) -> tuple[float, float]:
        return left + log(rollouts / first) / log(last / first) * width, top + (1 - share) * height

    parts = [f'<text x="{left}" y="24" font-weight="bold">Search against greedy, mirrored rosters: share won</text>']
    for tenth in range(0, 11, 1):
        y = at(first, tenth / 10)[1]
        colour = "#999" if tenth in (5, 8, 9) else "#e4e4e4"
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}" stroke="{colour}"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{tenth * 10} %</text>')
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(each["rollouts"], each["share"]) for each in points))
    parts.append(f'<polyline points="{line}" fill="none" stroke="#c0392b" stroke-width="2"/>')
    for each in points:
        x, y = at(each["rollouts"], each["share"])
        low, high = at(first, each["low"])[1], at(first, each["high"])[1]
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="#c0392b"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#c0392b"/>')
        spent = 1000 * each["rollouts"] / (CORES * per_core)
        for row, text in enumerate((f"{each['rollouts']}", f"{spent:.0f} ms", f"n = {each['battles']}")):
            parts.append(f'<text x="{x:.1f}" y="{top + height + 20 + 16 * row}" text-anchor="middle">{text}</text>')
    about = f"rollouts a decision; their time on {CORES} cores, {per_core:,.0f} a second each; battles; 95 % sequences"
    parts.append(f'<text x="{left}" y="{top + height + 76}">{about}</text>')
    body, style = "\n".join(parts), 'font-family="sans-serif" font-size="12"'
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 410" {style}>\n{body}\n</svg>\n')


def read(path: Path) -> list[dict[str, Any]]:
    """The battles that are there already."""
    return list(json.loads(path.read_text())["battles"]) if path.exists() else []


def write(path: Path, battles: list[dict[str, Any]], per_core: float, edition: str) -> None:
    """All battles, the points of the curve, and the picture."""
    points = summary(battles)
    about = {
        "edition": edition,
        "scenario": "last-stand",
        "rosters": ROSTERS.names,
        "tables": TABLES.names,
        "seed": SEED,
    }
    figures = {"rollouts_a_second_and_core": round(per_core), "points": points, "battles": battles}
    path.write_text(json.dumps({"machine": machine(), **about, **figures}, indent=1) + "\n")
    plot(points, per_core, path.with_name(f"search-strength{EDITIONS[edition]}.svg"))


def whole_numbers(text: str) -> tuple[int, ...]:
    """Read numbers with commas between them."""
    numbers = tuple(map(int, text.split(",")))
    if min(numbers) < 1:
        raise ValueError(text)
    return numbers


def main() -> None:
    """Play what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rollouts", type=whole_numbers, default=ROLLOUTS, help="numbers with commas")
    parser.add_argument("--battles", type=int, default=2 * len(PLACES), help="for each number, at most")
    parser.add_argument(
        "--share", type=float, help="go on until it is clear whether this is reached, or one ten points lower"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--edition", choices=EDITIONS, default="second")
    options = parser.parse_args()
    if options.share is not None and not LOWER < options.share < 1:
        parser.error(f"--share must lie between {LOWER:g} and 1")
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    path = RESULTS / f"search-strength{EDITIONS[options.edition]}-{today}.json"
    battles, per_core = read(path), rollouts_per_core()
    done = {(battle["rollouts"], battle["index"]) for battle in battles}
    with Progress() as progress, multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        try:
            for rollouts in options.rollouts:
                wanted = [index for index in range(options.battles) if (rollouts, index) not in done]
                task = progress.add_task(f"{rollouts} rollouts", total=len(wanted))
                for first in range(0, len(wanted), BLOCK):
                    if is_settled([each["score"] for each in battles if each["rollouts"] == rollouts], options.share):
                        break
                    jobs = [(rollouts, index, options.edition) for index in wanted[first : first + BLOCK]]
                    for battle in pool.imap_unordered(fight, jobs):
                        battles = sorted([*battles, battle], key=lambda each: (each["rollouts"], each["index"]))
                        progress.advance(task)
                        write(path, battles, per_core, options.edition)
        except KeyboardInterrupt:
            pool.terminate()
    if battles:
        write(path, battles, per_core, options.edition)
    for point in summary(battles):
        print(point)
        if options.share is not None:
            score, claims = point["won"] + point["drawn"] / 2, (options.share - LOWER, options.share)
            times = exp(evidence(score, point["battles"], *claims))
            print(f"  a share of {claims[1]:.0%} is {times:.3g} times as likely as one of {claims[0]:.0%}")


if __name__ == "__main__":
    main()
