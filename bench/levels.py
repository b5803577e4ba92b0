"""How often each level beats the one below it: battles of neighbouring levels, each from either side equally often.

PYTHONPATH=bench python bench/levels.py [--ladder formations] [--pair easy,medium] [--battles 240] [--workers 2]

Battles go round the match-ups of each ladder (``Lab.ladders``), two at a time: the same dice, sides swapped. A pair of
levels is finished when the 95% confidence sequence of its share lies between 65 and 85 of 100, or after ``--battles``.
Searches have fixed rollouts, so that the results do not depend on the machine. They are kept after every two battles in
results/levels, one ladder file for each ladder; a run goes on where the last one ended, and a pair begins anew when the
strength of one of its levels has changed. The page is written from these files:

battlewright ladder --all --kept bench/results/levels --out docs/ladder.md

With ``--one-click`` it fights the battle that begins at one click on the page, without swapped sides, at the levels of
a first battle and of later ones on both sides; results/one-click.json has the shares of side a, the person's.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from battlewright import systems
from battlewright.bots.levels import levels_of, usual_level
from battlewright.bots.named import Bot, NamedBot, named
from battlewright.bots.search import SearchBot
from battlewright.cli.ladder_page import ladders
from battlewright.cli.ratings import as_data, ladder_of
from battlewright.contract.counts import Counts, Winner
from battlewright.contract.parts import Strength
from battlewright.contract.system import System
from battlewright.lab.ladder import Ladder, MatchUp, Meeting
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.lab.study.intervals import share_interval
from battlewright.odds.distribution import wilson

WANTED = (0.65, 0.85)
PRECISION = 0.07
"""Half the width at which an interval is narrowest for its battles."""
SEED, STRIDE = 2026, 11
"""Neighbouring battles have other match-ups; the stride is prime to the numbers of match-ups."""
RESULTS = Path(__file__).parent / "results" / "levels"


def interval(score: float, battles: int) -> tuple[float, float]:
    """The interval of a share; in 95 of 100 cases the truth never leaves it, however often one looks."""
    low, high = share_interval(np.array([score]), np.array([float(battles)]), PRECISION)
    return float(low[0]), float(high[0])


def is_settled(score: float, battles: int) -> bool:
    """Whether the share is certainly as wanted."""
    low, high = interval(score, battles)
    return WANTED[0] <= low and high <= WANTED[1]


def one_core(bot: NamedBot) -> NamedBot:
    """The bot with its search on one core, which finds the same."""

    def make(seed: int, index: int) -> Bot:
        made = bot.make(seed, index)
        if isinstance(made, SearchBot):
            made.workers = 1
        return made

    return bot if bot.compiled is not None else replace(bot, make=make)


class Measurement:
    """The battles of one ladder, in its file."""

    def __init__(self, system: System, title: str, match_ups: list[MatchUp], folder: Path) -> None:
        self.system, self.title, self.match_ups = system, title, match_ups
        self.path = folder / f"{title.lower().replace(', ', '-').replace(' ', '-')}.json"
        strengths = levels_of(system)
        self.about = {"title": title, "seed": SEED, "match_ups": [each.name for each in match_ups]}
        self.about["levels"] = {name: asdict(each) for name, each in strengths.items()}
        self.bots = [one_core(named(name).for_system(system)) for name in strengths]
        self.ladder = Ladder(self.bots)
        if self.path.exists():
            data = json.loads(self.path.read_text())
            known = ladder_of(data)
            names = [bot.name for bot in known.bots]
            kept = {name: Strength(**each) for name, each in data["levels"].items()}
            places = {name: place for place, name in enumerate(strengths) if kept.get(name) == strengths[name]}
            for each in known.meetings:
                one, other = (places.get(names[place]) for place in each.pair)
                if one is not None and other is not None and data["ruleset"] == system.ruleset:
                    self.ladder.meetings.append(replace(each, pair=(one, other)))
            self.ladder.seconds = known.seconds

    def measure(self, lower: int, most: int, pool: Executor, workers: int = 1) -> str:
        """Fight battles of a level against the next one until they suffice; return what they came to."""
        upper, ladder = lower + 1, self.ladder
        while (fought := ladder.met(upper, lower)) < most:
            if fought and is_settled(ladder.score(upper, lower), fought):
                break
            firsts = range(fought, min(fought + 2 * workers, most), 2)
            fights = [pool.submit(fight_two, self.title, upper, lower, first) for first in firsts]
            for each in fights:
                meeting, seconds = each.result()
                self.add(meeting)
                ladder.seconds += seconds
            self.keep()
        score, names = ladder.score(upper, lower), (self.bots[upper].name, self.bots[lower].name)
        low, high = interval(score, fought)
        return f"{names[0]} against {names[1]}: {score:g} of {fought}, {score / fought:.0%} ({low:.0%} to {high:.0%})"

    def add(self, meeting: Meeting) -> None:
        """Add battles to those of the same pair on the same match-up."""
        for place, known in enumerate(self.ladder.meetings):
            if (known.pair, known.match_up) == (meeting.pair, meeting.match_up):
                self.ladder.meetings[place] = replace(known, counts=known.counts + meeting.counts)
                return
        self.ladder.meetings.append(meeting)

    def keep(self) -> None:
        """Write the file, with the levels that have met."""
        met = sorted({place for each in self.ladder.meetings for place in each.pair})
        pairs = [(met.index(each.pair[0]), met.index(each.pair[1])) for each in self.ladder.meetings]
        meetings = [replace(each, pair=pair) for each, pair in zip(self.ladder.meetings, pairs, strict=True)]
        ladder = Ladder([self.bots[place] for place in met], meetings, self.ladder.seconds)
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        data = as_data(ladder, self.system, {"date": today, **self.about})
        del data["side_a"]  # the battles that were read have no sides
        self.path.write_text(json.dumps(data, indent=1) + "\n")

    def two(self, upper: int, lower: int, first: int) -> tuple[Meeting, float]:
        """Fight two battles of a level against another; return them, and the seconds that they took."""
        match_up = self.match_ups[first // 2 * STRIDE % len(self.match_ups)]
        pairing = Pairing(self.system, match_up.setups, (self.bots[upper], self.bots[lower]))
        done = fight(pairing, 2, SEED, first=first)
        return Meeting((upper, lower), match_up.name, Counts.of(done.counts.kinds)), done.seconds


@cache
def measurement(title: str) -> Measurement:
    """A ladder in a worker process."""
    return next(Measurement(*each, Path(os.devnull)) for each in ladders() if each[1] == title)


def fight_two(title: str, upper: int, lower: int, first: int) -> tuple[Meeting, float]:
    """Fight two battles, in a worker process."""
    return measurement(title).two(upper, lower, first)


def one_click(battles: int) -> dict[str, Any]:
    """The share of side a in the battle that begins at one click, by the level that leads both sides."""
    system = systems.load(systems.DEFAULT)
    setup = system.setup.read(**system.pages.options).setup if system.pages else None
    shares = dict[str, dict[str, Any]]()
    for level in ("easy", usual_level(system)):
        counts = fight(Pairing(system, (setup, setup), (named(level),) * 2, swaps=False), battles, SEED).counts
        score = counts.count(Winner.A) + counts.count(Winner.DRAW) / 2
        low, high = wilson(round(score), battles)
        shares[level] = {"battles": battles, "share": round(score / battles, 4)}
        shares[level]["interval"] = [round(low, 4), round(high, 4)]
    return {"date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(), **shares}


def main() -> None:
    """Measure what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ladder", default="", help="a part of a ladder's title")
    parser.add_argument("--pair", default="", help="two neighbouring levels with a comma; default: all")
    parser.add_argument("--battles", type=int, default=240, help="for each pair, at most")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the files")
    parser.add_argument("--one-click", action="store_true", help="is the battle at one click even?")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes; each has a core")
    options = parser.parse_args()
    if options.one_click:
        found = json.dumps(one_click(options.battles), indent=1)
        (RESULTS.parent / "one-click.json").write_text(found + "\n")
        print(found)
        return
    options.results.mkdir(exist_ok=True)
    for system, title, match_ups in ladders():
        if options.ladder.lower() in title.lower():
            measured = Measurement(system, title, match_ups, options.results)
            names = [bot.name for bot in measured.bots]
            with ProcessPoolExecutor(options.workers) as pool:
                for lower, pair in enumerate(pairwise(names)):
                    if options.pair in ("", ",".join(pair)):
                        found = measured.measure(lower, options.battles, pool, options.workers)
                        print(f"{title}: {found}", flush=True)


if __name__ == "__main__":
    main()
