"""The chances that bots know by heart, counted in whole numbers: sums of dice, and contests."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from battlewright.engine.record import Many, memory_of, numbers
from battlewright.systems.heroes.record import LEAD, SUMS, Setting

MILLION = 1_000_000


@cache
def at_least(dice: int, sides: int) -> tuple[int, ...]:
    """The chance, in millionths, that the dice show at least so much, for 0, 1, 2 ..."""
    ways = [1]
    for _ in range(dice):
        grown = [0] * (len(ways) + sides)
        for total, count in enumerate(ways):
            for face in range(1, sides + 1):
                grown[total + face] += count
        ways = grown
    ways += [0] * (SUMS - len(ways))
    return tuple(round(Fraction(sum(ways[least:]), sides**dice) * MILLION) for least in range(SUMS))


@cache
def round_of(own: int, their: int, lead: int) -> tuple[Fraction, Fraction]:
    """The chances that a round is won, and lost, with these dice and such a lead."""
    won = sum(1 for a in range(1, own + 1) for b in range(1, their + 1) if a + lead > b)
    lost = sum(1 for a in range(1, own + 1) for b in range(1, their + 1) if a + lead < b)
    return Fraction(won, own * their), Fraction(lost, own * their)


@cache
def contest_won(sides: int, step: int, wins: int, lead: int) -> Fraction:
    """The chance that a contest is won with such a lead."""

    @cache
    def from_here(own_wins: int, their_wins: int, own: int, their: int) -> Fraction:
        if own_wins == wins or their_wins == wins:
            return Fraction(own_wins == wins)
        if (own, their) == (sides, sides):
            return decided(own_wins, their_wins, own, their, Fraction(0))
        return decided(own_wins, their_wins, own, their, again(own_wins, their_wins))

    @cache
    def again(own_wins: int, their_wins: int) -> Fraction:
        return decided(own_wins, their_wins, sides, sides, Fraction(0))

    def decided(own_wins: int, their_wins: int, own: int, their: int, tied: Fraction) -> Fraction:
        won, lost = round_of(own, their, lead)
        on = won * from_here(own_wins + 1, their_wins, own + step, their - step)
        on += lost * from_here(own_wins, their_wins + 1, own - step, their + step)
        tie = 1 - won - lost
        if (own, their) == (sides, sides):  # a tie leads back here
            return on / (1 - tie) if tie < 1 else Fraction(0)
        return on + tie * tied

    return from_here(0, 0, sides, sides)


def write_odds(setting: Setting) -> None:
    """Write the chances for the rulings of a setting into it."""
    rulings = setting.rulings
    _write(setting.attack_odds, at_least(rulings.attack_dice, rulings.attack_sides))
    _write(setting.check_odds, at_least(rulings.check_dice, rulings.check_sides))
    contests = (rulings.contest_sides, rulings.contest_step, rulings.contest_wins)
    leads = range(-LEAD, LEAD + 1)
    _write(setting.contest_odds, [round(contest_won(*contests, lead) * MILLION) for lead in leads])


def _write(row: Many[int], values: Sequence[int]) -> None:
    memory_of(row)[:] = memory_of(numbers(values))
