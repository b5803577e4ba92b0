"""The options in the first edition: two of them are there, under a clause of its own, and one is not."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.errors import Refused, SetupError
from battlewright.systems.skirmish.record import ChoiceKind
from battlewright.systems.skirmish.setup.battle import ScenarioSetup, set_up
from battlewright.systems.skirmish.setup.files import read_roster
from tests.systems.skirmish.helpers import Fight, walk

pytestmark = pytest.mark.plain

MOVE, SHOOT, CLOSE_COMBAT = ChoiceKind.MOVE, ChoiceKind.SHOOT, ChoiceKind.CLOSE_COMBAT
WALL = {"box": [7, 8, 1, 8], "top": 6, "solid": True}


def fight(*pieces: dict[str, Any], **options: Any) -> Fight:
    """A model of side a, activated, with a Sword and a Rifle, 8" from an opponent with a Sword."""
    a = {"at": (4, 12), "weapons": ["Sword", "Rifle"], "agility": 4}
    return Fight(a=[a], b=[{"at": (12, 12)}], pieces=pieces, edition="first", **options).activate(0)


@pytest.mark.clause("S1.A1", "S2.M13")
def test_a_move_may_not_enter_a_threat_range_where_the_scenario_says_so() -> None:
    stopped = fight(threat_stops_moves=True)
    assert [stopped.refused(MOVE, walk(x, 12)) for x in (9.999, 10)] == ["", "S1.A1"]  # a Sword reaches 1"
    assert fight().refused(MOVE, walk(10, 12)) == ""
    stopped.move(walk(9.9, 12))
    assert stopped.at(0) == (9.9, 12, 0)
    assert stopped.refused(CLOSE_COMBAT, walk(10.5, 12)) == "", "a pounce is not hindered (S1.K1)"


@pytest.mark.clause("S1.A1", "S2.F12")
def test_solid_terrain_forbids_a_shot_where_the_scenario_says_so() -> None:
    assert fight(WALL, solid_blocks=True).refused(SHOOT, whom=1) == "S1.A1"
    assert fight(WALL | {"solid": False}, solid_blocks=True).refused(SHOOT, whom=1) == ""
    assert fight(solid_blocks=True).shoot(1).frame.difficulty == 7000
    assert fight(WALL).shoot(1).frame.obstacles == 1, "without the option it only makes it harder"


@pytest.mark.clause("S1.A1")
def test_a_refusal_tells_the_reason_and_cites_the_first_edition() -> None:
    with pytest.raises(Refused, match=r"The path comes into the threat range of an enemy.*S1\.A1"):
        fight(threat_stops_moves=True).move(walk(10, 12))
    with pytest.raises(Refused, match=r"Solid terrain stands between a1 \(a1\) and b1 \(b1\).*S1\.A1"):
        fight(WALL, solid_blocks=True).shoot(1)


@pytest.mark.clause("S1.F2", "S2.F3")
def test_a_modifier_that_is_added_is_an_option_of_the_second_edition_alone() -> None:
    red = read_roster("red-hall")
    scenario = ScenarioSetup(name="Test", modifier_added=True, solid_blocks=True, threat_stops_moves=True)
    with pytest.raises(SetupError) as refused:
        set_up((red, red), scenario=scenario, edition="first")
    (fault,) = refused.value.faults
    assert fault.field == "scenario.modifier_added"
    assert fault.message == "is an option of the second edition (S2.F3); the first has none like it"
