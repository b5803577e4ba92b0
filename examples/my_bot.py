"""A bot of your own for Skirmish, tried out against a built-in one.

    python examples/my_bot.py
    python examples/my_bot.py --rosters red-hall red-hall --table rooftops --against random --battles 200

It prints how many battles the bot won, and the share with its 95% interval. The two bots swap seats after every
battle. Start with ``PRIORITY`` and ``HunterBot.value``, and see whether the share rises.
"""

from __future__ import annotations

import argparse
import sys
from math import hypot
from typing import Any

import battlewright as bw
from battlewright.bots.named import NamedBot, named
from battlewright.contract.counts import Winner
from battlewright.contract.system import system_of
from battlewright.engine.record import allocate, copy_of, look
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.record import ChoiceKind, Setting, Skirmish, SkirmishChoice

Seen = bw.Observation[Setting, Skirmish, SkirmishChoice]

PRIORITY = {
    # in its activation
    ChoiceKind.SHOOT: 60,
    ChoiceKind.CLOSE_COMBAT: 50,
    ChoiceKind.AID: 40,
    ChoiceKind.MOVE: 20,
    ChoiceKind.STOP: 15,
    # when it is shot at, and in a clash
    ChoiceKind.RETURN_FIRE: 30,
    ChoiceKind.FIRE: 30,
    ChoiceKind.COVER: 20,
    ChoiceKind.STRIKE: 30,
    ChoiceKind.PARRY: 20,
}
"""What the bot would rather do, by the kind of the choice; 0 for all others."""


class HunterBot:
    """Shoots where it can, fights where it must, and otherwise goes for the nearest opponent."""

    def __init__(self, seed: int, index: int) -> None:
        """A study makes a bot for each battle, from the seed and the number of the battle; this one needs neither."""

    def choose(self, seen: bw.Observation) -> Any:
        """Return the candidate with the highest value; of equal ones, the first."""
        return max(candidates(seen), key=lambda choice: self.value(seen, choice))

    def value(self, seen: Seen, choice: SkirmishChoice) -> float:
        """Return what a choice is worth, in points of the bot's own."""
        battle = seen.record
        value = float(PRIORITY.get(ChoiceKind(choice.kind), 0)) + choice.critical
        if choice.kind == ChoiceKind.SHOOT:
            value -= battle.models[choice.whom].toughness
        if choice.kind == ChoiceKind.ACTIVATE:
            base = battle.crowd.bases[choice.who]
            value -= to_nearest(seen, base.x, base.y)
        if choice.kind == ChoiceKind.MOVE:
            base, end = battle.crowd.bases[acting(battle)], choice.legs[choice.count - 1]
            gained = to_nearest(seen, base.x, base.y) - to_nearest(seen, end.x, end.y)
            value += gained if gained >= 1 else -20
        return value


def candidates(seen: Seen) -> list[SkirmishChoice]:
    """Return the choices that a bot should look at: every listed one, and moves in all directions."""
    system = system_of(seen)
    assert system.bots.candidates is not None
    room = allocate(system.rules.choice, system.rules.max_choices)
    count = system.bots.candidates(seen.setting, seen.battle, room)
    return [copy_of(look(system.rules.choice, room, place)) for place in range(count)]


def acting(battle: Skirmish) -> int:
    """Return the number of the model that acts now."""
    return battle.frames[battle.depth - 1].actor


def to_nearest(seen: Seen, x: int, y: int) -> float:
    """Return how far a point is from the nearest opponent, in inches; records have thousandths of an inch."""
    setting, bases = look(seen.system.rules.setting, seen.setting), seen.record.crowd.bases
    opponents = range(setting.first_of_b) if seen.side == 1 else range(setting.first_of_b, setting.models)
    far = [hypot(bases[who].x - x, bases[who].y - y) for who in opponents if bases[who].stands]
    return min(far, default=0.0) / INCH


def main() -> None:
    """Read the arguments, fight the battles, print the result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rosters", nargs=2, default=["lantern-company", "lantern-company"], metavar="ROSTER")
    parser.add_argument("--table", default="ruins")
    parser.add_argument("--against", default="greedy", metavar="BOT", help="random, greedy, search:50 ...")
    parser.add_argument("--battles", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    typed = parser.parse_args()
    if typed.battles < 1:
        parser.error("--battles must be 1 or more.")
    system = bw.load("skirmish")
    assert system.setup.swap is not None
    setup = system.setup.read(tuple(typed.rosters), typed.table).setup
    bots = NamedBot("hunter", HunterBot), named(typed.against)
    counts = bw.fight(bw.Pairing(system, (setup, system.setup.swap(setup)), bots), typed.battles, typed.seed).counts
    won, drawn = counts.won(Winner.A), counts.won(Winner.DRAW)
    low, high = won.interval
    print(f"The hunter won {won.count} of {won.total} battles against {typed.against}; {drawn.count} were drawn.")
    print(f"Its share of wins is {won.share:.1%}, between {low:.1%} and {high:.1%} at 95%.")


if __name__ == "__main__":
    try:
        main()
    except bw.BattlewrightError as error:
        sys.exit(str(error))
