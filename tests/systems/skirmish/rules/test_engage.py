"""Chapter K: the engage move, past opponents and over them, and where it must end."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.errors import Refused
from battlewright.systems.skirmish.record import ChoiceKind, Step
from tests.systems.skirmish.helpers import Fight, climb, drop, jump, walk

pytestmark = pytest.mark.plain

Card = dict[str, Any]
FLAIL: Card = {"name": "Flail", "kind": "melee", "threat": 3, "oppression": 3, "critical": 5, "points": 1}
ATTACKER, DEFENDER = 0, 1


def duel(attacker: Card | None = None, defender: Card | None = None, apart: float = 0.5, **more: Any) -> Fight:
    """Two models whose edges are so far apart; side a's is activated."""
    a, b = {"at": (10, 12)} | (attacker or {}), {"at": (11 + apart, 12)} | (defender or {})
    return Fight(a=[a], b=[b], **more).activate(ATTACKER)


def is_over(fight: Fight) -> bool:
    """Whether the close combat is over and the attacker may act again."""
    return bool(fight.node.step == Step.ACT and fight.node.side == 0)


@pytest.mark.clause("S2.K2")
@pytest.mark.parametrize("agility", [2, 3, 5])
def test_the_engage_move_is_up_to_the_agility_in_inches(agility: int) -> None:
    fight = duel({"agility": agility}, apart=agility + 1)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, walk(10.001 + agility, 12)) == "S2.M3"
    fight.engage(walk(10 + agility, 12))
    assert fight.at(ATTACKER) == (10 + agility, 12, 0)
    assert fight.node.step == Step.STRIKE_ROLL


@pytest.mark.clause("S2.K2")
def test_opposing_models_do_not_hinder_the_engage_move() -> None:
    fight = Fight(a=[{"at": (10, 12)}], b=[{"at": (11.2, 12)}, {"at": (14, 12)}]).activate(0)
    assert fight.refused(ChoiceKind.MOVE, walk(12.5, 12)) == "S2.M2"
    fight.engage(walk(12.5, 12))
    assert fight.at(0) == (12.5, 12, 0)


@pytest.mark.clause("S2.K2")
def test_the_engage_move_may_turn_where_an_opposing_model_stands() -> None:
    fight = Fight(a=[{"at": (10, 12)}], b=[{"at": (11, 12)}, {"at": (11, 14.5)}]).activate(0)
    fight.engage(walk(11, 12), walk(11, 13.2))
    assert fight.at(0) == (11, 13.2, 0)


@pytest.mark.clause("S2.K2")
def test_friends_hinder_the_engage_move() -> None:
    fight = Fight(a=[{"at": (10, 12)}, {"at": (11.5, 12)}], b=[{"at": (14, 12)}]).activate(0)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, walk(12.9, 12)) == "S2.M2"
    fight.engage(walk(11, 13), walk(12.4, 13))
    assert fight.node.step == Step.STRIKE_ROLL


@pytest.mark.clause("S2.K2")
def test_the_engage_move_may_not_end_on_another_base() -> None:
    fight = duel(apart=1.5)
    for x in (11.501, 12.5, 13.499):
        assert fight.refused(ChoiceKind.CLOSE_COMBAT, walk(x, 12)) == ("S2.M2" if x < 13 else "S2.M3")
    fight.engage(walk(11.5, 12))


@pytest.mark.clause("S2.K2", "S2.M13")
def test_the_engage_move_crosses_threat_ranges_even_where_they_stop_moves() -> None:
    fight = Fight(
        a=[{"at": (10, 12)}],
        b=[{"at": (11.5, 13.5), "weapons": ["Spear"]}, {"at": (14, 12)}],
        threat_stops_moves=True,
    ).activate(0)
    assert fight.refused(ChoiceKind.MOVE, walk(13, 12)) == "S2.M13"
    fight.engage(walk(13, 12))
    assert fight.node.step == Step.STRIKE_ROLL


