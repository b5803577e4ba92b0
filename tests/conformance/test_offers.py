"""The suite holds what is told beside sentences: each breach by offers, questions and rolls is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

import pytest

from battlewright.answers.exact_guide import WinGuide
from battlewright.conformance import check
from battlewright.engine.battle import Battle
from battlewright.engine.errors import NotConforming
from battlewright.engine.events import EventView
from battlewright.engine.offers import Example, Heading, Label, Reference
from battlewright.engine.rolls import RollResult, plain_dice
from tests.toy.pig import PIG, Kind, PigSetup, PigWords, Step

pytestmark = pytest.mark.plain

SOMEBODY = Reference(0, "Ada", "a1", "a")
TURN = Heading("turn", 0, "Your turn")


class ToldWords(PigWords):
    """A toy that declares what there is to declare."""

    def reference(self, number: int) -> Reference | None:
        return SOMEBODY if number == 0 else None

    def about(self, battle: Battle) -> int:
        return 0

    def label(self, battle: Battle, choice: Any) -> Label | None:
        return Label(TURN, Kind(choice.kind).name, about=SOMEBODY)

    def roll(self, battle: Battle, faces: Sequence[int], events: Sequence[EventView]) -> RollResult | None:
        return RollResult(plain_dice(faces, SOMEBODY), total=sum(faces))


class AboutNobody(ToldWords):
    def about(self, battle: Battle) -> int:
        return 7


class ForAStranger(ToldWords):
    def label(self, battle: Battle, choice: Any) -> Label | None:
        return Label(TURN, "Roll", fields={"who": replace(SOMEBODY, name="Bo")})


class Untitled(ToldWords):
    def label(self, battle: Battle, choice: Any) -> Label | None:
        return Label(TURN, "")


class TwoHeadings(ToldWords):
    def label(self, battle: Battle, choice: Any) -> Label | None:
        return Label(Heading("turn", choice.kind, "Your turn"), "Roll")


class OtherDice(ToldWords):
    def roll(self, battle: Battle, faces: Sequence[int], events: Sequence[EventView]) -> RollResult | None:
        return RollResult(plain_dice([7 - face for face in faces]))


class OneStep(IntEnum):
    DECIDE = 1


class NoExample(WinGuide):
    def to_type(self) -> Sequence[Example]:
        return [Example("roll", "", "to roll")]


def test_a_system_that_declares_its_offers_and_rolls_keeps_the_contract() -> None:
    assert check(replace(PIG, words=ToldWords, steps=Step), [PigSetup()], battles=2).battles == 2


@pytest.mark.parametrize(
    ("breach", "sentence"),
    [
        ({"words": AboutNobody}, "the question is about 7, whom there is no reference to"),
        ({"words": ForAStranger}, "an offer refers to .*Bo.*, whom there is not: roll"),
        ({"words": Untitled}, "an offer has no sentence, title or heading: roll"),
        ({"words": TwoHeadings}, "the heading turn has two texts or orders"),
        ({"words": OtherDice}, r"a roll of \[\d\] is told with the dice \[\d\]"),
        ({"steps": OneStep}, "the step 2 has no word"),
        ({"guide": lambda: NoExample}, "the kind roll, which cannot be listed, has no example"),
    ],
)
def test_each_breach_by_offers_and_rolls_is_found(breach: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotConforming, match=sentence):
        check(replace(PIG, **breach), [PigSetup()], battles=3)
