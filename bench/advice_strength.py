"""The strength of a person who always takes the star, against the greedy bot or in its place.

PYTHONPATH=bench python bench/advice_strength.py skirmish-second [--rollouts 600] [--battles 140]
    [--claims 0.75,0.85] [--workers 2]
PYTHONPATH=bench python bench/advice_strength.py skirmish-second --looks 60

The follower takes the best of what it is offered (``bots.adviser``), at a fixed number of rollouts for each look, so
that the machine does not matter; where there is no chance to win, the choice that ranks first. In Skirmish (both
editions: all shipped rosters mirrored on all tables) and in Formations (forces mirrored) it meets the greedy bot, in
pairs of battles that differ in the side alone, until Wald's test is certain of one of two shares (``sequential``). In
Heroes it leads the heroes of each shipped encounter against greedy foes, or the foes against greedy heroes
(``heroes-foes``), and every battle is fought again, with the same dice, with the greedy bot in its seat: the gain is
the mean difference, with its 95 % interval, for all encounters and for each.

Each battle is written to results/advice-strength-CASE-DATE.json when it is over, and not fought again on that day.

With ``--looks`` no battle is counted: it measures how many rollouts one core makes in the milliseconds of a first
look, at positions of battles between greedy bots, by the time of the processor, and writes that to
results/advice-speed.json.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import product
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from rich.progress import Progress

from battlewright import systems
from battlewright.answers.advice import NONE
from battlewright.bots.adviser import FIRST_LOOK, SIZE, Adviser
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.search import SearchBot
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
SPEED = RESULTS / "advice-speed.json"
ROLLOUTS = {"skirmish-second": 1000, "skirmish-first": 900, "formations": 2900, "heroes": 5800, "heroes-foes": 5800}
"""No more than a look of 300 ms makes on one core of a small virtual machine, where it does not end before
(``--looks``)."""
CLAIMS = {"skirmish-second": "0.75,0.85", "skirmish-first": "0.65,0.75", "formations": "0.5,0.55"}


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
    paired = case not in CLAIMS
    setup = places[(index if paired else index // 2) * STRIDE % len(places)]
    side = int(case == "heroes-foes") if paired else index % 2
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


def speed(case: str, looks: int) -> dict[str, Any]:
    """How many rollouts a first look makes where it does not end before: every seventh choice is looked at."""
    system, places = setups(case)
    counts, spent, index = list[int](), 0.0, 0
    while len(counts) < looks:
        session, greedy = Session(system, places[index * STRIDE % len(places)], SEED, index), GreedyBot(SEED, index)
        bot, decisions = SearchBot(index, rollouts=ROLLOUTS[case], workers=1, size=SIZE), 0
        bot.prepare(session)
        while not session.is_over and len(counts) < looks:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
                continue
            decisions += session.forced() is None
            if session.forced() is None and decisions % 7 == 0:
                choices = [each.choice for each in guide_of(session).offers()]
                began = time.process_time()
                made = bot.search(session, offered=choices).rollouts
                spent += time.process_time() - began if made else 0.0
                counts += [made] if made else []
            session.choose(greedy.choose(session))
        index += 1
    rate = sum(counts) / spent
    return {
        "date": today(),
        "machine": machine(),
        "looks": looks,
        "rollouts_a_look": round(sum(counts) / looks),
        "rollouts_a_second": round(rate),
        "milliseconds": FIRST_LOOK,
        "rollouts_of_a_first_look": round(rate * FIRST_LOOK / 1000),
    }


def today() -> str:
    """The date of a measurement."""
    return datetime.datetime.now(tz=datetime.UTC).date().isoformat()


def main() -> None:
    """Fight what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=ROLLOUTS)
    parser.add_argument("--rollouts", type=int)
    parser.add_argument("--battles", type=int, default=140)
    parser.add_argument("--claims", help="two shares, with a comma")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes; each has a core")
    parser.add_argument("--looks", type=int, help="measure the speed of so many looks instead")
    options = parser.parse_args()
    if options.looks:
        known = json.loads(SPEED.read_text()) if SPEED.exists() else {}
        found = speed(options.case, options.looks)
        SPEED.write_text(json.dumps(known | {options.case: found}, indent=1) + "\n")
        print(json.dumps(found))
        return
    case, rollouts = options.case, options.rollouts or ROLLOUTS[options.case]
    claims = [float(each) for each in (options.claims or CLAIMS.get(case, "")).split(",") if each]
    path = RESULTS / f"advice-strength-{case}-{today()}.json"
    battles = json.loads(path.read_text())["battles"] if path.exists() else []
    done = {each["index"] for each in battles if each["rollouts"] == rollouts}
    left = [index for index in range(options.battles) if index not in done]
    with Progress() as progress, ProcessPoolExecutor(options.workers) as pool:
        task = progress.add_task(case, total=options.battles, completed=len(done))
        for fought in pool.map(partial(battle, case, rollouts), left):
            battles.append(fought)
            progress.advance(task)
            of_this = [each for each in battles if each["rollouts"] == rollouts]
            found = summary(of_this, claims)
            path.write_text(
                json.dumps({"machine": machine(), "case": case, **found, "battles": battles}, indent=1) + "\n"
            )
            if claims and fought["index"] % 2 and abs(evidence(found["score"], len(of_this), *claims)) >= log(CERTAIN):
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
    names, by_encounter = ENCOUNTERS.names, dict[str, Any]()
    for place, name in enumerate(names):
        own = [each for each in battles if each["index"] * STRIDE % len(names) == place]
        by_encounter |= {name: gain(own)} if own else {}
    return found | gain(battles) | {"by_encounter": by_encounter}


def gain(battles: list[dict[str, Any]]) -> dict[str, Any]:
    """How much more of some battles was won than by the greedy bot in the same seat."""
    gains, count = [each["score"] - each["greedy"] for each in battles], len(battles)
    mean = sum(gains) / count
    error = sqrt(sum((each - mean) ** 2 for each in gains) / max(count - 1, 1) / count)
    return {"gain": round(mean, 3), "gain_interval": [round(mean - 1.96 * error, 3), round(mean + 1.96 * error, 3)]}


if __name__ == "__main__":
    main()
