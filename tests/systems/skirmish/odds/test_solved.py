"""Exact answers about Skirmish, against the rules written out once more (``oracles.py``) and other libraries."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import BattlewrightError
from battlewright.odds import Answer, Odds
from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.record import ChoiceKind
from battlewright.systems.skirmish.setup.files import WeaponSetup, shipped_weapons
from tests.systems.skirmish.odds import oracles
from tests.systems.skirmish.odds.oracles import BLADES, GUNS, Clash, Fencer, Firefight, Man, Obstacle, State

plain = pytest.mark.plain
WEAPONS: dict[str, WeaponSetup] = {weapon.name: weapon for weapon in shipped_weapons()}


def parts(*each: Fraction | int) -> tuple[Fraction, ...]:
    """What something is worth, part by part."""
    return tuple(map(Fraction, each))


# Tests, stress, climbs and jumps.


@plain
@pytest.mark.parametrize("ability", range(6))
def test_an_ability_test_is_all_its_faces_written_out(ability: int) -> None:
    assert oracles.agrees(skirmish.test(ability), oracles.ability_test(ability))


@plain
@pytest.mark.parametrize("ability", range(6))
def test_a_critical_test_is_all_its_faces_written_out(ability: int) -> None:
    assert oracles.agrees(skirmish.critical_test(ability), oracles.critical_test(ability))


@plain
@pytest.mark.parametrize("ability", [1, 4, 10])
def test_tests_are_those_of_icepool_and_dyce(ability: int) -> None:
    assert skirmish.test(ability) == Odds(dict((ability @ (icepool.d6 >= 4)).items())).map(int)
    assert skirmish.test(ability) == Odds(dict((ability @ dyce.H([0, 0, 0, 1, 1, 1])).items()))
    seen = icepool.d6.map(lambda face: icepool.Vector((int(face == 1), int(face >= 4), int(face == 6))))
    assert skirmish.critical_test(ability) == Odds({tuple(each): ways for each, ways in (ability @ seen).items()})
    packed = ability @ dyce.H([10_000, 0, 0, 100, 100, 101])
    counts = {(each // 10_000, each // 100 % 100, each % 100): ways for each, ways in packed.items()}
    assert skirmish.critical_test(ability) == Odds(counts)


@plain
@pytest.mark.parametrize("toughness", range(1, 6))
@pytest.mark.parametrize("stress", range(12))
def test_a_stress_check_is_all_its_faces_written_out(toughness: int, stress: int) -> None:
    assert oracles.agrees(skirmish.stress_check(toughness, stress), oracles.stress_check(toughness, stress))


@plain
@pytest.mark.parametrize(("toughness", "stress"), [(3, 3), (5, 7), (10, 12)])
def test_a_stress_check_is_that_of_icepool(toughness: int, stress: int) -> None:
    seen = icepool.d6.map(lambda face: icepool.Vector((int(face < 4), int(face == 1) - int(face == 6))))
    after: dict[tuple[int, int], int] = {}
    for (lost, more), ways in (toughness @ seen).items():
        left = toughness - lost
        standing = (left, max(stress + more - left, 0)) if left else (0, 0)
        after[standing] = after.get(standing, 0) + ways
    assert skirmish.stress_check(toughness, stress) == Odds(after)


@plain
@pytest.mark.parametrize(
    ("toughness", "stress", "gain"), [(1, 1, 0), (3, 3, 0), (3, 6, 1), (4, 0, 2), (2, 2, 3), (5, 9, 0), (3, 90, 50)]
)
def test_when_a_model_is_removed_is_check_after_check(toughness: int, stress: int, gain: int) -> None:
    asked = skirmish.until_removed(toughness, stress, gain, most=6)
    assert (asked.activations, asked.left) == oracles.until_removed(toughness, stress, gain, most=6)
    later = oracles.until_removed(toughness, stress, gain, most=9)[1]
    assert not asked.for_good or later == asked.left
    assert sum(asked.activations.values()) + asked.left == 1


@plain
@pytest.mark.parametrize("ladder", [False, True])
@pytest.mark.parametrize("agility", [1, 2, 3, 5])
def test_a_climb_is_all_its_faces_written_out(agility: int, ladder: bool) -> None:
    for height in (
        1001,
        1999,
        2000,
        2001,
        3000,
        3001,
        4000,
        4001,
        5000,
        5001,
        5999,
        6000,
        6001,
        8000,
        8001,
        9000,
        10000,
    ):
        if height <= 2 * agility * 1000:
            asked, written = skirmish.climb(agility, height, ladder), oracles.climb(agility, height, ladder)
            assert asked.success == oracles.turned(written, lambda each: each[0]).get(True, 0), height
            assert oracles.agrees(asked.stress, oracles.turned(written, lambda each: each[1])), height


@plain
@pytest.mark.parametrize("drop", [0, 1000, 2999, 3000, 6500])
@pytest.mark.parametrize("agility", [1, 3, 4])
def test_a_jump_is_all_its_faces_written_out(agility: int, drop: int) -> None:
    for distance in (1, 499, 500, 501, 1000, 1001, 1500, 1501, 1900, 2000, 2001, 2600, 3000, 3001, 4000, 6000, 8000):
        if distance <= 2 * agility * 1000:
            asked, written = skirmish.jump(agility, distance, drop), oracles.jump(agility, distance, drop)
            assert asked.success == oracles.turned(written, lambda each: each[0]).get(True, 0), distance
            assert oracles.agrees(asked.stress, oracles.turned(written, lambda each: each[1])), distance


@plain
@pytest.mark.parametrize(("agility", "length"), [(3, 3500), (4, 4500), (6, 9000), (10, 15000)])
def test_climbs_and_jumps_are_those_of_dyce(agility: int, length: int) -> None:
    hits = agility @ dyce.H([0, 0, 0, 1, 1, 1])
    for asked, reach in ((skirmish.climb(agility, length), 2000), (skirmish.jump(agility, length), 1000)):
        passed = sum(ways for each, ways in hits.items() if each * reach >= length)
        assert asked.success == Fraction(passed, 6**agility)


@plain
def test_moves_beyond_the_range_are_refused_with_their_clause() -> None:
    for attempt, agility, length in ((skirmish.climb, 3, 6001), (skirmish.jump, 3, 6001), (skirmish.jump, 0, 1)):
        with pytest.raises(BattlewrightError, match=r"may not be attempted: Agility . moves .* at most \(S2.M3\)"):
            attempt(agility, length)


# Shots.


def figure(man: Man, gun: str | None) -> Figure:
    return Figure(
        ballistics=man.ballistics,
        toughness=man.toughness,
        agility=man.agility,
        stress=man.stress,
        ap=man.ap,
        gun=WEAPONS[gun] if gun else None,
    )


def hold_shot(shooter: Man, target: Man, guns: tuple[str, str | None], difficulty: int, obstacles: int) -> None:
    """A shot with bare numbers is what the clauses say: the chances, the stress of both, the values."""
    armed = (
        shooter._replace(number=0, side=0, gun=GUNS[guns[0]]),
        target._replace(number=1, side=1, gun=GUNS[guns[1]] if guns[1] else None),
    )
    distance = difficulty - obstacles * 1000 + GUNS[guns[0]].modifier
    fight = Firefight(armed, 0, 1, distance, (Obstacle(),) * obstacles)
    asked = skirmish.shot(figure(shooter, guns[0]), figure(target, guns[1]), difficulty, obstacles)
    written = fight.reactions()
    assert asked.keys() == written.keys()
    for name, chances in written.items():
        shot, flown = asked[name], fight.fly(0, 1, name == "cover", fight.obstacles, (0, 0))
        assert shot.hit == oracles.turned(flown, lambda each: each.hit).get(True, 0)
        assert shot.critical == oracles.turned(flown, lambda each: each.critical).get(True, 0)
        strays = oracles.turned(flown, lambda each: each.stray)
        assert shot.strays == tuple(strays.get(place, Fraction(0)) for place in range(obstacles))
        assert oracles.agrees(shot.suffered, oracles.turned(chances, lambda gained: gained[0])), name
        assert oracles.agrees(shot.stress, oracles.turned(chances, lambda gained: gained[1])), name
        breaks, net = oracles.worth_of(chances, fight.worth)
        standing = [man.stress >= man.toughness for man in armed]  # who will break down anyway
        assert shot.values == (breaks + standing[1] - standing[0], net), name


@plain
@pytest.mark.parametrize("gun", GUNS)
@pytest.mark.parametrize("back", [None, *GUNS])
def test_a_shot_is_all_its_faces_written_out(gun: str, back: str | None) -> None:
    hold_shot(Man(0, toughness=2), Man(1, toughness=2, agility=5), (gun, back), 8500, 1)


@plain
def test_a_shot_at_somebody_without_action_points_has_no_reaction() -> None:
    hold_shot(Man(0), Man(1, ap=0), ("Rifle", "Rifle"), 9000, 2)
    hold_shot(Man(0, ap=2), Man(1, ap=1), ("Rifle", "Rifle"), 9000, 0)


MEN = st.builds(
    Man,
    number=st.just(0),
    ballistics=st.integers(1, 4),
    toughness=st.integers(1, 4),
    agility=st.integers(0, 6),
    stress=st.integers(0, 5),
    ap=st.integers(0, 3),
)


@given(
    MEN.map(lambda man: man._replace(ap=max(man.ap, 2))),
    MEN,
    st.tuples(st.sampled_from(list(GUNS)), st.sampled_from([None, *GUNS])),
    st.integers(0, 26000),
    st.integers(0, 3),
)
def test_any_shot_is_all_its_faces_written_out(
    shooter: Man, target: Man, guns: tuple[str, str | None], difficulty: int, obstacles: int
) -> None:
    hold_shot(shooter, target, guns, difficulty, obstacles)


@plain
@pytest.mark.parametrize(("ballistics", "difficulty"), [(1, 4000), (3, 10001), (5, 17000), (10, 36000)])
def test_hits_and_criticals_are_those_of_icepool_and_dyce(ballistics: int, difficulty: int) -> None:
    shot = skirmish.shot(Figure(ballistics=ballistics, gun=WEAPONS["Pistol"]), Figure(ap=0), difficulty)["nothing"]
    seen = icepool.d6.map(lambda face: icepool.Vector((face, int(face == 6))))
    fallen = dict((ballistics @ seen).items())
    hits = {(total, six): ways for (total, six), ways in fallen.items() if total * 1000 >= difficulty}
    assert shot.hit == Fraction(sum(hits.values()), 6**ballistics)
    assert shot.critical == Fraction(sum(ways for (_, six), ways in hits.items() if six), 6**ballistics)
    packed = ballistics @ dyce.H([1, 2, 3, 4, 5, 1006])
    sums = sum(ways for each, ways in packed.items() if each % 1000 * 1000 >= difficulty)
    assert shot.hit == Fraction(sums, 6**ballistics)


# Clashes.


def fencer(melee: int, margin: int, blade: str | None) -> Fencer:
    return Fencer(melee, margin, BLADES[blade] if blade else None)


def swordsman(melee: int, margin: int, blade: str | None, stress: int = 0) -> Figure:
    return Figure(melee=melee, toughness=margin + stress, stress=stress, blade=WEAPONS[blade] if blade else None)


def hold_clash(asked: skirmish.Clash, clash: Clash) -> None:
    """Both parts of the value always agree, the distribution as far as best play leaves no choice."""
    fought = clash.fought().values()
    assert asked.value == sum(chance * best.value[0] for chance, best in fought)
    assert asked.net_stress == sum(chance * best.value[1] for chance, best in fought)
    attacker, defender = clash.fencers
    assert asked.odds.chance_that(lambda stress: stress[0] >= attacker.margin) == asked.breaks[0]
    assert asked.odds.chance_that(lambda stress: stress[1] >= defender.margin) == asked.breaks[1]
    assert asked.breaks[1] - asked.breaks[0] == asked.value
    assert asked.odds.mean_of(lambda stress: stress[1] - stress[0]) == asked.net_stress
    certain, possible = dict[tuple[int, int], Fraction](), dict[tuple[int, int], Fraction]()
    for chance, best in fought:
        for end in best.ends:
            possible[end] = possible.get(end, Fraction(0)) + chance
            if len(best.ends) == 1:
                certain[end] = certain.get(end, Fraction(0)) + chance
    for end in possible:
        assert certain.get(end, 0) <= asked.odds.chance(end) <= possible[end]
    assert {end for end, _ in asked.odds} <= possible.keys()


@pytest.mark.parametrize("attacker", range(4))
@pytest.mark.parametrize("defender", range(4))
def test_a_clash_is_the_best_play_of_both_after_every_roll(attacker: int, defender: int) -> None:
    for blade in BLADES:
        for other in (*BLADES, None):
            for margin in (1, 2, 3, 4, 9):
                for margin_of_other in (1, 2, 3, 4, 9):
                    hold_clash(
                        skirmish.clash(swordsman(attacker, margin, blade), swordsman(defender, margin_of_other, other)),
                        Clash(fencer(attacker, margin, blade), fencer(defender, margin_of_other, other)),
                    )


@plain
@pytest.mark.parametrize("blades", [("Sword", "Spear"), ("Spear", None), ("Sword", "Sword")])
def test_a_small_clash_is_the_best_play_of_both(blades: tuple[str, str | None]) -> None:
    for attacker, defender, margins in ((2, 2, (1, 2)), (2, 1, (3, 1)), (0, 2, (2, 2)), (1, 2, (9, 2))):
        hold_clash(
            skirmish.clash(
                swordsman(attacker, margins[0], blades[0]), swordsman(defender, margins[1], blades[1], stress=2)
            ),
            Clash(fencer(attacker, margins[0], blades[0]), fencer(defender, margins[1], blades[1])),
        )


@pytest.mark.parametrize(("attacker", "defender", "margins"), [(4, 4, (2, 3)), (5, 3, (4, 3)), (2, 6, (3, 2))])
def test_a_larger_clash_is_the_best_play_of_both(attacker: int, defender: int, margins: tuple[int, int]) -> None:
    hold_clash(
        skirmish.clash(swordsman(attacker, margins[0], "Sword"), swordsman(defender, margins[1], "Spear", stress=1)),
        Clash(fencer(attacker, margins[0], "Sword"), fencer(defender, margins[1], "Spear")),
    )


def test_whoever_will_break_down_anyway_fights_for_the_stress() -> None:
    """A margin of 0: only the other's break-down, and then the stress, can change."""
    for margins in ((0, 2), (2, 0), (0, 0)):
        asked = skirmish.clash(
            Figure(toughness=2, stress=2 - margins[0], blade=WEAPONS["Sword"]),
            Figure(toughness=2, stress=2 - margins[1], blade=WEAPONS["Sword"]),
        )
        hold_clash(asked, Clash(fencer(3, margins[0], "Sword"), fencer(3, margins[1], "Sword")))


