"""Training: steps a second of vectorised battles and of our PettingZoo environment, compared with other libraries.

A step is one decision, answered at random among the legal actions, and what a learner sees after it: the observation
and the mask (ours also has features for each action). PettingZoo's classic games and OpenSpiel's ``vector_env`` are
driven from Python, as their examples do; ``pyspiel`` also without observations, states and legal actions alone. Chance
nodes are played, but not counted. Slices of all alternate, and the best of each counts. What two workers gain stands
beside what an empty compiled loop gains from two threads. Last, the rollouts of the searching bot.
"""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import numba
import numpy as np

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.search import SearchBot
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table
from battlewright.training import Battles, petting
from speed.figures import Measure, Work, fastest, measure
from speed.skirmish import spiel_in_python, standard

AT_ONCE = 256
"""Battles in an array; games in a vector of OpenSpiel."""
ZOO = {"connect four": "classic/connect_four-v3", "chess": "classic/chess-v6"}
SPIEL = ("backgammon", "chess")
STEPS = 300
"""Steps of a slice where games come one at a time."""
SPINS = 40_000_000
"""Steps of a slice of the empty loop."""
ROSTER, TABLE, ROUND = "lantern-company", "ruins", 3
"""Where the searching bot thinks: in the middle of things."""


def setups() -> dict[str, Any]:
    """The standard battle of Skirmish (five against five, ten pieces, eight rounds), and a shipped engagement."""
    forces = (read_force("river-guard"), read_force("marsh-coven"))
    return {"skirmish": standard(), "formations": EngagementSetup(forces=forces)}


def in_arrays(name: str, workers: int, steps: int, opponent: str | None = None) -> Work:
    """A slice of so many steps of all battles."""
    battles = Battles(systems.load(name), setups()[name], AT_ONCE, 1, workers=workers, opponent=opponent)
    rng = np.random.default_rng(1)

    def work() -> int:
        for _ in range(steps):
            battles.step((rng.random(battles.count) * battles.counts).astype(np.int32))
        return steps * battles.count

    return work


@numba.njit(nogil=True)
def spin(count: int) -> int:
    """Count in compiled code that shares nothing: each step needs the one before."""
    word = 88172645463325252
    for _ in range(count):
        word ^= (word << 13) & 0x7FFFFFFFFFFFFFFF
        word ^= word >> 7
        word ^= (word << 17) & 0x7FFFFFFFFFFFFFFF
    return word


