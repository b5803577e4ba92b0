"""The division of dice as a game of hidden choice, against faces written out and a second way to solve games."""

from __future__ import annotations

import doctest
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from types import ModuleType

import numpy as np
import pytest

from battlewright.odds import Odds
from battlewright.systems.skirmish.odds import first, situations
from battlewright.systems.skirmish.odds import split as chapter
from battlewright.systems.skirmish.odds.split import Figures, SplitEquilibrium, damage, solve_split, splits
from tests.modes import nightly_when_plain

SWORD, SPEAR, BLUNT, HEAVY = (1, 2), (1, 1), (1, 0), (2, 3)
plain = pytest.mark.plain


def least_damage(attack: tuple[int, ...], defence: tuple[int, ...], figures: tuple[int, int]) -> int:
    """Every way to use each critical defence success, tried out."""
    normal, critical = sum(4 <= face < 6 for face in attack), attack.count(6)
    guards, strong = sum(4 <= face < 6 for face in defence), defence.count(6)
    found = []
    for uses in product(("critical", "normals"), repeat=strong):
        parried = uses.count("critical")
        left = max(normal - guards - 2 * uses.count("normals"), 0)
        found.append(left * figures[0] + max(critical - parried, 0) * figures[1])
    return min(found)


@plain
@pytest.mark.clause("S1.K4", "S1.K5", "S1.K6", "S1.K7")
@pytest.mark.parametrize("figures", [SWORD, SPEAR, BLUNT, HEAVY, (0, 3)])
@pytest.mark.parametrize(
    ("attack", "defence"), [(0, 0), (0, 2), (1, 0), (1, 1), (2, 1), (2, 2), (3, 0), (1, 3), (3, 2)]
)
def test_the_damage_is_that_of_all_faces_written_out(attack: int, defence: int, figures: tuple[int, int]) -> None:
    faces = product(product(range(1, 7), repeat=attack), product(range(1, 7), repeat=defence))
    assert damage(attack, defence, figures) == Odds(Counter(least_damage(*dice, figures) for dice in faces))


@pytest.mark.parametrize(("attack", "defence"), [(6, 6), (10, 4), (10, 10)])
def test_the_damage_of_many_dice_is_that_of_their_counts(attack: int, defence: int) -> None:
    """Failures, successes and criticals of many dice by the multinomial formula."""

    def counts(dice: int) -> dict[tuple[int, int], int]:
        return {
            (normal, critical): comb(dice, critical)
            * comb(dice - critical, normal)
            * 2**normal
            * 3 ** (dice - critical - normal)
            for critical in range(dice + 1)
            for normal in range(dice - critical + 1)
        }

    weights: Counter[int] = Counter()
    for ((normal, critical), ways), ((guards, strong), more) in product(
        counts(attack).items(), counts(defence).items()
    ):
        struck, parried = (4,) * normal + (6,) * critical, (4,) * guards + (6,) * min(strong, 6)
        if strong <= 6:
            weights[least_damage(struck, parried, SWORD)] += ways * more
        else:
            best = min(
                max(normal - guards - 2 * (strong - used), 0) + 2 * max(critical - used, 0)
                for used in range(strong + 1)
            )
            weights[best] += ways * more
    assert damage(attack, defence, SWORD) == Odds(weights)


@plain
@pytest.mark.parametrize("module", [chapter, first, situations])
def test_the_docstrings_show_what_happens(module: ModuleType) -> None:
    done = doctest.testmod(module)
    assert done.attempted > 0
    assert done.failed == 0


@plain
def test_every_division_of_the_dice_is_a_split() -> None:
    assert splits(3) == ((3, 0), (2, 1), (1, 2), (0, 3))
    assert splits(0) == ((0, 0),)