KINDS = {"strike": ChoiceKind.STRIKE, "parry": ChoiceKind.PARRY, "spend": ChoiceKind.SPEND}


def faces_of(normal: int, critical: int, dice: int) -> list[int]:
    return [4] * normal + [6] * critical + [2] * (dice - normal - critical)


@pytest.mark.parametrize("blades", [("Sword", "Spear"), ("Sword", "Sword"), ("Spear", None)])
@pytest.mark.parametrize("margins", [(1, 2), (3, 3), (4, 2)])
def test_after_the_dice_every_choice_is_worth_what_follows_it(
    blades: tuple[str, str | None], margins: tuple[int, int]
) -> None:
    clash = Clash(fencer(3, margins[0], blades[0]), fencer(3, margins[1], blades[1]))
    figures = swordsman(3, margins[0], blades[0]), swordsman(3, margins[1], blades[1])
    weights = dict[tuple[int, int], Fraction]()
    for (own, their), (chance, best) in clash.fought().items():
        answer = skirmish.clash_after(*figures, faces_of(*own, 3), faces_of(*their, 3))
        assert answer.values == parts(*best.value)
        ((end, sure),) = answer.odds
        assert sure == 1
        assert end in best.ends
        weights[end] = weights.get(end, Fraction(0)) + chance
        if any(choice.kind in KINDS.values() for choice, _ in answer.choices):
            hold_choices(answer, clash, State((own, their)), 1)
    assert oracles.agrees(skirmish.clash(*figures).odds, weights)


