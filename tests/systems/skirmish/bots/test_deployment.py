"""Places where bots deploy."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.bots.tables import tables_for
from battlewright.bots.workspace import workspace_for
from battlewright.engine.node import NodeKind
from battlewright.engine.record import copy_of, look, snapshot
from battlewright.engine.session import Session
from battlewright.systems.skirmish.record import ChoiceKind, Setting, SkirmishChoice
from battlewright.systems.skirmish.setup.battle import SCENARIOS, read_scenario, set_up
from battlewright.systems.skirmish.setup.files import TABLES, read_roster, read_table

SKIRMISH = systems.load("skirmish")


def ranked(table: str, scenario: str, most: int) -> tuple[Session, list[SkirmishChoice]]:
    """The first choice of a battle, and what ranks first there."""
    side = read_roster("lantern-company")
    session = Session(SKIRMISH, set_up((side, side), read_table(table), read_scenario(scenario)), 5)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    assert SKIRMISH.rank is not None
    work, before = workspace_for(SKIRMISH, tables_for(SKIRMISH, session.setting)), snapshot(session.battle)
    count = SKIRMISH.rank(session.setting, session.battle, work.tables, work.room, work.scratch, most)
    assert snapshot(session.battle) == before
    return session, [copy_of(look(SkirmishChoice, work.room, place)) for place in range(count)]


@pytest.mark.parametrize("scenario", SCENARIOS.names)
@pytest.mark.parametrize("table", TABLES.names)
def test_a_bot_knows_places_all_over_its_zone_and_takes_the_offered_one_first(table: str, scenario: str) -> None:
    session, found = ranked(table, scenario, 12)
    first, zone = found[0], look(Setting, session.setting).zones[session.node.seat]
    assert first == session.choices()[0]
    assert first == ranked(table, scenario, 1)[1][0]
    assert {choice.kind for choice in found} == {ChoiceKind.DEPLOY}
    assert all(session.refusal(choice) == "" for choice in found)
    places = [(choice.legs[0].x, choice.legs[0].y) for choice in found if choice.who == first.who]
    assert len(set(places)) == len(places) >= 6
    spread = [max(place[axis] for place in places) - min(place[axis] for place in places) for axis in range(2)]
    assert spread[0] > (zone.right - zone.left) // 2
    assert spread[1] > (zone.far - zone.near) // 2


def test_on_a_roof_a_place_is_on_top_of_it() -> None:
    _, found = ranked("rooftops", "kill-the-captain", 12)
    assert any(choice.legs[0].level > 0 for choice in found)
