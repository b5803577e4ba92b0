"""The guide to a battle: its map, moves as they are typed, suggestions, and the values of choices."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar

from battlewright.engine.guide import Guide, Offer
from battlewright.engine.position import Position
from battlewright.engine.record import position
from battlewright.systems.skirmish.guide.advice import EXPLANATIONS, advice
from battlewright.systems.skirmish.guide.mover import KINDS
from battlewright.systems.skirmish.guide.moves import WHEN, Moves
from battlewright.systems.skirmish.guide.scene import BattleScene
from battlewright.systems.skirmish.record import SkirmishChoice
from battlewright.systems.skirmish.setup.read import terms_of
from battlewright.table.scene import Note, Scene


class SkirmishGuide(Guide):
    """The guide to a battle of Skirmish."""

    forms: ClassVar[Mapping[str, str]] = {
        "deploy a2 12 3": "place a model, in inches from the south-west corner; a height may follow: deploy a2 12 3 4",
        "move 12.5 8": "move there, straight or round about; a height may follow: move 12.5 8 3",
        "engage 12 9": "go there and attack; a weapon may follow: engage 12 9 spear",
        "engage b2": "go as near to b2 as it takes and attack",
        "cover 11 4": "move after taking cover",
        "split 2 1": "first edition: 2 dice on attack, 1 on defence; a weapon may follow: split 2 1 spear",
    }

    def __init__(self, session: Position) -> None:
        super().__init__(session)
        self.moves, self._scenes = Moves(session), BattleScene(session)

    def introduction(self) -> str:
        scenario, table = self.session.setup.scenario, self.session.setup.table
        return f"{scenario.name} on {table.name}, {terms_of(self.session.setup)}. {scenario.about}".rstrip()

    def scene(self) -> Scene:
        return self._scenes.scene()

    def notes(self) -> Sequence[Note]:
        return self._scenes.notes()

    def turn(self) -> Hashable:
        return position(self.session.system.battle, self.session.battle)

    def picture(self) -> Hashable:
        scene = self.scene()
        return scene.marks, scene.dust, scene.fire, tuple(scene.zones)

    def suggestions(self) -> Sequence[Offer]:
        return self.moves.suggestions()

    def parse(self, text: str) -> SkirmishChoice | None:
        """The choice for text such as ``move 12.5 8``."""
        word, *rest = re.sub(r'[,;"()]', " ", text).split() or [""]
        if word not in WHEN or "=" in text or (word == "cover" and not rest):
            return None
        return self.moves.typed(word, rest)

    def describe(self, choice: SkirmishChoice) -> str:
        """What the path of a move takes, leg by leg."""
        return self.moves.describe(choice) if choice.kind in KINDS.values() and not self.session.refusal(choice) else ""

    def explanation(self) -> str:
        return EXPLANATIONS[self.session.setup.edition]

    def advice(self, choices: Sequence[SkirmishChoice], more: Sequence[SkirmishChoice] = ()) -> list[str] | None:
        return advice(self.session, choices, more)
