"""What bots know by heart: shots, how long models last, clashes and ways, in whole numbers, in one row.

``answers.lore`` fills the row by enumerating the rules; here it is only looked up. Chances are in millionths, means
in thousandths. *Arms* are what a weapon does: the stress of a strike, and that of a critical; the first are those of
somebody who cannot strike. A *margin* is how much stress a model may still suffer before it breaks down; in the first
edition, before it is tested.

The editions differ in what the row holds, not in how it is read: only the first has *mixtures* (how often so many dice
are put on attack), only the second the worths of a clash's decisions.
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
ACTIVATIONS = 9
"""A standing is known for stress and for activations to come up to before these; more count as the last."""
MOST_ARMS = 8
UNARMED = 0
"""The arms of somebody without a weapon that reaches."""
SHOT_COLUMNS, CLASH_COLUMNS = 2, 4
HIT, CRITICAL = range(SHOT_COLUMNS)
SUFFERED, CAUSED, ATTACKER_BREAKS, DEFENDER_BREAKS = range(CLASH_COLUMNS)
"""The attacker's mean stress and the defender's, and the chances that each then breaks down (or is tested)."""

ARMS, MELEE, MARGINS, CLASHES, RESOLVES, MIXTURES, WAYS, FIRST_ARMS = range(8)
"""Where the row says how many arms, which Melee and how many margins it has, and where its later parts begin (one that
its edition does not have is empty); then follow the arms, and the weights."""
FIRST_WEIGHT = FIRST_ARMS + 2 * MOST_ARMS
MOST_WEIGHTS = 16
SHOTS = FIRST_WEIGHT + MOST_WEIGHTS
STANDINGS = SHOTS + (MAX_ABILITY + 1) * NEEDS * SHOT_COLUMNS
HURT_STANDINGS = STANDINGS + (MAX_ABILITY + 1) * STRESSES * ACTIVATIONS
AFTER_STANDINGS = HURT_STANDINGS + (MAX_ABILITY + 1) * STRESSES * ACTIVATIONS
"""What models are worth as they stand, and what they are if they have just suffered some of this stress."""


class Weight(IntEnum):
    """What a bot holds dear besides what the tables say, in thousandths of a point unless it says otherwise.

    AP: an action point kept for reactions. LATER: hundredths of what can only be done in another round. FEAR:
    hundredths of what opponents can do in this round, LATE_FEAR in the next one; BLADE_FEAR and BLADE_LATE_FEAR: the
    same for models without a gun. NEAR: an inch nearer to where one could strike; BLADE_NEAR: the same without a gun.
    HOLD: an inch nearer to the place that is to be held. ZEAL: hundredths of what a clash does to an opponent;
    SWAY: how much of that is lost with the lead of a model, or won with its lack. CAUTION: hundredths of fear more with
    the lead of a model. DREAD: hundredths of what a clash would do to oneself where an opponent's blades are feared.
    LONGING: hundredths of a clash that can be had in the next round. BOLD: hundredths of a strike where a parry does
    just as well.
    """

    AP = 0
    LATER = 1
    FEAR = 2
    LATE_FEAR = 3
    BLADE_FEAR = 4
    BLADE_LATE_FEAR = 5
    NEAR = 6
    BLADE_NEAR = 7
    HOLD = 8
    ZEAL = 9
    SWAY = 10
    CAUTION = 11
    DREAD = 12
    LONGING = 13
    BOLD = 14


WEIGHTS = {
    Weight.AP: 2,
    Weight.LATER: 20,
    Weight.FEAR: 30,
    Weight.LATE_FEAR: 15,
    Weight.BLADE_FEAR: 65,
    Weight.BLADE_LATE_FEAR: 65,
    Weight.NEAR: 20,
    Weight.BLADE_NEAR: 300,
    Weight.HOLD: 200,
    Weight.ZEAL: 115,
    Weight.SWAY: 30,
    Weight.CAUTION: 220,
    Weight.DREAD: 130,
    Weight.LONGING: 80,
    Weight.BOLD: 150,
}
"""Found by trial."""


@rule()
def weight(lore: Many[int], which: int) -> int:
    """One of the weights."""
    return lore[FIRST_WEIGHT + which]


@rule()
def shot_odds(lore: Many[int], ballistics: int, need: int, column: int) -> int:
    """The chance of a HIT or a CRITICAL with so much Ballistics, where ``need`` is the lowest sum that hits."""
    return lore[SHOTS + (ballistics * NEEDS + min(max(need, 0), NEEDS - 1)) * SHOT_COLUMNS + column]


@rule()
def standing(lore: Many[int], toughness: int, stress: int, activations: int) -> int:
    """What a model is worth, in millionths of an unharmed one's place on the table at the end: see ``answers.lore``."""
    return lore[STANDINGS + standing_at(toughness, stress, activations)]


@rule()
def hurt_standing(lore: Many[int], toughness: int, stress: int, activations: int) -> int:
    """The same of a model that has just come to this stress by a hit or a strike."""
    return lore[HURT_STANDINGS + standing_at(toughness, stress, activations)]


@rule()
def standing_at(toughness: int, stress: int, activations: int) -> int:
    """The place in a table of standings."""
    at = toughness * STRESSES + min(max(stress, 0), STRESSES - 1)
    return at * ACTIVATIONS + min(max(activations, 0), ACTIVATIONS - 1)


@rule()
def arms_of(lore: Many[int], weapon: Weapon) -> int:
    """The number of a weapon's arms; of arms that are not in the row, the first of all weapons."""
    for number in range(1, lore[ARMS]):
        at = FIRST_ARMS + 2 * number
        if lore[at] == weapon.stress and lore[at + 1] == weapon.critical:
            return number
    return 1


@rule()
def stress_of(lore: Many[int], arms: int, normal: int, critical: int) -> int:
    """The stress of so many strikes and criticals with some arms."""
    return normal * lore[FIRST_ARMS + 2 * arms] + critical * lore[FIRST_ARMS + 2 * arms + 1]


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


@rule("S1.K2")
def split_odds(
    lore: Many[int],
    attacker: int,
    defender: int,
    attacker_arms: int,
    defender_arms: int,
    side: int,
    attack: int,
) -> int:
    """How often a side (0: the attacker) puts so many dice on attack, if nobody is to find it out. Of both Melees only
    as much counts as the row has."""
    arms, melee = lore[ARMS], lore[MELEE]
    at = min(attacker, melee) * (melee + 1) + min(defender, melee)
    at = (at * arms + attacker_arms) * arms + defender_arms
    return lore[lore[MIXTURES] + (at * 2 + side) * (melee + 1) + attack]
