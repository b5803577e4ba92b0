"""An encounter with secret sheets, as a side may know it."""

from __future__ import annotations

from typing import Any

from battlewright.engine.view import EVERYTHING
from battlewright.systems.heroes.enums import Attribute
from battlewright.systems.heroes.rules.secrets import USUAL
from battlewright.systems.heroes.setup.encounter import CombatantSetup, EncounterSetup
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.files import SheetSetup, SpellSetup, WeaponSetup
from battlewright.systems.heroes.setup.state import StateSetup

UNKNOWN = "Unknown"
"""The name of a sheet that stands in for a secret one."""
DAMAGE: dict[str, Any] = {"damage": "1d6", "types": ["bludgeoning"]}


def hide_setup(setup: EncounterSetup, side: int) -> EncounterSetup:
    """Return an encounter as a side may know it: without what follows it, and without the traps and hazards that nobody
    has found; where sheets are secret, without those of other combatants; where foes are seen in words or not at all,
    without those of side b.

    A stand-in has as many weapons, spells and talents as the secret sheet, with when, how often and on how many they
    can be used, but without their names and numbers, since the choices for a combatant that is dominated must be the
    same; and it tells whether it is a player's, which decides who rolls (H.R11).
    """
    if side == EVERYTHING:
        return setup
    if setup.waves:
        setup = setup.model_copy(update={"waves": ()})
    if any(hazard.hidden for hazard in setup.hazards):
        setup = setup.model_copy(update={"hazards": tuple(each for each in setup.hazards if not each.hidden)})
    known = (side == 0 or not setup.secret_sheets, side == 1 or not has_secrets(setup))
    if all(known):
        return setup
    sides = tuple(
        combatants if is_known else tuple(map(_without_sheet, combatants))
        for is_known, combatants in zip(known, setup.sides, strict=True)
    )
    return setup.model_copy(update={"sides": sides})


def is_unknown(setup: EncounterSetup, who: int) -> bool:
    """Return whether a combatant has a stand-in for its sheet."""
    return has_secrets(setup) and setup.combatants[who].sheet.name == UNKNOWN


def has_secrets(setup: EncounterSetup) -> bool:
    """Return whether sheets of an encounter are secret: then what others know of it has stand-ins."""
    return setup.secret_sheets or setup.hides_foes


def _without_sheet(combatant: CombatantSetup) -> CombatantSetup:
    """Return a combatant with a stand-in for its sheet; what it has spent of its actions is as before."""
    sheet = _stand_in(combatant.sheet)
    called = {each.name: other.name for each, other in zip(combatant.sheet.actions, sheet.actions, strict=True)}
    spent = combatant.state.spent if combatant.state and combatant.state.spent else {}
    state = StateSetup(spent={called[name]: times for name, times in spent.items()}) if spent else None
    return combatant.model_copy(update={"sheet": sheet, "state": state})


def _stand_in(sheet: SheetSetup) -> SheetSetup:
    data = {
        "name": UNKNOWN,
        "player": sheet.player,
        "attributes": {word(attribute): USUAL for attribute in Attribute},
        "weapons": [_weapon(weapon, index) for index, weapon in enumerate(sheet.weapons, 1)],
        "spells": [_spell(spell, index) for index, spell in enumerate(sheet.spells, 1)],
    }
    return SheetSetup.model_validate(data)


def _weapon(weapon: WeaponSetup, index: int) -> dict[str, Any]:
    return {"name": f"Weapon {index}", **_usable(weapon), **DAMAGE}


def _spell(spell: SpellSetup, index: int) -> dict[str, Any]:
    name = f"{'Talent' if spell.talent else 'Spell'} {index}"
    keys = {"talent": spell.talent, "heals": spell.heals, **_usable(spell)}
    return {"name": name, **keys, **DAMAGE} | ({} if spell.heals else {"target": "physical"})


def _usable(action: WeaponSetup | SpellSetup) -> dict[str, Any]:
    """Return when, how often and on whom an action can be used."""
    return {name: getattr(action, name) for name in ("when", "against", "targets", "uses", "per")}
