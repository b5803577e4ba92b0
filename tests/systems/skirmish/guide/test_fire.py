"""Lines of fire as data: what is in them, the sum, and the chances, as the rules have them."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused
from battlewright.engine.observation import observe
from battlewright.engine.record import snapshot
from battlewright.systems.skirmish.guide.fire import FireLine, hit_chances
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.record import ChoiceKind, Editable
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.shots import RIFLE, WALL, range_of_fire

ARMED = {"weapons": ["Rifle", "Sniper"]}


def at_random(seed: int) -> Fight:
    """Models and terrain at random, with dust between them."""
    draw = random.Random(seed)
    pieces = [
        {
            "box": [draw.randint(0, 20), draw.randint(5, 15), draw.randint(1, 4), draw.randint(1, 4)],
            "top": draw.choice((0.5, 1, 2, 3.5, 6)),
        }
        for _ in range(draw.randint(0, 9))
    ]
    edition = draw.choice(("second", "first"))
    added = edition == "second" and draw.random() < 0.3
    fight = Fight(a=[ARMED] * 3, b=[ARMED] * 3, pieces=pieces, edition=edition, modifier_added=added)
    for who in range(6):
        for _ in range(4):
            place = draw.uniform(0.5, 23.5), draw.uniform(0.5, 23.5), draw.choice((0, 0, 0, 2, 3.5))
            try:
                fight.put(who, place)
            except Refused:
                continue
    for _ in range(draw.randint(0, 3)):
        fight.edit(Editable.DUST, 0, 0, x=draw.randint(2000, 22_000), y=draw.randint(2000, 22_000))
    return fight.activate(0)


@pytest.mark.clause("S2.F1", "S2.F2", "S2.F3", "S1.F1", "S1.F2")
@given(st.integers(0, 1 << 32))
def test_every_sum_is_that_of_the_shot_when_it_is_taken(seed: int) -> None:
    fight = at_random(seed)
    guide = SkirmishGuide(fight.session)
    for whom in (3, 4, 5):
        for weapon in (0, 1):
            line = guide.fire(0, whom, weapon)
            assert line.open is not None
            assert line.refused is None
            fight.shoot(whom, weapon)
            frame = fight.frame
            assert (len(line.obstacles), line.open.difficulty, line.open.need) == (
                frame.obstacles,
                frame.difficulty,
                frame.need,
            )
            assert sum(term.value for term in line.open.terms) == frame.difficulty
            assert line.dice == fight.setting.cards[0].ballistics
            if line.may_cover:
                assert line.cover is not None
                fight.choose(ChoiceKind.COVER)
                assert (line.cover.difficulty, line.cover.need) == (fight.frame.difficulty, fight.frame.need)
                fight.session.undo()
            fight.session.undo()


@pytest.mark.clause("S2.F6", "S2.F7")
def test_the_chances_are_those_of_the_exact_odds() -> None:
    fight = range_of_fire([WALL])
    line = SkirmishGuide(fight.session).fire(0, 1)
    found = Exchange(fight.session.setting, fight.session.battle).hits(fight.choice(ChoiceKind.SHOOT, whom=1))
    assert line.open is not None
    assert line.cover is not None
    assert (line.open.hit, line.open.critical) == next(iter(found.values()))
    assert (line.cover.hit, line.cover.critical) == found["cover"]
    assert hit_chances(1, 6) == (Fraction(1, 6), Fraction(1, 6))
    assert hit_chances(2, 13) == (Fraction(0), Fraction(0))


@pytest.mark.clause("S2.F2", "S2.F8")
def test_obstacles_are_named_from_the_target_on_with_the_points_where_the_line_meets_them() -> None:
    friend = {"at": (6, 12)}
    line = SkirmishGuide(range_of_fire([WALL | {"name": "Wall"}], [friend]).session).fire(0, 2)
    wall, model = line.obstacles
    assert (wall.kind, wall.index, wall.name) == ("piece", 0, "the Wall")
    assert (wall.near_target.x, wall.near_shooter.x) == (10_000, 9000)
    assert (model.kind, model.index) == ("model", 1)
    assert (model.near_target.x, model.near_shooter.x) == (6500, 5500)
    assert [term.value for term in line.open.terms][:2] == [11_000, 2000] if line.open else False


@pytest.mark.clause("S2.F12", "S2.F1")
def test_a_shot_that_cannot_be_taken_says_why() -> None:
    def clause(line: FireLine) -> str:
        return line.refused.clause if line.refused else ""

    solid = WALL | {"solid": True}
    fight = range_of_fire([solid], [{"at": (4, 20)}], solid_blocks=True)
    guide = SkirmishGuide(fight.session)
    assert clause(guide.fire(0, 2)) == "S2.F12"
    assert clause(guide.fire(2, 0)) == "S2.F12"
    assert clause(guide.fire(0, 1)) == "S2.F1"
    assert clause(guide.fire(1, 2)) == "S2.F1"
    assert clause(guide.fire(2, 2)) == "S2.F1"
    assert guide.fire(1, 2).open is None
    weak = range_of_fire(target=RIFLE | {"ballistics": 0})
    refused = SkirmishGuide(weak.session).fire(1, 0).refused
    assert refused is not None
    assert "Ballistics 0" in refused.text


@pytest.mark.clause("S2.F11")
def test_return_fire_is_a_shot_too() -> None:
    fight = range_of_fire().shoot(1).choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1)
    line = SkirmishGuide(fight.session).fire(1, 0)
    assert line.now
    assert line.choice == "fire"


def test_an_observation_is_enough_and_all_is_plain_data() -> None:
    session = range_of_fire([WALL]).session
    before = snapshot(session.battle)
    data = SkirmishGuide(observe(session, 1)).fire(0, 1).as_data()
    assert json.loads(json.dumps(data)) == data == SkirmishGuide(session).fire(0, 1).as_data()
    assert snapshot(session.battle) == before
