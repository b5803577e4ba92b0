"""The balance of the shipped encounters of Heroes, and the greedy bot's use of its sheets.

python bench/heroes_balance.py [--battles 5000] [--seed 1711] [--out FILE]

For every encounter: how often the heroes win, greedy against greedy, and the bands of the attack rolls. For every
action of every sheet: in how many of 100 encounters with its owner the bot uses it. Last, how often the bot wins
against its predecessor (``heroes_previous.py``), each leading both sides in turn.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from battlewright import systems
from battlewright.bots import greedy
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import pair_of
from battlewright.bots.workspace import workspace_for
from battlewright.contract.system import System
from battlewright.contract.totals import Winner
from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.events import EventView, events_in
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, look, numbers
from battlewright.engine.session import Session
from battlewright.lab.arena import Pairing
from battlewright.lab.batch import fight
from battlewright.odds.distribution import wilson
from battlewright.systems.heroes.bots.rank import HeroesScratch, rank
from battlewright.systems.heroes.enums import Band
from battlewright.systems.heroes.record import Encounter, EventKind, HeroesChoice, Setting
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from heroes_previous import previous_rank
from speed import machine

SYSTEM = systems.load("heroes")
WANTED = {
    "webs-in-the-reeds": 0.75,
    "the-toll-bridge": 0.75,
    "cudgels-in-the-alley": 0.60,
    "the-giant-at-the-pass": 0.60,
    "the-barrow": 0.40,
    "the-court-of-hexes": 0.40,
}
"""How often the heroes are to win: two easy encounters, two fair ones, two deadly ones."""
WITHIN = 0.05
LEAST_USED = 0.01
WATCHED = 400
"""Encounters of each kind that are looked at event by event."""


def balance(name: str, battles: int, seed: int) -> dict[str, Any]:
    """How often the heroes win."""
    setup = read_encounter(name)
    done = fight(Pairing(SYSTEM, (setup, setup), pair_of("greedy"), swaps=False), battles, seed, workers=1)
    won, drawn = done.totals.count(Winner.A), done.totals.count(Winner.DRAW)
    low, high = wilson(won, battles)
    return {
        "encounter": name,
        "wanted": WANTED[name],
        "battles": battles,
        "heroes_win": won,
        "drawn": drawn,
        "share": round(won / battles, 4),
        "interval": [round(low, 4), round(high, 4)],
        "rounds": round(done.totals.mean_rounds.mean, 2),
        "holds": abs(won / battles - WANTED[name]) <= WITHIN,
    }


class Watched:
    """What is told in some encounters: the bands of attack rolls, and who uses what."""

    def __init__(self) -> None:
        self.bands: dict[int, Counter[int]] = {0: Counter(), 1: Counter()}
        self.stood: Counter[str] = Counter()
        self.used: Counter[tuple[str, str]] = Counter()

    def watch(self, name: str, battles: int, seed: int) -> None:
        """Look at some encounters between greedy bots."""
        setup = read_encounter(name)
        for index in range(battles):
            session, bot = Session(SYSTEM, setup, seed, index), GreedyBot(seed, index)
            while not session.is_over:
                _ = session.roll() if session.node.kind == NodeKind.CHANCE else session.choose(bot.choose(session))
            self._count(setup, [event for step in session.steps for event in events_in(EventKind, step.events)])

    def _count(self, setup: EncounterSetup, told: list[EventView]) -> None:
        used: set[tuple[str, str]] = set()
        for event in told:
            if event.kind == EventKind.BAND:
                self.bands[int(event["who"] >= len(setup.sides[0]))][event["band"]] += 1
            elif event.kind == EventKind.USES:
                sheet = setup.combatants[event["who"]].sheet
                used.add((sheet.name, sheet.actions[event["action"]].name))
        self.used.update(used)
        self.stood.update({each.sheet.name for each in setup.combatants})

    def actions(self) -> list[dict[str, Any]]:
        """In what share of the encounters in which its owner stands each action is used."""
        sheets = {each.sheet.name: each.sheet for name in WANTED for each in read_encounter(name).combatants}
        return [
            {
                "sheet": name,
                "action": action.name,
                "encounters": self.stood[name],
                "used": self.used[name, action.name],
                "share": round(self.used[name, action.name] / self.stood[name], 4),
            }
            for name, sheet in sorted(sheets.items())
            for action in sheet.actions
        ]

    def shares(self, side: int) -> dict[str, float]:
        """The shares of the five bands among the attack rolls of a side."""
        total = self.bands[side].total()
        return {band.name.lower(): round(self.bands[side][band] / total, 4) for band in Band}


@rule()
def rank_by_seat(
    setting: Row[Setting],
    battle: Row[Encounter],
    tables: Row[int],
    room: Row[HeroesChoice],
    scratch: Row[HeroesScratch],
    most: int,
) -> int:
    """The bot of now leads the side that the tables name, the one before it the other."""
    if battle[0].node.side == tables[0]:
        return rank(setting, battle, tables, room, scratch, most)
    return previous_rank(setting, battle, tables, room, scratch, most)


BOTH: System = replace(SYSTEM, bots=replace(SYSTEM.bots, rank=rank_by_seat))


def against_previous(name: str, battles: int, seed: int, mirrored: bool = False) -> dict[str, Any]:
    """How often the bot of now wins, leading each side in every other encounter. Mirrored: the heroes against their
    likes."""
    setup = read_encounter(name)
    if mirrored:
        plain = tuple(each.model_copy(update={"ring": {}}) for each in setup.sides[0])
        setup = setup.model_copy(update={"sides": (plain, plain), "hazards": ()})
    play, setting = greedy.playout(BOTH), SYSTEM.setup.build(setup)
    works, bot = [workspace_for(SYSTEM, numbers([side])) for side in range(2)], allocate(Dice)
    won = {0: 0, 1: 0}
    drawn = 0
    for index in range(battles):
        side = index % 2
        battle = allocate(Encounter)
        view = look(Encounter, battle)
        view.tail.silent = 1
        seed_dice(view.tail.dice, seed, index // 2)
        seed_dice(look(Dice, bot), seed, index, Lane.BOT)
        SYSTEM.rules.start(setting, battle)
        play(setting, battle, works[side], numbers([1, 1]), bot, SYSTEM.rules.max_nodes)
        won[side] += view.node.result == side + 1
        drawn += view.node.result == 0
    return {
        "encounter": name,
        "mirrored": mirrored,
        "battles": battles,
        "won_as_heroes": won[0],
        "won_as_foes": won[1],
        "drawn": drawn,
        "share": round((won[0] + won[1]) / battles, 4),
    }


def main() -> None:
    """Measure it all, say what does not hold, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=5000, help="of each encounter")
    parser.add_argument("--seed", type=int, default=1711)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    assert sorted(WANTED) == ENCOUNTERS.names, "every shipped encounter is rated"
    balanced = [balance(name, options.battles, options.seed) for name in WANTED]
    for each in balanced:
        verdict = "" if each["holds"] else "  does not hold"
        print(f"{each['encounter']:>22}: heroes win {each['share']:.1%}, wanted {each['wanted']:.0%}{verdict}")
    watched = Watched()
    for name in WANTED:
        watched.watch(name, min(WATCHED, options.battles), options.seed + 1)
    for side, name_of_side in enumerate(("heroes", "foes")):
        print(f"attack rolls of {name_of_side}: {watched.shares(side)}")
    actions = watched.actions()
    for each in actions:
        verdict = "" if each["share"] >= LEAST_USED else "  too seldom"
        print(f"{each['sheet']:>22}, {each['action']}: in {each['share']:.1%} of {each['encounters']}{verdict}")
    matches = [against_previous(name, options.battles, options.seed + 2) for name in WANTED]
    matches += [against_previous(name, options.battles, options.seed + 3, mirrored=True) for name in WANTED]
    totals = {}
    for mirrored in (False, True):
        found = [each for each in matches if each["mirrored"] is mirrored]
        battles = sum(each["battles"] for each in found)
        won = sum(each["won_as_heroes"] + each["won_as_foes"] for each in found)
        low, high = wilson(won, battles)
        kind = "mirrored" if mirrored else "as shipped"
        totals[kind] = {"battles": battles, "won": won, "share": round(won / battles, 4)} | {
            "interval": [round(low, 4), round(high, 4)]
        }
        print(f"against the bot before, {kind}: {won / battles:.1%} of {battles}")
    if options.out:
        bands = {name_of_side: watched.shares(side) for side, name_of_side in enumerate(("heroes", "foes"))}
        figures = {"seed": options.seed, "machine": machine(), "encounters": balanced, "bands": bands}
        figures |= {"actions": actions, "against_previous": totals, "matches": matches}
        options.out.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
