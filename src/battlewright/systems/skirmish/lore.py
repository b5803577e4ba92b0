"""What bots know by heart: shots, stress checks and clashes in whole numbers, in one row.

``answers.tables`` fills the row by enumerating the rules; here it is only looked up. Chances are in millionths, means
in thousandths. *Arms* are what a weapon does: the stress of a strike, and that of a critical. A *margin* is how much
stress a model may still suffer before it breaks down.
"""

from __future__ import annotations

from enum import IntEnum

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import MAX_ABILITY, SIDES, Weapon

MILLION, THOUSAND = 1_000_000, 1_000
NEEDS = MAX_ABILITY * SIDES + 2
"""A shot's lowest sum that hits, from 0 to more than all dice can show."""
STRESSES = 32
MOST_ARMS = 8
SHOT_COLUMNS, STRESS_COLUMNS, CLASH_COLUMNS = 2, 3, 4
HIT, CRITICAL = range(SHOT_COLUMNS)
GONE, TOUGHNESS, STRESS = range(STRESS_COLUMNS)
SUFFERED, CAUSED, ATTACKER_BREAKS, DEFENDER_BREAKS = range(CLASH_COLUMNS)
"""The attacker's mean stress and the defender's, and the chances that each then breaks down."""

ARMS, MELEE, MARGINS, CLASHES, RESOLVES, FIRST_ARMS = range(6)
"""Where the row says how many arms, which Melee and how many margins it has, and where its later parts begin; then
follow the arms, and the weights."""
FIRST_WEIGHT = FIRST_ARMS + 2 * MOST_ARMS
MOST_WEIGHTS = 16
SHOTS = FIRST_WEIGHT + MOST_WEIGHTS
CHECKS = SHOTS + (MAX_ABILITY + 1) * NEEDS * SHOT_COLUMNS
AFTER_CHECKS = CHECKS + (MAX_ABILITY + 1) * STRESSES * STRESS_COLUMNS


class Weight(IntEnum):
    """What a bot holds dear, in thousandths of a point of Toughness unless it says otherwise.

    LIFE: that a model is not removed. STRESS: the first point of it on Toughness 1; the next count more. AP: an action
    point kept for reactions. LATER: hundredths of what can only be done in another round. FEAR: hundredths of what
    opponents could do; BLADE_FEAR: the same for models without a gun. NEAR: an inch nearer to where one could strike;
    BLADE_NEAR: the same without a gun. BLOOD: what a clash is worth for its own sake.
    """

    LIFE = 0
    STRESS = 1
    AP = 2
    LATER = 3
    FEAR = 4
    BLADE_FEAR = 5
    NEAR = 6
    BLADE_NEAR = 7
    BLOOD = 8


WEIGHTS = {
    Weight.LIFE: 1000,
    Weight.STRESS: 100,
    Weight.AP: 5,
    Weight.LATER: 20,
    Weight.FEAR: 30,
    Weight.BLADE_FEAR: 30,
    Weight.NEAR: 8,
    Weight.BLADE_NEAR: 25,
    Weight.BLOOD: 0,
}
"""Found by trial against the random bot."""


@rule()
def weight(lore: Many[int], which: int) -> int:
    """One of the weights."""
    return lore[FIRST_WEIGHT + which]


@rule()
def shot_odds(lore: Many[int], ballistics: int, need: int, column: int) -> int:
    """The chance of a HIT or a CRITICAL with so much Ballistics, where ``need`` is the lowest sum that hits."""
    return lore[SHOTS + (ballistics * NEEDS + min(max(need, 0), NEEDS - 1)) * SHOT_COLUMNS + column]


@rule()
def stress_odds(lore: Many[int], toughness: int, stress: int, column: int) -> int:
    """What the check at the start of an activation does: the chance to be GONE, the mean TOUGHNESS and STRESS after."""
    return lore[CHECKS + (toughness * STRESSES + min(stress, STRESSES - 1)) * STRESS_COLUMNS + column]


@rule()
def arms_of(lore: Many[int], weapon: Weapon) -> int:
    """The number of a weapon's arms; of arms that are not in the row, the first."""
    for number in range(lore[ARMS]):
        at = FIRST_ARMS + 2 * number
        if lore[at] == weapon.stress and lore[at + 1] == weapon.critical:
            return number
    return 0


@rule()
def margin_at(lore: Many[int], margin: int) -> int:
    """A margin as the row has it: one beyond it counts as its largest."""
    return min(max(margin, 0), lore[MARGINS] - 1)


@rule()
def clash_odds(
    lore: Many[int],
    attacker: int,
    defender: int,
    attacker_arms: int,
    defender_arms: int,
    attacker_margin: int,
    defender_margin: int,
    column: int,
) -> int:
    """What a clash comes to by the best play of both, from the Melee, arms and margins of both sides.

    Melee beyond the row counts as its largest.
    """
    arms, melee, margins = lore[ARMS], lore[MELEE], lore[MARGINS]
    at = min(attacker, melee) * (melee + 1) + min(defender, melee)
    at = (at * arms + attacker_arms) * arms + defender_arms
    at = at * margins + margin_at(lore, attacker_margin)
    at = at * margins + margin_at(lore, defender_margin)
    return lore[lore[CLASHES] + at * CLASH_COLUMNS + column]


@rule()
def row_of(normal: int, critical: int) -> int:
    """The number of a pair of successes, by their sum."""
    successes = normal + critical
    return successes * (successes + 1) // 2 + critical


@rule()
def resolve_odds(
    lore: Many[int],
    attacker_arms: int,
    defender_arms: int,
    attacker_margin: int,
    defender_margin: int,
    attacker_row: int,
    defender_row: int,
    turn: int,
) -> int:
    """What a clash is worth to the attacker after the dice, by best play: break-downs in thousands, and net stress.

    A ``row`` is a side's successes (``row_of``), ``turn`` whose turn it is to resolve one.
    """
    rows = row_of(0, lore[MELEE]) + 1
    at = (attacker_arms * lore[ARMS] + defender_arms) * lore[MARGINS] + margin_at(lore, attacker_margin)
    at = at * lore[MARGINS] + margin_at(lore, defender_margin)
    at = ((at * rows + attacker_row) * rows + defender_row) * 2 + turn
    return lore[lore[RESOLVES] + at]
