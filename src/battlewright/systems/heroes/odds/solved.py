"""Exact answers about Heroes: the bands of an attack, contests, checks, damage. ``duels`` has those about two sheets.

Every answer uses the rules' own rolls, with bare numbers in an exchange set up for the question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from operator import itemgetter
from typing import ClassVar, Literal, NamedTuple

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.record import look, memory_of, numbers, offset_of
from battlewright.odds.distribution import Odds
from battlewright.odds.ends import FieldMeasure
from battlewright.odds.roll_tables import roll_table_of
from battlewright.odds.solve import solve
from battlewright.odds.state_graph import Until
from battlewright.systems.heroes.enums import Band, ConditionName
from battlewright.systems.heroes.odds import situations
from battlewright.systems.heroes.odds.situations import DEFENDER, ENDLESS, FIELDS_OF_CONTEST, WIDTH_OF_ROUND, Situation
from battlewright.systems.heroes.record import Encounter, Setting
from battlewright.systems.heroes.rules.contract import RULES
from battlewright.systems.heroes.rules.damage import is_mental
from battlewright.systems.heroes.rules.sheets import lesser_pool
from battlewright.systems.heroes.setup.file_types import Damage

SECONDS = 20.0
MOST_POOL = 100_000
EXCHANGE = Until(depth=2)
Ties = Literal["defender", "roller"]


def attack(bonus: int, dodge: int, parry: int, armor: int) -> dict[str, Fraction]:
    """Return the chances of the five bands of an attack roll.

    >>> attack(5, 9, 5, 4)["hit"]
    Fraction(25, 64)
    """
    question = situations.attack(bonus, dodge, parry, armor)
    roll_table = roll_table_of(look(Encounter, question.battle).node)
    results = numbers(len(roll_table.weights))
    situations.look_at_attacks(*question, numbers(roll_table.faces), results)
    ways = Counter[int]()
    for band, weight in zip(memory_of(results), roll_table.weights, strict=True):
        ways[band] += weight
    return {band.name.lower(): Fraction(ways[band], roll_table.total) for band in Band}


def check(bonus: int, against: int, ties: Ties = "defender") -> Fraction:
    """Return the chance that a check succeeds: dice and a bonus against a number.

    Ties go to the defender, who rolls a resistance check himself (``roller``: a tie succeeds, H.R9) and is rolled
    against in a maintenance check (``defender``: a tie fails, H.R10).

    >>> check(6, 17, "roller") - check(6, 17, "defender")
    Fraction(21, 256)
    """
    situations.check("The bonus", bonus, -situations.MOST, situations.MOST, "H.R9")
    situations.check("The number to reach", against, -situations.MOST, 2 * situations.MOST, "H.R9")
    if ties not in ("defender", "roller"):
        raise UnknownError("side that ties go to", ties, ("defender", "roller"))
    node = look(Encounter, situations.arcane_check().battle).node
    roll_table = roll_table_of(node)
    results = numbers(len(roll_table.weights))
    situations.look_at_checks(node.dice, numbers(roll_table.faces), bonus, against, int(ties == "roller"), results)
    ways = sum(weight for success, weight in zip(memory_of(results), roll_table.weights, strict=True) if success)
    return Fraction(ways, roll_table.total)


@dataclass(frozen=True)
class Contest:
    """The exact chances of both sides, and of the number of rounds that count; ties are solved."""

    exact: ClassVar[bool] = True
    attacker: Fraction
    defender: Fraction
    rounds: dict[int, Fraction]


class Stand(NamedTuple):
    """A position of a contest: rounds won, dice, and whether it goes on (0), is won by the attacker (1) or lost (2)."""

    own_wins: int
    their_wins: int
    own_sides: int
    their_sides: int
    result: int = 0


@cache
def contest(power: int, defence: int) -> Contest:
    """Return the chances of a contest of Spell Power against an arcane defence. Ties, which repeat a round, are exact.

    >>> contest(3, 3).attacker
    Fraction(1, 2)
    """
    return contest_of(situations.contest(power, defence))


def contest_of(question: Situation) -> Contest:
    """Return the chances of a question's contest, by its own rulings."""
    frame = situations.exchange_of(question)
    begin = Stand(*(getattr(frame, name) for name in FIELDS_OF_CONTEST))
    ends, total = _ends(begin, lambda stand: _rounds(question, stand), {})
    rounds, won = dict[int, int](), 0
    for end, weight in ends.items():
        counted = end.own_wins + end.their_wins
        rounds[counted] = rounds.get(counted, 0) + weight
        won += weight if end.result == 1 else 0
    attacker, lasted = Fraction(won, total), {each: Fraction(rounds[each], total) for each in sorted(rounds)}
    return Contest(attacker, 1 - attacker, lasted)