def hold_choices(answer: Answer, clash: Clash, state: State, sign: int) -> None:
    """Every way to resolve a success is listed with its value, and the best is marked."""
    if not any(state.left[state.turn]):
        state = state._replace(turn=1 - state.turn)
    written = {
        (KINDS[move.kind], int(move.critical), int(move.against)): clash.play(after, {}).value
        for move, after in clash.moves(state)
    }
    asked = {
        (ChoiceKind(choice.kind), choice.critical, choice.against): each.values[-2:] for choice, each in answer.choices
    }
    assert asked == {move: tuple(sign * part for part in value) for move, value in written.items()}
    marked = answer.choices[answer.best][1].values
    best = max if sign == (-1 if state.turn else 1) else min
    assert marked == answer.values == best(each.values for _, each in answer.choices)


def test_where_no_success_is_left_to_resolve_there_is_no_choice() -> None:
    answer = skirmish.clash_after(swordsman(1, 3, "Sword"), swordsman(1, 3, "Sword"), [1], [1])
    assert answer.choices == ()


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ({"melee": 11}, "The Melee must be from 0 to 10, not 11 (S2.C2)."),
        ({"toughness": 0}, "The Toughness must be from 1 to 10, not 0 (S2.C2)."),
        ({"ap": 4}, "The AP must be from 0 to 3, not 4 (S2.A1)."),
        ({"blade": WEAPONS["Rifle"]}, "Rifle is no melee weapon (S2.K1)."),
        ({"gun": WEAPONS["Sword"]}, "Sword is no shooting weapon (S2.F1)."),
    ],
)
def test_a_figure_that_cannot_be_is_told_in_a_sentence(figures: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BattlewrightError, match=re.escape(sentence)):
        Figure(**figures)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: skirmish.climb(3, 1000), '1" is not a climb: what is up to 1" high is ignored (S2.M2).'),
        (lambda: skirmish.climb(2, 4500), 'A climb of 4.5" may not be attempted: Agility 2 moves 4" at most (S2.M3).'),
        (lambda: skirmish.shot(Figure(), Figure(), 9000), "The shooter has no shooting weapon (S2.F1)."),
        (lambda: skirmish.clash(Figure(), Figure()), "The attacker has no melee weapon (S2.K1)."),
        (
            lambda: skirmish.clash_after(swordsman(2, 3, "Sword"), swordsman(1, 3, "Sword"), [1], [1]),
            "2 dice of 6 sides must be rolled here, not 1.",
        ),
        (
            lambda: skirmish.clash_after(swordsman(1, 3, "Sword"), swordsman(1, 3, "Sword"), [7], [1]),
            "A die of 6 sides shows 1 to 6, not 7.",
        ),
    ],
)
def test_a_question_that_makes_no_sense_is_told_in_a_sentence(ask: Callable[[], object], sentence: str) -> None:
    with pytest.raises(BattlewrightError, match=re.escape(sentence)):
        ask()
