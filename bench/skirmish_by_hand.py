"""The exchanges of Skirmish, written by hand with icepool: the baseline of ``skirmish_odds``.

icepool weighs the dice; the rules are read from the rulebook independently, so that the answers also check each other.
They are written to be fast. Of two solutions with icepool the faster is used: for few dice sums of packed numbers, for
many an evaluator. A clash remembers what each fighter can still bear, not the stress that it has.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import icepool

from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.setup.files import WeaponSetup

Die = Any
"""icepool has no types."""
Values = tuple[Fraction, Fraction]
Ends = tuple[int, int]
"""The stress that the one who acts suffers, and the stress it causes."""
FEW = 7
"""Up to so many dice, packed sums are faster than an evaluator."""
CRITICAL_TEST = (1, 2, 2, 1)
"""By how many faces a critical failure, a failure, a success and a critical success are shown (S2.C5)."""
CLASH_TEST = (3, 2, 1)


class Counts(icepool.MultisetEvaluator):  # type: ignore[misc]
    """How many dice of each kind."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: int) -> tuple[int, ...]:
        return (*(state or ()), count)


def counts(dice: int, ways: tuple[int, ...]) -> Die:
    """How many dice are of each kind, where a kind is shown by so many faces."""
    if dice > FEW:
        return Counts().evaluate(icepool.Die(range(len(ways)), times=ways).pool(dice))
    places = [(dice + 1) ** kind for kind in range(len(ways))]
    packed = dice @ icepool.Die(places, times=ways)
    return packed.map(lambda number: tuple(number // place % (dice + 1) for place in places))


def test(ability: int) -> Die:
    """Each 4 or more is a success (S2.C4)."""
    return ability @ icepool.coin(1, 2)


def critical_test(ability: int) -> Die:
    """Critical failures, successes, critical successes (S2.C5)."""
    return counts(ability, CRITICAL_TEST).map(lambda kinds: (kinds[0], kinds[2] + kinds[3], kinds[3]))


def stress_check(toughness: int, stress: int) -> Die:
    """Toughness and stress after the check at the start of an activation (S2.T2 to S2.T5)."""
    toughness -= stress >= 2 * toughness
    if not toughness or stress < toughness:
        return icepool.Die([(toughness, stress if toughness else 0)])

    def after(kinds: tuple[int, ...]) -> tuple[int, int]:
        left = toughness - kinds[0] - kinds[1]
        return (left, max(max(stress + kinds[0] - kinds[3], 0) - left, 0)) if left else (0, 0)

    return counts(toughness, CRITICAL_TEST).map(after)


def climb(agility: int, height: int) -> tuple[Fraction, Die]:
    """A climb that takes a test: 2" for each success; whoever falls falls the height attempted (S2.M5, S2.M11)."""
    successes, needed, fall = test(agility), -(-height // (2 * INCH)), height // (3 * INCH)
    return _chance(successes, needed), successes.map(lambda count: 0 if count >= needed else fall)


def jump(agility: int, distance: int, drop: int) -> tuple[Fraction, Die]:
    """A jump that takes a test: 1" for each success; without any one stays where one is (S2.M9 to S2.M11)."""
    successes, needed, fall = test(agility), -(-distance // INCH), drop // (3 * INCH)
    return _chance(successes, needed), successes.map(lambda count: fall if 0 < count < needed else 0)


def _chance(die: Die, least: int) -> Fraction:
    return Fraction(_quantity(die, least), die.denominator())


def _quantity(die: Die, least: int) -> int:
    return sum(quantity for outcome, quantity in die.items() if outcome >= least)


class Gun:
    """A shooting weapon in a hand that rolls so many dice."""

    def __init__(self, weapon: WeaponSetup, dice: int) -> None:
        self.damage, self.critical = weapon.damage, icepool.d3 if weapon.critical == "d3" else weapon.critical
        self.modifier = round((weapon.modifier or 0) * INCH)
        self.sums, self.without_sixes = (dice @ icepool.d(sides) for sides in (6, 5))

    def fire(self, difficulty: int) -> tuple[Fraction, Fraction, Die]:
        """The chances of a hit and of a critical, and the stress (S2.F6, S2.F7)."""
        every = self.sums.denominator()
        hits, normal = (_quantity(sums, -(-difficulty // INCH)) for sums in (self.sums, self.without_sixes))
        stress = icepool.Die([0, self.damage, self.critical], times=[every - hits, normal, hits - normal])
        return Fraction(hits, every), Fraction(hits - normal, every), stress


def shot(shooter: Figure, target: Figure, difficulty: int) -> dict[str, tuple[Any, ...]]:
    """A shot with nothing in the way, by each reaction; nobody carries a Sniper (S2.F4 to S2.F11).

    Hit, critical, stress, no strays, what is suffered, and the shooter's values.
    """
    assert shooter.gun is not None
    gun = Gun(shooter.gun, shooter.ballistics)
    found = {"nothing": _told(shooter, target, *gun.fire(difficulty))}
    if target.ap >= 1:
        found["cover"] = _told(shooter, target, *gun.fire(difficulty + target.agility * INCH // 2))
    if target.ap >= 2 and target.gun is not None:
        hit, critical, stress = gun.fire(difficulty)
        ends = stress.map(_returned(shooter, target, difficulty + gun.modifier))
        found["return fire"] = _with_ends(shooter, target, hit, critical, ends)
    return found


def _told(shooter: Figure, target: Figure, hit: Fraction, critical: Fraction, stress: Die) -> tuple[Any, ...]:
    return _with_ends(shooter, target, hit, critical, stress.map(lambda caused: (0, caused)))


def _with_ends(shooter: Figure, target: Figure, hit: Fraction, critical: Fraction, ends: Die) -> tuple[Any, ...]:
    return hit, critical, ends.marginals[1], (), ends.marginals[0], _values(shooter, target, ends)


def _returned(shooter: Figure, target: Figure, difficulty: int) -> Any:
    """What the target makes of its return shot, by the stress it has got: it waives it or fires, and the shooter
    takes cover or not, with the 1 AP that it has left."""
    assert target.gun is not None
    gun = Gun(target.gun, target.ballistics)
    answers = [gun.fire(difficulty - gun.modifier + more)[2] for more in (0, shooter.agility * INCH // 2)]

    def ends(caused: int) -> Die:
        fired = [answer.map(lambda suffered: (suffered, caused)) for answer in answers]
        fire = max(fired, key=lambda die: _values(shooter, target, die))
        return min([icepool.Die([(0, caused)]), fire], key=lambda die: _values(shooter, target, die))

    return ends


def _values(one: Figure, other: Figure, ends: Die) -> Values:
    """The aim of an exchange: break-downs, then stress."""
    bears, other_bears = one.toughness - one.stress, other.toughness - other.stress
    breaks = net = 0
    for (suffered, caused), quantity in ends.items():
        breaks += quantity * ((caused >= other_bears) - (suffered >= bears))
        net += quantity * (caused - suffered)
    return Fraction(breaks, ends.denominator()), Fraction(net, ends.denominator())


def clash(attacker: Figure, defender: Figure) -> tuple[Any, ...]:
    """A clash by the best play of both: value, net stress, break-downs, and the stress of both (S2.K6 to S2.K10)."""
    resolve = Resolution(attacker, defender).ends
    bears, other_bears = (each.toughness - each.stress for each in (attacker, defender))
    ends = icepool.map(
        lambda struck, parried: resolve(struck[1], struck[2], parried[1], parried[2], 0, bears, other_bears),
        counts(attacker.melee, CLASH_TEST),
        counts(defender.melee, CLASH_TEST),
    )
    breaks = _chance(ends.marginals[0], bears), _chance(ends.marginals[1], other_bears)
    return *_values(attacker, defender, ends), breaks, ends


class Resolution:
    """What the successes of a clash come to. All is known once the dice have fallen, so ends are plain numbers."""

    def __init__(self, attacker: Figure, defender: Figure) -> None:
        self.known: dict[tuple[int, ...], Ends] = {}
        self.blades = [_figures(each.blade) for each in (attacker, defender)]

    def ends(
        self, own: int, own_critical: int, their: int, their_critical: int, turn: int, bears: int, other_bears: int
    ) -> Ends:
        """The stress of attacker and defender from here on, by what each has left and what it can still bear."""
        if not (their or their_critical):
            return 0, own * self.blades[0][0] + own_critical * self.blades[0][1]
        if not (own or own_critical):
            return their * self.blades[1][0] + their_critical * self.blades[1][1], 0
        key = own, own_critical, their, their_critical, turn, bears, other_bears
        if key in self.known:
            return self.known[key]
        best, most = (0, 0), (-9, 0)
        for left, suffered, caused in self._ways(own, own_critical, their, their_critical, turn):
            more = self.ends(*left, 1 - turn, max(bears - suffered, 0), max(other_bears - caused, 0))
            end = more[0] + suffered, more[1] + caused
            breaks, net = (end[1] >= other_bears) - (end[0] >= bears), end[1] - end[0]
            worth = (-breaks, -net) if turn else (breaks, net)
            if worth > most:
                best, most = end, worth
        self.known[key] = best
        return best

    def _ways(
        self, own: int, own_critical: int, their: int, their_critical: int, turn: int
    ) -> Iterable[tuple[tuple[int, int, int, int], int, int]]:
        """What may be done with a success: the successes then left, and the stress of both (S2.K7, S2.K8)."""
        normal, critical = self.blades[turn]
        if turn:
            if their:
                yield (own, own_critical, their - 1, their_critical), normal, 0
                if own:
                    yield (own - 1, own_critical, their - 1, their_critical), 0, 0
            if their_critical:
                yield (own, own_critical, their, their_critical - 1), critical, 0
                if own:
                    yield (own - 1, own_critical, their, their_critical - 1), 0, 0
                if own_critical:
                    yield (own, own_critical - 1, their, their_critical - 1), 0, 0
            return
        if own:
            yield (own - 1, own_critical, their, their_critical), 0, normal
            if their:
                yield (own - 1, own_critical, their - 1, their_critical), 0, 0
        if own_critical:
            yield (own, own_critical - 1, their, their_critical), 0, critical
            if their:
                yield (own, own_critical - 1, their - 1, their_critical), 0, 0
            if their_critical:
                yield (own, own_critical - 1, their, their_critical - 1), 0, 0


def _figures(weapon: WeaponSetup | None) -> tuple[int, int]:
    """The stress of a normal and of a critical success (S2.K10)."""
    assert weapon is not None
    assert isinstance(weapon.critical, int)
    return weapon.oppression or 0, weapon.critical
