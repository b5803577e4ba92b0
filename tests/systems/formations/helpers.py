"""What the tests of Formations begin with: forces in a line, and an action on its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright import systems
from battlewright.engine.clauses import clause_of
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import allocate, look, numbers, snapshot
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text
from battlewright.systems.formations.record import (
    SLOTS,
    ChoiceKind,
    Engagement,
    FormationsChoice,
    Frame,
    Group,
    Outcome,
)
from battlewright.systems.formations.rules.choices import choices, refusal
from battlewright.systems.formations.rules.flow import choose, declare, roll
from battlewright.systems.formations.setup.engagement import EngagementSetup, ForceSetup, build

KIND = {"name": "Kind", "might": 1, "dex": 3, "will": 3, "deflection": 4, "atk": 1}
WITHOUT_PENALTY: dict[str, Any] = {"opening_penalty": 0}
ENEMY = SLOTS
"""The slot of the first group of the second force."""


def force(*groups: dict[str, Any], actions: Sequence[dict[str, Any]] = (), **characteristics: Any) -> ForceSetup:
    """A force of one kind; without groups it is a single model."""
    kind = KIND | characteristics | {"actions": list(actions)}
    return ForceSetup.model_validate(
        {"name": "Force", "kinds": [kind], "groups": [{"kind": "Kind"} | group for group in groups or ({},)]}
    )


class Alone:
    """One action of the first group of force a at the first group of force b, outside an engagement."""

    def __init__(self, actor: ForceSetup, target: ForceSetup | None = None, action: int = 0, **options: Any) -> None:
        setup = EngagementSetup(forces=(actor, target or force()), **WITHOUT_PENALTY | options)
        self.setting = build(setup)
        self.many = allocate(Engagement)
        self.battle = look(Engagement, self.many)
        declare(self.setting, self.many, 0, action, ENEMY)

    @property
    def node(self) -> Node:
        return self.battle.node

    @property
    def frame(self) -> Frame:
        return self.battle.frames[self.battle.depth - 1]

    @property
    def outcome(self) -> Outcome:
        assert self.node.kind == NodeKind.OVER
        return self.battle.outcome

    @property
    def target(self) -> Group:
        return self.battle.groups[ENEMY]

    def roll(self, *faces: int) -> Alone:
        assert (self.node.kind, self.node.dice) == (NodeKind.CHANCE, len(faces))
        roll(self.setting, self.many, numbers(faces))
        return self

    def reroll(self, **named: int) -> int:
        """Name dice by the face they stand under (``one=2``); the answer is the clause of a refusal, or 0."""
        one = allocate(FormationsChoice)
        choice = look(FormationsChoice, one)
        choice.kind = ChoiceKind.REROLL
        for name, count in named.items():
            choice.dice[("one", "two", "three", "four", "five", "six").index(name)] = count
        before = snapshot(self.many)
        refused = refusal(self.setting, self.many, one)
        assert snapshot(self.many) == before
        if not refused:
            choose(self.setting, self.many, one)
        return clause_of(refused)

    def listed(self, first: int = 0) -> list[tuple[int, ...]]:
        """The ways to reroll that are offered from the first-th on."""
        out = allocate(FormationsChoice, 512)
        count = choices(self.setting, self.many, out, first)
        return [tuple(look(FormationsChoice, out, i).dice) for i in range(count)]


class Engaged:
    """An engagement that a test leads by the hand."""

    def __init__(self, a: ForceSetup, b: ForceSetup, **options: Any) -> None:
        self.session = Session(systems.load("formations"), EngagementSetup(forces=(a, b), **WITHOUT_PENALTY | options))

    @property
    def battle(self) -> Engagement:
        battle: Engagement = self.session.record
        return battle

    @property
    def node(self) -> Node:
        return self.session.node

    def roll(self, *faces: int) -> Engaged:
        self.session.roll_typed(faces)
        return self

    def activate(self, slot: int) -> Engaged:
        choice = FormationsChoice()
        choice.kind, choice.group = ChoiceKind.ACTIVATE, slot
        self.session.choose(choice)
        return self

    def act(self, target: int, action: int = 0) -> Engaged:
        choice = FormationsChoice()
        choice.kind, choice.action, choice.target = ChoiceKind.ACT, action, target
        self.session.choose(choice)
        return self

    def keep(self) -> Engaged:
        choice = FormationsChoice()
        choice.kind = ChoiceKind.REROLL
        self.session.choose(choice)
        return self

    def attack(self, slot: int, target: int, *faces: int) -> Engaged:
        """A whole activation without rerolls."""
        self.activate(slot).act(target)
        return self.roll(*faces) if faces else self

    def told(self) -> list[str]:
        """What the last move led to."""
        return [str(told) for told in last_step_text(self.session).sentences]
