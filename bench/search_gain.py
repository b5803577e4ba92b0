"""What a search gains over the greedy bot's choice, in single positions, by the parameters of the search.

python bench/search_gain.py [--plans turns=16 turns=8] [--rollouts 400 800] [--positions 100] [--workers 2] [--out FILE]

Battles between parameters take thousands of battles to tell them apart; positions tell them apart sooner. Each listed
choice of a position is played out by greedy bots, to the end, with common dice: its true value against that bot. A
search is then worth what its choice is worth above the one that ranks first. Each plan has its number of rollouts, and
the CPU time of both is told: compare plans of the same time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

from rich.progress import track

from battlewright import systems
from battlewright.bots.greedy import GreedyBot, playout
from battlewright.bots.search import SearchBot
from battlewright.bots.tree import Plan
from battlewright.bots.workspace import tables_for, workspace_for
from battlewright.engine.compiler.rule import ready
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, bytes_of, look, numbers, restore, snapshot
from battlewright.engine.session import Session
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table
from speed import machine

SEED = 31337
MOST, PLAYOUTS = 16, 100
"""The choices of a position that are played out, and how often."""
Job = tuple[str, int, int, list[tuple[str, int]]]
"""The edition, the number of the position, its play-outs, and each plan with its rollouts."""
SYSTEM = systems.load("skirmish")


def session_at(edition: str, number: int, stop: int | None) -> tuple[Session, int]:
    """A battle of two greedy bots before its decision ``stop``, or at its end; and the number of its decisions."""
    places = list(product(ROSTERS.names, TABLES.names))
    roster, table = places[number * 11 % len(places)]
    side = read_roster(roster)
    setup = set_up((side, side), read_table(table), read_scenario("last-stand"), edition)
    session, bot, count = Session(SYSTEM, setup, SEED, number), GreedyBot(SEED, number), 0
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        elif count == stop:
            break
        else:
            session.choose(bot.choose(session))
            count += 1
    return session, count


def true_values(session: Session, times: int) -> tuple[list[bytes], list[float]]:
    """The best choices by their rank, and the share that each wins for its side between greedy bots."""
    assert SYSTEM.bots.rank is not None
    tables = tables_for(SYSTEM, session.setting)
    work, own = workspace_for(SYSTEM, tables), workspace_for(SYSTEM, tables)
    count = SYSTEM.bots.rank(session.setting, session.battle, tables, work.room, work.scratch, MOST)
    play, began, battle = ready(playout(SYSTEM)), snapshot(session.battle), allocate(SYSTEM.rules.battle)
    streams, both, values = allocate(Dice, 2), numbers([1, 1]), []
    for option in range(count):
        won = 0.0
        for time_of_it in range(times):
            restore(battle, began)
            tail = look(SYSTEM.rules.battle, battle).tail
            tail.silent = 1
            seed_dice(tail.dice, SEED, time_of_it)
            for place, lane in enumerate((Lane.BOT, Lane.SECRET)):
                seed_dice(look(Dice, streams, place), SEED, time_of_it, lane)
            SYSTEM.rules.choose(session.setting, battle, work.room[option : option + 1])
            play(session.setting, battle, own, both, streams, 10_000)
            result = look(SYSTEM.rules.battle, battle).node.result
            won += 0.5 if result == 0 else float(result == session.node.side + 1)
        values.append(won / times)
    return [bytes(bytes_of(look(SYSTEM.rules.choice, work.room, option))) for option in range(count)], values


def position(job: Job) -> dict[str, Any] | None:
    """What each plan gains in one position; None if nothing is to be searched there."""
    edition, number, times, plans = job
    decisions = session_at(edition, number, None)[1]
    session, _ = session_at(edition, number, random.Random(number).randrange(decisions))
    if session.node.step in SYSTEM.rules.secret_steps:
        return None
    options, values = true_values(session, times)
    if len(options) < 2:
        return None
    gains: dict[str, tuple[float, float]] = {}
    for plan, rollouts in plans:
        bot = SearchBot(SEED, number, rollouts=rollouts, workers=1)
        bot.prepare(session)
        for tree in bot._trees:
            for name, value in (each.split("=") for each in plan.split(",") if each):
                setattr(look(Plan, tree.memory.plan), name, int(value))
        began = time.process_time()
        chosen = bytes(bytes_of(bot.search(session).choice))
        taken = time.process_time() - began
        if chosen in options:
            gains[f"{plan} {rollouts}"] = values[options.index(chosen)] - values[0], taken
    return {"edition": edition, "number": number, "best": max(values) - values[0], "gains": gains}


def summary(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The mean gain of each plan with its standard error, the same above the first plan, and the mean CPU time."""
    rows, names = [], list(found[0]["gains"])
    for name in names:
        both = [each["gains"] for each in found if name in each["gains"] and names[0] in each["gains"]]
        gains = [each[name][0] for each in both]
        above = [each[name][0] - each[names[0]][0] for each in both]
        row: dict[str, Any] = {"plan": name, "positions": len(both)}
        for what, these in (("gain", gains), ("above_the_first", above)):
            mean = sum(these) / len(these)
            error = sqrt(sum((each - mean) ** 2 for each in these)) / len(these)
            row |= {what: round(mean, 4), f"{what}_error": round(error, 4)}
        rows.append(row | {"cpu_ms": round(1000 * sum(each[name][1] for each in both) / len(both), 1)})
    return rows


def main() -> None:
    """Search all positions by all plans, and say what they gain."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plans", nargs="+", default=["turns=16", "turns=8"], help="as turns=8,most=6")
    parser.add_argument("--rollouts", nargs="+", type=int, default=[400, 800], help="one number for each plan")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--edition", choices=("second", "first"), default="second")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if len(options.plans) != len(options.rollouts):
        parser.error("each plan needs a number of rollouts")
    plans = list(zip(options.plans, options.rollouts, strict=True))
    jobs = [(options.edition, number, options.playouts, plans) for number in range(options.positions)]
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        found = [each for each in track(pool.imap_unordered(position, jobs), "positions", len(jobs)) if each]
    rows = summary(found)
    for row in rows:
        print(row)
    if options.out:
        about = {"edition": options.edition, "seed": SEED, "machine": machine(), "plans": rows, "positions": found}
        options.out.write_text(json.dumps(about, indent=1) + "\n")


if __name__ == "__main__":
    main()
