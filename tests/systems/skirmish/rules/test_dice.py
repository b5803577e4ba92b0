"""Chapter C: characters, ability tests and critical tests, and what a node declares about its dice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from battlewright.engine.node import NodeKind, OutcomeSymmetry, outcome
from battlewright.engine.record import copy_of, numbers
from battlewright.systems.skirmish.record import ChoiceKind, Step
from battlewright.systems.skirmish.rules.dice import count_criticals, count_successes
from battlewright.systems.skirmish.setup.files import CharacterSetup
from tests.systems.skirmish.helpers import CARD, Fight, climb, jump, walk

pytestmark = pytest.mark.plain

FACES = st.integers(1, 6)
WALL = {"box": [10, 6, 4, 6], "top": 5}
"""Its southern edge runs at y = 6; who stands at y = 5.5 touches it."""
ARMED = {"weapons": ["Sword", "Rifle"]}


def stress_test(toughness: int = 3) -> Fight:
    fight = Fight(a=[{"at": (5, 8), "toughness": toughness}, {}], b=[{}])
    return fight.stress(0, toughness).activate(0)


def climb_test(agility: int = 3) -> Fight:
    fight = Fight(a=[{"at": (12, 5.5), "agility": agility}], b=[{}], pieces=[WALL])
    return fight.activate(0).move(climb(12, 6.2, 5))


def jump_test(agility: int = 3) -> Fight:
    fight = Fight(a=[{"at": (5, 8), "agility": agility}], b=[{}])
    return fight.activate(0).move(jump(8, 8))


def clash(melee: int = 3, their: int = 3) -> Fight:
    fight = Fight(a=[{"at": (5, 8), "melee": melee}], b=[{"at": (6.5, 8), "melee": their}])
    return fight.activate(0).engage()


def shot(ballistics: int = 3) -> Fight:
    fight = Fight(a=[{"at": (5, 8), "ballistics": ballistics, **ARMED}], b=[{"at": (9, 8)}])
    return fight.activate(0).shoot(1).choose(ChoiceKind.NOTHING)


def seen(fight: Fight) -> list[int]:
    """How the node sees each face."""
    return [fight.node.face_class[face - 1] for face in range(1, 7)]


@pytest.mark.clause("S2.C1", "S2.C4")
@pytest.mark.parametrize(
    ("begin", "step", "values"),
    [
        (clash, Step.STRIKE_ROLL, (1, 2, 5, 10)),
        (shot, Step.SHOT_ROLL, (1, 2, 5, 10)),
        (stress_test, Step.STRESS_TEST, (1, 2, 5, 10)),
        (climb_test, Step.CLIMB_TEST, (3, 4)),
        (jump_test, Step.JUMP_TEST, (2, 3, 4, 5)),
    ],
)
def test_as_many_d6_are_rolled_as_the_ability_that_counts(
    begin: Callable[[int], Fight], step: Step, values: tuple[int, ...]
) -> None:
    for value in values:
        node = begin(value).node
        assert (node.kind, node.step, node.dice, node.sides) == (NodeKind.CHANCE, step, value, 6)


@pytest.mark.clause("S2.C1")
def test_the_defender_parries_with_its_own_melee() -> None:
    fight = clash(2, 4).roll(1, 1)
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.PARRY_ROLL, 1, 4)


@pytest.mark.clause("S2.C1")
def test_agility_is_speed_and_toughness_is_what_is_endured() -> None:
    fight = Fight(a=[{"at": (5, 8), "agility": 2}, {"at": (5, 11), "agility": 5}], b=[{}, {}])
    assert [fight.model(who).toughness for who in range(4)] == [3, 3, 3, 3]
    fight.activate(0)
    assert (fight.refused(ChoiceKind.MOVE, walk(9, 8)), fight.refused(ChoiceKind.MOVE, walk(10, 8))) == ("", "S2.M3")
    fight.stop().activate(2).stop().activate(1)
    assert (fight.refused(ChoiceKind.MOVE, walk(15, 11)), fight.refused(ChoiceKind.MOVE, walk(16, 11))) == ("", "S2.M3")


@pytest.mark.clause("S2.C2")
def test_a_model_with_agility_0_cannot_move_but_may_act() -> None:
    fight = Fight(a=[{"at": (5, 8), "agility": 0}], b=[{"at": (6.5, 8)}]).activate(0)
    for way in (walk(5, 9), walk(5, 8), walk(5, 8.001), jump(5, 9)):
        assert fight.refused(ChoiceKind.MOVE, way) == "S2.C2"
    for way in (walk(5, 8.5), walk(5, 8)):
        assert fight.refused(ChoiceKind.CLOSE_COMBAT, way) == "S2.C2"
    assert fight.engage().node.step == Step.STRIKE_ROLL


@pytest.mark.clause("S2.C2")
def test_a_model_with_agility_0_has_no_cover_move() -> None:
    fight = Fight(a=[{"at": (5, 8), **ARMED}], b=[{"at": (9, 8), "agility": 0}]).activate(0).shoot(1)
    fight.choose(ChoiceKind.COVER).roll(6, 6, 6)
    if fight.node.step == Step.CRITICAL_ROLL:
        fight.roll(1)
    assert (fight.node.step, fight.node.side) == (Step.ACT, 0)


@pytest.mark.clause("S2.C2")
def test_a_model_with_ballistics_0_cannot_shoot_and_does_not_return_fire() -> None:
    fight = Fight(a=[{"at": (5, 8), "ballistics": 0, **ARMED}], b=[{"at": (9, 8), **ARMED}]).activate(0)
    assert fight.refused(ChoiceKind.SHOOT, whom=1) in {"S2.C2", "S2.F1"}
    assert ChoiceKind.SHOOT not in fight.kinds()
    fight.stop().activate(1).shoot(0)
    assert fight.kinds() == {ChoiceKind.NOTHING, ChoiceKind.COVER}
    assert fight.refused(ChoiceKind.RETURN_FIRE) in {"S2.C2", "S2.F4"}


@pytest.mark.clause("S2.C2", "S2.K6")
def test_melee_0_rolls_no_dice_in_a_clash() -> None:
    attacker = clash(0, 2)
    assert (attacker.node.step, attacker.node.dice) == (Step.PARRY_ROLL, 2)
    attacker.roll(1, 4)
    assert (attacker.model(0).stress, attacker.model(1).stress) == (1, 0)  # the defender's success stresses
    defender = clash(2, 0).roll(4, 4)
    assert (defender.node.step, defender.model(1).stress, defender.model(0).stress) == (Step.ACT, 2, 0)
    neither = clash(0, 0)
    assert (neither.node.step, neither.model(0).ap) == (Step.ACT, 1)
    assert (neither.model(0).stress, neither.model(1).stress) == (0, 0)


@pytest.mark.clause("S2.C2")
@pytest.mark.parametrize("ability", ["melee", "ballistics", "toughness", "agility"])
def test_an_ability_runs_from_0_to_10_and_toughness_from_1(ability: str) -> None:
    for value in (-1, 11):
        with pytest.raises(ValidationError, match=r"S2\.C2"):
            Fight(a=[{ability: value}], b=[{}])
    Fight(a=[{ability: 10}], b=[{}])
    if ability == "toughness":
        with pytest.raises(ValidationError, match=r"S2\.C2"):
            Fight(a=[{ability: 0}], b=[{}])
    else:
        Fight(a=[{ability: 0}], b=[{}])


@pytest.mark.clause("S2.C3")
@given(st.tuples(st.integers(0, 10), st.integers(0, 10), st.integers(1, 10), st.integers(0, 10)))
def test_the_sum_names_the_character_by_the_highest_name_at_or_below_it(abilities: tuple[int, ...]) -> None:
    names = {8: "Worm", 10: "Minion", 12: "Ordinary Mortal", 14: "Leader", 16: "Hero", 18: "Monster"}
    names |= {20: "Legendary Being"}
    melee, ballistics, toughness, agility = abilities
    card = CharacterSetup.model_validate(
        CARD | {"melee": melee, "ballistics": ballistics, "toughness": toughness, "agility": agility}
    )
    below = [least for least in names if least <= sum(abilities)]
    assert card.rank == names[max(below, default=8)]


@pytest.mark.clause("S2.C4", "S2.C5")
@given(st.lists(FACES, max_size=10))
def test_each_4_or_more_is_a_success_and_each_6_a_critical_one_too(faces: list[int]) -> None:
    thrown = numbers([*faces, 6])  # what lies beyond the count is not read
    assert count_successes(thrown, len(faces)) == sum(face in (4, 5, 6) for face in faces)
    assert count_criticals(thrown, len(faces)) == faces.count(6)


@pytest.mark.clause("S2.C5", "S2.K6")
@pytest.mark.parametrize(
    ("face", "normal", "critical"), [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 1, 0), (5, 1, 0), (6, 0, 1)]
)
def test_a_6_is_a_critical_success_and_a_1_no_more_than_a_failure_in_a_clash(
    face: int, normal: int, critical: int
) -> None:
    fight = clash(1, 3).roll(face)
    assert (fight.frame.own, fight.frame.own_critical) == (normal, critical)
    assert fight.model(0).stress == 0


@pytest.mark.clause("S2.C5", "S2.T4")
@pytest.mark.parametrize(
    ("face", "lost", "change"), [(1, 1, 1), (2, 1, 0), (3, 1, 0), (4, 0, 0), (5, 0, 0), (6, 0, -1)]
)
def test_in_a_critical_test_a_1_is_a_failure_and_more_and_a_6_a_success_and_more(
    face: int, lost: int, change: int
) -> None:
    tested = stress_test(3).roll(face, 4, 4)
    toughness = 3 - lost
    assert (tested.model(0).toughness, tested.model(0).stress) == (toughness, max(3 + change - toughness, 0))


@pytest.mark.clause("S2.C4")
@pytest.mark.parametrize("begin", [climb_test, jump_test])
def test_an_ability_test_sees_only_successes_and_how_many(begin: Callable[[int], Fight]) -> None:
    fight = begin(3)
    assert (fight.node.symmetry, fight.node.side, seen(fight)) == (OutcomeSymmetry.COUNTED, 0, [1, 1, 1, 4, 4, 4])


@pytest.mark.clause("S2.C5")
def test_a_critical_test_tells_1_and_6_apart_from_other_failures_and_successes() -> None:
    fight = stress_test()
    assert (fight.node.symmetry, fight.node.side, seen(fight)) == (OutcomeSymmetry.COUNTED, 0, [1, 2, 2, 4, 4, 6])


@pytest.mark.clause("S2.C5", "S2.K8")
def test_in_a_clash_critical_failures_are_like_other_failures() -> None:
    fight = clash()
    for side in (0, 1):
        assert (fight.node.symmetry, fight.node.side, seen(fight)) == (
            OutcomeSymmetry.COUNTED,
            side,
            [1, 1, 1, 4, 4, 6],
        )
        fight.roll(1, 2, 4)


@pytest.mark.clause("S2.C4", "S2.C5")
@pytest.mark.parametrize("begin", [stress_test, climb_test, jump_test, clash], ids=lambda begin: str(begin.__name__))
@given(data=st.data())
def test_dice_that_a_node_sees_alike_lead_to_the_same_position(
    begin: Callable[[int], Fight], data: st.DataObject
) -> None:
    fight = begin(3)
    node = copy_of(fight.node)
    faces = data.draw(st.lists(FACES, min_size=3, max_size=3), "faces")
    like = [
        data.draw(
            st.sampled_from([each for each in range(1, 7) if node.face_class[each - 1] == node.face_class[face - 1]])
        )
        for face in faces
    ]
    like = data.draw(st.permutations(like), "others like them")
    assert outcome(node, faces) == outcome(node, like)
    one = fight.roll(*faces).session.fingerprint
    fight.session.undo()
    assert fight.roll(*like).session.fingerprint == one
