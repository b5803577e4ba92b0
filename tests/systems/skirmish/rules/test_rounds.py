"""Chapter A: action points, rounds, roll-offs, placing the models, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.errors import Refused
from battlewright.engine.node import EVERYBODY, NodeKind, OutcomeSymmetry
from battlewright.engine.session import Session
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Fate, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from tests.systems.skirmish.helpers import Fight, roster, thousandths, walk

pytestmark = pytest.mark.plain

RIFLE = {"weapons": ["Rifle"]}


class Opening:
    """A battle from its very beginning, before anything is placed."""

    def __init__(self, a: int = 2, b: int = 2, pieces: Any = (), **scenario: Any) -> None:
        setup = {
            "rosters": [roster("a", [{}] * a), roster("b", [{}] * b)],
            "table": {"name": "Table", "pieces": list(pieces)},
            "scenario": {"name": "Test", **scenario},
        }
        self.session = Session(systems.load("skirmish"), BattleSetup.model_validate(setup))

    @property
    def battle(self) -> Skirmish:
        battle: Skirmish = self.session.record
        return battle

    def roll(self, *faces: int) -> Opening:
        self.session.roll_typed(faces)
        return self

    def choice(self, who: int, x: float, y: float, level: float = 0) -> SkirmishChoice:
        made = SkirmishChoice()
        made.kind, made.who, made.count = ChoiceKind.DEPLOY, who, 1
        made.legs[0].x, made.legs[0].y, made.legs[0].level = thousandths(x), thousandths(y), thousandths(level)
        return made

    def place(self, who: int, x: float, y: float, level: float = 0) -> Opening:
        self.session.choose(self.choice(who, x, y, level))
        return self

    def refused(self, who: int, x: float, y: float, level: float = 0) -> str:
        return self.session.refusal(self.choice(who, x, y, level))


def idle(fight: Fight) -> Fight:
    """Whoever is left in this round is activated and does nothing."""
    while fight.node.step == Step.ACTIVATE and fight.node.kind == NodeKind.DECISION:
        fight.activate(fight.session.choices()[0].who)
        if fight.node.step == Step.ACT:
            fight.stop()
    return fight


@pytest.mark.clause("S2.A1")
def test_every_model_starts_each_round_with_3_action_points() -> None:
    fight = Fight(a=[{}, {}], b=[{}])
    assert [fight.model(who).ap for who in range(3)] == [3, 3, 3]
    fight.activate(0).move(walk(8, 3)).move(walk(8, 4)).stop()
    assert fight.model(0).ap == 1
    idle(fight).roll(6, 1)
    assert (fight.battle.round, [fight.model(who).ap for who in range(3)]) == (2, [3, 3, 3])  # the 1 left is lost


@pytest.mark.clause("S2.A1")
@pytest.mark.parametrize(("reaction", "left"), [(ChoiceKind.COVER, 2), (ChoiceKind.RETURN_FIRE, 1)])
def test_reacting_before_its_activation_leaves_a_model_fewer_action_points(reaction: ChoiceKind, left: int) -> None:
    fight = Fight(a=[{"at": (5, 8), **RIFLE}], b=[{"at": (15, 8), **RIFLE}])
    fight.activate(0).shoot(1).choose(reaction).roll(1, 1, 1)
    fight.choose(ChoiceKind.STAY if reaction == ChoiceKind.COVER else ChoiceKind.WAIVE)
    fight.stop().activate(1)
    assert fight.model(1).ap == left
    assert (ChoiceKind.SHOOT in fight.kinds()) == (left == 2)


@pytest.mark.clause("S2.A1")
def test_what_is_left_after_an_activation_may_be_spent_on_reactions_in_the_same_round() -> None:
    fight = Fight(a=[{"at": (5, 8)}, {}], b=[{"at": (15, 8), **RIFLE}, {"at": (15, 10), **RIFLE}])
    fight.activate(0).move(walk(5, 9)).move(walk(5, 8)).stop()
    fight.activate(2).shoot(0)
    assert ChoiceKind.COVER in fight.kinds()
    fight.choose(ChoiceKind.COVER).roll(1, 1, 1).choose(ChoiceKind.STAY).stop()
    fight.activate(1).stop().activate(3).shoot(0)
    assert fight.node.step == Step.SHOT_ROLL  # nothing is left to react with


@pytest.mark.clause("S2.A1", "S2.A3")
def test_an_action_that_the_action_points_do_not_cover_is_refused() -> None:
    fight = Fight(a=[{"at": (5, 8), "weapons": ["Sword", "Rifle"]}], b=[{"at": (6.5, 8)}]).activate(0)
    fight.move(walk(5, 8.2)).move(walk(5, 8))
    assert (fight.model(0).ap, fight.kinds()) == (1, {ChoiceKind.STOP})
    assert fight.refused(ChoiceKind.CLOSE_COMBAT) == "S2.K1"
    assert fight.refused(ChoiceKind.SHOOT, whom=1) == "S2.F1"
    fight.move(walk(5, 8.2))
    assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 1)  # none left: the activation is over


@pytest.mark.clause("S2.A2", "S2.A5")
@pytest.mark.parametrize(("faces", "sides"), [((6, 1), [0, 1, 0, 1]), ((2, 3), [1, 0, 1, 0])])
def test_the_winner_of_the_roll_off_activates_first_and_they_alternate(
    faces: tuple[int, int], sides: list[int]
) -> None:
    fight = idle(Fight(a=[{}, {}], b=[{}, {}])).roll(*faces)
    found = []
    for _ in range(4):
        found.append(fight.node.side)
        fight.activate(fight.session.choices()[0].who).stop()
    assert found == sides
    assert (fight.battle.round, fight.node.step) == (3, Step.ROLL_OFF)


@pytest.mark.clause("S2.A2")
def test_each_round_begins_with_a_new_roll_off() -> None:
    fight = Fight(a=[{}], b=[{}])
    for number, winner in enumerate((1, 0, 1), 2):
        idle(fight)
        assert (fight.node.kind, fight.node.step, fight.battle.round) == (NodeKind.CHANCE, Step.ROLL_OFF, number)
        assert fight.roll(*((1, 6) if winner else (6, 1))).node.side == winner


@pytest.mark.clause("S2.A2")
def test_when_one_side_has_none_left_the_other_goes_on_with_its_own() -> None:
    fight = Fight(a=[{}], b=[{}, {}, {}])
    fight.activate(0).stop()
    for who in (2, 1, 3):
        assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 1)
        fight.activate(who).stop()
    assert fight.node.step == Step.ROLL_OFF


@pytest.mark.clause("S2.A2")
@pytest.mark.parametrize("who", [0, 2, -1, 4, 99])
def test_only_a_model_of_ones_own_that_was_not_yet_activated_may_be(who: int) -> None:
    fight = Fight(a=[{}, {}], b=[{}, {}])
    fight.activate(0).stop().activate(2).stop()
    assert fight.refused(ChoiceKind.ACTIVATE, who=who) == "S2.A2"
    assert [choice.who for choice in fight.session.choices()] == [1]
    assert fight.refused(ChoiceKind.ACTIVATE, who=1, whom=1) == "S2.A2"
    assert fight.refused(ChoiceKind.STOP) == "S2.A2"


@pytest.mark.clause("S2.A2", "S2.T5")
def test_a_model_that_is_gone_is_not_activated() -> None:
    fight = Fight(a=[{}, {}], b=[{}]).edit(Editable.TOUGHNESS, 0, 0)
    assert fight.refused(ChoiceKind.ACTIVATE, who=0) == "S2.A2"
    fight.activate(1).stop().activate(2).stop()
    assert (fight.battle.round, fight.node.step) == (2, Step.ROLL_OFF)


@pytest.mark.clause("S2.A3")
def test_actions_are_taken_in_any_order() -> None:
    cards: list[dict[str, Any]] = [{"at": (5, 8), **RIFLE}, {"at": (20, 8)}]
    first = Fight(a=cards[:1], b=cards[1:]).activate(0).move(walk(6, 8)).shoot(1)
    assert first.node.step == Step.REACT
    then = Fight(a=cards[:1], b=cards[1:]).activate(0).shoot(1).choose(ChoiceKind.NOTHING).roll(1, 1, 1)
    assert then.model(0).ap == 1
    assert then.move(walk(6, 8)).at(0) == (6, 8, 0)


@pytest.mark.clause("S2.A3", "S2.M1")
def test_the_same_action_may_be_taken_again() -> None:
    fight = Fight(a=[{"at": (2, 8)}], b=[{}]).activate(0)
    for number, x in enumerate((8, 14, 20)):
        assert (fight.node.step, fight.model(0).ap) == (Step.ACT, 3 - number)
        fight.move(walk(x, 8))
    assert (fight.at(0), fight.node.side) == ((20, 8, 0), 1)


@pytest.mark.clause("S2.A3")
def test_a_model_may_stop_early_even_at_once() -> None:
    fight = Fight(a=[{}], b=[{}]).activate(0).stop()
    assert (fight.model(0).ap, fight.model(0).activated) == (3, 1)
    assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 1)


@pytest.mark.clause("S2.A3")
def test_nothing_is_chosen_while_dice_must_fall_and_nothing_foreign_to_the_moment() -> None:
    fight = idle(Fight(a=[{}], b=[{}]))
    assert fight.refused(ChoiceKind.ACTIVATE, who=0) == "S2.A3"
    fight.roll(6, 1).activate(0)
    for kind in (ChoiceKind.ACTIVATE, ChoiceKind.DEPLOY, ChoiceKind.COVER, ChoiceKind.STRIKE):
        assert fight.refused(kind) == "S2.A3"
    assert fight.refused(ChoiceKind.STOP, who=1) == "S2.A3"


@pytest.mark.clause("S2.A4")
@pytest.mark.parametrize(("who", "result"), [(0, 2), (1, 1)])
def test_when_one_side_has_no_models_left_the_other_wins_at_once(who: int, result: int) -> None:
    fight = Fight(a=[{"toughness": 1}], b=[{"toughness": 1}]).stress(who, 2)
    if who:
        fight.activate(0).stop()
    fight.activate(who)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, result)
    assert fight.refused(ChoiceKind.STOP) == "S2.A4"
    with pytest.raises(Refused, match=r"S2\.A4"):
        fight.stop()


@pytest.mark.clause("S2.A4")
def test_none_left_on_either_side_is_a_draw() -> None:
    fight = Fight(a=[{"toughness": 1}], b=[{}])
    fight.model(1).fate, fight.base(1).stands = Fate.REMOVED, 0  # as if something had taken both
    fight.stress(0, 0)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)
    both = Fight(a=[{"toughness": 1}], b=[{}])
    both.model(1).fate, both.base(1).stands = Fate.REMOVED, 0
    both.edit(Editable.TOUGHNESS, 0, 0)
    assert (both.node.kind, both.node.result) == (NodeKind.OVER, 0)


@pytest.mark.clause("S2.A4")
def test_a_battle_has_8_rounds_unless_the_scenario_says_otherwise() -> None:
    for limit, battle in ((8, Fight(a=[{}], b=[{}])), (2, Fight(a=[{}], b=[{}], round_limit=2))):
        fight = idle(battle)
        for number in range(2, limit + 1):
            assert (fight.battle.round, fight.node.step) == (number, Step.ROLL_OFF)
            idle(fight.roll(6, 1))
        assert fight.node.kind == NodeKind.OVER


@pytest.mark.clause("S2.A4", "S2.B1")
@pytest.mark.parametrize(
    ("a", "b", "gone", "result"),
    [
        ([{}], [{}], [], 0),
        ([{"melee": 4}], [{}], [], 1),
        ([{}], [{"weapons": ["Sword", "Pistol"]}], [], 2),
        ([{}, {}], [{"melee": 10, "agility": 5}], [], 1),
        ([{}, {}], [{"melee": 10, "agility": 5}], [1], 2),
        ([{"melee": 2}, {"melee": 4}], [{"melee": 3}, {}], [0, 3], 1),
        ([{}, {}], [{}, {}], [1, 2], 0),
    ],
)
def test_at_the_round_limit_the_greater_total_of_points_on_the_table_wins(
    a: list[dict[str, Any]], b: list[dict[str, Any]], gone: list[int], result: int
) -> None:
    fight = Fight(a=a, b=b, round_limit=1)
    for who in gone:
        fight.edit(Editable.TOUGHNESS, who, 0)
    idle(fight)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, result)


@pytest.mark.clause("S2.A4")
def test_lost_toughness_and_stress_do_not_lower_the_points() -> None:
    fight = Fight(a=[{}], b=[{}], round_limit=1).edit(Editable.TOUGHNESS, 0, 1).stress(0, 0)
    idle(fight)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 0)


@pytest.mark.clause("S2.A4")
@pytest.mark.parametrize(
    ("a", "b", "result"),
    [
        ((12, 12), (2, 20), 1),
        ((2, 4), (12, 12), 2),
        ((2, 4), (2, 20), 0),
        ((11, 12), (13, 12), 1),
        ((16.5, 12), (2, 20), 1),  # the base touches the circle
        ((16.501, 12), (2, 20), 0),
        ((16.501, 12), (12, 7.5), 2),
    ],
)
def test_a_place_to_be_held_is_worth_the_points_of_those_within_it(
    a: tuple[float, float], b: tuple[float, float], result: int
) -> None:
    fight = Fight(a=[{"at": a, "melee": 4}], b=[{"at": b}, {"at": (20, 20)}], victory="hold", round_limit=1)
    idle(fight)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, result)


@pytest.mark.clause("S2.A4")
def test_a_place_is_held_where_the_scenario_says_and_who_has_models_left_wins_without_it() -> None:
    elsewhere = Fight(a=[{"at": (12, 12)}], b=[{"at": (5, 7)}], victory="hold", hold=[4, 7, 1], round_limit=1)
    assert idle(elsewhere).node.result == 2
    gone = Fight(a=[{"at": (12, 12)}], b=[{"at": (2, 20)}], victory="hold").edit(Editable.TOUGHNESS, 0, 0)
    assert (gone.node.kind, gone.node.result) == (NodeKind.OVER, 2)


@pytest.mark.clause("S2.A4")
@pytest.mark.parametrize(("leader", "result"), [(0, 2), (2, 1)])
def test_where_leaders_count_the_side_that_loses_its_first_model_has_lost(leader: int, result: int) -> None:
    fight = Fight(a=[{}, {}], b=[{}, {}], victory="leaders").edit(Editable.TOUGHNESS, leader + 1, 0)
    assert fight.node.kind == NodeKind.DECISION  # it was not the leader
    fight.edit(Editable.TOUGHNESS, leader, 0)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, result)


@pytest.mark.clause("S2.A4")
def test_where_leaders_count_and_both_live_the_points_decide() -> None:
    fight = Fight(a=[{}, {}], b=[{}, {}], victory="leaders", round_limit=1).edit(Editable.TOUGHNESS, 1, 0)
    assert idle(fight).node.result == 2


@pytest.mark.clause("S2.A4")
def test_the_loss_of_a_leader_means_nothing_in_other_battles() -> None:
    fight = Fight(a=[{}, {}], b=[{}]).edit(Editable.TOUGHNESS, 0, 0)
    assert fight.node.kind == NodeKind.DECISION


@pytest.mark.clause("S2.A5")
def test_a_roll_off_is_one_d6_each_and_only_who_is_higher_counts() -> None:
    node = Opening().session.node
    assert (node.kind, node.step, node.side) == (NodeKind.CHANCE, Step.ROLL_OFF, EVERYBODY)
    assert (node.dice, node.sides, node.symmetry) == (2, 6, OutcomeSymmetry.RANKED)


@pytest.mark.clause("S2.A5")
def test_ties_roll_again() -> None:
    opening = Opening().roll(3, 3).roll(6, 6)
    assert (opening.session.node.step, opening.session.node.dice) == (Step.ROLL_OFF, 2)
    assert opening.roll(4, 5).session.node.side == 1
    fight = idle(Fight(a=[{}], b=[{}])).roll(1, 1)
    assert (fight.node.step, fight.node.dice) == (Step.ROLL_OFF, 2)
    assert (fight.roll(2, 1).node.step, fight.node.side) == (Step.ACTIVATE, 0)


@pytest.mark.clause("S2.A6", "S2.A5")
@pytest.mark.parametrize("faces", [(5, 2), (2, 5)])
def test_models_are_placed_in_turn_and_the_winner_of_a_roll_off_begins(faces: tuple[int, int]) -> None:
    opening = Opening(2, 2).roll(*faces)
    sides = []
    while opening.session.node.step == Step.DEPLOY:
        sides.append(opening.session.node.side)
        opening.session.choose(opening.session.choices()[-1])
    assert sides == ([0, 1, 0, 1] if faces[0] > faces[1] else [1, 0, 1, 0])
    assert (opening.session.node.step, opening.battle.round) == (Step.ROLL_OFF, 1)


@pytest.mark.clause("S2.A6")
def test_who_has_more_models_places_the_rest_alone() -> None:
    opening = Opening(1, 3).roll(6, 1).place(0, 12, 2)
    for who in (3, 1, 2):
        assert (opening.session.node.step, opening.session.node.side) == (Step.DEPLOY, 1)
        opening.place(who, 4 * who, 22)
    assert opening.session.node.step == Step.ROLL_OFF
    assert [opening.battle.models[who].fate for who in range(4)] == [Fate.FIELDED] * 4


@pytest.mark.clause("S2.A6")
def test_a_model_is_placed_within_4_inches_of_its_sides_edge() -> None:
    opening = Opening().roll(6, 1)
    for x, y in ((12, 3.5), (0.5, 0.5), (23.5, 3.5), (12.345, 1.111)):
        assert opening.refused(0, x, y) == ""
    for x, y in ((12, 3.501), (12, 12), (12, 22), (0.499, 2), (23.501, 2), (12, 0.499), (12, -1)):
        assert opening.refused(0, x, y) == "S2.A6"
    opening.place(0, 12, 3.5)
    assert [opening.refused(2, 12, y) for y in (20.5, 23.5, 20.499, 2)] == ["", "", "S2.A6", "S2.A6"]


@pytest.mark.clause("S2.A6", "S2.M2")
def test_a_model_is_placed_where_it_fits_and_at_the_level_under_its_centre() -> None:
    opening = Opening(pieces=[{"box": [10, 0, 4, 4], "top": 3}]).roll(6, 1)
    assert (opening.refused(0, 12, 2, 3), opening.refused(0, 12, 2), opening.refused(0, 5, 2, 1)) == (
        "",
        "S2.A6",
        "S2.A6",
    )
    assert (opening.refused(0, 9.5, 2), opening.refused(0, 9.501, 2)) == ("", "S2.A6")
    opening.place(0, 5, 2).place(2, 5, 22)
    assert (opening.refused(1, 6, 2), opening.refused(1, 5.999, 2)) == ("", "S2.A6")
    assert (opening.battle.crowd.bases[0].x, opening.battle.crowd.bases[0].y) == (5000, 2000)


@pytest.mark.clause("S2.A6")
@pytest.mark.parametrize("who", [2, -1, 4, 0])
def test_only_a_model_of_ones_own_that_waits_is_placed(who: int) -> None:
    opening = Opening().roll(6, 1).place(0, 5, 2).place(2, 5, 22)
    assert opening.refused(who, 12, 2) == "S2.A6"
    assert opening.refused(1, 12, 2) == ""


@pytest.mark.clause("S2.A6")
def test_the_default_set_up_is_two_players_on_a_table_of_24_by_24() -> None:
    setup = BattleSetup.model_validate({"rosters": [roster("a", [{}]), roster("b", [{}])]})
    assert (setup.table.width, setup.table.depth, setup.scenario.round_limit) == (24, 24, 8)
    assert setup.zones == ((0, 24000, 0, 4000), (0, 24000, 20000, 24000))
    assert systems.load("skirmish").rules.sides == 2


@pytest.mark.clause("S2.A6", "S1.A1")
def test_in_opposite_corners_both_sides_are_offered_the_same_places_turned_round() -> None:
    """Whoever is placed as offered has its leader at the outer end, whichever side it is."""
    fight = Fight(a=[{}, {}, {}], b=[{}, {}, {}], deployment={"edges": "corners"})
    own, their = [fight.at(who) for who in range(3)], [fight.at(who) for who in range(3, 6)]
    assert their == [(24 - x, 24 - y, level) for x, y, level in own]
    assert own[0][0] < own[1][0] < own[2][0]
