"""The same at the level of the contract: rows of one record, ints, and no words."""

from typing import Any

from battlewright import systems
from battlewright.engine.battle import draw_faces
from battlewright.engine.dice import seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, look, numbers, position
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force

system = systems.load("formations")
setup = EngagementSetup(forces=(read_force("iron-company"), read_force("goblin-rabble")))

setting = system.setup.build(setup)  # read-only from here on
battle: Row[Any] = allocate(system.rules.battle)  # one battle, all zeros
listed: Row[Any] = allocate(system.rules.choice, system.rules.max_choices)  # room for the choices
faces = numbers(system.rules.max_dice)  # room for the dice

record = look(system.rules.battle, battle)  # a live view, for reading
seed_dice(record.tail.dice, seed=11)
record.tail.silent = 1  # no events: nobody reads them here
system.rules.start(setting, battle)

nodes = 0
while record.node.kind != NodeKind.OVER:
    if record.node.kind == NodeKind.CHANCE:
        draw_faces(battle, faces)  # the dice that the node asks for, from the battle's own stream
        system.rules.roll(setting, battle, faces)
    else:
        count = system.rules.choices(setting, battle, listed, 0)
        last = count - 1  # a stubborn player: always the last choice
        system.rules.choose(setting, battle, listed[last : last + 1])
    nodes += 1

winner = "nobody" if record.node.result == 0 else f"side {record.node.result - 1}"
print(f"{nodes} nodes, {record.round} rounds, {winner} wins")
print("bytes of the position:", len(position(system.rules.battle, battle)))
