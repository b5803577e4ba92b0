"""Who threatens whom, and moves as they are typed, from what a side may know."""

from __future__ import annotations

import json

import pytest

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.observation import observe
from battlewright.engine.record import look
from battlewright.engine.record_text import write_record
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import ChoiceKind, Setting
from battlewright.systems.skirmish.rules.move import threatens
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.shots import range_of_fire

SPEAR = {"weapons": ["Spear"]}
SNIPER = {"weapons": ["Rifle", "Sniper"]}


@pytest.mark.clause("S2.K5")
def test_threats_are_those_of_the_rules() -> None:
    fight = Fight(
        [{"at": (5, 5)}, {"at": (9, 5), **SPEAR}, {"at": (9, 8), "weapons": ["Rifle"]}],
        [{"at": (6.5, 5)}, {"at": (11.5, 5)}, {"at": (20, 20)}],
    )
    found = {threat.who: threat for threat in SkirmishGuide(observe(fight.session, 1)).threats()}
    setting = look(Setting, fight.session.setting)
    for who, threat in found.items():
        others = range(3, 6) if who < 3 else range(3)
        weapons = range(setting.cards[who].blades)
        reached = [
            whom
            for whom in others
            if any(as_plain(threatens)(setting, fight.battle, who, each, whom) for each in weapons)
        ]
        assert list(threat.threatens) == reached
        assert all(who in found[whom].threatened_by for whom in reached)
    assert found[0].threatens == (3,)
    assert found[1].radius == 500 + found[1].range
    assert (found[2].radius, found[2].threatens) == (0, ())
    data = found[1].as_data()
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("shoot b1", "shoot whom=1"),
        ("shoot b1 sniper", "shoot whom=1 weapon=1"),
        ("Shoot B1 Sniper", "shoot whom=1 weapon=1"),
        ("move 4 14", "move count=1 legs=1/4000/14000/0"),
        ("aid a1", "aid"),
    ],
)
def test_what_is_typed_is_read_from_an_observation(text: str, line: str) -> None:
    fight = range_of_fire(shooter=SNIPER)
    choice = SkirmishGuide(observe(fight.session, 0)).parse(text)
    assert choice is not None
    assert write_record(choice, ChoiceKind) == line


def test_a_refused_move_says_why_and_what_is_near() -> None:
    guide = SkirmishGuide(observe(range_of_fire().session, 0))
    with pytest.raises(BattlewrightError, match=r"; in reach is: move 10 12 \[S2\.M3\]$"):
        guide.parse("move 15 12")


def test_what_is_not_understood_is_not_a_choice() -> None:
    guide = SkirmishGuide(range_of_fire().session)
    assert guide.parse("shoot") is None
    assert guide.parse("shoot whom=1") is None
    assert guide.parse("dance") is None
    with pytest.raises(UnknownError, match="Unknown model 'b7'"):
        guide.parse("shoot b7")
    with pytest.raises(BattlewrightError, match="not the moment to split"):
        guide.parse("split 1 1")


def test_a_shot_that_is_typed_is_the_shot_of_the_line() -> None:
    fight = range_of_fire(shooter=SNIPER)
    guide = SkirmishGuide(fight.session)
    choice = guide.parse("shoot b1 sniper")
    assert choice is not None
    assert guide.fire(0, 1, 1).choice == write_record(choice, ChoiceKind)
    fight.session.choose(choice)
