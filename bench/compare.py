"""Two versions of the project beside each other: the standard battle at random, by the greedy bot, in search and in
arrays for learners; if asked for, also in the first edition, exact odds (twenty answers a slice), the questions that a
page asks the guide of Skirmish, observations of matches, set-ups read and built, and the bots' tables.

python bench/compare.py OTHER [--times 20] [--works random greedy] [--out FILE]

OTHER is a working tree of another version (``git worktree add --detach ../before COMMIT``). Each version runs in a
process of its own, with its own sources, works and cache of compiled rules. Slices of the same work alternate: one of
this version, one of the other, and so on. CPU time counts, the least and the median of all slices, so that other load
on the machine counts little. The results of both versions are compared too: they must be the same, byte for byte.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, cast

HERE = Path(__file__).resolve().parents[1]
Work = Callable[[], bytes]


def at_random(edition: str) -> Work:
    """Random battles within compiled code."""
    from battlewright.engine.record import snapshot
    from speed.skirmish import batch, standard

    made = batch(standard().model_copy(update={"edition": edition}))

    def work() -> bytes:
        made.fight()
        return snapshot(made.battles)

    return work


def greedy(edition: str) -> Work:
    """Greedy against greedy, from both sides."""
    from battlewright.lab.simulation import fight
    from speed.skirmish import standard_pairing

    pairing = standard_pairing("greedy", edition)
    return lambda: json.dumps(fight(pairing, 24, 1, 1).counts.as_data()).encode()


def search() -> Work:
    """Rollouts from the third round of the standard battle, in several battles: versions whose greedy bots play
    differently come to different positions."""
    from battlewright import systems
    from battlewright.bots.greedy import GreedyBot
    from battlewright.bots.search import SearchBot
    from battlewright.engine.node import NodeKind
    from battlewright.engine.record import bytes_of
    from battlewright.engine.session import Session
    from speed.skirmish import standard

    def in_the_third_round(index: int) -> Session:
        session, bot = Session(systems.load("skirmish"), standard(), 1, index), GreedyBot()
        while session.node.kind == NodeKind.CHANCE or session.record.round < 3 or session.record.depth < 2:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(bot.choose(session))
        return session

    sessions, thinker = [in_the_third_round(index) for index in range(12)], SearchBot(1, rollouts=40, workers=1)

    def work() -> bytes:
        thoughts = [thinker.search(session).options for session in sessions]
        return repr([(bytes(bytes_of(each.choice)), each.visits, each.value) for each in sum(thoughts, ())]).encode()

    return work


def arrays() -> Work:
    """Steps of an array of battles, with what a learner sees."""
    import numpy as np

    from battlewright import systems
    from battlewright.training import Battles
    from speed.skirmish import standard

    battles = Battles(systems.load("skirmish"), standard(), 64, 1)

    def work() -> bytes:
        battles.reset(1)
        rng, seen = np.random.default_rng(1), list[bytes]()
        for step in range(60):
            battles.step((rng.random(battles.count) * battles.counts).astype(np.int32))
            if step % 20 == 19:  # now and then: to look at everything would take longer than the steps
                seen += [battles.table.tobytes(), battles.actions.tobytes(), battles.counts.tobytes()]
        return b"".join(seen)

    return work


EXCHANGES = {
    "stress": "stress check",
    "climb": "climb",
    "jump": "jump",
    "shot": "shot, no reaction",
    "reactions": "shot, all reactions",
    "clash": "clash",
}
"""Exact odds of Skirmish, with abilities of 5."""
HEROES = ("attack", "contest", "check", "damage")
REPEATS = 20


def exchange(name: str) -> Work:
    """The odds of an exchange, each time without what is known about dice."""
    from speed.odds import exchanges, forget, plain

    ours = exchanges(5)[name]

    def work() -> bytes:
        for _ in range(REPEATS):
            forget()
            answer = ours()
        return repr(plain(answer)).encode()

    return work


def heroes(name: str) -> Work:
    """The odds of a question of Heroes."""
    from speed.heroes import questions

    ours = questions()[name].ours

    def work() -> bytes:
        for _ in range(REPEATS):
            answer = ours()
        return repr(answer).encode()

    return work


SETUPS: dict[str, tuple[tuple[Any, ...], ...]] = {
    "skirmish": ((), (("gable-foxes", "powder-guild"), "rooftops", "hold-the-middle")),
    "heroes": ((), ("the-barrow", 5)),
    "formations": ((), (("iron-company", "goblin-rabble"), 3)),
}
"""What the set-ups of each system are read from."""


def setups() -> Work:
    """The default set-up of each system and one by the names of shipped files, read and built."""
    from battlewright import systems
    from battlewright.engine.record import snapshot

    made = [(systems.load(name).setup, given) for name, some in SETUPS.items() for given in some]
    return lambda: b"".join(snapshot(parts.build(parts.read(*given).setup)) for parts, given in made * REPEATS)


AROUND = ((3, 1), (-2, 4), (5, -2), (-4, -4), (1, 7))
"""The points to go to, in inches from where the model stands."""


def guide() -> Work:
    """What a page asks where a model acts, on every table: its reach, paths, shots, the scene and suggestions."""
    import random

    from battlewright import systems
    from battlewright.engine.node import NodeKind
    from battlewright.engine.session import Session
    from battlewright.geometry.distance import INCH
    from battlewright.systems.skirmish.guide.guide import SkirmishGuide
    from battlewright.systems.skirmish.record import Purpose, Step
    from battlewright.systems.skirmish.setup.files import TABLES

    system = systems.load("skirmish")

    def acting(table: str, seed: int) -> Session:
        setup, draw = system.setup.read(("gable-foxes", "powder-guild"), table).setup, random.Random(seed)
        session, acts = Session(system, setup, seed), 1 + 4 * seed
        while acts:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(draw.choice(session.choices()))
            acts -= session.node.kind == NodeKind.DECISION and session.node.step == Step.ACT
        return session

    def ask(session: Session) -> list[Any]:
        battle, first = session.record, len(session.setup.rosters[0].models)
        who, bases = battle.frames[battle.depth - 1].actor, battle.crowd.bases
        points = [(bases[who].x + dx * INCH, bases[who].y + dy * INCH) for dx, dy in AROUND]
        others = range(first, len(session.setup.models)) if who < first else range(first)
        return [
            SkirmishGuide(session).reach(who, Purpose.MOVE).as_data(),
            *(SkirmishGuide(session).path(who, Purpose.MOVE, x, y).as_data() for x, y in points),
            *(SkirmishGuide(session).fire(who, whom).as_data() for whom in others if bases[whom].stands),
            SkirmishGuide(session).scene_data().as_data(),
            SkirmishGuide(session).suggestions(),
        ]

    sessions = [acting(table, seed) for table in TABLES.names for seed in range(4)]
    return lambda: repr([ask(session) for session in sessions]).encode()


def observe() -> Work:
    """A match of each system, played at random: what a seat is told of its last two entries."""
    import battlewright as bw
    from battlewright.contract.guides import observation_data

    def played(name: str) -> bw.Match:
        system = bw.load(name)
        match = bw.Match(system, system.setup.read().setup, {"a": "random", "b": "random"}, bw.DiceSource(seed=1))
        bw.play_on(match, bw.seat_bots(match), most=200)
        return match

    matches = [played(name) for name in SETUPS]
    return lambda: repr([observation_data(each.observe("a", each.number - 2)) for each in matches * REPEATS]).encode()


def tables() -> Work:
    """The tables that bots look up in the standard battle of Skirmish, with none of them in memory."""
    from battlewright.engine.record import Row, snapshot
    from battlewright.systems.skirmish.bots.make_tables import PARTS, tables_of
    from battlewright.systems.skirmish.setup.battle import build
    from speed.skirmish import standard

    setting = build(standard())

    def work() -> bytes:
        PARTS.clear()
        return b"".join(snapshot(cast("Row[Any]", part)) for part in tables_of(setting))

    return work


BATTLES: dict[str, Callable[[], Work]] = {
    "random": partial(at_random, "second"),
    "greedy": partial(greedy, "second"),
    "search": search,
    "arrays": arrays,
}
FIRST = {"random-first": partial(at_random, "first"), "greedy-first": partial(greedy, "first")}
"""The same in the first edition."""
WORKS = (
    BATTLES
    | FIRST
    | {short: partial(exchange, name) for short, name in EXCHANGES.items()}
    | {name: partial(heroes, name) for name in HEROES}
    | {"setups": setups, "guide": guide, "observe": observe, "tables": tables}
)


def answer() -> None:
    """Do slices of works as they are asked for, one a line; tell the CPU seconds and a digest of the result."""
    made: dict[str, Work] = {}
    for line in sys.stdin:
        name = line.strip()
        if name not in made:
            made[name] = WORKS[name]()
            made[name]()
        began = time.process_time()
        result = made[name]()
        taken = time.process_time() - began
        print(json.dumps([taken, hashlib.sha256(result).hexdigest()]), flush=True)


class Version:
    """A version at work in a process of its own."""

    def __init__(self, tree: Path, cache: str) -> None:
        path = os.pathsep.join(map(str, (tree / "src", tree / "bench")))
        environment = os.environ | {"PYTHONPATH": path} | ({"BATTLEWRIGHT_CACHE_DIR": cache} if cache else {})
        command = [sys.executable, "-P", str(tree / "bench" / "compare.py"), "--answer"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True, cwd=tree)

    def slice_of(self, work: str) -> tuple[float, str]:
        """The CPU seconds of a slice, and the digest of its result."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{work}\n")
        self._process.stdin.flush()
        taken, digest = json.loads(self._process.stdout.readline())
        return taken, digest

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def compare(works: list[str], now: Version, before: Version, times: int) -> dict[str, Any]:
    """For each work the CPU milliseconds of a slice in both versions, and how many times faster this one is."""
    result: dict[str, Any] = {}
    for work in works:
        taken: tuple[list[float], list[float]] = ([], [])
        same = True
        for _ in range(times + 1):
            digests = set()
            for version, each in zip((now, before), taken, strict=True):
                seconds, digest = version.slice_of(work)
                each.append(1000 * seconds)
                digests.add(digest)
            same = same and len(digests) == 1
        ours, theirs = taken[0][1:], taken[1][1:]
        result[work] = {
            "now_ms": round(min(ours), 2),
            "before_ms": round(min(theirs), 2),
            "ratio": round(min(theirs) / min(ours), 2),
            "ratio_of_medians": round(median(theirs) / median(ours), 2),
            "same": same,
        }
        each = result[work]
        told = f"{each['before_ms']} ms -> {each['now_ms']} ms: {each['ratio']} times"
        print(f"{work}: {told} (medians {each['ratio_of_medians']}), {'same' if same else 'NOT THE SAME'}", flush=True)
    return result


def main() -> None:
    """Compare, say it, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--works", nargs="+", choices=WORKS, default=list(BATTLES))
    parser.add_argument("--caches", nargs=2, default=("", ""), help="folders of compiled rules: ours and theirs")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if not (options.other / "src" / "battlewright").is_dir():
        parser.error(f"{options.other} is no working tree of the project")
    now, before = Version(HERE, options.caches[0]), Version(options.other.resolve(), options.caches[1])
    result = compare(options.works, now, before, options.times)
    now.close()
    before.close()
    if options.out:
        load = [round(each, 1) for each in os.getloadavg()]
        text = {"what": "CPU milliseconds of a slice", "load": load, "cores": os.cpu_count(), "works": result}
        options.out.write_text(json.dumps(text, indent=1) + "\n")


if __name__ == "__main__":
    if "--answer" in sys.argv:
        answer()
    else:
        main()
