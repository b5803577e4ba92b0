"""The strength of the searching bot against the greedy one, by rollouts; each side half the time.

python bench/search_strength.py [--system skirmish] [--edition first] [--rollouts 25,50,100] [--battles 140]
    [--share 0.9] [--rather-than 0.8] [--workers 2]

In Skirmish all shipped rosters on all shipped tables, in Formations all shipped forces, each against itself; in Heroes
all shipped encounters. Battles come in pairs that differ in the side alone. Each is also fought by the greedy bot in
the same seat, with the same dice: ``gain`` is how much more the searching bot wins, with its 95 % interval. Intervals
of the share hold whenever one stops (``lab.study.intervals``). With ``--share`` Wald's test says when a number of
rollouts is finished: as soon as that share is 99 times as likely as the lower one, or the other way round
(``sequential``).

A choice at a given number of rollouts does not depend on the machine, so battles can be played in parallel; how many
rollouts a core makes is counted by its own time. Each battle is written to results/search-strength-DATE.json when it is
over (the first edition and the other systems have files of their own). Battles in that file are not played again, so
the run can be interrupted and resumed. The chart beside it is drawn from the whole file.
"""

from __future__ import annotations

import argparse
import datetime
import json
import multiprocessing
import time
from functools import cache
from itertools import product
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.search import SearchBot
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.session import Session
from battlewright.lab.study.intervals import share_interval
from battlewright.systems.formations.setup.engagement import FORCES, EngagementSetup, read_force
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table
from sequential import CERTAIN, evidence
from speed.figures import machine

STRIDE = 11
"""Neighbouring battles have other rosters and other tables; prime to the number of set-ups."""
PRECISION = 0.12
"""Half the width at which an interval is narrowest for its battles."""
ROLLOUTS = (25, 50, 100, 200, 400)
SEED, CORES = 2026, 2
BLOCK = 20
"""The battles between two looks: whole pairs, so that no side is favoured; and a multiple of usual numbers of cores."""
RESULTS = Path(__file__).parent / "results"
FILES = {"skirmish": "", "first": "-first", "formations": "-formations", "heroes": "-heroes"}
"""The subjects, and what their files are called after."""
Job = tuple[int, int, str]
"""The rollouts of a choice, the number of the battle, and its subject."""


def system_of(subject: str) -> Any:
    """The system of a subject."""
    return systems.load("skirmish" if subject == "first" else subject)


@cache
def setups_of(subject: str) -> dict[str, Any]:
    """The set-ups of a subject by name."""
    if subject == "formations":
        return {name: EngagementSetup(forces=(read_force(name), read_force(name))) for name in FORCES.names}
    if subject == "heroes":
        return {name: system_of(subject).setup.read(name) for name in ENCOUNTERS.names}
    edition, scenario = "first" if subject == "first" else "second", read_scenario("last-stand")
    fielded = {name: read_roster(name) for name in ROSTERS.names}
    return {
        f"{roster}, {table}": set_up((fielded[roster], fielded[roster]), read_table(table), scenario, edition)
        for roster, table in product(ROSTERS.names, TABLES.names)
    }


def score_of(subject: str, index: int, bot: Any) -> float:
    """What a bot scores against the greedy one in a battle, whose number says which set-up and side."""
    session, side, greedy = opened(subject, index), index % 2, GreedyBot(SEED, index)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose((bot if session.node.side == side else greedy).choose(session))
    return 0.5 if session.node.result == 0 else float(session.node.result == side + 1)