@pytest.mark.clause("S2.K2")
def test_terrain_counts_in_the_engage_move_as_in_any_other() -> None:
    block = {"box": [11, 10, 6, 4], "top": 1.5}
    fight = Fight(a=[{"at": (10.5, 12)}], b=[{"at": (13.2, 12, 1.5)}], pieces=[block]).activate(0)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, walk(11.7, 12, 1.5)) == "S2.M2"
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, climb(11.5, 12, 1.5), walk(12.1, 12, 1.5)) == "S2.M3"
    fight.engage(climb(11.3, 12, 1.5))
    assert fight.at(0) == (11.3, 12, 1.5)
    assert fight.node.step == Step.STRIKE_ROLL


@pytest.mark.clause("S2.K2", "S2.M12")
def test_an_attacker_may_drop_upon_the_opponent_with_the_stress_of_the_fall() -> None:
    roof = {"box": [8, 10, 3, 4], "top": 6}
    fight = Fight(a=[{"at": (10.5, 12, 6)}], b=[{"at": (13, 12)}], pieces=[roof]).activate(0)
    fight.engage(drop(11.5, 12))
    assert (fight.at(0), fight.model(0).stress, fight.node.step) == ((11.5, 12, 0), 2, Step.STRIKE_ROLL)


@pytest.mark.clause("S2.K3", "S2.K5")
@pytest.mark.parametrize(("weapon", "threat"), [("Sword", 1), ("Spear", 2), ("Flail", 3)])
def test_an_opponent_must_be_within_the_threat_range_edge_to_edge(weapon: str, threat: int) -> None:
    for x in (0, 0.3):  # the end of a move, or no move at all
        fight = duel({"weapons": [weapon]}, apart=x + threat, weapons=[FLAIL])
        fight.engage(*([walk(10 + x, 12)] if x else []))
        assert fight.node.step == Step.STRIKE_ROLL
        fight = duel({"weapons": [weapon]}, apart=x + threat + 0.001, weapons=[FLAIL])
        assert fight.refused(ChoiceKind.CLOSE_COMBAT, *([walk(10 + x, 12)] if x else [])) == "S2.K3"


@pytest.mark.clause("S2.K3")
def test_the_threat_range_is_that_of_the_chosen_weapon() -> None:
    fight = duel({"weapons": ["Sword", "Spear"]}, apart=1.5)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, weapon=0) == "S2.K3"
    fight.engage(weapon=1)
    assert fight.node.step == Step.STRIKE_ROLL


@pytest.mark.clause("S2.K3")
def test_close_combat_that_reaches_nobody_is_not_allowed_and_costs_nothing() -> None:
    fight = duel(apart=8)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT) == "S2.K3"
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, walk(13, 12)) == "S2.K3"
    assert (fight.model(ATTACKER).ap, fight.at(ATTACKER)) == (3, (10, 12, 0))
    fight = Fight(a=[{"at": (10, 12)}, {"at": (11.5, 12)}], b=[{"at": (20, 12)}]).activate(0)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT) == "S2.K3"  # a friend is no opponent


ROOFS = [{"box": [7, 10, 4, 4], "top": 3}, {"box": [13, 10, 4, 4], "top": 3}]


@pytest.mark.clause("S2.K3", "S2.M10")
def test_after_a_failed_jump_the_action_points_stay_spent_and_the_attack_is_over() -> None:
    fight = Fight(a=[{"at": (10.5, 12, 3)}], b=[{"at": (15, 12, 3)}], pieces=ROOFS).activate(0)
    fight.engage(jump(13.5, 12, 3))
    assert (fight.node.step, fight.node.dice) == (Step.JUMP_TEST, 3)
    fight.roll(4, 1, 1)
    assert fight.at(0)[2] == 0
    assert (fight.model(0).ap, fight.model(0).stress) == (1, 1)
    assert is_over(fight)
    assert fight.model(1).stress == 0


@pytest.mark.clause("S2.K3", "S2.K5", "S2.M10")
def test_after_a_failed_jump_the_attack_goes_on_where_somebody_is_in_threat_range_there() -> None:
    fight = Fight(a=[{"at": (10.5, 12, 3)}], b=[{"at": (15, 12, 3)}, {"at": (12, 13.2)}], pieces=ROOFS).activate(0)
    fight.engage(jump(13.5, 12, 3)).roll(4, 1, 1)
    assert fight.at(0)[2] == 0
    assert (fight.node.step, fight.frame.target, fight.model(0).ap) == (Step.STRIKE_ROLL, 2, 1)


