"""The bots' split policy in a clash of the first edition: random, with the frequencies of an equilibrium.

Nothing here looks at the other side's split.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.rulebook import PROPOSAL_SIDES
from battlewright.systems.skirmish.bots.tables import MILLION, UNARMED, Tables, arms_of, split_at
from battlewright.systems.skirmish.record import NOBODY, Frame, Setting, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.rules.split import may_attack, splitter


@rule("S1.K3")
def best_blade(setting: Setting, battle: Skirmish, frame: Frame) -> int:
    """The index of the target's weapon that causes most among those that reach the attacker; NOBODY if none does."""
    card, best, most = setting.cards[frame.target], NOBODY, -1
    for index in range(card.blades):
        weapon = setting.weapons[card.blade[index]]
        if weapon.stress + weapon.critical > most and may_attack(setting, battle, frame, frame.target, index):
            best, most = index, weapon.stress + weapon.critical
    return best


@rule()
def known_split(melee: int, known: int, attack: int) -> int:
    """The model's dice on attack for a split of the tables, scaled from ``known`` to ``melee`` dice."""
    return attack if melee <= known else (2 * attack * melee + known) // (2 * known)


@rule("S1.K2", "S1.K9")
def split_value(
    setting: Setting, battle: Skirmish, tables: Tables, frame: Frame, choice: SkirmishChoice, draw: int
) -> int:
    """The frequency of a split in millionths, plus a million for the one that ``draw`` selects."""
    attacker, target, basics = setting.cards[frame.actor], setting.cards[frame.target], tables.basics[0]
    blade, theirs = best_blade(setting, battle, frame), UNARMED
    if blade != NOBODY:
        theirs = arms_of(basics, setting.weapons[target.blade[blade]])
    ours = arms_of(basics, setting.weapons[attacker.blade[frame.weapon]])
    side = 0 if splitter(frame) == frame.actor else 1
    if side == 1 and choice.attack > 0 and choice.weapon != blade:
        return -1
    melee = target.melee if side else attacker.melee
    known, share, before, value = min(melee, basics.melee), 0, 0, 0
    for attack in range(known + 1):
        share = tables.splits[split_at(basics, attacker.melee, target.melee, ours, theirs, side, attack)]
        if known_split(melee, known, attack) == choice.attack:
            value += share
            if before * PROPOSAL_SIDES <= (draw - 1) * MILLION < (before + share) * PROPOSAL_SIDES:
                value += MILLION
        before += share
    return value
