"""The words in which a game master's edits are typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import TypeAdapter, ValidationError

from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.systems.heroes.enums import Check, Component, ConditionName, DamageType, Target
from battlewright.systems.heroes.record import Editable
from battlewright.systems.heroes.rules.edit import MOST
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.file_types import SITUATIONAL, Damage, Dice, dice_of, word

EDIT_FORMS: Mapping[str, str] = {
    "set silarn health 5": "a number: health, wounds, morale, stress, or ap in its turn (H.P1)",
    "set a2 uses mend 1": "the uses that are left of an action (H.O2)",
    "set b2 cover 80": "the share of a combatant that is hidden, 0 to 100 (H.D9)",
    "set a1 ring 1 b1 5 b2": "who stands around a combatant, at places 1 to 8; ring none (H.D9)",
    "mod a1 dense fog for 2": "a situation by its name, for good or for some turns; with off it is over (H.D10)",
    "mod a1 dodge +5 smoke": "a modifier with a name of yours, or without one; off or 0 takes it away (H.D11)",
    "mod a1 heavy cover against b2": "either kind, where it counts against one attacker alone (H.D10)",
    "damage b1 b2 8 fire": "damage of one type or several, less resistances, to one or several (H.E2, H.E3)",
    "heal heroes 5": "Health comes back, or with morale Morale, to one or several (H.P1)",
    "give b1 prone 2": "a condition, for its usual time or for some turns (H.X5); to several: give b1 b2 prone",
    "give b1 dominated by mirelle": "the same, upheld by a combatant (H.R10)",
    "give b1 stunned willpower power 6": "the same, with what resists it and against what (H.R10)",
    "end b1 prone": "a condition is over (H.X5); of several: end foes prone",
    "trap a1 reflex power 5 2d6 fire prone": "a trap goes off; or one of the encounter by its name (H.R0)",
    "enter a1 burning floor": "a hazard of the encounter threatens a combatant; leave is the opposite (H.R0)",
    "round 3": "the round that is counted (H.N1)",
}
"""Examples for the help."""
NUMBERS = {
    "health": Editable.HEALTH,
    "wounds": Editable.WOUNDS,
    "morale": Editable.MORALE,
    "stress": Editable.STRESS,
    "ap": Editable.AP,
    "cover": Editable.HIDDEN,
    "hidden": Editable.HIDDEN,
}
MODIFIED = {word(component): component for component in SITUATIONAL} | {"physical defence": Component.WHOLE}
EVERYBODY = "everybody"
"""What stands for all combatants, as the title of a side does for those of the side."""
OF_ONE = frozenset({"set", "trap"})
"""The verbs of lines that are about one combatant."""
DEFENCES = {word(target): target for target in Target if target}
CHECKS = {word(check): check for check in (Check.RESISTANCE, Check.MAINTENANCE)}
CONDITIONS = {word(each): each for each in ConditionName}
TYPES = {word(each): each for each in DamageType}


def is_edit(answer: str) -> bool:
    """Return whether an answer is a game master's edit. ``end`` alone is a choice, which ends a turn."""
    verbs = r"(set|mod|damage|heal|give|trap|enter|leave|round)\b|end\s+\S"
    return re.match(verbs, answer) is not None and "=" not in answer


def turns_of(rest: Sequence[str]) -> tuple[list[str], int]:
    """Return the words before ``for 2`` or ``for 2 turns``, and that number (0: none is given)."""
    found = re.fullmatch(r"(.*?)\s*\bfor (\S+)(?: turns?)?", " ".join(rest))
    if found is None:
        return list(rest), 0
    if not re.fullmatch(r"\d{1,6}", found[2]) or not 1 <= int(found[2]) <= MOST:
        raise BattlewrightError(f"It lasts from 1 to {MOST} turns, not {shorten(found[2])} (H.D6).")
    return found[1].split(), int(found[2])


def groups_of(setup: EncounterSetup) -> dict[str, range]:
    """Return the groups that a line may name, with their combatants: everybody, and the sides by their titles."""
    first, count = len(setup.sides[0]), len(setup.combatants)
    a, b = (title.lower() for title in setup.titles)
    return {EVERYBODY: range(count), a: range(first), b: range(first, count)}


def damage_of(text: str) -> Damage:
    """Return damage dice that were typed."""
    try:
        return dice_of(TypeAdapter(Dice).validate_python(text))
    except ValidationError as error:
        raise BattlewrightError(f"Damage {error.errors()[0]['msg'].removeprefix('Value error, ')}.") from None
