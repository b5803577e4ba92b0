"""Exact answers about Skirmish, against the rules written out once more (``oracles.py``) and other libraries."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.answers import skirmish
from battlewright.answers.skirmish import Changes, Exchange
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.record import snapshot
from battlewright.odds import Answer, Odds
from battlewright.systems.skirmish.files import WeaponSetup, shipped_weapons
from battlewright.systems.skirmish.questions import Figure
from battlewright.systems.skirmish.record import ChoiceKind, Editable, SkirmishChoice
from tests.odds import oracles
from tests.odds.oracles import BLADES, GUNS, Clash, Fencer, Firefight, Gained, Man, Obstacle, State
from tests.systems.skirmish.helpers import Fight, climb, walk

plain = pytest.mark.plain
WEAPONS: dict[str, WeaponSetup] = {weapon.name: weapon for weapon in shipped_weapons()}
EIGHTH = Fraction(1, 8)


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
    ("toughness", "stress", "gain"), [(1, 1, 0), (3, 3, 0), (3, 6, 1), (4, 0, 2), (2, 2, 3), (5, 9, 0)]
)
def test_when_a_model_is_removed_is_check_after_check(toughness: int, stress: int, gain: int) -> None:
    asked = skirmish.until_removed(toughness, stress, gain, most=6)
    assert (asked.activations, asked.left) == oracles.until_removed(toughness, stress, gain, most=6)
    later = oracles.until_removed(toughness, stress, gain, most=9)[1]
    assert not asked.for_good or later == asked.left
    assert sum(asked.activations.values()) + asked.left == 1


@plain
@pytest.mark.parametrize("ladder", [False, True])
@pytest.mark.parametrize("agility", [2, 3, 5])
def test_a_climb_is_all_its_faces_written_out(agility: int, ladder: bool) -> None:
    for height in (1001, 1999, 2000, 2001, 2999, 3000, 3001, 4000, 4001, 5000, 5001, 6000, 6001, 8000, 8001, 9000):
        if height + 1000 <= 2 * agility * 1000:
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
    for attempt, agility, length in ((skirmish.climb, 3, 7000), (skirmish.jump, 3, 6001), (skirmish.jump, 0, 1)):
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


# Exchanges of a real battle.


def ask(fight: Fight, **more: Any) -> Exchange:
    return Exchange(fight.session.setting, fight.session.battle, **more)


def gained(changes: Changes, models: int) -> Gained:
    stress = {change.who: change.stress for change in changes}
    return tuple(stress.get(who, 0) for who in range(models))


def hold_exchange(answer: Answer, chances: oracles.Chances[Gained], fight: Firefight, sign: int = 1) -> None:
    """The stress of all models, and what that is worth; nobody is removed."""
    models = len(fight.men)
    assert oracles.agrees(answer.odds.map(lambda changes: gained(changes, models)), chances)
    assert all(not change.removed and not change.toughness for changes, _ in answer.odds for change in changes)
    assert answer.values == parts(0, *(sign * part for part in oracles.worth_of(chances, fight.worth)))


def pick(answer: Answer, kind: ChoiceKind, whom: int = 0) -> tuple[SkirmishChoice, Answer]:
    ((choice, each),) = [one for one in answer.choices if one[0].kind == kind and one[0].whom == whom]
    return choice, each


SHOOTER, TARGET, BYSTANDER = range(3)


def firefight(stress: tuple[int, int], shooter: int = 4, **more: Any) -> tuple[Fight, Firefight]:
    """A shot over 8 inches at somebody with a pistol, past a wall and a bystander of its own side."""
    fight = Fight(
        a=[{"at": (4, 12), "ballistics": shooter, "toughness": 2, "agility": 4, "weapons": ["Rifle"]}],
        b=[
            {"at": (13, 12), "toughness": 3, "agility": 5, "weapons": ["Pistol"]},
            {"at": (8, 12), "toughness": 1, "weapons": []},
        ],
        pieces=[{"box": [10, 10, 0.5, 4], "top": 2}],
        **more,
    )
    for who, amount in enumerate(stress):
        fight.edit(Editable.STRESS, who, amount)
    men = (
        Man(SHOOTER, 0, shooter, 2, 4, stress[0], gun=GUNS["Rifle"]),
        Man(TARGET, 1, 3, 3, 5, stress[1], gun=GUNS["Pistol"]),
        Man(BYSTANDER, 1, 3, 1, 3),
    )
    return fight.activate(SHOOTER), Firefight(men, SHOOTER, TARGET, 8000, (Obstacle(), Obstacle((BYSTANDER,))))


@plain
@pytest.mark.parametrize("stress", [(0, 0), (0, 2), (1, 0), (1, 2)])
def test_a_real_shot_with_its_reactions_is_the_rules_written_out(stress: tuple[int, int]) -> None:
    fight, written = firefight(stress)
    before = snapshot(fight.session.battle), snapshot(fight.session.setting)
    answer = ask(fight).answer()
    assert (snapshot(fight.session.battle), snapshot(fight.session.setting)) == before
    hold_exchange(pick(answer, ChoiceKind.SHOOT, TARGET)[1], written.played(), written)
    past = Firefight(written.men, SHOOTER, BYSTANDER, 3000)
    hold_exchange(pick(answer, ChoiceKind.SHOOT, BYSTANDER)[1], past.played(), past)
    assert pick(answer, ChoiceKind.STOP)[1].values == parts(0, 0, 0)
    assert len(answer.choices) == 3
    assert answer.choices[answer.best][1].values == max(each.values for _, each in answer.choices) == answer.values


@plain
@pytest.mark.parametrize("stress", [(0, 0), (1, 2)])
def test_every_reaction_has_its_value_for_the_one_who_reacts(stress: tuple[int, int]) -> None:
    fight, written = firefight(stress)
    answer = ask(fight.shoot(TARGET)).answer()
    kinds = {"nothing": ChoiceKind.NOTHING, "cover": ChoiceKind.COVER, "return fire": ChoiceKind.RETURN_FIRE}
    reactions = written.reactions()
    assert len(answer.choices) == len(reactions) == 3
    for name, chances in reactions.items():
        hold_exchange(pick(answer, kinds[name])[1], chances, written, sign=-1)
    assert answer.choices[answer.best][1].values == max(each.values for _, each in answer.choices) == answer.values


def test_the_best_reaction_depends_on_who_is_close_to_breaking_down() -> None:
    """Otherwise the tests above would not see a wrong aim."""
    best = set()
    for stress in ((0, 0), (0, 2), (1, 0), (1, 2)):
        fight, _ = firefight(stress)
        answer = ask(fight.shoot(TARGET)).answer()
        best.add(ChoiceKind(answer.choices[answer.best][0].kind))
    assert best == {ChoiceKind.COVER, ChoiceKind.RETURN_FIRE}


@plain
def test_hits_are_by_the_targets_reaction() -> None:
    fight, written = firefight((0, 0))
    asked = ask(fight).hits(fight.choice(ChoiceKind.SHOOT, whom=TARGET))
    for name in ("nothing", "cover", "return fire"):
        dice = oracles.aimed(4, 12500 if name == "cover" else 10000)
        chances = oracles.turned(dice, lambda each: each[0])[True], oracles.turned(dice, lambda each: each[1])[True]
        assert asked[name] == chances
    assert asked.keys() == written.reactions().keys()
    assert ask(fight).hits(fight.choice(ChoiceKind.STOP)) == {}


@plain
def test_where_there_is_no_reaction_there_is_one_chance_to_hit() -> None:
    fight, _ = firefight((0, 0))
    fight.session.undo()
    fight.edit(Editable.AP, TARGET, 0).activate(SHOOTER)
    asked = ask(fight).hits(fight.choice(ChoiceKind.SHOOT, whom=TARGET))
    assert asked == {
        "nothing": (oracles.turned(oracles.aimed(4, 10000), lambda each: each[0])[True], asked["nothing"][1])
    }


@plain
def test_a_stray_shot_may_blow_up_what_is_in_the_line() -> None:
    """A barrel 1.5" before the target, with a radius of 2": the target and a friend of the shooter stand within."""
    fight = Fight(
        a=[{"at": (4, 12), "weapons": ["Rifle"]}, {"at": (10.5, 14.2), "toughness": 1, "weapons": []}],
        b=[{"at": (13, 12), "toughness": 1, "weapons": []}, {"at": (20, 20), "weapons": []}],
        pieces=[{"box": [10, 11.5, 1, 1], "top": 1.5, "effect": "explosion", "radius": 2}],
    ).activate(0)
    men = (
        Man(0, 0, gun=GUNS["Rifle"]),
        Man(1, 0, toughness=1),
        Man(2, 1, toughness=1),
        Man(3, 1),
    )
    written = Firefight(men, 0, 2, 8000, (Obstacle((1, 2), explodes=True),))
    answer = ask(fight).answer()
    hold_exchange(pick(answer, ChoiceKind.SHOOT, 2)[1], written.played(), written)
    assert pick(answer, ChoiceKind.SHOOT, 2)[1].odds.chance_that(lambda changes: len(changes) == 2) > 0


def duel(blades: tuple[str, str], apart: float, margins: tuple[int, int], **more: Any) -> Fight:
    a, b = ({"weapons": [blade], "toughness": margin} for blade, margin in zip(blades, margins, strict=True))
    return Fight(a=[a | {"at": (10, 12)}], b=[b | {"at": (11 + apart, 12)}], **more).activate(0)


def fought_of(clash: Clash) -> tuple[Fraction, Fraction]:
    fought = clash.fought().values()
    value, net = ([chance * best.value[part] for chance, best in fought] for part in (0, 1))
    return sum(value, Fraction(0)), sum(net, Fraction(0))


@pytest.mark.parametrize("blades", [("Spear", "Sword"), ("Spear", "Spear"), ("Sword", "Spear"), ("Sword", "Sword")])
@pytest.mark.parametrize("apart", [0.5, 1])
@pytest.mark.parametrize("margins", [(2, 3), (3, 1)])
def test_a_shove_may_end_a_real_clash(blades: tuple[str, str], apart: float, margins: tuple[int, int]) -> None:
    clash = Clash(fencer(3, margins[0], blades[0]), fencer(3, margins[1], blades[1]), int(apart * 1000), shoving=True)
    fight = duel(blades, apart, margins)
    before = snapshot(fight.session.battle)
    answer = pick(ask(fight).answer(), ChoiceKind.CLOSE_COMBAT)[1]
    assert snapshot(fight.session.battle) == before
    assert answer.values == parts(0, *fought_of(clash))
    ends = set[Gained]().union(*(best.ends for _, best in clash.fought().values()))
    assert {gained(changes, 2) for changes, _ in answer.odds} <= ends


@plain
def test_a_shove_out_of_reach_is_worth_something_and_a_wall_behind_prevents_it() -> None:
    fencers = Fencer(2, 3, BLADES["Spear"]), Fencer(2, 3, BLADES["Sword"])
    free, pinned = (fought_of(Clash(*fencers, 500, shoving=shoving)) for shoving in (True, False))
    assert free != pinned
    for pieces, value in ((), free), (({"box": [12, 10, 1, 4], "top": 4},), pinned):
        fight = Fight(
            a=[{"at": (10, 12), "melee": 2, "weapons": ["Spear"]}],
            b=[{"at": (11.5, 12), "melee": 2, "weapons": ["Sword"]}],
            pieces=pieces,
        ).activate(0)
        assert pick(ask(fight).answer(), ChoiceKind.CLOSE_COMBAT)[1].values == parts(0, *value)


@plain
def test_in_the_middle_of_a_clash_every_choice_has_its_value() -> None:
    clash = Clash(fencer(3, 2, "Spear"), fencer(3, 2, "Spear"), 1500, shoving=True)
    fight = duel(("Spear", "Spear"), 1.5, (2, 2)).engage().roll(6, 5, 6).roll(4, 6, 1)
    state = State(((1, 2), (1, 1)), apart=1500)
    hold_choices(ask(fight).answer(), clash, state, 1)
    fight.choose(ChoiceKind.STRIKE, critical=1)  # out of reach by the shove: the defender may only parry now
    ((_, after),) = [each for each in clash.moves(state) if each[0] == ("strike", True, False)]
    assert (after.apart, after.stress, fight.node.seat) == (2500, (0, 1), 1)
    later = Clash(fencer(3, 2, "Spear"), fencer(3, 1, "Spear"), shoving=True)  # what is to come is asked about
    hold_choices(ask(fight).answer(), later, after._replace(stress=(0, 0)), -1)


@plain
def test_a_listed_choice_is_worth_the_same_when_it_is_asked_about_by_itself() -> None:
    fight, _ = firefight((0, 2))
    exchange = ask(fight)
    for choice, each in exchange.answer().choices:
        alone = exchange.after(choice)
        assert (alone.values, alone.odds) == (each.values, each.odds)


@plain
def test_a_move_by_itself_is_worth_what_its_test_may_cost() -> None:
    """Nothing else that could be done from there counts."""
    fight = roof()
    walked = ask(fight).after(fight.choice(ChoiceKind.MOVE, walk(5, 15)))
    assert (walked.values, dict(walked.odds), walked.choices) == (parts(0, 0, 0), {(): Fraction(1)}, ())
    climbed = ask(fight).after(fight.choice(ChoiceKind.MOVE, climb(5, 11, 5)))
    assert climbed.values == parts(0, EIGHTH - 1, EIGHTH - 1)
    assert climbed.odds.chance(()) == EIGHTH


@plain
def test_a_choice_that_is_not_listed_is_asked_about_by_itself() -> None:
    fight = Fight(a=[{"at": (8, 12), "melee": 2}], b=[{"at": (13, 12), "melee": 1}]).activate(0)
    exchange, before = ask(fight), snapshot(fight.session.battle)
    answer = exchange.after(fight.choice(ChoiceKind.CLOSE_COMBAT, walk(11, 12)))
    assert answer.values == parts(
        0, *fought_of(Clash(Fencer(2, 3, BLADES["Sword"]), Fencer(1, 3, BLADES["Sword"]), 1000))
    )
    with pytest.raises(Refused) as refused:
        exchange.after(fight.choice(ChoiceKind.CLOSE_COMBAT, walk(10, 12)))
    assert refused.value.clause == "S2.K3"
    assert snapshot(fight.session.battle) == before


# Plans.


@plain
def test_a_plan_to_move_and_shoot_is_the_shot_from_there() -> None:
    fight, written = firefight((1, 2))
    plan = [fight.choice(ChoiceKind.MOVE, walk(4, 16)), fight.choice(ChoiceKind.SHOOT, whom=TARGET)]
    before = snapshot(fight.session.battle)
    answer = ask(fight).plan(plan)
    assert snapshot(fight.session.battle) == before
    # 9" along and 4" across are 9.849" from centre to centre, with the wall, but not the bystander, between them
    men = (written.men[0]._replace(ap=2), *written.men[1:])
    there = Firefight(men, SHOOTER, TARGET, 8849, (Obstacle(),))
    hold_exchange(answer, there.played(), there)
    assert answer.choices == ()


def roof(**more: Any) -> Fight:
    """A shooter at the foot of a roof 5" high, which it climbs with three successes of three; it may then shoot."""
    return Fight(
        a=[{"at": (5, 12), "ballistics": 4, "toughness": 1, "weapons": ["Sword", "Rifle"]}],
        b=[{"at": (18, 11), "toughness": 2, "weapons": ["Rifle"], "ballistics": 4}, {"at": (5, 9.5, 5)}],
        pieces=[{"box": [3, 6, 4, 5.5], "top": 5}],
        **more,
    ).activate(0)


