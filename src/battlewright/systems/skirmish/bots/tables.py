"""The tables of odds that bots look up: shots, standings of models, clashes, distances on foot; all in whole numbers.

``make_tables`` fills them by enumerating the rules; here they are only looked up. Chances are in millionths, means in
thousandths. *Arms* are what a weapon does: the stress of a strike, and that of a critical; number 0 is for a model that
cannot strike. A *margin* is the stress that a model may still suffer before it breaks down; in the first edition,
before it is tested.

The editions differ in what the tables hold, not in how they are read: only the first has *splits* (how often each
number of dice is put on attack), only the second the values of a clash's decisions.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.systems.skirmish.record import MAX_ABILITY, MAX_MODELS, SIDES, Weapon

MILLION, THOUSAND = 1_000_000, 1_000
NEEDS = MAX_ABILITY * SIDES + 2
"""The number of lowest sums that hit, from 0 to more than all dice can show."""
STRESSES = 32
ACTIVATIONS = 9
"""The sizes of a table of standings. Stress and activations beyond it count as its last."""
MOST_ARMS = 8
UNARMED = 0
"""The arms of a model without a weapon that reaches."""
SQUARES = 16
"""Squares along each side of a distance map."""
LAYERS = 2
CELLS = SQUARES * SQUARES * LAYERS
"""A square has at most two cells where a model may stand, a low one and a high one."""
NO_CELL = -1


class Weights(Record):
    """What a bot values besides the tables, in thousandths of a point unless stated otherwise.

    ``ap``: an action point kept for reactions. ``later``: hundredths of what can only be done in another round.
    ``fear``: hundredths of what opponents can do in this round, ``late_fear`` in the next one; ``blade_fear`` and
    ``blade_late_fear``: the same for models without a gun. ``near``: an inch nearer to where a model could strike;
    ``blade_near``: the same without a gun. ``hold``: an inch nearer to the place that is to be held. ``aggression``:
    hundredths of what a clash does to an opponent; ``sway``: how much less that counts per model of lead, or more per
    model behind. ``caution``: hundredths of fear added per model of lead. ``dread``: hundredths of what a clash would
    do to the model itself where an opponent's blades are feared. ``longing``: hundredths of a clash that is possible in
    the next round. ``bold``: hundredths of a strike where a parry does just as well.
    """

    ap: int
    later: int
    fear: int
    late_fear: int
    blade_fear: int
    blade_late_fear: int
    near: int
    blade_near: int
    hold: int
    aggression: int
    sway: int
    caution: int
    dread: int
    longing: int
    bold: int


class ShotOdds(Record):
    """The chances of a hit, and of a critical."""

    hit: int
    critical: int


class ShotsOf(Record):
    """Shots with one Ballistics, by the lowest sum that hits."""

    by_need: Annotated[Row[ShotOdds], NEEDS]


class StandingsAt(Record):
    """Standings at one stress, by the activations to come."""

    by_activations: Annotated[Row[int], ACTIVATIONS]


class StandingsOf(Record):
    """Standings of one Toughness, by stress."""

    by_stress: Annotated[Row[StandingsAt], STRESSES]


class Arms(Record):
    """The arms of a weapon: the stress of a strike, and that of a critical."""

    stress: int
    critical: int


class ClashTable(Record):
    """The offsets of a clash of two arms in each table."""

    odds: int
    resolves: int
    splits: int


class ClashOdds(Record):
    """The outcome of a clash if both play best: the mean stress of the attacker and of the defender, and the chance
    that each then breaks down (or is tested)."""

    suffered: int
    caused: int
    attacker_breaks: int
    defender_breaks: int


class Basics(Record):
    """All tables of a fixed size, and the offsets into the others. ``stamp`` is a number for the cards that they were
    made for, 0 if they were made for none. ``melee`` is the highest Melee of the clashes,
    ``margins`` their number of margins, ``map_of`` the distance map of each model."""

    stamp: int
    arms: int
    melee: int
    margins: int
    weights: Weights
    weapons: Annotated[Row[Arms], MOST_ARMS]
    clashes: Annotated[Row[ClashTable], MOST_ARMS * MOST_ARMS]
    map_of: Annotated[Row[int], MAX_MODELS]
    shots: Annotated[Row[ShotsOf], MAX_ABILITY + 1]
    standings: Annotated[Row[StandingsOf], MAX_ABILITY + 1]
    hurt_standings: Annotated[Row[StandingsOf], MAX_ABILITY + 1]


class Cell(Record):
    """A place where a model may stand in a square: a point and its level (NO_CELL: none). ``stand_in`` is the cell used
    for it: itself, or where there is no low one the nearest low one of the squares around it."""

    x: int
    y: int
    level: int
    stand_in: int


class DistancesTo(Record):
    """The distances on foot to one cell from each."""

    start: Annotated[Row[int], CELLS]


class DistanceMap(Record):
    """All cells of a table for models of one kind, and the distances on foot between them, by the cell that they lead
    to: many places are weighed by their distances to the same few opponents. ``columns`` and ``rows`` are the squares
    to a thousandth of an inch, scaled."""

    columns: int
    rows: int
    cells: Annotated[Row[Cell], CELLS]
    distances: Annotated[Row[DistancesTo], CELLS]


class Tables(NamedTuple):
    """The tables for battles of a setting. Those of clashes are one row each, of varying length, indexed by
    ``clash_at``, ``resolve_at`` and ``split_at``."""

    basics: Row[Basics]
    clashes: Row[ClashOdds]
    resolves: Row[int]
    splits: Row[int]
    maps: Row[DistanceMap]


@rule()
def need_at(need: int) -> int:
    """The index of a shot's lowest sum that hits, clamped to the table."""
    return min(max(need, 0), NEEDS - 1)


