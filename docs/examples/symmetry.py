"""What a chance node treats alike, and what that saves: the exact odds of an attack of four archers."""

from fractions import Fraction
from itertools import product

from battlewright.engine.node import Node, OutcomeSymmetry, await_dice, outcome
from battlewright.engine.record import allocate, copy_of, look, numbers, position, restore, snapshot
from battlewright.systems.formations.record import SLOTS, Engagement
from battlewright.systems.formations.rules.flow import declare, roll
from battlewright.systems.formations.setup.engagement import EngagementSetup, build, read_force

# A node that counts faces, and treats 3 to 6 as one success: the lowest of them stands for all.
nodes = allocate(Node)
await_dice(nodes[0], 1, 0, 3, 6, OutcomeSymmetry.COUNTED)
node = look(Node, nodes)
for face in range(1, 7):
    node.face_class[face - 1] = 3 if face >= 3 else 1
print(outcome(node, [2, 5, 6]))
print(outcome(node, [3, 1, 4]) == outcome(node, [2, 5, 6]))

# The odds of a real attack: one roll for each outcome, instead of one for each of 6 ** 8 falls of the dice.
setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
setting, battle = build(setup), allocate(Engagement)
declare(setting, battle, 0, 0, SLOTS)
record, before = look(Engagement, battle), snapshot(battle)
attack = copy_of(record.node)

weights: dict[int, int] = {}
for face in range(1, 7):
    stands_for = attack.face_class[face - 1]
    weights[stands_for] = weights.get(stands_for, 0) + 1

odds: dict[int, int] = {}
positions: set[bytes] = set()
for faces in product(weights, repeat=attack.dice):
    weight = 1
    for face in faces:
        weight *= weights[face]
    restore(battle, before)
    roll(setting, battle, numbers(list(faces)))
    positions.add(position(Engagement, battle))
    odds[record.outcome.wounds] = odds.get(record.outcome.wounds, 0) + weight

print(f"{6**attack.dice} falls, {len(weights) ** attack.dice} rolls, {len(positions)} positions")
print("at least 6 Wounds:", Fraction(sum(odds[n] for n in odds if n >= 6), 6**attack.dice))