@plain
def test_a_plan_with_a_climb_is_the_mixture_of_what_follows() -> None:
    """From the roof it is 13" (5 up, 12 along), from its foot a little over 12"; who falls has a stress more."""
    fight = roof()
    plan = [fight.choice(ChoiceKind.MOVE, climb(5, 11, 5)), fight.choice(ChoiceKind.SHOOT, whom=1)]
    men = (
        Man(0, 0, 4, 1, 3, ap=2, gun=GUNS["Rifle"]),
        Man(1, 1, 4, 2, 3, gun=GUNS["Rifle"]),
        Man(2, 1),
    )
    above = Firefight(men, 0, 1, 13000)
    below = Firefight(men, 0, 1, 12039, before=(1, 0, 0))
    mixture = oracles.then({True: EIGHTH, False: 1 - EIGHTH}, lambda up: (above if up else below).played())
    hold_exchange(ask(fight).plan(plan), mixture, above)


@plain
def test_what_a_fall_makes_impossible_is_left_out_of_a_plan() -> None:
    """Close combat on the roof: with one of eight it comes to that, otherwise a fall of 5" is all."""
    fight = roof()
    plan = [fight.choice(ChoiceKind.MOVE, climb(5, 11, 5)), fight.choice(ChoiceKind.CLOSE_COMBAT)]
    answer = ask(fight).plan(plan)
    value, net = fought_of(Clash(Fencer(3, 1, BLADES["Sword"]), Fencer(3, 3, BLADES["Sword"]), 500))
    assert answer.values == parts(0, EIGHTH * value - (1 - EIGHTH), EIGHTH * net - (1 - EIGHTH))
    assert answer.odds.chance_that(lambda changes: [change[:3] for change in changes] == [(0, 0, 1)]) >= 1 - EIGHTH


