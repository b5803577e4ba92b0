"""The equilibrium of secret splits in a battle of Skirmish's first edition.

The attacker's actual split is never read here, although it is in the battle while the defender splits its dice.
"""

from __future__ import annotations

from battlewright.engine.record import Row, allocate, copy_of, look, restore, snapshot
from battlewright.systems.skirmish.odds.split import Armed, Figures, split_policies
from battlewright.systems.skirmish.record import MAX_ABILITY, ChoiceKind, Setting, Skirmish, SkirmishChoice, Stage, Step
from battlewright.systems.skirmish.rules.contract import RULES
from battlewright.systems.skirmish.rules.place import drop_of_shove, fall_stress

FINENESS = 1000
"""Chances are rounded to this many parts, so that exact answers stay within small numbers."""
TOLERANCE = (MAX_ABILITY + 1) / (2 * FINENESS)
"""The most by which a rounded chance may differ from the equilibrium's: half a part for each split with any chance."""


def awaits_split(battle: Row[Skirmish]) -> bool:
    """Whether a battle waits for a split of dice."""
    node = look(Skirmish, battle).node
    return bool(node.step == Step.DIVIDE)


def defender_splits(battle: Row[Skirmish]) -> bool:
    """Whether the defender splits its dice now, not knowing the attacker's split."""
    view = look(Skirmish, battle)
    return awaits_split(battle) and view.frames[view.depth - 1].stage != Stage.DIVIDING


def weights_of(setting: Row[Setting], battle: Row[Skirmish]) -> list[int]:
    """The weight of each listed choice of the model that splits its dice, out of ``FINENESS``."""
    own, their = both_weights(setting, battle)
    return their if defender_splits(battle) else own


def both_weights(setting: Row[Setting], battle: Row[Skirmish]) -> tuple[list[int], list[int]]:
    """The weights for the attacker, by its dice on attack from 0 on, and for the defender, by its listed choices."""
    view, cards = look(Skirmish, battle), look(Setting, setting)
    frame = view.frames[view.depth - 1]
    attacker, defender = cards.cards[frame.actor], cards.cards[frame.target]
    figures = _figures(setting, battle, frame.actor, frame.weapon, frame.target)
    own: list[Armed] = [((attack, attacker.melee - attack), figures) for attack in range(attacker.melee + 1)]
    their: list[Armed] = [
        (
            (choice.attack, defender.melee - choice.attack),
            _figures(setting, battle, frame.target, choice.weapon, frame.actor),
        )
        for choice in _answers(setting, battle)
    ]
    one, other = split_policies(tuple(own), tuple(their))
    return _rounded(one), _rounded(other)


def possible_battles(setting: Row[Setting], battle: Row[Skirmish]) -> list[tuple[int, Row[Skirmish]]]:
    """A battle at the defender's split, once for every split that the attacker may have made, by weight."""
    found = []
    for attack, weight in enumerate(both_weights(setting, battle)[0]):
        if weight:
            other = allocate(Skirmish)
            restore(other, snapshot(battle))
            view = look(Skirmish, other)
            view.frames[view.depth - 1].own_split = 1 + attack
            found.append((weight, other))
    return found


def _figures(setting: Row[Setting], battle: Row[Skirmish], who: int, blade: int, whom: int) -> Figures:
    """The figures of a weapon against an opponent where the two stand: over an edge a shove leads to a fall (S1.K6)."""
    cards = look(Setting, setting)
    weapon = cards.weapons[cards.cards[who].blade[blade]]
    if weapon.shove and not look(Skirmish, battle).models[who].shoved:
        fall = fall_stress(drop_of_shove(setting[0], battle[0], who, whom, weapon.shove))
        if fall:
            return weapon.stress, weapon.critical, fall
    return weapon.stress, weapon.critical


def _rounded(policy: tuple[float, ...]) -> list[int]:
    return [round(FINENESS * chance) for chance in policy]


def _answers(setting: Row[Setting], battle: Row[Skirmish]) -> list[SkirmishChoice]:
    """The choices of the defender: now, or once the attacker has split its dice."""
    after = allocate(Skirmish)
    restore(after, snapshot(battle))
    view = look(Skirmish, after)
    view.tail.silent = 1
    if not defender_splits(after):
        made = allocate(SkirmishChoice)
        look(SkirmishChoice, made).kind = ChoiceKind.DIVIDE
        RULES.choose(setting, after, made)
    if not defender_splits(after):
        return [SkirmishChoice()]  # all dice on defence
    room = allocate(SkirmishChoice, RULES.max_choices)
    count = RULES.choices(setting, after, room, 0)
    return [copy_of(look(SkirmishChoice, room, index)) for index in range(count)]
