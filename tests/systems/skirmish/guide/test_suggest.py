"""Suggested moves: legal, safe, and the same from what a side may know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from battlewright import systems
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.guide.mover import KINDS
from battlewright.systems.skirmish.guide.reach import stretches
from battlewright.systems.skirmish.record import Purpose, Step
from battlewright.systems.skirmish.setup.files import TABLES
from tests.systems.skirmish.helpers import Fight

PURPOSES = {kind: purpose for purpose, kind in KINDS.items()}


def nodes(table: str, seed: int, most: int) -> Iterator[Session]:
    """A battle led at random, wherever a model may move."""
    system, draw = systems.load("skirmish"), random.Random(seed)
    session = Session(system, system.setup.read(("gable-foxes", "powder-guild"), table).setup, seed)
    while most and not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        if session.node.step == Step.COVER_MOVE or (session.node.step == Step.ACT and draw.random() < 0.3):
            yield session
            most -= 1
        session.choose(draw.choice(session.choices()))


@pytest.mark.clause("S2.A3")
@pytest.mark.parametrize("table", TABLES.names)
def test_every_suggestion_is_legal_and_safe(table: str) -> None:
    offered = 0
    for session in nodes(table, 3, 8):
        guide = SkirmishGuide(session)
        found = guide.suggestions()
        side = session.node.side
        assert list(SkirmishGuide(observe(session, side)).suggestions()) == list(found)
        for choice, purpose, _ in found:
            assert session.refusal(choice) == ""
            assert purpose
            mover = guide.mover(guide.moves.frame.actor, PURPOSES[choice.kind])
            if mover.purpose != Purpose.COVER:
                legs = stretches(mover, choice)
                assert not any(leg.test or leg.stress for leg in legs)
                assert sum(leg.cost for leg in legs) <= mover.reach
            offered += 1
    assert offered > 8


@pytest.mark.parametrize("table", TABLES.names)
def test_no_suggestion_stays_where_the_model_stands(table: str) -> None:
    for session in nodes(table, 5, 30):
        for each in SkirmishGuide(session).offers():
            assert 'walk 0"' not in each.sentence, each.sentence
            assert each.choice.count or not each.is_suggested


def test_without_opponents_or_without_a_move_nothing_is_suggested() -> None:
    assert SkirmishGuide(Fight([{}], [{}]).session).suggestions() == []