@rule()
def standing(of: StandingsOf, stress: int, activations: int) -> int:
    """The value of a model, in millionths of being on the table at the end."""
    at = of.by_stress[min(max(stress, 0), STRESSES - 1)]
    return at.by_activations[min(max(activations, 0), ACTIVATIONS - 1)]


@rule()
def arms_of(basics: Basics, weapon: Weapon) -> int:
    """The number of a weapon's arms; the first weapon's if the tables do not have them."""
    for number in range(1, basics.arms):
        if basics.weapons[number].stress == weapon.stress and basics.weapons[number].critical == weapon.critical:
            return number
    return 1


@rule()
def stress_of(basics: Basics, arms: int, normal: int, critical: int) -> int:
    """The stress of a number of strikes and criticals with some arms."""
    return normal * basics.weapons[arms].stress + critical * basics.weapons[arms].critical


@rule()
def margin_at(basics: Basics, margin: int) -> int:
    """The index of a margin; one beyond the table counts as its largest."""
    return min(max(margin, 0), basics.margins - 1)


@rule()
def clash_at(
    basics: Basics,
    attacker: int,
    defender: int,
    attacker_arms: int,
    defender_arms: int,
    attacker_margin: int,
    defender_margin: int,
) -> int:
    """The index of a clash, from the Melee, arms and margins of both sides. Melee beyond the table counts as its
    largest."""
    table, melee = basics.clashes[attacker_arms * MOST_ARMS + defender_arms], basics.melee
    at = min(attacker, melee) * (melee + 1) + min(defender, melee)
    at = at * basics.margins + margin_at(basics, attacker_margin)
    return table.odds + at * basics.margins + margin_at(basics, defender_margin)


@rule()
def row_of(normal: int, critical: int) -> int:
    """The index of a pair of successes, ordered by their sum."""
    successes = normal + critical
    return successes * (successes + 1) // 2 + critical


@rule()
def resolve_at(
    basics: Basics,
    attacker_arms: int,
    defender_arms: int,
    attacker_margin: int,
    defender_margin: int,
    attacker_row: int,
    defender_row: int,
    turn: int,
) -> int:
    """The index of a clash after the dice: its value to the attacker if both play best, break-downs in thousands plus
    net stress. A ``row`` is a side's successes (``row_of``), ``turn`` the side that resolves one next."""
    table, rows = basics.clashes[attacker_arms * MOST_ARMS + defender_arms], row_of(0, basics.melee) + 1
    at = margin_at(basics, attacker_margin) * basics.margins + margin_at(basics, defender_margin)
    return table.resolves + ((at * rows + attacker_row) * rows + defender_row) * 2 + turn


@rule("S1.K2")
def split_at(
    basics: Basics, attacker: int, defender: int, attacker_arms: int, defender_arms: int, side: int, attack: int
) -> int:
    """The index of the equilibrium frequency with which a side (0: the attacker) puts a number of dice on attack. Melee
    beyond the table counts as its largest."""
    table, melee = basics.clashes[attacker_arms * MOST_ARMS + defender_arms], basics.melee
    at = min(attacker, melee) * (melee + 1) + min(defender, melee)
    return table.splits + (at * 2 + side) * (melee + 1) + attack
