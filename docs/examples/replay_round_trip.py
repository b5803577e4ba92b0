"""Write a battle down, read it again, repeat it."""

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine import replay
from battlewright.engine.errors import ReplayError
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force

setup = EngagementSetup(forces=(read_force("iron-company"), read_force("goblin-rabble")), round_limit=1)
session, bot = Session(systems.load("formations"), setup, seed=3), RandomBot(3)
while not session.is_over:
    if session.node.kind == NodeKind.CHANCE:
        session.roll()
    else:
        session.choose(bot.choose(observe(session, session.node.side)))

text = replay.write(session)
again = replay.repeat(replay.parse(text, "my battle", systems.load))
print("the same position:", again.fingerprint == session.fingerprint)
print("the same text:", replay.write(again) == text)

lines = text.splitlines()
battle = lines.index("--- battle")
first = next(number for number in range(battle, len(lines)) if lines[number].startswith("roll"))
lines[first] = "roll 7 1"
try:
    replay.repeat(replay.parse("\n".join(lines), "my battle", systems.load))
except ReplayError as error:
    print(error)
