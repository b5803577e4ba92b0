"""Places where bots deploy."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.bots.workspace import tables_for, workspace_for
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
    return session, best_of(session, most)


def best_of(session: Session, most: int) -> list[SkirmishChoice]:
    """What ranks first; nothing changes."""
    assert SKIRMISH.bots.rank is not None
    work, before = workspace_for(SKIRMISH, tables_for(SKIRMISH, session.setting)), snapshot(session.battle)
    count = SKIRMISH.bots.rank(session.setting, session.battle, work.tables, work.room, work.scratch, most)
    assert snapshot(session.battle) == before
    return [copy_of(look(SkirmishChoice, work.room, place)) for place in range(count)]


def places(found: list[SkirmishChoice]) -> list[tuple[int, int, int, int]]:
    return [(choice.who, choice.legs[0].x, choice.legs[0].y, choice.legs[0].level) for choice in found]


@pytest.mark.parametrize("scenario", SCENARIOS.names)
@pytest.mark.parametrize("table", TABLES.names)
def test_a_bot_knows_places_all_over_its_zone_and_takes_the_offered_one_first(table: str, scenario: str) -> None:
    session, found = ranked(table, scenario, 12)
    first, zone = found[0], look(Setting, session.setting).zones[session.node.side]
    assert first == session.choices()[0]
    assert first == ranked(table, scenario, 1)[1][0]
    assert {choice.kind for choice in found} == {ChoiceKind.DEPLOY}
    assert all(session.refusal(choice) == "" for choice in found)
    of_first = [place[1:3] for place in places(found) if place[0] == first.who]
    assert len(set(of_first)) == len(of_first) >= 6
    spread = [max(place[axis] for place in of_first) - min(place[axis] for place in of_first) for axis in range(2)]
    assert spread[0] > (zone.right - zone.left) // 2
    assert spread[1] > (zone.far - zone.near) // 2


def test_on_a_roof_a_place_is_on_top_of_it() -> None:
    _, found = ranked("rooftops", "kill-the-captain", 12)
    assert any(choice.legs[0].level > 0 for choice in found)


def test_both_sides_know_the_same_places_in_the_same_order() -> None:
    session, found = ranked("open-field", "last-stand", 12)
    session.choose(found[0])
    others, terrain = best_of(session, 12), look(Setting, session.setting).terrain
    assert {session.node.side, others[0].who // 5} == {1}
    mirrored = [(terrain.width - x, terrain.depth - y) for _, x, y, _ in places(others)[1:11]]
    assert mirrored == [(x, y) for _, x, y, _ in places(found)[1:11]]


@pytest.mark.parametrize("depth", [1.0, 1.5, 4.0])
def test_no_place_is_known_twice(depth: float) -> None:
    side, scenario = read_roster("lantern-company"), read_scenario("last-stand")
    shallow = scenario.model_copy(update={"deployment": scenario.deployment.model_copy(update={"depth": depth})})
    session = Session(SKIRMISH, set_up((side, side), read_table("open-field"), shallow), 5)
    while session.record.round == 0:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            found = best_of(session, 40)
            assert len(set(places(found))) == len(found) > 4
            assert all(session.refusal(choice) == "" for choice in found)
            session.choose(found[-1])
