"""The short list of choices at the terminal: as much of the odds as fits into a line."""

from __future__ import annotations

import _thread
import inspect
import threading
import time

import pytest
from rich.console import Console

from battlewright.bots.adviser import Adviser
from battlewright.cli import choices
from battlewright.cli.choices import ChoiceList
from battlewright.cli.screen import Screen
from battlewright.contract.guides import guide_of, odds_of
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems import load
from tests.systems.skirmish.helpers import Fight
from tests.toy.pig import PIG

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


def at_first_choice(name: str = "formations") -> Session:
    """A battle at its first decision that is not forced."""
    system = load(name)
    session = Session(system, system.setup.read().setup, 3)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return session


def starred(listed: ChoiceList) -> list[str]:
    """The lines with the star."""
    return [line for line in listed.lines() if line.endswith(" *")]


def test_a_person_who_waits_gets_a_star_soon_and_a_deeper_look_on_demand() -> None:
    guide = guide_of(at_first_choice())
    listed = ChoiceList(guide, "full", Screen(), is_awaited=True)
    first, advised = starred(listed), listed.advised
    assert len(first) == 1
    assert advised.star is not None
    listed.look_deeper()
    deeper = listed.advised
    assert deeper.rollouts > advised.rollouts
    kept = deeper.advice[advised.star].win
    assert kept
    assert kept.is_best or kept.lost > 2 * kept.error
    assert len(starred(listed)) == 1
    listed.look_deeper()
    assert listed.advised is deeper, "it has looked as deeply as it does"


def test_where_no_person_waits_the_list_is_always_the_same() -> None:
    guide = guide_of(at_first_choice())
    one, two = (ChoiceList(guide, "full", Screen()) for _ in range(2))
    two.look_deeper()
    assert one.lines() == two.lines()


def test_chances_to_win_that_are_exact_are_told_as_such() -> None:
    session = Session(PIG, PIG.setup.read(goal=4).setup, 1)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    assert ChoiceList(guide_of(session), "full", Screen()).lines()[-1].strip() == "(The chances to win are exact.)"
    guide = guide_of(at_first_choice())
    assert not any("exact" in line for line in ChoiceList(guide, "full", Screen()).lines())


def test_a_look_is_left_with_control_c() -> None:
    """At once: nobody waits for a slice of the search that takes long."""
    session = at_first_choice()
    choices = session.choices()
    odds, adviser = odds_of(session, choices), Adviser()
    adviser.look(session, choices, odds, 1)  # its rules are compiled, its tables read
    threading.Timer(0.3, _thread.interrupt_main).start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        adviser.look(session, choices, odds, 30_000)
    assert time.perf_counter() - began < 10