def setup_name(subject: str, index: int) -> str:
    """The set-up of a battle."""
    names = list(setups_of(subject))
    return names[index // 2 * STRIDE % len(names)]


def opened(subject: str, index: int) -> Session:
    """A battle before its first step."""
    return Session(system_of(subject), setups_of(subject)[setup_name(subject, index)], SEED, index)


class Counting(SearchBot):
    """A searching bot that counts its decisions, its rollouts and the processor's time."""

    decisions, made, seconds = 0, 0, 0.0

    def choose(self, seen: Position) -> Any:
        """The choice; forced ones do not count."""
        began = time.process_time()
        result = self.search(seen)
        if len(result.options) > 1:
            self.decisions, self.made = self.decisions + 1, self.made + result.rollouts
            self.seconds += time.process_time() - began
        return result.choice


def fight(job: Job) -> dict[str, Any]:
    """One battle of the searching bot, and of the greedy one in its place."""
    rollouts, index, subject = job
    searching = Counting(SEED, index, rollouts=rollouts, workers=1)
    searching.prepare(opened(subject, index))
    score, greedy = score_of(subject, index, searching), score_of(subject, index, GreedyBot(SEED, index))
    about = {"setup": setup_name(subject, index), "side": index % 2, "decisions": searching.decisions}
    spent = {"made": searching.made, "seconds": round(searching.seconds, 3)}
    return {"rollouts": rollouts, "index": index, "score": score, "greedy": greedy} | about | spent


def interval(scores: list[float]) -> tuple[float, float]:
    """The interval of a share, a draw counting as half a win; in 95 of 100 cases the truth never leaves it."""
    low, high = share_interval(np.array([sum(scores)]), np.array([float(len(scores))]), PRECISION)
    return float(low[0]), float(high[0])


def is_settled(scores: list[float], claims: tuple[float, float] | None) -> bool:
    """Whether it is clear which of two shares is the true one."""
    if claims is None or not scores:
        return False
    return abs(evidence(sum(scores), len(scores), *claims)) >= log(CERTAIN)


def summary(battles: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The points of the curve."""
    points = []
    for rollouts in sorted({battle["rollouts"] for battle in battles}):
        fought = [battle for battle in battles if battle["rollouts"] == rollouts]
        scores = [battle["score"] for battle in fought]
        gains = [battle["score"] - battle["greedy"] for battle in fought]
        gain, error = float(np.mean(gains)), 1.96 * float(np.std(gains)) / sqrt(len(gains))
        share = sum(scores) / len(scores)
        low, high = interval(scores)
        won, drawn = scores.count(1.0), scores.count(0.5)
        known = {"rollouts": rollouts, "battles": len(scores), "won": won, "drawn": drawn}
        known |= {"gain": round(gain, 3), "gain_low": round(gain - error, 3), "gain_high": round(gain + error, 3)}
        points.append(known | {"share": round(share, 3), "low": round(low, 3), "high": round(high, 3)})
    return points


def plot(points: list[dict[str, Any]], per_core: float, path: Path) -> None:
    """The curve with its intervals; rollouts by doublings, and what they take on both cores."""
    left, top, width, height = 60, 40, 520, 280
    first, last = points[0]["rollouts"], max(points[-1]["rollouts"], 2 * points[0]["rollouts"])

    def at(rollouts: float, share: float) -> tuple[float, float]:
        return left + log(rollouts / first) / log(last / first) * width, top + (1 - share) * height

    parts = [f'<text x="{left}" y="24" font-weight="bold">Search against greedy: share won</text>']
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


def write(path: Path, battles: list[dict[str, Any]], subject: str) -> None:
    """All battles, the points of the curve, and the picture."""
    points = summary(battles)
    per_core = sum(battle["made"] for battle in battles) / max(sum(battle["seconds"] for battle in battles), 0.001)
    about = {"machine": machine(), "subject": subject, "setups": list(setups_of(subject)), "seed": SEED}
    figures = {"rollouts_a_second_and_core": round(per_core), "points": points, "battles": battles}
    path.write_text(json.dumps(about | figures, indent=1) + "\n")
    plot(points, per_core, path.with_name(f"search-strength{FILES[subject]}.svg"))


def whole_numbers(text: str) -> tuple[int, ...]:
    """Read numbers with commas between them."""
    numbers = tuple(map(int, text.split(",")))
    if min(numbers) < 1:
        raise ValueError(text)
    return numbers


def main() -> None:
    """Play what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=("skirmish", "formations", "heroes"), default="skirmish")
    parser.add_argument("--edition", choices=("second", "first"), default="second", help="of Skirmish")
    parser.add_argument("--rollouts", type=whole_numbers, default=ROLLOUTS, help="numbers with commas")
    parser.add_argument("--battles", type=int, default=140, help="for each number, at most")
    parser.add_argument("--share", type=float, help="go on until it is clear whether this is reached, or the lower one")
    parser.add_argument("--rather-than", type=float, help="the lower share; ten points less unless given")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    claims = None
    if options.share is not None:
        claims = options.share - 0.1 if options.rather_than is None else options.rather_than, options.share
        if not 0 < claims[0] < claims[1] < 1:
            parser.error("--share and the lower share must lie between 0 and 1")
    subject = "first" if (options.system, options.edition) == ("skirmish", "first") else options.system
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    path = RESULTS / f"search-strength{FILES[subject]}-{today}.json"
    battles = read(path)
    done = {(battle["rollouts"], battle["index"]) for battle in battles}
    with Progress() as progress, multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        try:
            for rollouts in options.rollouts:
                wanted = [index for index in range(options.battles) if (rollouts, index) not in done]
                task = progress.add_task(f"{rollouts} rollouts", total=len(wanted))
                for first in range(0, len(wanted), BLOCK):
                    if is_settled([each["score"] for each in battles if each["rollouts"] == rollouts], claims):
                        break
                    jobs = [(rollouts, index, subject) for index in wanted[first : first + BLOCK]]
                    for battle in pool.imap_unordered(fight, jobs):
                        battles = sorted([*battles, battle], key=lambda each: (each["rollouts"], each["index"]))
                        progress.advance(task)
                        write(path, battles, subject)
        except KeyboardInterrupt:
            pool.terminate()
    for point in summary(battles):
        print(point)
        if claims is not None:
            times = exp(evidence(point["won"] + point["drawn"] / 2, point["battles"], *claims))
            print(f"  a share of {claims[1]:.0%} is {times:.3g} times as likely as one of {claims[0]:.0%}")


if __name__ == "__main__":
    main()
