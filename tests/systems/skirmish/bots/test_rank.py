"""The ranking: what is never worth an action point is not in it."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.bots.workspace import tables_for, workspace_for
from battlewright.engine.record import copy_of, look
from battlewright.systems.skirmish.record import ChoiceKind, SkirmishChoice
from tests.systems.skirmish.helpers import Fight

SKIRMISH = systems.load("skirmish")
CORNERS = [(0.5, 0.5), (23.5, 0.5), (0.5, 23.5), (23.5, 23.5)]


def ranked(fight: Fight, most: int) -> list[SkirmishChoice]:
    """The choices that rank first."""
    assert SKIRMISH.bots.rank is not None
    work = workspace_for(SKIRMISH, tables_for(SKIRMISH, fight.session.setting))
    session = fight.session
    count = SKIRMISH.bots.rank(session.setting, session.battle, work.tables, work.room, work.scratch, most)
    return [copy_of(look(SkirmishChoice, work.room, index)) for index in range(count)]


@pytest.mark.parametrize("at", CORNERS)
def test_no_move_ends_where_the_model_stands(at: tuple[float, float]) -> None:
    """Not even in a corner, which the ways out of the table lead back to."""
    fight = Fight(a=[{"at": at, "agility": 4}], b=[{"at": (12, 12)}, {"at": (10, 14)}]).activate(0)
    moves = [each for each in ranked(fight, 40) if each.kind == ChoiceKind.MOVE]
    assert len(moves) > 3
    base = fight.session.record.crowd.bases[0]
    ends = [each.legs[each.count - 1] for each in moves]
    assert all((end.x, end.y, end.level) != (base.x, base.y, base.level) for end in ends)
