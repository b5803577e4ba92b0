"""What a learner sees of a battle: the table, and its actions with their features.

An action is an index in the list of candidates (``System.candidates``: all listed choices, and a sample of the free
ones). An index means something else at each position, so each action has its own row of features.
Features are ints in thousandths; ``features_of(system)`` has their names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic

import numpy as np
import numpy.typing as npt

from battlewright.contract.parts import Features
from battlewright.contract.system import System, system_of, types_of
from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, array_of, copy_of, look, numbers
from battlewright.engine.rulebook import B, BattleT, C, ChoiceT, S, SettingT

Ints = npt.NDArray[np.int32]
ONE = 1000
"""A feature of 1, in thousandths."""
Policy = Callable[[Ints, Ints], int]
"""Takes the table and the actions (a row each), both in thousandths; returns the index of the action to take."""


Show = Callable[[Row[Any], Row[Any], Row[Any], int, Row[Any], Row[int], Row[int], int], int]
"""What shows a battle to a side (see ``shower``), for the records of one system."""


def features_of(system: System) -> Features:
    """Return the features of a system's battles."""
    if system.learning.features is None:
        raise BattlewrightError(f"{system.title} shows learners nothing: its System has no features.")
    return system.learning.features()


@cache
def candidates_of(system: System) -> Callable[[Row[Any], Row[Any], Row[Any]], int]:
    """Return a rule that fills a room with the learner's candidates and returns their number."""
    if system.bots.candidates is not None:
        return system.bots.candidates
    choices = system.rules.choices

    def list_all(setting: Row[S], battle: Row[B], room: Row[C]) -> int:
        return choices(setting, battle, room, 0)

    return rule_for(list_all, types_of(system))


@rule()
def hide_nothing(setting: Row[S], battle: Row[B], side: int) -> None:
    """Hide nothing, for systems without secrets."""


@cache
def shower(system: System) -> Show:
    """Return a rule that shows a battle to a side: the table, and its actions if the side is to choose.

    It takes room for a copy of the battle without secrets, for choices, and for features; ``before`` is the number of
    actions that the room held, so that their features can be cleared. It returns the number of actions now.
    """
    candidates, features = candidates_of(system), features_of(system)
    hide = system.rules.hide or hide_nothing
    observe, describe, width = features.observe, features.describe, len(features.choice)

    def show(
        setting: Row[S],
        battle: Row[B],
        seen: Row[B],
        side: int,
        room: Row[C],
        table: Row[int],
        actions: Row[int],
        before: int,
    ) -> int:
        seen[0] = battle[0]
        hide(setting, seen, side)
        observe(setting, seen, side, table)
        count = 0
        if battle[0].node.kind == NodeKind.DECISION and battle[0].node.side == side:
            count = min(candidates(setting, battle, room), len(room))
            for index in range(count):
                row = actions[index * width : (index + 1) * width]
                describe(setting, seen, side, room[index : index + 1], row)
        for number in range(count * width, before * width):
            actions[number] = 0
        return count

    return rule_for(show, types_of(system))


class Sight(Generic[SettingT, BattleT, ChoiceT]):
    """The arrays in which a battle is shown, reused at each look.

    ``table`` and ``actions`` (a row for each action) are in thousandths; the first ``count`` rows are filled.
    """

    def __init__(self, system: System[SettingT, BattleT, ChoiceT], max_actions: int | None = None) -> None:
        features = features_of(system)
        self.system, self.max_actions, self.count = system, max_actions or system.rules.max_choices, 0
        self._show = shower(system)
        self._seen = allocate(system.rules.battle)
        self._room = allocate(system.rules.choice, self.max_actions)
        self._table, self._actions = numbers(len(features.table)), numbers(self.max_actions * len(features.choice))
        self.table: Ints = array_of(self._table)
        self.actions: Ints = array_of(self._actions).reshape(self.max_actions, -1)

    def look(self, setting: Row[SettingT], battle: Row[BattleT], side: int) -> int:
        """Look at a battle as a side; return the number of its actions (0 if it is not to choose)."""
        room = self._room, self._table, self._actions
        self.count = self._show(setting, battle, self._seen, side, *room, self.count)
        return self.count

    def row(self, index: int) -> Row[ChoiceT]:
        """Return the choice at an index, as rules take it."""
        return self._room[index : index + 1]

    def choice(self, index: int) -> ChoiceT:
        """Return a copy of the choice at an index."""
        return copy_of(look(self.system.rules.choice, self._room, index))


def refuse_action(action: object, count: int, whose: str) -> BattlewrightError:
    """Return the error for an action that is not on offer."""
    allowed = f"0 to {count - 1}" if count > 1 else "0"
    return BattlewrightError(f"{whose} may take the actions {allowed} (those the mask shows), not {action}.")


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
