"""How soon people get the odds and a first star: a server, and seats that look at decisions, alone or all at once.

python bench/advice_load.py [--people 20] [--decisions 30] [--systems skirmish,heroes]

Every decision is looked at once, so that nothing about it is known yet; the first of each battle is left out, as tables
are made with it. Measured are the milliseconds from the question to the odds and to the first star, with everything
between: the median, the 95th percentile and the longest; where one person asks alone, also the server's processor time
(Linux), which other load on the machine changes little. Written to results/advice-load-DATE.json, with the load of the
machine before: other work makes people wait longer.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from typing import Any

from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError, Unreachable
from speed.figures import machine

PORT = 8977
RESULTS = Path(__file__).parent / "results"
CASES: dict[str, dict[str, Any]] = {
    "skirmish": {"options": {"table": "ruins"}},
    "skirmish-first": {"options": {"table": "ruins", "edition": "first"}},
    "formations": {},
    "heroes": {"names": ["the-barrow"]},
}


@dataclass
class Person:
    """Somebody who plays one battle after the other, and takes any choice."""

    client: Client
    case: str
    seed: int
    battles: Iterable[int] = field(default_factory=itertools.count)
    match: RemoteMatch | None = None

    def next_question(self) -> RemoteMatch:
        """Go on to the next decision with several choices."""
        chance = random.Random(self.seed)
        while True:
            if self.match is None:
                self.match = self.opened()
            news = self.match.news(0, parts="brief")
            offers = news["brief"]
            if news["state"] == "over":
                self.match = None
            elif "a" in news["to_act"] and offers:
                self.match.choose(chance.choice(offers)["choice"], number=news["number"])
                news = self.match.news(0, parts="brief")
                if "a" in news["to_act"] and len(news["brief"]) > 1:
                    return self.match
            else:
                time.sleep(0.01)  # the computer thinks

    def opened(self) -> RemoteMatch:
        """A new battle, whose first decision has been looked at."""
        system = self.case.partition("-")[0]
        more = {"players": {"b": "greedy"}, **CASES[self.case]}
        match = self.client.new_match(system, seed=1000 * self.seed + next(iter(self.battles)), **more)
        while "a" not in match.news(0, parts="brief")["to_act"]:
            time.sleep(0.01)
        match.advice()
        return match


@dataclass(frozen=True)
class Wait:
    """The waits for one decision, in milliseconds; without processor time where others ask at the same time."""

    odds: float
    star: float
    odds_work: float | None
    star_work: float | None
    rollouts: int
    shortened: bool


def worked(process: int) -> float:
    """The milliseconds of processor time of all threads of a process so far."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e6


def wait(match: RemoteMatch, process: int | None) -> Wait:
    """Ask about a decision as a page does: for the odds, then for a star."""
    before, began = worked(process) if process else 0.0, time.perf_counter()
    match.advice("odds")
    after_odds = time.perf_counter()
    between = worked(process) if process else 0.0
    found = match.advice("first")
    ended = time.perf_counter()
    done = worked(process) if process else 0.0
    return Wait(
        odds=1000 * (after_odds - began),
        star=1000 * (ended - began),
        odds_work=between - before if process else None,
        star_work=done - between if process else None,
        rollouts=found["rollouts"],
        shortened=found["shortened"],
    )


def alone(person: Person, decisions: int, process: int) -> list[Wait]:
    """The waits of one person."""
    return [wait(person.next_question(), process) for _ in range(decisions)]


def at_once(people: list[Person], decisions: int) -> list[Wait]:
    """The waits of people who all ask at the same moments."""
    together = Barrier(len(people))

    def ask(person: Person) -> list[Wait]:
        found = []
        for _ in range(decisions):
            match = person.next_question()
            together.wait()
            found.append(wait(match, None))
        return found

    with ThreadPoolExecutor(len(people)) as pool:
        return [each for found in pool.map(ask, people) for each in found]


def spread(values: Iterable[float]) -> dict[str, float]:
    """The median, the 95th percentile and the longest."""
    ordered = sorted(values)
    percentile = ordered[min(round(0.95 * len(ordered)), len(ordered) - 1)]
    figures = {"p50": statistics.median(ordered), "p95": percentile, "max": ordered[-1]}
    return {name: round(value, 1) for name, value in figures.items()}


def summary(waits: list[Wait]) -> dict[str, Any]:
    """What some waits come to."""
    made: dict[str, Any] = {"decisions": len(waits)}
    for name in ("odds", "star", "odds_work", "star_work"):
        values = [value for value in (getattr(each, name) for each in waits) if value is not None]
        if values:
            made[f"{name}_ms"] = spread(values)
    rollouts = [each.rollouts for each in waits if each.rollouts]
    return made | {
        "rollouts": statistics.median(rollouts) if rollouts else 0,
        "shortened": sum(each.shortened for each in waits),
    }


def main() -> None:
    """Let people ask one at a time, then all at once."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=30, help="those of one person alone; a tenth of them at once")
    parser.add_argument("--systems", default=",".join(CASES))
    options = parser.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(sys.executable).parent / "battlewright"
        limits = ("--limit", "new_matches=1000", "--limit", "commands=10000")
        where = ("--port", str(PORT), "--database", f"sqlite:///{folder}/bench.db")
        server = subprocess.Popen([program, "serve", *where, *limits], stderr=subprocess.DEVNULL)
        try:
            client = Client(f"http://127.0.0.1:{PORT}")
            for _ in range(100):
                with suppress(Unreachable, ServerError):  # it is still starting, or compiles
                    client.request("GET", "/readyz")
                    break
                time.sleep(0.3)
            for case in options.systems.split(","):
                load = float(Path("/proc/loadavg").read_text().split()[0])
                found[case] = {
                    "load_before": load,
                    "alone": summary(alone(Person(client, case, 1), options.decisions, server.pid)),
                }
                people = [Person(client, case, 100 + each) for each in range(options.people)]
                waits = at_once(people, max(options.decisions // 10, 1))
                found[case][f"{options.people} at once"] = summary(waits)
                print(case, json.dumps(found[case]), flush=True)
        finally:
            server.terminate()
            server.wait()
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    path = RESULTS / f"advice-load-{today}.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(known | {"machine": machine(), **found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