@plain
def test_an_empty_plan_changes_nothing() -> None:
    fight = roof()
    assert dict(ask(fight).plan([]).odds) == {(): 1}


@plain
def test_the_same_move_twice_is_two_parts_of_a_plan() -> None:
    """There and back: where one was before is not where the plan begins again."""
    fight, written = firefight((0, 0))
    there, back = fight.choice(ChoiceKind.MOVE, walk(4, 14)), fight.choice(ChoiceKind.MOVE, walk(4, 12))
    assert dict(ask(fight).plan([there, back]).odds) == {(): 1}
    answer = ask(fight).plan([back, fight.choice(ChoiceKind.SHOOT, whom=TARGET)])
    men = (written.men[0]._replace(ap=2), *written.men[1:])
    shot = Firefight(men, SHOOTER, TARGET, 8000, written.obstacles)
    hold_exchange(answer, shot.played(), shot)


# Stress and removal.


@plain
@pytest.mark.parametrize(("toughness", "stress"), [(1, 1), (3, 3), (3, 6), (2, 5)])
def test_an_activation_with_a_stress_test_counts_removals_first(toughness: int, stress: int) -> None:
    fight = Fight(a=[{"at": (5, 5), "toughness": toughness}, {"at": (9, 5)}], b=[{"at": (5, 20)}]).stress(0, stress)
    answer = ask(fight).answer()
    assert {choice.who for choice, _ in answer.choices} == {0, 1}
    checked, other = (next(each for choice, each in answer.choices if choice.who == who) for who in (0, 1))
    assert (other.values, dict(other.odds)) == (parts(0, 0, 0), {(): Fraction(1)})

    def standing(changes: Changes) -> tuple[int, int]:
        ((who, lost, more, removed),) = changes
        assert who == 0
        return oracles.REMOVED if removed else (toughness + lost, stress + more)

    written = oracles.stress_check(toughness, stress)
    assert oracles.agrees(checked.odds.map(standing), written)
    gone = written.get(oracles.REMOVED, Fraction(0))
    calm = sum(chance for (tough, stressed), chance in written.items() if stressed < tough)
    assert checked.values[:2] == (-gone, calm)
    assert answer.choices[answer.best][1] is (other if gone else checked)


