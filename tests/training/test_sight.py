"""What a learner sees, and what it must not see."""

from __future__ import annotations

import pytest

from battlewright.engine.record import snapshot
from battlewright.engine.session import Session
from battlewright.training import Sight
from battlewright.training.sight import Ints
from tests.toy.pig import PigSetup
from tests.training.pig_features import LEARNED, SECRETIVE


def shown(sight: Sight, session: Session, side: int) -> Ints:
    before = snapshot(session.battle)
    sight.look(session.setting, session.battle, side)
    assert snapshot(session.battle) == before
    return sight.table


@pytest.mark.plain
def test_secrets_go_through_the_gate() -> None:
    session = Session(LEARNED, PigSetup(goal=10))
    session.record.scores[0], session.record.scores[1] = 4, 5
    assert shown(Sight(LEARNED), session, 0).tolist() == [400, 500, 0]
    assert shown(Sight(SECRETIVE), session, 0).tolist() == [400, 0, 0]
    assert shown(Sight(SECRETIVE), session, 1).tolist() == [500, 0, 0]


@pytest.mark.plain
def test_whoever_is_not_to_choose_has_no_actions_and_old_ones_are_wiped() -> None:
    session, sight = Session(LEARNED, PigSetup(goal=10)), Sight(LEARNED)
    assert sight.look(session.setting, session.battle, 0) == 2
    assert sight.actions[:3].tolist() == [[1000, 0], [0, 1000], [0, 0]]
    assert sight.look(session.setting, session.battle, 1) == 0
    assert not sight.actions.any()