def loop(threads: int, count: int) -> float:
    """Return the seconds of the empty loop, the same work in all on any number of threads."""
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        list(pool.map(spin, [count // threads] * threads))
        return time.perf_counter() - began


def empty(threads: int) -> Work:
    """A slice of the empty loop, the same work in all on any number of threads."""

    def work() -> int:
        loop(threads, SPINS)
        return SPINS

    return work


def in_the_zoo(env: Any, steps: int) -> Work:
    """A slice of so many steps of an environment of PettingZoo, one game after the other."""
    rng = random.Random(1)
    env.reset(seed=1)

    def work() -> int:
        done = 0
        while done < steps:
            for _ in env.agent_iter(steps - done):
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                    done += 1
            if not env.agents:
                env.reset()
        return done

    return work


def zoo(game: str) -> Any:
    """One of PettingZoo's classic games."""
    return import_module("pettingzoo").make("aec", ZOO[game])


def ours(name: str) -> Any:
    """Our environment."""
    return petting.env(systems.load(name), setups()[name])


def in_a_vector(game: str, steps: int) -> Work:
    """A slice of so many steps of all games of OpenSpiel's vector."""
    environment, vector = (import_module(f"open_spiel.python.{each}") for each in ("rl_environment", "vector_env"))
    output = import_module("open_spiel.python.rl_agent").StepOutput
    games = vector.SyncVectorEnv([environment.Environment(game, chance_event_sampler=None) for _ in range(AT_ONCE)])
    rng, state = random.Random(1), [games.reset()]

    def choose(step: Any) -> Any:
        legal = step.observations["legal_actions"][step.observations["current_player"]]
        return output(action=rng.choice(legal), probs=None)

    def work() -> int:
        for _ in range(steps):
            state[0], _, _, _ = games.step([choose(step) for step in state[0]], reset_if_done=True)
        return steps * AT_ONCE

    return work


def measure_steps(quick: bool) -> list[Measure]:
    """Everything, by turns."""
    slices = 3 if quick else 12
    arrays = {(name, workers): in_arrays(name, workers, 8) for name in setups() for workers in (1, 2)}
    envs = {name: in_the_zoo(ours(name), STEPS) for name in setups()}
    games = {game: in_the_zoo(zoo(game), STEPS) for game in ZOO}
    vectors = {game: in_a_vector(game, 2) for game in SPIEL}
    states = {game: spiel_in_python(game, 2) for game in SPIEL}
    works: dict[Any, Work] = {("array", name): work for name, work in arrays.items()}
    works |= {("empty", threads): empty(threads) for threads in (1, 2)}
    for kind, each in (("env", envs), ("zoo", games), ("vector", vectors), ("states", states)):
        works |= {(kind, name): work for name, work in each.items()}
    for work in works.values():
        work()  # what is first needed is made
    rates = dict(zip(works, fastest(slices, *works.values()), strict=True))
    results = []
    for name in setups():
        one, two = (rates["array", (name, workers)] for workers in (1, 2))
        beside = [
            *((f"PettingZoo's {game}", rates["zoo", game]) for game in ZOO),
            *((f"OpenSpiel's {game}, vector_env", rates["vector", game]) for game in SPIEL),
            *((f"OpenSpiel's {game}, states alone", rates["states", game]) for game in SPIEL),
        ]
        results += [measure(f"{name} in an array, one worker", one, "steps/s", rate, than) for than, rate in beside]
        results.append(measure(f"{name} in an array, two workers", two, "steps/s", one, "one worker"))
        gain = rates["empty", 2] / rates["empty", 1]
        results.append(measure(f"{name} in an array, gain of a second worker", two / one, "times", gain, "empty loop"))
        for game in ZOO:
            theirs = rates["zoo", game]
            results.append(
                measure(f"{name} in PettingZoo", rates["env", name], "steps/s", theirs, f"PettingZoo's {game}")
            )
    return results


def in_the_thick_of_it() -> Session:
    """A mirrored battle in its third round, where somebody acts."""
    side = read_roster(ROSTER)
    setup = set_up((side, side), read_table(TABLE), read_scenario("last-stand"))
    session, bot = Session(systems.load("skirmish"), setup, 1), GreedyBot()
    while session.node.kind == NodeKind.CHANCE or session.record.round < ROUND or session.record.depth < 2:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))
    return session


def rollouts_per_core(rollouts: int = 1000, times: int = 3) -> float:
    """Rollouts a second of one core's time, whoever else is at work on the machine; the best of some thoughts."""
    session, bot, best = in_the_thick_of_it(), SearchBot(1, rollouts=rollouts, workers=1), 0.0
    bot.search(session, 1)
    for _ in range(times):
        began = time.process_time()
        made = bot.search(session).rollouts
        best = max(best, made / (time.process_time() - began))
    return best


def rollouts_per_second(workers: int = 2, milliseconds: int = 1000, times: int = 3) -> float:
    """Rollouts a second of wall time, the best of some thoughts about one position."""
    session, bot = in_the_thick_of_it(), SearchBot(1, workers=workers)
    bot.search(session, 1)
    thoughts = [bot.search(session, milliseconds) for _ in range(times)]
    return max(thought.rollouts / thought.seconds for thought in thoughts)


def measure_search(quick: bool) -> list[Measure]:
    """Rollouts a second on two cores, beside one."""
    milliseconds, times = (200, 3) if quick else (1000, 8)
    both, one = (rollouts_per_second(workers, milliseconds, times) for workers in (2, 1))
    return [measure("search, 5 against 5 in the third round", both, "rollouts/s", one, "with one worker")]


PARTS = (measure_steps, measure_search)