@pytest.mark.clause("S2.K3", "S2.M9")
def test_after_a_jump_that_succeeds_the_attack_goes_on() -> None:
    fight = Fight(a=[{"at": (10.5, 12, 3)}], b=[{"at": (15, 12, 3)}], pieces=ROOFS).activate(0)
    fight.engage(jump(13.5, 12, 3)).roll(4, 5, 6)
    assert (fight.at(0), fight.node.step) == ((13.5, 12, 3), Step.STRIKE_ROLL)


# From where opponents stand


@pytest.mark.clause("S2.K2")
def test_an_engage_move_climbs_on_from_where_an_opponent_stands() -> None:
    block = {"box": [8, 8, 4, 4], "top": 2}
    fight = Fight(a=[{"at": (6.5, 10), "agility": 4}], b=[{"at": (7.5, 10)}, {"at": (9.4, 10, 2)}], pieces=[block])
    fight.activate(0).engage(walk(7.5, 10), climb(8, 10, 2))
    assert (fight.at(0), fight.node.step) == ((8, 10, 2), Step.TARGET)
    assert fight.model(0).ap == 1
    fight = Fight(a=[{"at": (6.5, 10), "agility": 4}, {"at": (7.5, 10)}], b=[{"at": (9.4, 10, 2)}], pieces=[block])
    assert fight.activate(0).refused(ChoiceKind.CLOSE_COMBAT, walk(7.5, 10), climb(8, 10, 2)) == "S2.M2"  # a friend


@pytest.mark.clause("S2.K2")
def test_an_engage_move_climbs_down_past_an_opponent_at_the_foot_and_walks_on() -> None:
    block = {"box": [4, 8, 4, 4], "top": 2}
    fight = Fight(a=[{"at": (7.9, 10, 2), "agility": 5}], b=[{"at": (8.5, 10)}, {"at": (11.9, 10)}], pieces=[block])
    fight.activate(0)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT, climb(8.5, 10)) == "S2.M2"  # it may not end there
    fight.engage(climb(8.5, 10), walk(10.5, 10))
    assert (fight.at(0), fight.node.step) == ((10.5, 10, 0), Step.TARGET)


@pytest.mark.clause("S2.K2")
def test_an_engage_move_jumps_on_from_where_an_opponent_stands() -> None:
    fight = Fight(a=[{"at": (6, 10), "agility": 4}], b=[{"at": (7.2, 10)}, {"at": (10.6, 10)}]).activate(0)
    fight.engage(walk(7.2, 10), jump(9.2, 10))
    assert (fight.at(0), fight.node.step) == ((9.2, 10, 0), Step.TARGET)
    fight = Fight(a=[{"at": (6, 10), "agility": 4}], b=[{"at": (8, 10)}, {"at": (11.2, 10)}]).activate(0)
    fight.engage(jump(8, 10), jump(9.9, 10))  # and onto it
    assert (fight.at(0), fight.node.step) == ((9.9, 10, 0), Step.TARGET)


@pytest.mark.clause("S2.K2", "S2.M10", "S2.M2", "S2.K3")
@pytest.mark.parametrize(("count", "end"), [(0, (6.2, 10, 0)), (1, (8.2, 10, 0)), (2, (9.2, 10, 0))])
def test_who_fails_a_jump_from_there_takes_the_nearest_free_spot_to_where_it_comes_down(
    count: int, end: tuple[float, float, float]
) -> None:
    fight = Fight(a=[{"at": (6, 10), "agility": 4}], b=[{"at": (7.2, 10)}, {"at": (11.2, 10)}]).activate(0)
    fight.engage(walk(7.2, 10), jump(9.9, 10))
    assert (fight.node.step, fight.node.dice) == (Step.JUMP_TEST, 4)
    fight.roll(*[4] * count, *[3] * (4 - count))
    assert (fight.at(0), fight.model(0).ap, fight.model(0).stress) == (end, 1, 0)
    assert fight.node.step == (Step.TARGET if count == 2 else Step.STRIKE_ROLL)  # at (9.2, 10) both are in reach


