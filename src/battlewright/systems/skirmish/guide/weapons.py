"""Weapons as people and programs read them, with their modifiers in each edition."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.answers.report import Grid
from battlewright.engine.record import allocate, look
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.record import Edition, Weapon
from battlewright.systems.skirmish.rules.contract import EDITIONS
from battlewright.systems.skirmish.setup.battle import forge
from battlewright.systems.skirmish.setup.files import WeaponSetup

NOTE = (
    "The stress is a melee weapon's Oppression and a shooting weapon's damage. A Sniper reads +2 in the second "
    "edition, which takes the modifier off the difficulty (S2.F3), and -2 in the first, which adds it (S1.F2): both "
    "make the shot easier. Files have the second edition's modifiers."
)
NONE = "-"
"""The entry for a figure that a weapon does not have."""


def modifiers_of(weapon: WeaponSetup) -> dict[str, float] | None:
    """A shooting weapon's modifier by edition, as the rules count it; None for a melee weapon."""
    if weapon.modifier is None:
        return None
    record = look(Weapon, allocate(Weapon))
    found = {}
    for name in EDITIONS:
        forge(record, weapon, Edition[name.upper()])
        whole, rest = divmod(record.modifier, INCH)
        found[name] = record.modifier / INCH if rest else whole
    return found


def data_of(weapon: WeaponSetup) -> dict[str, object]:
    """A weapon as data, with its modifier by edition."""
    return {**weapon.model_dump(mode="json"), "modifiers": modifiers_of(weapon)}


def in_words(weapon: WeaponSetup) -> str:
    """A weapon and what it does: ``Spear: threat 2", stress 1, critical 1 and a shove``."""
    figures = f"modifier {_both(weapon)}" if weapon.kind == "shooting" else f'threat {weapon.threat:g}"'
    critical = critical_of(weapon)
    if critical:
        critical = f", critical{':' if weapon.critical is None else ''} {critical}"
    return f"{weapon.name}: {figures}, stress {_stress(weapon)}{critical}"


HEADINGS = ("weapon", "kind", "threat\nrange", "stress", "critical", "modifier\n2nd ed.", "modifier\n1st ed.", "points")


def grid_of(title: str, weapons: Sequence[WeaponSetup]) -> Grid:
    """Weapons with all their figures, one per line."""
    rows = []
    for weapon in weapons:
        threat = NONE if weapon.threat is None else f'{weapon.threat:g}"'
        modifiers = modifiers_of(weapon) or {}
        both = [_signed(modifiers[name]) if modifiers else NONE for name in ("second", "first")]
        cells = (weapon.name, weapon.kind, threat, str(_stress(weapon)), critical_of(weapon) or NONE, *both)
        rows.append([*cells, str(weapon.points)])
    return Grid(HEADINGS, rows, left=frozenset({0, 1, 4}), title=title)


def _stress(weapon: WeaponSetup) -> int | None:
    return weapon.oppression if weapon.kind == "melee" else weapon.damage


def _signed(modifier: float) -> str:
    return f"{modifier:+g}" if modifier else "0"


def _both(weapon: WeaponSetup) -> str:
    """The second edition's modifier, and the first's where it differs."""
    modifiers = modifiers_of(weapon) or {}
    first, second = (_signed(modifiers.get(name, 0)) for name in ("first", "second"))
    return second if first == second else f"{second} (first edition {first})"


def critical_of(weapon: WeaponSetup) -> str:
    """The effect of a critical: the stress that it causes instead, and the rest."""
    stress = "" if weapon.critical is None else str(weapon.critical).upper()
    effects = ", ".join(
        filter(
            None,
            [
                "a shove" if weapon.shove else "",
                "no return fire" if weapon.no_return else "",
                f'cover move {weapon.cover_shorter:g}" shorter' if weapon.cover_shorter else "",
            ],
        )
    )
    return " and ".join(filter(None, [stress, effects]))
