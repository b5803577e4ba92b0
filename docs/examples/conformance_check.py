"""Hold a system to the contract."""

from battlewright import systems
from battlewright.conformance import check
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force

setups = [
    EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven"))),
    EngagementSetup(forces=(read_force("iron-company"), read_force("goblin-rabble")), heavy_sixes=True),
]
report = check(systems.load("formations"), setups, battles=2, seed=1)
print(report)
