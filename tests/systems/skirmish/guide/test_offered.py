"""The choices of Skirmish as people are offered them: what they cost, and in which order."""

from __future__ import annotations

import random

import pytest

from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems import load
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import ChoiceKind, Step
from battlewright.systems.skirmish.words.names import ACTION_AP


def fought(seed: int) -> Session:
    """A battle of the shipped set-up after its deployment."""
    system = load("skirmish")
    assert system.read_setup is not None
    session = Session(system, system.read_setup().setup, seed)
    while session.node.step != Step.ACT:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(session.choices()[0])
    return session


@pytest.mark.parametrize("seed", range(3))
def test_the_price_on_the_list_is_what_the_rules_take(seed: int) -> None:
    session, chance, paid = fought(seed), random.Random(seed), set()
    while not session.is_over and len(session.steps) < 400:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        choice = chance.choice([each.choice for each in SkirmishGuide(session).offered()])
        actor, is_action = session.record.frames[session.record.depth - 1].actor, session.node.step == Step.ACT
        before, round_before = session.record.models[max(actor, 0)].ap, session.record.round
        price = ACTION_AP.get(ChoiceKind(choice.kind), 0)
        session.choose(choice)
        if is_action and session.record.round == round_before:  # a new round gives new AP
            paid.add(choice.kind)
            assert session.record.models[actor].ap == before - price
    assert {ChoiceKind.MOVE, ChoiceKind.SHOOT, ChoiceKind.STOP} <= paid


def test_people_read_another_order_than_the_rules_have() -> None:
    """The order of the rules is that of replays and bots: to stop comes first in it."""
    session = fought(1)
    guide = SkirmishGuide(session)
    listed, offered = session.choices(), guide.offered()
    assert listed[0].kind == ChoiceKind.STOP
    assert [each.ends_turn for each in offered] == [False] * (len(offered) - 1) + [True]
    suggested = [choice for choice, _ in guide.suggestions()]
    by_place = [each.choice for each in sorted(offered, key=lambda each: each.place)]
    assert by_place == [*listed, *suggested]
    assert [each.is_suggested for each in offered] == [False] * (len(listed) - 1) + [True] * len(suggested) + [False]


def test_a_shot_that_no_dice_make_hit_is_vain() -> None:
    session = fought(1)
    guide = SkirmishGuide(session)
    shots = [choice for choice in session.choices() if choice.kind == ChoiceKind.SHOOT]
    who = session.record.frames[session.record.depth - 1].actor
    chances = [guide.fire(who, shot.whom, shot.weapon).open for shot in shots]
    assert [guide.is_vain(shot) for shot in shots] == [each is not None and each.hit == 0 for each in chances]
    session.record.crowd.bases[shots[0].whom].x += 900_000
    assert guide.is_vain(shots[0])
    assert not any(guide.is_vain(choice) for choice in session.choices() if choice.kind != ChoiceKind.SHOOT)
