"""The short list of choices at the terminal: as much of the odds as fits into a line."""

from __future__ import annotations

import inspect

import pytest
from rich.console import Console

from battlewright.cli import choices
from battlewright.cli.choices import ChoiceList
from battlewright.cli.screen import Screen
from battlewright.contract.guides import guide_of
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems import load
from tests.systems.skirmish.helpers import Fight

LONG = 12.0
"""More seconds than any advice here takes."""


def decisions(name: str, count: int) -> list[Session]:
    """The first decisions of a battle with something to say of its choices, each time the last choice being made."""
    system = load(name)
    made = []
    for seed in range(count):
        session = Session(system, system.setup.read().setup, seed)
        for _ in range(40):
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            elif any(advice.chances for advice in guide_of(session).advise(session.choices(), (), LONG)):
                made.append(session)
                break
            else:
                session.choose(session.choices()[0])
    return made


@pytest.mark.parametrize("name", ["skirmish", "heroes", "formations"])
def test_the_short_odds_are_the_beginning_of_the_long_ones(name: str) -> None:
    found = 0
    for session in decisions(name, 2):
        guide, listed = guide_of(session), session.choices()
        for choice, advice in zip(listed, guide.advise(listed, (), LONG), strict=True):
            text, pieces = guide.advice_text(choice, advice), guide.brief_advice(choice, advice)
            assert all(pieces)
            assert bool(pieces) == bool(text)
            assert text.startswith(", ".join(pieces))
            found += len(pieces)
    assert found > 5


def test_what_does_not_fit_is_left_out_piece_by_piece() -> None:
    """In cover, a target is harder to hit: that is in the long list."""
    rifle = {"at": (4, 2), "ballistics": 5, "agility": 0, "weapons": ["Rifle"]}
    fight = Fight([rifle], [{"at": (4, 12), "weapons": [], "ballistics": 0}, {"at": (8, 12), "agility": 0}]).activate(0)
    guide = guide_of(fight.session)

    def lines(width: int) -> list[str]:
        screen = Screen()
        screen.console = Console(width=width, height=24, force_terminal=True)
        return ChoiceList(guide, term="odds", screen=screen).lines(short=True)

    wide, narrow = lines(100), lines(56)
    assert wide[0].startswith('    1  Shoot b1 (b1) with the Rifle: 9" away (2 AP)  hit ')
    assert narrow[0] == '    1  Shoot b1 (b1) with the Rifle: 9" away (2 AP)'
    assert "in cover" not in wide[0]
    assert "in cover" in ChoiceList(guide, term="odds", screen=Screen()).lines()[0]


def test_no_text_is_taken_apart() -> None:
    assert "re" not in vars(choices)
    assert "split(" not in inspect.getsource(choices)
