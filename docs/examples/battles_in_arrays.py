"""A thousand steps of sixteen battles at once, against the random bot."""

import numpy as np

from battlewright import systems
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from battlewright.training import Battles, features_of

system = systems.load("formations")
setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
battles = Battles(system, setup, 16, seed=1, opponent="random")
print("table", battles.table.shape, "actions", battles.actions.shape, "masks", battles.masks.shape)

names = features_of(system).choice
first = battles.actions[0, 0]
print("The first action of battle 0:", {name: int(value) for name, value in zip(names, first, strict=True) if value})

rng, finished, won = np.random.default_rng(1), 0, 0
for _ in range(1000):
    chosen = (rng.random(battles.count) * battles.counts).astype(int)  # any of the listed actions
    rewards, over = battles.step(chosen)
    finished += int(over.sum())
    won += int((rewards > 0).sum())
print(f"{finished} battles came to their end, {won} were won; the next numbers are {battles.numbers[:4]} ...")
