"""The wording of an engagement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from battlewright.engine.battle import Battle
from battlewright.engine.events import EventView
from battlewright.engine.labels import Label, Reference
from battlewright.engine.node import Node
from battlewright.engine.roll_results import RollResult
from battlewright.engine.words import Words
from battlewright.systems.formations.record import SLOTS, Engagement, FormationsChoice, Step
from battlewright.systems.formations.setup.engagement import EngagementSetup
from battlewright.systems.formations.words.choices import choice_text
from battlewright.systems.formations.words.events import event_text
from battlewright.systems.formations.words.labels import label_of
from battlewright.systems.formations.words.names import Names
from battlewright.systems.formations.words.questions import question, result_text, status_rows
from battlewright.systems.formations.words.refusals import refusal_text
from battlewright.systems.formations.words.rolls import about, roll_of

ROLLS = {Step.ROLL_OFF: "Roll-offs", Step.ROLL: "Action rolls", Step.ROLL_AGAIN: "Rerolls"}
"""What the rolls of a step are called."""


class FormationsWords(Words):
    """The sentences of one set-up: each kind has its own file, and all use the names."""

    def __init__(self, setup: EngagementSetup) -> None:
        self.names = Names(setup)

    def side(self, side: int) -> str:
        return self.names.side(side)

    def side_name(self, side: int) -> str:
        return self.names.side_name(side)

    def combatants(self, battle: Battle) -> Sequence[int]:
        groups = cast(Engagement, battle).groups
        return [slot for slot in range(2 * SLOTS) if groups[slot].models]

    def ask(self, battle: Battle) -> str:
        return question(self.names, cast(Engagement, battle))

    def choice(self, battle: Battle, choice: FormationsChoice) -> str:
        return choice_text(self.names, cast(Engagement, battle), choice)

    def event(self, event: EventView) -> str:
        return event_text(self.names, event)

    def refusal(self, battle: Battle, choice: FormationsChoice, reason: int) -> str:
        return refusal_text(self.names, cast(Engagement, battle), choice, reason)

    def result(self, node: Node) -> str:
        return result_text(self.names, node)

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        return status_rows(self.names, cast(Engagement, battle))

    def reference(self, number: int) -> Reference | None:
        return self.names.reference(number)

    def about(self, battle: Battle) -> int:
        return about(cast(Engagement, battle))

    def label(self, battle: Battle, choice: FormationsChoice) -> Label | None:
        return label_of(self.names, cast(Engagement, battle), choice)

    def roll(self, battle: Battle, faces: Sequence[int], events: Sequence[EventView]) -> RollResult:
        return roll_of(self.names, cast(Engagement, battle), faces, events)

    def step_name(self, step: int) -> str:
        return ROLLS.get(Step(step), "")
