"""Search: rollouts a second, on two cores compared with one."""

from __future__ import annotations

import json
import sys
import time

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.search import SearchBot
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table
from speed import Measure, measure

ROSTER, TABLE = "lantern-company", "ruins"
ROUND = 3
"""In the middle of things."""


def in_the_thick_of_it() -> Session:
    """A mirrored battle in its third round, where somebody acts."""
    side = read_roster(ROSTER)
    setup = set_up((side, side), read_table(TABLE), read_scenario("last-stand"))
    session, bot = Session(systems.load("skirmish"), setup, 1), GreedyBot()
    while session.node.kind == NodeKind.CHANCE or session.record.round < ROUND or session.record.depth < 2:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))
    return session


def rollouts_per_core(rollouts: int = 1000, times: int = 3) -> float:
    """Rollouts a second of one core's time, whoever else is at work on the machine; the best of some thoughts."""
    session, bot, best = in_the_thick_of_it(), SearchBot(1, rollouts=rollouts, workers=1), 0.0
    bot.search(session, 1)
    for _ in range(times):
        began = time.process_time()
        made = bot.search(session).rollouts
        best = max(best, made / (time.process_time() - began))
    return best


def rollouts_per_second(workers: int = 2, milliseconds: int = 1000, times: int = 3) -> float:
    """Rollouts a second of wall time, the best of some thoughts about one position."""
    session, bot = in_the_thick_of_it(), SearchBot(1, workers=workers)
    bot.search(session, 1)
    thoughts = [bot.search(session, milliseconds) for _ in range(times)]
    return max(thought.rollouts / thought.seconds for thought in thoughts)


def measure_search(quick: bool) -> list[Measure]:
    """Rollouts a second on two cores, beside one."""
    milliseconds, times = (200, 3) if quick else (1000, 8)
    both, one = (rollouts_per_second(workers, milliseconds, times) for workers in (2, 1))
    return [measure("search, 5 against 5 in the third round", both, "rollouts/s", one, "with one worker")]


if __name__ == "__main__":
    print(json.dumps(measure_search(quick="--quick" in sys.argv), indent=2))
