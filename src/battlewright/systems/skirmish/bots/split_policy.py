"""How a bot divides its dice in a clash of the first edition: by lot, each split as often as nobody can profit from.

Nothing here looks at how the other side has divided its dice.
"""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.engine.system import SIDES_OF_CHANCE
from battlewright.systems.skirmish.bots.tables import MELEE, MILLION, UNARMED, arms_of, split_odds
from battlewright.systems.skirmish.record import NOBODY, Frame, Setting, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.rules.split import divider, may_attack


@rule("S1.K3")
def best_blade(setting: Setting, battle: Skirmish, frame: Frame) -> int:
    """The target's weapon that causes most of those that reach the attacker; NOBODY's if none does."""
    card, best, most = setting.cards[frame.target], NOBODY, -1
    for place in range(card.blades):
        weapon = setting.weapons[card.blade[place]]
        if weapon.stress + weapon.critical > most and may_attack(setting, battle, frame, frame.target, place):
            best, most = place, weapon.stress + weapon.critical
    return best


@rule()
def known_split(melee: int, known: int, attack: int) -> int:
    """So many of the dice that the lore knows, as a part of all that a model has."""
    return attack if melee <= known else (2 * attack * melee + known) // (2 * known)


@rule("S1.K2", "S1.K9")
def judge_division(
    setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, choice: SkirmishChoice, lot: int
) -> int:
    """How often a division is to be made, in millionths, and a million more for the one that the lot says."""
    attacker, target = setting.cards[frame.actor], setting.cards[frame.target]
    blade, theirs = best_blade(setting, battle, frame), UNARMED
    if blade != NOBODY:
        theirs = arms_of(lore, setting.weapons[target.blade[blade]])
    ours = arms_of(lore, setting.weapons[attacker.blade[frame.weapon]])
    side = 0 if divider(frame) == frame.actor else 1
    if side == 1 and choice.attack > 0 and choice.weapon != blade:
        return -1
    melee = target.melee if side else attacker.melee
    known, share, before, worth = min(melee, lore[MELEE]), 0, 0, 0
    for attack in range(known + 1):
        share = split_odds(lore, attacker.melee, target.melee, ours, theirs, side, attack)
        if known_split(melee, known, attack) == choice.attack:
            worth += share
            if before * SIDES_OF_CHANCE <= (lot - 1) * MILLION < (before + share) * SIDES_OF_CHANCE:
                worth += MILLION
        before += share
    return worth
