"""What a battle has come to."""

from __future__ import annotations

import pytest

from battlewright.contract.system import tally
from battlewright.systems.skirmish.record import Editable, Fate
from tests.systems.skirmish.helpers import Fight

pytestmark = pytest.mark.plain


def test_the_tally_has_the_round_and_what_each_side_has_left() -> None:
    fight = Fight(a=[{"at": (5, 5)}, {"at": (9, 5)}], b=[{"at": (5, 12)}])
    points = [fight.setting.cards[who].points for who in range(3)]
    assert tally(fight.session) == (
        1,
        ({"models": 2, "points": points[0] + points[1]}, {"models": 1, "points": points[2]}),
    )
    fight.edit(Editable.ROUND, 0, 3)
    fight.model(1).fate = Fate.REMOVED
    fight.model(2).fate = Fate.WAITING
    assert tally(fight.session) == (3, ({"models": 1, "points": points[0]}, {"models": 0, "points": 0}))
