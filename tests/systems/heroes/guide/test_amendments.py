"""A game master's amendments as they are typed, and as forms to fill in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from battlewright.answers.edits import Blank, EditForm
from battlewright.contract.guides import guide_of
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.session import Session
from battlewright.systems.heroes.guide.amendments import amendment_forms
from battlewright.systems.heroes.setup.typed import read_setup
from battlewright.systems.heroes.system import SYSTEM

pytestmark = pytest.mark.plain

LADY = {"kind": "arrive", "sheet": "mirelle", "side": "a", "name": "Lady Mirelle"}


def session() -> Session:
    return Session(SYSTEM, read_setup("cudgels-in-the-alley").setup, seed=3)


@pytest.mark.parametrize(
    ("line", "data"),
    [
        ("arrive ruffian", {"kind": "arrive", "sheet": "ruffian", "side": "b"}),
        ('arrive mirelle as "Lady Mirelle" a', LADY),
        ("arrive mirelle a as lady mirelle", LADY),
        ("flee b2", {"kind": "flee", "who": "b2"}),
        ("return crow priest", {"kind": "return", "who": "b5"}),
        ("remove Silarn", {"kind": "remove", "who": "a1"}),
        ("turn b2 a", {"kind": "turn", "who": "b2"}),
        ("attribute a1 strength 6", {"kind": "attribute", "who": "a1", "attribute": "strength", "value": 6}),
        ("level a1 2", {"kind": "level", "who": "a1", "value": 2}),
        ("resist silarn fire 3", {"kind": "resist", "who": "a1", "type": "fire", "value": 3}),
        ("vulnerable a1 fire 0", {"kind": "vulnerable", "who": "a1", "type": "fire", "value": 0}),
        ("sheet b1 frost-giant", {"kind": "sheet", "who": "b1", "sheet": "frost-giant"}),
        ("ruling attack dice 4", {"kind": "ruling", "ruling": "attack_dice", "value": 4}),
        ("clear Pit of Spikes", {"kind": "clear", "hazard": "Pit of Spikes"}),
    ],
)
def test_a_line_stands_for_an_amendment(line: str, data: dict[str, Any]) -> None:
    assert guide_of(session()).amendment(line) == data


@pytest.mark.parametrize("line", ["end", "use target=2", "set a1 health 5", "turn", "flee", "prone"])
def test_other_lines_are_none(line: str) -> None:
    assert guide_of(session()).amendment(line) is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("arrive dragon", "Unknown sheet 'dragon'"),
        ("flee ruffian", "may be Ruffian 1"),
        ("flee b9", "Nobody here is called 'b9'"),
        ("level a1 99", "The level is a whole number from 1 to 20, not '99'"),
        ("attribute a1 luck 3", "Unknown attribute 'luck'"),
        ("attribute a1 strength big", "as a whole number, not 'big'"),
        ("ruling luck 3", "Unknown ruling 'luck'"),
        ("sheet a1 dragon", "Unknown sheet 'dragon'"),
        ("flee b2 now", "After the name comes nothing more, not 'now'"),
        ("arrive ruffian c", "Say which sheet arrives on which side"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_a_sentence(line: str, reason: str) -> None:
    with pytest.raises(BattlewrightError, match=re.escape(reason)):
        guide_of(session()).amendment(line)


def test_whatever_the_forms_offer_can_be_amended_at_a_decision_and_while_dice_are_awaited() -> None:
    played = session()
    for _ in range(8):
        count = len(played.steps)
        for form in amendment_forms(played.setup):
            words = [
                each for blank in form.blanks if not blank.optional for each in (blank.before, filled(form, blank))
            ]
            amendment = guide_of(played).amendment(" ".join([form.verb, *filter(None, words), form.end]))
            assert amendment is not None
            played.amend(amendment)
            played.rewind(count)
        played.choose(played.choices()[0]) if played.choices() else played.roll()


def filled(form: EditForm, blank: Blank) -> str:
    """What somebody may fill in: the last that is offered, or the least number."""
    least = form.blanks[0].options[-1].least if blank.least is None else blank.least
    return blank.options[-1].words if blank.options else str(least)
