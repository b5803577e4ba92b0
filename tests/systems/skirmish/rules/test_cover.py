"""Chapter F: the cover move, after the shot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused
from battlewright.engine.record import PLAIN
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.guide.paths import Finder
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Purpose, Step
from tests.modes import nightly_when_plain
from tests.systems.skirmish.cover_twin import CoverTwin
from tests.systems.skirmish.helpers import Fight, climb, drop, walk

pytestmark = pytest.mark.plain

Card = dict[str, Any]
HEDGE: Card = {"box": [9, 13, 1, 4], "top": 2}
"""Between a shooter at (2, 12) and a target that comes up to (12, 14), but not one that stays below (12, 13.25)."""
TARGET = 1


def covered(
    pieces: Sequence[Card] = (), target: Card | None = None, gun: str = "Rifle", faces: tuple[int, ...] = (1, 1, 1)
) -> Fight:
    """A target at (12, 12), of Agility 4, has taken cover, and the dice have fallen; no stray shot hits."""
    b = {"at": (12, 12), "agility": 4} | (target or {})
    fight = Fight(a=[{"at": (2, 12), "weapons": [gun]}], b=[b], pieces=pieces)
    fight.activate(0).shoot(TARGET).choose(ChoiceKind.COVER).roll(*faces)
    while fight.node.step == Step.STRAY_ROLL:
        fight.roll(1)
    return fight


def refused(fight: Fight, *legs: tuple[int, int, int, int]) -> str:
    return fight.refused(ChoiceKind.COVER_MOVE, *legs)


@pytest.mark.clause("S2.F10")
@pytest.mark.parametrize("faces", [(1, 1, 1), (6, 6, 6)])
def test_after_the_shot_whoever_took_cover_can_move_hit_or_not(faces: tuple[int, ...]) -> None:
    fight = covered([HEDGE], gun="Pistol", faces=faces)
    assert (fight.node.step, fight.node.side) == (Step.COVER_MOVE, 1)
    fight.choose(ChoiceKind.COVER_MOVE, walk(12, 14))
    assert (fight.at(TARGET), fight.model(TARGET).ap) == ((12, 14, 0), 2)
    assert (fight.node.step, fight.node.side) == (Step.ACT, 0)


@pytest.mark.clause("S2.F10")
def test_it_may_stay() -> None:
    fight = covered([HEDGE])
    assert ChoiceKind.STAY in fight.kinds()
    fight.choose(ChoiceKind.STAY)
    assert (fight.at(TARGET), fight.node.step, fight.node.side) == ((12, 12, 0), Step.ACT, 0)


@pytest.mark.clause("S2.F10")
def test_only_a_cover_move_or_staying_is_chosen_then() -> None:
    fight = covered()
    for kind in (ChoiceKind.MOVE, ChoiceKind.STOP, ChoiceKind.NOTHING, ChoiceKind.COVER_MOVE):
        assert fight.refused(kind) == "S2.F10"  # a cover move needs a path


@pytest.mark.clause("S2.F10")
@pytest.mark.parametrize(("agility", "reach"), [(1, 0.5), (2, 1), (3, 1.5), (4, 2), (5, 2.5)])
def test_the_cover_move_is_up_to_half_the_agility(agility: int, reach: float) -> None:
    fight = covered(target={"agility": agility})
    assert refused(fight, walk(12 + reach, 12)) == ""
    assert refused(fight, walk(12.001 + reach, 12)) == "S2.M3"
    assert refused(fight, walk(12, 12 - reach / 2), walk(12, 12 - reach)) == ""
    assert refused(fight, walk(12, 12 - reach / 2), walk(12, 11.999 - reach)) == "S2.M3"


@pytest.mark.clause("S2.F10", "S2.C2")
def test_agility_zero_makes_no_cover_move() -> None:
    fight = covered(target={"agility": 0})
    assert (fight.node.step, fight.node.side, fight.model(TARGET).ap) == (Step.ACT, 0, 2)


@pytest.mark.clause("S2.F10")
@pytest.mark.parametrize("kind", [ChoiceKind.NOTHING, ChoiceKind.RETURN_FIRE])
def test_only_whoever_took_cover_makes_a_cover_move(kind: ChoiceKind) -> None:
    guns = {"weapons": ["Rifle"]}
    fight = Fight(a=[guns | {"at": (2, 12)}], b=[guns | {"at": (12, 12)}], pieces=[HEDGE]).activate(0)
    fight.shoot(1).choose(kind).roll(1, 1, 1)
    assert fight.node.step == (Step.ACT if kind == ChoiceKind.NOTHING else Step.RETURN_FIRE)


@pytest.mark.clause("S2.F10", "S2.F2")
def test_it_must_end_with_more_obstacles_in_the_line_than_before() -> None:
    fight = covered([HEDGE])
    for x, y in ((12, 13), (12, 11), (13, 12), (11, 12), (12, 10)):
        assert refused(fight, walk(x, y)) == "S2.F10"
    assert refused(fight, walk(12, 14)) == ""
    assert refused(fight, walk(11.5, 13.5)) == ""


@pytest.mark.clause("S2.F10")
def test_only_the_end_of_the_move_counts() -> None:
    fight = covered([HEDGE])
    assert refused(fight, walk(11.5, 13.5), walk(11.5, 13.4), walk(11.4, 13.4)) == ""
    assert refused(fight, walk(12, 13.5), walk(12, 13)) == "S2.F10"


@pytest.mark.clause("S2.F10", "S2.F2")
def test_it_must_end_with_more_than_the_obstacles_that_were_there_already() -> None:
    fence = {"box": [5, 8, 1, 10], "top": 2}
    fight = covered([HEDGE, fence])
    assert refused(fight, walk(12, 11)) == "S2.F10"
    assert refused(fight, walk(12, 14)) == ""


@pytest.mark.clause("S2.F10", "S2.F2")
def test_a_model_in_the_line_is_cover_too() -> None:
    fight = Fight(
        a=[{"at": (2, 12), "weapons": ["Rifle"]}], b=[{"at": (12, 12), "agility": 4}, {"at": (10, 13.3)}]
    ).activate(0)
    fight.shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)
    assert refused(fight, walk(12, 11)) == "S2.F10"
    assert refused(fight, walk(12, 13.5)) == ""


@pytest.mark.clause("S2.F10")
def test_where_no_reachable_spot_has_more_it_must_end_with_no_fewer() -> None:
    fight = covered()
    for spot in ((12, 10), (14, 12), (10, 12)):
        assert refused(fight, walk(*spot)) == ""
    narrow = {"box": [9, 11, 1, 2], "top": 2}
    fight = covered([narrow])
    assert refused(fight, walk(12, 14)) == "S2.F10"  # out of its shadow
    for x, y in ((12.0, 12.5), (13.5, 12.0), (11.0, 12.0)):
        assert refused(fight, walk(x, y)) == ""


@pytest.mark.clause("S2.F10")
def test_a_spot_beyond_its_range_is_not_reachable() -> None:
    fight = covered([HEDGE], target={"agility": 2})  # 1", and it would have to go 1.25"
    assert refused(fight, walk(12, 13)) == ""
    assert refused(fight, walk(12, 11)) == ""


@pytest.mark.clause("S2.F10")
def test_a_spot_behind_something_it_cannot_pass_is_not_reachable() -> None:
    pen = [{"box": [10.8, 12.6, 2.4, 0.1], "top": 5}, {"box": [11.3, 11.3, 0.1, 1.2], "top": 5}]
    pen += [{"box": [12.6, 11.3, 0.1, 1.2], "top": 5}, {"box": [10.8, 11.3, 2.4, 0.1], "top": 5}]
    fight = covered([HEDGE, *pen], target={"agility": 4})
    assert refused(fight, walk(12, 12.05)) == ""
    assert refused(fight, walk(12, 14)) == "S2.M2"


@pytest.mark.clause("S2.F10")
def test_a_spot_around_a_corner_is_reachable() -> None:
    post = {"box": [10, 13.6, 0.4, 0.4], "top": 2}
    rail = {"box": [7, 13.4, 6.2, 0.1], "bottom": 0.75, "top": 5}  # in the way of feet, but not of shots
    fight = covered([post, rail], target={"agility": 8})
    assert refused(fight, walk(14, 14.5)) == "S2.M2"
    assert refused(fight, walk(14, 13), walk(14, 14.5)) == ""
    assert refused(fight, walk(12, 11)) == "S2.F10"
    fight = covered([post, rail], target={"agility": 7})  # 3.5", and the way around the rail is longer
    assert refused(fight, walk(12, 11)) == ""


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.clause("S2.F10", "S1.F6")
def test_a_spot_around_two_corners_is_reachable(edition: str) -> None:
    friend = {"at": (9.286, 7.063)}
    fight = Fight(
        a=[{"at": (4.009, 5.25), "weapons": ["Rifle"]}, friend],
        b=[{"at": (8.92, 6.13), "agility": 5}],
        edition=edition,
    ).activate(0)
    fight.shoot(2).choose(ChoiceKind.COVER).roll(1, 1, 1)
    assert refused(fight, walk(9, 6), walk(10, 6), walk(10.5, 7)) == ""  # behind the friend
    assert refused(fight, walk(9, 6)) == ("S1.F6" if edition == "first" else "S2.F10")


@nightly_when_plain
@pytest.mark.clause("S2.F10", "S1.F6")
def test_what_could_be_gained_is_what_the_twin_says() -> None:
    random, gains, corners = Random(3), [0, 0], 0
    for _ in range(8 if PLAIN else 30):
        fight = crowded(random)
        twin = CoverTwin(fight)
        assert fight.frame.gain == twin.could_gain(), fight.session.words.ask(fight.battle)
        gains[fight.frame.gain] += 1
        better = [cell for cell in twin.reached() if twin.obstacles(cell) > fight.frame.obstacles]
        corners += bool(better) and not any(twin.goes_straight(cell) for cell in better)
    assert min(gains) > 0
    assert corners > 0


def crowded(random: Random) -> Fight:
    """Somebody in cover among low walls, steps and models that stand close by."""
    while True:
        a, b = {"at": (4, 12), "weapons": ["Rifle"]}, {"at": (12 + random.random(), 12 + random.random())}
        pieces = [
            {
                "box": [x / 4, y / 4, random.randint(1, 8) / 4, random.randint(1, 8) / 4],
                "top": random.choice([1, 1.5, 2]),
            }
            for x, y in [(random.randint(40, 60), random.randint(36, 60)) for _ in range(random.randint(0, 3))]
        ]
        friends = [{"at": (random.randint(105, 145) / 10, random.randint(105, 145) / 10)} for _ in range(4)]
        try:
            fight = Fight(a=[a], b=[b | {"agility": random.randint(3, 4)}, *friends], pieces=pieces).activate(0)
        except Refused:
            continue  # two of them would overlap
        fight.shoot(TARGET).choose(ChoiceKind.COVER).roll(1, 1, 1)
        while fight.node.step == Step.STRAY_ROLL:
            fight.roll(1)
        return fight


@pytest.mark.clause("S2.F10", "S2.M4")
def test_a_spot_that_must_be_climbed_to_is_reachable() -> None:
    sign = {"box": [7, 4, 0.5, 16], "bottom": 0.75, "top": 3}  # shots along the ground pass under it
    block = {"box": [12.5, 11, 4, 2], "top": 2}
    fight = covered([sign, block], target={"agility": 8})
    assert refused(fight, climb(13, 12, 2)) == ""
    assert refused(fight, walk(12, 14)) == "S2.F10"


@pytest.mark.clause("S2.F10", "S2.M2")
def test_the_cover_move_is_a_move_like_any_other() -> None:
    fight = Fight(
        a=[{"at": (2, 12), "weapons": ["Rifle"]}, {"at": (12, 10.5)}],
        b=[{"at": (12, 12), "agility": 6}, {"at": (12, 13.2)}],
        pieces=[{"box": [13, 8, 4, 8], "top": 1.5}],
    ).activate(0)
    fight.shoot(2).choose(ChoiceKind.COVER).roll(1, 1, 1)
    assert refused(fight, walk(12, 14.4)) == "S2.M2"  # through a friend
    assert refused(fight, walk(12, 9.4)) == "S2.M2"  # through a foe
    assert refused(fight, walk(14, 12, 1.5)) == "S2.M2"
    assert refused(fight, walk(12.4, 12), climb(13.2, 12, 1.5), walk(14, 12, 1.5)) == "S2.M3"


@pytest.mark.clause("S2.F10", "S2.M12")
def test_a_cover_move_may_be_a_drop() -> None:
    roof = {"box": [9, 10, 4, 4], "top": 3}
    fight = covered([roof], target={"at": (12.5, 12, 3)})
    fight.choose(ChoiceKind.COVER_MOVE, drop(13.5, 12))  # behind the house it stood on
    assert (fight.at(TARGET), fight.model(TARGET).stress) == ((13.5, 12, 0), 1)


@pytest.mark.clause("S2.F10", "S2.F13")
def test_a_snipers_critical_makes_the_cover_move_an_inch_shorter() -> None:
    for faces, reach in (((6, 6, 6), 1), ((5, 5, 5), 2), ((6, 1, 1), 2)):  # a hit with a six, without, a miss
        fight = covered(gun="Sniper", faces=faces)
        assert fight.node.step == Step.COVER_MOVE
        assert refused(fight, walk(12 + reach, 12)) == ""
        assert refused(fight, walk(12.001 + reach, 12)) == "S2.M3"


@pytest.mark.clause("S2.F10", "S2.F13")
@pytest.mark.parametrize("agility", [1, 2])
def test_a_snipers_critical_stops_at_a_move_of_nothing(agility: int) -> None:
    fight = covered(target={"agility": agility}, gun="Sniper", faces=(6, 6, 6))
    assert (fight.node.step, fight.node.side, fight.at(TARGET)) == (Step.ACT, 0, (12, 12, 0))
    assert (fight.model(TARGET).ap, fight.model(TARGET).stress) == (2, 1)


@pytest.mark.clause("S2.F10", "S2.F13")
def test_a_spot_out_of_the_shortened_range_is_not_reachable() -> None:
    fight = covered([HEDGE], gun="Sniper", faces=(6, 6, 6))
    assert refused(fight, walk(12, 11)) == ""  # the shadow of the hedge is 1.25" away


# What is said where it is refused


def suggested(fight: Fight, *legs: tuple[int, int, int, int]) -> tuple[str, tuple[int, int, int] | None]:
    """What is said to a cover move that F10 refuses, and the spot that it names, in thousandths."""
    with pytest.raises(Refused) as caught:
        fight.choose(ChoiceKind.COVER_MOVE, *legs)
    assert caught.value.clause == "S2.F10"
    text = str(caught.value)
    found = re.search(r"such as to \(([\d.]+), ([\d.]+)\)(?: on level ([\d.]+))?", text)
    return text, tuple(round(1000 * float(each or 0)) for each in found.groups()) if found else None  # type: ignore[return-value]


def is_allowed(fight: Fight, spot: tuple[int, int, int]) -> bool:
    """Whether a cover move may end at a spot, as the path finder leads there."""
    reach = fight.setting.cards[TARGET].agility * INCH // 2
    legs = Finder(fight.session.setting, fight.session.battle, TARGET, Purpose.COVER, reach).path(*spot)
    return bool(legs) and refused(fight, *[(leg.way, leg.x, leg.y, leg.level) for leg in legs]) == ""


@pytest.mark.clause("S2.F10")
def test_where_a_spot_has_more_obstacles_the_refusal_asks_for_more_and_names_one() -> None:
    fight = covered([HEDGE])
    text, spot = suggested(fight, walk(12, 11))
    assert "with more obstacles in the line to a1 (a1) than now (0)" in text
    assert 'goes up to 2"' in text
    assert spot is not None
    assert is_allowed(fight, spot)


@pytest.mark.clause("S2.F10")
def test_where_no_spot_has_more_the_refusal_asks_for_no_fewer_and_names_one_that_is_elsewhere() -> None:
    fight = covered([{"box": [9, 11, 1, 2], "top": 2}])
    text, spot = suggested(fight, walk(12, 14))
    assert "with no fewer obstacles in the line to a1 (a1) than now (1), because no place in reach has more" in text
    assert spot is not None
    assert spot != (12_000, 12_000, 0)  # to stay is no move
    assert is_allowed(fight, spot)


@pytest.mark.clause("S2.F10")
def test_where_only_its_own_place_would_do_no_spot_is_named() -> None:
    """A thin post in the line, and low friends before and behind the target, who are no obstacles."""
    post = {"box": [9, 11.99, 0.1, 0.02], "top": 2}
    friends = [{"at": (x, 12), "height": 1} for x in (10.9, 13.1)]
    fight = Fight(
        a=[{"at": (2, 12), "weapons": ["Rifle"]}], b=[{"at": (12, 12), "agility": 1}, *friends], pieces=[post]
    ).activate(0)
    fight.shoot(TARGET).choose(ChoiceKind.COVER).roll(1, 1, 1).roll(1)
    assert (fight.frame.obstacles, fight.frame.gain) == (1, 0)
    text, spot = suggested(fight, walk(12, 12.4))
    assert "with no fewer obstacles" in text
    assert spot is None


@pytest.mark.clause("S2.F10", "S2.M4")
def test_the_spot_that_a_refusal_names_may_be_higher_up() -> None:
    sign = {"box": [7, 4, 0.5, 16], "bottom": 0.75, "top": 3}
    fight = covered([sign, {"box": [12.5, 11, 4, 2], "top": 2}], target={"agility": 8})
    text, spot = suggested(fight, walk(12, 14))
    assert "on level 2" in text
    assert spot is not None
    assert is_allowed(fight, spot)


@pytest.mark.clause("S2.F10")
@given(
    st.lists(st.tuples(st.integers(60, 105), st.integers(90, 150), st.integers(3, 15), st.integers(3, 30)), max_size=4),
    st.integers(1, 5),
    st.tuples(st.integers(110, 130), st.integers(110, 130)),
)
def test_whatever_spot_a_refusal_names_is_allowed(
    boxes: list[tuple[int, int, int, int]], agility: int, at: tuple[int, int]
) -> None:
    pieces = [{"box": [x / 10, y / 10, width / 10, depth / 10], "top": 2} for x, y, width, depth in boxes]
    place = at[0] / 10, at[1] / 10
    assume(all(x / 10 + width / 10 <= 10.4 for x, _, width, _ in boxes))
    fight = covered(pieces, target={"agility": agility, "at": place})
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (0.7, 0.7)):
        far = min(agility / 2, 1) * 0.999
        legs = [walk(round(place[0] + dx * far, 3), round(place[1] + dy * far, 3))]
        if refused(fight, *legs) == "S2.F10":
            _, spot = suggested(fight, *legs)
            assert spot is None or is_allowed(fight, spot)
            event("named" if spot else "none")


@pytest.mark.clause("S2.F10", "S2.F4")
def test_cover_is_taken_against_each_shot_anew() -> None:
    rifle = {"weapons": ["Rifle"]}
    fight = Fight(a=[rifle | {"at": (2, 12)}, rifle | {"at": (2, 8)}], b=[{"at": (12, 12)}, {"at": (20, 20)}])
    fight.activate(0).shoot(2).choose(ChoiceKind.COVER).roll(1, 1, 1).choose(ChoiceKind.STAY).stop()
    fight.activate(3).stop().activate(1).shoot(2).choose(ChoiceKind.COVER).roll(1, 1, 1)
    assert (fight.node.step, fight.model(2).ap) == (Step.COVER_MOVE, 1)
    fight = Fight(a=[rifle | {"at": (2, 12)}], b=[{"at": (12, 12)}]).edit(Editable.AP, 1, 1).activate(0)
    fight.shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1).choose(ChoiceKind.STAY)
    assert fight.model(1).ap == 0
