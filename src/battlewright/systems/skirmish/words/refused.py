"""A refused choice, and the register of sentences for the reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from battlewright.engine.record import Row, allocate, assign, look
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    Frame,
    Skirmish,
    SkirmishChoice,
)
from battlewright.systems.skirmish.words.names import Names, frame_of


class Case(NamedTuple):
    """A refused choice, and the battle in which it was made."""

    names: Names
    battle: Skirmish
    choice: SkirmishChoice

    @property
    def frame(self) -> Frame:
        """The exchange in progress."""
        return frame_of(self.battle)

    @property
    def side(self) -> int:
        """The side that chooses."""
        return self.battle.node.side

    @property
    def actor(self) -> str:
        return self.names.model(self.frame.actor)

    @property
    def target(self) -> str:
        """The target of the exchange in progress, by its name."""
        return self.names.model(self.frame.target)

    @property
    def chosen(self) -> str:
        """The model that the choice is made for, by its name."""
        return self.names.model(self.choice.who)

    @property
    def whom(self) -> str:
        """The model that the choice is aimed at, by its name."""
        return self.names.model(self.choice.whom)

    @property
    def actors_ap(self) -> int:
        return self.battle.models[self.frame.actor].ap

    @property
    def targets_ap(self) -> int:
        return self.battle.models[self.frame.target].ap

    def copied(self) -> Row[Skirmish]:
        """A copy of the battle as a row of one, for compiled rules."""
        battles = allocate(Skirmish)
        assign(look(Skirmish, battles), self.battle)
        return battles


Sentence = Callable[[Case], str]
SENTENCES: dict[Reason, Sentence] = {}


def says(*reasons: Reason) -> Callable[[Sentence], Sentence]:
    """Register a function as the sentence for these reasons."""

    def keep(sentence: Sentence) -> Sentence:
        SENTENCES.update(dict.fromkeys(reasons, sentence))
        return sentence

    return keep
