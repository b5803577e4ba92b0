"""The guide of Skirmish: the time to ask it, on every shipped table.

python bench/guides.py [--times 5] [--before FILE] [--out FILE]

Battles are led at random, and the guide is asked wherever a model acts: how far it gets with a Move, the path to each
of five points around it, a shot at each opponent, and the suggestions. Each question is put to a new guide, as a server
does it. Medians of CPU time; the first question of each kind, which loads compiled rules, is not counted. ``--before``
copies the figures of an earlier measurement into the output, with the ratios.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from battlewright import systems
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import Purpose, Step
from battlewright.systems.skirmish.setup.files import TABLES
from battlewright.systems.skirmish.system import SYSTEM
from speed import machine

POSITIONS = 16
"""The number of positions on each table."""
AROUND = ((3, 1), (-2, 4), (5, -2), (-4, -4), (1, 7))
"""The points to go to, in inches from where the model stands."""
SIDES = ("gable-foxes", "powder-guild")

Works = dict[str, list[Callable[[], object]]]
Milliseconds = dict[str, dict[str, float]]


def positions(table: str) -> Iterator[Session]:
    """Battles on a table, each at another action of a model."""
    setup = SYSTEM.setup.read(SIDES, table).setup
    for seed in range(POSITIONS):
        session, draw = Session(systems.load("skirmish"), setup, seed), random.Random(seed)
        acts = 1 + 2 * seed
        while acts:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(draw.choice(session.choices()))
            acts -= session.node.kind == NodeKind.DECISION and session.node.step == Step.ACT
            assert not session.is_over
        yield session


def works_of(session: Session) -> Works:
    """What is asked about a position."""
    battle = session.record
    who = battle.frames[battle.depth - 1].actor
    base, side = battle.crowd.bases[who], who >= len(session.setup.rosters[0].models)
    points = [(base.x + dx * INCH, base.y + dy * INCH) for dx, dy in AROUND]
    others = [
        whom
        for whom in range(len(session.setup.models))
        if (whom >= len(session.setup.rosters[0].models)) != side and battle.crowd.bases[whom].stands
    ]
    return {
        "reach": [lambda: SkirmishGuide(session).reach(who, Purpose.MOVE).as_data()],
        "path": [partial(ask_path, session, who, *point) for point in points],
        "fire": [partial(ask_fire, session, who, whom) for whom in others],
        "scene": [lambda: SkirmishGuide(session).scene_data().as_data()],
        "suggestions": [lambda: SkirmishGuide(session).suggestions()],
    }


def ask_path(session: Session, who: int, x: int, y: int) -> object:
    """The path of a Move to a point, or why there is none and what is near."""
    return SkirmishGuide(session).path(who, Purpose.MOVE, x, y).as_data()


def ask_fire(session: Session, who: int, whom: int) -> object:
    """A shot with its sum and its chances."""
    return SkirmishGuide(session).fire(who, whom).as_data()


def timed(work: Callable[[], object]) -> float:
    """The CPU milliseconds that some work takes."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def measure_table(table: str, times: int) -> dict[str, float]:
    """The median milliseconds of each question on a table."""
    taken: dict[str, list[float]] = {}
    for works in map(works_of, positions(table)):
        for what, each in works.items():
            each[0]()
            taken.setdefault(what, []).extend(timed(work) for work in each * times)
    return {what: round(median(found), 3) for what, found in taken.items()}


def ratios(before: Milliseconds, now: Milliseconds) -> Milliseconds:
    """How many times as long everything took before."""
    return {
        table: {what: round(value / now[table][what], 1) for what, value in each.items()}
        for table, each in before.items()
    }


def main() -> None:
    """Measure it, say it, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    now = {table: measure_table(table, options.times) for table in TABLES.names}
    result: dict[str, Any] = {"what": "CPU milliseconds, medians", "machine": machine(), "now": now}
    if options.before:
        before: Milliseconds = json.loads(options.before.read_text())["now"]
        result |= {"before": before, "before_to_now": ratios(before, now)}
    for table, each in now.items():
        print(f"{table}: " + ", ".join(f"{what} {value:.3f} ms" for what, value in each.items()))
    if options.out:
        options.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
