"""Looking things up in the tables of bots, from Python."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row, look, numbers
from battlewright.systems.skirmish.bots.tables import (
    Basics,
    ClashOdds,
    Tables,
    arms_of,
    clash_at,
    need_at,
    resolve_at,
    split_at,
    standing,
)
from battlewright.systems.skirmish.record import Weapon

Pair = Sequence[int]
"""A number of the attacker, and one of the defender."""


@rule()
def find_clash(basics: Row[Basics], melee: Row[int], arms: Row[int], margins: Row[int]) -> int:
    """Rules take records; from Python rows are handed over."""
    return clash_at(basics[0], melee[0], melee[1], arms[0], arms[1], margins[0], margins[1])


@rule()
def find_resolve(basics: Row[Basics], arms: Row[int], margins: Row[int], rows: Row[int], turn: int) -> int:
    return resolve_at(basics[0], arms[0], arms[1], margins[0], margins[1], rows[0], rows[1], turn)


@rule()
def find_split(basics: Row[Basics], melee: Row[int], arms: Row[int], side: int, attack: int) -> int:
    return split_at(basics[0], melee[0], melee[1], arms[0], arms[1], side, attack)


@rule()
def find_arms(basics: Row[Basics], weapon: Row[Weapon]) -> int:
    return arms_of(basics[0], weapon[0])


@rule()
def find_standing(basics: Row[Basics], toughness: int, stress: int, activations: int) -> int:
    return standing(basics[0].standings[toughness], stress, activations)


def clash_of(tables: Tables, melee: Pair, arms: Pair, margins: Pair) -> list[int]:
    """What the attacker suffers and causes, and the chances that it and the defender break down."""
    at = find_clash(tables.basics, numbers(melee), numbers(arms), numbers(margins))
    odds = look(ClashOdds, tables.clashes, at)
    return [odds.suffered, odds.caused, odds.attacker_breaks, odds.defender_breaks]


def resolve_of(tables: Tables, arms: Pair, margins: Pair, rows: Pair, turn: int) -> int:
    """The value of a clash after the dice."""
    return int(tables.resolves[find_resolve(tables.basics, numbers(arms), numbers(margins), numbers(rows), turn)])


def split_of(tables: Tables, attacker: int, defender: int, *more: int) -> int:
    """How often a side puts a number of dice on attack: from the arms of both, the side, and the dice."""
    one, other, side, attack = more
    at = find_split(tables.basics, numbers([attacker, defender]), numbers([one, other]), side, attack)
    return int(tables.splits[at])


def shot_of(tables: Tables, ballistics: int, need: int) -> tuple[int, int]:
    """The chances of a hit and of a critical."""
    odds = look(Basics, tables.basics).shots[ballistics].by_need[need_at(need)]
    return odds.hit, odds.critical
