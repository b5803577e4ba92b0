"""A learned bot at an ordinary table: it sees a session as it saw its training battles."""

from __future__ import annotations

from collections.abc import Callable

from battlewright.engine.session import Session
from battlewright.engine.system import BattleT, ChoiceT, SettingT
from battlewright.training.sight import Ints, Sight, refuse_action

Policy = Callable[[Ints, Ints], int]
"""Takes the table and the actions (a row each), both in thousandths; returns the index of the action to take."""


class LearnedBot:
    """A policy that chooses like any other bot."""

    def __init__(self, policy: Policy, places: int | None = None) -> None:
        self.policy, self.places = policy, places
        self._sight: Sight | None = None

    def choose(self, session: Session[SettingT, BattleT, ChoiceT]) -> ChoiceT:
        """Return the choice that the policy picks."""
        if self._sight is None or self._sight.system is not session.system:
            self._sight = Sight(session.system, self.places)
        sight = self._sight
        count = sight.look(session.setting, session.battle, session.node.seat)
        place = self.policy(sight.table, sight.actions[:count])
        if not 0 <= place < count:
            raise refuse_action(place, count, "The policy")
        choice: ChoiceT = sight.choice(place)
        return choice
