"""Groups, their actions and Rerolls, as data."""

from __future__ import annotations

import json

from battlewright import systems
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.systems.formations.guide.guide import FormationsGuide
from battlewright.systems.formations.record import ChoiceKind
from battlewright.systems.formations.setup.engagement import EngagementSetup
from tests.systems.formations.helpers import force

SHOUT = {"name": "Shout", "roll": "order", "effect": "rerolls"}


def begun() -> Session:
    """A battle before its first activation, in which the first group has a Reroll."""
    a = force({"models": 4, "rerolls": 2}, {}, actions=[SHOUT], atk=2)
    session = Session(systems.load("formations"), EngagementSetup(forces=(a, force())), 3)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return session


def test_groups_have_their_scores_and_actions() -> None:
    session = begun()
    groups = FormationsGuide(observe(session, 0)).groups()
    assert [(group.side, group.models, group.is_formation) for group in groups] == [
        (0, 4, True),
        (0, 1, False),
        (1, 1, False),
    ]
    assert [action.name for action in groups[0].actions][-1] == "Shout"
    assert groups[0].scores["atk"] == 2
    assert {group.state for group in groups} == {"to act"}
    for group in groups:
        data = group.as_data()
        assert (data["name"], data["title"], data["number"]) == ("Kind", "Kind", group.slot)
        assert group.tag[0] == data["side"]
        assert json.loads(json.dumps(data)) == data


def test_a_roll_that_waits_for_rerolls_is_shown() -> None:
    session = begun()
    guide = FormationsGuide(session)
    assert guide.reroll() is None
    for _ in range(40):
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        elif guide.reroll() is not None:
            break
        else:
            session.choose(session.choices()[0])
    found = guide.reroll()
    assert found is not None
    assert found.rerolls == session.record.groups[found.slot].rerolls > 0
    assert sum(found.shown) == session.record.frames[session.record.depth - 1].dice
    assert session.choices()[0].kind == ChoiceKind.REROLL
    faces = session.steps[-1].faces
    assert [sum(found.stands[face - 1] == each for face in faces) for each in range(1, 7)] == list(found.shown)
    assert list(found.succeeds) == [face >= found.score for face in range(1, 7)]
    data = found.as_data()
    assert json.loads(json.dumps(data)) == data


def test_models_that_have_fallen_are_counted() -> None:
    session = begun()
    for line in ("set a1 models 3", "set b1 models 0"):
        for edit in FormationsGuide(session).edits(line) or ():
            session.edit(edit)
    groups = FormationsGuide(session).groups()
    assert [(group.models, group.fallen, group.state) for group in groups] == [
        (3, 1, "to act"),
        (1, 0, "to act"),
        (0, 1, "gone"),
    ]


def test_a_game_master_fills_in_lines() -> None:
    session = begun()
    guide = FormationsGuide(session)
    numbers, counted = guide.master_forms()
    for option in numbers.blanks[0].options:
        assert guide.edits(f"{numbers.verb} {option.words} {option.most}")
    assert guide.edits(f"{counted.verb} {counted.blanks[0].most}")
    forces = guide.engagement().forces
    assert forces["a"].strength > forces["b"].strength
