"""A game master's edits in an engagement, as they are typed."""

from __future__ import annotations

import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.engine.story import sentences
from battlewright.systems import load
from battlewright.systems.formations.guide.edits import EDIT_FORMS
from battlewright.systems.formations.guide.guide import FormationsGuide


@pytest.fixture
def session() -> Session:
    """The shipped engagement where the first group is chosen."""
    system = load("formations")
    session = Session(system, system.setup.read().setup, 7)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return session


def told(session: Session, said: str) -> str:
    """What an edit does, in words."""
    (edit,) = FormationsGuide(session).edits(said) or ()
    step = session.edit(edit)
    return " ".join(each.text for each in sentences(session, step.events))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("set a3 wounds 2", "Captain Ysolde (a3)"),
        ("set captain wounds 1", "Captain Ysolde (a3)"),
        ("set a1 models 4", "Ford archers (a1)"),
        ("set ford rerolls 3", "Ford archers (a1)"),
        ("round 2", "2"),
    ],
)
def test_a_game_master_changes_numbers_in_words(session: Session, said: str, sentence: str) -> None:
    assert sentence in told(session, said)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("set", "Say whom it is about, such as: set a1 wounds 1"),
        ("set z9 wounds 1", "Nobody here is called 'z9'. There are Ford archers (a1), "),
        ("set a1", "Say what to set: wounds, models, rerolls, such as: set a1 wounds 1"),
        ("set a1 health 1", "Unknown number 'health'. Known: wounds, models, rerolls."),
        ("set a1 wounds 99", "type a whole number from 0 to 1, not '99' [F.G2]"),
        ("set a1 wounds", "not '' [F.G2]"),
        ("set a1 models 9", "A group of 4 models cannot grow: type a whole number from 0 to 4, not '9' [F.G1]"),
        ("set a1 rerolls many", "type a whole number from 0 to "),
        ("round 99", "The round is counted from 1: type a whole number from 1 to "),
    ],
)
def test_what_cannot_be_done_is_said_with_what_can(session: Session, said: str, reason: str) -> None:
    with pytest.raises(BattlewrightError) as refused:
        FormationsGuide(session).edits(said)
    assert reason in str(refused.value)


def test_in_an_activation_nothing_is_changed(session: Session) -> None:
    session.choose(session.choices()[0])
    with pytest.raises(BattlewrightError, match=r"between activations.*\[F\.G3\]"):
        FormationsGuide(session).edits("set a1 models 2")


def test_every_example_of_the_help_can_be_typed(session: Session) -> None:
    guide = FormationsGuide(session)
    session.edit((guide.edits("set a1 models 1") or ())[0])
    examples = [form.replace("a1 wounds", "a3 wounds").replace("models 4", "models 1") for form in EDIT_FORMS]
    assert all(len(guide.edits(form) or ()) == 1 for form in examples)
    assert set(EDIT_FORMS) <= set(guide.forms)


def test_choices_and_other_words_are_no_edits(session: Session) -> None:
    guide = FormationsGuide(session)
    assert guide.edits("activate group=1") is None
    assert guide.edits("settle") is None
