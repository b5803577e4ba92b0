"""How often a better answer to the random bot would win: the greedy bot with its choices improved by play-outs.

python bench/best_response.py [--roster red-hall] [--against random] [--battles 70] [--options 5] [--playouts 20]
    [--out FILE]

At each of its decisions the best choices by rank are played out, by the greedy bot on its own side and the random one
on the other; the best of them is made. That is one step of policy improvement: the result is a lower bound of what the
best response to the random bot wins, and says how much the greedy bot leaves to it. ``--against greedy`` lets it meet
the greedy bot, still with play-outs against the random one: what its answer is worth against an opponent who thinks.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.progress import track

from battlewright import systems
from battlewright.bots.greedy import GreedyBot, playout
from battlewright.bots.random import RandomBot
from battlewright.bots.secret_draw import ranker
from battlewright.bots.workspace import tables_for, workspace_for
from battlewright.engine.compiler.rule import ready
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, copy_of, look, numbers, restore, snapshot
from battlewright.engine.session import Session
from battlewright.odds.distribution import wilson
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import TABLES, read_roster, read_table
from speed.figures import machine

SEED = 990101
OPPONENTS = {"random": RandomBot, "greedy": GreedyBot}
SYSTEM = systems.load("skirmish")


class Improved:
    """The greedy bot at a side against the random one, with play-outs of its best choices."""

    def __init__(self, session: Session, side: int, options: int, playouts: int) -> None:
        self.session, self.side, self.options, self.playouts = session, side, options, playouts
        tables = tables_for(SYSTEM, session.setting)
        self.work, self.own = workspace_for(SYSTEM, tables), workspace_for(SYSTEM, tables)
        self.battle, self.streams = allocate(SYSTEM.rules.battle), allocate(Dice, 2)
        self.rank, self.play = ready(ranker(SYSTEM)), ready(playout(SYSTEM))
        self.bots = numbers([int(each == side) for each in range(2)])

    def choose(self) -> Any:
        """The choice that wins most play-outs; at a secret choice, the one that is drawn."""
        session, most = self.session, self.options
        if session.node.step in SYSTEM.rules.secret_steps:
            most = 1
        seed_dice(look(Dice, self.streams, 1), SEED, session.record.round, Lane.SECRET)
        count = self.rank(session.setting, session.battle, self.work, self.streams, most)
        best = 0
        if count > 1:
            values = [self.value(option) for option in range(count)]
            best = values.index(max(values))
        return copy_of(look(SYSTEM.rules.choice, self.work.room, best))

    def value(self, option: int) -> float:
        """The play-outs that a choice wins."""
        began, won = snapshot(self.session.battle), 0.0
        for number in range(self.playouts):
            restore(self.battle, began)
            tail = look(SYSTEM.rules.battle, self.battle).tail
            tail.silent = 1
            seed_dice(tail.dice, SEED + 1, number)
            for place, lane in enumerate((Lane.BOT, Lane.SECRET)):
                seed_dice(look(Dice, self.streams, place), SEED + 1, number, lane)
            SYSTEM.rules.choose(self.session.setting, self.battle, self.work.room[option : option + 1])
            self.play(self.session.setting, self.battle, self.own, self.bots, self.streams, 10_000)
            result = look(SYSTEM.rules.battle, self.battle).node.result
            won += 0.5 if result == 0 else float(result == self.side + 1)
        return won


def fight(roster: str, against: str, index: int, options: int, playouts: int) -> float:
    """The score of one battle; its number says which table and side."""
    fielded, side = read_roster(roster), index % 2
    table = TABLES.names[index // 2 % len(TABLES.names)]
    session = Session(SYSTEM, set_up((fielded, fielded), read_table(table), read_scenario("last-stand")), SEED, index)
    improved, other = Improved(session, side, options, playouts), OPPONENTS[against](SEED, index)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        elif session.node.side == side:
            session.choose(improved.choose())
        else:
            session.choose(other.choose(session))
    return 0.5 if session.node.result == 0 else float(session.node.result == side + 1)


def main() -> None:
    """Fight, and say how many battles were won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--roster", default="red-hall")
    parser.add_argument("--against", choices=OPPONENTS, default="random")
    parser.add_argument("--battles", type=int, default=70)
    parser.add_argument("--options", type=int, default=5)
    parser.add_argument("--playouts", type=int, default=20)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    each = options.options, options.playouts
    scores: list[float] = []
    for index in track(range(options.battles), "battles"):
        scores.append(fight(options.roster, options.against, index, *each))
        won, drawn = scores.count(1.0), scores.count(0.5)
        low, high = wilson(won, len(scores))
        found = {"roster": options.roster, "against": options.against, "battles": len(scores)}
        found |= {"won": won, "drawn": drawn}
        found |= {"share": round(won / len(scores), 4), "interval": [round(low, 4), round(high, 4)]}
        if options.out:
            about = {"seed": SEED, "options": each[0], "playouts": each[1], "machine": machine()}
            options.out.write_text(json.dumps(about | found, indent=1) + "\n")
    print(found)


if __name__ == "__main__":
    main()
