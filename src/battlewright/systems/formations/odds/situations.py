"""Questions about one roll of Formations: an action on its own, with bare numbers."""

from __future__ import annotations

from dataclasses import dataclass

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import Row, allocate, look
from battlewright.systems.formations.bots.rank import name_misses
from battlewright.systems.formations.record import (
    MAX_DICE,
    MAX_GROUPS,
    SLOTS,
    Characteristic,
    ChoiceKind,
    Combination,
    Effect,
    Engagement,
    FormationsChoice,
    RollKind,
    Setting,
)
from battlewright.systems.formations.rules.flow import declare

TOUGH = 1_000_000
"""More MIGHT than any roll has Wounds: the target of a question survives every roll."""


@dataclass(frozen=True)
class Situation:
    """A setting, and a battle that waits for the first roll."""

    setting: Row[Setting]
    battle: Row[Engagement]


def attack(dice: int, score: int, rerolls: int = 0, heavy_sixes: bool = False) -> Situation:
    """Set up an attack with a number of dice against a DEF."""
    return _ask(RollKind.ATTACK, dice, score, rerolls, heavy_sixes, Combination.NONE)


def characteristic_test(score: int, rerolls: int = 0) -> Situation:
    """Set up a test of a characteristic."""
    return _ask(RollKind.TEST, 1, score, rerolls, False, Combination.NONE)


def combination(dice: int, rerolls: int = 0, want: Combination = Combination.DOUBLE) -> Situation:
    """Set up a roll that looks for combinations."""
    return _ask(RollKind.ATTACK, dice, 1, rerolls, False, want)


def reroll_misses(battle: Engagement) -> Row[FormationsChoice]:
    """Return the choice to reroll as many misses of an attack as there are Rerolls."""
    frame, made = battle.frames[battle.depth - 1], allocate(FormationsChoice)
    choice = look(FormationsChoice, made)
    choice.kind = ChoiceKind.REROLL
    as_plain(name_misses)(frame, battle.groups[frame.actor].rerolls, choice)
    return made


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BattlewrightError(f"The {name} must be from {least} to {most:,}, not {value}.")


def _ask(kind: RollKind, dice: int, score: int, rerolls: int, heavy_sixes: bool, want: Combination) -> Situation:
    _check("number of dice", dice, 1, MAX_DICE)
    _check("score", score, 1, 10)
    _check("number of Rerolls", rerolls, 0, MAX_DICE)
    setting, battle = allocate(Setting), allocate(Engagement)
    made = look(Setting, setting)
    made.heavy_sixes = heavy_sixes
    actor, target = made.kinds[0], made.kinds[MAX_GROUPS]
    for kind_of_model in (actor, target):
        kind_of_model.might = TOUGH
        kind_of_model.deflection = kind_of_model.willpower = kind_of_model.dexterity = score
    actor.atk, actor.action_count = dice, 1
    action = actor.actions[0]
    action.roll, action.wounds, action.needs, action.combination = kind, kind == RollKind.ATTACK, 1, want
    action.against = Characteristic.DEF
    action.effect = Effect.EXPOSED if want or kind == RollKind.TEST else Effect.NONE
    for place, kind_number in ((0, 0), (MAX_GROUPS, MAX_GROUPS)):
        made.musters[place].kind, made.musters[place].models = kind_number, 1
    made.musters[0].rerolls = rerolls
    declare(setting, battle, 0, 0, SLOTS)
    return Situation(setting, battle)
