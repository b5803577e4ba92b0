"""Play an engagement step by step with a session: choices, dice, an undo, a refusal."""

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.errors import Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.engine.story import sentences
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force

setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")), round_limit=2)
session = Session(systems.load("formations"), setup, seed=7)

# The battle waits for dice: the roll-off. These faces come from outside.
step = session.roll_typed([6, 2])
for sentence in sentences(session, step.events):
    print(sentence)

# Now it waits for side a (0). List what is allowed, as data and in words.
print(session.words.ask(session.record))
for choice in session.choices():
    print("  -", session.words.choice(session.record, choice))

# A choice that is not allowed is refused with its clause, and changes nothing.
wrong = session.choices()[0]
wrong.group = 24  # a group of side b
before = session.fingerprint
try:
    session.choose(wrong)
except Refused as refused:
    print(refused.clause, "|", refused)
print("unchanged:", session.fingerprint == before)

# Choose, and take it back.
session.choose(session.choices()[0])
print("undone:", session.undo().text, "| unchanged:", session.fingerprint == before)

# From here on a bot chooses for both sides, and the stream rolls the dice.
bot = RandomBot(seed=7)
while not session.is_over:
    if session.node.kind == NodeKind.CHANCE:
        session.roll()
    else:
        session.choose(bot.choose(observe(session, session.node.side)))
print(session.words.result(session.node), "after", len(session.steps), "moves")
