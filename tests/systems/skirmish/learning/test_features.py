"""What a learner is shown of a skirmish means what its name says."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from battlewright.engine.record import numbers, row_of, snapshot
from battlewright.systems.skirmish.learning.features import (
    CHOICE_NAMES,
    FEATURES,
    TABLE_NAMES,
    critical_chance,
    hit_chance,
    rolls_from,
)
from battlewright.systems.skirmish.record import ChoiceKind, SkirmishChoice
from tests.systems.skirmish.helpers import Fight, drop, walk

RIFLE = {"weapons": ["Rifle"], "ballistics": 4}


def table(fight: Fight, side: int = 0) -> dict[str, int]:
    out = numbers(len(TABLE_NAMES))
    FEATURES.observe(fight.session.setting, fight.session.battle, side, out)
    return dict(zip(TABLE_NAMES, out, strict=True))


def traits(fight: Fight, kind: ChoiceKind, *legs: Any, **named: int) -> dict[str, int]:
    """The features of a choice that is allowed now; to look changes nothing."""
    assert fight.refused(kind, *legs, **named) == ""
    out, before = numbers(len(CHOICE_NAMES)), snapshot(fight.session.battle)
    asked = row_of(SkirmishChoice, fight.choice(kind, *legs, **named))
    FEATURES.describe(fight.session.setting, fight.session.battle, fight.node.side, asked, out)
    assert snapshot(fight.session.battle) == before
    return dict(zip(CHOICE_NAMES, out, strict=True))


@pytest.mark.plain
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_chance_of_a_shot_is_that_of_trying_every_throw(dice: int) -> None:
    throws = list(product(range(1, 7), repeat=dice))
    for need in range(dice * 6 + 3):
        hits = [throw for throw in throws if sum(throw) >= need]
        assert hit_chance(dice, need) == 1000 * len(hits) // len(throws)
        assert critical_chance(dice, need) == 1000 * sum(6 in throw for throw in hits) // len(throws)


def test_many_dice_are_counted_without_overflow() -> None:
    rolls = rolls_from(10, 6)
    assert (rolls[0], rolls[10], rolls[60], rolls[61]) == (6**10, 6**10, 1, 0)
    assert rolls[35] + rolls[36] == 6**10, "the sums lie evenly about 35"
    assert hit_chance(0, 5) == critical_chance(0, 5) == 0


@pytest.mark.plain
def test_the_table_shows_both_sides_from_a_seat() -> None:
    a = [{"at": (6, 3), "toughness": 4}, {"at": (12, 6), **RIFLE}]
    fight = Fight(a=a, b=[{"at": (18, 21), "melee": 5}], round_limit=4).stress(1, 2)
    seen = table(fight)
    assert (seen["round"], seen["rounds_left"]) == (250, 750)
    assert seen["step_activate"] == 1000
    assert (seen["own_models"], seen["their_models"], seen["own_points"]) == (1000, 1000, 1000)
    assert (seen["own1_toughness"], seen["own2_stress"], seen["own2_margin"]) == (400, 200, 100)
    assert (seen["own1_across"], seen["own1_ahead"]) == (250, 125)
    assert (seen["own2_guns"], seen["own1_guns"], seen["own1_blades"]) == (1000, 0, 1000)
    assert (seen["their1_melee"], seen["their1_across"], seen["their1_ahead"]) == (500, 750, 875)
    assert (seen["own3_on_table"], seen["own3_toughness"], seen["their2_on_table"]) == (0, 0, 0)
    other = table(fight, side=1)
    assert (other["own1_across"], other["own1_ahead"]) == (250, 125)
    assert (other["their1_across"], other["their1_ahead"], other["their2_stress"]) == (750, 875, 200)


@pytest.mark.plain
def test_a_mirrored_table_looks_the_same_from_both_seats() -> None:
    places = [(6, 3), (12, 6), (15.5, 9)]
    cards: list[dict[str, Any]] = [{"melee": 4}, RIFLE, {"toughness": 5}]
    a = [card | {"at": at} for card, at in zip(cards, places, strict=True)]
    b = [card | {"at": (24 - x, 24 - y)} for card, (x, y) in zip(cards, places, strict=True)]
    fight = Fight(a=a, b=b).stress(0, 1).stress(3, 1)
    assert table(fight, 0) == table(fight, 1)
    fight.stress(4, 1)
    assert table(fight, 0) != table(fight, 1)


@pytest.mark.plain
def test_a_shot_shows_its_chance_its_harm_and_its_target() -> None:
    fight = Fight(a=[{"at": (5, 5), **RIFLE}], b=[{"at": (5, 14)}, {"at": (9, 5)}]).stress(1, 2).activate(0)
    seen = traits(fight, ChoiceKind.SHOOT, whom=1)
    fight.shoot(1)
    shot = fight.frame
    assert seen["kind_shoot"] == 1000
    assert sum(seen[name] for name in CHOICE_NAMES if name.startswith("kind_")) == 1000
    assert seen["hit"] == hit_chance(4, shot.need)
    assert seen["critical"] == critical_chance(4, shot.need)
    assert (seen["their_toughness"], seen["their_stress"], seen["their_margin"]) == (300, 200, 100)
    weapon = fight.setting.weapons[fight.setting.cards[0].gun[0]]
    worst = 2 if weapon.critical_d3 else weapon.critical
    mean = (seen["hit"] - seen["critical"]) * weapon.stress + seen["critical"] * worst
    assert seen["harm"] == mean // 10
    assert seen["breaks"] == seen["hit"], "one point of stress is enough"
    gap = 9000 - fight.base(0).radius - fight.base(1).radius
    assert seen["distance"] == gap // 10
    assert (seen["obstacles"], seen["cost"], seen["nearer"]) == (0, 666, 0)
    reacting = table(fight, side=1)
    assert reacting["step_react"] == 1000
    assert (reacting["shot_hit"], reacting["shot_need"]) == (hit_chance(4, shot.need), shot.need * 50)
    assert (reacting["own1_targeted"], reacting["their1_acting"]) == (1000, 1000)


@pytest.mark.plain
def test_a_move_shows_where_it_leads() -> None:
    fight = Fight(a=[{"at": (12, 4), "agility": 4}], b=[{"at": (12, 16)}, {"at": (20, 20)}]).activate(0)
    there, back = (traits(fight, ChoiceKind.MOVE, walk(12, y)) for y in (8, 2))
    assert there["nearer"] == 400
    assert back["nearer"] == -200
    assert there["ahead"] == 1000 * 8 // 24
    radii = fight.base(0).radius + fight.base(1).radius
    assert there["distance"] == (8000 - radii) // 10
    assert (there["in_reach"], there["in_danger"]) == (0, 0)
    near = traits(fight, ChoiceKind.MOVE, walk(12, 12))
    assert (near["in_reach"], near["in_danger"]) == (500, 500), "one of the two"
    assert near["own_ap"] == 1000


def test_height_and_rise_are_those_of_the_end() -> None:
    crate = {"box": [10, 8, 6, 4], "top": 2}
    fight = Fight(a=[{"at": (12, 10, 2), **RIFLE}], b=[{"at": (12, 20)}], pieces=[crate]).activate(0)
    stay, leap = traits(fight, ChoiceKind.STOP), traits(fight, ChoiceKind.MOVE, walk(12, 11.9, 2), drop(12, 13))
    assert (stay["height"], stay["rise"]) == (200, 0)
    assert (leap["height"], leap["rise"]) == (0, -200)


@pytest.mark.plain
def test_a_strike_shows_its_stress_and_whether_it_breaks() -> None:
    fight = Fight(a=[{"at": (5, 5)}], b=[{"at": (6.5, 5)}]).stress(1, 2).activate(0)
    fight.engage().roll(4, 6, 1).roll(5, 1, 2)
    seen = table(fight)
    assert (seen["own_successes"], seen["own_criticals"], seen["their_successes"]) == (100, 100, 100)
    normal, critical = (traits(fight, ChoiceKind.STRIKE, critical=each) for each in (0, 1))
    weapon = fight.setting.weapons[fight.setting.cards[0].blade[0]]
    assert (normal["harm"], critical["harm"]) == (weapon.stress * 100, weapon.critical * 100)
    assert (normal["uses_critical"], critical["uses_critical"]) == (0, 1000)
    assert normal["breaks"] == critical["breaks"] == 1000


@pytest.mark.plain
def test_aid_shows_the_stress_it_takes_off() -> None:
    fight = Fight(a=[{"at": (5, 5)}, {"at": (6, 5)}], b=[{"at": (20, 20)}])
    fight.battle.models[1].broke_down = 1
    fight.stress(1, 3).activate(0)
    seen = traits(fight, ChoiceKind.AID, whom=1)
    assert (seen["relief"], seen["their_stress"]) == (100, 300)


def test_a_removed_model_is_not_seen() -> None:
    fight = Fight(a=[{"at": (5, 5)}, {"at": (9, 5)}], b=[{"at": (20, 20)}])
    fight.battle.models[1].fate = 2
    fight.battle.crowd.bases[1].stands = 0
    seen = table(fight)
    assert seen["own_models"] == 500
    assert {seen[name] for name in TABLE_NAMES if name.startswith("own2_")} == {0}
