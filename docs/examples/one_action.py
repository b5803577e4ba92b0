"""One attack on its own, outside an engagement, with given dice: four archers against DEF 3."""

from battlewright.engine.record import allocate, look, numbers
from battlewright.systems.formations.record import SLOTS, Engagement
from battlewright.systems.formations.rules.flow import declare, roll
from battlewright.systems.formations.setup.engagement import EngagementSetup, build, read_force

setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
setting, battle = build(setup), allocate(Engagement)
record = look(Engagement, battle)

archers, attack, thralls = 0, 0, SLOTS  # the first group of side a, its plain attack, the first group of side b
declare(setting, battle, archers, attack, thralls)
print(f"{record.node.dice} dice of {record.node.sides} sides must fall")

roll(setting, battle, numbers([1, 2, 3, 4, 5, 6, 6, 2]))
print(record.outcome)
print("thralls left:", record.groups[thralls].models)
