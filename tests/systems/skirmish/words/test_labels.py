"""The labels of choices, at every decision: what words say of a choice without a guide."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from battlewright.answers.data import question_data
from battlewright.answers.offers import Suggestion, label_of
from battlewright.engine.node import NodeKind
from battlewright.systems.skirmish.record import ChoiceKind, Step
from battlewright.systems.skirmish.words.labels import FIELDS, suggested
from tests.systems.skirmish.helpers import Fight, walk
from tests.systems.skirmish.nodes import NODES, acting, answering, bound, over, returning_late, words_of

pytestmark = pytest.mark.plain

WAYS = {
    **{step.name: way for step, way in NODES.items()},
    **{each.__name__: each for each in (answering, bound, returning_late, over)},
}


@pytest.mark.parametrize("node", WAYS.values(), ids=WAYS)
def test_every_listed_choice_says_what_it_names(node: Callable[[], Fight]) -> None:
    session = node().session
    for choice in session.choices():
        label = label_of(session, choice)
        assert label.title
        assert label.heading.text
        assert set(FIELDS.get(choice.kind, ())) <= set(label.fields)
        assert len(label.legs) == choice.count


@pytest.mark.parametrize("step", NODES)
def test_a_question_is_about_a_model_unless_a_side_is_asked(step: Step) -> None:
    about = question_data(NODES[step]().session)["about"]
    assert (about is None) == (step in (Step.ROLL_OFF, Step.DEPLOY, Step.ACTIVATE))


def test_nobody_is_asked_when_the_battle_is_over() -> None:
    fight = over()
    assert fight.node.kind == NodeKind.OVER
    assert fight.session.words.about(fight.battle) == -1
    assert fight.session.words.reference(-1) is None


def test_a_suggestion_is_titled_by_its_purpose_or_its_target() -> None:
    fight = acting()
    words = words_of(fight)
    move = fight.choice(ChoiceKind.MOVE, walk(6, 5))
    moved = suggested(
        words.names, fight.battle, label_of(fight.session, move), Suggestion(move, "towards Brann (b1)", 2)
    )
    assert (moved.title, moved.detail) == ("Towards Brann", 'walk 1" to (6, 5)')
    engage = fight.choice(ChoiceKind.CLOSE_COMBAT, walk(6, 5), weapon=1)
    label = label_of(fight.session, engage)
    assert (label.title, label.detail) == ("With the Spear", 'after moving to (6, 5) · walk 1"')
    engaged = suggested(words.names, fight.battle, label, Suggestion(engage, "at Brann (b1)", 2))
    assert (engaged.title, engaged.detail) == ("Brann", 'Spear · walk 1"')


def test_a_choice_that_names_what_there_is_not_has_a_label_too() -> None:
    fight = acting()
    shot = label_of(fight.session, fight.choice(ChoiceKind.SHOOT, whom=99, weapon=9))
    assert (shot.title, shot.about, shot.heading.text) == ("nobody", None, "Shoot · no weapon")
    assert label_of(fight.session, fight.choice(ChoiceKind.CLOSE_COMBAT, weapon=9)).about is None
    assert label_of(fight.session, fight.choice(ChoiceKind.MOVE)).title == "Move to nowhere"
