"""The chances of sums of dice and of contests, and the threat of each combatant, written into a setting at set-up.

Bots look them up there. They are part of a setting, and so of its hash in replays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.record import Row, memory_of, numbers
from battlewright.odds import sum_of
from battlewright.systems.heroes.enums import Target
from battlewright.systems.heroes.record import LEAD, SUMS, WHOLE_SIDE, Action, Card, Setting
from battlewright.systems.heroes.rules.attacks import bonus_of
from battlewright.systems.heroes.rules.damage import after_resistance
from battlewright.systems.heroes.rules.defence import needed_to_hit

MILLION, THOUSAND = 1_000_000, 1_000
CONDITION = 3 * THOUSAND
"""The value of bringing a condition, in thousandths of a point of damage."""
TURNS = 5
"""The turns over which what a combatant does in one is averaged."""
HEALER = 1400
"""The threat of a healer, in thousandths of its best action."""


@cache
def at_least(dice: int, sides: int) -> tuple[int, ...]:
    """Return the chances, in millionths, that the dice show at least 0, at least 1, at least 2 ..."""
    odds = sum_of(f"{dice}d{sides}")
    return tuple(round(odds.at_least(least) * MILLION) for least in range(SUMS))


@cache
def round_of(own: int, their: int, lead: int) -> tuple[Fraction, Fraction]:
    """Return the chances that a round is won, and lost, with these dice and this lead."""
    won = sum(1 for a in range(1, own + 1) for b in range(1, their + 1) if a + lead > b)
    lost = sum(1 for a in range(1, own + 1) for b in range(1, their + 1) if a + lead < b)
    return Fraction(won, own * their), Fraction(lost, own * their)


@cache
def contest_won(sides: int, step: int, wins: int, lead: int) -> Fraction:
    """Return the chance that a contest is won with this lead."""

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


def write_threats(setting: Setting) -> None:
    """Write the threat of each combatant: the mean of its own best action against the opponents and of the average
    combatant's, since a sheet does not tell everything. A healer's is raised, since it undoes the work of others."""
    found = [_best(setting, who) for who in range(setting.combatants)]
    usual = sum(found) // len(found)
    for who, threat in enumerate(found):
        card = setting.cards[who]
        heals = any(action.heals for action in card.actions[: card.actions_count])
        setting.threats[who] = (threat + usual) // 2 * (HEALER if heals else THOUSAND) // THOUSAND


def _best(setting: Setting, who: int) -> int:
    """Return the mean harm of a combatant's best action to an opponent."""
    opponents = [
        setting.cards[other]
        for other in range(setting.combatants)
        if (other < setting.first_of_b) != (who < setting.first_of_b)
    ]
    card, found = setting.cards[who], list[tuple[int, int]]()
    for action in card.actions[: card.actions_count]:
        total = sum(_taken(setting, card, action, other) for other in opponents)
        found.append((total * _reached(setting, who, action) // len(opponents), action.uses))
    return max(THOUSAND, _of_a_turn(found))


def _reached(setting: Setting, who: int, action: Action) -> int:
    """Return how many an action is used on at once, where all are there."""
    of_a, of_b = setting.first_of_b, setting.combatants - setting.first_of_b
    there = of_a if (who < of_a) == bool(action.heals) else of_b
    return there if action.targets == WHOLE_SIDE else min(max(action.targets, 1), there)


def _of_a_turn(found: Sequence[tuple[int, int]]) -> int:
    """Return the mean harm of a turn, where the actions that harm most are used first, each as often as it can be: for
    each its harm, and its uses (0: without limit)."""
    left, total = TURNS, 0
    for harm, uses in sorted(found, reverse=True):
        times = min(left, uses or left)
        total += times * harm
        left -= times
    return total // TURNS


def _taken(setting: Setting, card: Card, action: Action, target: Card) -> int:
    """Return the mean harm of an action to a combatant, in thousandths of a point."""
    once, twice = _mean(action, target, 1), _mean(action, target, 2)
    if action.heals:
        return once * 2 // 3
    brings = CONDITION if action.effect.condition else 0
    if action.target != Target.PHYSICAL:
        lead: int = card.spell_power - getattr(target, Target(action.target).name.lower())
        return setting.contest_odds[min(max(lead, -LEAD), LEAD) + LEAD] * (once + brings) // MILLION
    bonus = as_plain(bonus_of)(action, card.attack, card.spell_power)
    over = as_plain(needed_to_hit)(bonus, target.dodge, target.parry, target.armor)
    hit, critical = (
        setting.attack_odds[min(max(needed, 0), SUMS - 1)] for needed in (over, over + setting.rulings.critical_margin)
    )
    return (hit * (once + brings) + critical * (twice - once)) // MILLION


def _mean(action: Action, target: Card, times: int) -> int:
    """Return the mean of damage dice rolled ``times`` times, after resistance, in thousandths."""
    if action.dice == 0:
        return 0
    twice = times * action.dice * (action.sides + 1) + 2 * action.plus
    if action.heals:
        return twice * THOUSAND // 2
    return as_plain(after_resistance)(target, twice // 2, action.types) * THOUSAND


def _write(row: Row[int], values: Sequence[int]) -> None:
    memory_of(row)[:] = memory_of(numbers(values))
