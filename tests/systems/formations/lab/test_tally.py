"""What an engagement has come to."""

from __future__ import annotations

import pytest

from battlewright.contract.system import System, tally
from battlewright.engine.session import Session
from battlewright.systems.formations.setup.engagement import EngagementSetup
from tests.systems.formations.helpers import force

pytestmark = pytest.mark.plain


def test_the_tally_has_the_round_and_what_each_force_has_left(formations: System) -> None:
    setup = EngagementSetup(forces=(force({"models": 4}, might=5), force({"models": 1}, might=7)))
    session = Session(formations, setup)
    assert tally(session) == (1, ({"models": 4, "strength": 20}, {"models": 1, "strength": 7}))
    session.record.groups[0].models = 3
    session.record.groups[0].wounds = 2
    assert tally(session)[1][0] == {"models": 3, "strength": 13}