@pytest.mark.clause("S2.K3", "S2.K2", "S2.M10")
def test_after_a_failed_jump_from_there_nobody_may_be_in_reach_and_the_points_stay_spent() -> None:
    roofs = [{"box": [4, 8, 4, 4], "top": 6}, {"box": [10.5, 8, 4, 4], "top": 6}]
    foes: list[Card] = [{"at": (7.9, 10, 6)}, {"at": (12, 10, 6)}]
    fight = Fight(a=[{"at": (6.8, 10, 6), "agility": 4}], b=foes, pieces=roofs).activate(0)
    fight.engage(walk(7.9, 10, 6), jump(10.6, 10, 6)).roll(4, 3, 3, 3)
    assert (fight.at(0), fight.model(0).stress, fight.model(0).ap) == ((8.9, 10, 0), 2, 1)
    assert is_over(fight)


@pytest.mark.clause("S1.K1", "S2.K2", "S1.M7", "S1.M10")
def test_who_fails_a_climb_from_there_takes_the_nearest_free_spot_to_the_foot() -> None:
    """In the second edition no climb of an engage move needs a test; in the first it may."""
    tower = {"box": [8, 8, 4, 4], "top": 3.5}
    a = {"at": (6.5, 10), "agility": 5, "toughness": 9}
    fight = Fight(a=[a], b=[{"at": (7.5, 10)}, {"at": (9.4, 10, 3.5)}], pieces=[tower], edition="first").activate(0)
    fight.engage(walk(7.5, 10), climb(8, 10, 3.5))
    assert (fight.node.step, fight.node.dice) == (Step.CLIMB_TEST, 5)
    fight.roll(3, 3, 3, 3, 3)
    assert (fight.at(0), fight.model(0).stress, fight.model(0).ap) == ((6.5, 10, 0), 1, 1)
    assert (fight.node.step, fight.frame.target) == (Step.DIVIDE, 1)  # it is still in reach


@pytest.mark.clause("S1.K1", "S2.K2", "S2.M2", "S1.M7")
def test_where_no_spot_is_free_at_the_foot_it_goes_back_to_where_its_move_began_which_is_no_fall() -> None:
    """A corner between a tower and two walls that one opponent fills."""
    tower = {"box": [8, 8, 4, 4], "top": 3.5}
    walls = [{"box": [4, 7, 4, 1], "top": 9}, {"box": [4, 12, 4, 1], "top": 9}]
    giant = {"at": (6, 10), "base": 4, "height": 2}
    a = {"at": (3.5, 10), "agility": 8, "toughness": 9}
    fight = Fight(a=[a], b=[giant, {"at": (9.4, 10, 3.5)}], pieces=[tower, *walls], edition="first").activate(0)
    fight.engage(walk(7.4, 10), climb(8, 10, 3.5)).roll(*[3] * 8)
    assert (fight.at(0), fight.model(0).stress, fight.model(0).ap) == ((3.5, 10, 0), 0, 1)
    assert (fight.node.step, fight.frame.target) == (Step.DIVIDE, 1)
    assert any("(3.5, 10)" in told for told in fight.told())  # the players are told where it is


@pytest.mark.clause("S2.K2")
def test_a_refused_engage_move_does_not_blame_an_opponent_that_it_passes() -> None:
    wall = {"box": [10, 9.5, 4, 1], "top": 6}
    a, b = [{"at": (12, 5), "agility": 5}], [{"at": (12, 6.4)}, {"at": (12, 8.6)}]
    fight = Fight(a=a, b=b, pieces=[wall]).activate(0)
    for end, why in (((12.9, 9.2), "Terrain is in the way"), ((12, 6.3), "the base would overlap that of b1")):
        with pytest.raises(Refused, match=why) as refused:
            fight.engage(walk(12, 6.45), walk(*end))
        assert "opponents do not hinder it" in str(refused.value)
        assert "At (12, 6.45)" not in str(refused.value)
