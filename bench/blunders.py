"""How carelessly each level chooses: how often it makes the best choice, and how large its blunders are.

PYTHONPATH=bench python bench/blunders.py [--ladder formations] [--level easy] [--choices 300] [--playouts 100]

Each level that does not search plays battles against itself, on the match-ups of its ladder (``Lab.ladders``), and is
watched wherever the ranking has several choices that are not secret. The best is the one that ranks first, or one of
equal rank. Where it makes another, the battle is played out from both, with the same dice, by the greedy bot on both
sides: the difference, in points of win chance, is what the careless choice loses. Choices are counted by their kinds
too, for the random bot as well, so that wasted turns are seen. The results are in results/blunders.json.
"""

from __future__ import annotations

import argparse
import datetime
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from battlewright.bots.greedy import GreedyBot
from battlewright.bots.levels import levels_of
from battlewright.bots.named import named
from battlewright.bots.secret_draw import ranker
from battlewright.bots.workspace import tables_for, workspace_for
from battlewright.cli.ladder_page import ladders
from battlewright.contract.system import System
from battlewright.engine.compiler.rule import ready
from battlewright.engine.dice import Dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, copy_of, duplicate, look, row_of, snapshot
from battlewright.engine.record_text import word_of
from battlewright.engine.session import Session
from battlewright.lab.ladder import MatchUp
from battlewright.odds.distribution import wilson
from battlewright.play.rollouts import Player, Start
from levels import SEED, STRIDE

RESULTS = Path(__file__).parent / "results" / "blunders.json"
RANDOM = "random"
KINDS_OVER = 24
"""The battles over which choices are counted by their kinds, at least."""


@dataclass
class Watched:
    """What was seen of a level: its battles and its choices by kind, how many of them had an alternative, how many of
    these were the best, and what the careless ones lost, in points of win chance."""

    battles: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    free: int = 0
    best: int = 0
    lost: list[float] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        """The figures, with 95 % intervals and standard errors."""
        kinds = {kind: round(count / self.battles, 1) for kind, count in sorted(self.kinds.items())}
        found: dict[str, Any] = {"battles": self.battles, "kinds_a_battle": kinds}
        if self.free:
            low, high = wilson(self.best, self.free)
            found |= {"choices": self.free, "best": round(self.best / self.free, 3)}
            found["best_interval"] = [round(low, 3), round(high, 3)]
        if self.lost:
            lost = np.array(self.lost)
            mean, error = float(lost.mean()), float(lost.std()) / sqrt(len(lost))
            careless = 1 - self.best / self.free
            found["careless_choices_played_out"] = len(lost)
            found["lost_by_a_careless_choice"], found["its_error"] = round(mean, 2), round(error, 2)
            found["lost_by_any_choice"], found["error"] = round(mean * careless, 2), round(error * careless, 2)
            found["one_in_ten_loses_more_than"] = round(float(np.quantile(lost, 0.9)), 1)
        return found


class Ranking:
    """The best choices at a position: the greedy bot's, and those of equal rank."""

    def __init__(self, system: System, setting: Any) -> None:
        self.system, self.greedy = system, GreedyBot()
        self.work = workspace_for(system, tables_for(system, setting))
        self.rank, self.streams = ready(ranker(system)), allocate(Dice)

    def first(self, session: Session) -> tuple[list[Any], int]:
        """The best choices, the greedy bot's first, and how many choices are ranked."""
        room, work = len(self.work.room) - 1, self.work
        count = self.rank(session.setting, session.battle, work, self.streams, room)
        values = look(self.system.bots.scratch, work.scratch).values
        equal = [index for index in range(count) if values[index] == values[0]]
        others = [copy_of(look(self.system.rules.choice, work.room, index)) for index in equal]
        return [self.greedy.choose(session), *others], count


def battles(system: System, match_ups: list[MatchUp], level: str) -> Iterator[tuple[Session, Any]]:
    """Battles of a level against itself, without end: each waits for its first choice."""
    bot, index = named(level).for_system(system), 0
    while True:
        setup = match_ups[index // 2 * STRIDE % len(match_ups)].setups[index % 2]
        yield Session(system, setup, SEED, index), bot.make(SEED, index)
        index += 1


def watch(system: System, match_ups: list[MatchUp], level: str, choices: int, playouts: int) -> Watched:
    """Watch a level until this number of careless choices has been played out."""
    seen, player, is_ranked = Watched(), Player(system, SEED), level != RANDOM
    with Progress() as progress:
        task = progress.add_task(f"{system.title}, {level}", total=choices)
        for session, bot in battles(system, match_ups, level):
            if seen.battles >= KINDS_OVER and (len(seen.lost) >= choices or not seen.free - seen.best):
                return seen
            ranking = Ranking(system, session.setting)
            while not session.is_over:
                if session.node.kind == NodeKind.CHANCE:
                    session.roll()
                    continue
                made, step = bot.choose(session), session.node.step
                seen.kinds[word_of(system.rules.choice_kinds, made.kind)] += 1
                if is_ranked and step not in system.rules.secret_steps:
                    first, count = ranking.first(session)
                    seen.free += count > 1
                    seen.best += count > 1 and made in first
                    if made not in first and len(seen.lost) < choices:
                        seen.lost.append(100 * loss(player, session, first[0], made, len(seen.lost), playouts))
                        progress.advance(task)
                session.choose(made)
            seen.battles += 1
    raise AssertionError


def loss(player: Player, session: Session, best: Any, made: Any, number: int, playouts: int) -> float:
    """What a choice loses of the chance to win against another, by play-outs that meet the same dice."""
    rules, values = session.system.rules, []
    for choice in (best, made):
        battle = duplicate(session.battle)
        rules.choose(session.setting, battle, row_of(rules.choice, choice))
        start = Start(session.setting, snapshot(battle), 0)
        values.append(float(player.play(start, number, 0, playouts).mean()))
    return (values[0] - values[1]) * (-1 if session.node.side else 1)


def main() -> None:
    """Watch the levels, and write what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ladder", default="", help="a part of a ladder's title")
    parser.add_argument("--level", default="", help="one level; default: all that do not search, and the random bot")
    parser.add_argument("--choices", type=int, default=300, help="careless choices that are played out, of each level")
    parser.add_argument("--playouts", type=int, default=100, help="from each of both choices")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of the results")
    options = parser.parse_args()
    found: dict[str, Any] = json.loads(options.results.read_text()) if options.results.exists() else {}
    for system, title, match_ups in ladders():
        if options.ladder.lower() not in title.lower():
            continue
        plain = [name for name, strength in levels_of(system).items() if not strength.rollouts]
        for level in [options.level] if options.level else [*plain, RANDOM]:
            seen = watch(system, match_ups, level, options.choices, options.playouts).as_data()
            today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
            found.setdefault(title, {})[level] = {"date": today, "playouts": options.playouts, **seen}
            options.results.write_text(json.dumps(found, indent=1) + "\n")
            print(f"{title}, {level}: {json.dumps(seen)}", flush=True)


if __name__ == "__main__":
    main()
