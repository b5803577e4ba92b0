"""Formations: attacks and whole engagements; and what all systems stand on: dice, calls and snapshots."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from battlewright import systems
from battlewright.bots.random import playout
from battlewright.conformance import digest
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import Dice, Lane, draw, seed_dice
from battlewright.engine.record import Row, allocate, look, numbers, restore, snapshot
from battlewright.systems.formations.record import SLOTS, Engagement, FormationsChoice, Setting
from battlewright.systems.formations.rules.choices import refusal
from battlewright.systems.formations.rules.flow import declare, roll, start
from battlewright.systems.formations.setup.engagement import EngagementSetup, ForceSetup, build, read_force
from speed.figures import Measure, in_plain_python, measure, rate

ARCHERS = {
    "name": "Archers",
    "kinds": [{"name": "Archer", "might": 10, "dex": 3, "will": 3, "def": 4, "atk": 2}],
    "groups": [{"kind": "Archer", "models": 4}],
}


@rule()
def attacks(setting: Row[Setting], battle: Row[Engagement], blank: Row[Engagement], faces: Row[int], count: int) -> int:
    """So many attacks of one formation on another, each from the declaration to the Wounds."""
    wounds = 0
    for _ in range(count):
        blocks = battle[0].tail.dice.blocks
        battle[0] = blank[0]
        battle[0].tail.dice.blocks = blocks
        declare(setting, battle, 0, 0, SLOTS)
        draw_faces(battle, faces)
        roll(setting, battle, faces)
        wounds += battle[0].outcome.wounds
    return wounds


@rule()
def dice_by_the_million(stream: Row[Dice], faces: Row[int], count: int) -> int:
    """Draw D6, eight at a time; the answer is their sum."""
    total = 0
    for _ in range(count // 8):
        draw(stream[0], faces, 8, 6)
        for die in range(8):
            total += faces[die]
    return total


@numba.njit
def nothing(setting: Any, battle: Any, choice: Any) -> int:
    return 0


def archers_in_python(rng: random.Random, count: int) -> int:
    """What a designer writes first: eight dice, four or more, no rules around it."""
    return sum(rng.randint(1, 6) >= 4 for _ in range(count) for _ in range(8))


def archery() -> Callable[[int], int]:
    """Archers who shoot at archers as often as one says; the answer is how many Wounds they make."""
    setup = EngagementSetup(forces=(ForceSetup.model_validate(ARCHERS), ForceSetup.model_validate(ARCHERS)))
    setting, battle, blank, faces = build(setup), allocate(Engagement), allocate(Engagement), numbers(1000)
    for each in (battle, blank):
        seed_dice(look(Engagement, each).tail.dice, 1)
        look(Engagement, each).tail.silent = 1
    return lambda count: attacks(setting, battle, blank, faces, count)


def measure_attacks(quick: bool) -> list[Measure]:
    """Formation attacks a second, beside hand-written Python and the same rules as plain Python."""
    shoot = archery()
    count = 200_000 if quick else 2_000_000
    wounds = shoot(1000)
    ours = rate(lambda: shoot(count), count)
    rng = random.Random(1)
    by_hand = rate(lambda: archers_in_python(rng, count // 100), count // 100)
    plain = in_plain_python(rate_of_attacks)
    assert 3000 < wounds < 5000, "a formation of four archers wounds four times on average"
    return [
        measure("formation attacks", ours, "attacks/s", by_hand, "hand-written Python, dice only", target=1_000_000),
        measure("formation attacks, compiled", ours, "attacks/s", plain, "the same rules as plain Python"),
    ]


def rate_of_attacks() -> float:
    """In a process of its own, with the compiler off."""
    shoot = archery()
    return rate(lambda: shoot(300), 300)


def measure_engagements(quick: bool) -> list[Measure]:
    """Whole engagements at random, and the nodes in them."""
    system = systems.load("formations")
    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    setting, play = system.setup.build(setup), playout(system)
    listed, faces, bot = (
        allocate(system.rules.choice, system.rules.max_choices),
        numbers(system.rules.max_dice),
        allocate(Dice),
    )
    battle = allocate(Engagement)
    empty = snapshot(battle)

    def battles(count: int) -> int:
        nodes = 0
        for index in range(count):
            restore(battle, empty)
            view = look(Engagement, battle)
            view.tail.silent = 1
            seed_dice(view.tail.dice, 1, index)
            seed_dice(look(Dice, bot), 1, index, Lane.BOT)
            start(setting, battle)
            nodes += play(setting, battle, listed, faces, bot, system.rules.max_nodes)
        return nodes

    count = 1000 if quick else 20_000
    nodes = battles(count)
    ours = rate(lambda: battles(count), count)
    plain = in_plain_python(rate_of_engagements)
    return [
        measure("engagements, random play", ours, "battles/s", plain, "the same rules as plain Python"),
        measure("nodes, random play", ours * nodes / count, "nodes/s", plain * nodes / count, "plain Python"),
    ]


def rate_of_engagements() -> float:
    """In a process of its own, with the compiler off."""
    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    return rate(lambda: digest(systems.load("formations"), setup, 20), 20)


def measure_dice(quick: bool) -> list[Measure]:
    """Dice of the stream, beside NumPy's and Python's own."""
    stream, faces = allocate(Dice), numbers(8)
    seed_dice(look(Dice, stream), 1)
    count = 800_000 if quick else 8_000_000
    dice_by_the_million(stream, faces, 8)
    ours = rate(lambda: dice_by_the_million(stream, faces, count), count)
    rng, generator = random.Random(1), np.random.Generator(np.random.Philox(1))
    python = rate(lambda: sum(rng.randint(1, 6) for _ in range(count // 50)), count // 50)
    numpy = rate(lambda: int(generator.integers(1, 7, count).sum()), count)
    return [
        measure("dice", ours, "dice/s", python, "random.randint"),
        measure("dice, beside arrays", ours, "dice/s", numpy, "NumPy's Philox, whole arrays"),
    ]


def measure_calls(quick: bool) -> list[Measure]:
    """The cost of one call of a public function from Python."""
    system = systems.load("formations")
    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    setting, battle, choice = system.setup.build(setup), allocate(Engagement), allocate(FormationsChoice)
    start(setting, battle)
    count = 50_000 if quick else 500_000

    def calls(function: Callable[[Any, Any, Any], int]) -> float:
        function(setting, battle, choice)
        return 1e6 / rate(lambda: [function(setting, battle, choice) for _ in range(count)], count)

    ours, empty = calls(refusal), calls(nothing)
    saved = snapshot(battle)

    def restores() -> None:
        for _ in range(count):
            restore(battle, saved)

    restored = 1e6 / rate(restores, count)
    copied = 1e6 / rate(lambda: [np.asarray(battle).copy() for _ in range(count // 10)], count // 10)
    return [
        measure("call of a public function", ours, "µs", empty, "an empty compiled function", target=2, least=False),
        measure("restore of a snapshot", restored, "µs", copied, "ndarray.copy of the record", least=False),
    ]


PARTS = (measure_attacks, measure_engagements, measure_dice, measure_calls)
