"""A thousand engagements, each force at either side, and a bot of one's own against the random one."""

from __future__ import annotations

from typing import Any

from battlewright import systems
from battlewright.bots.named import NamedBot, named
from battlewright.contract.counts import Winner
from battlewright.engine.observation import Observation
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force


class FirstBot:
    """Takes the first choice of the list."""

    def __init__(self, seed: int, index: int) -> None:
        pass

    def choose(self, seen: Observation) -> Any:
        """Whatever is listed first."""
        return seen.choices()[0]


formations, forces = systems.load("formations"), (read_force("river-guard"), read_force("marsh-coven"))
setups = EngagementSetup(forces=forces), EngagementSetup(forces=forces[::-1])
at_random = named("random")

counts = fight(Pairing(formations, setups, (at_random, at_random)), battles=1000, seed=7, workers=2).counts
low, high = counts.won(Winner.A).interval
print(f"The River Guard wins {counts.won(Winner.A).share:.1%} at random, between {low:.1%} and {high:.1%}.")

first = NamedBot("first", FirstBot)
counts = fight(Pairing(formations, setups, (first, at_random)), battles=100, seed=7).counts
low, high = counts.won(Winner.A).interval
print(f"It wins {counts.won(Winner.A).share:.0%} by its first choices, between {low:.0%} and {high:.0%}.")
print(f"An engagement takes {counts.mean_rounds.mean:.1f} rounds.")
