"""What a game master may change, between activations."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.errors import Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.record import snapshot
from battlewright.engine.session import Session
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.record import ChoiceKind, Editable, EventKind, Fate, SkirmishEdit, Step
from tests.events import happened, told_of_edit
from tests.systems.skirmish.helpers import Fight, climb, walk

pytestmark = pytest.mark.plain

ROOF = {"box": [8, 8, 4, 4], "top": 3}


def fielded(**scenario: Any) -> Fight:
    """Two models on each side; there is a roof to stand on."""
    a, b = [{"at": (5, 8)}, {"at": (5, 10)}], [{"at": (15, 8)}, {"at": (15, 10)}]
    return Fight(a=a, b=b, pieces=[ROOF], **scenario)


def refused(fight: Fight, what: int, who: int, value: int, **more: int) -> str:
    """The clause by which an edit is refused; it must change nothing."""
    before, moves = snapshot(fight.session.battle), len(fight.session.steps)
    change = SkirmishEdit()
    change.what, change.who, change.value = what, who, value
    for name, number in more.items():
        setattr(change, name, number)
    with pytest.raises(Refused) as refusal:
        fight.session.edit(change)
    assert (snapshot(fight.session.battle), len(fight.session.steps)) == (before, moves)
    return refusal.value.clause


@pytest.mark.clause("S2.T1")
@pytest.mark.parametrize("who", [0, 1, 2, 3])
def test_stress_may_be_set_for_any_model_on_the_table(who: int) -> None:
    fight = fielded().stress(who, 7)
    assert [fight.model(each).stress for each in range(4)] == [7 if each == who else 0 for each in range(4)]
    assert fight.stress(who, 0).model(who).stress == 0
    assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 0)


@pytest.mark.clause("S2.T1", "S2.T6")
def test_stress_that_is_set_is_looked_at_in_the_models_activation_only() -> None:
    fight = fielded().stress(0, 100)
    assert (fight.model(0).fate, fight.model(0).toughness) == (Fate.FIELDED, 3)
    assert fight.activate(0).node.step == Step.STRESS_TEST


@pytest.mark.clause("S2.T1")
@pytest.mark.parametrize("value", [-1, 1001, -(2**31)])
def test_stress_below_0_or_beyond_reason_is_refused(value: int) -> None:
    assert refused(fielded(), Editable.STRESS, 0, value) == "S2.T1"


@pytest.mark.clause("S2.T2", "S2.T4")
def test_toughness_may_be_set_up_to_that_of_the_card() -> None:
    fight = fielded().edit(Editable.TOUGHNESS, 0, 1)
    assert fight.model(0).toughness == 1
    fight.edit(Editable.TOUGHNESS, 0, 3).edit(Editable.TOUGHNESS, 0, 2).stress(0, 2)
    assert (fight.activate(0).node.step, fight.node.dice) == (Step.STRESS_TEST, 2)


@pytest.mark.clause("S2.T5")
@pytest.mark.parametrize("value", [-1, 4, 10])
def test_toughness_below_0_or_above_that_of_the_card_is_refused(value: int) -> None:
    assert refused(fielded(), Editable.TOUGHNESS, 0, value) == "S2.T5"


@pytest.mark.clause("S2.T5")
def test_toughness_0_removes_the_model() -> None:
    fight = fielded().stress(1, 2).edit(Editable.TOUGHNESS, 1, 0)
    model, base = fight.model(1), fight.base(1)
    assert (model.fate, model.toughness, model.stress, model.ap, base.stands) == (Fate.REMOVED, 0, 0, 0, 0)
    assert [choice.who for choice in fight.session.choices()] == [0]
    fight.activate(0)
    assert fight.refused(ChoiceKind.MOVE, walk(5, 10)) == ""  # nobody stands there any more


@pytest.mark.clause("S2.T5", "S2.A4")
def test_toughness_0_for_the_last_model_of_a_side_ends_the_battle() -> None:
    fight = fielded().edit(Editable.TOUGHNESS, 2, 0)
    assert fight.node.kind == NodeKind.DECISION
    fight.edit(Editable.TOUGHNESS, 3, 0)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)
    assert refused(fight, Editable.STRESS, 0, 1) == "S2.A3"


@pytest.mark.clause("S2.T5", "S2.A2")
def test_toughness_0_for_the_last_model_to_be_activated_lets_the_others_go_on() -> None:
    fight = fielded()
    fight.activate(0).stop().activate(2).stop()
    fight.edit(Editable.TOUGHNESS, 1, 0)
    assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 1)
    fight.edit(Editable.TOUGHNESS, 3, 0)
    assert (fight.node.kind, fight.node.step, fight.battle.round) == (NodeKind.CHANCE, Step.ROLL_OFF, 2)


@pytest.mark.clause("S2.T5", "S2.A4")
def test_toughness_0_for_a_leader_ends_a_battle_for_leaders() -> None:
    fight = fielded(victory="leaders").edit(Editable.TOUGHNESS, 2, 0)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)


@pytest.mark.clause("S2.A1")
def test_action_points_may_be_set_from_0_to_3() -> None:
    fight = fielded().edit(Editable.AP, 0, 1).activate(0)
    assert fight.move(walk(5, 7)).node.side == 1  # it had only one
    fight.edit(Editable.AP, 2, 0).activate(2)
    assert (fight.node.step, fight.node.side, fight.model(2).activated) == (Step.ACTIVATE, 0, 1)
    assert fight.edit(Editable.AP, 2, 3).model(2).ap == 3


@pytest.mark.clause("S2.A1")
@pytest.mark.parametrize("value", [-1, 4])
def test_more_than_3_or_fewer_than_0_action_points_are_refused(value: int) -> None:
    assert refused(fielded(), Editable.AP, 0, value) == "S2.A1"


@pytest.mark.clause("S2.A4")
def test_the_round_may_be_set_up_to_the_round_limit() -> None:
    fight = fielded().edit(Editable.ROUND, 0, 8)
    assert fight.battle.round == 8
    for who in (0, 2, 1, 3):
        fight.activate(who).stop()
    assert fight.node.kind == NodeKind.OVER  # it was the last
    back = fielded().edit(Editable.ROUND, 0, 5).edit(Editable.ROUND, 0, 1)
    assert back.battle.round == 1


@pytest.mark.clause("S2.A4")
@pytest.mark.parametrize(("who", "value"), [(0, 0), (0, -1), (0, 4), (1, 2)])
def test_a_round_that_the_battle_does_not_have_is_refused(who: int, value: int) -> None:
    assert refused(fielded(round_limit=3), Editable.ROUND, who, value) == "S2.A4"


@pytest.mark.clause("S2.M2")
def test_a_model_may_be_put_wherever_it_could_stand() -> None:
    fight = fielded().put(0, (10, 10, 3)).put(2, (7.5, 10)).put(3, (0.5, 0.5))
    assert [fight.at(who) for who in (0, 2, 3)] == [(10, 10, 3), (7.5, 10, 0), (0.5, 0.5, 0)]
    assert fight.activate(0).refused(ChoiceKind.MOVE, climb(12.5, 10)) != ""  # it is not at the edge
    assert fight.refused(ChoiceKind.MOVE, walk(12, 10, 3), climb(12.5, 10)) == ""


@pytest.mark.clause("S2.M2")
@pytest.mark.parametrize(
    ("x", "y", "level"),
    [
        (10_000, 10_000, 0),  # inside the roof
        (10_000, 10_000, 2000),
        (5000, 12_000, 1000),  # in the air
        (5000, 12_000, -1),
        (7501, 10_000, 0),  # its base in the wall
        (5000, 10_999, 0),  # on another base
        (499, 5000, 0),  # over the edge of the table
        (5000, 23_501, 0),
        (-5000, 5000, 0),
        (2**31 - 1, 5000, 0),
    ],
)
def test_a_model_is_put_nowhere_it_could_not_stand(x: int, y: int, level: int) -> None:
    assert refused(fielded(), Editable.PLACE, 0, 0, x=x, y=y, level=level) == "S2.M2"


@pytest.mark.clause("S2.M2", "S2.D3")
def test_a_friend_who_is_put_elsewhere_is_helped_no_more() -> None:
    fight = Fight(a=[{"at": (5, 8)}, {"at": (6, 8)}], b=[{"at": (15, 8), "weapons": ["Rifle"]}, {"at": (15, 12)}])
    fight.stress(0, 3).activate(0).roll(4, 4, 4).activate(3).stop()
    fight.activate(1).choose(ChoiceKind.AID, whom=0).stop()
    fight.put(0, (5, 12))
    fight.activate(2).shoot(0)
    assert fight.node.step != Step.TAKE_PLACE


@pytest.mark.clause("S2.A3")
@pytest.mark.parametrize("who", [-1, 4, 24, 1000])
@pytest.mark.parametrize("what", [Editable.STRESS, Editable.TOUGHNESS, Editable.AP, Editable.PLACE])
def test_only_a_model_that_is_there_may_be_changed(what: Editable, who: int) -> None:
    assert refused(fielded(), what, who, 0) == "S2.A3"
    gone = fielded().edit(Editable.TOUGHNESS, 1, 0)
    assert refused(gone, what, 1, 0) == "S2.A3"  # nor one that was removed


@pytest.mark.clause("S2.A3")
@pytest.mark.parametrize(
    ("what", "value"), [(Editable.STRESS, 1), (Editable.TOUGHNESS, 2), (Editable.AP, 1), (Editable.ROUND, 2)]
)
def test_a_number_has_no_place_and_a_place_no_number(what: Editable, value: int) -> None:
    for name in ("x", "y", "level"):
        assert refused(fielded(), what, 0, value, **{name: 1}) == "S2.A3"
    assert refused(fielded(), Editable.PLACE, 0, value, x=3000, y=15_000) == "S2.M2"


@pytest.mark.clause("S2.A3")
@pytest.mark.parametrize("what", [0, 9, -1])
def test_nothing_else_may_be_changed(what: int) -> None:
    assert refused(fielded(), what, 0, 1) == "S2.A3"


@pytest.mark.clause("S2.A3")
def test_an_activation_a_roll_and_the_placing_are_not_interrupted() -> None:
    acting = fielded().activate(0)
    assert refused(acting, Editable.STRESS, 1, 1) == "S2.A3"
    testing = fielded().stress(0, 3).activate(0)
    assert refused(testing, Editable.STRESS, 0, 0) == "S2.A3"
    rolling = fielded()
    for who in (0, 2, 1, 3):
        rolling.activate(who).stop()
    assert refused(rolling, Editable.ROUND, 0, 2) == "S2.A3"
    placing = fielded()
    placing.session = Session(systems.load("skirmish"), placing.setup)
    assert refused(placing.roll(6, 1), Editable.AP, 0, 1) == "S2.A3"


@pytest.mark.clause("S2.A3")
def test_an_edit_is_kept_as_a_move_and_may_be_taken_back() -> None:
    fight = fielded()
    before, moves = fight.session.fingerprint, len(fight.session.steps)
    fight.put(0, (3, 15))
    assert (len(fight.session.steps), fight.session.fingerprint == before) == (moves + 1, False)
    fight.session.undo()
    assert fight.session.fingerprint == before


# What players may add to the table


def barrels() -> Fight:
    """A barrel with an effect of its own, a roof, and two models of each side, one of them beside the barrel."""
    barrel = {"name": "Barrel", "box": [8, 11, 1, 1], "top": 2, "effect": "explosion", "radius": 1}
    a: list[dict[str, Any]] = [{"at": (7, 11.5)}, {"at": (2, 2)}]
    b: list[dict[str, Any]] = [{"at": (10.5, 11.5)}, {"at": (20, 20)}]
    return Fight(a=a, b=b, pieces=[barrel, {"box": [14, 8, 4, 4], "top": 3}])


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(("radius", "stresses"), [(1000, [1, 0, 1, 0]), (3000, [1, 0, 1, 0])])
def test_the_players_may_let_a_piece_explode(radius: int, stresses: list[int]) -> None:
    fight = barrels().edit(Editable.EXPLOSION, 0, radius)
    assert [fight.model(who).stress for who in range(4)] == stresses
    assert [fight.model(who).caused for who in range(4)] == [0, 0, 0, 0]
    assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 0)
    assert fight.told()[0].startswith("The game master lets the Barrel explode")
    fight.edit(Editable.EXPLOSION, 1, 1000)  # a piece without an effect of its own
    assert [fight.model(who).stress for who in range(4)] == stresses


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(
    "change",
    [
        {"value": 999},
        {"value": 3001},
        {"value": 0},
        {"who": 2},
        {"who": -1},
        {"who": 40},
        {"x": 1},
        {"y": 1},
        {"level": 1},
    ],
)
def test_only_a_piece_of_the_table_explodes_within_1_to_3_inches(change: dict[str, int]) -> None:
    numbers = {"who": 0, "value": 1000} | change
    assert refused(barrels(), Editable.EXPLOSION, numbers.pop("who"), numbers.pop("value"), **numbers) == "S2.F9"


@pytest.mark.clause("S2.F9")
def test_the_players_may_add_dust_and_fire() -> None:
    fight = barrels().edit(Editable.DUST, 0, 0, x=0, y=24_000)
    fight.edit(Editable.FIRE, 0, 0, x=16_000, y=10_000, level=3000).edit(Editable.FIRE, 0, 0, x=16_000, y=10_000)
    found = [(each.kind, each.x, each.y, each.level, each.stress, each.until) for each in fight.battle.markers[:3]]
    assert found == [
        (MarkerKind.DUST, 0, 24_000, 0, 0, 2),
        (MarkerKind.FIRE, 16_000, 10_000, 3000, 1, 2),
        (MarkerKind.FIRE, 16_000, 10_000, 0, 1, 2),
    ]
    fight.session.undo()
    assert fight.battle.marker_count == 2


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize("what", [Editable.DUST, Editable.FIRE])
@pytest.mark.parametrize(
    "change",
    [{"x": -1}, {"x": 24_001}, {"y": -1}, {"y": 24_001}, {"level": 1000}, {"level": -1}, {"who": 1}, {"value": 1}],
)
def test_dust_and_fire_are_somewhere_on_the_table(what: Editable, change: dict[str, int]) -> None:
    numbers = {"who": 0, "value": 0, "x": 12_000, "y": 4000} | change
    assert refused(barrels(), what, numbers.pop("who"), numbers.pop("value"), **numbers) == "S2.F9"


@pytest.mark.clause("S2.F9")
def test_dust_has_no_level_and_a_fire_is_on_one() -> None:
    on_roof = {"x": 16_000, "y": 10_000, "level": 3000}
    assert refused(barrels(), Editable.DUST, 0, 0, **on_roof) == "S2.F9"
    assert refused(barrels(), Editable.FIRE, 0, 0, **(on_roof | {"level": 2999})) == "S2.F9"


@pytest.mark.clause("S2.A3", "S2.F9")
@pytest.mark.parametrize("what", [Editable.EXPLOSION, Editable.DUST, Editable.FIRE])
def test_nothing_happens_on_the_table_in_an_activation(what: Editable) -> None:
    assert refused(barrels().activate(0), what, 0, 1000 if what == Editable.EXPLOSION else 0) == "S2.A3"


@pytest.mark.clause("S2.F9", "S1.T2", "S1.F5")
def test_in_the_first_edition_an_explosion_is_tested_for_at_once() -> None:
    barrel = {"name": "Barrel", "box": [8, 11, 1, 1], "top": 2}
    fight = Fight(a=[{"at": (7, 11.5), "toughness": 1}], b=[{"at": (20, 20)}], pieces=[barrel], edition="first")
    fight.edit(Editable.EXPLOSION, 0, 1000)
    assert (fight.node.step, fight.node.side) == (Step.STRESS_TEST, 0)
    fight.roll(4)
    assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 0)


AT = {"x": 9000, "y": 9000, "level": 3000}


@pytest.mark.clause("S2.T1", "S2.A4", "S2.M2", "S2.F9")
@pytest.mark.parametrize(
    ("edit", "kind", "fields"),
    [
        (
            {"what": Editable.AP, "who": 2, "value": 1},
            EventKind.EDITED,
            {"who": 2, "what": Editable.AP, "value": 1, "was": 3},
        ),
        (
            {"what": Editable.ROUND, "value": 2},
            EventKind.EDITED,
            {"who": -1, "what": Editable.ROUND, "value": 2, "was": 1},
        ),
        ({"what": Editable.PLACE, "who": 1, **AT}, EventKind.EDITED_PLACE, {"who": 1, **AT}),
        (
            {"what": Editable.EXPLOSION, "who": 0, "value": 2500},
            EventKind.EDITED_EXPLOSION,
            {"piece": 0, "radius": 2500},
        ),
        ({"what": Editable.DUST, "x": 9000, "y": 2000}, EventKind.EDITED_DUST, {"x": 9000, "y": 2000}),
        ({"what": Editable.FIRE, **AT}, EventKind.EDITED_FIRE, AT),
    ],
)
def test_an_edit_is_told_by_the_names_of_its_fields(
    edit: dict[str, int], kind: EventKind, fields: dict[str, int]
) -> None:
    assert told_of_edit(fielded().session, **edit)[0] == happened(kind, **fields)
