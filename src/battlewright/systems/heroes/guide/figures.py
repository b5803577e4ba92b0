"""The main figures of the lines of encounters and parties: what their builders show beside each."""

from __future__ import annotations

from collections.abc import Iterable

from battlewright.engine.compiler.rule import as_plain
from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.guide.sheet_values import Deed
from battlewright.systems.heroes.rules.defence import is_flanked, is_surrounded
from battlewright.systems.heroes.setup.file_types import dice_of
from battlewright.systems.heroes.setup.files import SheetSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup


def figures(sheet: SheetSetup, places: Iterable[str] = (), rulings: RulingsSetup | None = None) -> dict[str, object]:
    """Return the level of a sheet, its Health, its defences and the attack that harms most; and what opponents at
    these places around it make of it."""
    known = break_down(sheet, rulings)
    free = [
        deed for deed, action in zip(known.actions, sheet.actions, strict=True) if not (action.when or action.against)
    ]
    best = max(free or known.actions, key=_harm)
    return {
        "level": known.level,
        "health": known.values["Health"],
        "defences": {line.key: line.value for line in (*known.physical, *known.arcane)},
        "best": {
            "name": best.name,
            "roll": best.roll.value if best.roll else None,
            "target": best.target,
            "damage": best.damage,
            "types": best.types,
        },
        "around": _around(places),
    }


def _harm(deed: Deed) -> float:
    """Return the mean damage of a deed."""
    damage = dice_of(deed.damage)
    return damage.dice * (damage.sides + 1) / 2 + damage.plus if deed.target else 0


def _around(places: Iterable[str]) -> str:
    """Return the condition that opponents at these places bring; empty if there is none (H.D9)."""
    taken = sum(1 << (int(place) - 1) for place in places)
    return "surrounded" if as_plain(is_surrounded)(taken) else "flanked" if as_plain(is_flanked)(taken) else ""
