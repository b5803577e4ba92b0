"""The names of combatants, actions, conditions and defences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from battlewright.engine import sentences
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.labels import Reference
from battlewright.engine.record import look
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import listed
from battlewright.systems.heroes.enums import TYPES, ConditionName, DamageType, Target
from battlewright.systems.heroes.record import (
    MAX_COMBATANTS,
    WHOLE_SIDE,
    Combatant,
    Effect,
    Encounter,
    Frame,
    Setting,
)
from battlewright.systems.heroes.rules.checks import defence_of, power_behind
from battlewright.systems.heroes.rules.defence import has
from battlewright.systems.heroes.setup.encounter import EncounterSetup, build, cards_of, tag_of
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.files import SpellSetup, WeaponSetup
from battlewright.systems.heroes.setup.secrets import is_unknown


class Names(sentences.Names):
    """The names that stand for numbers in one set-up. ``called`` are the names on the sheets."""

    name = sentences.Names.full_name

    def __init__(self, setup: EncounterSetup) -> None:
        self.setup = setup
        self.called = [each.name for each in setup.combatants]
        self.cards = cards_of([each.sheet for each in setup.combatants], setup.rulings)
        self.first_of_b = len(setup.sides[0])

    @cached_property
    def setting(self) -> Setting:
        """Return the setting, from which the rules' own functions read their numbers."""
        return look(Setting, build(self.setup))

    def side_name(self, side: int) -> str:
        return self.setup.titles[side]

    def combatants(self, battle: Encounter) -> Sequence[int]:
        return range(len(self.called))

    def exists(self, who: int) -> bool:
        """Return whether a number is that of a combatant."""
        return 0 <= who < len(self.called)

    def reference(self, who: int) -> Reference | None:
        if not self.exists(who):
            return None
        return Reference(who, self.called[who], self.tag(who), SIDE_LETTERS[who >= self.first_of_b])

    def knows(self, who: int) -> bool:
        """Return whether a combatant's sheet is known here."""
        return not is_unknown(self.setup, who)

    def seems(self, combatant: Combatant, who: int) -> str:
        """Return how a combatant seems whose pools are told in words; empty for any other."""
        if self.setup.foes_seen != "words" or self.knows(who):
            return ""
        if combatant.health == 0:
            return "down"
        for condition in (ConditionName.NEAR_DEATH, ConditionName.BLOODIED):
            if as_plain(has)(combatant, condition):
                return condition_name(condition).lower()
        return "hurt" if combatant.health < self.cards[who].health else "unhurt"

    def tag(self, who: int) -> str:
        """Return the short name alone: ``a1``."""
        return tag_of(who, self.first_of_b)

    def action(self, who: int, index: int) -> WeaponSetup | SpellSetup | None:
        """Return a weapon or spell by its index on the sheet."""
        known = self.setup.combatants[who].sheet.actions if self.exists(who) else ()
        return known[index] if 0 <= index < len(known) else None

    def action_name(self, who: int, index: int) -> str:
        """Return the name of an action on a sheet."""
        found = self.action(who, index)
        return found.name if found else "nothing"

    def is_for_side(self, who: int, index: int) -> bool:
        """Return whether an action is used on a whole side at once."""
        return self.action(who, index) is not None and self.cards[who].actions[index].targets == WHOLE_SIDE

    def several(self, whom: Sequence[int]) -> str:
        """Return several combatants in words: ``Brannoc (a1), Silarn (a2) and Mirelle (a3)``."""
        return listed([self.name(each) for each in whom], "and")


def targets_of(bits: int) -> list[int]:
    """Return the combatants of which a number has a bit for each."""
    return [who for who in range(MAX_COMBATANTS) if (bits >> who) & 1]


def frame_of(encounter: Encounter) -> Frame:
    """Return the exchange in progress; an empty one when the encounter is over."""
    return encounter.frames[max(encounter.depth - 1, 0)]


def condition_name(number: int) -> str:
    """Return the name of a condition: ``Near Death``."""
    return word(ConditionName(number)).title()


def defence_name(number: int) -> str:
    """Return the name of a defence: ``Willpower``."""
    return word(Target(number)).title()


def types_of(bits: int, between: str = " and ") -> str:
    """Return a text such as ``fire and slashing``."""
    names = [word(DamageType(type)) for type in range(TYPES) if (bits >> type) & 1]
    return between.join(names) or "plain"


def resisted(names: Names, encounter: Encounter, whom: int, condition: int) -> str:
    """Return an effect and what resists it: ``Stunned of Hex-Binder (b2), Willpower 5 against 12 + 7``."""
    effect = encounter.combatants[whom].effects[condition]
    of = f" of {names.name(effect.by - 1)}" if effect.by > 0 else ""
    return f"{condition_name(condition)}{of}, {weighed(names, encounter, whom, condition, False)}"


def against(names: Names, encounter: Encounter, whom: int, defence: int, power: int | str) -> str:
    """Return a resistance check: ``Willpower 5 against 12 + 7``."""
    has = _defence(names, encounter, whom, defence)
    return f"{has} against {names.setup.rulings.check_base} + {power}"


def kept_up(names: Names, encounter: Encounter, whom: int, condition: int) -> str:
    """Return a maintenance check: ``Stunned on Frost Giant (b1), Spell Power 9 against 12 + Willpower 6``."""
    what = f"{condition_name(condition)} on {names.name(whom)}"
    return f"{what}, {weighed(names, encounter, whom, condition, True)}"


def weighed(names: Names, encounter: Encounter, whom: int, condition: int, is_kept_up: bool) -> str:
    """Return what a check of an effect weighs: ``Willpower 5 against 12 + 7``; if it is kept up, ``Spell Power 9
    against 12 + Willpower 6``."""
    effect = encounter.combatants[whom].effects[condition]
    power = _power(names, encounter, effect)
    if not is_kept_up:
        return against(names, encounter, whom, effect.defence, power)
    needs = f"{names.setup.rulings.check_base} + {_defence(names, encounter, whom, effect.defence)}"
    return f"Spell Power {power} against {needs}"


def _power(names: Names, encounter: Encounter, effect: Effect) -> int | str:
    """Return the power behind an effect; a question mark if it is on a secret sheet."""
    if effect.by > 0 and not names.knows(effect.by - 1):
        return "?"
    return as_plain(power_behind)(encounter, effect)


def _defence(names: Names, encounter: Encounter, whom: int, defence: int) -> str:
    """Return a defence of a combatant, such as ``Willpower 5``, or ``Willpower ?`` if its sheet is secret."""
    has = as_plain(defence_of)(encounter.combatants[whom], defence) if names.knows(whom) else "?"
    return f"{defence_name(defence)} {has}"