def _rounds(question: Situation, stand: Stand) -> dict[Stand, int]:
    """Return the positions that a round leads to, each with its number of pairs of faces."""
    results = numbers(WIDTH_OF_ROUND * (stand.own_sides * stand.their_sides + 1))
    count = situations.look_at_rounds(*question, *stand[:4], results)
    rows = memory_of(results)[: WIDTH_OF_ROUND * count].tolist()
    return {Stand(*rows[at : at + 5]): rows[at + 5] for at in range(0, len(rows), WIDTH_OF_ROUND)}


Ends = tuple[dict[Stand, int], int]
"""The ends of a contest with their weights, and the total weight."""


def _ends(stand: Stand, after: Callable[[Stand], dict[Stand, int]], known: dict[Stand, Ends]) -> Ends:
    """Return the ends of a contest from a position. A roll that leads straight back to the position does not count: it
    is repeated."""
    if stand.result:
        return {stand: 1}, 1
    if stand not in known:
        ways = after(stand)
        ways.pop(stand, None)
        parts = [(count, *_ends(each, after, known)) for each, count in ways.items()]
        common, ends = lcm(*(total for _, _, total in parts)), dict[Stand, int]()
        for count, found, total in parts:
            for end, weight in found.items():
                ends[end] = ends.get(end, 0) + count * (common // total) * weight
        known[stand] = ends, common * sum(ways.values())
    return known[stand]


@dataclass(frozen=True)
class Blow:
    """Damage after resistance and vulnerability; and, if pools were given, how full they are afterwards (the larger and
    the lesser) and the conditions that follow."""

    is_mental: bool
    damage: Odds[int]
    pools: Odds[tuple[int, int]] | None
    brings: dict[str, Fraction]

    @property
    def exact(self) -> bool:
        """Return whether the damage is exact."""
        return self.damage.exact


BODY, MIND = (("health", "wounds"), ("unconscious", "dead")), (("morale", "stress"), ("afraid", "broken"))
"""The pools of a pair, and the conditions of an empty larger pool and a full lesser one (H.P1, H.P3)."""


def damage(
    dice: Damage,
    types: Sequence[str],
    resistances: Mapping[str, int] | None = None,
    vulnerabilities: Mapping[str, int] | None = None,
    critical: bool = False,
    pool: int | None = None,
    lesser: int | None = None,
) -> Blow:
    """Return the damage of a hit or a critical hit, and its effect on the pools if ``pool`` is given.

    ``pool`` is the Health that is left, or the Morale if the damage is psychic alone. ``lesser`` is the room for Wounds
    or Stress (default: half as much).

    >>> damage(Damage(1, 4, 0), ["fire"], {"fire": 3}).damage.chance(0)
    Fraction(3, 4)
    """
    asked = (dice, types, resistances or {}, vulnerabilities or {}, critical)
    question = situations.damage(*asked)
    mental = bool(is_mental(situations.action_of(question).types))
    names, comes = MIND if mental else BODY
    lost = _after_damage(question, names, comes).map(lambda left: ENDLESS - left[0] + left[1])
    if pool is None:
        if lesser is not None:
            raise BattlewrightError(
                f"Give the {names[0].capitalize()} too: only what exceeds it becomes {names[1].capitalize()} (H.P2)."
            )
        return Blow(mental, lost, None, {})
    situations.check(f"The {names[0].capitalize()}", pool, 0, MOST_POOL, "H.P1")
    rulings = look(Setting, question.setting).rulings
    room = max(as_plain(lesser_pool)(rulings, pool), 1) if lesser is None else lesser
    situations.check(f"The {names[1].capitalize()}", room, 1, MOST_POOL, "H.P1")
    after = _after_damage(situations.damage(*asked, pools=(pool, room)), names, comes)
    brings = {name: after.map(itemgetter(at)).chance(1) for at, name in enumerate(comes, 2)}
    return Blow(mental, lost, after.map(itemgetter(0, 1)), brings)


def _after_damage(question: Situation, pools: Sequence[str], brings: Sequence[str]) -> Odds[tuple[int, ...]]:
    """Return the odds of the pools after a damage roll, and of whether the target then has these conditions."""
    conditions = [None if name == "broken" else ConditionName[name.upper()] for name in brings]

    def seen(numbers: tuple[int, ...]) -> tuple[int, ...]:
        *left, caused, broken = numbers
        return (*left, *[broken if each is None else (caused >> each) & 1 for each in conditions])

    reading = FieldMeasure(_of_defender(*pools, "caused", "broken"), seen)
    return solve(RULES, *question, reading, lambda _: 0, until=EXCHANGE, seconds=SECONDS).odds


@cache
def _of_defender(*names: str) -> tuple[int, ...]:
    """Return the offsets of these numbers of the defender."""
    return tuple(offset_of(Encounter, "combatants", DEFENDER, name) for name in names)
