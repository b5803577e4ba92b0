"""Trials: who wins from a position, from many battles between compiled bots.

Both sides are played by the greedy bot; where a system has none, at random.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlewright.bots import greedy
from battlewright.bots.workspace import no_tables, tables_for, workspace_for
from battlewright.contract.system import System
from battlewright.engine.battle import Battle
from battlewright.engine.dice import Dice, Lane, new_seed, seed_dice
from battlewright.engine.record import Row, allocate, look, numbers, restore, snapshot
from battlewright.engine.rulebook import BattleT, ChoiceT, SettingT
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.time_limit import is_time_up, time_limit, within
from battlewright.odds.distribution import Sampled

DRAW = "draw"
MIN_TRIALS = 20
"""The fewest battles, where time is short."""


def players_of(system: System) -> str:
    """Return who plays both sides, as a phrase."""
    return "both sides at random" if system.bots.rank is None else "both sides by the greedy bot"


def winner_of(battle: Battle) -> str:
    """Return the side that has won, or that it is a draw."""
    return SIDE_LETTERS[battle.node.result - 1] if battle.node.result else DRAW


def trials(
    system: System[SettingT, BattleT, ChoiceT],
    setting: Row[SettingT],
    start: Row[BattleT],
    count: int,
    seed: int | None = None,
    seconds: float = 3600,
) -> Sampled[str]:
    """Return who wins from the current node, by trial. The battle stays unchanged. When the time is up, there are fewer
    trials than ``count``, but at least ``MIN_TRIALS``."""
    begin, battle = snapshot(start), allocate(system.rules.battle)
    seen, play = look(system.rules.battle, battle), _player(system, setting, battle)
    seed, wins = new_seed() if seed is None else seed, dict[str, int]()
    with time_limit(within(seconds)):
        for index in range(count):
            if index >= MIN_TRIALS and is_time_up():
                break
            restore(battle, begin)
            seen.tail.silent = 1
            seed_dice(seen.tail.dice, seed, index)
            play(seed, index)
            who = winner_of(seen)
            wins[who] = wins.get(who, 0) + 1
    return Sampled(wins)


def _player(system: System, setting: Row[Any], battle: Row[Any]) -> Callable[[int, int], int]:
    """Return a function that plays a battle to its end, by a seed and the number of the trial."""
    play, most, streams = greedy.playout(system), system.rules.max_nodes, allocate(Dice, 2)
    work = workspace_for(system, no_tables(system) if system.bots.rank is None else tables_for(system, setting))
    sides = numbers([1] * system.rules.sides)

    def run(seed: int, index: int) -> int:
        for stream, lane in enumerate((Lane.BOT, Lane.SECRET)):
            seed_dice(look(Dice, streams, stream), seed, index, lane)
        return play(setting, battle, work, sides, streams, most)

    return run
