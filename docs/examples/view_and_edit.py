"""What a side may see, and what a game master may change."""

from battlewright import systems
from battlewright.engine.node import Edit
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.engine.story import sentences
from battlewright.systems.formations.record import Editable
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force

setup = EngagementSetup(forces=(read_force("iron-company"), read_force("goblin-rabble")))
session = Session(systems.load("formations"), setup, seed=7)
session.roll_typed([5, 2])

seen = observe(session, side=1)
print("the stream's seed:", session.tail.dice.seed_low, "| as side b sees it:", seen.tail.dice.seed_low)

edit = Edit()
edit.what, edit.who, edit.value = Editable.MODELS, 0, 2  # the first group of side a is left with two models
step = session.edit(edit)
for sentence in sentences(session, step.events):
    print(sentence)
print(step.text)
