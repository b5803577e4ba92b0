"""Questions about one roll of Formations, for those who ask for odds: an action on its own, with bare numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import Many, allocate, look
from battlewright.systems.formations.flow import declare
from battlewright.systems.formations.record import (
    MAX_DICE,
    MAX_GROUPS,
    SLOTS,
    Characteristic,
    Combination,
    Effect,
    Engagement,
    RollKind,
    Setting,
)

TOUGH = 1_000_000
"""More MIGHT than any roll has Wounds: the target of a question stands it all."""


@dataclass(frozen=True)
class Question:
    """A setting, and a battle that waits for the first roll."""

    setting: Many[Any]
    battle: Many[Any]


def attack(dice: int, score: int, rerolls: int = 0, heavy_sixes: bool = False) -> Question:
    """An attack of so many dice against a DEF."""
    return _ask(RollKind.ATTACK, dice, score, rerolls, heavy_sixes, Combination.NONE)


def characteristic_test(score: int, rerolls: int = 0) -> Question:
    """A test of a characteristic."""
    return _ask(RollKind.TEST, 1, score, rerolls, False, Combination.NONE)


def combination(dice: int, rerolls: int = 0, want: Combination = Combination.DOUBLE) -> Question:
    """A roll of so many dice that looks for combinations."""
    return _ask(RollKind.ATTACK, dice, 1, rerolls, False, want)


def _ask(kind: RollKind, dice: int, score: int, rerolls: int, heavy_sixes: bool, want: Combination) -> Question:
    for name, value, least, most in (
        ("number of dice", dice, 1, MAX_DICE),
        ("score", score, 1, 10),
        ("number of Rerolls", rerolls, 0, MAX_DICE),
    ):
        if not least <= value <= most:
            raise BattlewrightError(f"The {name} must be from {least} to {most:,}, not {value}.")
    setting, battle = allocate(Setting), allocate(Engagement)
    numbers = look(Setting, setting)
    numbers.heavy_sixes = heavy_sixes
    actor, target = numbers.kinds[0], numbers.kinds[MAX_GROUPS]
    for kind_of_model in (actor, target):
        kind_of_model.might = TOUGH
        kind_of_model.deflection = kind_of_model.willpower = kind_of_model.dexterity = score
    actor.atk, actor.action_count = dice, 1
    action = actor.actions[0]
    action.roll, action.wounds, action.needs, action.combination = kind, kind == RollKind.ATTACK, 1, want
    action.against = Characteristic.DEF
    action.effect = Effect.EXPOSED if want or kind == RollKind.TEST else Effect.NONE
    for place, kind_number in ((0, 0), (MAX_GROUPS, MAX_GROUPS)):
        numbers.musters[place].kind, numbers.musters[place].models = kind_number, 1
    numbers.musters[0].rerolls = rerolls
    declare(setting, battle, 0, 0, SLOTS)
    return Question(setting, battle)
