"""Candidates: all of them allowed, and of all kinds."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.engine.record import Row, allocate, look, snapshot
from battlewright.systems.skirmish.record import ChoiceKind, SkirmishChoice, Step
from tests.systems.skirmish.helpers import Fight

pytestmark = pytest.mark.plain
SKIRMISH = systems.load("skirmish")


def candidates_at(fight: Fight, most: int = SKIRMISH.rules.max_choices) -> list[SkirmishChoice]:
    """The candidates at this decision; they must be allowed and change nothing."""
    assert SKIRMISH.bots.candidates is not None
    room: Row[SkirmishChoice] = allocate(SkirmishChoice, most)
    before = snapshot(fight.session.battle)
    count = SKIRMISH.bots.candidates(fight.session.setting, fight.session.battle, room)
    assert snapshot(fight.session.battle) == before
    found = [look(SkirmishChoice, room, place) for place in range(count)]
    assert all(fight.session.refusal(choice) == "" for choice in found)
    return found


def of_kind(found: list[SkirmishChoice], kind: ChoiceKind) -> list[SkirmishChoice]:
    return [choice for choice in found if choice.kind == kind]


def test_listed_choices_come_first() -> None:
    fight = Fight(a=[{"at": (5, 5), "weapons": ["Rifle"]}], b=[{"at": (5, 15)}])
    assert [choice.who for choice in candidates_at(fight)] == [0]
    fight.activate(0)
    listed = fight.session.choices()
    assert candidates_at(fight)[: len(listed)] == listed


def test_moves_lead_all_around_and_to_opponents() -> None:
    fight = Fight(a=[{"at": (12, 12), "agility": 2}], b=[{"at": (12, 18)}, {"at": (20, 20)}]).activate(0)
    moves = of_kind(candidates_at(fight), ChoiceKind.MOVE)
    assert len(moves) >= 16
    ends = [choice.legs[choice.count - 1] for choice in moves]
    for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        assert any((end.x - 12000) * way[0] + (end.y - 12000) * way[1] > 3500 for end in ends), way


def test_an_opponent_is_engaged_from_a_side_that_is_free() -> None:
    """Straight ahead stands a friend of the opponent's in base contact, so that one must go aside."""
    fight = Fight(a=[{"at": (5, 5), "agility": 4}], b=[{"at": (5, 9)}, {"at": (5, 8)}], pieces=()).activate(0)
    engaged = of_kind(candidates_at(fight), ChoiceKind.CLOSE_COMBAT)
    assert len(engaged) == 2
    far = Fight(a=[{"at": (5, 5)}], b=[{"at": (5, 20)}]).activate(0)
    assert of_kind(candidates_at(far), ChoiceKind.CLOSE_COMBAT) == []


def test_what_is_in_the_way_is_climbed_over_or_one_goes_less_far() -> None:
    wall = {"box": [0, 7, 24, 1], "top": 1.5}
    fight = Fight(a=[{"at": (12, 5), "agility": 4}], b=[{"at": (12, 20)}], pieces=[wall]).activate(0)
    over = [choice for choice in of_kind(candidates_at(fight), ChoiceKind.MOVE) if choice.count > 1]
    assert any(choice.legs[choice.count - 1].y > 8000 for choice in over)
    high = wall | {"top": 9}
    fight = Fight(a=[{"at": (12, 5), "agility": 4}], b=[{"at": (12, 20)}], pieces=[high]).activate(0)
    ends = [choice.legs[choice.count - 1].y for choice in of_kind(candidates_at(fight), ChoiceKind.MOVE)]
    assert ends
    assert max(ends) < 7000


def test_a_friend_who_broke_down_is_gone_to() -> None:
    fight = Fight(a=[{"at": (5, 5)}, {"at": (9, 5)}], b=[{"at": (22, 22)}, {"at": (20, 22)}]).stress(1, 5)
    fight.activate(1).roll(4, 4, 4).activate(2).stop().activate(0)
    ends = [choice.legs[choice.count - 1] for choice in of_kind(candidates_at(fight), ChoiceKind.MOVE)]
    assert any(abs(end.x - 8000) <= 50 and end.y == 5000 for end in ends)


def test_cover_moves_are_candidates() -> None:
    barrel = {"box": [10, 11, 1, 0.8], "top": 2}
    fight = Fight(a=[{"at": (4, 12), "weapons": ["Rifle"]}], b=[{"at": (16, 12), "agility": 5}], pieces=[barrel])
    fight.activate(0).shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)
    assert fight.node.step == Step.COVER_MOVE
    found = candidates_at(fight)
    assert found[0].kind == ChoiceKind.STAY
    assert of_kind(found, ChoiceKind.COVER_MOVE)


def test_a_small_room_is_filled_and_no_more() -> None:
    fight = Fight(a=[{"at": (12, 12)}], b=[{"at": (12, 18)}]).activate(0)
    assert len(candidates_at(fight, 5)) <= 5
    assert candidates_at(fight, 1)[0].kind == ChoiceKind.STOP


def test_who_cannot_move_or_has_no_points_left_has_no_moves_among_them() -> None:
    fight = Fight(a=[{"at": (12, 12), "agility": 0}], b=[{"at": (12, 18)}]).activate(0)
    assert of_kind(candidates_at(fight), ChoiceKind.MOVE) == []
