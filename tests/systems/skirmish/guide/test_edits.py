"""A game master's edits in a battle of Skirmish, as they are typed."""

from __future__ import annotations

import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.engine.story import sentences
from battlewright.systems import load
from battlewright.systems.skirmish.guide.edits import EDIT_FORMS
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import Step


@pytest.fixture
def session() -> Session:
    """A battle in the ruins where the first model is activated."""
    system = load("skirmish")
    session = Session(system, system.setup.read(table="ruins").setup, 7)
    while session.node.step != Step.ACTIVATE:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(session.choices()[0])
    return session


def told(session: Session, said: str) -> str:
    """What an edit does, in words."""
    (edit,) = SkirmishGuide(session).edits(said) or ()
    step = session.edit(edit)
    return " ".join(each.text for each in sentences(session, step.events))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("set a1 stress 2", "(a1)"),
        ("set b2 toughness 1", "(b2)"),
        ("set a1 ap 1", "(a1)"),
        ("set a1 place 12.5 12", "(12.5, 12)"),
        ("round 3", "3"),
        ("add dust 10 6", "(10, 6)"),
        ("add fire 12.5 12", "(12.5, 12)"),
        ("add explosion p1 2", "xplo"),
        ("add explosion p1", "xplo"),
    ],
)
def test_a_game_master_changes_numbers_places_and_effects_in_words(session: Session, said: str, sentence: str) -> None:
    assert sentence in told(session, said)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("set", "Say whom it is about, such as: set a1 stress 2"),
        ("set z9 stress 1", "Nobody here is called 'z9'. There are "),
        ("set a1", "Say what to set: stress, toughness, ap or place, such as: set a1 stress 2"),
        ("set a1 health 1", "Unknown number 'health'. Known: stress, toughness, ap, place."),
        ("set a1 stress 5000", "Stress is a whole number from 0 to 1000, not '5000' [S2.T1]"),
        ("set a1 toughness 9", "[S2.T5]"),
        ("set a1 ap 4", "AP is a whole number from 0 to 3, not '4' [S2.A1]"),
        ("set a1 place 99 99", "has no room at (99, 99); a model stands on the table"),
        ("set a1 place here", "Type inches from the south-west corner"),
        ("round 0", "The round is a whole number from 1 to 8, not '0' [S2.A4]"),
        ("add", "Unknown effect ''. Known: dust, fire, explosion."),
        ("add dust 99 99", "is not a point of the ground or of a top; the table is 24 by 24 inches [S2.F9]"),
        ("add dust 3 3 2", "leave out the height"),
        ("add explosion p1 9", "An explosion has a radius of 1\" to 3\", not '9' [S2.F9]"),
        ("add explosion p99 2", "Nobody here is called 'p99'"),
    ],
)
def test_what_cannot_be_done_is_said_with_what_can(session: Session, said: str, reason: str) -> None:
    with pytest.raises(BattlewrightError) as refused:
        SkirmishGuide(session).edits(said)
    assert reason in str(refused.value)


def test_while_a_model_acts_nothing_is_changed(session: Session) -> None:
    session.choose(session.choices()[0])
    with pytest.raises(BattlewrightError, match=r"between activations, not while a model acts \[S2\.A3\]"):
        SkirmishGuide(session).edits("set a1 stress 2")


def test_every_example_of_the_help_can_be_typed(session: Session) -> None:
    guide = SkirmishGuide(session)
    places = {"place 12.5 8": "place 12.5 12"}
    examples = [next((form.replace(*each) for each in places.items() if each[0] in form), form) for form in EDIT_FORMS]
    assert all(len(guide.edits(form) or ()) == 1 for form in examples)
    assert set(EDIT_FORMS) <= set(guide.forms)


def test_choices_and_other_words_are_no_edits(session: Session) -> None:
    guide = SkirmishGuide(session)
    assert guide.edits("activate who=1") is None
    assert guide.edits("settle") is None
