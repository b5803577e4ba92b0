"""Battles as a PettingZoo environment: agents "a" and "b" take turns, each when its side must choose.

    env = petting.env(system, setup)
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

It needs the extra ``rl``: ``pip install "battlewright[rl]"``.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from battlewright.contract.system import System
from battlewright.engine.battle import Battle, draw_faces
from battlewright.engine.dice import seed_dice
from battlewright.engine.errors import BattlewrightError, NotInstalled
from battlewright.engine.node import MASTER, NodeKind
from battlewright.engine.record import allocate, look, numbers, restore, snapshot
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.training.sight import ONE, Sight, features_of, refuse_action

if TYPE_CHECKING:
    from pydantic import BaseModel

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise NotInstalled("An environment of PettingZoo", "rl", "pettingzoo") from None

BOUND = 10.0
"""The bound of all features, of either sign."""
RENDER_MODES = ("human", "ansi")
Observation = dict[str, npt.NDArray[np.generic]]


def env(system: System, setup: BaseModel, **options: Any) -> OrderEnforcingWrapper:
    """Return a ``BattleEnv`` that checks the order of calls, as PettingZoo's own environments do."""
    return OrderEnforcingWrapper(BattleEnv(system, setup, **options))


class BattleEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # PettingZoo has no types
    """Battles of a system and a set-up, one after the other.

    An observation has the table (``observation``) and a row of features for each action (``actions``), both as floats,
    and the ``action_mask``. An action is an index in the list of candidates; one that the mask does not show raises an
    error and changes nothing. The rewards come at the end: 1 for the winner, -1 for the loser.

    ``reset(seed=n)`` starts the first battle of the seed; ``reset()`` starts its next one (the default seed is 0).
    Battles have the dice of ``Session(system, setup, seed, number)``. After ``max_decisions`` (if given) a battle is
    truncated, without a reward.
    """

    def __init__(
        self,
        system: System,
        setup: BaseModel,
        render_mode: str | None = None,
        max_decisions: int | None = None,
        max_actions: int | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BattlewrightError(f"The render mode is one of {', '.join(RENDER_MODES)}, not {render_mode}.")
        self.system, self.setup, self.render_mode, self.max_decisions = system, setup, render_mode, max_decisions
        name = f"battlewright_{system.name}_v{system.ruleset}"
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.words = system.sentences(setup)
        self.possible_agents = list(SIDE_LETTERS[: system.rules.sides])
        self.agents: list[str] = []
        self.setting = system.setup.build(setup)
        self.battle = allocate(system.rules.battle)
        self.seed, self.number, self.decisions = 0, -1, 0
        self._blank, self._faces = snapshot(self.battle), numbers(system.rules.max_dice)
        self._asked = allocate(system.rules.choice)
        self._sights = {agent: Sight(system, max_actions) for agent in self.possible_agents}
        self._looked: set[str] = set()
        features = features_of(system)
        count = self._sights["a"].max_actions
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-BOUND, BOUND, (len(features.table),), np.float32),
                    "actions": spaces.Box(-BOUND, BOUND, (count, len(features.choice)), np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def record(self) -> Battle:
        """Return a live view of the battle record."""
        record: Battle = look(self.system.rules.battle, self.battle)
        return record

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        self.seed, self.number = (self.seed, self.number + 1) if seed is None else (seed, 0)
        restore(self.battle, self._blank)
        tail = self.record.tail
        seed_dice(tail.dice, self.seed, self.number)
        tail.silent = 1
        self.system.rules.start(self.setting, self.battle)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        sight = self._look(agent)
        mask = np.zeros(sight.max_actions, np.int8)
        mask[: sight.count] = 1
        table, actions = (np.divide(row, ONE, dtype=np.float32) for row in (sight.table, sight.actions))
        return {"observation": table, "actions": actions, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        sight = self._look(agent)
        if action is None or not 0 <= int(action) < sight.count:
            raise refuse_action(action, sight.count, f"Agent {agent}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.system.rules.choose(self.setting, self.battle, sight.row(int(action)))
        self.decisions += 1
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Roll until a side must choose, or the battle is over; what the game master is asked has its first answer."""
        node = self.record.node
        while node.kind == NodeKind.CHANCE or (node.kind == NodeKind.DECISION and node.side == MASTER):
            if node.kind == NodeKind.DECISION:
                self.system.rules.choices(self.setting, self.battle, self._asked, 0)
                self.system.rules.choose(self.setting, self.battle, self._asked)
                continue
            draw_faces(self.battle, self._faces)
            self.system.rules.roll(self.setting, self.battle, self._faces)
        self._looked.clear()
        if node.kind == NodeKind.OVER:
            for side, agent in enumerate(self.agents):
                self.terminations[agent] = True
                if node.result:
                    self.rewards[agent] = 1.0 if node.result == side + 1 else -1.0
        else:
            self.agent_selection = SIDE_LETTERS[node.side]
            if self.decisions == self.max_decisions:
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _look(self, agent: str) -> Sight:
        """Return what an agent sees now; each position is read once for each agent."""
        sight = self._sights[agent]
        if agent not in self._looked:
            sight.look(self.setting, self.battle, SIDE_LETTERS.index(agent))
            self._looked.add(agent)
        return sight

    def say(self, action: int) -> str:
        """Return an action of the current agent in words."""
        sight = self._look(self.agent_selection)
        if not 0 <= action < sight.count:
            raise refuse_action(action, sight.count, f"Agent {self.agent_selection}")
        return self.words.choice(self.record, sight.choice(action))

    def render(self) -> str | None:
        """Return (ansi) or print (human) the state of the table and the question to answer, as text."""
        if self.render_mode is None:
            raise BattlewrightError(f"Nothing is rendered without a render mode ({' or '.join(RENDER_MODES)}).")
        rows = [list(map(str, row)) for row in self.words.status(self.record)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        node = self.record.node
        says = self.words.result(node) if node.kind == NodeKind.OVER else self.words.ask(self.record)
        text = "\n".join([*lines, says, ""])
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