FRIEND, HELPER = 3, 4


def helped() -> Fight:
    """The friend of side b has broken down and has no AP; its helper may take its place when it is shot at."""
    fight = Fight(
        a=[{"at": (12, 12), "weapons": ["Rifle"]}, {"at": (20, 20)}, {"at": (20, 16)}],
        b=[{"at": (4, 12)}, {"at": (3, 12), "agility": 5, "weapons": ["Rifle"]}],
    )
    fight.stress(FRIEND, 5).activate(1).stop().activate(FRIEND).roll(4, 4, 4).activate(2).stop().activate(HELPER)
    return fight.choose(ChoiceKind.AID, whom=FRIEND).stop().activate(0)


@plain
def test_who_is_helped_has_its_helper_in_its_place_where_that_is_better() -> None:
    fight = helped()
    answer = pick(ask(fight).answer(), ChoiceKind.SHOOT, FRIEND)[1]
    asked = ask(fight.shoot(FRIEND))
    kept = asked.after(fight.choice(ChoiceKind.KEEP_PLACE))
    taken = asked.after(fight.choice(ChoiceKind.TAKE_PLACE, who=HELPER))
    assert tuple(-part for part in answer.values) == max(kept.values, taken.values)
    assert kept.values != taken.values


@plain
def test_hits_are_those_of_the_target_that_is_named() -> None:
    """Without a helper in its place: 7" away, and the friend has nothing to react with."""
    fight = helped()
    dice = oracles.aimed(3, 7000)
    asked = ask(fight).hits(fight.choice(ChoiceKind.SHOOT, whom=FRIEND))["nothing"]
    assert asked == (oracles.turned(dice, lambda each: each[0])[True], oracles.turned(dice, lambda each: each[1])[True])
