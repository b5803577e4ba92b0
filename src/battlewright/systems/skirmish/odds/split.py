"""The split of dice in a clash of Skirmish's first edition, solved as a simultaneous game.

Both choose without knowing the other's choice, so a best split is in general a mixed policy: chances for the splits
that nothing the other side does can beat. The payoff of a pair of splits is enumerated by the rules, exactly; the two
attacks of a clash are independent, so each is enumerated once for its dice and its weapon. The policies are found by
linear programs in floating point and then checked against the exact payoffs: ``tolerance`` is the error that remains.
In a battle the attacker's actual split is never read, although it is there while the defender splits its dice.

>>> solve_split(1, (1, 2), 1, (1, 2)).attacker
{(1, 0): 1.0, (0, 1): 0.0}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import inf, nextafter
from typing import NamedTuple

import numpy as np

from battlewright.engine.record import Row, allocate, duplicate, look, offset_of
from battlewright.odds.distribution import Odds
from battlewright.odds.ends import FieldMeasure
from battlewright.odds.solve import solve
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds.situations import UNHURT, Figure, Situation
from battlewright.systems.skirmish.odds.solved import AT_ONCE, SECONDS, choose, listed
from battlewright.systems.skirmish.record import (
    FALL,
    MAX_ABILITY,
    ChoiceKind,
    Edition,
    Setting,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.contract import RULES
from battlewright.systems.skirmish.rules.place import drop_of_shove, fall_stress
from battlewright.systems.skirmish.setup.files import WeaponSetup

Figures = tuple[int, ...]
"""The figures of a weapon: its Damage, that of its criticals, and optionally the stress of the fall after its shove."""
Split = tuple[int, int]
"""A split: the dice on attack, and those on defence."""
Armed = tuple[Split, Figures]
"""A split, and the figures of the weapon that it attacks with."""
Payoff = tuple[tuple[Fraction, ...], ...]
"""A row for each split of the attacker, a column for each of the defender."""
FINENESS = 1000
"""Chances are rounded to this many parts, so that exact answers stay within small numbers."""
TOLERANCE = (MAX_ABILITY + 1) / (2 * FINENESS)
"""The most by which a rounded chance may differ from the equilibrium's: half a part for each split with any chance."""


@cache
def damage(attack_dice: int, defence_dice: int, figures: Figures) -> Odds[int]:
    """The damage of attack dice against defence dice, with a weapon of these figures. Where the weapon shoves the
    defender over an edge, the defender suffers the fall too, and chooses what it cancels (S1.K6).

    >>> damage(1, 0, (1, 2)).mean
    Fraction(2, 3)
    >>> damage(1, 0, (1, 1, 2)).mean
    Fraction(5, 6)
    """
    normal, critical, *falls = figures
    blade = WeaponSetup(name="Blade", kind="melee", threat=1, oppression=normal, critical=critical, points=0)
    attacker, defender = Figure(melee=attack_dice, blade=blade), Figure(melee=defence_dice, blade=blade)
    drop = FALL * sum(falls)
    question = situations.clash(attacker, defender, Edition.FIRST, drop)
    view = look(Skirmish, question.battle)
    view.models[0].toughness = view.models[1].toughness = UNHURT
    for dice in (attack_dice, 0):
        if view.node.step == Step.DIVIDE:
            made = allocate(SkirmishChoice)
            choice = look(SkirmishChoice, made)
            choice.kind, choice.attack = ChoiceKind.DIVIDE, dice
            RULES.choose(*question, made)
    suffered = FieldMeasure((offset_of(Skirmish, "models", 1, "stress"),), lambda stress: stress[0])
    return solve(RULES, *question, suffered, lambda stress: stress, until=AT_ONCE, seconds=SECONDS).odds


def splits(melee: int, out_of_reach: bool = False) -> tuple[Split, ...]:
    """Every split of ``melee`` dice, the one with all on attack first; out of reach none are on attack (S1.K3).

    >>> splits(2)
    ((2, 0), (1, 1), (0, 2))
    """
    return tuple((attack, melee - attack) for attack in range(0 if out_of_reach else melee, -1, -1))


class Dominated(NamedTuple):
    """A split that another split, or a mixed policy, beats whatever the other side chooses: ``strictly``, or else at
    least as well everywhere and better somewhere."""

    strictly: bool
    by: dict[Split, float]


