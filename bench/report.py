"""How precise is the report of a battle that is made in a given time, and does it keep to that time?

python bench/report.py [--system skirmish] [--decisions 240] [--seconds 25 150] [--out FILE]

Of some battles of the usual set-up between two bots of the level easy, the one whose number of choices is closest is
reported on. Prints how long that took, the processor time, and the standard error of each part. The processor's share
says how far two cores were free: with others at work there are fewer play-outs.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

from battlewright import systems
from battlewright.contract.system import System
from battlewright.engine.step import StepKind
from battlewright.play.battle_report import REPORT_SECONDS, WORKERS, match_report
from battlewright.play.dice import DiceSource
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.play.rollouts import Player
from speed.figures import machine

LEVEL = "easy"
BATTLES = 12
"""The battles of which one is chosen."""


def fought(system: System, seed: int) -> Match:
    """A battle between two bots."""
    match = Match(system, system.setup.read().setup, dict.fromkeys("ab", LEVEL), DiceSource(seed=seed))
    play_on(match, seat_bots(match))
    return match


def choices_of(match: Match) -> int:
    """How many choices were made in a battle."""
    return sum(step.kind is StepKind.CHOICE for step in match.session.steps)


def measure(match: Match, seconds: float) -> dict[str, Any]:
    """What a report of a battle takes, and what it comes to."""
    Player(match.system, 0)  # so that nothing is compiled meanwhile
    wall, processor = time.perf_counter(), time.process_time()
    report = match_report(match, seconds)
    data = report.as_data()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    return {
        "steps": data["steps"],
        "choices": choices_of(match),
        "unlike_reference": 0 if report.account is None else len(report.account.compared),
        "limit": seconds,
        "seconds": round(wall, 2),
        "processor_seconds": round(processor, 1),
        "processor_share": round(processor / (wall * min(WORKERS, os.cpu_count() or 1)), 2),
        "battles": data["battles"],
        "parts": {
            " ".join(filter(None, (each["part"], each["side"]))): {
                "points": round(each["points"], 1),
                "error": round(each["error"], 1),
            }
            for each in data["account"]
        },
        "costliest": [{"lost": round(each["lost"], 1), "error": round(each["error"], 1)} for each in data["costliest"]],
        "key_moments": len(data["key_moments"]),
    }


def main() -> None:
    """Choose a battle, report on it, and print what that took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=systems.names(), default="skirmish")
    parser.add_argument("--decisions", type=int, default=240)
    parser.add_argument("--seconds", type=float, nargs="+", default=[REPORT_SECONDS])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    system = systems.load(options.system)
    battles = [fought(system, seed) for seed in range(BATTLES)]
    match = min(battles, key=lambda each: abs(choices_of(each) - options.decisions))
    found: dict[str, Any] = {"system": options.system, "level": LEVEL, "machine": machine(), "reports": []}
    for seconds in options.seconds:
        found["reports"].append(measure(match, seconds))
        print(json.dumps(found["reports"][-1], indent=1))
        if options.out:
            options.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
