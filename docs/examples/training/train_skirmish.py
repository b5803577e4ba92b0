"""Train a small bot for Skirmish against the random one, and side it at an ordinary table.

``python train_skirmish.py`` trains for a minute or so, ``python train_skirmish.py 500`` on fewer battles.
"""

from __future__ import annotations

import sys
from math import sqrt

import numpy as np
import numpy.typing as npt

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems.skirmish.setup.battle import BattleSetup, ScenarioSetup, set_up
from battlewright.systems.skirmish.setup.files import RosterSetup, read_table
from battlewright.training import Battles, LearnedBot, features_of

Floats = npt.NDArray[np.float32]

SYSTEM = systems.load("skirmish")
FEATURES = features_of(SYSTEM).choice
AT_ONCE = 64
RATE = 0.3
TELL = 500
TRAINING, HELD_OUT = 1, 2
"""The seeds: what is told in the end comes from battles that nobody has learned from."""


def small_battle() -> BattleSetup:
    """Three against three on the open field, for six rounds."""
    fighters = [
        {"name": "Captain", "melee": 4, "ballistics": 4, "toughness": 4, "agility": 4, "weapons": ["Sword", "Pistol"]},
        {"name": "Rifleman", "melee": 2, "ballistics": 5, "toughness": 3, "agility": 4, "weapons": ["Rifle"]},
        {"name": "Spearman", "melee": 4, "ballistics": 2, "toughness": 4, "agility": 5, "weapons": ["Spear"]},
    ]
    sides = [RosterSetup.model_validate({"name": name, "characters": fighters}) for name in ("Reds", "Blues")]
    return set_up((sides[0], sides[1]), read_table("open-field"), ScenarioSetup(name="Small", round_limit=6))


class Softmax:
    """A linear policy: each action has a score, the sum of its features by their weights; the higher, the likelier."""

    def __init__(self, seed: int) -> None:
        self.weights = np.zeros(len(FEATURES), np.float32)
        self.rng = np.random.default_rng(seed)

    def pick(self, battles: Battles) -> tuple[npt.NDArray[np.int64], Floats]:
        """An action for each battle, and how its features differ from those of the mean action."""
        rows = battles.actions[battles.masks] * np.float32(0.001)  # the actions of all battles, one after another
        firsts = np.cumsum(battles.counts) - battles.counts
        scores = rows @ self.weights
        chances = np.exp(scores - np.repeat(np.maximum.reduceat(scores, firsts), battles.counts))
        chances /= np.repeat(np.add.reduceat(chances, firsts), battles.counts)
        sums = np.cumsum(chances.astype(np.float64))
        wanted = np.arange(battles.count) + self.rng.random(battles.count)
        chosen = np.clip(np.searchsorted(sums, wanted) - firsts, 0, battles.counts - 1)
        mean = np.add.reduceat(chances[:, None] * rows, firsts)
        return chosen, rows[firsts + chosen] - mean

    def best(self, table: npt.NDArray[np.int32], actions: npt.NDArray[np.int32]) -> int:
        """The action that scores best; this is what plays in earnest."""
        return int(np.argmax(actions @ self.weights))


def train(policy: Softmax, count: int) -> None:
    """Policy gradient (REINFORCE): what was done in battles that were won is made likelier, else less likely."""
    battles = Battles(SYSTEM, small_battle(), AT_ONCE, TRAINING, opponent="random", workers=2)
    done = np.zeros((AT_ONCE, len(FEATURES)), np.float32)  # the sum of the gradients of a battle so far
    gradient, square = np.zeros_like(policy.weights), np.full_like(policy.weights, 1e-3)
    finished, told, usual = 0, 0, 0.0
    results: list[int] = []
    while finished < count:
        chosen, slopes = policy.pick(battles)
        rewards, over = battles.step(chosen)
        done += slopes
        gradient += (rewards[over] - usual) @ done[over]
        done[over] = 0
        results += rewards[over].tolist()
        if len(results) >= AT_ONCE:
            finished += len(results)
            usual = 0.7 * usual + 0.3 * float(np.mean(results))
            gradient /= len(results)
            square = 0.9 * square + 0.1 * gradient**2  # the usual size of each part, as RMSprop has it
            policy.weights += RATE * gradient / np.sqrt(square)
            if finished >= told:
                print(f"{finished:5d} battles: {results.count(1) / len(results):4.0%} of the last {len(results)} won")
                told += TELL
            gradient, results = np.zeros_like(gradient), []


def share_won(policy: Softmax, count: int) -> tuple[int, int]:
    """How many battles of the held-out seed the bot wins against the random one, of how many."""
    battles = Battles(SYSTEM, small_battle(), AT_ONCE, HELD_OUT, opponent="random", workers=2)
    won = played = 0
    while played < count:
        scores = np.where(battles.masks, battles.actions @ policy.weights, -np.inf)
        first = battles.numbers < count  # each place plays the battles i, i + 64, ...: count those of the sample alone
        rewards, over = battles.step(scores.argmax(1))
        played += int((over & first).sum())
        won += int(((rewards > 0) & first).sum())
    return won, played


def wilson(won: int, played: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true share of wins in 95 of 100 such samples."""
    share, spread = won / played, z * z / played
    middle, half = share + spread / 2, z * sqrt(share * (1 - share) / played + spread / played / 4)
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def at_the_table(policy: Softmax, battles: int) -> int:
    """The same bot in ordinary sessions, as side a against the random one: how many it wins."""
    won = 0
    for number in range(battles):
        session = Session(SYSTEM, small_battle(), HELD_OUT, number)
        bots = LearnedBot(policy.best), RandomBot(HELD_OUT, number)
        while not session.is_over:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            else:
                session.choose(bots[session.node.side].choose(session))
        won += session.node.result == 1
    return won


def main(count: int = 3000) -> None:
    policy = Softmax(seed=TRAINING)
    train(policy, count)
    won, played = share_won(policy, 400)
    low, high = wilson(won, played)
    print(f"Held-out battles: {won} of {played} won, {won / played:.0%} ({low:.0%} to {high:.0%})")
    heaviest = np.argsort(-np.abs(policy.weights))[:8]
    print("It minds most:", ", ".join(f"{FEATURES[i]} {policy.weights[i]:+.1f}" for i in heaviest))
    print("At an ordinary table:", at_the_table(policy, 10), "of 10 won")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
