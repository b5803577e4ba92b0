"""An engagement of Formations as PettingZoo plays it, both sides at random."""

from battlewright import systems
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from battlewright.training import petting

setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
env = petting.env(systems.load("formations"), setup, render_mode="ansi")
env.reset(seed=7)
for number, agent in enumerate(env.possible_agents):
    env.action_space(agent).seed(number)

actions = 0
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(f"{agent} gets {reward:+.0f}")
        env.step(None)
        continue
    action = env.action_space(agent).sample(observation["action_mask"])
    if actions < 4:
        print(f"{agent} takes action {action} of {observation['action_mask'].sum()}: {env.unwrapped.say(action)}")
    env.step(action)
    actions += 1
print(f"{actions} actions in all.")
print(env.render(), end="")
