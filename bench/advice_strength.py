"""The strength of a person who always takes the star, against the greedy bot or in its place.

PYTHONPATH=bench python bench/advice_strength.py skirmish-second [--rollouts 600] [--battles 140]
    [--claims 0.75,0.85] [--workers 2]

The follower takes the best of what it is offered (``bots.adviser``), at a fixed number of rollouts for each look, so
that the machine does not matter; where there is no chance to win, the choice that ranks first. In Skirmish (both
editions: all shipped rosters mirrored on all tables) and in Formations (forces mirrored) it meets the greedy bot, in
pairs of battles that differ in the side alone, until Wald's test is certain of one of two shares (``sequential``). In
Heroes it leads the heroes of each shipped encounter against greedy foes, and every battle is fought again, with the
same dice, with the greedy bot in its seat: the gain is the mean difference, with its 95 % interval.

Each battle is written to results/advice-strength-CASE-DATE.json when it is over, and not fought again on that day.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import product
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from rich.progress import Progress

from battlewright import systems
from battlewright.answers.advice import NONE
from battlewright.bots.adviser import Adviser
from battlewright.bots.greedy import GreedyBot
from battlewright.contract.guides import guide_of
from battlewright.contract.system import System
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.odds.distribution import wilson
from battlewright.systems.formations.setup.engagement import FORCES
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES
from sequential import CERTAIN, evidence
from speed.figures import machine

SEED, STRIDE = 2026, 11
RESULTS = Path(__file__).parent / "results"
ROLLOUTS = {"skirmish-second": 1000, "skirmish-first": 900, "formations": 2900, "heroes": 5800}
"""What a look of 300 ms makes on one quiet core of a small virtual machine, where it does not end before."""
CLAIMS = {"skirmish-second": "0.75,0.85", "skirmish-first": "0.65,0.75", "formations": "0.5,0.55", "heroes": ""}


def setups(case: str) -> tuple[System, list[Any]]:
    """The system of a case, and its set-ups."""
    name, _, edition = case.partition("-")
    system = systems.load(name)
    if name == "skirmish":
        pairs = product(ROSTERS.names, TABLES.names)
        made = [system.setup.read((roster, roster), table, edition=edition).setup for roster, table in pairs]
    elif name == "formations":
        made = [system.setup.read((force, force)).setup for force in FORCES.names]
    else:
        made = [system.setup.read(encounter).setup for encounter in ENCOUNTERS.names]
    return system, made


@cache
def setups_of(case: str) -> tuple[System, list[Any]]:
    """The system and the set-ups of a case, in a worker process."""
    return setups(case)


def battle(case: str, rollouts: int, index: int) -> dict[str, Any]:
    """A battle of a case, by its number; in Heroes also the same battle of the greedy bot."""
    system, places = setups_of(case)
    paired = case == "heroes"
    setup = places[(index if paired else index // 2) * STRIDE % len(places)]
    side = 0 if paired else index % 2
    score = fight(system, setup, index, side, rollouts)
    usual = fight(system, setup, index, side, 0) if paired else None
    return {"rollouts": rollouts, "index": index, "score": score, "greedy": usual}


def fight(system: System, setup: Any, index: int, side: int, rollouts: int) -> float:
    """The score of a side that takes the star; without rollouts, of the greedy bot."""
    session, greedy = Session(system, setup, SEED, index), GreedyBot(SEED, index)
    adviser = Adviser(index, rollouts)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        star, choices = None, list[Any]()
        if session.node.side == side and rollouts and session.forced() is None:
            choices = [each.choice for each in guide_of(session).offers()]
            star = adviser.look(session, choices, [NONE] * len(choices)).star
        session.choose(greedy.choose(session) if star is None else choices[star])
    return 0.5 if session.node.result == 0 else float(session.node.result == side + 1)


def main() -> None:
    """Fight what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=ROLLOUTS)
    parser.add_argument("--rollouts", type=int)
    parser.add_argument("--battles", type=int, default=140)
    parser.add_argument("--claims", help="two shares, with a comma")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes; each has a core")
    options = parser.parse_args()
    case, rollouts = options.case, options.rollouts or ROLLOUTS[options.case]
    claims = [float(each) for each in (options.claims or CLAIMS[case]).split(",") if each]
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    path = RESULTS / f"advice-strength-{case}-{today}.json"
    battles = json.loads(path.read_text())["battles"] if path.exists() else []
    known = {each["index"] for each in battles if each["rollouts"] == rollouts}
    left = [index for index in range(options.battles) if index not in known]
    with Progress() as progress, ProcessPoolExecutor(options.workers) as pool:
        task = progress.add_task(case, total=options.battles, completed=len(known))
        for done in pool.map(partial(battle, case, rollouts), left):
            battles.append(done)
            progress.advance(task)
            of_this = [each for each in battles if each["rollouts"] == rollouts]
            found = summary(of_this, claims)
            path.write_text(
                json.dumps({"machine": machine(), "case": case, **found, "battles": battles}, indent=1) + "\n"
            )
            if claims and done["index"] % 2 and abs(evidence(found["score"], len(of_this), *claims)) >= log(CERTAIN):
                pool.shutdown(cancel_futures=True)
                break
    print(json.dumps({"rollouts": rollouts, **found}))


def summary(battles: list[dict[str, Any]], claims: list[float]) -> dict[str, Any]:
    """What some battles come to."""
    count, score = len(battles), sum(each["score"] for each in battles)
    low, high = wilson(score, count)
    found = {
        "fought": count,
        "score": score,
        "share": round(score / count, 3),
        "interval": [round(low, 3), round(high, 3)],
    }
    if claims:
        return found | {"claims": claims, "times_as_likely": round(exp(evidence(score, count, *claims)), 2)}
    gains = [each["score"] - each["greedy"] for each in battles]
    mean = sum(gains) / count
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(count - 1, 1) / count)
    return found | {
        "gain": round(mean, 3),
        "gain_interval": [round(mean - 1.96 * error, 3), round(mean + 1.96 * error, 3)],
    }


if __name__ == "__main__":
    main()
