"""The wording of a battle: its questions, choices, events and refusals as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from battlewright.engine.battle import Battle
from battlewright.engine.events import EventView
from battlewright.engine.node import Node
from battlewright.systems.skirmish.record import Skirmish, SkirmishChoice
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.words.choices import choice_text
from battlewright.systems.skirmish.words.events import event_text
from battlewright.systems.skirmish.words.names import Names
from battlewright.systems.skirmish.words.questions import question, result_text
from battlewright.systems.skirmish.words.refusals import refusal_text
from battlewright.systems.skirmish.words.status import status_rows


class SkirmishWords:
    """The wording of one set-up. Each kind of sentence has a file of its own, and all use the names."""

    def __init__(self, setup: BattleSetup) -> None:
        self.names = Names(setup)

    def side(self, seat: int) -> str:
        return self.names.side(seat)

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
