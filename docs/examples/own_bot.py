"""A bot of one's own against the random bot."""

from __future__ import annotations

from typing import Any

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import Observation, observe
from battlewright.engine.session import Session
from battlewright.systems.formations.record import ChoiceKind
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force


class FinishThemBot:
    """Hits the weakest group that is there, and throws misses again."""

    def choose(self, seen: Observation) -> Any:
        """The choice that looks best for this moment alone."""
        return max(seen.choices(), key=lambda choice: self.worth(seen, choice))

    def worth(self, seen: Observation, choice: Any) -> float:
        """How good a choice looks."""
        battle = seen.record
        if choice.kind == ChoiceKind.ACTIVATE:
            return float(battle.groups[choice.group].models)
        if choice.kind == ChoiceKind.REROLL:
            score = battle.frames[battle.depth - 1].score
            return float(sum(choice.dice[face - 1] * (1 if face < score else -1) for face in range(1, 7)))
        target = battle.groups[choice.target]
        return -float(target.models) if choice.action == 0 else -100.0


def play(seed: int, bots: tuple[Any, Any]) -> int:
    """One engagement; the answer is the side that wins, or -1 for a draw."""
    setup = EngagementSetup(forces=(read_force("iron-company"), read_force("iron-company")))
    session = Session(systems.load("formations"), setup, seed)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            side = session.node.side
            session.choose(bots[side].choose(observe(session, side)))
    return session.node.result - 1


won = sum(play(seed, (FinishThemBot(), RandomBot(seed))) == 0 for seed in range(100))
won += sum(play(seed, (RandomBot(seed), FinishThemBot())) == 1 for seed in range(100))
print(f"FinishThemBot won {won} of 200.")
