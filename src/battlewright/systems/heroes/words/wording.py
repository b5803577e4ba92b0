"""The wording of an encounter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from battlewright.engine.battle import Battle
from battlewright.engine.events import EventView
from battlewright.engine.labels import Label, Reference
from battlewright.engine.node import Node
from battlewright.engine.roll_results import RollResult
from battlewright.engine.words import Words
from battlewright.systems.heroes.record import Encounter, HeroesChoice
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.words.choices import choice_text
from battlewright.systems.heroes.words.events import event_text
from battlewright.systems.heroes.words.labels import label_of
from battlewright.systems.heroes.words.names import Names
from battlewright.systems.heroes.words.questions import question, result_text
from battlewright.systems.heroes.words.refusals import refusal_text
from battlewright.systems.heroes.words.rolls import about, roll_of
from battlewright.systems.heroes.words.status import status_rows


class HeroesWords(Words):
    """The sentences of one set-up: each kind has its own file, and all use the names."""

    def __init__(self, setup: EncounterSetup) -> None:
        self.names = Names(setup)

    def side(self, side: int) -> str:
        return self.names.side(side)

    def side_name(self, side: int) -> str:
        return self.names.side_name(side)

    def combatants(self, battle: Battle) -> Sequence[int]:
        return range(len(self.names.cards))

    def ask(self, battle: Battle) -> str:
        return question(self.names, cast(Encounter, battle))

    def choice(self, battle: Battle, choice: HeroesChoice) -> str:
        return choice_text(self.names, cast(Encounter, battle), choice)

    def event(self, event: EventView) -> str:
        return event_text(self.names, event)

    def refusal(self, battle: Battle, choice: HeroesChoice, reason: int) -> str:
        return refusal_text(self.names, cast(Encounter, battle), choice, reason)

    def result(self, node: Node) -> str:
        return result_text(self.names, node)

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        return status_rows(self.names, cast(Encounter, battle))

    def reference(self, number: int) -> Reference | None:
        return self.names.reference(number)

    def about(self, battle: Battle) -> int:
        return about(cast(Encounter, battle))

    def label(self, battle: Battle, choice: HeroesChoice) -> Label | None:
        return label_of(self.names, cast(Encounter, battle), choice)

    def roll(self, battle: Battle, faces: Sequence[int], events: Sequence[EventView]) -> RollResult:
        return roll_of(self.names, cast(Encounter, battle), faces, events)