@plain
@pytest.mark.clause("S1.K3")
def test_out_of_reach_all_dice_defend() -> None:
    assert splits(3, out_of_reach=True) == ((0, 3),)
    division = solve_split(3, SWORD, 4, SPEAR, out_of_reach=True)
    assert division.defender == {(0, 4): 1.0}
    assert division.attacker[3, 0] == 1.0
    assert division.suffered == 0
    assert division.value == pytest.approx(float(damage(3, 4, SWORD).mean), abs=1e-15)


MIXED = [(2, SWORD, 6, BLUNT), (4, HEAVY, 6, (2, 2)), (5, BLUNT, 6, (0, 3)), (6, SPEAR, 6, BLUNT)]
"""Clashes in which no single split is best."""
CLASHES = [
    *MIXED,
    (3, SWORD, 3, SWORD),
    (4, SPEAR, 2, SWORD),
    (1, SWORD, 6, SPEAR),
    (0, SWORD, 2, SWORD),
    (6, SWORD, 0, SPEAR),
]


@pytest.mark.parametrize("clash", CLASHES)
def test_no_other_division_gains_more_than_the_tolerance(
    clash: tuple[int, tuple[int, int], int, tuple[int, int]],
) -> None:
    division = solve_split(*clash)
    attacker, own, defender, their = clash
    assert 0 <= division.tolerance < 1e-9
    assert list(division.attacker) == list(splits(attacker))
    assert list(division.defender) == list(splits(defender))
    for mixture in (division.attacker, division.defender):
        assert all(chance >= 0 for chance in mixture.values())
        assert sum(mixture.values()) == pytest.approx(1, abs=1e-12)

    def worth(one: tuple[int, int], other: tuple[int, int]) -> Fraction:
        return damage(one[0], other[1], own).mean - damage(other[0], one[1], their).mean

    slack = Fraction(division.tolerance) + Fraction(1, 10**12)
    value = Fraction(division.value)
    for split in division.attacker:
        assert sum(Fraction(part) * worth(split, other) for other, part in division.defender.items()) <= value + slack
    for split in division.defender:
        assert sum(Fraction(part) * worth(one, split) for one, part in division.attacker.items()) >= value - slack
    assert division.caused - division.suffered == pytest.approx(division.value, abs=1e-12)


@pytest.mark.parametrize("clash", CLASHES)
def test_the_value_is_that_of_two_who_learn_from_each_other(
    clash: tuple[int, tuple[int, int], int, tuple[int, int]],
) -> None:
    """Multiplicative weights: both drift to what would have been best so far; their averages enclose the value."""
    division = solve_split(*clash)
    payoff = np.array([[float(each) for each in row] for row in division.payoff])
    rows, columns = payoff.shape
    gains, losses = np.zeros(rows), np.zeros(columns)
    average_rows, average_columns = np.zeros(rows), np.zeros(columns)
    rounds, rate = 4000, 0.1
    for _ in range(rounds):
        one, other = np.exp(rate * (gains - gains.max())), np.exp(-rate * (losses - losses.min()))
        one, other = one / one.sum(), other / other.sum()
        average_rows, average_columns = average_rows + one / rounds, average_columns + other / rounds
        gains, losses = gains + payoff @ other, losses + one @ payoff
    low, high = (average_rows @ payoff).min(), (payoff @ average_columns).max()
    assert low - 1e-12 <= division.value <= high + 1e-12
    assert high - low < 0.1


@pytest.mark.parametrize("clash", MIXED)
def test_where_no_single_split_is_best_both_mix(clash: tuple[int, tuple[int, int], int, tuple[int, int]]) -> None:
    division = solve_split(*clash)
    assert max(min(row) for row in division.payoff) < division.value - 1e-4
    assert min(max(column) for column in zip(*division.payoff, strict=True)) > division.value + 1e-4
    for mixture in (division.attacker, division.defender):
        assert sum(chance > 0.01 for chance in mixture.values()) > 1


