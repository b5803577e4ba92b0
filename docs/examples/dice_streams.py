"""Dice by a stream: the seed, the number of the battle and the lane say all."""

from battlewright.engine.dice import Dice, Lane, draw_many, seed_dice
from battlewright.engine.notation import parse_roll, roll_dice
from battlewright.engine.record import allocate, look, memory_of, numbers

stream, faces = allocate(Dice), numbers(5)
for index, lane in ((0, Lane.DICE), (1, Lane.DICE), (0, Lane.BOT), (0, Lane.DICE)):
    seed_dice(look(Dice, stream), seed=7, index=index, lane=lane)
    draw_many(stream, faces, 5, 6)
    print(f"battle {index}, {lane.name}: {list(memory_of(faces))}")

rolled = roll_dice(parse_roll("3d8+2"), seed=7)
print(f"{rolled.roll}: {rolled.faces[0]} = {rolled.total}")
