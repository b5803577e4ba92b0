"""The wording of a battle: its questions, choices, events and refusals as sentences, with what they say as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from battlewright.engine.battle import Battle
from battlewright.engine.events import EventView
from battlewright.engine.labels import Label, Reference
from battlewright.engine.node import Node
from battlewright.engine.roll_results import RollResult
from battlewright.engine.words import Words
from battlewright.systems.skirmish.record import Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.words.choices import choice_text
from battlewright.systems.skirmish.words.events import event_text
from battlewright.systems.skirmish.words.labels import label
from battlewright.systems.skirmish.words.names import Names
from battlewright.systems.skirmish.words.questions import model_asked, question, result_text
from battlewright.systems.skirmish.words.refusals import refusal_text
from battlewright.systems.skirmish.words.rolls import roll_result
from battlewright.systems.skirmish.words.status import status_rows

ROLLS = {
    Step.ROLL_OFF: "Roll-offs",
    Step.STRESS_TEST: "Stress tests",
    Step.CLIMB_TEST: "Climbs",
    Step.JUMP_TEST: "Jumps",
    Step.STRIKE_ROLL: "Strikes",
    Step.PARRY_ROLL: "Parries",
    Step.SHOT_ROLL: "Shots",
    Step.CRITICAL_ROLL: "Criticals",
    Step.STRAY_ROLL: "Stray shots",
}
"""What the rolls of a step are called."""


class SkirmishWords(Words):
    """The wording of one set-up. Each kind of sentence has a file of its own, and all use the names."""

    def __init__(self, setup: BattleSetup) -> None:
        self.names = Names(setup)

    def side(self, side: int) -> str:
        return self.names.side(side)

    def side_name(self, side: int) -> str:
        return self.names.side_name(side)

    def combatants(self, battle: Battle) -> Sequence[int]:
        return range(len(self.names.cards))

    def ask(self, battle: Battle) -> str:
        return question(self.names, cast(Skirmish, battle))

    def choice(self, battle: Battle, choice: SkirmishChoice) -> str:
        return choice_text(self.names, cast(Skirmish, battle), choice)

    def event(self, event: EventView) -> str:
        return event_text(self.names, event)

    def refusal(self, battle: Battle, choice: SkirmishChoice, reason: int) -> str:
        return refusal_text(self.names, cast(Skirmish, battle), choice, reason)

    def result(self, node: Node) -> str:
        return result_text(self.names, node)

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        return status_rows(self.names, cast(Skirmish, battle))

    def reference(self, number: int) -> Reference | None:
        return self.names.reference(number)

    def about(self, battle: Battle) -> int:
        return model_asked(cast(Skirmish, battle))

    def label(self, battle: Battle, choice: SkirmishChoice) -> Label | None:
        return label(self.names, cast(Skirmish, battle), choice)

    def roll(self, battle: Battle, faces: Sequence[int], events: Sequence[EventView]) -> RollResult | None:
        return roll_result(self.names, cast(Skirmish, battle), faces, events)

    def step_name(self, step: int) -> str:
        return ROLLS.get(Step(step), "")