@pytest.mark.parametrize("figures", list(product((SWORD, SPEAR), repeat=2)))
def test_with_the_weapons_of_the_rulebook_a_single_division_is_best(figures: tuple[Figures, Figures]) -> None:
    for melee, other in product(range(7), repeat=2):
        division = solve_split(melee, figures[0], other, figures[1])
        assert max(division.attacker.values()) == max(division.defender.values()) == 1


@nightly_when_plain
@plain
@pytest.mark.parametrize("melee", range(5))
def test_equals_with_equal_weapons_come_out_even(melee: int) -> None:
    division = solve_split(melee, SWORD, melee, SWORD)
    assert division.value == 0
    assert division.attacker == division.defender


def test_to_change_seats_turns_the_value_round() -> None:
    one, other = solve_split(2, SWORD, 6, BLUNT), solve_split(6, BLUNT, 2, SWORD)
    assert one.value == pytest.approx(-other.value, abs=1e-12)
    assert one.caused == pytest.approx(other.suffered, abs=1e-9)


# Dominated splits.


def rows_of(division: SplitEquilibrium) -> dict[tuple[int, int], tuple[Fraction, ...]]:
    return dict(zip(division.attacker, division.payoff, strict=True))


@pytest.mark.parametrize("clash", [*CLASHES, (3, (0, 0), 2, SWORD), (3, (0, 3), 3, (0, 3))])
def test_dominated_splits_are_all_that_a_single_one_is_better_than(
    clash: tuple[int, tuple[int, int], int, tuple[int, int]],
) -> None:
    division = solve_split(*clash)
    rows = rows_of(division)
    for split, row in rows.items():
        others = [[other - own for other, own in zip(rows[each], row, strict=True)] for each in rows if each != split]
        strictly = any(min(gains) > 0 for gains in others)
        weakly = any(min(gains) == 0 and max(gains) > 0 for gains in others)
        found = division.dominated_of_attacker.get(split)
        if strictly:
            assert found is not None
            assert found.strictly
        elif weakly:
            assert found is not None
        elif found is not None:
            assert found.strictly
            assert len(found.by) > 1


def test_what_is_dominated_is_so_by_the_exact_payoffs_and_is_not_played() -> None:
    for clash in CLASHES:
        division = solve_split(*clash)
        rows = rows_of(division)
        for split, found in division.dominated_of_attacker.items():
            total = sum(map(Fraction, found.by.values()))
            for column, own in enumerate(rows[split]):
                mixed = sum(Fraction(part) * rows[by][column] for by, part in found.by.items()) / total
                assert mixed > own if found.strictly else mixed >= own
            if found.strictly:
                assert division.attacker[split] == 0
        assert all(split in division.defender for split in division.dominated_of_defender)


def test_a_mixture_may_dominate_what_no_single_split_does() -> None:
    from battlewright.systems.skirmish.odds.split import _dominated

    rows = ((Fraction(4), Fraction(0)), (Fraction(0), Fraction(4)), (Fraction(1), Fraction(1)))
    (split, found), *more = _dominated(rows, splits(2)).items()
    assert (split, more) == ((0, 2), [])
    assert found.strictly
    assert found.by == pytest.approx({(2, 0): 0.5, (1, 1): 0.5})


def test_a_split_that_is_as_good_and_worse_somewhere_is_dominated_weakly() -> None:
    from battlewright.systems.skirmish.odds.split import _dominated

    rows = ((Fraction(1), Fraction(2)), (Fraction(1), Fraction(1)))
    assert _dominated(rows, splits(1)) == {(0, 1): (False, {(1, 0): 1.0})}


@plain
def test_against_a_sword_of_equals_everything_but_attack_is_dominated() -> None:
    division = solve_split(3, SWORD, 3, SWORD)
    assert set(division.dominated_of_attacker) == {(2, 1), (1, 2), (0, 3)}
    assert all(found == (True, {(3, 0): 1.0}) for found in division.dominated_of_attacker.values())