@dataclass(frozen=True)
class SplitEquilibrium:
    """A solved split: for both sides the chance of every split.

    ``value`` is the mean damage that the attacker causes minus what it suffers, if both follow their policies. Whatever
    the other side does, each policy gives its side the value within ``tolerance``; ``payoff`` is exact.
    """

    attacker: dict[Split, float]
    defender: dict[Split, float]
    value: float
    tolerance: float
    payoff: Payoff
    figures: tuple[Figures, Figures]

    @property
    def exact(self) -> bool:
        """Whether the policies are an equilibrium without any rounding: both guarantee the value."""
        return self.tolerance == 0

    @property
    def caused(self) -> float:
        """The mean damage that the attacker causes."""
        return self._mean(self.attacker, self.defender, self.figures[0])

    @property
    def suffered(self) -> float:
        """The mean damage that the attacker suffers."""
        return self._mean(self.defender, self.attacker, self.figures[1])

    @cached_property
    def dominated_of_attacker(self) -> dict[Split, Dominated]:
        """The attacker's dominated splits."""
        return _dominated(self.payoff, tuple(self.attacker))

    @cached_property
    def dominated_of_defender(self) -> dict[Split, Dominated]:
        """The defender's dominated splits."""
        return _dominated(_other_side(self.payoff), tuple(self.defender))

    @staticmethod
    def _mean(strikers: Mapping[Split, float], others: Mapping[Split, float], figures: Figures) -> float:
        return sum(
            chance * other * float(damage(attack, defence, figures).mean)
            for (attack, _), chance in strikers.items()
            for (_, defence), other in others.items()
            if chance and other
        )


@cache
def solve_split(
    attacker_melee: int,
    attacker_figures: Figures,
    defender_melee: int,
    defender_figures: Figures,
    out_of_reach: bool = False,
) -> SplitEquilibrium:
    """The equilibrium of a clash between two fighters with this Melee and weapons of these figures.

    >>> equilibrium = solve_split(3, (1, 2), 3, (1, 2), out_of_reach=True)
    >>> equilibrium.attacker[3, 0], equilibrium.defender
    (1.0, {(0, 3): 1.0})
    """
    own, their = splits(attacker_melee), splits(defender_melee, out_of_reach)
    payoff = _payoff([(split, attacker_figures) for split in own], [(split, defender_figures) for split in their])
    one, other = _equilibrium(payoff)
    least, most = _guaranteed(payoff, one), -_guaranteed(_other_side(payoff), other)
    value = float((least + most) / 2)
    exact = Fraction(value)
    return SplitEquilibrium(
        dict(zip(own, one, strict=True)),
        dict(zip(their, other, strict=True)),
        value,
        _rounded_up(max(most - exact, exact - least)),
        payoff,
        (attacker_figures, defender_figures),
    )


