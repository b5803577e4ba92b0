"""A learned bot at an ordinary table: it sees a battle as it saw its training battles."""

from __future__ import annotations

from collections.abc import Callable

from battlewright.contract.system import system_of
from battlewright.engine.position import Position
from battlewright.engine.rulebook import BattleT, ChoiceT, SettingT
from battlewright.training.sight import Ints, Sight, refuse_action

Policy = Callable[[Ints, Ints], int]
"""Takes the table and the actions (a row each), both in thousandths; returns the index of the action to take."""


class LearnedBot:
    """A policy that chooses like any other bot."""

    def __init__(self, policy: Policy, max_actions: int | None = None) -> None:
        self.policy, self.max_actions = policy, max_actions
        self._sight: Sight | None = None

    def choose(self, seen: Position[SettingT, BattleT, ChoiceT]) -> ChoiceT:
        """Return the choice that the policy picks."""
        if self._sight is None or self._sight.system is not seen.system:
            self._sight = Sight(system_of(seen), self.max_actions)
        sight = self._sight
        count = sight.look(seen.setting, seen.battle, seen.node.side)
        place = self.policy(sight.table, sight.actions[:count])
        if not 0 <= place < count:
            raise refuse_action(place, count, "The policy")
        choice: ChoiceT = sight.choice(place)
        return choice
