"""The suite holds what is told beside sentences: each breach by offers, questions and rolls is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

import pytest

from battlewright.answers.exact_guide import WinGuide
from battlewright.answers.offers import Example
from battlewright.conformance import check
from battlewright.engine.battle import Battle
from battlewright.engine.errors import NotConforming
from battlewright.engine.events import EventView
from battlewright.engine.labels import Heading, Label, Reference
from battlewright.engine.roll_results import RollResult, plain_dice
from tests.changes import changed
from tests.toy.parts import PigWords
from tests.toy.pig import PIG, Kind, PigSetup

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
    assert check(changed(PIG, words={"sentences": ToldWords}), [PigSetup()], battles=2).battles == 2


@pytest.mark.parametrize(
    ("breach", "sentence"),
    [
        ({"words": {"sentences": AboutNobody}}, "the question is about 7, which has no reference"),
        ({"words": {"sentences": ForAStranger}}, "an offer refers to .*Bo.*, which does not exist: roll"),
        ({"words": {"sentences": Untitled}}, "an offer has no sentence, title or heading: roll"),
        ({"words": {"sentences": TwoHeadings}}, "the heading turn has two texts or orders"),
        ({"words": {"sentences": OtherDice}}, r"a roll of \[\d\] is shown with the dice \[\d\]"),
        ({"rules": {"steps": OneStep}}, "the step 2 has no word"),
        ({"guide": {"load": lambda: NoExample}}, "the kind roll, which cannot be listed, has no example"),
    ],
)
def test_each_breach_by_offers_and_rolls_is_found(breach: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotConforming, match=sentence):
        check(changed(PIG, **breach), [PigSetup()], battles=3)