@cache
def split_policies(own: tuple[Armed, ...], their: tuple[Armed, ...]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The equilibrium policies for these splits of both sides, each with the figures of the weapon it is made with.

    >>> split_policies((((1, 0), (1, 2)), ((0, 1), (1, 2))), (((0, 2), (0, 0)),))
    ((1.0, 0.0), (1.0,))
    """
    one, other = _equilibrium(_payoff(own, their))
    return tuple(one), tuple(other)


def _payoff(own: Sequence[Armed], their: Sequence[Armed]) -> Payoff:
    """The mean damage caused minus that suffered, for every pair of splits."""
    return tuple(
        tuple(
            damage(attack, other_defence, figures).mean - damage(other_attack, defence, other_figures).mean
            for (other_attack, other_defence), other_figures in their
        )
        for (attack, defence), figures in own
    )


def _other_side(payoff: Payoff) -> Payoff:
    """The same game as the defender sees it."""
    return tuple(tuple(-each for each in column) for column in zip(*payoff, strict=True))


def _guaranteed(payoff: Payoff, policy: Sequence[float]) -> Fraction:
    """The exact minimum over the columns that a policy over the rows gives, for chances in proportion to these."""
    parts = [Fraction(part) for part in policy]
    gained = (
        sum((part * each for part, each in zip(parts, column, strict=True) if part), Fraction(0))
        for column in zip(*payoff, strict=True)
    )
    return min(gained) / sum(parts, Fraction(0))


def _rounded_up(gap: Fraction) -> float:
    """A float that is at least ``gap``."""
    near = float(gap)
    return near if Fraction(near) >= gap else nextafter(near, inf)


def _equilibrium(payoff: Payoff) -> tuple[list[float], list[float]]:
    """Optimal policies over the rows and the columns; a pure one for each where that is an equilibrium."""
    lows, highs = [min(row) for row in payoff], [max(column) for column in zip(*payoff, strict=True)]
    row, column = lows.index(max(lows)), highs.index(min(highs))
    if lows[row] == highs[column]:
        return _only(row, len(lows)), _only(column, len(highs))
    return _maximin_policy(payoff), _maximin_policy(_other_side(payoff))


def _only(index: int, count: int) -> list[float]:
    return [float(each == index) for each in range(count)]


def _maximin_policy(payoff: Payoff) -> list[float]:
    """The maximin policy over the rows, by a linear program."""
    from scipy.optimize import linprog  # type: ignore[import-untyped]  # it ships no types, and takes long to bring in

    matrix = np.array([[float(each) for each in row] for row in payoff])
    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
        method="highs",
    )
    assert found.success, f"every such game has a solution: {found.message}"
    parts = np.maximum(found.x[:rows], 0.0)
    return [float(part) for part in parts / parts.sum()]


def _dominated(payoff: Payoff, names: Sequence[Split]) -> dict[Split, Dominated]:
    """The rows that another row, or a mixed policy, dominates. All is checked against the exact payoffs."""
    found = {name: _dominator(payoff, names, at) for at, name in enumerate(names)}
    return {name: dominated for name, dominated in found.items() if dominated is not None}


def _dominator(payoff: Payoff, names: Sequence[Split], at: int) -> Dominated | None:
    """The dominator of a row: preferably a single split, strictly; then a mixed policy, strictly; then a single split,
    weakly."""
    others = [index for index in range(len(payoff)) if index != at]
    gains = tuple(tuple(each - mine for each, mine in zip(payoff[index], payoff[at], strict=True)) for index in others)
    for index, row in zip(others, gains, strict=True):
        if min(row) > 0:
            return Dominated(True, {names[index]: 1.0})
    best_somewhere = any(max(column) <= 0 for column in zip(*gains, strict=True))  # then nothing dominates it strictly
    if len(others) > 1 and not best_somewhere:
        policy = _maximin_policy(gains)
        if _guaranteed(gains, policy) > 0:
            chosen = zip(others, policy, strict=True)
            return Dominated(True, {names[index]: part for index, part in chosen if part})
    for index, row in zip(others, gains, strict=True):
        if min(row) == 0 and max(row) > 0:
            return Dominated(False, {names[index]: 1.0})
    return None


# In a battle


def awaits_split(battle: Row[Skirmish]) -> bool:
    """Whether a battle waits for a split of dice."""
    return bool(look(Skirmish, battle).node.step == Step.DIVIDE)


def defender_splits(battle: Row[Skirmish]) -> bool:
    """Whether the defender splits its dice now, not knowing the attacker's split."""
    view = look(Skirmish, battle)
    return awaits_split(battle) and view.frames[view.depth - 1].stage != Stage.DIVIDING


def weights_of(setting: Row[Setting], battle: Row[Skirmish]) -> list[int]:
    """The weight of each listed choice of the model that splits its dice, out of ``FINENESS``."""
    own, their = both_weights(setting, battle)
    return their if defender_splits(battle) else own


def both_weights(setting: Row[Setting], battle: Row[Skirmish]) -> tuple[list[int], list[int]]:
    """The weights for the attacker, by its dice on attack from 0 on, and for the defender, by its listed choices."""
    view, cards = look(Skirmish, battle), look(Setting, setting)
    frame = view.frames[view.depth - 1]
    attacker, defender = cards.cards[frame.actor], cards.cards[frame.target]
    figures = _figures(setting, battle, frame.actor, frame.weapon, frame.target)
    own: list[Armed] = [((attack, attacker.melee - attack), figures) for attack in range(attacker.melee + 1)]
    their: list[Armed] = [
        (
            (choice.attack, defender.melee - choice.attack),
            _figures(setting, battle, frame.target, choice.weapon, frame.actor),
        )
        for choice in _answers(setting, battle)
    ]
    one, other = (
        [round(FINENESS * chance) for chance in policy] for policy in split_policies(tuple(own), tuple(their))
    )
    return one, other


def possible_battles(setting: Row[Setting], battle: Row[Skirmish]) -> list[tuple[int, Row[Skirmish]]]:
    """A battle at the defender's split, once for every split that the attacker may have made, by weight."""
    found = []
    for attack, weight in enumerate(both_weights(setting, battle)[0]):
        if weight:
            other = duplicate(battle)
            view = look(Skirmish, other)
            view.frames[view.depth - 1].own_split = 1 + attack
            found.append((weight, other))
    return found


def _figures(setting: Row[Setting], battle: Row[Skirmish], who: int, blade: int, whom: int) -> Figures:
    """The figures of a weapon against an opponent where the two stand: over an edge a shove leads to a fall (S1.K6)."""
    cards = look(Setting, setting)
    weapon = cards.weapons[cards.cards[who].blade[blade]]
    if weapon.shove and not look(Skirmish, battle).models[who].shoved:
        fall = fall_stress(drop_of_shove(setting[0], battle[0], who, whom, weapon.shove))
        if fall:
            return weapon.stress, weapon.critical, fall
    return weapon.stress, weapon.critical


def _answers(setting: Row[Setting], battle: Row[Skirmish]) -> list[SkirmishChoice]:
    """The choices of the defender: now, or once the attacker has split its dice."""
    after = duplicate(battle)
    look(Skirmish, after).tail.silent = 1
    if not defender_splits(after):
        choose(Situation(setting, after), ChoiceKind.DIVIDE)
    if not defender_splits(after):
        return [SkirmishChoice()]  # all dice on defence
    return listed(Situation(setting, after))
