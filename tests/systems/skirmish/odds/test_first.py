"""The first edition's stress tests, climbs, jumps and shots, against its clauses written out once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.systems.skirmish.odds import first
from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.situations import Figure, cite
from battlewright.systems.skirmish.record import Edition
from battlewright.systems.skirmish.setup.files import WeaponSetup, shipped_weapons
from tests.modes import nightly_when_plain
from tests.systems.skirmish.odds import oracles

plain = pytest.mark.plain
WEAPONS: dict[str, WeaponSetup] = {weapon.name: weapon for weapon in shipped_weapons()}
FIRST = Edition.FIRST
REMOVED = (0, 0)


def nerves_of(toughness: int, stress: int) -> dict[tuple[int, int], Fraction]:
    """S1.T2 to S1.T5: with at least the Toughness in stress, as many dice, each under 4 costs a point."""
    if stress < toughness:
        return {(toughness, stress): Fraction(1)}
    ways = {lost: Fraction(comb(toughness, lost), 2**toughness) for lost in range(toughness + 1)}
    return {(toughness - lost, stress) if lost < toughness else REMOVED: chance for lost, chance in ways.items()}


# Stress.


@plain
@pytest.mark.clause("S1.T1", "S1.T2", "S1.T3", "S1.T4", "S1.T5")
@pytest.mark.parametrize("toughness", range(1, 6))
@pytest.mark.parametrize(("stress", "damage"), [(0, 1), (1, 1), (2, 3), (4, 1), (9, 2)])
def test_damage_leads_to_a_test_as_soon_as_stress_is_the_toughness(toughness: int, stress: int, damage: int) -> None:
    assert oracles.agrees(first.stress_test(toughness, stress, damage), nerves_of(toughness, stress + damage))
    assert first.stress_test(toughness, stress + damage) == first.stress_test(toughness, stress, damage)


@plain
def test_without_damage_there_is_no_test() -> None:
    assert oracles.agrees(first.stress_test(1, 0), {(1, 0): Fraction(1)})


@plain
@pytest.mark.parametrize(("toughness", "stress", "damage"), [(3, 3, 1), (2, 1, 2), (4, 2, 1)])
def test_one_damaging_event_follows_the_other(toughness: int, stress: int, damage: int) -> None:
    removal = first.until_taken_out(toughness, stress, damage, 6)
    standing: dict[tuple[int, int], Fraction] = {(toughness, stress): Fraction(1)}
    removed: dict[int, Fraction] = {}
    for event in range(1, 7):
        after = oracles.then(standing, lambda now: nerves_of(*now))
        if gone := after.pop(REMOVED, Fraction(0)):
            removed[event] = gone
        standing = {(tough, stressed + damage): chance for (tough, stressed), chance in after.items()}
    assert removal.activations == removed
    assert removal.left == sum(standing.values())


def test_an_event_without_damage_is_refused() -> None:
    with pytest.raises(BattlewrightError, match=r"S1\.T1"):
        first.until_taken_out(3, 3, 0)


# Climbs and jumps.


@plain
@pytest.mark.clause("S1.M3", "S1.M4", "S1.M6", "S1.M7", "S1.M10")
@pytest.mark.parametrize("agility", [1, 2, 3, 6])
@pytest.mark.parametrize("height", [1500, 3000, 3001, 5000, 5500, 7000, 12_000, 13_000])
@pytest.mark.parametrize("ladder", [False, True])
def test_a_climb_is_three_inches_and_two_for_every_success(agility: int, height: int, ladder: bool) -> None:
    reached, free = Fraction(0), ladder or height <= 3000
    if free and height > 2000 * agility:
        with pytest.raises(BattlewrightError, match=r"S1\.M3"):
            skirmish.climb(agility, height, ladder, FIRST)
        return
    if height <= 2000 * agility:
        dice = [3000 + 2000 * hits for hits in range(agility + 1)]
        ways = {high: Fraction(comb(agility, hits), 2**agility) for hits, high in enumerate(dice)}
        reached = Fraction(1) if free else sum((ways[high] for high in dice if high >= height), Fraction(0))
    attempt = skirmish.climb(agility, height, ladder, FIRST)
    assert attempt.success == reached
    fallen = [0] if reached else []
    fallen += [height // 3000] if reached < 1 else []
    assert sorted(set(fallen)) == list(attempt.stress.weights)
    assert attempt.stress.mean == (1 - reached) * (height // 3000)


@plain
@pytest.mark.clause("S1.M8", "S1.M9", "S1.M10")
@pytest.mark.parametrize("agility", [2, 3, 5])
@pytest.mark.parametrize("distance", [1000, 1500, 2500, 3000, 4500, 7000])
@pytest.mark.parametrize("drop", [0, 2000, 6000])
def test_a_jump_carries_an_inch_for_every_success_as_in_the_second_edition(
    agility: int, distance: int, drop: int
) -> None:
    needed = -(-distance // 1000)
    hits = sum((Fraction(comb(agility, many), 2**agility) for many in range(needed, agility + 1)), Fraction(0))
    free = distance <= 500 * agility
    success = Fraction(1) if free else hits if distance <= 2000 * agility else Fraction(0)
    attempt = skirmish.jump(agility, distance, drop, FIRST)
    assert attempt.success == success
    balks = Fraction(0) if free else Fraction(1, 2**agility)
    assert attempt.stress.mean == (1 - success - balks) * (drop // 3000)
    if distance <= 2000 * agility:
        assert attempt == skirmish.jump(agility, distance, drop)


# Shots.


@dataclass(frozen=True)
class Man:
    """One of the two: his numbers, and how he stands."""

    ballistics: int
    toughness: int
    agility: int
    stress: int
    ap: int
    gun: str = ""


@dataclass(frozen=True)
class Gun:
    modifier: int
    critical: tuple[int, ...]
    forbids_return: bool = False


GUNS = {"Pistol": Gun(1000, (2,)), "Rifle": Gun(0, (1, 2, 3)), "Sniper": Gun(-2000, (1,), forbids_return=True)}
"""The table of S1.F8."""

Pair = tuple[Man, Man]
Chances = dict[Pair, Fraction]


class Firefight:
    """S1.F3 to S1.F8 over a distance, between the first of two, who began, and the second."""

    def __init__(self, one: Man, other: Man, distance: int) -> None:
        self.start, self.distance = (one, other), distance
        self.known: dict[tuple[Pair, int, int], Chances] = {}

    def worth(self, after: Chances) -> tuple[Fraction, ...]:
        """For the one who began: removals, Toughness, and the stress of whoever is left."""
        total = [Fraction(0)] * 3
        for pair, chance in after.items():
            for sign, before, man in zip((-1, 1), self.start, pair, strict=True):
                total[0] += sign * chance * (man.toughness == 0)
                total[1] += sign * chance * (before.toughness - man.toughness)
                total[2] += sign * chance * (man.stress - before.stress if man.toughness else 0)
        return tuple(total)

    def best(self, who: int, *options: Chances) -> Chances:
        return (min if who else max)(options, key=self.worth)

    def shot(self, pair: Pair, who: int, chain: int = 0) -> Chances:
        """One shoots; the other chooses cover or not."""
        other = pair[1 - who]
        open_shot = self.dice(pair, who, chain, cover=False)
        if chain == 2 or other.ap < 1:
            return open_shot
        covered = self.dice(put(pair, 1 - who, replace(other, ap=other.ap - 1)), who, chain, cover=True)
        return self.best(1 - who, open_shot, covered)

    def dice(self, pair: Pair, who: int, chain: int, cover: bool, may_return: bool = True) -> Chances:
        man, other = pair[who], pair[1 - who]
        gun = GUNS[man.gun]
        difficulty = self.distance + gun.modifier + (500 * other.agility if cover else 0)
        found: Chances = {}
        for faces in product(range(1, 7), repeat=man.ballistics):
            hit = 1000 * sum(faces) >= difficulty
            critical = hit and 6 in faces
            for damage in gun.critical if critical else ((1,) if hit else (0,)):
                chance = Fraction(1, 6**man.ballistics * (len(gun.critical) if critical else 1))
                for after, part in self.hurt(pair, 1 - who, damage).items():
                    ends = {after: Fraction(1)}
                    if may_return and not cover and not (critical and gun.forbids_return):
                        ends = self.answered(after, 1 - who, chain)
                    for end, share in ends.items():
                        found[end] = found.get(end, Fraction(0)) + chance * part * share
        return found

    def hurt(self, pair: Pair, whom: int, damage: int) -> Chances:
        man = replace(pair[whom], stress=pair[whom].stress + damage)
        if not damage or man.toughness == 0:
            return {put(pair, whom, man): Fraction(1)}
        lost = nerves_of(man.toughness, man.stress)
        return {put(pair, whom, replace(man, toughness=left)): chance for (left, _), chance in lost.items()}

    def answered(self, pair: Pair, who: int, chain: int) -> Chances:
        """Whoever was shot at may return fire now, taken out or not."""
        man = pair[who]
        if chain == 2 or man.ap < 2 or not man.gun or not man.ballistics:
            return {pair: Fraction(1)}
        key = (pair, who, chain)
        if key not in self.known:
            returned = self.shot(put(pair, who, replace(man, ap=man.ap - 2)), who, chain + 1)
            self.known[key] = self.best(who, {pair: Fraction(1)}, returned)
        return self.known[key]


def put(pair: Pair, who: int, man: Man) -> Pair:
    return (man, pair[1]) if who == 0 else (pair[0], man)


def stands(after: Chances, who: int) -> dict[tuple[int, int], Fraction]:
    """How one stands in the end."""
    found: dict[tuple[int, int], Fraction] = {}
    for pair, chance in after.items():
        man = pair[who]
        standing = (man.toughness, man.stress) if man.toughness else REMOVED
        found[standing] = found.get(standing, Fraction(0)) + chance
    return found


def figure(man: Man) -> Figure:
    gun = WEAPONS[man.gun] if man.gun else None
    return Figure(3, man.ballistics, man.toughness, man.agility, man.stress, man.ap, gun=gun)


DUELS = [
    (Man(2, 3, 3, 0, 3, "Rifle"), Man(2, 1, 4, 0, 3, "Pistol"), 6000),
    (Man(3, 2, 3, 1, 3, "Pistol"), Man(3, 2, 2, 1, 3, "Rifle"), 9500),
    (Man(2, 2, 1, 1, 2, "Sniper"), Man(2, 1, 1, 1, 2, "Sniper"), 7000),
    (Man(3, 1, 3, 0, 3, "Rifle"), Man(2, 3, 3, 2, 1, "Rifle"), 10_000),
    (Man(2, 3, 3, 0, 3, "Rifle"), Man(2, 2, 3, 1, 3, ""), 6000),
    (Man(2, 3, 3, 0, 3, "Rifle"), Man(0, 2, 3, 1, 3, "Pistol"), 6000),
]


@nightly_when_plain
@plain
@pytest.mark.clause("S1.F2", "S1.F3", "S1.F4", "S1.F7", "S1.F8")
@pytest.mark.parametrize(("one", "other", "distance"), DUELS)
def test_a_shot_and_what_follows_are_those_of_the_rulebook(one: Man, other: Man, distance: int) -> None:
    fight = Firefight(one, other, distance)
    pair = (replace(one, ap=one.ap - 2), other)
    found = first.shot(figure(one), figure(other), distance + GUNS[one.gun].modifier)
    expected: dict[str, Callable[[], Chances]] = {
        "nothing": lambda: fight.dice(pair, 0, 0, cover=False, may_return=False),
        "cover": lambda: fight.dice(put(pair, 1, replace(other, ap=other.ap - 1)), 0, 0, cover=True),
        "return fire": lambda: fight.dice(pair, 0, 0, cover=False),
    }
    can_return = other.ap >= 2 and other.gun and other.ballistics
    assert list(found) == (["nothing", "cover", "return fire"] if can_return else ["nothing", "cover"])
    for name, shot in found.items():
        after = expected[name]()
        assert shot.values == fight.worth(after)
        assert oracles.agrees(shot.shooter, stands(after, 0))
        assert oracles.agrees(shot.target, stands(after, 1))


@pytest.mark.clause("S1.F7")
def test_a_target_that_is_surely_taken_out_still_shoots_back() -> None:
    """One die tests it; and the shooter is tested as often, by the shot of somebody who may be taken out already."""
    shooter, target = (
        Figure(ballistics=3, toughness=1, gun=WEAPONS["Rifle"], ap=2),
        Figure(toughness=1, gun=WEAPONS["Rifle"]),
    )
    found = first.shot(shooter, target, 0)
    assert found["nothing"].target.chance(REMOVED) == Fraction(1, 2)
    assert found["return fire"].shooter.chance(REMOVED) == Fraction(1, 2)


@pytest.mark.clause("S1.F5")
def test_strays_are_counted_for_the_shot_itself() -> None:
    found = first.shot(Figure(ballistics=2, gun=WEAPONS["Rifle"]), Figure(gun=WEAPONS["Rifle"]), 9000, 2)
    missed = 1 - found["nothing"].hit
    assert found["nothing"].strays == found["return fire"].strays == (missed / 2, missed / 4)
    assert found["nothing"].damage.chance(0) == missed


@pytest.mark.parametrize(
    ("clause", "cited"), [("S2.M11", "S1.M10"), ("S2.M3", "S1.M3"), ("S2.F2", "S1.F1"), ("S2.C2", "S1.C2")]
)
def test_questions_cite_the_edition_they_are_about(clause: str, cited: str) -> None:
    assert cite(clause, FIRST) == cited
    assert cite(clause, Edition.SECOND) == clause


@pytest.mark.parametrize(
    ("ask", "clause"),
    [
        (lambda: skirmish.climb(3, 1000, edition=FIRST), "S1.M2"),
        (lambda: skirmish.climb(3, 31_000, edition=FIRST), "S1.M3"),
        (lambda: skirmish.jump(3, 2000, 31_000, FIRST), "S1.M10"),
        (lambda: first.shot(Figure(), Figure(), 9000), "S1.F1"),
    ],
)
def test_what_cannot_be_asked_is_told_by_clauses_of_the_first_edition(ask: Callable[[], Any], clause: str) -> None:
    with pytest.raises(BattlewrightError, match=rf"\({clause}\)"):
        ask()
